//! One search core for every engine: game-tree search and graph search.
//!
//! A domain implements [`Game`] (the rules) and at least one [`Evaluator`], and may add [`Hooks`]. An
//! [`Engine`] then turns a [`Request`] (a position and [`Limits`]) into a [`Report`], as a
//! [`SearchConfig`] says:
//!
//! ```
//! use proof_games::connect_four::{CentreFirst, ConnectFour7x6, OpenThrees};
//! use search::{Analyst, Engine, Limits, Request, SearchConfig};
//!
//! let mut engine = Engine::new(SearchConfig::default(), OpenThrees, CentreFirst)?;
//! let request = Request::new(ConnectFour7x6::new(), Limits::depth(6));
//! let report = engine.search(&request, &mut |iteration| {
//!     println!("depth {}: {} nodes", iteration.depth, iteration.nodes);
//! });
//! assert_eq!(report.best, Some(3)); // the middle column
//! # Ok::<(), search::SearchConfigError>(())
//! ```
//!
//! - The contract: [`Game`], [`Evaluator`], [`Hooks`] (in [`hooks`]), [`PathRule`], [`Notation`] (in
//!   [`notation`]), [`Score`].
//! - Running a search: [`Engine`] behind [`Analyst`], [`config`], [`Limits`], [`Report`]; weaker play: [`Handicap`].
//! - How it works: the files of `tree` (one algorithm each: `minimax`, `alpha_beta`, `pvs`, `mtdf`),
//!   the transposition [`table`], the scale of move [`ordering`].
//! - Watching a search node by node: [`recording`].
//! - Testing rules and hooks: [`laws`], [`perft`](mod@perft).
//! - State spaces with one agent: [`graph`].
//! - Tools: [`rng`] (seeded random numbers), [`arch`] (processor features).

pub mod arch;
pub mod config;
mod engine;
mod evaluator;
mod game;
pub mod graph;
pub mod handicap;
pub mod hooks;
pub mod laws;
mod learning;
mod limits;
pub mod notation;
pub mod ordering;
mod path;
pub mod perft;
pub mod recording;
mod report;
pub mod rng;
mod score;
pub mod table;
mod tree;

pub use config::{Algorithm, Parallel, SearchConfig, SearchConfigError, TableMode};
pub use engine::{Analyst, Engine, Evaluation, Request};
pub use evaluator::{Evaluator, Term};
pub use game::{Game, Outcome, Side};
pub use handicap::Handicap;
pub use hooks::{Hooks, LateMove, NoHooks, RootSolution, ShallowCheck, Solved, StandPat};
pub use limits::{Limits, StopFlag, StopSignal};
pub use notation::{Notation, NotationError};
pub use path::{PathRule, PathVerdict, Step};
pub use perft::{divide, perft};
pub use recording::{RecordOptions, RecordedNode, Recording};
pub use report::{Iteration, Line, Report, StopReason};
pub use score::{Bound, Score};
