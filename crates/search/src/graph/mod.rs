//! State spaces with one agent: the cheapest way from a start to a goal.
//!
//! A domain describes its world once, as a [`StateSpace`], and what it knows about the distance to
//! the goal as a [`Heuristic`]; every algorithm here then runs on it. Which one, and how much it may
//! use, is a [`GraphConfig`], so that an experiment is a change of configuration:
//!
//! | [`GraphAlgorithm`] | function | finds | memory |
//! |---|---|---|---|
//! | `astar` | [`astar`] | the cheapest path | every state reached |
//! | `uniform-cost` | [`uniform_cost`] | the cheapest path | every state reached |
//! | `bfs` | [`breadth_first`] | the path of fewest actions | every state reached |
//! | `ida-star` | [`ida_star`] | the cheapest path | the current path |
//! | `ida-star-table` | [`ida_star_table`] | the cheapest path | the current path and a table of fixed size |
//!
//! All of them run on explicit stacks (a path of a million steps is fine), are deterministic (same
//! input, same statistics), handle edges of cost zero and directed edges, accept any number of goals,
//! and end within their [`GraphLimits`]. Each answers with a [`GraphReport`]: a [`Solution`] or the
//! reason why no path was found, and the [`GraphStats`].
//!
//! ```
//! use search::StopFlag;
//! use search::graph::{Cost, GraphAlgorithm, GraphConfig, StateSpace, Zero, solve};
//!
//! /// Reach a number from 1 by doubling and adding one; doubling costs 2, adding costs 1.
//! struct Reach(u64);
//!
//! impl StateSpace for Reach {
//!     type State = u64;
//!     type Action = char;
//!
//!     fn successors(&self, &n: &u64, out: &mut Vec<(char, u64, Cost)>) {
//!         if n < self.0 {
//!             out.extend([('+', n + 1, 1), ('*', n * 2, 2)]);
//!         }
//!     }
//!
//!     fn is_goal(&self, &n: &u64) -> bool {
//!         n == self.0
//!     }
//! }
//!
//! // Doubling at best: the remaining factor in whole doublings, each at the price of one addition.
//! let factor = |n: &u64| Cost::from((20 / n).checked_ilog2().unwrap_or(0));
//!
//! let config = GraphConfig { algorithm: GraphAlgorithm::Astar, ..GraphConfig::default() };
//! let informed = solve(&Reach(20), &factor, 1, &config, &StopFlag::new());
//! let blind = solve(&Reach(20), &Zero, 1, &config, &StopFlag::new());
//!
//! let solution = informed.solution.unwrap();
//! assert_eq!(solution.cost, 8);
//! assert_eq!(solution.states.first(), Some(&1));
//! assert_eq!(solution.states.last(), Some(&20));
//! assert!(informed.stats.expanded <= blind.stats.expanded);
//! ```

mod arena;
mod astar;
mod breadth_first;
mod config;
mod deepening;
mod hash;
mod ida_star;
mod ida_star_table;
mod limits;
mod path;
mod report;
mod space;
mod uniform_cost;

pub use astar::astar;
pub use breadth_first::breadth_first;
pub use config::{GraphAlgorithm, GraphConfig, solve};
pub use ida_star::ida_star;
pub use ida_star_table::ida_star_table;
pub use limits::GraphLimits;
pub use report::{GraphReport, GraphStats, Solution, Unsolved};
pub use space::{Cost, Heuristic, INFINITE, StateSpace, Zero};
pub use uniform_cost::uniform_cost;
