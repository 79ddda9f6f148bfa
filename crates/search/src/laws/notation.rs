//! The laws of [`Notation`]: what is written reads back, and no text makes reading panic.

use super::walk::{Visit, walk};
use crate::rng::Rng;
use crate::{Notation, NotationError};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Altered texts tried at each position.
const ALTERED: usize = 24;
/// Characters that readers stumble over: separators, signs, digits, case, more than one byte wide,
/// wide digits, combining, invisible.
const ODD: [char; 24] = [
    ' ', '\t', '\n', '\0', '/', '-', '+', '.', ',', '=', '0', '9', 'a', 'z', 'A', 'X', 'O', '*',
    'é', '炮', '٣', '\u{301}', '\u{200b}', '🂡',
];

/// Plays `games` random games from `start` and checks every law of [`Notation`] at every position.
///
/// # Panics
/// When a law is broken.
pub fn check_notation<G: Notation + PartialEq + Debug>(start: &G, games: usize, seed: u64) {
    written_positions_read_back(start, games, seed);
    written_moves_read_back(start, games, seed);
    altered_text_never_panics(start, games, seed);
}

/// A position that was written reads back equal, on one line.
pub fn written_positions_read_back<G: Notation + PartialEq + Debug>(
    start: &G,
    games: usize,
    seed: u64,
) {
    walk("written positions read back", start, games, seed, |visit| {
        let text = visit.position.position_text();
        visit.require(!text.contains('\n'), || format!("the text has several lines: {text:?}"));
        match G::parse_position(&text) {
            Ok(read) => visit.require(read == *visit.position, || {
                format!("the text {text:?} reads as another position: {read:?}")
            }),
            Err(error) => visit.broken(format!("the text {text:?} is refused: {error}")),
        }
    });
}

/// Every legal move that was written reads back equal, so no two of them are written alike.
pub fn written_moves_read_back<G: Notation + PartialEq + Debug>(
    start: &G,
    games: usize,
    seed: u64,
) {
    walk("written moves read back", start, games, seed, |visit| {
        for &mv in visit.moves {
            let text = visit.position.move_text(mv);
            let read = visit.position.parse_move(&text);
            visit.require(read == Ok(mv), || {
                format!("{mv:?} is written as {text:?}, which reads as {read:?}")
            });
        }
    });
}

/// Reading any text, however damaged, answers without a panic; a position it accepts can be written
/// and read again, and a move it accepts is legal.
pub fn altered_text_never_panics<G: Notation + PartialEq + Debug>(
    start: &G,
    games: usize,
    seed: u64,
) {
    walk("altered text never panics", start, games, seed, |visit| {
        let mut rng = visit.rng();
        let position = visit.position.position_text();
        let mv = visit.moves.first().map(|&mv| visit.position.move_text(mv)).unwrap_or_default();
        for _ in 0..ALTERED {
            let text = altered(&position, &mut rng);
            if let Some(read) = unharmed(visit, &text, || G::parse_position(&text)) {
                let again = G::parse_position(&read.position_text());
                visit.require(again.as_ref() == Ok(&read), || {
                    format!("{text:?} reads as {read:?}, which is written and read as {again:?}")
                });
            }
            let text = altered(&mv, &mut rng);
            if let Some(mv) = unharmed(visit, &text, || visit.position.parse_move(&text)) {
                let legal = visit.moves.contains(&mv);
                visit.require(legal, || format!("{text:?} reads as {mv:?}, which is not legal"));
            }
        }
    });
}

/// What reading answers, if it accepts the text; a panic inside breaks the law with the text named.
fn unharmed<G: Notation + Debug, T>(
    visit: &Visit<'_, G>,
    text: &str,
    read: impl FnOnce() -> Result<T, NotationError>,
) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(answer) => answer.ok(),
        Err(_) => visit.broken(format!("reading {text:?} panicked")),
    }
}

/// The text with one to four pieces of damage.
fn altered(text: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(4) {
        let at = rng.below(chars.len());
        let odd = ODD[rng.below(ODD.len())];
        match rng.below(8) {
            0 => chars.insert(at, odd),
            1 => chars.truncate(at),
            2 => drop(chars.drain(..at)),
            3 => chars.extend_from_within(at..),
            4 => chars.splice(at..at, "99999999999999999999999".chars()).for_each(drop),
            _ if chars.is_empty() => chars.push(odd),
            5 => drop(chars.remove(at)),
            6 => chars[at] = odd,
            _ => {
                let other = rng.below(chars.len());
                chars.swap(at, other);
            }
        }
    }
    chars.into_iter().collect()
}
