//! Matches and tournaments between engines: openings played with both colours, Elo with error bars, SPRT.
//!
//! [`run_match`] plays a [`MatchSetup`] between two [`Entrant`]s and returns a [`MatchReport`]; [`run_tournament`] does
//! the same for more of them.
//! A [`Player`](protocols::Player) is an engine of this process ([`EnginePlayer`]), the random mover
//! ([`RandomPlayer`]), an opponent that the game defines ([`OpponentPlayer`]) or another process
//! ([`ProcessPlayer`](protocols::drive::ProcessPlayer)).
//!
//! - One game: a [`PlayedGame`](record::PlayedGame), [`Adjudication`], [`PathJudge`] and the [`Termination`] that
//!   ended it.
//! - All games: [`Openings`], the schedule and the record file, a crash-safe
//!   [`Journal`](files::Journal) of [`GameRecord`](record::GameRecord)s with a [`Header`].
//! - Statistics: [`Tally`], [`Elo`], [`Sprt`]; [`ratings`] of several players.
//! - Settings as plain data: [`MatchOptions`], [`TournamentOptions`].
//!
//! [`Termination`]: record::Termination
//!
//! A player that crashes, hangs, plays an illegal move or answers late loses that game, and the record
//! says why. It is started again and the match continues. Engines of this process are timed by the CPU
//! time of their thread, so that a loaded machine does not make them late.

mod adjudication;
mod conditions;
mod entrant;
mod game;
mod log;
mod openings;
mod options;
mod players;
mod pool;
mod records;
mod rules;
mod runner;
mod schedule;
mod seats;
mod setup;
mod sprt;
mod standing;
mod stats;
mod tournament;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use conditions::Conditions;
pub use game::PathJudge;
pub use log::RecordFile;
pub use openings::{MAX_RANDOM_PLIES, OpeningError, Openings, PositionReader, parse_game};
pub use options::{CommonOptions, ConfigLoader, ConfigSource, MatchOptions, TournamentOptions};
pub use players::{ChooserMaker, EnginePlayer, OpponentPlayer, RandomPlayer};
pub use records::{Header, HeaderEntrant};
pub use runner::{MatchProgress, run_match};
pub use setup::{Entrant, MAX_CONCURRENCY, MAX_GAMES, MatchError, MatchSetup, PlayerMaker};
pub use sprt::{Sprt, SprtStatus, Verdict};
pub use standing::MatchReport;
pub use stats::{Elo, GameResult, Tally, wilson};
pub use tournament::{
    Encounter, Kind, MAX_PLAYERS, Pairing, PlayerReport, Rating, Ratings, TournamentProgress,
    TournamentReport, TournamentSetup, ratings, run_tournament,
};
