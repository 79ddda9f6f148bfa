//! `convert`: games from one format into another.

use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::formats::{self, Format, Games};
use crate::rows::FormatRow;
use clap::Args;
use protocols::write_game;
use record::GameRecord;
use report::Table;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest file in bytes, enough for tens of thousands of games.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Arguments of `convert`.
#[derive(Args)]
pub struct Convert {
    /// File of games in any format; `-` for standard input
    #[arg(value_name = "INPUT", required_unless_present = "list")]
    input: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", required_unless_present = "list")]
    to: Option<String>,
    /// Input format, instead of detecting it
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Convert only this game of the file, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Output file, instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// List the formats
    #[arg(long, exclusive = true)]
    list: bool,
}

/// A game that was read, and its text in the other format.
#[derive(Serialize)]
struct ConvertedRow<'a> {
    #[serde(flatten)]
    record: GameRecord,
    text: &'a str,
}

/// What `--list` prints.
#[derive(Serialize)]
struct FormatsRow {
    formats: Vec<FormatRow>,
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: Convert) -> Result<Finish, HarnessError> {
    let formats = formats::all::<D>();
    let (Some(input), Some(to)) = (&args.input, &args.to) else { return list(context, &formats) };
    let writer = formats::named(&formats, to, |format| format.write.is_some());
    let writer = writer.map_err(|problem| HarnessError::input("--to", problem))?;
    let Some(write) = writer.write else { return list(context, &formats) };
    let config = &context.config().config;
    let place =
        if input == Path::new("-") { "standard input".into() } else { input.display().to_string() };
    let mut games = read::<D>(config, args.from.as_deref(), input, &place)?;
    if let Some(number) = args.game {
        let count = games.len();
        let index = number.checked_sub(1).filter(|&index| index < count).ok_or_else(|| {
            HarnessError::input("--game", format!("found {number}, allowed: 1 to {count}"))
        })?;
        games = vec![games.swap_remove(index)];
    }
    if !writer.many && games.len() != 1 {
        let problem = format!(
            "found {} games, allowed in {}: one (choose it by --game)",
            games.len(),
            writer.name
        );
        return Err(HarnessError::input(place, problem));
    }
    let mut texts = Vec::with_capacity(games.len());
    for (number, game) in (1..).zip(&games) {
        texts.push(write(config, game).map_err(|problem| {
            let of =
                if games.len() > 1 { format!("{place}: game {number}") } else { place.clone() };
            HarnessError::input(of, problem)
        })?);
    }
    if let Some(path) = &args.output {
        context.write_file(path, texts.concat())?;
        return Ok(Finish::Done);
    }
    for (game, text) in games.iter().zip(&texts) {
        context.result(&ConvertedRow { record: write_game::<D>(config, game), text }, text)?;
    }
    Ok(Finish::Done)
}

/// The games of a file.
fn read<D: Domain>(
    config: &D::Config,
    from: Option<&str>,
    input: &Path,
    place: &str,
) -> Result<Games<D>, HarnessError> {
    let refuse = |problem: String| HarnessError::input(place, problem);
    let bytes = bytes(input).map_err(refuse)?;
    if let Some(name) = from {
        let formats = formats::all::<D>();
        let known = formats::named(&formats, name, |format| format.read.is_some());
        known.map_err(|problem| HarnessError::input("--from", problem))?;
    }
    formats::read::<D>(config, &bytes, from).map_err(refuse)
}

fn bytes(input: &Path) -> Result<Vec<u8>, String> {
    let read = |source: &mut dyn Read| -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = match input == Path::new("-") {
        true => read(&mut io::stdin().lock()),
        false => File::open(input).and_then(|mut file| read(&mut file)),
    };
    let bytes = bytes.map_err(|error| files::read_problem(&error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("larger than {} MiB", MAX_FILE_BYTES >> 20));
    }
    Ok(bytes)
}

/// What `--list` prints: a row per format.
fn list<D: Domain>(context: &Context<D>, formats: &[Format<D>]) -> Result<Finish, HarnessError> {
    let mut table = Table::new(&["format", "reads", "writes", "what"]);
    let mut rows = Vec::new();
    let said = |can: bool| if can { "yes" } else { "no" }.to_owned();
    for row in formats.iter().map(FormatRow::new) {
        let (reads, writes) = (said(row.reads), said(row.writes));
        table.row(vec![row.format.to_owned(), reads, writes, row.about.to_owned()]);
        rows.push(row);
    }
    context.result(&FormatsRow { formats: rows }, &table.to_text(None))?;
    Ok(Finish::Done)
}
