//! The verbs that every game has, written once over [`Domain`]; [`batch`] is for any tool, and
//! [`searches`] for any that searches paths.

pub mod analyse;
pub mod batch;
pub mod bench;
pub mod compare;
pub mod convert;
pub mod eval;
pub mod input;
pub mod matches;
pub mod perft;
pub mod play;
pub mod render;
pub mod searches;
pub mod tournament;
pub mod trace;

pub use input::position;

use crate::Domain;
use crate::cli::Verb;

/// The standard verbs of a game, in the order of `--help`.
pub fn standard<D: Domain>() -> Vec<Verb<D>> {
    vec![
        Verb::new("analyse", "Find the best move of a position", analyse::run),
        Verb::new("trace", "Record a search node by node", trace::run),
        Verb::new("eval", "Explain the static evaluation of a position", eval::run),
        Verb::new("play", "Play a game in the terminal", play::run),
        Verb::new("render", "Draw a position in the terminal, as SVG or as PNG", render::run),
        Verb::new("match", "Play a match between two players, with Elo", matches::run),
        Verb::new("tournament", "Play a tournament of several players, with Elo", tournament::run),
        Verb::new("convert", "Convert games from one format to another", convert::run),
        Verb::new("batch", "Run fixture files and compare with what they expect", batch::run),
        Verb::new("compare", "Search the same positions by several algorithms", compare::run),
        Verb::new("perft", "Count the leaf nodes of the rules", perft::run),
        Verb::new("bench", "Search fixed positions: node signature and speed", bench::run),
    ]
}
