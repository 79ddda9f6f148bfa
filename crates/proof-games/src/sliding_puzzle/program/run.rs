//! `solve`: solves each position in the fewest moves. [`Solved`] is the result of one search.

use super::{SearchConfig, SlidingPuzzle, input};
use crate::sliding_puzzle::{self as puzzle, Answer, Board, Goal, Heuristic};
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use search::StopFlag;
use search::graph::{GraphAlgorithm, Unsolved};
use serde::Serialize;

/// Arguments of `solve`.
#[derive(Args)]
pub(super) struct Solve {
    /// Positions (rows joined by /, or one list of numbers, quoted), files with one per line, or - for
    /// standard input
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,
}

/// The columns of the text.
const COLUMNS: &str = "position\tmoves\testimate\texpanded\tgenerated\tseconds\ttiles\n";

/// Runs the verb.
pub(super) fn solve(context: &Context<SlidingPuzzle>, args: Solve) -> Result<Finish, HarnessError> {
    let config = context.config();
    let boards = input::positions(config, &args.positions)?;
    for (index, board) in boards.iter().enumerate() {
        let solved = Solved::new(board, config.puzzle.goal, &config.search, &context.stop());
        if let Some(reason) = solved.gave_up(&config.search) {
            return Err(HarnessError::input(format!("position {:?}", board.to_string()), reason));
        }
        let row = SolveRow {
            position: board.to_string(),
            algorithm: config.search.algorithm,
            heuristic: solved.heuristic,
            solved: solved.row(),
            seconds: solved.answer.stats.seconds,
        };
        let header = if index == 0 { COLUMNS } else { "" };
        context.result(&row, &format!("{header}{}", row.text()))?;
    }
    Ok(Finish::Done)
}

/// A position with its solution.
#[derive(Serialize)]
struct SolveRow {
    /// The position.
    position: String,
    /// The algorithm.
    algorithm: GraphAlgorithm,
    /// The heuristic; `null` if the algorithm uses none.
    heuristic: Option<Heuristic>,
    #[serde(flatten)]
    solved: SolvedRow,
    /// Time used.
    seconds: f64,
}

/// What a search found, the same on every run.
#[derive(Serialize)]
pub(super) struct SolvedRow {
    /// The number of moves, -1 if there is no solution; `null` if the search gave up.
    moves: Option<i64>,
    /// The tiles in the order in which they slide.
    tiles: Option<String>,
    /// The heuristic's estimate for the position.
    estimate: u64,
    /// States expanded.
    expanded: u64,
    /// States generated.
    generated: u64,
    /// Iterations of an iterative deepening search.
    iterations: u64,
    /// States expanded again because a shorter way to them was found.
    reopened: u64,
    /// `solved`, `unsolvable` or `gave up`.
    ended: &'static str,
    /// Whether the tiles solve the position when replayed; true without a solution.
    replayed: bool,
}

impl SolveRow {
    fn text(&self) -> String {
        let SolvedRow { moves, tiles, estimate, expanded, generated, .. } = &self.solved;
        format!(
            "{}\t{}\t{estimate}\t{expanded}\t{generated}\t{:.9}\t{}\n",
            self.position,
            moves.unwrap_or(-1),
            self.seconds,
            tiles.as_deref().unwrap_or_default(),
        )
    }
}

/// A position and the result of its search.
pub(super) struct Solved {
    board: Board,
    goal: Goal,
    /// `None` if the algorithm uses none.
    heuristic: Option<Heuristic>,
    /// The heuristic's estimate for the position.
    estimate: u64,
    pub(super) answer: Answer,
}

impl Solved {
    pub(super) fn new(board: &Board, goal: Goal, config: &SearchConfig, stop: &StopFlag) -> Self {
        let heuristic = config.algorithm.estimates().then_some(config.heuristic);
        let answer = puzzle::solve(board, goal, config.heuristic, &config.into(), stop);
        let estimate = puzzle::estimate(board, goal, heuristic.unwrap_or(Heuristic::None));
        Solved { board: *board, goal, heuristic, estimate, answer }
    }

    /// The number of moves, -1 if there is no solution, `None` if the search gave up.
    pub(super) fn moves(&self) -> Option<i64> {
        match &self.answer.solution {
            Ok(tiles) => Some(tiles.len() as i64),
            Err(Unsolved::Exhausted) => Some(-1),
            Err(_) => None,
        }
    }

    /// The tiles in the order in which they slide.
    fn tiles(&self) -> Option<String> {
        let tiles = self.answer.solution.as_ref().ok()?;
        Some(tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
    }

    /// Why the search gave up, with the key of the limit that it reached.
    fn gave_up(&self, config: &SearchConfig) -> Option<String> {
        let error = self.answer.solution.as_ref().err()?;
        let key = match error {
            Unsolved::Exhausted => return None,
            Unsolved::ExpansionLimit(_) => "search.max-expansions",
            Unsolved::StateLimit(_) => "search.max-states",
            Unsolved::TimeLimit(_) => "search.seconds",
            Unsolved::Stopped => return Some(error.to_string()),
        };
        Some(format!("{} {error} ({key})", config.algorithm))
    }

    pub(super) fn row(&self) -> SolvedRow {
        let stats = &self.answer.stats;
        let ended = match self.moves() {
            Some(-1) => "unsolvable",
            Some(_) => "solved",
            None => "gave up",
        };
        let replayed = match &self.answer.solution {
            Ok(tiles) => self.board.is_solved_by(tiles, self.goal),
            Err(_) => true,
        };
        SolvedRow {
            moves: self.moves(),
            tiles: self.tiles(),
            estimate: self.estimate,
            expanded: stats.expanded,
            generated: stats.generated,
            iterations: stats.iterations,
            reopened: stats.reopened,
            ended,
            replayed,
        }
    }
}
