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

pub mod attacks;
mod board;
mod config;
mod domain;
pub mod evaluators;
pub mod exchange;
pub mod fen;
mod gains;
mod generate;
mod hooks;
mod keys;
mod lab;
pub mod mate;
mod moves;
pub mod notation;
mod piece;
mod position;
pub mod protocol;
pub mod repetition;
mod rules;
mod square;
mod squares;
mod validate;

pub use config::{Config, EvaluatorConfig, GameConfig};
pub use domain::Xiangqi;
pub use evaluators::{MaterialPosition, PerKind, PieceTables, Table, Tapered, Weights};
pub use hooks::{LabCount, Tactics};
pub use moves::Move;
pub use piece::{Kind, Piece};
pub use position::{Position, Undo};
pub use repetition::Repetition;
pub use rules::Rules;
pub use square::Square;
pub use squares::Squares;
