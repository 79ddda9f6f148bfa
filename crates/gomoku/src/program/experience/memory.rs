//! What was learned, as it is kept in a file: [`Memory`].
//!
//! The file is text. Its first line is `plywood-experience gomoku 1`; every other is one lesson:
//!
//! ```text
//! 1c5e0b7a9f3d2468 0 1 h8 .../.X./... O
//! ```
//!
//! a checksum of the rest of the line, how often the move won, how often it lost, the move and the
//! position, which is the least of its mirror images. Lessons about the same move add up, and the
//! later a position is named, the newer it is. So a new lesson is a line at the end of the file.
//!
//! Forgiven: a last line without an end, which a crash has left half written. Nothing else is: a line
//! that was changed fails its checksum, and the file is refused with its number.

use super::canonical::Canonical;
use crate::{Gomoku, Point, notation};
use search::notation::quote;
use search::{Game, Notation};
use std::collections::HashMap;
use thiserror::Error;

/// The first line of a file.
const HEADER: &str = "plywood-experience gomoku 1";

/// How a move has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that it won.
    pub won: u32,
    /// Games that it lost.
    pub lost: u32,
}

impl Tally {
    /// One more game that the move has lost.
    pub const LOST: Tally = Tally { won: 0, lost: 1 };
    /// One more game that the move has won.
    pub const WON: Tally = Tally { won: 1, lost: 0 };

    /// Whether it has lost more often than won.
    pub fn is_bad(self) -> bool {
        self.lost > self.won
    }

    /// Whether it has won more often than lost.
    pub fn is_good(self) -> bool {
        self.won > self.lost
    }
}

/// Why a file of experience cannot be used; whoever reads it names the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: found {found}, allowed: {allowed}")]
pub struct Malformed {
    /// The line, from 1.
    pub line: usize,
    found: String,
    allowed: &'static str,
}

/// A position with the moves that were tried in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// When it was last named; larger is later.
    last: u64,
    moves: Vec<(Point, Tally)>,
}

/// A lesson: a move in a position, and how it did.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub(super) place: Canonical,
    pub(super) mv: Point,
    pub(super) tally: Tally,
}

impl Lesson {
    /// What a move in this position has taught.
    pub fn new(position: &Gomoku, mv: Point, tally: Tally) -> Lesson {
        let place = Canonical::of(position);
        Lesson { mv: place.there(mv), place, tally }
    }

    /// The lesson as a line of the file.
    pub(crate) fn line(&self) -> String {
        line(&self.place.text, &notation::point_text(self.place.size, self.mv), self.tally)
    }
}

fn line(position: &str, mv: &str, tally: Tally) -> String {
    let rest = format!("{} {} {mv} {position}", tally.won, tally.lost);
    format!("{:016x} {rest}\n", checksum(rest.as_bytes()))
}

/// FNV-1a (Fowler, Noll, Vo 1991): enough against accidents.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Everything learned so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    places: HashMap<String, Place>,
    clock: u64,
}

impl Memory {
    /// Reads a file, and tells how many of its bytes are whole lines.
    pub fn parse(text: &str) -> Result<(Memory, usize), Malformed> {
        let mut memory = Memory::default();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = (1..).zip(text[..whole].lines());
        match lines.next() {
            Some((_, HEADER)) => {}
            // The end of a header that was never finished.
            None if HEADER.starts_with(text) => return Ok((memory, 0)),
            _ => {
                let found = quote(text.lines().next().unwrap_or_default());
                return Err(Malformed { line: 1, found, allowed: HEADER });
            }
        }
        for (number, line) in lines {
            let lesson = parse_line(line).map_err(|(found, allowed)| Malformed {
                line: number,
                found,
                allowed,
            })?;
            memory.add_at(lesson);
        }
        Ok((memory, whole))
    }

    /// Learns.
    pub fn add(&mut self, lesson: &Lesson) {
        self.add_at((lesson.place.text.clone(), lesson.mv, lesson.tally));
    }

    fn add_at(&mut self, (position, mv, tally): (String, Point, Tally)) {
        self.clock += 1;
        let fresh = Place { last: 0, moves: Vec::new() };
        let place = self.places.entry(position).or_insert(fresh);
        place.last = self.clock;
        match place.moves.iter_mut().find(|known| known.0 == mv) {
            Some((_, known)) => {
                known.won = known.won.saturating_add(tally.won);
                known.lost = known.lost.saturating_add(tally.lost);
            }
            None => place.moves.push((mv, tally)),
        }
    }

    /// The moves that were tried in a position.
    pub fn at(&self, position: &Gomoku) -> Vec<(Point, Tally)> {
        if self.places.is_empty() {
            return Vec::new();
        }
        let canonical = Canonical::of(position);
        let Some(place) = self.places.get(&canonical.text) else { return Vec::new() };
        let moves = place.moves.iter();
        moves
            .flat_map(|&(mv, tally)| canonical.back(mv).into_iter().map(move |mv| (mv, tally)))
            .collect()
    }

    /// How many moves of a position have lost, mirror images counted once.
    pub fn lost_moves(&self, position: &Gomoku) -> usize {
        let place = self.places.get(&Canonical::of(position).text);
        place.map_or(0, |place| place.moves.iter().filter(|(_, tally)| tally.is_bad()).count())
    }

    /// Every position with its moves, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[(Point, Tally)])> {
        let mut places: Vec<_> = self.places.iter().collect();
        places.sort_by_key(|(_, place)| place.last);
        places.into_iter().map(|(text, place)| (text.as_str(), place.moves.as_slice()))
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Forgets the oldest positions beyond this many; says how many.
    pub fn trim(&mut self, most: usize) -> usize {
        let excess = self.places.len().saturating_sub(most);
        let oldest: Vec<String> =
            self.iter().take(excess).map(|(text, _)| text.to_owned()).collect();
        oldest.iter().for_each(|text| drop(self.places.remove(text)));
        excess
    }

    /// Forgets a position; says whether it was known.
    pub fn forget(&mut self, position: &Gomoku) -> bool {
        self.places.remove(&Canonical::of(position).text).is_some()
    }

    /// The whole memory as a file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (position, moves) in self.iter() {
            let size = Gomoku::parse_position(position).map(|game| game.size());
            for &(mv, tally) in moves {
                // Only positions that could be read are ever kept.
                if let Ok(size) = size {
                    text.push_str(&line(position, &notation::point_text(size, mv), tally));
                }
            }
        }
        text
    }
}

type Refusal = (String, &'static str);

fn parse_line(text: &str) -> Result<(String, Point, Tally), Refusal> {
    let shape = "a checksum, two numbers, a move and a position";
    let refuse = || (quote(text), shape);
    let (sum, rest) = text.split_once(' ').ok_or_else(refuse)?;
    let is_sum = sum.len() == 16 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_sum {
        return Err(refuse());
    }
    if u64::from_str_radix(sum, 16).ok() != Some(checksum(rest.as_bytes())) {
        return Err(("a line that was changed or damaged".into(), "lines as they were written"));
    }
    let mut words = rest.splitn(4, ' ');
    let mut word = || words.next().ok_or_else(refuse);
    let (won, lost, mv, position) = (word()?, word()?, word()?, word()?);
    let number = |text: &str| text.parse::<u32>().map_err(|_| refuse());
    let tally = Tally { won: number(won)?, lost: number(lost)? };
    let game = Gomoku::parse_position(position)
        .map_err(|error| (error.to_string(), "a position of rows"))?;
    if Canonical::of(&game).text != position {
        return Err((quote(position), "the least mirror image of a position"));
    }
    let point = notation::parse_point(game.size(), mv)
        .ok()
        .filter(|&point| game.is_legal(point))
        .ok_or_else(|| (quote(mv), "a legal move of the position"))?;
    Ok((position.to_owned(), point, tally))
}

#[cfg(test)]
mod tests;
