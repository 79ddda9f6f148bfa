//! `gomoku experience`: what was learned.

use super::memory::{Memory, Tally};
use super::store::Store;
use crate::program::domain::FiveInARow;
use crate::{Gomoku, Point, notation};
use clap::{Args, ValueEnum};
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs::input;
use report::{Table, number};
use search::Notation;
use serde_json::{Value, json};

/// Arguments of `experience`.
#[derive(Args)]
pub struct ExperienceArgs {
    /// What to do
    what: What,
    /// Only this position: a position string, a file with one, or `-` for standard input
    position: Option<String>,
    /// Show the latest so many positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    latest: usize,
    /// Forget everything
    #[arg(long, conflicts_with = "position")]
    all: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// List positions with the moves that lost or won in them
    Show,
    /// Count positions and moves
    Stats,
    /// Forget a position in all its mirror images, or everything
    Forget,
}

/// The verb `experience`.
pub fn run(context: &Context<FiveInARow>, args: ExperienceArgs) -> Result<Finish, HarnessError> {
    let config = context.config();
    let unnamed = || {
        let hint = "found no file, allowed: a file (--set experience.file=experience.txt)";
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
            Err(HarnessError::input("position", "found nothing, allowed: a position, or --all"))
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
            rows.push(json!({ "move": mv, "won": won, "lost": lost, "position": text }));
            table.row(vec![mv, won.to_string(), lost.to_string(), text.clone()]);
        }
    }
    let text = if rows.is_empty() { "nothing is known\n".to_owned() } else { table.to_text(None) };
    context.result(&json!({ "moves": rows }), &text)?;
    Ok(Finish::Done)
}

fn stats(context: &Context<FiveInARow>, memory: &Memory) -> Result<Finish, HarnessError> {
    let moves: Vec<Tally> =
        memory.iter().flat_map(|(_, moves)| moves.iter().map(|(_, tally)| *tally)).collect();
    let lost = moves.iter().filter(|tally| tally.is_bad()).count();
    let won = moves.iter().filter(|tally| tally.is_good()).count();
    let counts = [("positions", memory.len()), ("moves that lost", lost), ("moves that won", won)];
    let text: String = counts
        .iter()
        .map(|(name, count)| format!("{name:<16}{}\n", number::grouped(*count as u64)))
        .collect();
    let bound = context.config().experience.max_positions;
    let fields = json!({ "positions": memory.len(), "most": bound, "lost": lost, "won": won });
    context.result(&fields, &text)?;
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
        0 => "nothing was known of it\n".to_owned(),
        1 => "1 position forgotten\n".to_owned(),
        many => format!("{} positions forgotten\n", number::grouped(many as u64)),
    };
    let fields: Value = json!({ "forgotten": forgotten });
    context.result(&fields, &text)?;
    Ok(Finish::Done)
}
