//! `analyse`: the best move of a position.

use super::input::{self, LimitArgs};
use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::rows::{AnalysisRow, ended};
use clap::Args;
use record::PlayedGame;
use report::{number, score, terminal};
use search::notation::move_texts;
use search::{Game, Iteration, Notation, Report, Request};
use std::fmt::Write;
use std::io;

/// Arguments of `analyse`.
#[derive(Args)]
pub struct Analyse {
    /// Position string, a file with one, or `-` for standard input; none for the start position
    position: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Moves played from the position before the search begins, commas between them; rules about the
    /// course of a game, such as repetition, know of them
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    played: Vec<String>,
    /// How many of the best moves to report
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    lines: u16,
    /// Consider these moves only, commas between them
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    moves: Vec<String>,
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: Analyse) -> Result<Finish, HarnessError> {
    let mut game = PlayedGame::new(input::position(context, args.position.as_deref())?);
    input::play_all::<D>(context.config(), &mut game, &args.played)?;
    let position = game.position();
    let limits = input::limits(args.limits.limits(), D::search(context.config()));
    if limits.is_unlimited() {
        context.remark("no limit: Ctrl-C ends the search");
    }
    let request = Request {
        root_moves: input::moves(position, &args.moves)?,
        lines: usize::from(args.lines),
        stop: context.stop(),
        ..game.request(limits)
    };
    let mut engine = input::engine::<D>(context.config())?;
    let units = engine.units_per_point();
    let report = engine.search(&request, &mut |iteration| {
        if context.is_watched() {
            let line = iteration_text(position, iteration, units);
            context.remark(terminal::cut(&line, terminal::width(&io::stderr())));
        }
    });
    let row = AnalysisRow::new(position, &report, units);
    context.result(&row, &text::<D>(position, &report, units))?;
    Ok(Finish::Done)
}

fn pv_texts<G: Notation>(position: &G, pv: &[G::Move]) -> Vec<String> {
    move_texts(position, pv.iter().copied())
}

fn iteration_text<G: Game + Notation>(
    position: &G,
    iteration: &Iteration<G::Move>,
    units: i64,
) -> String {
    let Some(line) = iteration.lines.first() else { return String::new() };
    format!(
        "depth {:>3}  {:<16}  {:>15} nodes  {:>8}  {}",
        iteration.depth,
        score::text(line.score, units),
        number::grouped(iteration.nodes),
        number::duration(iteration.time),
        pv_texts(position, &line.pv).join(" "),
    )
}

fn text<D: Domain>(position: &D::Game, report: &Report<D::Game>, units: i64) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<8} {value}");
    };
    let best = report.best.map_or("none: the game is over".to_owned(), |mv| position.move_text(mv));
    field("best", best);
    let side = D::side_name(position.side());
    field("score", format!("{} for {side} to move", score::text(report.score, units)));
    let why = match &report.solver {
        Some(why) => format!("answered by the solver: {why}"),
        None => format!("ended by {}", ended(report.reason)),
    };
    field("depth", format!("{} ({why})", report.depth));
    field("nodes", number::grouped(report.nodes));
    if report.counted > 0 {
        field("counted", number::grouped(report.counted));
    }
    let speed = number::short(report.nps());
    field("time", format!("{} ({speed} nodes/s)", number::duration(report.time)));
    match &report.lines[..] {
        [] => {}
        [line] => field("pv", pv_texts(position, &line.pv).join(" ")),
        lines => {
            for (index, line) in lines.iter().enumerate() {
                let moves = pv_texts(position, &line.pv).join(" ");
                let score = score::text(line.score, units);
                field(&format!("line {}", index + 1), format!("{score:<16}  {moves}"));
            }
        }
    }
    text
}
