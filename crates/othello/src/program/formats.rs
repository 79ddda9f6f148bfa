//! Additional game formats of `convert`.

use crate::OthelloDomain;
use crate::notation::{ggf, transcript, wthor};
use crate::program::config::Config;
use crate::rules::game::Othello;
use harness::formats::{Format, Games, begins_with, text};
use record::PlayedGame;
use search::Notation;

/// GGF, transcripts and WTHOR.
pub(crate) fn all() -> Vec<Format<OthelloDomain>> {
    vec![
        Format {
            name: "ggf",
            about: "Generic Game Format, used by game servers and NBoard",
            is_like: |bytes| begins_with(bytes, "(;GM["),
            read: Some(|_, bytes| {
                let games = ggf::parse_all(text(bytes)?);
                games.map_err(|(number, error)| format!("game {number}: {error}"))
            }),
            write: Some(|_, game| Ok(format!("{}\n", ggf::write(game)))),
            many: true,
        },
        Format {
            name: "wthor",
            about: "game database of the French federation (.wtb), 8x8",
            is_like: |bytes| !bytes.is_ascii() && wthor::parse(bytes).is_ok(),
            read: Some(read_wthor),
            write: None,
            many: true,
        },
        Format {
            name: "transcript",
            about: "one game per line, moves from the start position without passes: f5d6c3",
            // Detected as the format `moves`, which every game has.
            is_like: |_| false,
            read: Some(read_transcripts),
            write: Some(write_transcript),
            many: true,
        },
    ]
}

fn read_wthor(_: &Config, bytes: &[u8]) -> Result<Games<OthelloDomain>, String> {
    let base = wthor::parse(bytes).map_err(|error| error.to_string())?;
    let games = base.games.into_iter().map(|game| {
        let mut played = game.played;
        // WTHOR has the names of players in separate files.
        played.players = game.players.map(|number| format!("player {number}"));
        let tags = [("Year", base.year.to_string()), ("Tournament", game.tournament.to_string())];
        played.tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
        played
    });
    Ok(games.collect())
}

fn read_transcripts(config: &Config, bytes: &[u8]) -> Result<Games<OthelloDomain>, String> {
    let numbered = (1..).zip(text(bytes)?.lines());
    let lines = numbered.filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        let game = transcript::parse(config.game.start(), line);
        game.map_err(|error| format!("line {number}: {error}"))
    };
    lines.map(read).collect()
}

fn write_transcript(config: &Config, game: &PlayedGame<Othello>) -> Result<String, String> {
    if game.start().position_text() != config.game.start().position_text() {
        return Err(
            "start: a transcript can only begin in the configured start position".to_owned()
        );
    }
    Ok(format!("{}\n", transcript::write(game)))
}
