//! `solve`: the fewest moves of each of some positions; and what came of one search.

use super::{SearchConfig, SlidingPuzzle, input};
use crate::sliding_puzzle::{self as puzzle, Answer, Board, Goal, Heuristic};
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use search::StopFlag;
use search::graph::Unsolved;
use serde_json::{Map, Value, json};

/// Arguments of `solve`.
#[derive(Args)]
pub(super) struct Solve {
    /// Positions: rows joined by / or one list of numbers, quoted; files with one on each line; - for
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
        let Answer { stats, .. } = &solved.answer;
        let header = if index == 0 { COLUMNS } else { "" };
        let text = format!(
            "{header}{board}\t{}\t{}\t{}\t{}\t{:.9}\t{}\n",
            solved.moves().unwrap_or(-1),
            solved.estimate,
            stats.expanded,
            stats.generated,
            stats.seconds,
            solved.tiles().unwrap_or_default(),
        );
        let mut row = Map::new();
        row.insert("position".into(), json!(board.to_string()));
        row.insert("algorithm".into(), json!(config.search.algorithm));
        row.insert("heuristic".into(), json!(solved.heuristic));
        row.extend(solved.fields());
        row.insert("seconds".into(), json!(stats.seconds));
        context.result(&row, &text)?;
    }
    Ok(Finish::Done)
}

/// A position and what a search found.
pub(super) struct Solved {
    board: Board,
    goal: Goal,
    /// `None` where the algorithm uses none.
    heuristic: Option<Heuristic>,
    /// What the heuristic says of the start.
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

    /// The number of moves, -1 where there is no solution, `None` where that is not known.
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

    /// Why the number of moves is not known, with the key that would change it.
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

    /// The fields of the result that are the same on every run.
    pub(super) fn fields(&self) -> Map<String, Value> {
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
        let fields = [
            ("moves", json!(self.moves())),
            ("tiles", json!(self.tiles())),
            ("estimate", json!(self.estimate)),
            ("expanded", json!(stats.expanded)),
            ("generated", json!(stats.generated)),
            ("iterations", json!(stats.iterations)),
            ("reopened", json!(stats.reopened)),
            ("ended", json!(ended)),
            ("replayed", json!(replayed)),
        ];
        fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
    }
}
