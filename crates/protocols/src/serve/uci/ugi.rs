//! The universal game interface (UGI): UCI for any game, with positions and moves in the notation of the
//! game.
//!
//! | line | answer |
//! |---|---|
//! | `ugi` | `id name ...`, `option ...`, `ugiok` |
//! | `isready` | `readyok`, also during a search |
//! | `uginewgame` | starts a new game |
//! | `setoption name N value V` | |
//! | `position startpos\|fen POSITION [moves M...]` | |
//! | `go [depth N] [nodes N] [movetime MS] [p1time MS p2time MS p1inc MS p2inc MS] [infinite]` | `info ...`, `bestmove M`; without a limit those of the configuration apply |
//! | `stop` | the search ends with its `bestmove` |
//! | `query gameover\|result\|p1turn` | `response true\|false`, `response p1win\|p2win\|draw\|none`, `response true\|false` |
//! | `quit`, end of input | ends the program within a second |
//!
//! `bestmove 0000` means that the game is over. Mate distances are in plies, because in some games the sides
//! do not alternate.

use super::dialect::{Best, Dialect, Order};
use super::go::GoWord;
use super::options::Setting;
use crate::Playable;
use search::Side;

/// The dialect; it has no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ugi;

impl<D: Playable> Dialect<D> for Ugi {
    fn orders(&self) -> &'static [(&'static str, Order)] {
        &[
            ("ugi", Order::Greet),
            ("isready", Order::Ready),
            ("uginewgame", Order::NewGame),
            ("setoption", Order::Set),
            ("position", Order::Position),
            ("go", Order::Go),
            ("stop", Order::Stop),
            ("query", Order::Query),
            ("quit", Order::Quit),
        ]
    }

    fn go_words(&self) -> &'static [(&'static str, GoWord)] {
        &[
            ("depth", GoWord::Depth),
            ("nodes", GoWord::Nodes),
            ("movetime", GoWord::MoveTime),
            ("p1time", GoWord::Clock(Side::First)),
            ("p2time", GoWord::Clock(Side::Second)),
            ("p1inc", GoWord::Increment(Side::First)),
            ("p2inc", GoWord::Increment(Side::Second)),
            ("infinite", GoWord::Infinite),
        ]
    }

    fn settings(&self) -> Vec<(&'static str, Setting)> {
        vec![
            ("Hash", Setting::TableMib),
            ("Threads", Setting::Threads),
            ("MultiPV", Setting::Lines),
            ("Move Overhead", Setting::Overhead),
        ]
    }

    fn mates_in_moves(&self) -> bool {
        false
    }

    fn best(&self, best: &Best) -> String {
        format!("bestmove {}", best.mv.as_deref().unwrap_or("0000"))
    }
}
