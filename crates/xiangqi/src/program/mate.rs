//! The verb `mate`: proves a forced mate.

use crate::Xiangqi;
use crate::mate::{Answer, MAX_MOVES, Solver};
use crate::rules::variant::Rules;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs;
use protocols::{LoadedConfig, Playable};
use report::number;
use search::Notation;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Arguments of `mate`.
#[derive(Args)]
pub(crate) struct Mate {
    /// Maximum number of moves of the side to move
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_MOVES)))]
    moves: u8,
    /// Position string, a file that contains one, or `-` for standard input [default: the start position]
    position: Option<String>,
    /// Search on until no shorter mate can exist
    #[arg(long)]
    shortest: bool,
    /// Time limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let allowed = "accepted: seconds, more than 0 and at most 1e9";
    let seconds: f64 = text.parse().map_err(|_| allowed.to_owned())?;
    (seconds > 0.0 && seconds <= 1e9).then_some(seconds).ok_or_else(|| allowed.to_owned())
}

/// The configuration of the engine that suggests mating moves, with less pruning: the quiet moves of a
/// long mate look bad until they are searched deeply.
fn cautious(config: &LoadedConfig<Xiangqi>) -> LoadedConfig<Xiangqi> {
    let mut config = config.clone();
    let search = &mut config.search;
    search.internal_reduction = None;
    if let Some(null) = &mut search.null_move {
        null.min_depth = null.min_depth.max(3);
        null.reduction = null.reduction.min(2);
    }
    if let Some(reductions) = &mut search.late_move_reductions {
        reductions.min_depth = reductions.min_depth.max(3);
        reductions.base = reductions.base.min(0.5);
        reductions.divisor = reductions.divisor.max(2.25);
    }
    if let Some(pruning) = &mut search.late_move_pruning {
        pruning.max_depth = pruning.max_depth.min(3);
        pruning.base = pruning.base.max(6);
        pruning.factor = pruning.factor.max(3);
    }
    if let Some(futility) = &mut search.futility {
        futility.max_depth = futility.max_depth.min(2);
        futility.margin = futility.margin.max(120);
    }
    if let Some(reverse) = &mut search.reverse_futility {
        reverse.max_depth = reverse.max_depth.min(4);
        reverse.margin = reverse.margin.max(90);
    }
    config
}

/// The result of the mate search. The fields from `mate` on are present if a mate was proved.
#[derive(Serialize)]
struct MateRow {
    /// The position.
    position: String,
    /// Positions searched.
    nodes: u64,
    /// Time used.
    seconds: f64,
    /// `mate`, `no mate` or `unknown`.
    result: &'static str,
    #[serde(flatten)]
    proof: Option<ProofRow>,
}

/// A proved mate.
#[derive(Serialize)]
struct ProofRow {
    /// Moves of the side to move until mate.
    mate: u32,
    /// Whether no shorter mate exists.
    shortest: bool,
    /// The first move.
    best: Option<String>,
    /// The longest defence.
    pv: Vec<String>,
    /// Positions with an answer in the proof.
    answers: usize,
}

/// Searches for a mate. Exit code 1 means: no mate, or unknown.
pub(crate) fn run(context: &Context<Xiangqi>, args: Mate) -> Result<Finish, HarnessError> {
    let position = verbs::position(context, args.position.as_deref())?;
    if position.rules() != Rules::Full {
        let problem = "the lab's rules have no mates; use game.rules = \"full\"";
        return Err(HarnessError::input("game.rules", problem));
    }
    let started = Instant::now();
    let deadline = started.checked_add(Duration::from_secs_f64(args.time));
    let mib = context.config().search.table_mib;
    let mut solver = Solver::new(mib, context.stop(), deadline);
    let mut engine = Xiangqi::engine(&cautious(context.config()))
        .map_err(|problem| HarnessError::input("config", problem))?;
    let answer = solver.solve(&position, args.moves, args.shortest, Some(engine.as_mut()));
    let mut row = MateRow {
        position: position.position_text(),
        nodes: solver.nodes(),
        seconds: started.elapsed().as_secs_f64(),
        result: "unknown",
        proof: None,
    };
    match &answer {
        Answer::Mate { proof, shortest } => {
            let pv: Vec<String> = proof.line.iter().map(ToString::to_string).collect();
            let (mate, answers) = (proof.moves.into(), proof.size());
            let best = pv.first().cloned();
            row.proof = Some(ProofRow { mate, shortest: *shortest, best, pv, answers });
            row.result = "mate";
        }
        Answer::NoMate => row.result = "no mate",
        Answer::Unknown => {}
    }
    context.result(&row, &text(&row, args.moves))?;
    Ok(if row.proof.is_some() { Finish::Done } else { Finish::Different })
}

fn text(row: &MateRow, moves: u8) -> String {
    let result = match (&row.proof, row.result) {
        (Some(proof), _) => {
            let or_fewer = if proof.shortest { "" } else { " (or fewer)" };
            let answers = number::grouped(proof.answers as u64);
            let line = proof.pv.join(" ");
            format!(
                "mate in {}{or_fewer}, proved\nline     {line}\nproof    {answers} positions with their answer",
                proof.mate
            )
        }
        (None, "no mate") => format!("no mate in {moves}, proved"),
        _ => "unknown: neither a mate nor its absence was proved within the time limit".to_owned(),
    };
    let (nodes, time) = (number::grouped(row.nodes), number::seconds(row.seconds));
    format!("{result}\nsearch   {nodes} positions in {time}\n")
}
