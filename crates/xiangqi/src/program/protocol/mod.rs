//! Xiangqi between programs: [`uci`] and [`ucci`] as we speak them, and the [`engines`] of others
//! that can play in a match.

use crate::Xiangqi;
use crate::rules::position::Position;
use harness::cli::Verb;
use protocols::ProtocolMaker;
use protocols::drive::{OurNotation, Uci, Xboard};

pub mod engines;
pub mod ucci;
pub mod uci;

/// The verbs that speak.
pub(crate) fn verbs() -> Vec<Verb<Xiangqi>> {
    vec![
        Verb::new("uci", "Speak UCI on stdin and stdout", uci::run),
        Verb::new("ucci", "Speak UCCI on stdin and stdout", ucci::run),
    ]
}

/// The protocols that another engine may speak in a match.
pub(crate) fn engines() -> Vec<(&'static str, ProtocolMaker<Position>)> {
    vec![
        ("uci", || Box::new(Uci::new(engines::Moves::default()))),
        ("ucci", || Box::new(engines::Ucci::default())),
        ("xboard", || Box::new(Xboard::new("xiangqi", OurNotation, engines::is_usual))),
        ("ugi", || Box::new(Uci::universal())),
    ]
}
