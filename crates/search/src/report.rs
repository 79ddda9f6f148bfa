//! What a search found: [`Report`], and an [`Iteration`] after every finished depth.

use crate::{Game, Score};
use std::time::Duration;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The depth limit was reached.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The time was up.
    Time,
    /// The stop flag was raised.
    Stopped,
    /// A win or loss was proven that no deeper search can change.
    Decided,
    /// The domain's solver answered for the root.
    Solved,
    /// The move was known from an opening book, and nothing was searched.
    Book,
    /// The root position is already over.
    GameOver,
}

/// One root move with its value: the first is the best. More than one only when several lines were
/// asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The value for the side to move at the root.
    pub score: Score,
    /// The principal variation, the root move first.
    pub pv: Vec<M>,
}

/// A finished iteration.
#[derive(Clone, Debug)]
pub struct Iteration<M> {
    /// Depth in plies.
    pub depth: u32,
    /// The best lines, best first.
    pub lines: Vec<Line<M>>,
    /// Nodes visited since the search began, all threads.
    pub nodes: u64,
    /// The sum of the domain's counting hook.
    pub counted: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Share of the table in use by this search, in thousandths.
    pub table_permille: u32,
}

impl<M> Iteration<M> {
    /// Nodes per second so far.
    pub fn nps(&self) -> f64 {
        per_second(self.nodes, self.time)
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The move to play; `None` only if the game is over.
    pub best: Option<G::Move>,
    /// The value of the root for its side to move.
    pub score: Score,
    /// The last finished depth. 0: the domain's solver answered for the root
    /// ([`StopReason::Solved`]), or not even the first iteration finished and `best` is the first
    /// candidate.
    pub depth: u32,
    /// The best lines of the last finished iteration, best first.
    pub lines: Vec<Line<G::Move>>,
    /// Nodes visited: positions entered, leaves and quiescence included, the root not.
    pub nodes: u64,
    /// The sum of the domain's counting hook.
    pub counted: u64,
    /// Wall time.
    pub time: Duration,
    /// Share of the table in use by this search, in thousandths.
    pub table_permille: u32,
    /// Why it ended.
    pub reason: StopReason,
    /// If the domain's solver answered for the root ([`StopReason::Solved`]), why it did.
    pub solver: Option<String>,
}

impl<G: Game> Report<G> {
    /// The principal variation.
    pub fn pv(&self) -> &[G::Move] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }

    /// Nodes per second.
    pub fn nps(&self) -> f64 {
        per_second(self.nodes, self.time)
    }
}

fn per_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9)
}
