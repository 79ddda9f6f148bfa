//! Engine protocols: the serving side of [`uci`] and [`ucci`], and the driving side for [`engines`] in a
//! match.

use crate::Xiangqi;
use crate::rules::position::Position;
use harness::cli::Verb;
use protocols::ProtocolMaker;
use protocols::drive::{OurNotation, Uci, Xboard};

pub mod engines;
pub mod ucci;
pub mod uci;

/// The verbs that serve a protocol.
pub(crate) fn verbs() -> Vec<Verb<Xiangqi>> {
    vec![
        Verb::new("uci", "Run as a UCI engine on stdin and stdout", uci::run),
        Verb::new("ucci", "Run as a UCCI engine on stdin and stdout", ucci::run),
    ]
}

/// The protocols that an external engine may use in a match.
pub(crate) fn engines() -> Vec<(&'static str, ProtocolMaker<Position>)> {
    vec![
        ("uci", || Box::new(Uci::new(engines::Moves::default()))),
        ("ucci", || Box::new(engines::Ucci::default())),
        ("xboard", || Box::new(Xboard::new("xiangqi", OurNotation, engines::is_usual))),
        ("ugi", || Box::new(Uci::universal())),
    ]
}
