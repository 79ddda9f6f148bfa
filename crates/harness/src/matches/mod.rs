//! Matches between engines: openings, both colours, Elo with error bars, a sequential test.
//!
//! [`run_match`] plays a [`MatchSetup`] between two [`Entrant`]s and returns a [`MatchReport`].
//! A [`Player`] is one of our own engines ([`EnginePlayer`]), the random mover ([`RandomPlayer`]), an
//! [`OpponentPlayer`] of the domain's own or another process ([`ProcessPlayer`]) that speaks a [`Protocol`]:
//! [`Uci`] (in its universal form for every game), [`Xboard`] or [`Gtp`].
//!
//! - One game: `game` (the loop), [`Control`] and clocks, [`Adjudication`], [`PathVerdict`].
//! - All games: [`openings`], their schedule, [`journal`] (the record file, crash-safe and
//!   resumable).
//! - What it means: [`stats`], [`sprt`].
//! - The command: [`options`] (plain data), [`cli`] (its flags).
//!
//! An engine that crashes, hangs, plays an illegal move or answers late loses that game with the
//! [`Termination`] recorded; it is started again and the match goes on.

pub mod adjudication;
pub mod cli;
pub mod control;
pub mod external;
mod game;
pub mod gtp;
pub mod journal;
pub mod openings;
pub mod options;
pub mod player;
pub mod process;
pub mod records;
mod runner;
mod schedule;
mod seats;
mod setup;
pub mod sprt;
mod standing;
pub mod stats;
pub mod uci;
pub mod xboard;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use control::{Clock, Control, GameClock};
pub use external::{Answer, Patience, ProcessPlayer, Protocol, Reply};
pub use game::PathVerdict;
pub use gtp::{Gtp, GtpRules};
pub use journal::{Journal, JournalError};
pub use openings::{Opening, OpeningError};
pub use options::{MatchOptions, ProtocolMaker};
pub use player::{
    Choice, ChooserMaker, EnginePlayer, GameEnd, GameStart, GameState, OpponentPlayer, Player,
    PlayerFault, RandomPlayer,
};
pub use process::CommandLine;
pub use records::{GameRecord, MoveRecord, Termination};
pub use runner::{MatchProgress, run_match};
pub use setup::{
    Entrant, MAX_CONCURRENCY, MAX_GAMES, MatchError, MatchSetup, PlayerMaker, RecordFile,
};
pub use sprt::{Sprt, SprtStatus, Verdict};
pub use standing::MatchReport;
pub use stats::{Elo, GameResult, Tally};
pub use uci::{OurNotation, Speech, Uci};
pub use xboard::Xboard;
