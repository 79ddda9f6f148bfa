//! The verb `solve`: the winner with perfect play, from one position or from every start of a board.

use crate::KnightDuel;
use crate::known::{StartClass, StartTable};
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
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
    /// With --all: number of starts solved in parallel [default: one per core]
    #[arg(long, requires = "all", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Turn off a rule of the solver, to verify it (repeatable)
    #[arg(long, value_enum, value_name = "RULE")]
    without: Vec<Rule>,
}

/// A rule of the solver that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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
    if args.all { all(context, &args) } else { one(context, &args) }
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

/// The interval at which results are saved while starts are being solved.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The results so far, shared by all threads.
struct Results {
    table: StartTable,
    saved: Instant,
}

fn all(context: &Context<KnightDuel>, args: &Solve) -> Result<Finish, HarnessError> {
    let size = args.size.map_or(context.config().game.size(), Size::square);
    if let Some(path) = &args.table {
        context.check_writable(path)?;
    }
    // Held from before the file is read until it was written for the last time.
    let _claim = args.table.as_deref().map(|path| context.claim(path)).transpose()?;
    let table = match &args.table {
        Some(path) => read_so_far(path, size)?,
        None => StartTable::new(size),
    };
    let mut open = table.open();
    // In random order, so that the results of an interrupted run are a random sample.
    shuffle(&mut open);
    let bar = progress::bar(open.len() as u64, "starts", context.flags().quiet);
    let results = Mutex::new(Results { table, saved: Instant::now() });
    let stop = context.stop();
    let one = |solver: &mut Solver, class: StartClass| -> Result<(), HarnessError> {
        let started = thread_seconds();
        let start = Duel::new(size, [class.mover, class.waiter], Side::First, End::Plain);
        let before = solver.nodes();
        // So that the node count of a start does not depend on those solved before it.
        solver.forget();
        let Ok(wins) = solver.wins(&start, &stop) else { return Ok(()) };
        let seconds = thread_seconds() - started;
        let verdict = if wins { "wins" } else { "loses" };
        let nodes = solver.nodes() - before;
        tracing::info!("{}: {verdict}, {nodes} nodes, {seconds:.3} s", start.position_text());
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        results.table.set(class.mover, class.waiter, wins);
        results.table.nodes += nodes;
        results.table.seconds += seconds;
        bar.step(1);
        match &args.table {
            Some(path) if results.saved.elapsed() >= SAVE_EVERY => {
                results.saved = Instant::now();
                save(path, &results.table)
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
    let table = results.into_inner().unwrap_or_else(PoisonError::into_inner).table;
    if let Some(path) = &args.table {
        save(path, &table)?;
    }
    print(context, &table)
}

fn shuffle(classes: &mut [StartClass]) {
    let mut rng = Rng::new(0);
    for last in (1..classes.len()).rev() {
        classes.swap(last, rng.below(last + 1));
    }
}

/// The results of an earlier run, if there are any.
fn read_so_far(path: &Path, size: Size) -> Result<StartTable, HarnessError> {
    if !path.exists() {
        return Ok(StartTable::new(size));
    }
    let table = read_table(path)?;
    if table.size() != size {
        let problem = format!("has starts of {}, but {size} is to be solved", table.size());
        return Err(HarnessError::input(path.display().to_string(), problem));
    }
    Ok(table)
}

/// Reads a table of starts from a file.
pub(crate) fn read_table(path: &Path) -> Result<StartTable, HarnessError> {
    /// In bytes; larger than any table of starts.
    const LARGEST_FILE: u64 = 1 << 20;
    let text = files::read_text(path, LARGEST_FILE)
        .map_err(|error| HarnessError::input(error.place(path), error.to_string()))?;
    StartTable::parse(&text).map_err(|error| {
        let place = format!("{}, {}", path.display(), error.place);
        HarnessError::input(place, format!("found {}, allowed: {}", error.found, error.allowed))
    })
}

fn save(path: &Path, table: &StartTable) -> Result<(), HarnessError> {
    files::write_atomically(path, table.to_text().as_bytes())
        .map_err(|source| HarnessError::Write { path: path.to_owned(), source })
}

/// The result for all starts of a board.
#[derive(Serialize)]
struct BoardRow {
    /// `8x8`.
    size: String,
    /// The starts that the side to move wins.
    first_wins: u64,
    /// All starts of the board.
    pairs: u64,
    /// The starts that are solved.
    solved: u64,
    /// Nodes searched, earlier runs included.
    nodes: u64,
    /// CPU time used, earlier runs included.
    seconds: f64,
}

fn print(context: &Context<KnightDuel>, table: &StartTable) -> Result<Finish, HarnessError> {
    let (solved, first_wins) = table.count();
    let open = table.open().len();
    let size = table.size();
    let squares = u64::from(size.rows) * u64::from(size.columns);
    let row = BoardRow {
        size: size.to_string(),
        first_wins,
        pairs: squares * (squares - 1),
        solved,
        nodes: table.nodes,
        seconds: table.seconds,
    };
    let share = 100.0 * first_wins as f64 / solved.max(1) as f64;
    let text = format!(
        "{size}: the side to move wins {} of {} starts ({share:.1} %)\n{} nodes in {} of CPU time\n",
        number::grouped(row.first_wins),
        number::grouped(row.solved),
        number::grouped(row.nodes),
        number::seconds(row.seconds)
    );
    context.result(&row, &text)?;
    if open > 0 {
        context.remark(&format!("interrupted: {open} starts up to symmetry are not solved yet"));
        return Ok(Finish::Different);
    }
    Ok(Finish::Done)
}
