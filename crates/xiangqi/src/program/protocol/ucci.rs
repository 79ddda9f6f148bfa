//! UCCI, the universal Chinese chess interface (version 3.0, xqbase 2007).
//!
//! | line | answer |
//! |---|---|
//! | `ucci` | `id ...`, `option ...`, `ucciok` |
//! | `isready` | `readyok`, during a search too |
//! | `setoption N [V]` | |
//! | `position startpos\|fen FEN [moves M...]` | |
//! | `banmoves M...` | excludes these moves until the next position |
//! | `go [ponder\|draw] ...` | `info ...`, then `bestmove M [ponder M] [draw]` or `nobestmove` |
//! | `stop`, `ponderhit [draw]` | ends the search, or starts its clock |
//! | `probe FEN`, `queryopening` | ignored |
//! | `quit`, `bye`, end of input | `bye`, then the program ends |
//!
//! `go` supports `depth N|infinite`, `nodes`, `infinite`, and `time` with `movestogo` or `increment`; also
//! `movetime`, which is not part of UCCI but is what uci2wb sends, with clocks of 0, for a time per move. The
//! opponent's clock is ignored. Times are in seconds, or in milliseconds after
//! `setoption usemillisec true`. Scores are in hundredths of a point; a decided game is ±30000 minus the
//! plies to its end. A draw offer is accepted if the score is below zero.
//!
//! Clients send the position after the last capture and the moves since then, which is all the history
//! that repetition rules need.
//!
//! Also accepted: everything that [`protocols::serve::uci`] accepts, the words `name` and `value` in
//! `setoption`, and moves in any [`notation`](crate::notation).

use crate::Xiangqi;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::protocol::converse_on_stdio;
use protocols::serve::uci::{Best, Dialect, GoWord, Kind, Order, Session, Setting, Value};
use search::Iteration;
use search::notation::move_texts;

/// The score of a decided game, before the plies to its end are subtracted.
const DECIDED: i64 = 30_000;

/// Arguments of `ucci`: none.
#[derive(Args, Clone, Copy, Debug)]
pub struct UcciArgs {}

/// The verb `ucci`.
pub(crate) fn run(context: &Context<Xiangqi>, _: UcciArgs) -> Result<Finish, HarnessError> {
    converse_on_stdio(context, Session::new(Ucci::default(), context.config()))
}

/// The dialect.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucci {
    milliseconds: bool,
}

impl Dialect<Xiangqi> for Ucci {
    fn orders(&self) -> &'static [(&'static str, Order)] {
        &[
            ("ucci", Order::Greet),
            ("isready", Order::Ready),
            ("setoption", Order::Set),
            ("position", Order::Position),
            ("banmoves", Order::Ban),
            ("go", Order::Go),
            ("stop", Order::Stop),
            ("ponderhit", Order::PonderHit),
            ("probe", Order::Ignore),
            ("queryopening", Order::Ignore),
            ("quit", Order::Quit),
            ("bye", Order::Quit),
        ]
    }

    fn go_words(&self) -> &'static [(&'static str, GoWord)] {
        &[
            ("depth", GoWord::Depth),
            ("nodes", GoWord::Nodes),
            ("movetime", GoWord::MoveTime),
            ("time", GoWord::OwnClock),
            ("increment", GoWord::OwnIncrement),
            ("movestogo", GoWord::MovesToGo),
            ("opptime", GoWord::Skip),
            ("oppincrement", GoWord::Skip),
            ("oppmovestogo", GoWord::Skip),
            ("infinite", GoWord::Infinite),
            ("ponder", GoWord::Ponder),
            ("draw", GoWord::Draw),
        ]
    }

    fn settings(&self) -> Vec<(&'static str, Setting)> {
        let check = |default| Setting::Own(Kind::Check { default });
        vec![
            ("usemillisec", check(false)),
            ("batch", check(false)),
            ("debug", check(false)),
            ("ponder", Setting::Ponder),
            ("hashsize", Setting::TableMib),
            ("threads", Setting::Threads),
            ("overhead", Setting::Overhead),
            ("newgame", Setting::Forget),
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "usemillisec" {
            self.milliseconds = ["true", "on"].iter().any(|word| word.eq_ignore_ascii_case(value));
        }
        Ok(())
    }

    fn option_line(&self, name: &str, kind: &Kind) -> String {
        match kind {
            Kind::Spin { default, min, max } => {
                format!("option {name} type spin min {min} max {max} default {default}")
            }
            kind => format!("option {name} {kind}"),
        }
    }

    fn read_setting(&self, words: &[&str]) -> Option<(String, String)> {
        let mut words = words.iter().filter(|&&word| word != "name" && word != "value");
        let name = words.next()?;
        Some(((*name).to_owned(), words.copied().collect::<Vec<_>>().join(" ")))
    }

    fn time_unit(&self) -> u64 {
        if self.milliseconds { 1 } else { 1000 }
    }

    fn remark(&self, text: &str) -> String {
        format!("info message {text}")
    }

    fn info(&self, position: &Position, iteration: &Iteration<Move>, units: i64) -> Vec<String> {
        let time = match self.milliseconds {
            true => iteration.time.as_millis(),
            false => iteration.time.as_secs().into(),
        };
        let mut lines = vec![format!("info time {time} nodes {}", iteration.nodes)];
        if let Some(line) = iteration.lines.first() {
            let score = match Value::of(line.score, units) {
                Value::Cents(cents) => cents.clamp(1000 - DECIDED, DECIDED - 1000),
                Value::Win(plies) => DECIDED - plies as i64,
                Value::Loss(plies) => plies as i64 - DECIDED,
            };
            let moves = move_texts(position, line.pv.iter().copied()).join(" ");
            lines.push(format!("info depth {} score {score} pv {moves}", iteration.depth));
        }
        lines
    }

    fn best(&self, best: &Best) -> String {
        let Some(mv) = &best.mv else { return "nobestmove".into() };
        let ponder = best.ponder.as_ref().map(|mv| format!(" ponder {mv}")).unwrap_or_default();
        format!("bestmove {mv}{ponder}{}", if best.draw { " draw" } else { "" })
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("bye")
    }
}
