//! The verbs and fixture kinds `vcf` and `vct`: find a forced win and prove it.

use crate::program::domain::FiveInARow;
use crate::rules::gomoku::Gomoku;
use crate::threats::check::{self, Refuted};
use crate::threats::{Proof, Unknown, Vcf, Vct};
use clap::Args;
use config::ConfigProblem;
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs::batch::{Kind, Prepared, Setting};
use harness::verbs::input;
use protocols::Playable;
use report::number;
use search::notation::move_texts;
use search::{Game, Notation, StopSignal};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Arguments of `vcf` and `vct`.
#[derive(Args)]
pub(crate) struct ThreatArgs {
    /// Position string, a file with one, or `-` for standard input [default: the start position]
    position: Option<String>,
    /// Give up after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = input::seconds)]
    time: Option<Duration>,
}

/// The size of the table of positions without a win, as a power of two.
const MEMORY_BITS: u32 = 20;
/// The largest node limit of `vct`, whose tree then needs less than a gigabyte.
const MAX_NODES: u64 = 10_000_000;

/// The moves of the attacker.
#[derive(Clone, Copy)]
enum By {
    Fours,
    FoursAndThrees,
}

/// The result of a search. The proof of a win has been checked.
struct Found {
    proof: Result<Option<Proof>, Unknown>,
    nodes: u64,
}

/// A threat search as a result.
#[derive(Serialize)]
struct ThreatRow {
    /// Whether the side to move wins by force.
    win: bool,
    /// The longest line of the win, empty without one.
    line: Vec<String>,
    /// The number of attacker moves in that line.
    moves: usize,
    /// The number of attacker moves in the proof.
    proof: usize,
    /// Whether the search finished. If so and no win was found, there is none.
    complete: bool,
    /// Nodes searched.
    nodes: u64,
}

/// The result of the verbs `vcf` and `vct`.
#[derive(Serialize)]
struct VerbRow {
    #[serde(flatten)]
    threat: ThreatRow,
    /// Time used.
    seconds: f64,
    /// The position that was searched.
    position: String,
}

impl By {
    const fn name(self) -> &'static str {
        match self {
            By::Fours => "continuous fours",
            By::FoursAndThrees => "fours and threes",
        }
    }

    fn search(self, game: &mut Gomoku, limit: u64, stop: &StopSignal) -> Result<Found, Refuted> {
        Ok(match self {
            By::Fours => {
                let mut vcf = Vcf::new(MEMORY_BITS);
                let proof = vcf.solve(game, limit, stop);
                if let Ok(Some(proof)) = &proof {
                    check::check(game, proof)?;
                }
                Found { proof, nodes: vcf.nodes() }
            }
            By::FoursAndThrees => {
                let mut vct = Vct::new(MEMORY_BITS);
                let proof = vct.solve(game, limit.min(MAX_NODES), stop);
                Found { proof, nodes: vct.nodes() }
            }
        })
    }
}

impl Found {
    fn row(&self, game: &Gomoku) -> ThreatRow {
        let proof = self.proof.as_ref().ok().and_then(Option::as_ref);
        ThreatRow {
            win: proof.is_some(),
            line: proof.map_or_else(Vec::new, |proof| move_texts(game, proof.line())),
            moves: proof.map_or(0, Proof::length),
            proof: proof.map_or(0, Proof::size),
            complete: self.proof.is_ok(),
            nodes: self.nodes,
        }
    }
}

/// The verb `vcf`: continuous fours.
pub(crate) fn run_vcf(
    context: &Context<FiveInARow>,
    args: ThreatArgs,
) -> Result<Finish, HarnessError> {
    run(context, &args, By::Fours)
}

/// The verb `vct`: fours and threes.
pub(crate) fn run_vct(
    context: &Context<FiveInARow>,
    args: ThreatArgs,
) -> Result<Finish, HarnessError> {
    run(context, &args, By::FoursAndThrees)
}

fn run(context: &Context<FiveInARow>, args: &ThreatArgs, by: By) -> Result<Finish, HarnessError> {
    let mut game = input::position(context, args.position.as_deref())?;
    let started = Instant::now();
    let stop = StopSignal::new(context.stop(), args.time.map(|time| started + time));
    let found = by.search(&mut game, args.nodes.unwrap_or(u64::MAX), &stop);
    let found = found.map_err(HarnessError::other)?;
    let seconds = started.elapsed().as_secs_f64();
    let row = VerbRow { threat: found.row(&game), seconds, position: game.position_text() };
    context.result(&row, &text(&row, FiveInARow::side_name(game.side()), by.name()))?;
    Ok(Finish::Done)
}

fn text(row: &VerbRow, side: &str, by: &str) -> String {
    let ThreatRow { win, line, moves, proof, complete, nodes } = &row.threat;
    let cost = format!("{} nodes, {}", number::grouped(*nodes), number::seconds(row.seconds));
    match (win, complete) {
        (true, _) => format!(
            "{side} wins by {by} in {moves} moves\nline   {}\nproof  {} moves, every reply answered\n\
             cost   {cost}\n",
            line.join(" "),
            number::grouped(*proof as u64),
        ),
        (false, true) => format!("{side} has no win by {by}\ncost   {cost}\n"),
        (false, false) => {
            format!("no win by {by} found for {side} within the limit\ncost   {cost}\n")
        }
    }
}

/// A fixture case of `vcf` or `vct`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThreatCase {
    position: String,
    nodes: Option<u64>,
}

/// The kinds of fixture cases `vcf` and `vct`.
pub(crate) fn kinds() -> Vec<Kind<FiveInARow>> {
    const FIELDS: [&str; 6] = ["win", "line", "moves", "proof", "complete", "nodes"];
    vec![
        Kind::new("vcf", &FIELDS, |setting, case| prepare(&setting, &case, By::Fours)),
        Kind::new("vct", &FIELDS, |setting, case| prepare(&setting, &case, By::FoursAndThrees)),
    ]
}

fn prepare(
    setting: &Setting<FiveInARow>,
    case: &ThreatCase,
    by: By,
) -> Result<Prepared, ConfigProblem> {
    let mut game = FiveInARow::parse_position(&setting.config, &case.position)
        .map_err(|error| ConfigProblem::notation("position", &case.position, &error))?;
    let limit = case.nodes.unwrap_or(u64::MAX);
    Ok(Prepared::ready(move |stop| {
        let found = by.search(&mut game, limit, &StopSignal::new(stop.clone(), None));
        let found = found.map_err(|refuted| {
            ConfigProblem::new("position", refuted.to_string(), "a proof that holds")
        })?;
        Ok((!stop.is_stopped()).then(|| found.row(&game)))
    }))
}
