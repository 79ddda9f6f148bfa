//! Book learning: chooses the next line and plays the game.
//!
//! Every game leaves the book by the deviation with the lowest cost (drop-out expansion, Lincke 2000).
//! Each ply has a cost, and so does every disc that a move loses against the best. So good lines are
//! extended deeply and doubtful ones a little, and every line is extended eventually.

use super::{Book, Deviation, Hundredths, ply, step};
use crate::notation::passes;
use crate::rules::board::Board;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use record::{PlayedGame, Remarks};
use search::{Analyst, Game, Limits, Request, StopFlag};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// The cost of a ply, in hundredths of a disc: a move that loses two discs is tried when the best line is
/// four plies longer.
const PLY_COST: Hundredths = 50;

impl Book {
    /// The moves from `root` up to and including the deviation with the lowest cost, within `plies` discs
    /// after the start; `None` if there is none.
    pub fn cheapest_deviation(&self, root: &Othello, plies: u32) -> Option<Vec<Move>> {
        // Cost, whether the last move leaves the book, the moves. Ties are broken by the moves, so that
        // the result is deterministic.
        let mut open = BinaryHeap::from([Reverse((0, false, Vec::new()))]);
        let mut done: BTreeSet<Board> = BTreeSet::new();
        while let Some(Reverse((cost, leaves, path))) = open.pop() {
            if leaves {
                return Some(path);
            }
            let mut position = *root;
            for &mv in &path {
                position = step(&position, mv).0;
            }
            let Some(entry) = self.get(&position).filter(|_| ply(&position) < plies) else {
                continue;
            };
            if !done.insert(position.board().canonical()) {
                continue;
            }
            for known in self.moves(&position) {
                let leaves = self.after(&position, known.mv).is_none();
                let next = step(&position, known.mv).0;
                if next.outcome().is_some() {
                    continue;
                }
                let lost = (entry.value() - known.value).max(0);
                let path = [&path[..], &[known.mv]].concat();
                open.push(Reverse((cost + PLY_COST + lost, leaves, path)));
            }
        }
        None
    }
}

/// The result of a step of learning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// This game was played and added.
    Learned(Box<PlayedGame<Othello>>),
    /// There is no deviation left within the plies, or the book is full.
    NothingLeft,
    /// It was stopped, and the game was dropped.
    Stopped,
}

/// Plays games for a book.
pub(crate) struct Learner<'a> {
    /// Plays both sides.
    pub(crate) engine: &'a mut dyn Analyst<Othello>,
    /// The limits of every search.
    pub(crate) limits: Limits,
    /// The depth of the book, in discs after the start.
    pub(crate) plies: u32,
    /// Stops learning.
    pub(crate) stop: StopFlag,
}

impl Learner<'_> {
    /// Plays one game from the deviation with the lowest cost below `root`, adds it and explores the new
    /// positions.
    pub(crate) fn play(&mut self, book: &mut Book, root: &Othello) -> Step {
        if self.explore(book).is_none() {
            return Step::Stopped;
        }
        let path = match book.get(root) {
            Some(_) => match book.cheapest_deviation(root, self.plies) {
                Some(path) => path,
                None => return Step::NothingLeft,
            },
            None => Vec::new(),
        };
        let mut game = PlayedGame::new(*root);
        for mv in path {
            if passes::play(&mut game, mv, Remarks::default()).is_err() {
                return Step::NothingLeft;
            }
        }
        self.engine.new_game();
        while game.position().outcome().is_none() {
            let Some((mv, _)) = self.best(game.position(), &[]) else { return Step::Stopped };
            if game.play(mv).is_err() {
                return Step::NothingLeft;
            }
        }
        if !book.add_game(&game, self.plies) || self.explore(book).is_none() {
            return if self.stop.is_stopped() { Step::Stopped } else { Step::NothingLeft };
        }
        Step::Learned(Box::new(game))
    }

    /// Finds the deviation of every unexplored position; `None` if it was stopped.
    pub(crate) fn explore(&mut self, book: &mut Book) -> Option<()> {
        for position in book.unexplored(self.plies) {
            let ways_out = book.unknown_moves(&position);
            let found = match &ways_out[..] {
                [] => None,
                ways_out => Some(self.best(&position, ways_out)?),
            };
            book.explore(&position, found);
            debug_assert!(book.get(&position).is_some_and(|e| e.deviation != Deviation::Unknown));
        }
        book.propagate();
        Some(())
    }

    /// The best of these moves (of all moves if the list is empty) and its value; `None` if it was stopped.
    fn best(&mut self, position: &Othello, among: &[Move]) -> Option<(Move, Hundredths)> {
        let request = Request {
            root_moves: among.to_vec(),
            stop: self.stop.clone(),
            ..Request::new(*position, self.limits.clone())
        };
        let report = self.engine.search(&request, &mut |_| ());
        let discs = report.score.points(self.engine.units_per_point());
        let value = (100.0 * discs).round() as Hundredths;
        report.best.filter(|_| !self.stop.is_stopped()).map(|mv| (mv, value))
    }
}
