//! `solve`: who wins, exactly, from one position or from every start of a board.

use crate::KnightDuel;
use crate::known::{self, StartClass, StartTable};
use crate::notation::{letter, parse_square};
use crate::program::domain::plain_engine;
use crate::rules::duel::{Duel, End, SIZES, Size};
use crate::solver::{Solver, Techniques};
use clap::{Args, ValueEnum};
use files;
use harness::cli::{Context, Finish, HarnessError};
use harness::cpu::thread_seconds;
use harness::progress;
use rayon::iter::{ParallelBridge, ParallelIterator};
use report::number;
use search::rng::Rng;
use search::{Game, Limits, Notation, Request, Side};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Arguments of `solve`.
#[derive(Args)]
pub(crate) struct Solve {
    /// Side of a square board, in place of the configured one
    #[arg(
        long,
        value_parser = clap::value_parser!(u8).range(i64::from(*SIZES.start())..=i64::from(*SIZES.end()))
    )]
    size: Option<u8>,
    /// Where knight A starts, `ROW,COLUMN` from 0 at the top left, or a name like `c5`
    #[arg(long, value_name = "SQUARE")]
    a: Option<String>,
    /// Where knight B starts
    #[arg(long, value_name = "SQUARE")]
    b: Option<String>,
    /// A position string, in place of a start
    #[arg(long, conflicts_with_all = ["size", "a", "b"])]
    position: Option<String>,
    /// How soon, too: the shortest win or the longest loss (takes much longer)
    #[arg(long)]
    distance: bool,
    /// Every start of the board
    #[arg(long, conflicts_with_all = ["a", "b", "position", "distance"])]
    all: bool,
    /// With --all: the file of results; what it holds is not solved again
    #[arg(long, value_name = "FILE", requires = "all")]
    table: Option<PathBuf>,
    /// With --all: how many starts at once; all cores by default
    #[arg(long, requires = "all", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Solve without this rule, to check it; may be given twice
    #[arg(long, value_enum, value_name = "RULE")]
    without: Vec<Rule>,
}

/// What the solver can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// A position that the other side can copy is lost
    Mirror,
    /// Knights that cannot meet count their moves
    Regions,
}

impl Solve {
    /// A solver as the arguments want it.
    fn solver(&self, context: &Context<KnightDuel>) -> Solver {
        let techniques = Techniques {
            mirror: !self.without.contains(&Rule::Mirror),
            regions: !self.without.contains(&Rule::Regions),
            ..Techniques::default()
        };
        Solver::with(context.config().search.table_mib, techniques)
    }
}

/// Runs the verb: the table of positions has the configured size, whatever the board.
pub(crate) fn run(context: &Context<KnightDuel>, args: Solve) -> Result<Finish, HarnessError> {
    if args.all { all(context, &args) } else { one(context, &args) }
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
        distance = plies;
    }
    spinner.finish();
    let seconds = thread_seconds() - started;
    let mut json = json!({
        "position": duel.position_text(),
        "first_wins": first_wins,
        "pairs": 1,
        "nodes": nodes,
        "seconds": seconds,
    });
    let mut verdict = if first_wins { "wins" } else { "loses" }.to_owned();
    if args.distance {
        json["distance"] = json!(distance);
        match distance {
            Some(plies) => verdict += &format!(" in {plies} plies"),
            None => context.remark("interrupted: the distance is not known"),
        }
    }
    let text = format!(
        "{}\n{}, to move, {verdict}\n{} nodes in {} of processor time\n",
        duel.position_text(),
        letter(duel.side()),
        number::grouped(nodes),
        number::seconds(seconds)
    );
    context.result(&json, &text)?;
    Ok(if args.distance && distance.is_none() { Finish::Different } else { Finish::Done })
}

/// Plies to the end with best play under the rule in force, and the nodes that took: what a search
/// finds that deepens until the game is decided. `None` if it was stopped before.
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

/// How often the file of results is written while starts are being solved.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// What the threads that solve starts share.
struct Ledger {
    table: StartTable,
    saved: Instant,
}

fn all(context: &Context<KnightDuel>, args: &Solve) -> Result<Finish, HarnessError> {
    let size = args.size.map_or(context.config().game.size(), Size::square);
    if let Some(path) = &args.table {
        context.check_writable(path)?;
    }
    let _claim = args.table.as_deref().map(|path| context.claim(path)).transpose()?;
    let table = match &args.table {
        Some(path) => read_so_far(path, size)?,
        None => StartTable::new(size),
    };
    let mut open = table.open();
    // In random order, so that unfinished results are a fair sample.
    shuffle(&mut open);
    let bar = progress::bar(open.len() as u64, "starts", context.flags().quiet);
    let ledger = Mutex::new(Ledger { table, saved: Instant::now() });
    let stop = context.stop();
    let one = |solver: &mut Solver, class: StartClass| -> Result<(), HarnessError> {
        let started = thread_seconds();
        let start = Duel::new(size, [class.mover, class.waiter], Side::First, End::Plain);
        let before = solver.nodes();
        // So that a start takes the same nodes whatever was solved before it.
        solver.forget();
        let Ok(wins) = solver.wins(&start, &stop) else { return Ok(()) };
        let seconds = thread_seconds() - started;
        let verdict = if wins { "wins" } else { "loses" };
        let nodes = solver.nodes() - before;
        tracing::info!("{}: {verdict}, {nodes} nodes, {seconds:.3} s", start.position_text());
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.table.set(class.mover, class.waiter, wins);
        ledger.table.nodes += nodes;
        ledger.table.seconds += seconds;
        bar.step(1);
        match &args.table {
            Some(path) if ledger.saved.elapsed() >= SAVE_EVERY => {
                ledger.saved = Instant::now();
                save(path, &ledger.table)
            }
            _ => Ok(()),
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0).into()).build();
    let pool = pool.map_err(HarnessError::other)?;
    let tasks = open.into_iter().take_while(|_| !stop.is_stopped());
    let solver = || args.solver(context);
    pool.install(|| tasks.par_bridge().try_for_each_init(solver, one))?;
    bar.finish();
    let table = ledger.into_inner().unwrap_or_else(PoisonError::into_inner).table;
    if let Some(path) = &args.table {
        save(path, &table)?;
    }
    tell(context, &table)
}

fn shuffle(classes: &mut [StartClass]) {
    let mut rng = Rng::new(0);
    for last in (1..classes.len()).rev() {
        classes.swap(last, rng.below(last + 1));
    }
}

/// The results so far, if there are any.
fn read_so_far(path: &Path, size: Size) -> Result<StartTable, HarnessError> {
    if !path.exists() {
        return Ok(StartTable::new(size));
    }
    let table = read_table(path)?;
    if table.size() != size {
        let found = format!("found starts of {}, allowed: {size}", table.size());
        return Err(HarnessError::input(path.display().to_string(), found));
    }
    Ok(table)
}

/// Reads a table of starts.
pub(crate) fn read_table(path: &Path) -> Result<StartTable, HarnessError> {
    known::read_table(path).map_err(|error| HarnessError::input(error.place, error.problem))
}

fn save(path: &Path, table: &StartTable) -> Result<(), HarnessError> {
    files::write_atomically(path, table.to_text().as_bytes())
        .map_err(|source| HarnessError::Write { path: path.to_owned(), source })
}

fn tell(context: &Context<KnightDuel>, table: &StartTable) -> Result<Finish, HarnessError> {
    let (solved, wins) = table.count();
    let open = table.open().len();
    let size = table.size();
    let squares = u64::from(size.rows) * u64::from(size.columns);
    let pairs = squares * (squares - 1);
    let json = json!({
        "size": size.to_string(),
        "first_wins": wins,
        "pairs": pairs,
        "solved": solved,
        "nodes": table.nodes,
        "seconds": table.seconds,
    });
    let share = 100.0 * wins as f64 / solved.max(1) as f64;
    let text = format!(
        "{size}: the side to move wins {} of {} starts ({share:.1} %)\n{} nodes in {} of processor time\n",
        number::grouped(wins),
        number::grouped(solved),
        number::grouped(table.nodes),
        number::seconds(table.seconds)
    );
    context.result(&json, &text)?;
    if open > 0 {
        context.remark(&format!("interrupted: {open} starts up to symmetry are still open"));
        return Ok(Finish::Different);
    }
    Ok(Finish::Done)
}
