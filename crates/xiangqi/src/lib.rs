//! Xiangqi, Chinese chess: full rules on bitboards, an engine, and proofs of mates.
//!
//! - [`rules`]: [`Position`] under [`Rules`], [`Move`], [`Square`]; attacks, exchanges, repetition.
//! - [`notation`]: FEN, and moves as coordinates, ICCS, WXF or Chinese text.
//! - [`evaluators`]: [`MaterialPosition`] (the lab) and the engine's [`Tapered`].
//! - [`hooks`]: what xiangqi adds to the search. [`mate`]: the mate solver.
//! - `program`: the command line and the protocols (feature `program`, on by default).
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
pub use rules::{Illegal, Kind, Move, Piece, Position, Repetition, Rules, Square, Squares, Undo};
