//! The verb `convert`: games from one notation into another.

use crate::Xiangqi;
use crate::notation::Style;
use crate::notation::record::GameText;
use crate::rules::position::Position;
use clap::Args;
use files::{read_text, read_text_from};
use harness::cli::{Context, Finish, HarnessError};
use harness::play::record::Record;
use protocols::Playable;
use report::move_texts;
use search::{Game, Notation, Outcome, Side};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Longest file that is read, in bytes.
const LONGEST_FILE: u64 = 64 << 20;

/// Arguments of `convert`.
#[derive(Args)]
pub(crate) struct Convert {
    /// Games as PGN, or one that `play` has saved (`.toml`); `-` for PGN from standard input
    file: PathBuf,
    /// How moves are written
    #[arg(long, value_enum, default_value = "chinese")]
    notation: Style,
    /// Save the game for `play` to continue, instead of printing it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Xiangqi>, args: Convert) -> Result<Finish, HarnessError> {
    let games = games(context, &args.file)?;
    let Some(path) = &args.save else {
        for (index, game) in games.iter().enumerate() {
            let between = if index == 0 { "" } else { "\n" };
            let text = format!("{between}{}", game.write(args.notation));
            context.result(&described(game, args.notation), &text)?;
        }
        return Ok(Finish::Done);
    };
    let [game] = &games[..] else {
        let place = args.file.display().to_string();
        let problem = format!("found {} games, allowed: one, to be saved", games.len());
        return Err(HarnessError::input(place, problem));
    };
    record(game).write(path).map_err(HarnessError::other)?;
    Ok(Finish::Done)
}

fn games(context: &Context<Xiangqi>, file: &Path) -> Result<Vec<GameText>, HarnessError> {
    let is_stdin = file == Path::new("-");
    let place = || match is_stdin {
        true => "standard input".to_owned(),
        false => file.display().to_string(),
    };
    if file.extension().is_some_and(|extension| extension == "toml") {
        let record = Record::read(file).map_err(HarnessError::other)?;
        let game = read_record(context, &record);
        return game.map(|game| vec![game]).map_err(|error| HarnessError::input(place(), error));
    }
    let text = match is_stdin {
        true => read_text_from(std::io::stdin(), LONGEST_FILE),
        false => read_text(file, LONGEST_FILE),
    };
    let text = text.map_err(|error| HarnessError::input(place(), error))?;
    GameText::read_all(&text).map_err(|error| HarnessError::input(place(), error))
}

/// The game that `play` has saved, or what is wrong with it.
fn read_record(context: &Context<Xiangqi>, record: &Record) -> Result<GameText, String> {
    if record.game != Xiangqi::NAME {
        return Err(format!("game: found {:?}, allowed: {:?}", record.game, Xiangqi::NAME));
    }
    let start = Xiangqi::parse_position(context.config(), &record.start);
    let start: Position = start.map_err(|error| format!("start: {error}"))?;
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(record.moves.len());
    for (index, text) in record.moves.iter().enumerate() {
        let mv = position.parse_move(text).map_err(|error| format!("{error} ({})", index + 1))?;
        moves.push(mv);
        position.play(mv);
    }
    let side = |name: &String| {
        let sides = [Side::First, Side::Second];
        sides.into_iter().find(|&side| Xiangqi::side_name(side) == name)
    };
    let resigned = record.resigned.as_ref().and_then(side);
    let result = resigned.map(|side| Outcome::Win(!side)).or_else(|| position.outcome());
    Ok(GameText { result, ..GameText::new(start, moves) })
}

/// The game as `play` saves it. A result that the board does not show was a resignation.
fn record(game: &GameText) -> Record {
    let mut end = game.start.clone();
    for &mv in &game.moves {
        end.play(mv);
    }
    let resigned = match game.result {
        Some(Outcome::Win(side)) if end.outcome().is_none() => Some(!side),
        _ => None,
    };
    Record {
        game: Xiangqi::NAME.to_owned(),
        start: game.start.position_text(),
        moves: move_texts(&game.start, game.moves.iter().copied()),
        resigned: resigned.map(|side| Xiangqi::side_name(side).to_owned()),
    }
}

fn described(game: &GameText, style: Style) -> Value {
    let mut position = game.start.clone();
    let write = |&mv| {
        let text = style.write(&position, mv);
        position.play(mv);
        Value::from(text)
    };
    let moves: Vec<Value> = game.moves.iter().map(write).collect();
    let tags: Map<String, Value> =
        game.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let start = game.start.position_text();
    json!({ "tags": tags, "start": start, "moves": moves, "result": game.result_word() })
}
