//! `mate`: proves a forced mate.

use crate::Xiangqi;
use crate::mate::{Answer, MAX_MOVES, Solver};
use crate::rules::variant::Rules;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs;
use protocols::{LoadedConfig, Playable};
use report::number;
use search::Notation;
use serde_json::json;
use std::time::{Duration, Instant};

/// Arguments of `mate`.
#[derive(Args)]
pub(crate) struct Mate {
    /// In how many moves of the side to move, at most
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_MOVES)))]
    moves: u8,
    /// Position string, a file with one, or `-` for standard input; none for the start position
    position: Option<String>,
    /// Go on until no shorter mate can exist
    #[arg(long)]
    shortest: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let allowed = "allowed: seconds, more than 0 and at most 1e9";
    let seconds: f64 = text.parse().map_err(|_| allowed.to_owned())?;
    (seconds > 0.0 && seconds <= 1e9).then_some(seconds).ok_or_else(|| allowed.to_owned())
}

/// The configuration of the engine that names the moves of a mate: it prunes no more than this, for the
/// quiet moves of a long mate look like nothing until they are searched.
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

/// Looks for a mate and prints what is proved. Exit code 1: no mate, or not known.
pub(crate) fn run(context: &Context<Xiangqi>, args: Mate) -> Result<Finish, HarnessError> {
    let position = verbs::position(context, args.position.as_deref())?;
    if position.rules() != Rules::Full {
        let place = "game.rules";
        return Err(HarnessError::input(
            place,
            "found the lab's, allowed: \"full\" (it has no mates)",
        ));
    }
    let started = Instant::now();
    let deadline = started.checked_add(Duration::from_secs_f64(args.time));
    let mib = context.config().search.table_mib;
    let mut solver = Solver::new(mib, context.stop(), deadline);
    let mut engine = Xiangqi::engine(&cautious(context.config()))
        .map_err(|problem| HarnessError::input("config", problem))?;
    let answer = solver.solve(&position, args.moves, args.shortest, Some(engine.as_mut()));
    let seconds = started.elapsed().as_secs_f64();
    let mut json = json!({
        "position": position.position_text(), "nodes": solver.nodes(), "seconds": seconds
    });
    let cost =
        format!("{} positions, {}", number::grouped(solver.nodes()), number::seconds(seconds));
    let (text, finish) = match &answer {
        Answer::Mate { proof, shortest } => {
            let line: Vec<String> = proof.line.iter().map(ToString::to_string).collect();
            json["result"] = json!("mate");
            json["mate"] = json!(proof.moves);
            json["shortest"] = json!(shortest);
            json["best"] = json!(line.first());
            json["pv"] = json!(line);
            json["answers"] = json!(proof.size());
            let claim = if *shortest { "" } else { " (or fewer)" };
            let text = format!(
                "mate in {}{claim}, proved: {} answers to every reply\nline     {}\n",
                proof.moves,
                number::grouped(proof.size() as u64),
                line.join(" ")
            );
            (text, Finish::Done)
        }
        Answer::NoMate => {
            json["result"] = json!("no mate");
            (format!("no mate in {}, proved\n", args.moves), Finish::Different)
        }
        Answer::Unknown => {
            json["result"] = json!("unknown");
            ("neither a mate nor its absence was proved in time\n".to_owned(), Finish::Different)
        }
    };
    context.result(&json, &format!("{text}cost     {cost}\n"))?;
    Ok(finish)
}
