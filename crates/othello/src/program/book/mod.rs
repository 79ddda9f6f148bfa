//! The opening book, learned from self-play: [`Book`].
//!
//! A book is a graph of positions, as in Buro's *Toward opening book learning* (1997). Each position has
//! the average result of its games and, once explored, the best move that leads out of the book, its
//! *deviation*, with the value of a search. Values are propagated by negamax: a move that led to lost games
//! falls below the deviation, and the next game takes another line.
//!
//! - `file`: the file format, and how a book is written safely.
//! - `learn`: which line is played next (drop-out expansion, Lincke 2000), and the games.
//! - `player`: an engine that uses the book. `verb`: the verb `book`.

mod file;
mod learn;
mod player;
mod verb;

pub use file::BookError;
pub(crate) use player::{Booked, SharedBook};
pub(crate) use verb::run;

use crate::rules::board::{Board, Size};
use crate::rules::game::{Othello, Scoring};
use crate::rules::square::Move;
use record::PlayedGame;
use search::{Game, Side};
use std::collections::BTreeMap;

/// Values are in hundredths of a disc, for the side to move.
pub type Hundredths = i32;

/// The default depth of a book, in discs after the start.
pub(crate) const PLIES: u32 = 20;

/// The maximum number of positions in a book, to bound memory.
pub const MOST_POSITIONS: usize = 1_000_000;

/// The best way out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// Not explored yet.
    Unknown,
    /// Every move leads to a position of the book or to the end of the game.
    Nothing,
    /// This move, with its value from a search.
    Move(Move, Hundredths),
}

/// A position of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The average result of its games for the side to move.
    pub result: Hundredths,
    /// The number of games through it.
    pub games: u32,
    /// The best move that leads out of the book.
    pub deviation: Deviation,
    /// The value propagated from the positions below it.
    value: Hundredths,
}

impl Entry {
    /// The value for the side to move: the best of its moves inside the book and of its deviation; if it
    /// has neither, the result of its games.
    pub fn value(&self) -> Hundredths {
        self.value
    }
}

/// A move with a value in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side that plays it.
    pub value: Hundredths,
    /// The number of games with it; 0 for a deviation.
    pub games: u32,
}

/// An opening book for one board size.
///
/// Symmetric positions are stored once. A position in which the side to move must pass is stored as the
/// one after the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    size: Size,
    entries: BTreeMap<Board, Entry>,
}

impl Book {
    /// An empty book.
    pub fn new(size: Size) -> Book {
        Book { size, entries: BTreeMap::new() }
    }

    /// The size of its board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All positions in their canonical orientation, with the side to move as black.
    pub fn entries(&self) -> impl Iterator<Item = (Board, &Entry)> {
        self.entries.iter().map(|(&board, entry)| (board, entry))
    }

    /// The entry of a position in which the side to move need not pass.
    pub fn get(&self, position: &Othello) -> Option<&Entry> {
        self.entries.get(&self.place(position)?)
    }

    /// The key of a position, if it can be in the book.
    fn place(&self, position: &Othello) -> Option<Board> {
        (position.size() == self.size && position.moves() != 0)
            .then(|| position.board().canonical())
    }

    /// The value (for the side that moves) and the games of the position after a move and, if the opponent
    /// must pass, after the pass. At the end of the game the value is exact.
    fn after(&self, position: &Othello, mv: Move) -> Option<(Hundredths, u32)> {
        let (next, sign) = step(position, mv);
        if next.outcome().is_some() {
            return Some((sign * 100 * final_score(&next), 0));
        }
        self.get(&next).map(|entry| (sign * entry.value, entry.games))
    }

    /// The moves with a value in the book, including the deviation, best first. Symmetric moves are all
    /// listed.
    pub fn moves(&self, position: &Othello) -> Vec<BookMove> {
        let Some(entry) = self.get(position) else { return Vec::new() };
        let away = self.deviation(position, entry);
        let known = |mv: Move| match self.after(position, mv) {
            Some((value, games)) => Some(BookMove { mv, value, games }),
            None => match away {
                Some((target, value)) if target == self.target(position, mv) => {
                    Some(BookMove { mv, value, games: 0 })
                }
                _ => None,
            },
        };
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut moves: Vec<BookMove> = legal.into_iter().filter_map(known).collect();
        moves.sort_by_key(|one| (-one.value, one.mv));
        moves
    }

    /// The position after the deviation of an entry, and its value.
    fn deviation(&self, position: &Othello, entry: &Entry) -> Option<(Board, Hundredths)> {
        let Deviation::Move(mv, value) = entry.deviation else { return None };
        let turned = Othello::new(position.board().canonical(), Side::First, self.size);
        turned.is_legal(mv).then(|| (self.target(&turned, mv), value))
    }

    /// The canonical board after a move, which identifies the move in every orientation.
    fn target(&self, position: &Othello, mv: Move) -> Board {
        step(position, mv).0.board().canonical()
    }

    /// The moves that lead out of the book, one of each set of symmetric moves.
    pub fn unknown_moves(&self, position: &Othello) -> Vec<Move> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut seen = Vec::new();
        legal.retain(|&mv| {
            let target = self.target(position, mv);
            let new = self.after(position, mv).is_none() && !seen.contains(&target);
            seen.push(target);
            new
        });
        legal
    }

    /// The move to play. In a position that was not explored, only a move that does not lose.
    pub fn best(&self, position: &Othello) -> Option<BookMove> {
        let explored = self.get(position)?.deviation != Deviation::Unknown;
        self.moves(position).into_iter().next().filter(|best| explored || best.value >= 0)
    }

    /// The line of best moves, at most this long.
    pub fn line(&self, position: &Othello, most: usize) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        while line.len() < most {
            let mv = match self.best(&position) {
                Some(best) => best.mv,
                // A pass is forced, and the book continues after it.
                None if position.is_legal(Move::PASS) && !line.is_empty() => Move::PASS,
                None => break,
            };
            position.play(mv);
            line.push(mv);
        }
        if line.last() == Some(&Move::PASS) {
            line.pop();
        }
        line
    }

    /// Adds a finished game: its positions, up to `plies` discs after the start, and its result. New
    /// positions, and those whose deviation is now inside the book, are unexplored. Returns false, and adds
    /// nothing, if the game is not over, has another board size, or would make the book too large.
    pub fn add_game(&mut self, game: &PlayedGame<Othello>, plies: u32) -> bool {
        let end = game.position();
        if end.outcome().is_none() || end.size() != self.size || self.len() + 60 > MOST_POSITIONS {
            return false;
        }
        let for_black = 100 * final_score(end) * if end.side() == Side::First { 1 } else { -1 };
        let mut position = *game.start();
        for mv in game.moves() {
            if ply(&position) > plies {
                break;
            }
            if let Some(place) = self.place(&position) {
                let result = if position.side() == Side::First { for_black } else { -for_black };
                let entry = self.entries.entry(place).or_insert(Entry {
                    result,
                    games: 0,
                    deviation: Deviation::Unknown,
                    value: result,
                });
                entry.games = entry.games.saturating_add(1);
                entry.result += (result - entry.result) / entry.games as i32;
            }
            position.play(mv);
        }
        self.propagate();
        true
    }

    /// Sets the deviation of a position of the book. A move that stays inside the book is not one.
    pub fn explore(&mut self, position: &Othello, found: Option<(Move, Hundredths)>) {
        let Some(place) = self.place(position) else { return };
        let deviation = match found {
            Some((mv, value)) if self.after(position, mv).is_none() => {
                // The same move in the canonical orientation.
                let target = self.target(position, mv);
                let turned = Othello::new(place, Side::First, self.size);
                let same = |other: &Move| self.target(&turned, *other) == target;
                let mut legal = Vec::new();
                turned.legal_moves(&mut legal);
                legal.into_iter().find(same).map_or(Deviation::Unknown, |mv| {
                    Deviation::Move(mv, value.clamp(-file::MOST_VALUE, file::MOST_VALUE))
                })
            }
            Some(_) => Deviation::Unknown,
            None => Deviation::Nothing,
        };
        if let Some(entry) = self.entries.get_mut(&place) {
            entry.deviation = deviation;
        }
    }

    /// The unexplored positions less than `plies` discs after the start, latest first.
    fn unexplored(&self, plies: u32) -> Vec<Othello> {
        let unknown = self.entries().filter(|(_, entry)| entry.deviation == Deviation::Unknown);
        let mut all: Vec<Othello> = unknown
            .map(|(board, _)| Othello::new(board, Side::First, self.size))
            .filter(|position| ply(position) < plies)
            .collect();
        all.sort_by_key(|position| std::cmp::Reverse(ply(position)));
        all
    }

    /// Propagates the values from the leaves to the start, and resets deviations that are now inside the
    /// book.
    pub fn propagate(&mut self) {
        let mut boards: Vec<Board> = self.entries.keys().copied().collect();
        // Children first: every move adds a disc.
        boards.sort_by_key(|board| std::cmp::Reverse((board.own | board.opp).count_ones()));
        let mut legal = Vec::new();
        for board in boards {
            let position = Othello::new(board, Side::First, self.size);
            legal.clear();
            position.legal_moves(&mut legal);
            let inside = legal.iter().filter_map(|&mv| self.after(&position, mv)).map(|(v, _)| v);
            let best_inside = inside.max();
            let Some(mut entry) = self.entries.get(&board).copied() else { continue };
            if let Deviation::Move(mv, _) = entry.deviation
                && self.after(&position, mv).is_some()
            {
                entry.deviation = Deviation::Unknown;
            }
            let away = match entry.deviation {
                Deviation::Move(_, value) => Some(value),
                _ => None,
            };
            entry.value = best_inside.max(away).unwrap_or(entry.result);
            self.entries.insert(board, entry);
        }
    }
}

/// The final score by the tournament rule, whatever rule the game was played with.
fn final_score(end: &Othello) -> i32 {
    end.scored(Scoring::WinnerTakesEmpties).final_score()
}

/// The number of discs played since the start.
fn ply(position: &Othello) -> u32 {
    let board = position.board();
    (board.own | board.opp).count_ones().saturating_sub(4)
}

/// The position after a move and, if the opponent must pass, after the pass; and the sign that converts its
/// values to those of the side that moved.
fn step(position: &Othello, mv: Move) -> (Othello, i32) {
    let mut next = *position;
    next.play(mv);
    if next.is_legal(Move::PASS) {
        next.play(Move::PASS);
        return (next, 1);
    }
    (next, -1)
}

#[cfg(test)]
mod tests;
