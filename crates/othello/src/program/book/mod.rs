//! The opening book, learned from our own games: [`Book`].
//!
//! A book is a tree of positions (a graph, since lines meet again), as in Buro's *Toward opening
//! book learning* (1997). Each position remembers how the games through it ended and, once it was
//! explored, the best move that leads out of the book, its *deviation*, with the value that a search
//! gave it. Values are carried back by negamax: a move that led to lost games sinks below the
//! deviation, and the next game goes another way.
//!
//! - `file`: the text it is kept in, and how it is written so that a crash costs nothing.
//! - `learn`: which line is played next (Lincke's drop-out expansion, 2000), and the games.
//! - `player`: an engine that looks into the book first. `verb`: the command `book`.

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

/// How many discs after the start a book goes, unless something else is asked for.
pub(crate) const PLIES: u32 = 20;

/// Most positions that a book may have, so that memory is bounded.
pub const MOST_POSITIONS: usize = 1_000_000;

/// The best way out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// Nobody has looked yet.
    Unknown,
    /// Every move leads to a position of the book or to the end of the game.
    Nothing,
    /// This move, of this value by a search.
    Move(Move, Hundredths),
}

/// What the book knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How the games through it ended for the side to move, on average.
    pub result: Hundredths,
    /// How many games went through it.
    pub games: u32,
    /// The best move that leads out of the book.
    pub deviation: Deviation,
    /// What it is worth, from all that lies below it.
    value: Hundredths,
}

impl Entry {
    /// What it is worth for the side to move: the best of its moves inside the book and of its
    /// deviation; where there are none, the result of its games.
    pub fn value(&self) -> Hundredths {
        self.value
    }
}

/// A move that the book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side that plays it.
    pub value: Hundredths,
    /// How many games went on with it; none for a deviation.
    pub games: u32,
}

/// Positions of one board size with what was learned of them.
///
/// A position and its turned and reflected images are one, and so are a position in which the side to
/// move must pass and the one after the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    size: Size,
    entries: BTreeMap<Board, Entry>,
}

impl Book {
    /// A book without any position.
    pub fn new(size: Size) -> Book {
        Book { size, entries: BTreeMap::new() }
    }

    /// The board it is for.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All positions, each turned so that it comes first among its images, with the side to move as
    /// black.
    pub fn entries(&self) -> impl Iterator<Item = (Board, &Entry)> {
        self.entries.iter().map(|(&board, entry)| (board, entry))
    }

    /// What is known of a position in which the side to move has a move.
    pub fn get(&self, position: &Othello) -> Option<&Entry> {
        self.entries.get(&self.place(position)?)
    }

    /// Where a position stands in the book, if it can.
    fn place(&self, position: &Othello) -> Option<Board> {
        (position.size() == self.size && position.moves() != 0)
            .then(|| position.board().canonical())
    }

    /// The value and the games of the position that a move leads to, for the side that plays it:
    /// through a pass if the other side has no answer, exact at the end of the game.
    fn after(&self, position: &Othello, mv: Move) -> Option<(Hundredths, u32)> {
        let (next, sign) = step(position, mv);
        if next.outcome().is_some() {
            return Some((sign * 100 * final_score(&next), 0));
        }
        self.get(&next).map(|entry| (sign * entry.value, entry.games))
    }

    /// The moves whose value the book knows, the deviation included, the best first. Moves that only
    /// differ by a reflection of the board are all listed.
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

    /// Where the deviation of an entry leads, and its value.
    fn deviation(&self, position: &Othello, entry: &Entry) -> Option<(Board, Hundredths)> {
        let Deviation::Move(mv, value) = entry.deviation else { return None };
        let turned = Othello::new(position.board().canonical(), Side::First, self.size);
        turned.is_legal(mv).then(|| (self.target(&turned, mv), value))
    }

    /// What identifies a move whatever way the board is turned: the board it leads to.
    fn target(&self, position: &Othello, mv: Move) -> Board {
        step(position, mv).0.board().canonical()
    }

    /// The moves that lead out of the book, one of each set of reflections.
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

    /// The move to play, if the book has one to answer for: the best of a position that was explored,
    /// or one that did not lose.
    pub fn best(&self, position: &Othello) -> Option<BookMove> {
        let explored = self.get(position)?.deviation != Deviation::Unknown;
        self.moves(position).into_iter().next().filter(|best| explored || best.value >= 0)
    }

    /// The line that the book would play, at most this long.
    pub fn line(&self, position: &Othello, most: usize) -> Vec<Move> {
        let mut position = *position;
        let mut line = Vec::new();
        while line.len() < most {
            let mv = match self.best(&position) {
                Some(best) => best.mv,
                // A pass is no choice, and the book goes on after it.
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

    /// Takes in a finished game: its positions, up to `plies` discs after the start, and its result.
    /// Those that are new, or whose deviation is now inside the book, must be explored again. Returns
    /// false, and takes in nothing, if the game is not over, is of another size, or would make the book
    /// too large.
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

    /// Puts down the best way out of a position of the book. A move that stays inside is none.
    pub fn explore(&mut self, position: &Othello, found: Option<(Move, Hundredths)>) {
        let Some(place) = self.place(position) else { return };
        let deviation = match found {
            Some((mv, value)) if self.after(position, mv).is_none() => {
                // The name of the move on the board as it stands in the book.
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

    /// Positions at most `plies` discs after the start that nobody has explored, those nearest to the
    /// end first.
    fn unexplored(&self, plies: u32) -> Vec<Othello> {
        let unknown = self.entries().filter(|(_, entry)| entry.deviation == Deviation::Unknown);
        let mut all: Vec<Othello> = unknown
            .map(|(board, _)| Othello::new(board, Side::First, self.size))
            .filter(|position| ply(position) < plies)
            .collect();
        all.sort_by_key(|position| std::cmp::Reverse(ply(position)));
        all
    }

    /// Carries the values back from the leaves to the start, and forgets deviations that have come
    /// inside the book.
    pub fn propagate(&mut self) {
        let mut boards: Vec<Board> = self.entries.keys().copied().collect();
        // Fuller boards first: no move takes a disc away.
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

/// A book counts as tournaments do, whatever the players of a game agreed on.
fn final_score(end: &Othello) -> i32 {
    end.scored(Scoring::WinnerTakesEmpties).final_score()
}

/// Discs put down since the start.
fn ply(position: &Othello) -> u32 {
    let board = position.board();
    (board.own | board.opp).count_ones().saturating_sub(4)
}

/// The position after a move, and after the pass that may have to follow it; and whether its values
/// count for the side that played the move (1) or against it (-1).
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
