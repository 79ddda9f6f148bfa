//! External engines over GTP, the Go Text Protocol (version 2): for go, and for other games of two colours
//! on a square board.
//!
//! Every command has a number, which its answer repeats. Moves that the engine does not know are sent with
//! `play`, its own are requested with `genmove`. A game must start from the usual position; openings are
//! sent as moves. A forced pass is never requested: it is sent with `play` and any answer is accepted,
//! because some engines expect it and others pass by themselves and refuse it.
//!
//! Time: a limit per move is byo-yomi with one stone, a clock is main time, updated by `time_left` before
//! every move. GTP counts whole seconds, so a fractional time per move or base time is refused: the engine
//! would be sent one limit and judged by another. The remaining time of a clock is rounded down. GTP cannot limit
//! nodes and depth. Accepted: answers of several lines, comments, unknown lines.

use super::player::{Answer, Protocol, Reply};
use super::uci::Speech;
use crate::clock::Control;
use crate::player::{GameStart, GameState};
use search::{Game, Notation, Side};

/// What the protocol needs to know about a game.
pub struct GtpRules<G: Game> {
    /// The number that `boardsize` takes.
    pub board_size: fn(&G) -> usize,
    /// Whether this is the usual start position.
    pub is_usual: fn(&G) -> bool,
    /// The pass, if it is the only legal move.
    pub forced_pass: fn(&G) -> Option<G::Move>,
}

/// The protocol, for one game.
pub struct Gtp<G: Game, S> {
    speech: S,
    rules: GtpRules<G>,
    /// The number of the last command.
    number: u64,
    /// The kind of answer that comes next.
    awaited: Awaited,
    /// Number of moves of the game that the engine knows.
    seen: usize,
    /// Whether the limits of this game were sent.
    is_timed: bool,
    /// Why the game cannot be played.
    problem: Option<String>,
}

/// The kind of answer to the last command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// A move.
    Move,
    /// The acknowledgement of a forced pass; any answer is accepted.
    Pass,
}

/// An answer.
enum Said<'a> {
    Success(&'a str),
    Failure(&'a str),
}

impl<G: Game, S> Gtp<G, S> {
    /// The protocol for a game, with the engine's move notation.
    pub fn new(speech: S, rules: GtpRules<G>) -> Self {
        Gtp {
            speech,
            rules,
            number: 0,
            awaited: Awaited::Move,
            seen: 0,
            is_timed: false,
            problem: None,
        }
    }

    /// A command with the next number.
    fn command(&mut self, text: &str) -> String {
        self.number += 1;
        format!("{} {text}", self.number)
    }

    /// The answer in this line to the last command; with `all`, also a failure of an earlier one.
    fn said<'a>(&self, line: &'a str, all: bool) -> Option<Said<'a>> {
        let line = line.trim();
        let is_success = line.starts_with('=');
        let rest = line.strip_prefix(['=', '?'])?;
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, text) = rest.split_at(digits);
        let text = text.trim();
        let is_last = number.parse() == Ok(self.number);
        match is_success {
            true => is_last.then_some(Said::Success(text)),
            false => (is_last || all).then_some(Said::Failure(text)),
        }
    }

    fn reply(&self, line: &str) -> Reply {
        match (self.said(line, true), &self.problem) {
            (None, _) => Reply::Wait,
            (Some(Said::Failure(text)), _) => Reply::Broken(format!("it says {text:.80?}")),
            (Some(Said::Success(_)), Some(problem)) => Reply::Broken(problem.clone()),
            (Some(Said::Success(_)), None) => Reply::Ready,
        }
    }
}

/// `b` moves first.
fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

impl<G: Notation, S: Speech<G>> Protocol<G> for Gtp<G, S> {
    fn check_control(&self, control: &Control) -> Result<(), String> {
        let base = control.clock.map(|clock| clock.base);
        match [control.time, base].into_iter().flatten().find(|seconds| seconds.fract() != 0.0) {
            Some(seconds) => Err(format!(
                "GTP counts whole seconds, found {seconds}; use whole seconds (--first-control and \
                 --second-control set the limits of one player)"
            )),
            None => Ok(()),
        }
    }

    fn greeting(&mut self) -> Vec<String> {
        vec![self.command("protocol_version")]
    }

    fn greeted(&mut self, line: &str) -> Reply {
        self.reply(line)
    }

    fn new_game(&mut self, game: &GameStart<'_, G>) -> Vec<String> {
        (self.seen, self.is_timed, self.problem) = (0, false, None);
        if !(self.rules.is_usual)(game.start) {
            self.problem = Some("the protocol cannot set up a position, only moves".into());
        }
        let size = format!("boardsize {}", (self.rules.board_size)(game.start));
        vec![self.command(&size), self.command("clear_board")]
    }

    fn game_begun(&mut self, line: &str) -> Reply {
        self.reply(line)
    }

    fn ask(&mut self, state: &GameState<'_, G>) -> Vec<String> {
        let mut lines = Vec::new();
        let mut position = state.game.start().clone();
        for (index, mv) in state.game.moves().enumerate() {
            if index >= self.seen {
                let text = self.speech.write_move(&position, mv);
                let side = colour(position.side());
                lines.push(self.command(&format!("play {side} {text}")));
            }
            position.play(mv);
        }
        self.seen = state.game.plies();
        let side = colour(position.side());
        if let Some(pass) = (self.rules.forced_pass)(&position) {
            let text = self.speech.write_move(&position, pass);
            lines.push(self.command(&format!("play {side} {text}")));
            self.awaited = Awaited::Pass;
            return lines;
        }
        let is_first = !std::mem::replace(&mut self.is_timed, true);
        for line in time_lines(state, side, is_first) {
            lines.push(self.command(&line));
        }
        lines.push(self.command(&format!("genmove {side}")));
        self.awaited = Awaited::Move;
        lines
    }

    fn answer(&mut self, state: &GameState<'_, G>, line: &str) -> Answer<G::Move> {
        let Some(said) = self.said(line, false) else { return Answer::Wait };
        if self.awaited == Awaited::Pass {
            self.seen += 1;
            return match (self.rules.forced_pass)(state.game.position()) {
                Some(pass) => Answer::Move(pass),
                None => Answer::Broken("a pass is not the only move".into()),
            };
        }
        match said {
            Said::Failure(text) => Answer::Broken(format!("it says {text:.80?}")),
            Said::Success(text) if text.eq_ignore_ascii_case("resign") => Answer::Resigned,
            Said::Success(text) => match self.speech.read_move(state.game.position(), text) {
                Some(mv) => {
                    self.seen += 1;
                    Answer::Move(mv)
                }
                None => Answer::Illegal(text.to_owned()),
            },
        }
    }

    /// The protocol has no command for it.
    fn stop(&self) -> Vec<String> {
        Vec::new()
    }

    fn quit(&self) -> Vec<String> {
        vec!["quit".into()]
    }
}

/// The limits, before the first move of a game, and the clock, before every move.
fn time_lines<G: Game>(state: &GameState<'_, G>, side: &str, is_first: bool) -> Vec<String> {
    let control = state.control;
    match (control.time, control.clock) {
        (Some(seconds), _) if is_first => vec![format!("time_settings 0 {seconds:.0} 1")],
        (None, Some(clock)) => {
            let mut lines = Vec::new();
            if is_first {
                lines.push(format!("time_settings {:.0} 0 0", clock.base));
            }
            let left = state.clock.left.map(|left| left.as_secs());
            lines.extend(left.map(|left| format!("time_left {side} {left} 0")));
            lines
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drive::OurNotation;
    use crate::{Clock, Control};
    use proptest::prelude::*;
    use record::PlayedGame;
    use search::StopFlag;
    use std::time::Duration;

    type Heap = proof_games::heap::Heap<2>;

    /// The last stone counts as a pass.
    fn protocol() -> Gtp<Heap, OurNotation> {
        let rules = GtpRules {
            board_size: |_| 8,
            is_usual: |heap: &Heap| heap.stones == 7,
            forced_pass: |heap| (heap.stones == 1).then_some(1),
        };
        Gtp::new(OurNotation, rules)
    }

    fn begun(protocol: &mut Gtp<Heap, OurNotation>, stones: u8) -> Vec<String> {
        let (start, stop) = (Heap::of(stones), StopFlag::new());
        protocol.new_game(&GameStart { start: &start, side: Side::First, seed: 0, stop: &stop })
    }

    /// The lines that are sent after these moves, and the meaning of the engine's lines.
    fn asked(
        protocol: &mut Gtp<Heap, OurNotation>,
        moves: &[u8],
        control: &str,
        said: &[&str],
    ) -> (Vec<String>, Vec<Answer<u8>>) {
        let start = Heap::of(7);
        let mut game = PlayedGame::new(start);
        moves.iter().for_each(|&mv| game.play(mv).unwrap());
        let control: Control = control.parse().unwrap();
        let clock = Clock { left: Some(Duration::from_millis(9900)), ..Clock::default() };
        let state = GameState {
            game: &game,
            control: &control,
            clock,
            allowed: None,
            stop: &StopFlag::new(),
        };
        let lines = protocol.ask(&state);
        (lines, said.iter().map(|line| protocol.answer(&state, line)).collect())
    }

    #[test]
    fn an_engine_is_greeted_gets_the_moves_and_is_asked_for_its_own() {
        let mut protocol = protocol();
        assert_eq!(Protocol::<Heap>::greeting(&mut protocol), ["1 protocol_version"]);
        assert_eq!(Protocol::<Heap>::greeted(&mut protocol, "hello"), Reply::Wait);
        assert_eq!(Protocol::<Heap>::greeted(&mut protocol, "=1 2"), Reply::Ready);
        assert_eq!(begun(&mut protocol, 7), ["2 boardsize 8", "3 clear_board"]);
        assert_eq!(Protocol::<Heap>::game_begun(&mut protocol, "=2"), Reply::Wait);
        assert_eq!(Protocol::<Heap>::game_begun(&mut protocol, "=3"), Reply::Ready);
        let said = ["=4", "", "=5", "=6", "# thinking", "=7 1"];
        let (lines, answers) = asked(&mut protocol, &[1, 2], "time=5", &said);
        assert_eq!(lines, ["4 play b 1", "5 play w 2", "6 time_settings 0 5 1", "7 genmove b"]);
        assert_eq!(answers[..5], [const { Answer::Wait }; 5]);
        assert_eq!(answers[5], Answer::Move(1));
        let (lines, _) = asked(&mut protocol, &[1, 2, 1, 1], "time=5", &[]);
        assert_eq!(lines, ["8 play w 1", "9 genmove b"]);
    }

    #[test]
    fn a_forced_pass_is_sent_and_any_answer_is_accepted() {
        for said in ["=4", "?4 syntax error"] {
            let mut protocol = protocol();
            Protocol::<Heap>::greeting(&mut protocol);
            begun(&mut protocol, 7);
            protocol.seen = 3;
            let (lines, answers) = asked(&mut protocol, &[2, 2, 2], "time=1", &[said]);
            assert_eq!(lines, ["4 play w 1"]);
            assert_eq!(answers, [Answer::Move(1)]);
            assert_eq!(protocol.seen, 4);
        }
    }

    #[test]
    fn the_clock_is_sent_before_every_move() {
        let mut protocol = protocol();
        let (lines, _) = asked(&mut protocol, &[], "clock=90+1", &[]);
        assert_eq!(lines, ["1 time_settings 90 0 0", "2 time_left b 9 0", "3 genmove b"]);
        let (lines, _) = asked(&mut protocol, &[1, 1], "clock=90+1", &[]);
        assert_eq!(lines[2..], ["6 time_left b 9 0", "7 genmove b"]);
    }

    #[test]
    fn a_control_that_whole_seconds_cannot_express_is_refused() {
        let check = |control: &str| {
            let control: Control = control.parse().unwrap();
            Protocol::<Heap>::check_control(&protocol(), &control)
        };
        for control in ["time=0.02", "time=1.5", "clock=0.5+1", "time=1,clock=90.25+0"] {
            let problem = check(control).unwrap_err();
            assert!(
                problem.starts_with("GTP counts whole seconds, found "),
                "{control}: {problem}"
            );
        }
        for control in ["time=1", "clock=90+0.5", "depth=3"] {
            assert_eq!(check(control), Ok(()), "{control}");
        }
    }

    #[test]
    fn failures_resignations_and_illegal_moves_are_distinguished() {
        let answer = |said: &str| asked(&mut protocol(), &[], "depth=1", &[said]).1.remove(0);
        assert_eq!(answer("=1 resign"), Answer::Resigned);
        assert_eq!(answer("=1 9"), Answer::Illegal("9".into()));
        assert!(matches!(answer("?1 unknown command"), Answer::Broken(_)));
        assert_eq!(answer("=7 1"), Answer::Wait);
        let mut protocol = protocol();
        begun(&mut protocol, 7);
        let reply = Protocol::<Heap>::game_begun(&mut protocol, "?1 unacceptable size");
        assert!(matches!(reply, Reply::Broken(_)), "{reply:?}");
        begun(&mut protocol, 5);
        let reply = Protocol::<Heap>::game_begun(&mut protocol, "=4");
        assert!(matches!(reply, Reply::Broken(_)), "{reply:?}");
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(line in "[=?]{0,2}[0-9]{0,25} ?.{0,12}|\\PC{0,20}") {
            asked(&mut protocol(), &[], "depth=1", &[&line]);
        }
    }
}
