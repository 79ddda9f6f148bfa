//! `trace`: a search node by node, as a file.

use super::input::{self, LimitArgs};
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::facade::FacadeError;
use crate::trace::{self, MoveOrder, Trace, TraceRequest};
use clap::Args;
use record::PlayedGame;
use report::{number, score};
use search::{Algorithm, Game};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `trace`.
#[derive(Args)]
pub struct TraceArgs {
    /// Position string, a file with one, or `-` for standard input; none for the start position
    position: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Moves played from the position before the search begins, commas between them
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    played: Vec<String>,
    /// Search by this algorithm in place of the configured one: minimax, alpha-beta, pvs or mtdf
    #[arg(long, value_name = "NAME", value_parser = input::named::<Algorithm>)]
    algorithm: Option<Algorithm>,
    /// Order of moves in place of the configured one: on, off (as the rules list them) or reversed (the worst
    /// first)
    #[arg(long, value_name = "ORDER", value_parser = input::named::<MoveOrder>)]
    order: Option<MoveOrder>,
    /// Record this many nodes at most; the search goes on without
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_nodes: u32,
    /// Write the recording to this file, which the page Think of the studio opens
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The summary of a recording.
#[derive(Serialize)]
struct TraceRow<'a> {
    game: &'a str,
    algorithm: Algorithm,
    order: Option<MoveOrder>,
    #[serde(flatten)]
    result: &'a trace::TraceResult,
    recorded: usize,
    complete: bool,
    cuts: Map<String, Value>,
    skipped: Map<String, Value>,
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: TraceArgs) -> Result<Finish, HarnessError> {
    if let Some(path) = &args.output {
        context.check_writable(path)?;
    }
    let mut game = PlayedGame::new(input::position(context, args.position.as_deref())?);
    input::play_all::<D>(context.config(), &mut game, &args.played)?;
    let request = TraceRequest {
        algorithm: args.algorithm,
        order: args.order,
        limits: args.limits.limits(),
        nodes: args.max_nodes as usize,
        stop: context.stop(),
        ..TraceRequest::default()
    };
    let trace = trace::trace::<D>(context.config(), &game, &request).map_err(refusal)?;
    let row = TraceRow {
        game: trace.game,
        algorithm: trace.algorithm,
        order: trace.order,
        result: &trace.result,
        recorded: trace.nodes.len(),
        complete: trace.complete,
        cuts: counts(trace.cuts()),
        skipped: counts(trace.skips()),
    };
    context.result(&row, &text(&row, D::side_name(game.position().side())))?;
    if let Some(path) = &args.output {
        context.write_file(path, &file(&trace)?)?;
    }
    Ok(Finish::Done)
}

fn refusal(error: FacadeError) -> HarnessError {
    match error {
        FacadeError::Config(error) => error.into(),
        FacadeError::Input { place, problem } => HarnessError::input(place, problem),
        other => HarnessError::Usage(other.to_string()),
    }
}

/// The file: one node per line, so that it can be read and compared.
fn file(trace: &Trace) -> Result<String, HarnessError> {
    let head = Trace { nodes: Vec::new(), ..trace.clone() };
    let mut text = serde_json::to_string(&head).map_err(HarnessError::other)?;
    // The nodes are the last key.
    text.truncate(text.len() - "]}".len());
    for (number, node) in trace.nodes.iter().enumerate() {
        text.push_str(if number == 0 { "\n" } else { ",\n" });
        text.push_str(&serde_json::to_string(node).map_err(HarnessError::other)?);
    }
    text.push_str("\n]}\n");
    Ok(text)
}

/// Counts by the names that the file uses.
fn counts<K: Serialize>(counts: impl IntoIterator<Item = (K, u64)>) -> Map<String, Value> {
    let named = counts.into_iter().filter_map(|(reason, count)| match json!(reason) {
        Value::String(name) => Some((name, json!(count))),
        _ => None,
    });
    named.collect()
}

fn text(row: &TraceRow<'_>, side: &str) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<8} {value}");
    };
    let result = row.result;
    field("best", result.best.clone().unwrap_or_else(|| "none: the game is over".to_owned()));
    field("score", format!("{} for {side} to move", score::fields_text(&result.score)));
    field("pv", result.pv.join(" "));
    field("depth", format!("{} (ended by {})", result.depth, result.ended));
    let recorded = match row.complete {
        true => String::new(),
        false => {
            let recorded = number::grouped(row.recorded as u64);
            format!(" (the first {recorded} recorded: raise --max-nodes)")
        }
    };
    field("nodes", number::grouped(result.nodes) + &recorded);
    let of_recorded = if row.complete { "" } else { " (of the recorded nodes)" };
    field("cuts", list(&row.cuts) + of_recorded);
    field("skipped", list(&row.skipped) + of_recorded);
    text
}

/// `beta 12, table 3`.
fn list(counts: &Map<String, Value>) -> String {
    let each = |(name, count): (&String, &Value)| {
        format!("{name} {}", number::grouped(count.as_u64().unwrap_or(0)))
    };
    let all: Vec<String> = counts.iter().map(each).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
