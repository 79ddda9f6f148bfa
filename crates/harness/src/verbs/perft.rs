//! `perft`: how many lines of play of a given length the rules allow.

use super::input;
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::progress;
use crate::rows::PerftRow;
use clap::Args;
use report::{Cell, Table, number};
use search::config::MAX_DEPTH;
use search::perft::divide_until;
use search::{Game, Notation, StopFlag};
use std::time::Instant;

/// Arguments of `perft`.
#[derive(Args)]
pub struct Perft {
    /// How many plies deep to count
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Position string, a file with one, or `-` for standard input; none for the start position
    #[arg(long)]
    position: Option<String>,
    /// List the count below every move
    #[arg(long)]
    divide: bool,
}

/// Runs the verb. Ctrl-C keeps the root moves that are counted.
pub fn run<D: Domain>(context: &Context<D>, args: Perft) -> Result<Finish, HarnessError> {
    let position = input::position(context, args.position.as_deref())?;
    let started = Instant::now();
    let bar = progress::bar(position.count_moves() as u64, "moves", context.flags().quiet);
    let mut table = Table::new(&["move", "nodes"]);
    let mut divided = serde_json::Map::new();
    let nodes = count(&position, args.depth, &context.stop(), |mv, nodes| {
        bar.step(1);
        divided.insert(position.move_text(mv), nodes.into());
        table.cells(vec![position.move_text(mv).into(), Cell::count(nodes)]);
    });
    bar.finish();
    let seconds = started.elapsed().as_secs_f64();
    let mut text = String::new();
    if args.divide && !table.is_empty() {
        text = table.to_text(None);
        text.push('\n');
    }
    let Some(nodes) = nodes else {
        // Half a count is no result, but people may want the moves that are done.
        if !context.flags().json {
            context.text(&text)?;
        }
        context.remark("interrupted: the count is not complete");
        return Ok(Finish::Different);
    };
    let divide = args.divide.then_some(divided);
    let row = PerftRow { depth: args.depth, nodes, seconds, divide };
    let (nodes, time) = (number::grouped(nodes), number::seconds(seconds));
    text.push_str(&format!("perft({}) = {nodes} in {time}\n", args.depth));
    context.result(&row, &text)?;
    Ok(Finish::Done)
}

/// The whole count and, as they are done, those below the root moves; `None` when stopped.
pub(super) fn count<G: Game>(
    position: &G,
    depth: u32,
    stop: &StopFlag,
    on_move: impl FnMut(G::Move, u64),
) -> Option<u64> {
    // The position itself is the only leaf at depth 0, and below no move.
    if depth == 0 { Some(1) } else { divide_until(position, depth, stop, on_move) }
}
