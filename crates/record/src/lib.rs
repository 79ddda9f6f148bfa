//! Played games: one type in memory, one text form in files.
//!
//! - [`PlayedGame`]: a start position, legal moves with the [`Remarks`] of their players, names, and
//!   the [`Ending`] with its [`Termination`]. Matches, terminal play, protocols and file formats all use it.
//! - [`GameRecord`]: the same as text. A line of JSON in the records of a match, TOML in a saved game,
//!   with the same fields. [`PlayedGame::record`] writes it, [`GameRecord::replay`] checks every move.
//!
//! Other formats (SGF, PSQ, GGF, PGN) convert to and from [`PlayedGame`] in the crate of their game.
//!
//! ```
//! use proof_games::heap::Heap;
//! use record::{GameRecord, PlayedGame};
//! use search::Notation;
//!
//! let mut game = PlayedGame::new(Heap::<3>::of(5));
//! game.play(3)?;
//! game.play(2)?;
//! game.players = ["Ann".into(), "Bob".into()];
//! let line = serde_json::to_string(&game.record("heap"))?;
//! assert_eq!(
//!     line,
//!     r#"{"game":"heap","players":["Ann","Bob"],"start":"5 A","moves":["3","2"],"result":"0-1","reason":"rules"}"#,
//! );
//! let record: GameRecord = serde_json::from_str(&line)?;
//! assert_eq!(record.replay(Heap::parse_position)?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod game;
mod remarks;
mod text;

pub use ending::{Ending, Termination, result_text};
pub use game::{PlayedGame, Unplayable};
pub use remarks::Remarks;
pub use text::{Comment, GameRecord, MoveText, RecordError};
