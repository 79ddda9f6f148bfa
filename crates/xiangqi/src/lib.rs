//! Xiangqi, Chinese chess: full rules on bitboards.
//!
//! - The board: [`Square`], [`Squares`], [`Piece`], [`attacks`].
//! - The rules: [`Position`], [`Move`]; text in [`fen`].
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

pub mod attacks;
mod board;
mod config;
mod domain;
mod evaluators;
pub mod fen;
mod generate;
mod hooks;
mod keys;
mod lab;
mod moves;
mod piece;
mod position;
pub mod repetition;
mod rules;
mod square;
mod squares;
mod validate;

pub use config::{Config, EvaluatorConfig, GameConfig};
pub use domain::Xiangqi;
pub use evaluators::{MaterialPosition, PerKind, PieceTables, Table};
pub use hooks::LabCount;
pub use moves::Move;
pub use piece::{Kind, Piece};
pub use position::{Position, Undo};
pub use repetition::Repetition;
pub use rules::Rules;
pub use square::Square;
pub use squares::Squares;
