//! The universal game interface, UCI for any game: the protocol that works for every domain,
//! because positions and moves are written in the domain's own [`Notation`].
//!
//! `ugi` is answered by `ugiok`, `isready` by `readyok`; `position fen P moves M...` and `go ...` by
//! any number of `info` lines and one `bestmove M`. Forgiven: unknown lines, unknown words of an
//! `info` line, words after the best move, any blanks.

use super::external::{Answer, Protocol, Reply};
use super::player::{GameStart, GameState};
use search::{Game, Notation, Score, Side};
use std::fmt::Write;
use std::time::Duration;

/// The protocol; holds no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ugi;

impl<G: Notation> Protocol<G> for Ugi {
    fn greeting(&mut self) -> Vec<String> {
        vec!["ugi".into()]
    }

    fn greeted(&mut self, line: &str) -> Reply {
        if line.trim() == "ugiok" { Reply::Ready } else { Reply::Wait }
    }

    fn new_game(&mut self, _game: &GameStart<'_, G>) -> Vec<String> {
        vec!["uginewgame".into(), "isready".into()]
    }

    fn game_begun(&mut self, line: &str) -> Reply {
        if line.trim() == "readyok" { Reply::Ready } else { Reply::Wait }
    }

    fn ask(&mut self, state: &GameState<'_, G>) -> Vec<String> {
        vec![position_line(state), go_line(state)]
    }

    fn answer(&mut self, state: &GameState<'_, G>, line: &str) -> Answer<G::Move> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => thinking(words),
            Some("bestmove") => match words.next() {
                Some(text) => match state.position.parse_move(text) {
                    Ok(mv) => Answer::Move(mv),
                    Err(_) => Answer::Illegal(text.to_owned()),
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

fn position_line<G: Notation>(state: &GameState<'_, G>) -> String {
    let mut line = format!("position fen {}", state.start.position_text());
    let mut position = state.start.clone();
    for (index, mv) in state.moves().enumerate() {
        line.push_str(if index == 0 { " moves " } else { " " });
        line.push_str(&position.move_text(mv));
        position.play(mv);
    }
    line
}

fn go_line<G: Game>(state: &GameState<'_, G>) -> String {
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
    let (one, two) = match state.position.side() {
        Side::First => (own, other),
        Side::Second => (other, own),
    };
    let names = [("p1time", "p1inc"), ("p2time", "p2inc")];
    for ((time, inc), (left, increment)) in names.into_iter().zip([one, two]) {
        if let Some(left) = left {
            add(time, left.as_millis());
            add(inc, increment.as_millis());
        }
    }
    line
}

/// Reads `depth`, `nodes` and `score cp N` or `score mate N` (plies are told by our own engines,
/// moves by others; only the sign matters to a match) out of an `info` line.
fn thinking<'a, M>(mut words: impl Iterator<Item = &'a str>) -> Answer<M> {
    let (mut score, mut depth, mut nodes) = (None, None, None);
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|value| value.parse().ok()),
            "nodes" => nodes = words.next().and_then(|value| value.parse().ok()),
            "score" => {
                let kind = words.next();
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
            // The rest of the line is text or a line of play.
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
    fn an_info_line_is_read_up_to_its_line_of_play() {
        let found = read("depth 7 seldepth 9 score cp -35 nodes 1234 nps 99 pv depth 5");
        let score = Some(Score::new(-35));
        assert_eq!(found, Answer::Thinking { score, depth: Some(7), nodes: Some(1234) });
        let found = read("score mate -3 depth");
        let score = Some(Score::loss_in(3));
        assert_eq!(found, Answer::Thinking { score, depth: None, nodes: None });
    }

    proptest! {
        #[test]
        fn reading_an_info_line_never_panics(line in "((depth|score|cp|mate|nodes|-?[0-9]{0,25}|.{0,5}) ){0,8}") {
            let _ = read(&line);
        }
    }
}
