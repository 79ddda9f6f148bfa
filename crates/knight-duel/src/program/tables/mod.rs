//! The verb `tables`: plays the games of the lab report's two tables again.
//!
//! The report played ten games per cell. Its program kept the complete tree and ran out of memory in three
//! cells. Here every cell has a win rate with a 95 % interval (Wilson 1927), next to the rate of the
//! report and that of a simulation of its program.

mod experiment;
mod published;

pub use experiment::{Cell, Finished, Mode};

use crate::KnightDuel;
use crate::notation::{letter, rows};
use crate::program::view::view;
use board::{PictureStyle, svg};
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
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Arguments of `tables`.
#[derive(Args)]
pub(crate) struct Tables {
    /// Games per cell
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Board sizes (rows and columns), separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "6,8,10",
        value_parser = clap::value_parser!(u8).range(4..=16)
    )]
    sizes: Vec<u8>,
    /// Search depths of the AI in plies, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "4,8,12",
        value_parser = clap::value_parser!(u32).range(1..=250)
    )]
    depths: Vec<u32>,
    /// Opponents that play A against the AI: `blind` (the first table), `ai` (the second)
    #[arg(long, value_delimiter = ',', default_value = "blind,ai", value_parser = mode)]
    modes: Vec<Mode>,
    /// Random seed for the start squares
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played in parallel [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Write the cells of the tables to this file as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the final board of every game to this file, in the format of the report's appendix
    #[arg(long, value_name = "FILE")]
    finals: Option<PathBuf>,
    /// Draw the final board of every game into this folder, as SVG
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "blind" => Ok(Mode::Blind),
        "ai" => Ok(Mode::Ai),
        _ => Err("accepted: blind, ai".to_owned()),
    }
}

/// A cell and its finished games.
struct Played {
    cell: Cell,
    games: Vec<Finished>,
}

/// Runs the verb. After Ctrl-C the finished games are reported.
pub(crate) fn run(context: &Context<KnightDuel>, args: Tables) -> Result<Finish, HarnessError> {
    let config = lab_config(context)?;
    let files = args.csv.iter().chain(&args.finals);
    files.into_iter().try_for_each(|path| context.check_writable(path))?;
    let cells = cells(&args);
    let played = play(context, &args, &config, &cells)?;
    if context.stop().is_stopped() {
        context.remark("interrupted: only the finished games are counted");
    }
    let rows: Vec<CellRow> = played.iter().map(Played::row).collect();
    if context.flags().json {
        for row in &rows {
            context.result(row, "")?;
        }
    } else {
        context.text(&text(&rows))?;
    }
    if let Some(path) = &args.csv {
        context.write_file(path, &csv(&rows).to_csv()?)?;
    }
    if let Some(path) = &args.finals {
        context.write_file(path, finals(&played))?;
    }
    if let Some(folder) = &args.pictures {
        draw(context, &played, folder)?;
    }
    Ok(Finish::Done)
}

/// The lab's configuration, unless `--config` names another one; `--set` applies to either.
fn lab_config(context: &Context<KnightDuel>) -> Result<LoadedConfig<KnightDuel>, HarnessError> {
    if context.flags().config.is_some() {
        return Ok(context.config().clone());
    }
    Ok(context.load(Some(&Choice::option("--config", "lab")), &[])?)
}

/// All cells, ordered by table, board size and depth.
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

/// Plays all games of all cells in parallel. Cells without a finished game are left out.
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
    // In order, so that an interrupted run has complete cells.
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

/// The result of one cell.
#[derive(Serialize)]
struct CellRow {
    /// Who plays A: `blind` or `ai`.
    mode: &'static str,
    /// Rows and columns of the board.
    size: u8,
    /// Search depth of the AI in plies.
    depth: u32,
    /// Finished games.
    games: u64,
    /// Games won: by the AI against `blind`, by the first mover in `ai`.
    wins: u64,
    /// Wins per game.
    rate: f64,
    /// Lower end of the 95 % interval of the rate.
    low: f64,
    /// Upper end of the 95 % interval of the rate.
    high: f64,
    /// The rate in a simulation of the lab's program; `null` if it was not simulated.
    simulation: Option<f64>,
    /// The rate in the lab report; `null` if it has none.
    report: Option<f64>,
    /// Whether the lab's program ran out of memory in this cell.
    report_out_of_memory: bool,
    /// Nodes searched by the AI.
    nodes: u64,
    /// Moves chosen by the AI.
    moves: u64,
    /// Duration of all games.
    seconds: f64,
}

impl Played {
    fn row(&self) -> CellRow {
        let Cell { mode, size, depth } = self.cell;
        let games = self.games.len() as u64;
        let wins = self.games.iter().filter(|game| self.cell.is_win(game)).count() as u64;
        let rate = wins as f64 / games.max(1) as f64;
        let (low, high) = wilson(rate, games.max(1) as f64);
        let published = published(mode, size, depth);
        CellRow {
            mode: mode.name(),
            size,
            depth,
            games,
            wins,
            rate,
            low,
            high,
            simulation: published.and_then(|figures| figures.simulation),
            report: published.and_then(|figures| figures.report),
            report_out_of_memory: published.is_some_and(|figures| figures.report.is_none()),
            nodes: self.games.iter().map(|game| game.nodes).sum(),
            moves: self.games.iter().map(|game| game.searches).sum(),
            seconds: self.games.iter().map(|game| game.time.as_secs_f64()).sum(),
        }
    }
}

/// The rows as CSV.
fn csv(rows: &[CellRow]) -> Table {
    let rows: Vec<Value> = rows.iter().filter_map(|row| serde_json::to_value(row).ok()).collect();
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

/// The rows as two tables of text.
fn text(rows: &[CellRow]) -> String {
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
        for row in rows.iter().filter(|row| row.mode == mode.name()) {
            table.cells(cells_of(row));
        }
        if !table.is_empty() {
            let gap = if text.is_empty() { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{gap}{title}\n\n{}", table.to_text(None));
        }
    }
    if rows.iter().any(|row| row.report_out_of_memory) {
        text.push_str("\n* the report's program ran out of memory\n");
    }
    text
}

fn cells_of(row: &CellRow) -> Vec<report::Cell> {
    let rate = |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| format!("{rate:.2}"));
    let report = if row.report_out_of_memory { "*".to_owned() } else { rate(row.report) };
    let moves = row.moves.max(1) as f64;
    let nodes_per_move = row.nodes as f64 / moves;
    vec![
        format!("{0}x{0}", row.size).into(),
        report::Cell::count(row.depth.into()),
        report::Cell::count(row.games),
        format!("{:.3}", row.rate).into(),
        format!("{:.3} to {:.3}", row.low, row.high).into(),
        rate(row.simulation).into(),
        report.into(),
        report::Cell::shown(number::grouped(nodes_per_move.round() as u64), nodes_per_move),
        report::Cell::seconds(row.seconds / moves),
    ]
}

/// Draws the final boards: `blind-6x6-depth4-game1.svg`.
fn draw(
    context: &Context<KnightDuel>,
    played: &[Played],
    folder: &Path,
) -> Result<(), HarnessError> {
    std::fs::create_dir_all(folder)
        .map_err(|source| HarnessError::Write { path: folder.to_owned(), source })?;
    let mut pictures = 0;
    for Played { cell: Cell { mode, size, depth }, games } in played {
        for game in games {
            let name =
                format!("{}-{size}x{size}-depth{depth}-game{}.svg", mode.name(), game.game + 1);
            let path = folder.join(name);
            let svg = svg::draw(&view(&game.board), &PictureStyle::default());
            files::write_atomically(&path, svg.as_bytes())
                .map_err(|source| HarnessError::Write { path, source })?;
            pictures += 1;
        }
    }
    context.remark(&format!("written: {pictures} pictures in {}", folder.display()));
    Ok(())
}

/// The final boards in the format of the report's appendix: `+` free, `@` visited, squares separated by
/// spaces.
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
