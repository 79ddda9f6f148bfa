//! External engines over xboard (CECP, protocol version 2).
//!
//! The engine is in force mode while it gets the moves that it does not know, and `go` asks for its own. Its
//! `feature` lines say what it supports: without `usermove` moves are sent alone, without `setboard` a game
//! must start from the usual position (openings are sent as moves), without `ping` there is no wait for it to
//! be ready.
//!
//! Time: a limit in whole seconds is `st`, which has no fractions. A fractional limit is sent as a clock for
//! forty moves that is full before every move; engines treat it as an average and need a margin. The protocol
//! cannot limit nodes. Ignored: unknown lines, draw claims and offers. The old `My move is: M` is accepted.

use super::player::{Answer, Protocol, Reply};
use super::uci::Speech;
use crate::player::{GameStart, GameState};
use search::{Game, Notation, Score};
use std::time::Duration;

/// Moves of the clock that replaces a time per move. With a clock for a single move HoiXiangqi and MaxQi
/// use too little or too much; with forty they are close to the average.
const FULL: u32 = 40;

/// The protocol, for one variant.
pub struct Xboard<G, S> {
    variant: &'static str,
    speech: S,
    /// Whether this is the usual start position, which needs no `setboard`.
    is_usual: fn(&G) -> bool,
    features: Features,
    /// Lines that are sent with the first request, because nothing acknowledges them earlier.
    pending: Vec<String>,
    /// Number of moves of the game that the engine knows.
    seen: usize,
    /// Whether the limits of this game were sent.
    is_timed: bool,
    /// Why the game cannot be played.
    problem: Option<String>,
}

/// The features that the engine supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Features {
    usermove: bool,
    setboard: bool,
    ping: bool,
}

impl<G, S> Xboard<G, S> {
    /// The protocol for a variant by its name, with the engine's move notation.
    pub fn new(variant: &'static str, speech: S, is_usual: fn(&G) -> bool) -> Self {
        Xboard {
            variant,
            speech,
            is_usual,
            features: Features::default(),
            pending: Vec::new(),
            seen: 0,
            is_timed: false,
            problem: None,
        }
    }
}

impl<G: Notation, S: Speech<G>> Protocol<G> for Xboard<G, S> {
    fn greeting(&mut self) -> Vec<String> {
        self.features = Features::default();
        vec!["xboard".into(), "protover 2".into()]
    }

    fn greeted(&mut self, line: &str) -> Reply {
        self.speech.heard(line.trim());
        let mut words = line.split_whitespace();
        if words.next() != Some("feature") {
            return Reply::Wait;
        }
        let mut reply = Reply::Wait;
        for word in words {
            match word {
                "usermove=1" => self.features.usermove = true,
                "setboard=1" => self.features.setboard = true,
                "ping=1" => self.features.ping = true,
                "done=1" => reply = Reply::Ready,
                _ => {}
            }
        }
        reply
    }

    fn new_game(&mut self, game: &GameStart<'_, G>) -> Vec<String> {
        (self.seen, self.is_timed, self.problem) = (0, false, None);
        let mut lines = vec!["new".into(), format!("variant {}", self.variant)];
        lines.extend(["force", "easy", "post"].map(String::from));
        if !(self.is_usual)(game.start) {
            if self.features.setboard {
                lines.push(format!("setboard {}", game.start.position_text()));
            } else {
                self.problem = Some("the engine cannot set up a position, only moves".into());
            }
        }
        if self.features.ping {
            lines.push("ping 1".into());
            return lines;
        }
        self.pending = lines;
        Vec::new()
    }

    fn game_begun(&mut self, line: &str) -> Reply {
        match (line.trim() == "pong 1", &self.problem) {
            (true, Some(problem)) => Reply::Broken(problem.clone()),
            (true, None) => Reply::Ready,
            (false, _) => Reply::Wait,
        }
    }

    fn ask(&mut self, state: &GameState<'_, G>) -> Vec<String> {
        let mut lines = std::mem::take(&mut self.pending);
        lines.push("force".into());
        let mut position = state.game.start().clone();
        for (index, mv) in state.game.moves().enumerate() {
            if index >= self.seen {
                let text = self.speech.write_move(&position, mv);
                lines.push(if self.features.usermove { format!("usermove {text}") } else { text });
            }
            position.play(mv);
        }
        self.seen = state.game.plies();
        lines.extend(time_lines(state, !std::mem::replace(&mut self.is_timed, true)));
        lines.push("go".into());
        lines
    }

    fn answer(&mut self, state: &GameState<'_, G>, line: &str) -> Answer<G::Move> {
        let line = line.trim();
        if let Some(problem) = &self.problem {
            return Answer::Broken(problem.clone());
        }
        let lower = line.to_ascii_lowercase();
        let said = lower.strip_prefix("move ").or(lower.strip_prefix("my move is:"));
        if said.is_some() {
            let text = line.rsplit([' ', ':']).next().unwrap_or_default();
            return match self.speech.read_move(state.game.position(), text) {
                Some(mv) => {
                    self.seen += 1;
                    Answer::Move(mv)
                }
                None => Answer::Illegal(text.to_owned()),
            };
        }
        match lower.split_whitespace().next() {
            Some("resign") => Answer::Resigned,
            Some("illegal") => Answer::Broken(format!("it says {line:.80?}")),
            _ => thinking(line),
        }
    }

    fn stop(&self) -> Vec<String> {
        vec!["?".into()]
    }

    fn quit(&self) -> Vec<String> {
        vec!["quit".into()]
    }
}

/// The limits, before the first move of a game, and the clocks, before every move.
fn time_lines<G: Game>(state: &GameState<'_, G>, is_first: bool) -> Vec<String> {
    let control = state.control;
    let mut lines = Vec::new();
    let centiseconds = |time: Duration| time.as_millis() / 10;
    if let Some(depth) = control.depth.filter(|_| is_first) {
        lines.push(format!("sd {depth}"));
    }
    match (control.time, control.clock) {
        (Some(seconds), _) if seconds >= 1.0 && seconds.fract() == 0.0 => {
            if is_first {
                lines.push(format!("st {seconds:.0}"));
            }
        }
        (Some(seconds), _) => {
            if is_first {
                lines.push(format!("level {FULL} {} 0", minutes(f64::from(FULL) * seconds)));
            }
            let time = centiseconds(Duration::from_secs_f64(seconds) * FULL).max(1);
            lines.extend([format!("time {time}"), format!("otim {time}")]);
        }
        (None, Some(clock)) => {
            if is_first {
                lines.push(format!("level 0 {} {}", minutes(clock.base), clock.increment));
            }
            for (word, left) in [("time", state.clock.left), ("otim", state.clock.opponent_left)] {
                lines.extend(left.map(|left| format!("{word} {}", centiseconds(left))));
            }
        }
        (None, None) => {}
    }
    lines
}

/// `1:30`, seconds rounded up.
fn minutes(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Search output: depth, score, centiseconds, nodes and moves.
fn thinking<M>(line: &str) -> Answer<M> {
    let mut numbers = line.split_whitespace().map(|word| word.trim_end_matches('.').parse::<i64>());
    let mut next = || numbers.next().and_then(Result::ok);
    match (next(), next(), next(), next()) {
        (Some(depth), Some(score), Some(_), Some(nodes)) => Answer::Thinking {
            score: Some(Score::new(score)),
            depth: u32::try_from(depth).ok(),
            nodes: u64::try_from(nodes).ok(),
        },
        _ => Answer::Wait,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    type Heap = proof_games::heap::Heap<2>;
    use crate::drive::OurNotation;
    use crate::{Clock, Control};
    use proptest::prelude::*;
    use record::PlayedGame;
    use search::{Side, StopFlag};

    fn protocol() -> Xboard<Heap, OurNotation> {
        Xboard::new("heap", OurNotation, |heap| heap.stones == 7)
    }

    /// The lines that are sent after these moves, under a control.
    fn asked(protocol: &mut Xboard<Heap, OurNotation>, moves: &[u8], control: &str) -> Vec<String> {
        let start = Heap::of(7);
        let mut game = PlayedGame::new(start);
        moves.iter().for_each(|&mv| game.play(mv).unwrap());
        let control: Control = control.parse().unwrap();
        let left = Some(Duration::from_secs(60));
        let clock = Clock { left, opponent_left: left, ..Clock::default() };
        let state = GameState {
            game: &game,
            control: &control,
            clock,
            allowed: None,
            stop: &StopFlag::new(),
        };
        let lines = protocol.ask(&state);
        assert_eq!(
            protocol.answer(&state, "2 -35 10 400 1 2"),
            Answer::Thinking { score: Some(Score::new(-35)), depth: Some(2), nodes: Some(400) }
        );
        assert_eq!(protocol.answer(&state, "1/2-1/2 {boring}"), Answer::Wait);
        assert_eq!(protocol.answer(&state, "resign"), Answer::Resigned);
        assert_eq!(protocol.answer(&state, "move 9"), Answer::Illegal("9".into()));
        assert_eq!(protocol.answer(&state, "move 1"), Answer::Move(1));
        lines
    }

    fn begun(protocol: &mut Xboard<Heap, OurNotation>, stones: u8) -> Vec<String> {
        let start = Heap::of(stones);
        let stop = StopFlag::new();
        protocol.new_game(&GameStart { start: &start, side: Side::First, seed: 0, stop: &stop })
    }

    #[test]
    fn an_engine_gets_the_moves_that_it_does_not_know() {
        let mut protocol = protocol();
        let features = "feature ping=1 usermove=1 setboard=0 option=\"x y\" done=1";
        assert_eq!(Protocol::<Heap>::greeted(&mut protocol, features), Reply::Ready);
        assert_eq!(begun(&mut protocol, 7).last().unwrap(), "ping 1");
        assert_eq!(Protocol::<Heap>::game_begun(&mut protocol, "pong 1"), Reply::Ready);
        let first = asked(&mut protocol, &[1, 2], "time=2");
        assert_eq!(first, ["force", "usermove 1", "usermove 2", "st 2", "go"]);
        assert_eq!(asked(&mut protocol, &[1, 2, 1, 1], "time=2"), ["force", "usermove 1", "go"]);
    }

    #[test]
    fn an_engine_without_features_gets_everything_with_the_first_request() {
        let mut protocol = protocol();
        assert_eq!(Protocol::<Heap>::greeted(&mut protocol, "feature done=1"), Reply::Ready);
        assert!(begun(&mut protocol, 7).is_empty());
        let lines = asked(&mut protocol, &[1], "time=0.5");
        let expected =
            ["new", "variant heap", "force", "easy", "post", "force", "1", "level 40 0:20 0"];
        assert_eq!(lines[..8], expected);
        assert_eq!(lines[8..], ["time 2000", "otim 2000", "go"]);
        begun(&mut protocol, 7);
        let lines = asked(&mut protocol, &[], "clock=90+1,depth=4");
        assert_eq!(lines[6..], ["sd 4", "level 0 1:30 1", "time 6000", "otim 6000", "go"]);
    }

    #[test]
    fn an_engine_without_setboard_refuses_a_game_from_another_position() {
        let mut protocol = protocol();
        Protocol::<Heap>::greeted(&mut protocol, "feature ping=1 done=1");
        begun(&mut protocol, 5);
        let reply = Protocol::<Heap>::game_begun(&mut protocol, "pong 1");
        assert!(matches!(reply, Reply::Broken(_)), "{reply:?}");
        Protocol::<Heap>::greeted(&mut protocol, "feature setboard=1 ping=1 done=1");
        assert!(begun(&mut protocol, 5).contains(&"setboard 5 A".to_owned()));
        assert_eq!(Protocol::<Heap>::game_begun(&mut protocol, "pong 1"), Reply::Ready);
    }

    proptest! {
        #[test]
        fn reading_search_output_never_panics(line in "(-?[0-9]{0,25}\\.? ){0,5}|.{0,20}") {
            let _ = thinking::<u8>(&line);
        }
    }
}
