//! The knight duel: each player has a knight, they move in turn, and no square is entered twice. A
//! player without a move loses.
//!
//! - [`rules`]: [`Duel`] on [`Squares`]. [`notation`]: positions and moves as text.
//! - [`evaluators`]: [`Inertia`] (the lab), [`Mobility`], [`Territory`] and the ordering
//!   [`TerritoryFirst`].
//! - [`solver`]: who wins, exactly. [`known`]: all starts up to 8x8, solved.
//! - `program`: the command line and the experiments of the lab (feature `program`, on by default).
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
pub use rules::{Duel, End, Illegal, SIZES, Size, Square, Squares, random_start};
