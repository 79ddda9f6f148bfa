//! The lessons of past games, and their file format: [`Memory`].
//!
//! The file is a [journal](files::Journal). Every row is one lesson, a string:
//!
//! ```text
//! "1c5e0b7a9f3d2468 0 1 h8 .../.X./... O"
//! ```
//!
//! The fields are a checksum of the rest, the number of games the move won, the number it lost, the move,
//! and the position in canonical form. Lessons about the same move add up, and the last row of a
//! position determines its age. So a new lesson is a row at the end of the file. If a row does not match
//! its checksum, the file is refused, and the error names the line.

use super::canonical::Canonical;
use crate::{Gomoku, Point, Size, notation};
use files::Header;
use search::notation::quote;
use search::{Game, Notation};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashMap;

/// The results of a move.
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

/// A position with the moves that were tried in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// The number of its last lesson; larger is newer.
    last: u64,
    size: Size,
    moves: Vec<(Point, Tally)>,
}

/// A lesson: a move in a position, and its result.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub(super) place: Canonical,
    pub(super) mv: Point,
    pub(super) tally: Tally,
}

impl Lesson {
    /// The lesson of a move in this position.
    pub fn new(position: &Gomoku, mv: Point, tally: Tally) -> Lesson {
        let place = Canonical::of(position);
        Lesson { mv: place.there(mv), place, tally }
    }

    /// The lesson as a row of the file.
    pub(super) fn entry(&self) -> Entry {
        let Canonical { text, size, .. } = &self.place;
        Entry { position: text.clone(), size: *size, mv: self.mv, tally: self.tally }
    }
}

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The canonical text of the position.
    position: String,
    size: Size,
    mv: Point,
    tally: Tally,
}

/// The row is one string, so that its checksum covers all of it.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Entry { position, size, mv, tally: Tally { won, lost } } = self;
        let rest = format!("{won} {lost} {} {position}", notation::point_text(*size, *mv));
        serializer.collect_str(&format_args!("{:016x} {rest}", checksum(rest.as_bytes())))
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        parse_entry(&text).map_err(|(found, allowed)| {
            serde::de::Error::custom(format_args!("found {found}, allowed: {allowed}"))
        })
    }
}

/// The first line of the file.
#[derive(Serialize)]
pub(super) struct Head {
    pub(super) game: &'static str,
}

impl Header for Head {
    const KIND: &'static str = "plywood-experience";
    const VERSION: u32 = 2;
}

/// FNV-1a (Fowler, Noll, Vo 1991): detects accidental changes.
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
    /// The memory that results from the rows of a file, in their order.
    pub fn of(rows: impl IntoIterator<Item = Entry>) -> Memory {
        let mut memory = Memory::default();
        rows.into_iter().for_each(|entry| memory.add_entry(entry));
        memory
    }

    /// Adds a lesson.
    pub fn add(&mut self, lesson: &Lesson) {
        self.add_entry(lesson.entry());
    }

    fn add_entry(&mut self, Entry { position, size, mv, tally }: Entry) {
        self.clock += 1;
        let fresh = Place { last: 0, size, moves: Vec::new() };
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

    /// The number of moves of a position that have lost; images of a move count once.
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

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the memory is empty.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Removes the oldest positions beyond this number. Returns how many were removed.
    pub fn trim(&mut self, most: usize) -> usize {
        let excess = self.places.len().saturating_sub(most);
        let oldest: Vec<String> =
            self.iter().take(excess).map(|(text, _)| text.to_owned()).collect();
        oldest.iter().for_each(|text| drop(self.places.remove(text)));
        excess
    }

    /// Removes a position. Returns whether it was present.
    pub fn forget(&mut self, position: &Gomoku) -> bool {
        self.places.remove(&Canonical::of(position).text).is_some()
    }

    /// The memory as rows, the oldest position first.
    pub fn entries(&self) -> Vec<Entry> {
        let mut places: Vec<_> = self.places.iter().collect();
        places.sort_by_key(|(_, place)| place.last);
        let rows = places.into_iter().flat_map(|(position, place)| {
            let entry =
                |&(mv, tally)| Entry { position: position.clone(), size: place.size, mv, tally };
            place.moves.iter().map(entry)
        });
        rows.collect()
    }
}

type Refusal = (String, &'static str);

fn parse_entry(text: &str) -> Result<Entry, Refusal> {
    let shape = "a checksum, two numbers, a move and a position";
    let refuse = || (quote(text), shape);
    let (sum, rest) = text.split_once(' ').ok_or_else(refuse)?;
    let is_sum = sum.len() == 16 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_sum {
        return Err(refuse());
    }
    if u64::from_str_radix(sum, 16).ok() != Some(checksum(rest.as_bytes())) {
        return Err(("a row that was changed or damaged".into(), "rows as they were written"));
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
    Ok(Entry { position: position.to_owned(), size: game.size(), mv: point, tally })
}

#[cfg(test)]
mod tests;
