//! `tables`: the lab report's two tables, played anew with as many games as asked.
//!
//! The report played ten games per cell, and its program, which kept the whole tree, ran out of
//! memory in three cells. Here every cell has a figure with a 95 % interval (Wilson 1927), beside
//! the report's and those of a simulation of its program.

mod experiment;
mod published;

pub use experiment::{Cell, Finished, Mode};

use crate::KnightDuel;
use crate::notation::{letter, rows};
use clap::Args;
use config::Choice;
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use matches::wilson;
use protocols::LoadedConfig;
use published::published;
use rayon::iter::{ParallelBridge, ParallelIterator};
use report::{self, Table, number};
use search::StopFlag;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Arguments of `tables`.
#[derive(Args)]
pub(crate) struct Tables {
    /// Games per cell
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Sides of the board, commas between them
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "6,8,10",
        value_parser = clap::value_parser!(u8).range(4..=16)
    )]
    sizes: Vec<u8>,
    /// Depths of the AI in plies, commas between them
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "4,8,12",
        value_parser = clap::value_parser!(u32).range(1..=250)
    )]
    depths: Vec<u32>,
    /// Who plays A against the AI: `blind` (the first table), `ai` (the second)
    #[arg(long, value_delimiter = ',', default_value = "blind,ai", value_parser = mode)]
    modes: Vec<Mode>,
    /// Where chance begins: start squares come from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; all cores by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Write the cells to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the final board of every game to this file, as the report's appendix draws them
    #[arg(long, value_name = "FILE")]
    finals: Option<PathBuf>,
}

fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "blind" => Ok(Mode::Blind),
        "ai" => Ok(Mode::Ai),
        _ => Err("allowed: blind, ai".to_owned()),
    }
}

/// A cell and its finished games.
struct Played {
    cell: Cell,
    games: Vec<Finished>,
}

/// Runs the verb. Ctrl-C keeps the games that were finished.
pub(crate) fn run(context: &Context<KnightDuel>, args: Tables) -> Result<Finish, HarnessError> {
    let config = lab_config(context)?;
    let files = args.csv.iter().chain(&args.finals);
    files.into_iter().try_for_each(|path| context.check_writable(path))?;
    let cells = cells(&args);
    let played = play(context, &args, &config, &cells)?;
    if context.stop().is_stopped() {
        context.remark("interrupted: the games that were finished follow");
    }
    if context.flags().json {
        for cell in &played {
            context.result(&json(cell), "")?;
        }
    } else {
        context.text(&text(&played))?;
    }
    if let Some(path) = &args.csv {
        context.write_file(path, &csv(&played).to_csv()?)?;
    }
    if let Some(path) = &args.finals {
        context.write_file(path, finals(&played))?;
    }
    Ok(Finish::Done)
}

/// The lab's configuration unless another one is asked for, with every `--set`.
fn lab_config(context: &Context<KnightDuel>) -> Result<LoadedConfig<KnightDuel>, HarnessError> {
    if context.flags().config.is_some() {
        return Ok(context.config().clone());
    }
    Ok(context.load(Some(&Choice::option("--config", "lab")), &[])?)
}

/// Table by table, board by board, from shallow to deep.
fn cells(args: &Tables) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &mode in &args.modes {
        for &size in &args.sizes {
            for &depth in &args.depths {
                let cell = Cell { mode, size, depth };
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
    }
    cells
}

/// Plays all games of all cells, several at once; cells with no finished game are left out.
fn play(
    context: &Context<KnightDuel>,
    args: &Tables,
    config: &LoadedConfig<KnightDuel>,
    cells: &[Cell],
) -> Result<Vec<Played>, HarnessError> {
    let stop = context.stop();
    let total = cells.len() as u64 * u64::from(args.games);
    let bar = progress::bar(total, "games", context.flags().quiet);
    let results: Vec<Mutex<Vec<Finished>>> = cells.iter().map(|_| Mutex::default()).collect();
    let one = |(index, game): (usize, u32)| -> Result<(), HarnessError> {
        let cell = cells[index];
        if let Some(finished) = play_one(&cell, config, args.seed, game, &stop)? {
            let Cell { mode, size, depth } = cell;
            let (mode, winner) = (mode.name(), letter(finished.winner));
            tracing::info!(
                "{mode}, {size}x{size}, depth {depth}, game {}: {winner} wins",
                game + 1
            );
            results[index].lock().unwrap_or_else(PoisonError::into_inner).push(finished);
            bar.step(1);
            bar.message(format!("games, {0}x{0} at depth {1}", cell.size, cell.depth));
        }
        Ok(())
    };
    // Handed out one by one and in order, so that an interruption leaves whole cells.
    let tasks = (0..cells.len()).flat_map(|index| (0..args.games).map(move |game| (index, game)));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0).into()).build();
    pool.map_err(HarnessError::other)?.install(|| tasks.par_bridge().try_for_each(one))?;
    bar.finish();
    let mut played = Vec::new();
    for (&cell, games) in cells.iter().zip(results) {
        let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
        games.sort_by_key(|game| game.game);
        if !games.is_empty() {
            played.push(Played { cell, games });
        }
    }
    Ok(played)
}

fn play_one(
    cell: &Cell,
    config: &LoadedConfig<KnightDuel>,
    seed: u64,
    game: u32,
    stop: &StopFlag,
) -> Result<Option<Finished>, HarnessError> {
    if stop.is_stopped() {
        return Ok(None);
    }
    cell.play(config, seed, game, stop).map_err(|problem| HarnessError::input("config", problem))
}

/// What the games of a cell add up to.
struct Sum {
    games: u64,
    wins: u64,
    rate: f64,
    interval: (f64, f64),
    nodes: u64,
    searches: u64,
    seconds: f64,
}

impl Played {
    fn sum(&self) -> Sum {
        let games = self.games.len() as u64;
        let wins = self.games.iter().filter(|game| self.cell.is_win(game)).count() as u64;
        let rate = wins as f64 / games.max(1) as f64;
        Sum {
            games,
            wins,
            rate,
            interval: wilson(rate, games.max(1) as f64),
            nodes: self.games.iter().map(|game| game.nodes).sum(),
            searches: self.games.iter().map(|game| game.searches).sum(),
            seconds: self.games.iter().map(|game| game.time.as_secs_f64()).sum(),
        }
    }
}

fn json(played: &Played) -> Value {
    let Cell { mode, size, depth } = played.cell;
    let sum = played.sum();
    let published = published(mode, size, depth);
    json!({
        "mode": mode.name(),
        "size": size,
        "depth": depth,
        "games": sum.games,
        "wins": sum.wins,
        "rate": sum.rate,
        "low": sum.interval.0,
        "high": sum.interval.1,
        "simulation": published.and_then(|figures| figures.simulation),
        "report": published.and_then(|figures| figures.report),
        "report_out_of_memory": published.is_some_and(|figures| figures.report.is_none()),
        "nodes": sum.nodes,
        "moves": sum.searches,
        "seconds": sum.seconds,
    })
}

/// The same for a spreadsheet.
fn csv(played: &[Played]) -> Table {
    let rows: Vec<Value> = played.iter().map(json).collect();
    let header: Vec<&str> = match rows.first().and_then(Value::as_object) {
        Some(row) => row.keys().map(String::as_str).collect(),
        None => vec!["mode", "size", "depth", "games", "wins", "rate"],
    };
    let mut table = Table::new(&header);
    for row in rows.iter().filter_map(Value::as_object) {
        let cells = row.values().map(|value| report::Cell::shown("", value.clone()));
        table.cells(cells.collect());
    }
    table
}

/// The tables for people.
fn text(played: &[Played]) -> String {
    let mut text = String::new();
    for (mode, title) in [
        (Mode::Blind, "blind (A) against AI (B): games won by the AI"),
        (Mode::Ai, "AI against AI: games won by the first mover"),
    ] {
        let mut table = Table::new(&[
            "board",
            "depth",
            "games",
            "won",
            "95 % interval",
            "simulation",
            "report",
            "nodes/move",
            "time/move",
        ])
        .right_align(&[3, 4, 5, 6]);
        for played in played.iter().filter(|played| played.cell.mode == mode) {
            table.cells(row(played));
        }
        if !table.is_empty() {
            let gap = if text.is_empty() { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{gap}{title}\n\n{}", table.to_text(None));
        }
    }
    if played.iter().any(|cell| json(cell)["report_out_of_memory"] == true) {
        text.push_str("\n* the report's program ran out of memory\n");
    }
    text
}

fn row(played: &Played) -> Vec<report::Cell> {
    let Cell { mode, size, depth } = played.cell;
    let sum = played.sum();
    let published = published(mode, size, depth);
    let share = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{share:.2}"));
    let report = match published {
        Some(figures) if figures.report.is_none() => "*".to_owned(),
        figures => share(figures.and_then(|figures| figures.report)),
    };
    let (low, high) = sum.interval;
    let searches = sum.searches.max(1) as f64;
    vec![
        format!("{size}x{size}").into(),
        report::Cell::count(depth.into()),
        report::Cell::count(sum.games),
        format!("{:.3}", sum.rate).into(),
        format!("{low:.3} to {high:.3}").into(),
        share(published.and_then(|figures| figures.simulation)).into(),
        report.into(),
        report::Cell::shown(
            number::grouped((sum.nodes as f64 / searches).round() as u64),
            sum.nodes as f64 / searches,
        ),
        report::Cell::seconds(sum.seconds / searches),
    ]
}

/// The final boards as in the report's appendix: `+` free, `@` visited, a space between squares.
fn finals(played: &[Played]) -> String {
    let mut text = String::new();
    for Played { cell, games } in played {
        let Cell { mode, size, depth } = cell;
        for game in games {
            let number = game.game + 1;
            let winner = letter(game.winner);
            let _ = write!(
                text,
                "{} against ai, {size}x{size}, depth {depth}, game {number}: {winner} wins\n{}\n\n",
                mode.name(),
                rows(&game.board, " ").join("\n"),
            );
        }
    }
    text
}

#[cfg(test)]
mod tests;
