//! The verbs `convert` and `openings`.

use crate::notation::{Record, Timed, offsets, psq, sgf};
use crate::rules::symmetry::Symmetry;
use crate::{Config, FiveInARow, Gomoku, Rule, notation};
use clap::{Args, ValueEnum};
use files::read_text;
use harness::cli::{Context, Finish, HarnessError};
use harness::play::record::Record as SavedGame;
use matches::{GameRecord, GameResult};
use protocols::Playable;
use search::{Game, Notation, NotationError, Outcome, Side};
use serde_json::json;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest file that is read: some ten thousand games of a match.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// What a game is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The moves one behind the other, a line for each game: an opening file
    #[default]
    Moves,
    /// Piskvork's game file, for one game
    Psq,
    /// Smart game format, for any number of games
    Sgf,
}

/// Arguments of `convert`.
#[derive(Args)]
pub(crate) struct Convert {
    /// A .psq file, the records of a match, a game saved by play, or a file with a position
    file: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t)]
    to: Format,
    /// Only this game of several, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Where to write it, in place of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Reads games of any kind and writes them as another.
pub(crate) fn convert(
    context: &Context<FiveInARow>,
    args: Convert,
) -> Result<Finish, HarnessError> {
    let place = args.file.display().to_string();
    let mut records = read_games(&args.file, context.config())?;
    if let Some(number) = args.game {
        let count = records.len();
        let index = number.checked_sub(1).filter(|&index| index < count).ok_or_else(|| {
            HarnessError::input("--game", format!("found {number}, allowed: 1 to {count}"))
        })?;
        records = vec![records.swap_remove(index)];
    }
    let mut texts = Vec::with_capacity(records.len());
    for record in &records {
        texts.push(match args.to {
            Format::Moves => format!("{}\n", moves_text(record)),
            Format::Sgf => sgf::write(record),
            Format::Psq if records.len() > 1 => {
                let problem = format!("found {} games, allowed in psq: one", records.len());
                return Err(HarnessError::input(place, format!("{problem} (choose it by --game)")));
            }
            Format::Psq => {
                psq::write(record).map_err(|problem| HarnessError::input(&place, problem))?
            }
        });
    }
    if let Some(path) = &args.output {
        context.write_file(path, texts.concat())?;
        return Ok(Finish::Done);
    }
    for (record, text) in records.iter().zip(&texts) {
        let json = json!({
            "moves": record.move_text(),
            "plies": record.moves.len(),
            "rule": record.start.rule(),
            "black": record.names[0],
            "white": record.names[1],
            "result": result_text(record.result),
            "text": text,
        });
        context.result(&json, text)?;
    }
    Ok(Finish::Done)
}

/// The moves, or the last position where they do not tell it because stones stood there before.
fn moves_text(record: &Record) -> String {
    if record.start.empties() < record.start.size().points() || record.moves.is_empty() {
        return record.end().position_text();
    }
    match record.start.rule() {
        Rule::Freestyle => record.move_text(),
        rule => format!("{} {rule}", record.move_text()),
    }
}

fn result_text(result: Option<Outcome>) -> Option<&'static str> {
    result.map(|outcome| match outcome {
        Outcome::Win(side) => FiveInARow::side_name(side),
        Outcome::Draw => "draw",
    })
}

/// The games in a file; what it is shows in how it begins.
fn read_games(path: &Path, config: &Config) -> Result<Vec<Record>, HarnessError> {
    let text = read_text(path, MAX_FILE_BYTES)
        .map_err(|error| HarnessError::input(error.place(path), &error))?;
    let refuse = |error: NotationError| HarnessError::input(path.display().to_string(), error);
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    if begin.get(..psq::MAGIC.len()).is_some_and(|word| word.eq_ignore_ascii_case(psq::MAGIC)) {
        return Ok(vec![psq::parse(&text, config.game.rule).map_err(refuse)?]);
    }
    if begin.starts_with('{') {
        return match_games(&text, config).map_err(refuse);
    }
    if begin.starts_with("game") {
        let saved = SavedGame::read(path).map_err(HarnessError::other)?;
        return Ok(vec![saved_game(&saved, config).map_err(refuse)?]);
    }
    let position = FiveInARow::parse_position(config, &text).map_err(refuse)?;
    // Moves are kept as moves where the text has any.
    let word = text.split_whitespace().next().unwrap_or_default();
    match points_of(word, position.size(), position.rule()) {
        Some(record) => Ok(vec![record]),
        None => Ok(vec![Record::new(position)]),
    }
}

/// The game of a sequence of moves such as `h8i9`.
fn points_of(text: &str, size: crate::Size, rule: Rule) -> Option<Record> {
    let mut points = Vec::new();
    let mut rest = text;
    while let Some(column) = rest.chars().next() {
        let head = column.len_utf8();
        let digits = rest[head..].bytes().take_while(u8::is_ascii_digit).count();
        let (point, after) = rest.split_at(head + digits);
        points.push(notation::parse_point(size, point).ok()?);
        rest = after;
    }
    Record::of_points(Gomoku::new(size, rule), points).ok()
}

/// The games of a match, from its record file; the first line is its head.
fn match_games(text: &str, config: &Config) -> Result<Vec<Record>, NotationError> {
    let lines = (1..).zip(text.lines()).skip(1).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let place = format!("line {number}");
            let game: GameRecord = serde_json::from_str(line).map_err(|error| {
                NotationError::new(&place, error.to_string(), "a game of a match")
            })?;
            match_game(&game, config).map_err(|error| {
                let place = format!("{place}, {}", error.place);
                NotationError { place, ..error }
            })
        })
        .collect()
}

fn match_game(game: &GameRecord, config: &Config) -> Result<Record, NotationError> {
    let opening = game.opening.iter().map(|text| (text.as_str(), 0.0));
    let moves = game.moves.iter().map(|mv| (mv.text.as_str(), mv.seconds));
    let mut record = replay(&game.start, opening.chain(moves), config)?;
    record.names = game.sides.clone();
    // The record is from the view of the match's first player.
    let first = if game.swapped { Side::Second } else { Side::First };
    record.result = Some(match game.result {
        GameResult::Win => Outcome::Win(first),
        GameResult::Loss => Outcome::Win(!first),
        GameResult::Draw => Outcome::Draw,
    });
    Ok(record)
}

fn saved_game(saved: &SavedGame, config: &Config) -> Result<Record, NotationError> {
    let mut record = replay(&saved.start, saved.moves.iter().map(|mv| (mv.as_str(), 0.0)), config)?;
    let sides = [Side::First, Side::Second].into_iter();
    if let Some(name) = &saved.resigned {
        let loser = sides.clone().find(|&side| FiveInARow::side_name(side) == name);
        record.result = loser.map(|loser| Outcome::Win(!loser));
    }
    Ok(record)
}

fn replay<'a>(
    start: &str,
    moves: impl Iterator<Item = (&'a str, f64)>,
    config: &Config,
) -> Result<Record, NotationError> {
    let start = FiveInARow::parse_position(config, start)?;
    let mut record = Record::new(start.clone());
    let mut game = start;
    for (text, seconds) in moves {
        let point = game.parse_move(text)?;
        game.play(point);
        // A time from a file may be anything, even no number.
        let used = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        record.moves.push(Timed { point, used });
    }
    record.result = game.outcome();
    Ok(record)
}

/// Arguments of `openings`.
#[derive(Args)]
pub(crate) struct Openings {
    /// A file of the Gomocup: one opening a line, x,y pairs as distances from the centre
    file: PathBuf,
    /// Behind the openings also their mirror images, so that a long match repeats fewer games
    #[arg(long)]
    images: bool,
}

/// Prints the openings of a Gomocup file as moves on the configured board: an opening file for
/// `match`.
pub(crate) fn openings(
    context: &Context<FiveInARow>,
    args: Openings,
) -> Result<Finish, HarnessError> {
    let game = &context.config().game;
    let text = read_text(&args.file, MAX_FILE_BYTES)
        .map_err(|error| HarnessError::input(error.place(&args.file), &error))?;
    let openings = offsets::parse(&text, &Gomoku::new(game.size(), game.rule))
        .map_err(|error| HarnessError::input(args.file.display().to_string(), error))?;
    let openings = if args.images { with_images(&openings) } else { openings };
    for opening in openings {
        let moves = opening.move_text();
        let json = json!({ "moves": moves, "plies": opening.moves.len() });
        context.result(&json, &format!("{moves}\n"))?;
    }
    Ok(Finish::Done)
}

/// The openings as they are, then turned, upside down and so on; those that look alike once.
fn with_images(openings: &[Record]) -> Vec<Record> {
    let sizes = openings.first().map(|opening| opening.start.size());
    let ways = sizes.into_iter().flat_map(Symmetry::all);
    let images = ways.flat_map(|way| openings.iter().map(move |opening| image(opening, way)));
    let mut seen = HashSet::new();
    images.filter(|image| seen.insert(image.move_text())).collect()
}

fn image(record: &Record, way: Symmetry) -> Record {
    let mut record = record.clone();
    for mv in &mut record.moves {
        mv.point = way.apply(record.start.size(), mv.point);
    }
    record
}
