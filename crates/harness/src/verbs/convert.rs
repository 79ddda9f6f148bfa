//! `convert`: games from one format into another.

use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use crate::formats::{self, Format, Games};
use clap::Args;
use protocols::write_game;
use report::Table;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file that is read: some ten thousand games of a match.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Arguments of `convert`.
#[derive(Args)]
pub struct Convert {
    /// A file of games in any format; `-` for standard input
    #[arg(value_name = "INPUT", required_unless_present = "list")]
    input: Option<PathBuf>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", required_unless_present = "list")]
    to: Option<String>,
    /// The format to read, in place of the one the file looks like
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Only this game of several, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Where to write, in place of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// List the formats
    #[arg(long, exclusive = true)]
    list: bool,
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: Convert) -> Result<Finish, HarnessError> {
    let formats = formats::all::<D>();
    let (Some(input), Some(to)) = (&args.input, &args.to) else { return list(context, &formats) };
    let writer = named(&formats, "--to", to, |format| format.write.is_some())?;
    let Some(write) = writer.write else { return list(context, &formats) };
    let config = &context.config().config;
    let place =
        if input == Path::new("-") { "standard input".into() } else { input.display().to_string() };
    let mut games = read(config, &formats, args.from.as_deref(), input, &place)?;
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
        let mut json = serde_json::to_value(write_game::<D>(config, game)).unwrap_or_default();
        json["text"] = Value::from(text.as_str());
        context.result(&json, text)?;
    }
    Ok(Finish::Done)
}

/// The games of a file.
fn read<D: Domain>(
    config: &D::Config,
    formats: &[Format<D>],
    from: Option<&str>,
    input: &Path,
    place: &str,
) -> Result<Games<D>, HarnessError> {
    let refuse = |problem: String| HarnessError::input(place, problem);
    let bytes = bytes(input).map_err(refuse)?;
    let reader = match from {
        Some(name) => named(formats, "--from", name, |format| format.read.is_some())?,
        None => formats
            .iter()
            .find(|format| format.read.is_some() && (format.is_like)(&bytes))
            .ok_or_else(|| refuse("found no format that --list names".to_owned()))?,
    };
    let read = reader.read.ok_or_else(|| refuse(format!("{} cannot be read", reader.name)))?;
    let games = read(config, &bytes).map_err(|problem| {
        let guessed =
            if from.is_none() { format!(" (read as {})", reader.name) } else { String::new() };
        refuse(format!("{problem}{guessed}"))
    })?;
    if games.is_empty() {
        return Err(refuse(format!(
            "found no game, allowed: one or more (read as {})",
            reader.name
        )));
    }
    Ok(games)
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
    let bytes = bytes.map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("larger than {} MiB", MAX_FILE_BYTES >> 20));
    }
    Ok(bytes)
}

/// The format of a name, if it can do what it is wanted for.
fn named<'a, D: Domain>(
    formats: &'a [Format<D>],
    flag: &str,
    name: &str,
    can: fn(&Format<D>) -> bool,
) -> Result<&'a Format<D>, HarnessError> {
    let mut able = formats.iter().filter(|format| can(format));
    able.clone().find(|format| format.name == name).ok_or_else(|| {
        let first = able.next().map_or("", |format| format.name).to_owned();
        let allowed = able.fold(first, |list, format| format!("{list}, {}", format.name));
        HarnessError::input(flag, format!("found {name:?}, allowed: {allowed}"))
    })
}

fn list<D: Domain>(context: &Context<D>, formats: &[Format<D>]) -> Result<Finish, HarnessError> {
    let mut table = Table::new(&["format", "reads", "writes", "what"]);
    let mut rows = Vec::new();
    let said = |can: bool| if can { "yes" } else { "no" }.to_owned();
    for Format { name, about, read, write, .. } in formats {
        rows.push(json!({
            "format": name, "reads": read.is_some(), "writes": write.is_some(), "about": about,
        }));
        let (read, write) = (said(read.is_some()), said(write.is_some()));
        table.row(vec![(*name).to_owned(), read, write, (*about).to_owned()]);
    }
    context.result(&json!({ "formats": rows }), &table.to_text(None))?;
    Ok(Finish::Done)
}
