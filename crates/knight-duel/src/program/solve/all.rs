//! `solve --all`: every start of a board, in one process or in several.

use super::{Rule, Solve};
use crate::KnightDuel;
use crate::known::{StartClass, StartTable, start_classes};
use crate::notation::square_text;
use crate::rules::duel::{Duel, End, Size};
use crate::solver::Solver;
use files::{Header, Job, Part, Shard};
use harness::cli::{Context, Finish, HarnessError};
use harness::cpu::thread_seconds;
use harness::progress::{self, Bar};
use rayon::iter::{ParallelBridge, ParallelIterator};
use report::number;
use search::rng::Rng;
use search::{Notation, Side, StopFlag};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which results are saved while starts are being solved.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// The results so far, shared by all threads.
struct Results {
    table: StartTable,
    saved: Instant,
}

/// A solved start.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StartRow {
    /// Square of the side to move.
    a: String,
    /// Square of the opponent.
    b: String,
    /// Whether the side to move wins.
    wins: bool,
    /// Nodes searched.
    nodes: u64,
    /// CPU time used.
    #[serde(default)]
    seconds: f64,
}

/// What the rows of a file of starts depend on.
#[derive(Serialize)]
struct Head {
    size: String,
    table_mib: usize,
    without: Vec<Rule>,
}

impl Header for Head {
    const KIND: &'static str = "plywood-knight-duel-starts";
    const VERSION: u32 = 1;
}

pub(super) fn all(context: &Context<KnightDuel>, args: &Solve) -> Result<Finish, HarnessError> {
    let size = args.size.map_or(context.config().game.size(), Size::square);
    if let Some(path) = &args.table {
        context.check_writable(path)?;
    }
    match &args.output {
        Some(path) => in_order(context, args, size, path),
        None => as_they_come(context, args, size),
    }
}

/// Solves starts on several threads; `done` gets each as soon as it is solved.
fn solve_each<T: Send>(
    context: &Context<KnightDuel>,
    args: &Solve,
    size: Size,
    starts: Vec<(T, StartClass)>,
    done: impl Fn(T, StartClass, StartRow) -> Result<(), HarnessError> + Sync,
) -> Result<(), HarnessError> {
    let stop = context.stop();
    let bar = progress::bar(starts.len() as u64, "starts", context.flags().quiet);
    let one = |solver: &mut Solver, (tag, class): (T, StartClass)| match solve(
        solver, size, class, &stop, &bar,
    ) {
        Some(row) => done(tag, class, row),
        None => Ok(()),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0).into()).build();
    let pool = pool.map_err(HarnessError::other)?;
    let tasks = starts.into_iter().take_while(|_| !stop.is_stopped());
    let solver = || args.solver(context);
    pool.install(|| tasks.par_bridge().try_for_each_init(solver, one))?;
    bar.finish();
    Ok(())
}

/// Solves a start; `None` if it was stopped.
fn solve(
    solver: &mut Solver,
    size: Size,
    class: StartClass,
    stop: &StopFlag,
    bar: &Bar,
) -> Option<StartRow> {
    let started = thread_seconds();
    let start = Duel::new(size, [class.mover, class.waiter], Side::First, End::Plain);
    let before = solver.nodes();
    // So that the node count of a start does not depend on those solved before it.
    solver.forget();
    let wins = solver.wins(&start, stop).ok()?;
    let (nodes, seconds) = (solver.nodes() - before, thread_seconds() - started);
    let verdict = if wins { "wins" } else { "loses" };
    tracing::info!("{}: {verdict}, {nodes} nodes, {seconds:.3} s", start.position_text());
    bar.step(1);
    let (a, b) = (square_text(size, class.mover), square_text(size, class.waiter));
    Some(StartRow { a, b, wins, nodes, seconds })
}

/// Writes one row per start, for all starts or those of a shard.
fn in_order(
    context: &Context<KnightDuel>,
    args: &Solve,
    size: Size,
    path: &Path,
) -> Result<Finish, HarnessError> {
    let classes = start_classes(size);
    let table_mib = context.config().search.table_mib;
    let head = Head { size: size.to_string(), table_mib, without: args.without.clone() };
    let job = Job { items: classes.len(), ..Job::default() };
    let shard = args.shard.unwrap_or(Shard::ALL);
    let part = Part::open(path, &head, &job, shard).map_err(HarnessError::other)?;
    let left = part.left().into_iter().map(|item| (item, classes[item])).collect();
    let part = Mutex::new(part);
    solve_each(context, args, size, left, |item, _, row| {
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        part.add(&[(item, row)]).map_err(HarnessError::other)
    })?;
    let part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
    let open = part.left().len();
    let mut table = StartTable::new(size);
    for (item, row) in part.rows().map_err(HarnessError::other)? {
        table.set(classes[item].mover, classes[item].waiter, row.wins);
        table.nodes += row.nodes;
        table.seconds += row.seconds;
    }
    part.finish().map_err(HarnessError::other)?;
    if let (Some(path), 0) = (&args.table, open) {
        save(path, &table)?;
    }
    print(context, &table, open)
}

/// Solves the starts that the table does not have, and saves it now and then.
fn as_they_come(
    context: &Context<KnightDuel>,
    args: &Solve,
    size: Size,
) -> Result<Finish, HarnessError> {
    // Held from before the file is read until it was written for the last time.
    let _claim = args.table.as_deref().map(|path| context.claim(path)).transpose()?;
    let table = match &args.table {
        Some(path) => read_so_far(path, size)?,
        None => StartTable::new(size),
    };
    let mut open = table.open();
    // In random order, so that the results of an interrupted run are a random sample.
    shuffle(&mut open);
    let results = Mutex::new(Results { table, saved: Instant::now() });
    let starts = open.into_iter().map(|class| ((), class)).collect();
    solve_each(context, args, size, starts, |(), class, row| {
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        results.table.set(class.mover, class.waiter, row.wins);
        results.table.nodes += row.nodes;
        results.table.seconds += row.seconds;
        match &args.table {
            Some(path) if results.saved.elapsed() >= SAVE_EVERY => {
                results.saved = Instant::now();
                save(path, &results.table)
            }
            _ => Ok(()),
        }
    })?;
    let table = results.into_inner().unwrap_or_else(PoisonError::into_inner).table;
    if let Some(path) = &args.table {
        save(path, &table)?;
    }
    print(context, &table, table.open().len())
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

/// Prints what is solved; `open` starts are left to solve.
fn print(
    context: &Context<KnightDuel>,
    table: &StartTable,
    open: usize,
) -> Result<Finish, HarnessError> {
    let (solved, first_wins) = table.count();
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
