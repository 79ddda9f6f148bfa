//! Every parser as a function of bytes: [`TARGETS`].
//!
//! A target may refuse its input; it may not panic, overflow, hang or use much memory. Where a value can be
//! written again, it is, and must be read back as the same value.
//!
//! `fuzz/` runs these functions under libFuzzer, `scripts/fuzz` runs all of them for a given time, and a test
//! of this crate runs each over its seeds in `fuzz/seeds` and over changed copies of them. A seed that once
//! made a target fail stays there.
//!
//! Random bytes are mostly refused at the door. [`words::expand`] makes words of the grammar from single
//! bytes, so that changed bytes are other words: moves, protocol commands, keys of a configuration.
//!
//! - `games`: positions, moves, game files, configurations and openings of any game.
//! - `sessions`: the protocols, a session at a time.
//! - `tables`: what engines load: weights, books, experience, solved starts, match records.
//! - `maps`: maps and scenarios of path finding.

#![forbid(unsafe_code)]

mod games;
mod maps;
mod sessions;
mod tables;
pub mod words;

use gomoku::FiveInARow;
use knight_duel::KnightDuel;
use othello::OthelloDomain;
use proof_games::domain::ConnectFourDomain;
use xiangqi::Xiangqi;

/// A parser by name.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name; the folder of its seeds has it too.
    pub name: &'static str,
    /// Parses the bytes.
    pub run: fn(&[u8]),
    /// Whether a run takes milliseconds: a session starts an engine.
    pub is_slow: bool,
}

const fn quick(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, is_slow: false }
}

const fn slow(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, is_slow: true }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    quick("gomoku-position", games::position::<FiveInARow>),
    quick("gomoku-moves", games::moves::<FiveInARow>),
    quick("gomoku-psq", |bytes| games::file::<FiveInARow>(bytes, "psq")),
    quick("gomoku-sgf", |bytes| games::file::<FiveInARow>(bytes, "sgf")),
    quick("gomoku-toml", |bytes| games::file::<FiveInARow>(bytes, "toml")),
    quick("gomoku-jsonl", |bytes| games::file::<FiveInARow>(bytes, "jsonl")),
    quick("gomoku-openings", |bytes| games::file::<FiveInARow>(bytes, "moves")),
    quick("gomoku-config", games::config::<FiveInARow>),
    quick("gomoku-weights", tables::crossing_weights),
    quick("gomoku-experience", tables::experience),
    slow("gomoku-gomocup", sessions::gomocup),
    slow("gomoku-ugi", sessions::ugi::<FiveInARow>),
    quick("xiangqi-position", games::position::<Xiangqi>),
    quick("xiangqi-moves", games::moves::<Xiangqi>),
    quick("xiangqi-notations", games::xiangqi_notations),
    quick("xiangqi-pgn", |bytes| {
        ["chinese", "traditional", "wxf", "iccs", "coordinates"]
            .into_iter()
            .for_each(|style| games::file::<Xiangqi>(bytes, style))
    }),
    quick("xiangqi-openings", |bytes| games::file::<Xiangqi>(bytes, "moves")),
    quick("xiangqi-config", games::config::<Xiangqi>),
    quick("xiangqi-weights", tables::tapered_weights),
    slow("xiangqi-uci", sessions::uci),
    slow("xiangqi-ucci", sessions::ucci),
    quick("othello-position", games::position::<OthelloDomain>),
    quick("othello-moves", games::moves::<OthelloDomain>),
    quick("othello-obf", games::obf),
    quick("othello-ggf", |bytes| games::file::<OthelloDomain>(bytes, "ggf")),
    quick("othello-transcript", |bytes| games::file::<OthelloDomain>(bytes, "transcript")),
    quick("othello-wthor", |bytes| games::file::<OthelloDomain>(bytes, "wthor")),
    quick("othello-config", games::config::<OthelloDomain>),
    quick("othello-weights", tables::pattern_weights),
    quick("othello-probcut", tables::probcut),
    quick("othello-book", tables::book),
    slow("othello-gtp", sessions::gtp),
    slow("othello-nboard", sessions::nboard),
    quick("knight-duel-position", games::position::<KnightDuel>),
    quick("knight-duel-moves", games::moves::<KnightDuel>),
    quick("knight-duel-config", games::config::<KnightDuel>),
    quick("knight-duel-starts", tables::solved_starts),
    slow("knight-duel-ugi", sessions::ugi::<KnightDuel>),
    quick("connect-four-position", games::position::<ConnectFourDomain>),
    quick("connect-four-config", games::config::<ConnectFourDomain>),
    quick("match-record", tables::match_record),
    quick("settings", games::settings),
    quick("experiment", tables::experiment),
    quick("coordinates", games::coordinates),
    quick("map-drawing", maps::drawing),
    quick("map-maze", maps::maze),
    quick("map-supply", maps::supply),
    quick("map-movingai", maps::movingai),
    quick("map-scenario", maps::scenario),
    quick("map-stations", maps::stations),
    quick("map-png", maps::png),
    quick("map-pbm", maps::pbm),
];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|target| target.name == name).copied()
}

/// Bytes as text, as far as they are text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
