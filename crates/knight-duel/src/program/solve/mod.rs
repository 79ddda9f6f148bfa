//! The verb `solve`: the winner with perfect play, from one position or from every start of a board.

mod all;

pub(crate) use all::read_table;

use crate::KnightDuel;
use crate::notation::{letter, parse_square};
use crate::program::domain::plain_engine;
use crate::rules::duel::{Duel, SIZES};
use crate::solver::{Solver, Techniques};
use clap::{Args, ValueEnum};
use files::Shard;
use harness::cli::{Context, Finish, HarnessError};
use harness::cpu::thread_seconds;
use harness::progress;
use report::number;
use search::{Game, Limits, Notation, Request};
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `solve`.
#[derive(Args)]
pub(crate) struct Solve {
    /// Rows and columns of a square board [default: game.rows and game.columns of the configuration]
    #[arg(
        long,
        value_parser = clap::value_parser!(u8).range(i64::from(*SIZES.start())..=i64::from(*SIZES.end()))
    )]
    size: Option<u8>,
    /// Start square of knight A: `c5`, or `ROW,COLUMN` counted from 0 at the top left
    #[arg(long, value_name = "SQUARE")]
    a: Option<String>,
    /// Start square of knight B
    #[arg(long, value_name = "SQUARE")]
    b: Option<String>,
    /// Position string to solve instead of a start
    #[arg(long, conflicts_with_all = ["size", "a", "b"])]
    position: Option<String>,
    /// Also find the shortest win or the longest loss (takes much longer)
    #[arg(long)]
    distance: bool,
    /// Solve every start of the board
    #[arg(long, conflicts_with_all = ["a", "b", "position", "distance"])]
    all: bool,
    /// With --all: file to save the results in; starts already solved in it are skipped
    #[arg(long, value_name = "FILE", requires = "all")]
    table: Option<PathBuf>,
    /// With --all: file for one row per start, in order, written when all are solved
    ///
    /// An interrupted run is continued by the same command, and a complete file is only read. Times go to
    /// FILE.times. With --table, the table is made from the rows.
    #[arg(long, value_name = "FILE", requires = "all")]
    output: Option<PathBuf>,
    /// Solve only the starts of this part, for example 2/4; `plywood merge` joins the outputs
    #[arg(long, value_name = "I/N", requires = "output", conflicts_with = "table")]
    shard: Option<Shard>,
    /// With --all: number of starts solved in parallel [default: one per core]
    #[arg(long, requires = "all", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Turn off a rule of the solver, to verify it (repeatable)
    #[arg(long, value_enum, value_name = "RULE")]
    without: Vec<Rule>,
}

/// A rule of the solver that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Rule {
    /// A position in which the opponent can mirror every move is lost
    Mirror,
    /// Knights in separate regions: the longer path wins
    Regions,
}

impl Solve {
    /// A solver with the techniques that the arguments leave on.
    fn solver(&self, context: &Context<KnightDuel>) -> Solver {
        let techniques = Techniques {
            mirror: !self.without.contains(&Rule::Mirror),
            regions: !self.without.contains(&Rule::Regions),
            ..Techniques::default()
        };
        Solver::with(context.config().search.table_mib, techniques)
    }
}

/// Runs the verb. The size of the solver's table comes from the configuration.
pub(crate) fn run(context: &Context<KnightDuel>, args: Solve) -> Result<Finish, HarnessError> {
    if args.all { all::all(context, &args) } else { one(context, &args) }
}

/// The result for one position.
#[derive(Serialize)]
struct PositionRow {
    /// The position.
    position: String,
    /// Whether the side to move wins.
    first_wins: bool,
    /// The number of starts solved: 1.
    pairs: u64,
    /// Nodes searched.
    nodes: u64,
    /// CPU time used.
    seconds: f64,
    /// With `--distance`: plies to the end of the game, `null` if interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<Option<usize>>,
}

fn one(context: &Context<KnightDuel>, args: &Solve) -> Result<Finish, HarnessError> {
    let duel = problem(context, args)?;
    let spinner = progress::spinner("solving", context.flags().quiet);
    let started = thread_seconds();
    let mut solver = args.solver(context);
    let won = solver.wins(&duel, &context.stop());
    let Ok(first_wins) = won else {
        spinner.finish();
        context.remark("interrupted: not solved");
        return Ok(Finish::Different);
    };
    let mut nodes = solver.nodes();
    let mut distance = None;
    if args.distance {
        let (plies, more) = shortest(context, &duel)?;
        nodes += more;
        distance = Some(plies);
    }
    spinner.finish();
    let row = PositionRow {
        position: duel.position_text(),
        first_wins,
        pairs: 1,
        nodes,
        seconds: thread_seconds() - started,
        distance,
    };
    let mut verdict = if first_wins { "wins" } else { "loses" }.to_owned();
    match distance {
        Some(Some(1)) => verdict += " in 1 ply",
        Some(Some(plies)) => verdict += &format!(" in {plies} plies"),
        Some(None) => context.remark("interrupted: the distance is not known"),
        None => {}
    }
    let text = format!(
        "{}\n{}, to move, {verdict}\n{} nodes in {} of CPU time\n",
        row.position,
        letter(duel.side()),
        number::grouped(row.nodes),
        number::seconds(row.seconds)
    );
    context.result(&row, &text)?;
    Ok(if distance == Some(None) { Finish::Different } else { Finish::Done })
}

/// Plies to the end of the game with best play under the configured end rule, and the nodes searched: the
/// result of a search that deepens until the game is decided. `None` if it was interrupted.
fn shortest(
    context: &Context<KnightDuel>,
    duel: &Duel,
) -> Result<(Option<usize>, u64), HarnessError> {
    let mut engine = plain_engine(context.config().search.table_mib)
        .map_err(|problem| HarnessError::input("config", problem))?;
    let request = Request { stop: context.stop(), ..Request::new(*duel, Limits::default()) };
    let report = engine.search(&request, &mut |_| ());
    Ok((report.score.distance(), report.nodes))
}

/// The position to solve.
fn problem(context: &Context<KnightDuel>, args: &Solve) -> Result<Duel, HarnessError> {
    let mut game = context.config().game.clone();
    if let Some(text) = &args.position {
        return crate::notation::parse_position(text, game.end)
            .map_err(|error| HarnessError::notation("--position", text, &error));
    }
    if let Some(side) = args.size {
        (game.rows, game.columns) = (side, side);
    }
    for (name, square) in [("--a", &args.a), ("--b", &args.b)] {
        if let Some(text) = square {
            parse_square(game.size(), text).map_err(|error| {
                HarnessError::input(
                    format!("{name} {text}"),
                    format!("found {}, allowed: {}", error.found, error.allowed),
                )
            })?;
        }
    }
    game.a = args.a.clone().or(game.a);
    game.b = args.b.clone().or(game.b);
    game.check().map_err(|problem| HarnessError::input("start", problem))?;
    Ok(game.start())
}
