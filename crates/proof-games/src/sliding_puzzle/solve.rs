//! Solves a board ([`solve`]), and counts all states of a puzzle by depth ([`depths`]).

use super::board::{Board, Goal, Size};
use super::conflicts::LinearConflict;
use super::distances::PerTile;
use super::space::{Space, State, Word};
use search::StopFlag;
use search::graph::{self, Cost, GraphConfig, GraphStats, StateSpace, Unsolved, Zero};
use std::collections::HashSet;
use std::fmt;

/// A heuristic, by its name in a configuration. All are consistent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "harness", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "harness", serde(rename_all = "kebab-case"))]
pub enum Heuristic {
    /// The distance of every tile from its goal.
    Manhattan,
    /// The same, plus two for every tile that must leave its goal row or column to let others pass.
    #[default]
    LinearConflict,
    /// One for every tile that is not at its goal.
    Misplaced,
    /// Always zero.
    None,
}

impl Heuristic {
    /// All of them, for a comparison.
    pub const ALL: [Heuristic; 4] =
        [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::Misplaced, Heuristic::None];

    /// The name in a configuration and in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Heuristic::Manhattan => "manhattan",
            Heuristic::LinearConflict => "linear-conflict",
            Heuristic::Misplaced => "misplaced",
            Heuristic::None => "none",
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The tiles in the order in which they slide, as few as possible; or why they are not known.
    /// [`Unsolved::Exhausted`] says that the board cannot be solved.
    pub solution: Result<Vec<u8>, Unsolved>,
    /// The counts of the search.
    pub stats: GraphStats,
}

/// Solves a board in the fewest moves. An unsolvable board is detected without a search. Raising `stop`
/// from another thread ends the search early.
pub fn solve(
    board: &Board,
    goal: Goal,
    heuristic: Heuristic,
    config: &GraphConfig,
    stop: &StopFlag,
) -> Answer {
    if !board.is_solvable(goal) {
        return Answer { solution: Err(Unsolved::Exhausted), stats: GraphStats::default() };
    }
    match fits_a_word(board.size()) {
        true => by::<u64>(board, goal, heuristic, config, stop),
        false => by::<u128>(board, goal, heuristic, config, stop),
    }
}

/// The heuristic's estimate for a board.
pub fn estimate(board: &Board, goal: Goal, heuristic: Heuristic) -> Cost {
    fn of<W: Word>(board: &Board, goal: Goal, heuristic: Heuristic) -> Cost {
        let (size, state) = (board.size(), State::<W>::new(board));
        use graph::Heuristic as _;
        match heuristic {
            Heuristic::Manhattan => PerTile::manhattan(size, goal).estimate(&state),
            Heuristic::LinearConflict => LinearConflict::new(size, goal).estimate(&state),
            Heuristic::Misplaced => PerTile::misplaced(size, goal).estimate(&state),
            Heuristic::None => Zero.estimate(&state),
        }
    }
    match fits_a_word(board.size()) {
        true => of::<u64>(board, goal, heuristic),
        false => of::<u128>(board, goal, heuristic),
    }
}

fn fits_a_word(size: Size) -> bool {
    size.cells() <= 16
}

fn by<W: Word>(
    board: &Board,
    goal: Goal,
    heuristic: Heuristic,
    config: &GraphConfig,
    stop: &StopFlag,
) -> Answer {
    let size = board.size();
    match heuristic {
        Heuristic::Manhattan => {
            with::<W, _>(board, goal, &PerTile::manhattan(size, goal), config, stop)
        }
        Heuristic::LinearConflict => {
            with::<W, _>(board, goal, &LinearConflict::new(size, goal), config, stop)
        }
        Heuristic::Misplaced => {
            with::<W, _>(board, goal, &PerTile::misplaced(size, goal), config, stop)
        }
        Heuristic::None => with::<W, _>(board, goal, &Zero, config, stop),
    }
}

fn with<W: Word, H: graph::Heuristic<State<W>>>(
    board: &Board,
    goal: Goal,
    heuristic: &H,
    config: &GraphConfig,
    stop: &StopFlag,
) -> Answer {
    let space = Space::<W>::new(board.size(), goal);
    let report = graph::solve(&space, heuristic, State::new(board), config, stop);
    Answer { solution: report.solution.map(|solution| solution.actions), stats: report.stats }
}

/// The number of states that need 0, 1, 2, ... moves, by breadth-first search of all states; `None` if there
/// are more than `limit`.
///
/// ```
/// use proof_games::sliding_puzzle::{Goal, Size, depths};
///
/// let two_by_two = Size::new(2, 2).unwrap();
/// assert_eq!(depths(two_by_two, Goal::BlankFirst, 100), Some(vec![1, 2, 2, 2, 2, 2, 1]));
/// assert_eq!(depths(Size::FIFTEEN, Goal::BlankFirst, 100), None);
/// ```
pub fn depths(size: Size, goal: Goal, limit: usize) -> Option<Vec<u64>> {
    match fits_a_word(size) {
        true => layers::<u64>(size, goal, limit),
        false => layers::<u128>(size, goal, limit),
    }
}

fn layers<W: Word>(size: Size, goal: Goal, limit: usize) -> Option<Vec<u64>> {
    let space = Space::<W>::new(size, goal);
    let mut layer = vec![State::<W>::new(&Board::solved(size, goal))];
    let mut seen: HashSet<State<W>> = layer.iter().copied().collect();
    let mut counts = Vec::new();
    let mut successors = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        let mut next = Vec::new();
        for state in &layer {
            space.successors(state, &mut successors);
            let found = successors.drain(..).map(|(_, state, _)| state);
            next.extend(found.filter(|state| seen.insert(*state)));
        }
        if seen.len() > limit {
            return None;
        }
        layer = next;
    }
    Some(counts)
}
