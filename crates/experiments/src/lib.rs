//! Experiments as data: what to run, what was published about it, and what to show.
//!
//! An [`Experiment`] is a TOML file. Its runs are command lines of the games and tools (`xiangqi analyse ...`)
//! with placeholders, repeated over the values of its axes; every run prints rows, the same that `--json`
//! prints. Tables, figures, pictures, published figures and sentences are written in terms of these rows, so
//! a new experiment needs no code.
//!
//! - [`experiment`]: the file and its checks. [`cell`]: axes and placeholders.
//! - [`runner`]: runs what is missing, one journal line per job.
//! - [`expression`] and [`rows`]: `sum(counts[algorithm=minimax].nodes)`.
//! - [`findings`]: published figures beside ours, each with a verdict.
//! - [`results`]: the folder of an experiment. [`summary`] and [`page`]: what a person reads about it.
//! - [`diff`]: what changed between two results folders.
//! - [`verb`]: the commands `experiment` and `report` of a [`Suite`](harness::suite::Suite).
//!
//! ```toml
//! title = "Pruning on Connect Four"
//! question = "How many nodes does alpha-beta save?"
//!
//! [axes]
//! algorithm = ["minimax", "alpha-beta"]
//! depth = [2, 4, 6]
//!
//! [[run]]
//! name = "start"
//! tool = "connect-four"
//! over = ["algorithm", "depth"]
//! args = ["analyse", "--depth", "{depth}", "--set", "search.algorithm={algorithm}"]
//!
//! [[figure]]
//! title = "Nodes by depth"
//! run = "start"
//! by = "depth"
//! across = "algorithm"
//! show = "nodes"
//! kind = "lines"
//!
//! [[text]]
//! say = "Alpha-beta visits {sum(start[algorithm=alpha-beta].nodes) / sum(start[algorithm=minimax].nodes)|percent}."
//! ```

mod cell;
mod diff;
pub mod error;
mod evaluate;
pub mod experiment;
mod expression;
pub mod findings;
pub mod library;
mod manifest;
mod page;
mod pivot;
mod results;
mod rows;
mod runner;
mod summary;
pub mod verb;

pub use error::ExperimentError;
pub use experiment::Experiment;
