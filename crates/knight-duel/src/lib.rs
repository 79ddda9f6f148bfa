//! The knight duel: each player has a knight, they move in turn, and no square is ever entered
//! twice by either. Whoever runs out of moves loses.
//!
//! - The rules: [`Duel`], on [`Squares`], written as [`notation`] describes.
//! - What a search is given: the evaluators [`Inertia`] (the lab's), [`Territory`] and
//!   [`Mobility`], the ordering [`TerritoryFirst`], and [`Expert`], which asks the solver too.
//! - What plays and experiments: [`Config`] and [`KnightDuel`], the opponent [`blind`], the lab's
//!   [`tables`], the exact [`solver`] and what it has [found out](known). The protocol is
//!   [`protocols::serve::uci`].
//!
//! ```
//! use knight_duel::{Duel, End, Size, Square};
//! use search::{Game, Notation, Side};
//!
//! let size = Size { rows: 8, columns: 8 };
//! let [a, b] = [Square::new(0, 0), Square::new(7, 7)];
//! let mut duel = Duel::new(size, [a, b], Side::First, End::Lab);
//! let mv = duel.parse_move("b6").unwrap();
//! duel.play(mv);
//! assert_eq!(duel.position_text(),
//!     "@+++++++/++++++++/+A++++++/++++++++/++++++++/++++++++/++++++++/+++++++B B");
//! ```

pub mod evaluators;
pub mod known;
pub mod notation;
#[cfg(feature = "program")]
pub mod program;
pub mod rules;
pub mod solver;

pub use evaluators::{Balance, Inertia, Mobility, Territory, TerritoryFirst, blind, territory};
#[cfg(feature = "program")]
pub use program::{Config, EvaluatorConfig, Expert, GameConfig, KnightDuel, SolverConfig};
pub use rules::{Duel, End, SIZES, Size, Square, Squares, random_start};
