//! The sliding puzzle: the 8-puzzle, the 15-puzzle and every board from 2x2 to 5x5, solved in the fewest
//! moves by the graph searches of the core.
//!
//! It is the classic test of single-agent search (Korf 1985). Half of all arrangements cannot be
//! solved, the 8-puzzle has 181,440 states that can, two of which need 31 moves, and Korf's hundred
//! instances of the 15-puzzle have published lengths: what a search must find is known.
//!
//! Position text: the rows from the top joined by `/`, the tiles of a row with spaces between them, `0`
//! or `_` for the blank: `1 2 3/4 5 6/7 8 _`. Also accepted: commas and any white space between tiles, and a
//! square board as one list without `/`. A solution is the list of tiles in the order in which they
//! slide into the blank.
//!
//! ```
//! use proof_games::sliding_puzzle::{Board, Goal, Heuristic, solve};
//! use search::StopFlag;
//! use search::graph::{GraphAlgorithm, GraphConfig};
//!
//! let board: Board = "1 4 2/3 5 8/6 7 0".parse()?;
//! let config = GraphConfig { algorithm: GraphAlgorithm::IdaStar, ..GraphConfig::default() };
//! let answer =
//!     solve(&board, Goal::BlankFirst, Heuristic::LinearConflict, &config, &StopFlag::new());
//! assert_eq!(answer.solution, Ok(vec![8, 5, 4, 1]));
//! # Ok::<(), search::NotationError>(())
//! ```

mod board;
mod conflicts;
mod distances;
#[cfg(feature = "harness")]
pub mod program;
mod solve;
mod space;

pub use board::{Board, Goal, Size};
pub use solve::{Answer, Heuristic, depths, estimate, solve};

#[cfg(test)]
mod tests;
