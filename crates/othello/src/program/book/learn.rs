//! Learning: which line is played next, and the game that comes of it.
//!
//! Every game leaves the book by the deviation that is cheapest to reach (drop-out expansion, Lincke
//! 2000): each ply costs something, and so does every disc that a move on the way is worse than the
//! best. So good lines are followed deep, doubtful ones a little, and none is forgotten for ever.

use super::{Book, Deviation, Hundredths, ply, step};
use crate::notation::passes;
use crate::rules::board::Board;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use record::{PlayedGame, Remarks};
use search::{Analyst, Game, Limits, Request, StopFlag};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// What a ply costs, in hundredths of a disc lost: a move two discs worse than the best is tried when
/// the best line has become four plies longer.
const PLY_COST: Hundredths = 50;

impl Book {
    /// The moves from `root` to the deviation that is cheapest to reach, itself included, below
    /// `plies` discs after the start; `None` if there is none.
    pub fn cheapest_deviation(&self, root: &Othello, plies: u32) -> Option<Vec<Move>> {
        // Cost, whether the last move leaves the book, the moves. Ties are broken by the moves, so
        // that the same book always answers the same.
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

/// What a step of learning came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// This game was played and taken in.
    Learned(Box<PlayedGame<Othello>>),
    /// No deviation is left within the plies, or the book is full.
    NothingLeft,
    /// It was stopped, and nothing of the game was kept.
    Stopped,
}

/// Plays games for a book.
pub(crate) struct Learner<'a> {
    /// Plays both sides.
    pub(crate) engine: &'a mut dyn Analyst<Othello>,
    /// For every move and every look for a deviation.
    pub(crate) limits: Limits,
    /// How many discs after the start the book goes.
    pub(crate) plies: u32,
    /// Ends it.
    pub(crate) stop: StopFlag,
}

impl Learner<'_> {
    /// Plays one game from the cheapest deviation below `root`, takes it in and explores what is new.
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

    /// Looks for the deviation of every position that has none; `None` if it was stopped.
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

    /// The best of these moves (of all, if there are none) and its value; `None` if it was stopped.
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
