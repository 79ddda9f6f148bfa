//! External engines over UCI, and over UGI, which is UCI for any game.
//!
//! The answer to `uci` is `uciok`, to `isready` it is `readyok`; `position fen P moves M...` and `go ...` are
//! answered by `info` lines and one `bestmove M`. Ignored: unknown lines, unknown words of an `info` line,
//! words after the best move, extra white space.

use super::player::{Answer, Protocol, Reply};
use crate::player::{GameStart, GameState};
use search::{Game, Notation, Score, Side};
use std::fmt::Write;
use std::time::Duration;

/// The move notation of an engine, and the options it needs to play a game.
pub trait Speech<G: Game>: Send {
    /// Called with each line that answers the greeting: name, options.
    fn heard(&mut self, line: &str) {
        let _ = line;
    }

    /// Options to set before the first game, names and values.
    fn settings(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Writes a legal move.
    fn write_move(&self, position: &G, mv: G::Move) -> String;

    /// Reads a legal move.
    fn read_move(&self, position: &G, text: &str) -> Option<G::Move>;
}

/// Moves in the notation of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct OurNotation;

impl<G: Notation> Speech<G> for OurNotation {
    fn write_move(&self, position: &G, mv: G::Move) -> String {
        position.move_text(mv)
    }

    fn read_move(&self, position: &G, text: &str) -> Option<G::Move> {
        position.parse_move(text).ok()
    }
}

/// The words that differ between UCI and UGI.
struct Words {
    greeting: &'static str,
    greeted: &'static str,
    new_game: &'static str,
    /// The clock and the increment of each side.
    clocks: [(&'static str, &'static str); 2],
}

const UCI: Words = Words {
    greeting: "uci",
    greeted: "uciok",
    new_game: "ucinewgame",
    clocks: [("wtime", "winc"), ("btime", "binc")],
};

const UGI: Words = Words {
    greeting: "ugi",
    greeted: "ugiok",
    new_game: "uginewgame",
    clocks: [("p1time", "p1inc"), ("p2time", "p2inc")],
};

/// The protocol.
pub struct Uci<S> {
    words: &'static Words,
    speech: S,
    options: Vec<(String, String)>,
    /// Whether the options are not sent yet.
    is_fresh: bool,
}

impl<S> Uci<S> {
    /// UCI, with the engine's move notation.
    pub fn new(speech: S) -> Self {
        Uci { words: &UCI, speech, options: Vec::new(), is_fresh: true }
    }
}

impl Uci<OurNotation> {
    /// The universal game interface.
    pub fn universal() -> Self {
        Uci { words: &UGI, speech: OurNotation, options: Vec::new(), is_fresh: true }
    }
}

impl<G: Notation, S: Speech<G>> Protocol<G> for Uci<S> {
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), String> {
        self.options = options.to_vec();
        Ok(())
    }

    fn greeting(&mut self) -> Vec<String> {
        self.is_fresh = true;
        vec![self.words.greeting.into()]
    }

    fn greeted(&mut self, line: &str) -> Reply {
        self.speech.heard(line.trim());
        if line.trim() == self.words.greeted { Reply::Ready } else { Reply::Wait }
    }

    fn new_game(&mut self, _game: &GameStart<'_, G>) -> Vec<String> {
        let mut lines = Vec::new();
        if std::mem::take(&mut self.is_fresh) {
            for (name, value) in self.speech.settings().iter().chain(&self.options) {
                lines.push(format!("setoption name {name} value {value}"));
            }
        }
        lines.extend([self.words.new_game.into(), "isready".into()]);
        lines
    }

    fn game_begun(&mut self, line: &str) -> Reply {
        if line.trim() == "readyok" { Reply::Ready } else { Reply::Wait }
    }

    fn ask(&mut self, state: &GameState<'_, G>) -> Vec<String> {
        vec![position_line(state, &self.speech), go_line(state, self.words.clocks)]
    }

    fn answer(&mut self, state: &GameState<'_, G>, line: &str) -> Answer<G::Move> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => thinking(words),
            Some("bestmove") => match words.next() {
                Some(text) => match self.speech.read_move(state.game.position(), text) {
                    Some(mv) => Answer::Move(mv),
                    None => Answer::Illegal(text.to_owned()),
                },
                None => Answer::Broken("\"bestmove\" without a move".into()),
            },
            _ => Answer::Wait,
        }
    }

    fn stop(&self) -> Vec<String> {
        vec!["stop".into()]
    }

    fn quit(&self) -> Vec<String> {
        vec!["quit".into()]
    }
}

/// `position fen P moves M...`, from the first position of the game.
fn position_line<G: Notation, S: Speech<G>>(state: &GameState<'_, G>, speech: &S) -> String {
    let mut line = format!("position fen {}", state.game.start().position_text());
    let mut position = state.game.start().clone();
    for (index, mv) in state.game.moves().enumerate() {
        line.push_str(if index == 0 { " moves " } else { " " });
        line.push_str(&speech.write_move(&position, mv));
        position.play(mv);
    }
    line
}

/// `go` with the limits of the move; `names` are those of each side's clock and increment.
fn go_line<G: Game>(state: &GameState<'_, G>, names: [(&str, &str); 2]) -> String {
    let mut line = String::from("go");
    let mut add = |word: &str, value: u128| {
        // Writing to a string cannot fail.
        let _ = write!(line, " {word} {value}");
    };
    if let Some(depth) = state.control.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = state.control.nodes {
        add("nodes", nodes.into());
    }
    if let Some(seconds) = state.control.time {
        add("movetime", Duration::from_secs_f64(seconds).as_millis().max(1));
    }
    let clock = &state.clock;
    let own = (clock.left, clock.increment);
    let other = (clock.opponent_left, clock.opponent_increment);
    let (one, two) = match state.game.position().side() {
        Side::First => (own, other),
        Side::Second => (other, own),
    };
    for ((time, inc), (left, increment)) in names.into_iter().zip([one, two]) {
        if let Some(left) = left {
            add(time, left.as_millis());
            add(inc, increment.as_millis());
        }
    }
    line
}

/// Reads `depth`, `nodes` and the score of an `info` line: `score cp N`, `score mate N` or, in UCCI,
/// `score N`. UGI counts mates in plies, UCI in moves; a match uses only the sign.
pub fn thinking<'a, M>(words: impl Iterator<Item = &'a str>) -> Answer<M> {
    let (mut score, mut depth, mut nodes) = (None, None, None);
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|value| value.parse().ok()),
            "nodes" => nodes = words.next().and_then(|value| value.parse().ok()),
            "score" => {
                let number = |word: &&str| word.parse::<i64>().is_ok();
                let kind = if words.peek().is_some_and(number) { Some("cp") } else { words.next() };
                let value = words.next().and_then(|value| value.parse::<i64>().ok());
                score = match (kind, value) {
                    (Some("cp"), Some(units)) => Some(Score::new(units)),
                    (Some("mate"), Some(distance)) => {
                        let plies = distance.unsigned_abs().min(1 << 15) as usize;
                        Some(if distance > 0 {
                            Score::win_in(plies)
                        } else {
                            Score::loss_in(plies)
                        })
                    }
                    _ => None,
                };
            }
            // The rest of the line is text or a variation.
            "string" | "pv" => break,
            _ => {}
        }
    }
    Answer::Thinking { score, depth, nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(line: &str) -> Answer<u8> {
        thinking(line.split_whitespace())
    }

    #[test]
    fn an_info_line_is_read_up_to_its_variation() {
        let found = read("depth 7 seldepth 9 score cp -35 nodes 1234 nps 99 pv depth 5");
        let score = Some(Score::new(-35));
        assert_eq!(found, Answer::Thinking { score, depth: Some(7), nodes: Some(1234) });
        let found = read("score mate -3 depth");
        let score = Some(Score::loss_in(3));
        assert_eq!(found, Answer::Thinking { score, depth: None, nodes: None });
        let score = Some(Score::new(12));
        assert_eq!(read("score 12 pv"), Answer::Thinking { score, depth: None, nodes: None });
    }

    proptest! {
        #[test]
        fn reading_an_info_line_never_panics(line in "((depth|score|cp|mate|nodes|-?[0-9]{0,25}|.{0,5}) ){0,8}") {
            let _ = read(&line);
        }
    }
}
