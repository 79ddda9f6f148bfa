//! Files of games: [`Format`], and the three that every game has.
//!
//! | name | holds | text |
//! |---|---|---|
//! | `toml` | one game | what `play` saves |
//! | `jsonl` | any number of games | a [`GameRecord`] per line, with or without the header of a match |
//! | `moves` | any number of games | a line each: moves from the start position, or a position; an opening file |
//!
//! A game adds its own ([`Domain::formats`]). `convert` reads any of them and writes any other, always
//! by way of a [`PlayedGame`].

use crate::Domain;
use config::Document;
use matches::parse_game;
use protocols::{Playable, read_game, write_game};
use record::{GameRecord, PlayedGame};
use search::Notation;

/// Games of a domain.
pub type Games<D> = Vec<PlayedGame<<D as Playable>::Game>>;

/// Reads the games of a file. The error says where in it, what was found and what is allowed.
pub type ReadGames<D> = fn(&<D as Playable>::Config, &[u8]) -> Result<Games<D>, String>;

/// Writes one game; the texts of several, one behind the other, are a file of several.
pub type WriteGame<D> =
    fn(&<D as Playable>::Config, &PlayedGame<<D as Playable>::Game>) -> Result<String, String>;

/// A format that files of games have.
pub struct Format<D: Playable> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Whether a file looks as if it had this format; asked of one format after the other.
    pub is_like: fn(&[u8]) -> bool,
    /// Reads a file, if the format can be read.
    pub read: Option<ReadGames<D>>,
    /// Writes a game, if the format can be written.
    pub write: Option<WriteGame<D>>,
    /// Whether a file can hold several games.
    pub many: bool,
}

/// All formats of a game: its own first, so that they recognise their files first. One that has the
/// name of a common format takes its place.
pub fn all<D: Domain>() -> Vec<Format<D>> {
    let mut common = common::<D>();
    let mut formats = Vec::new();
    for own in D::formats() {
        match common.iter_mut().find(|format| format.name == own.name) {
            Some(format) => *format = own,
            None => formats.push(own),
        }
    }
    formats.extend(common);
    formats
}

/// Reads the games of a file in the named format, or in the first one that it looks like. The error says
/// which format was tried.
pub fn read<D: Domain>(
    config: &D::Config,
    bytes: &[u8],
    from: Option<&str>,
) -> Result<Games<D>, String> {
    let formats = all::<D>();
    let able = |format: &&Format<D>| format.read.is_some();
    let reader = match from {
        Some(name) => named(&formats, name, able)?,
        None => {
            let like = formats.iter().filter(able).find(|format| (format.is_like)(bytes));
            like.ok_or("not in a known format")?
        }
    };
    let Some(read) = reader.read else { return Err(format!("{} cannot be read", reader.name)) };
    let guessed = match from {
        Some(_) => String::new(),
        None => format!(" (read as {})", reader.name),
    };
    match read(config, bytes) {
        Ok(games) if games.is_empty() => Err(format!("no game found{guessed}")),
        Ok(games) => Ok(games),
        Err(problem) => Err(format!("{problem}{guessed}")),
    }
}

/// One game in the named format.
pub fn write<D: Domain>(
    config: &D::Config,
    game: &PlayedGame<D::Game>,
    to: &str,
) -> Result<String, String> {
    let formats = all::<D>();
    let writer = named(&formats, to, |format| format.write.is_some())?;
    let Some(write) = writer.write else { return Err(format!("{to} cannot be written")) };
    write(config, game)
}

/// The format of this name among those that can do what is asked.
pub fn named<'a, D: Domain>(
    formats: &'a [Format<D>],
    name: &str,
    able: impl FnMut(&&'a Format<D>) -> bool,
) -> Result<&'a Format<D>, String> {
    let able: Vec<&Format<D>> = formats.iter().filter(able).collect();
    able.iter().copied().find(|format| format.name == name).ok_or_else(|| {
        let names: Vec<&str> = able.iter().map(|format| format.name).collect();
        format!("found {name:?}, allowed: {}", names.join(", "))
    })
}

/// What every game has.
fn common<D: Domain>() -> [Format<D>; 3] {
    [
        Format {
            name: "toml",
            about: "one game, as play saves it",
            is_like: |bytes| has_key(bytes, "game"),
            read: Some(|config, bytes| {
                let record = Document::parse("", text(bytes)?).and_then(|document| document.read());
                let record: GameRecord =
                    record.map_err(|error| without_file(&error.to_string()))?;
                read_game::<D>(config, &record).map(|game| vec![game]).map_err(|e| e.to_string())
            }),
            write: Some(|config, game| {
                let record = write_game::<D>(config, game);
                toml::to_string_pretty(&record).map_err(|error| error.to_string())
            }),
            many: false,
        },
        Format {
            name: "jsonl",
            about: "one game per line, as match records them",
            is_like: |bytes| begins_with(bytes, "{"),
            read: Some(read_jsonl::<D>),
            write: Some(|config, game| {
                let record = write_game::<D>(config, game);
                let line = serde_json::to_string(&record).map_err(|error| error.to_string())?;
                Ok(format!("{line}\n"))
            }),
            many: true,
        },
        Format {
            name: "moves",
            about: "a line of moves per game, or a position: an opening file",
            is_like: |_| true,
            read: Some(read_moves::<D>),
            write: Some(|config, game| Ok(format!("{}\n", moves_text::<D>(config, game)))),
            many: true,
        },
    ]
}

/// The text of a file.
pub fn text(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        format!("line {line}: not UTF-8 text")
    })?;
    Ok(text.trim_start_matches('\u{feff}'))
}

/// Whether a file begins with these words, in any case, after a byte order mark and blanks.
pub fn begins_with(bytes: &[u8], words: &str) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    bytes.get(..words.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(words.as_bytes()))
}

/// Whether a line sets this key in TOML.
fn has_key(bytes: &[u8], key: &str) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_start);
    lines.any(|line| {
        let rest = line.strip_prefix(key.as_bytes()).map(<[u8]>::trim_ascii_start);
        rest.is_some_and(|rest| rest.starts_with(b"="))
    })
}

/// `line 3: ...` in place of `:3: ...`.
fn without_file(error: &str) -> String {
    error.strip_prefix(':').map_or_else(|| error.to_owned(), |rest| format!("line {rest}"))
}

fn read_jsonl<D: Playable>(config: &D::Config, bytes: &[u8]) -> Result<Games<D>, String> {
    let mut games = Vec::new();
    for (number, line) in (1..).zip(text(bytes)?.lines()) {
        let is_header = number == 1 && line.contains("\"plywood-match\"");
        if is_header || line.trim().is_empty() {
            continue;
        }
        let record: GameRecord = serde_json::from_str(line)
            .map_err(|error| format!("line {number}: not the record of a game: {error}"))?;
        let game = read_game::<D>(config, &record);
        games.push(game.map_err(|error| format!("line {number}: {error}"))?);
    }
    Ok(games)
}

fn read_moves<D: Playable>(config: &D::Config, bytes: &[u8]) -> Result<Games<D>, String> {
    let start = D::start(config);
    let position = |text: &str| D::parse_position(config, text);
    let mut games = Vec::new();
    for (number, line) in (1..).zip(text(bytes)?.lines()) {
        let game = parse_game(line, &start, &position);
        let game = game.map_err(|allowed| format!("line {number}: allowed: {allowed}"))?;
        games.extend(game);
    }
    Ok(games)
}

/// The moves, as a position string where the game reads them as one; or the last position where the
/// moves do not lead to it from the start.
fn moves_text<D: Playable>(config: &D::Config, game: &PlayedGame<D::Game>) -> String {
    let end = game.position().position_text();
    if game.plies() == 0 || game.start().position_text() != D::start(config).position_text() {
        return end;
    }
    let moves = game.move_texts();
    let together = moves.concat();
    match D::parse_position(config, &together) {
        Ok(position) if position.position_text() == end => together,
        _ => moves.join(" "),
    }
}
