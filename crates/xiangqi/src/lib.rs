//! Xiangqi, Chinese chess: full rules on bitboards, the lab's player, an engine, proofs of mates.
//!
//! - The board: [`Square`], [`Squares`], [`Piece`], [`attacks`].
//! - The rules: [`Position`] under [`Rules`], [`Move`]; text in [`fen`] and [`notation`]; how a game
//!   ends by its course in [`repetition`].
//! - What a search is given: [`evaluators`], the hooks [`Tactics`] with [`exchange`], and [`LabCount`].
//! - What plays and proves: [`Config`] and [`Xiangqi`], the mate solver in [`mate`].
//! - How other programs speak to it: [`protocol`].
//!
//! ```
//! use search::{Game, Notation};
//! use xiangqi::Position;
//!
//! let mut position = Position::start();
//! assert_eq!(position.count_moves(), 44);
//! let mv = position.parse_move("h2e2").unwrap();
//! position.play(mv);
//! assert_eq!(position.position_text(),
//!     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
//! ```

pub mod evaluators;
pub mod hooks;
pub mod mate;
pub mod notation;
#[cfg(feature = "program")]
pub mod program;
pub mod rules;

pub use evaluators::{MaterialPosition, PerKind, PieceTables, Table, Tapered, Weights};
pub use hooks::{LabCount, Tactics};
#[cfg(feature = "program")]
pub use program::{Config, EvaluatorConfig, GameConfig, Xiangqi};
pub use rules::{Kind, Move, Piece, Position, Repetition, Rules, Square, Squares, Undo};
