//! Matches between engines: openings, both colours, Elo with error bars, a sequential test.
//!
//! [`run_match`] plays a [`MatchSetup`] between two [`Entrant`]s and returns a [`MatchReport`].
//! A [`Player`](protocols::Player) is one of our own engines ([`EnginePlayer`]), the random mover
//! ([`RandomPlayer`]), an [`OpponentPlayer`] of the game's own or another process
//! ([`ProcessPlayer`](protocols::drive::ProcessPlayer)).
//!
//! - One game: a [`PlayedGame`](record::PlayedGame), [`Adjudication`], [`PathJudge`], the [`Termination`] that
//!   ended it.
//! - All games: their openings and schedule, the [`Header`] of the record file, which is a
//!   [`Journal`](files::Journal) of [`GameRecord`](record::GameRecord)s, crash-safe and resumable.
//! - What it means: [`Tally`], [`Elo`], [`Sprt`].
//! - The settings as plain data: [`MatchOptions`].
//!
//! [`Termination`]: record::Termination
//!
//! An engine that crashes, hangs, plays an illegal move or answers late loses that game with the
//! [`Termination`] recorded; it is started again and the match goes on.

mod adjudication;
mod entrant;
mod game;
mod openings;
mod options;
mod players;
mod records;
mod runner;
mod schedule;
mod seats;
mod setup;
mod sprt;
mod standing;
mod stats;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use game::PathJudge;
pub use openings::{OpeningError, PositionReader, parse_game};
pub use options::{ConfigLoader, MatchOptions};
pub use players::{ChooserMaker, EnginePlayer, OpponentPlayer, RandomPlayer};
pub use records::{Header, HeaderEntrant};
pub use runner::{MatchProgress, run_match};
pub use setup::{
    Entrant, MAX_CONCURRENCY, MAX_GAMES, MatchError, MatchSetup, PlayerMaker, RecordFile,
};
pub use sprt::{Sprt, SprtStatus, Verdict};
pub use standing::MatchReport;
pub use stats::{Elo, GameResult, Tally, wilson};
