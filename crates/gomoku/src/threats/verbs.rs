//! `vcf` and `vct`: is there a win by force, and its proof.

use super::{Proof, Unknown, Vcf, Vct, check};
use crate::domain::FiveInARow;
use crate::gomoku::Gomoku;
use clap::Args;
use harness::Domain;
use harness::cli::{Context, Finish, HarnessError};
use harness::report::{move_texts, number};
use harness::verbs::input;
use search::{Game, Notation, StopSignal};
use serde_json::json;
use std::time::{Duration, Instant};

/// Arguments of `vcf` and `vct`.
#[derive(Args)]
pub struct ThreatArgs {
    /// Position string, a file with one, or `-` for standard input; none for the start position
    position: Option<String>,
    /// Give up after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = input::seconds)]
    time: Option<Duration>,
}

/// Positions remembered, as a power of two.
const MEMORY_BITS: u32 = 20;
/// Nodes of `vct` where no limit is given: about a gigabyte of memory.
const MOST_NODES: u64 = 10_000_000;

type Found = (Result<Option<Proof>, Unknown>, u64);

/// `vcf`: continuous fours.
pub fn run_vcf(context: &Context<FiveInARow>, args: ThreatArgs) -> Result<Finish, HarnessError> {
    run(context, &args, "continuous fours", |game, limit, stop| {
        let mut vcf = Vcf::new(MEMORY_BITS);
        (vcf.solve(game, limit, stop), vcf.nodes())
    })
}

/// `vct`: fours and threes.
pub fn run_vct(context: &Context<FiveInARow>, args: ThreatArgs) -> Result<Finish, HarnessError> {
    run(context, &args, "fours and threes", |game, limit, stop| {
        let mut vct = Vct::new(MEMORY_BITS);
        (vct.solve(game, limit.min(MOST_NODES), stop), vct.nodes())
    })
}

fn run(
    context: &Context<FiveInARow>,
    args: &ThreatArgs,
    by: &str,
    search: impl FnOnce(&mut Gomoku, u64, &StopSignal) -> Found,
) -> Result<Finish, HarnessError> {
    let mut game = input::position(context, args.position.as_deref())?;
    let started = Instant::now();
    let stop = StopSignal::new(context.stop(), args.time.map(|time| started + time));
    let (found, nodes) = search(&mut game, args.nodes.unwrap_or(u64::MAX), &stop);
    let seconds = started.elapsed().as_secs_f64();
    let complete = found.is_ok();
    let proof = found.ok().flatten();
    if let Some(proof) = &proof {
        check::check(&game, proof).map_err(HarnessError::other)?;
    }
    let line = proof.as_ref().map_or_else(Vec::new, |proof| move_texts(&game, proof.line()));
    let json = json!({
        "win": proof.is_some(),
        "line": line,
        "moves": proof.as_ref().map_or(0, Proof::length),
        "proof": proof.as_ref().map_or(0, Proof::size),
        "complete": complete,
        "nodes": nodes,
        "seconds": seconds,
        "position": game.position_text(),
    });
    let side = FiveInARow::side_name(game.side());
    let cost = format!("{} nodes, {}", number::grouped(nodes), number::seconds(seconds));
    let text = match &proof {
        Some(proof) => format!(
            "{side} wins by {by} in {} moves\nline   {}\nproof  {} moves, every reply answered\n\
             cost   {cost}\n",
            proof.length(),
            line.join(" "),
            number::grouped(proof.size() as u64),
        ),
        None if complete => format!("{side} has no win by {by}\ncost   {cost}\n"),
        None => format!("no win by {by} found for {side} within the limit\ncost   {cost}\n"),
    };
    context.result(&json, &text)?;
    Ok(Finish::Done)
}
