//! External engines that speak GTP, the Go Text Protocol (version 2): programs for go, and those for
//! other games of two colours on a square board.
//!
//! Every command carries a number, so that an answer is known for what it answers. Moves the engine
//! has not seen are told with `play`, its own are asked for with `genmove`. A game must begin in the
//! usual position (openings are moves then). Passes that the rules force are never asked for: some
//! programs expect to be told them, others pass by themselves and refuse to hear of it, so they are
//! told and the answer does not matter.
//!
//! Time: a limit per move is a byo-yomi of one stone, in whole seconds as the protocol wants them,
//! rounded up; a clock is main time, told again before every move. Nodes and depth cannot be limited.
//! Forgiven: answers of several lines, comments, unknown lines.

use super::player::{Answer, Protocol, Reply};
use super::uci::Speech;
use crate::player::{GameStart, GameState};
use search::{Game, Notation, Side};

/// What the protocol must know of a game.
pub struct GtpRules<G: Game> {
    /// The number that `boardsize` takes.
    pub board_size: fn(&G) -> usize,
    /// Whether a game begins here of itself.
    pub is_usual: fn(&G) -> bool,
    /// The pass, where the rules leave nothing else.
    pub forced_pass: fn(&G) -> Option<G::Move>,
}

/// The protocol, for one game.
pub struct Gtp<G: Game, S> {
    speech: S,
    rules: GtpRules<G>,
    /// The number of the last command.
    number: u64,
    /// What the answer that is awaited decides.
    awaited: Awaited,
    /// How many moves of the game the engine has seen.
    seen: usize,
    /// Whether the engine has been told its limits in this game.
    is_timed: bool,
    /// Why the game cannot be played.
    problem: Option<String>,
}

/// Which command was the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// Its answer is a move.
    Move,
    /// It was told to pass, and any answer will do.
    Pass,
}

/// What an answer says.
enum Said<'a> {
    Success(&'a str),
    Failure(&'a str),
}

impl<G: Game, S> Gtp<G, S> {
    /// The protocol for a game, with the engine's way to write moves.
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

    /// The answer to the last command, if that is what the line is; a failure of an earlier one too,
    /// where `all` of them count.
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
    fn greeting(&mut self) -> Vec<String> {
        vec![self.command("protocol_version")]
    }

    fn greeted(&mut self, line: &str) -> Reply {
        self.reply(line)
    }

    fn new_game(&mut self, game: &GameStart<'_, G>) -> Vec<String> {
        (self.seen, self.is_timed, self.problem) = (0, false, None);
        if !(self.rules.is_usual)(game.start) {
            self.problem = Some("it cannot be given a position, only moves".into());
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
                None => Answer::Broken("it was told to pass".into()),
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

    /// Nothing ends a search of this protocol.
    fn stop(&self) -> Vec<String> {
        Vec::new()
    }

    fn quit(&self) -> Vec<String> {
        vec!["quit".into()]
    }
}

/// The limits of a game, once, and the clock, before every move.
fn time_lines<G: Game>(state: &GameState<'_, G>, side: &str, is_first: bool) -> Vec<String> {
    let control = state.control;
    match (control.time, control.clock) {
        (Some(seconds), _) if is_first => vec![format!("time_settings 0 {:.0} 1", seconds.ceil())],
        (None, Some(clock)) => {
            let mut lines = Vec::new();
            if is_first {
                lines.push(format!("time_settings {:.0} 0 0", clock.base.ceil()));
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

    /// What is asked after these moves, and what the engine's lines are taken for.
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
    fn an_engine_is_greeted_told_the_moves_and_asked_for_its_own() {
        let mut protocol = protocol();
        assert_eq!(Protocol::<Heap>::greeting(&mut protocol), ["1 protocol_version"]);
        assert_eq!(Protocol::<Heap>::greeted(&mut protocol, "hello"), Reply::Wait);
        assert_eq!(Protocol::<Heap>::greeted(&mut protocol, "=1 2"), Reply::Ready);
        assert_eq!(begun(&mut protocol, 7), ["2 boardsize 8", "3 clear_board"]);
        assert_eq!(Protocol::<Heap>::game_begun(&mut protocol, "=2"), Reply::Wait);
        assert_eq!(Protocol::<Heap>::game_begun(&mut protocol, "=3"), Reply::Ready);
        let said = ["=4", "", "=5", "=6", "# thinking", "=7 1"];
        let (lines, answers) = asked(&mut protocol, &[1, 2], "time=0.5", &said);
        assert_eq!(lines, ["4 play b 1", "5 play w 2", "6 time_settings 0 1 1", "7 genmove b"]);
        assert_eq!(answers[..5], [const { Answer::Wait }; 5]);
        assert_eq!(answers[5], Answer::Move(1));
        let (lines, _) = asked(&mut protocol, &[1, 2, 1, 1], "time=0.5", &[]);
        assert_eq!(lines, ["8 play w 1", "9 genmove b"]);
    }

    #[test]
    fn a_forced_pass_is_told_and_any_answer_will_do() {
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
    fn a_clock_is_told_before_every_move() {
        let mut protocol = protocol();
        let (lines, _) = asked(&mut protocol, &[], "clock=90+1", &[]);
        assert_eq!(lines, ["1 time_settings 90 0 0", "2 time_left b 9 0", "3 genmove b"]);
        let (lines, _) = asked(&mut protocol, &[1, 1], "clock=90+1", &[]);
        assert_eq!(lines[2..], ["6 time_left b 9 0", "7 genmove b"]);
    }

    #[test]
    fn failures_resignations_and_illegal_moves_are_told_apart() {
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
