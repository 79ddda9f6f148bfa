//! One search core for every engine: game-tree search and graph search.
//!
//! A domain implements [`Game`] (the rules) and at least one [`Evaluator`], and may add
//! [`Hooks`]; an [`Engine`] then turns a position, [`Limits`] and a [`SearchConfig`] into a
//! [`Report`].
//!
//! - The contract: [`game`], [`evaluator`], [`hooks`], [`notation`], [`score`].
//! - Running a search: [`engine`], [`config`], [`limits`], [`report`], [`handicap`].
//! - How it works: [`tree`] (one algorithm per file), [`table`], [`ordering`].
//! - Proving rules right: [`laws`], [`perft`](mod@perft).
//! - State spaces with one agent: [`graph`].
//! - What the processor can do: [`arch`].

pub mod arch;
pub mod config;
pub mod engine;
pub mod evaluator;
pub mod game;
pub mod graph;
pub mod handicap;
pub mod hooks;
pub mod laws;
pub mod limits;
pub mod notation;
pub mod ordering;
pub mod perft;
pub mod report;
pub mod rng;
pub mod score;
pub mod table;
pub mod tree;

pub use config::{Algorithm, Parallel, SearchConfig, SearchConfigError, TableMode};
pub use engine::{Analyst, Engine, Evaluation, Request};
pub use evaluator::{Evaluator, Term};
pub use game::{Game, Outcome, Side};
pub use handicap::Handicap;
pub use hooks::{Hooks, LateMove, NoHooks, RootSolution, ShallowCheck, Solved, StandPat, Step};
pub use limits::{Limits, StopFlag, StopSignal};
pub use notation::{Notation, NotationError};
pub use perft::{divide, perft};
pub use report::{Iteration, Line, Report, StopReason};
pub use score::{Bound, Score};
