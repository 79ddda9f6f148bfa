//! The verb `experience`: shows and edits what was learned from games.

use super::memory::{Memory, Tally};
use super::store::Store;
use crate::program::domain::FiveInARow;
use crate::{Gomoku, Point, notation};
use clap::{Args, ValueEnum};
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs::input;
use report::{Table, number};
use search::Notation;
use serde::Serialize;

/// Arguments of `experience`.
#[derive(Args)]
pub struct ExperienceArgs {
    /// What to do
    what: What,
    /// Only this position: position string, a file with one, or `-` for standard input
    position: Option<String>,
    /// The number of positions to show, the most recent ones
    #[arg(long, value_name = "N", default_value_t = 20)]
    latest: usize,
    /// Remove everything (with forget)
    #[arg(long, conflicts_with = "position")]
    all: bool,
}

/// A move with its results.
#[derive(Serialize)]
struct MoveRow {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// Games in which it won.
    won: u32,
    /// Games in which it lost.
    lost: u32,
    /// The position in which it was played.
    position: String,
}

/// The result of `experience show`.
#[derive(Serialize)]
struct MovesRow {
    /// The moves, by position, the most recent position last.
    moves: Vec<MoveRow>,
}

/// The result of `experience stats`.
#[derive(Serialize)]
struct StatsRow {
    /// Positions in the file.
    positions: usize,
    /// The maximum number of positions in the file.
    most: usize,
    /// Moves that are avoided because they lost.
    lost: usize,
    /// Moves that are preferred because they won.
    won: usize,
}

/// The result of `experience forget`.
#[derive(Serialize)]
struct ForgottenRow {
    /// The number of positions removed.
    forgotten: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// List positions with the moves that lost or won in them
    Show,
    /// Count positions and moves
    Stats,
    /// Remove a position with its rotations and reflections, or everything
    Forget,
}

/// The verb `experience`.
pub fn run(context: &Context<FiveInARow>, args: ExperienceArgs) -> Result<Finish, HarnessError> {
    let config = context.config();
    let unnamed = || {
        let hint = "no file is set; use --set experience.file=FILE";
        HarnessError::input("experience.file", hint)
    };
    let mut store = config
        .files
        .memory(&config.experience)
        .map_err(HarnessError::other)?
        .ok_or_else(unnamed)?;
    let position = args.position.as_deref().map(|text| input::position(context, Some(text)));
    match (args.what, position.transpose()?) {
        (What::Show, Some(position)) => {
            let moves = store.memory().at(&position);
            show(context, &[(position.position_text(), moves)])
        }
        (What::Show, None) => {
            let memory = store.memory();
            let older = memory.len().saturating_sub(args.latest);
            let latest = memory.iter().skip(older);
            let places: Vec<_> =
                latest.map(|(text, moves)| (text.to_owned(), moves.to_vec())).collect();
            show(context, &places)
        }
        (What::Stats, _) => stats(context, store.memory()),
        (What::Forget, None) if !args.all => {
            Err(HarnessError::input("position", "missing; give a position, or --all"))
        }
        (What::Forget, position) => forget(context, &mut store, position.as_ref()),
    }
}

fn show(
    context: &Context<FiveInARow>,
    places: &[(String, Vec<(Point, Tally)>)],
) -> Result<Finish, HarnessError> {
    let mut table = Table::new(&["move", "won", "lost", "position"]).right_align(&[1, 2]);
    let mut rows = Vec::new();
    for (text, moves) in places {
        let position = Gomoku::parse_position(text).map_err(HarnessError::other)?;
        for &(mv, Tally { won, lost }) in moves {
            let mv = notation::point_text(position.size(), mv);
            table.row(vec![mv.clone(), won.to_string(), lost.to_string(), text.clone()]);
            rows.push(MoveRow { mv, won, lost, position: text.clone() });
        }
    }
    let text = if rows.is_empty() { "no experience\n".to_owned() } else { table.to_text(None) };
    context.result(&MovesRow { moves: rows }, &text)?;
    Ok(Finish::Done)
}

fn stats(context: &Context<FiveInARow>, memory: &Memory) -> Result<Finish, HarnessError> {
    let moves: Vec<Tally> =
        memory.iter().flat_map(|(_, moves)| moves.iter().map(|(_, tally)| *tally)).collect();
    let row = StatsRow {
        positions: memory.len(),
        most: context.config().experience.max_positions,
        lost: moves.iter().filter(|tally| tally.is_bad()).count(),
        won: moves.iter().filter(|tally| tally.is_good()).count(),
    };
    let counts =
        [("positions", row.positions), ("moves that lost", row.lost), ("moves that won", row.won)];
    let text: String = counts
        .iter()
        .map(|(name, count)| format!("{name:<16}{}\n", number::grouped(*count as u64)))
        .collect();
    context.result(&row, &text)?;
    Ok(Finish::Done)
}

fn forget(
    context: &Context<FiveInARow>,
    store: &mut Store,
    position: Option<&Gomoku>,
) -> Result<Finish, HarnessError> {
    let forgotten = store
        .edit(|memory| match position {
            Some(position) => usize::from(memory.forget(position)),
            None => memory.trim(0),
        })
        .map_err(HarnessError::other)?;
    let text = match forgotten {
        0 => "nothing to remove\n".to_owned(),
        1 => "1 position removed\n".to_owned(),
        many => format!("{} positions removed\n", number::grouped(many as u64)),
    };
    context.result(&ForgottenRow { forgotten }, &text)?;
    Ok(Finish::Done)
}
