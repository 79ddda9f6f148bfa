//! UCI, the universal chess interface, for xiangqi.
//!
//! | line | answer |
//! |---|---|
//! | `uci` | `id ...`, `option ...`, `uciok` |
//! | `isready` | `readyok`, during a search too |
//! | `ucinewgame` | clears the state of the last game |
//! | `setoption name N value V` | |
//! | `position startpos\|fen FEN [moves M...]` | |
//! | `go ...` | `info ...`, `bestmove M [ponder M]` |
//! | `go perft N` | a count per move, and the total |
//! | `stop`, `ponderhit` | ends the search, or starts its clock |
//! | `d` | prints the board |
//! | `quit`, end of input | ends the program |
//!
//! `go` supports `depth`, `nodes`, `movetime`, `wtime`, `btime`, `winc`, `binc`, `movestogo`, `mate`,
//! `perft`, `searchmoves`, `infinite` and `ponder`; without a limit, those of the configuration apply.
//! White is red. Moves are `h2e2` with ranks 0 to 9; the option `Ranks` changes that to 1 to 10, for
//! interfaces made for Fairy-Stockfish. `UCI_Variant` accepts only `xiangqi`.
//!
//! In the Cyclone dialect, which uci2wb uses for xiangqi, a position has no `position` before it and red is
//! `r`: `fen FEN r moves M...`.
//!
//! Also accepted: everything that [`protocols::serve::uci`] accepts, and moves in any
//! [`notation`](crate::notation).

use crate::Xiangqi;
use crate::notation::Style;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::protocol::converse_on_stdio;
use protocols::serve::uci::{Dialect, GoWord, Kind, Order, Session, Setting};
use search::{Notation, NotationError, Side};

/// Arguments of `uci`: none.
#[derive(Args, Clone, Copy, Debug)]
pub struct UciArgs {}

/// The verb `uci`.
pub(crate) fn run(context: &Context<Xiangqi>, _: UciArgs) -> Result<Finish, HarnessError> {
    converse_on_stdio(context, Session::new(Uci::default(), context.config()))
}

/// The dialect.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uci {
    ranks_from_one: bool,
}

impl Dialect<Xiangqi> for Uci {
    fn orders(&self) -> &'static [(&'static str, Order)] {
        &[
            ("uci", Order::Greet),
            ("isready", Order::Ready),
            ("ucinewgame", Order::NewGame),
            ("setoption", Order::Set),
            ("position", Order::Position),
            ("fen", Order::BarePosition),
            ("startpos", Order::BarePosition),
            ("go", Order::Go),
            ("stop", Order::Stop),
            ("ponderhit", Order::PonderHit),
            ("d", Order::Draw),
            ("debug", Order::Ignore),
            ("register", Order::Ignore),
            ("quit", Order::Quit),
        ]
    }

    fn go_words(&self) -> &'static [(&'static str, GoWord)] {
        &[
            ("depth", GoWord::Depth),
            ("nodes", GoWord::Nodes),
            ("movetime", GoWord::MoveTime),
            ("wtime", GoWord::Clock(Side::First)),
            ("btime", GoWord::Clock(Side::Second)),
            ("winc", GoWord::Increment(Side::First)),
            ("binc", GoWord::Increment(Side::Second)),
            ("movestogo", GoWord::MovesToGo),
            ("mate", GoWord::Mate),
            ("perft", GoWord::Perft),
            ("searchmoves", GoWord::OnlyMoves),
            ("infinite", GoWord::Infinite),
            ("ponder", GoWord::Ponder),
        ]
    }

    fn settings(&self) -> Vec<(&'static str, Setting)> {
        let variant = Kind::Combo { default: "xiangqi", choices: &["xiangqi"] };
        let ranks = Kind::Combo { default: "0-9", choices: &["0-9", "1-10"] };
        vec![
            ("Hash", Setting::TableMib),
            ("Clear Hash", Setting::Forget),
            ("Threads", Setting::Threads),
            ("MultiPV", Setting::Lines),
            ("Ponder", Setting::Ponder),
            ("Move Overhead", Setting::Overhead),
            ("UCI_Variant", Setting::Own(variant)),
            ("Ranks", Setting::Own(ranks)),
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "Ranks" {
            self.ranks_from_one = value == "1-10";
        }
        Ok(())
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        match self.ranks_from_one {
            true => Style::FromOne.read(position, text).map_err(NotationError::from),
            false => position.parse_move(text),
        }
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        let style = if self.ranks_from_one { Style::FromOne } else { Style::Coordinates };
        style.write(position, mv)
    }
}
