//! External engines in a match.
//!
//! | protocol | engines |
//! |---|---|
//! | `uci` | Fairy-Stockfish (the variant is set; it counts ranks from 1), Pikafish, ours |
//! | `ucci` | Fairy-Stockfish, ElephantEye, ours |
//! | `xboard` | HoiXiangqi, MaxQi: always start in the standard position, so openings must be moves |

use crate::notation::Style;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use protocols::drive::thinking;
use protocols::drive::{Answer, Protocol, Reply, Speech};
use protocols::{GameStart, GameState};
use search::notation::move_texts;
use search::{Game, Notation};
use std::fmt::Write;
use std::time::Duration;

/// Whether this is the standard start position.
pub(crate) fn is_usual(position: &Position) -> bool {
    position.key() == Position::start().key()
}

/// The move format of a UCI engine: ranks from 0, or from 1 if the engine plays several variants
/// (its `UCI_Variant` lists chess).
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    plays_many_variants: bool,
}

impl Moves {
    fn style(self) -> Style {
        if self.plays_many_variants { Style::FromOne } else { Style::Coordinates }
    }
}

impl Speech<Position> for Moves {
    fn heard(&mut self, line: &str) {
        if line.starts_with("option name UCI_Variant ") {
            self.plays_many_variants = line.contains(" var chess");
        }
    }

    fn settings(&self) -> Vec<(String, String)> {
        let variant = ("UCI_Variant".to_owned(), "xiangqi".to_owned());
        self.plays_many_variants.then_some(variant).into_iter().collect()
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        self.style().write(position, mv)
    }

    fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        self.style().read(position, text).ok()
    }
}

/// A UCCI engine. It is sent the position after the last capture and the moves since then.
#[derive(Clone, Debug, Default)]
pub struct Ucci {
    options: Vec<(String, String)>,
    /// Whether the options still have to be set.
    is_fresh: bool,
    has_new_game: bool,
}

impl Protocol<Position> for Ucci {
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), String> {
        self.options = options.to_vec();
        Ok(())
    }

    fn greeting(&mut self) -> Vec<String> {
        (self.is_fresh, self.has_new_game) = (true, false);
        vec!["ucci".into()]
    }

    fn greeted(&mut self, line: &str) -> Reply {
        let line = line.trim();
        self.has_new_game |= line.starts_with("option newgame ");
        if line == "ucciok" { Reply::Ready } else { Reply::Wait }
    }

    fn new_game(&mut self, _game: &GameStart<'_, Position>) -> Vec<String> {
        let mut lines = Vec::new();
        if std::mem::take(&mut self.is_fresh) {
            lines.push("setoption usemillisec true".into());
            lines.extend(
                self.options.iter().map(|(name, value)| format!("setoption {name} {value}")),
            );
        }
        if self.has_new_game {
            lines.push("setoption newgame".into());
        }
        lines.push("isready".into());
        lines
    }

    fn game_begun(&mut self, line: &str) -> Reply {
        if line.trim() == "readyok" { Reply::Ready } else { Reply::Wait }
    }

    fn ask(&mut self, state: &GameState<'_, Position>) -> Vec<String> {
        vec![position_line(state), go_line(state)]
    }

    fn answer(&mut self, state: &GameState<'_, Position>, line: &str) -> Answer<Move> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => thinking(words),
            Some("nobestmove") => Answer::Resigned,
            Some("bestmove") => match words.next() {
                Some(text) => match Style::Coordinates.read(state.game.position(), text) {
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

/// `position fen FEN moves M...`, from the position after the last capture.
fn position_line(state: &GameState<'_, Position>) -> String {
    let mut position = state.game.start().clone();
    let moves: Vec<Move> = state.game.moves().collect();
    let (mut since, mut base) = (0, position.clone());
    for (index, &mv) in moves.iter().enumerate() {
        let is_capture = position.piece_at(mv.to).is_some();
        position.play(mv);
        if is_capture {
            (since, base) = (index + 1, position.clone());
        }
    }
    let mut line = format!("position fen {}", base.position_text());
    if since < moves.len() {
        let texts = move_texts(&base, moves[since..].iter().copied());
        // Writing to a string cannot fail.
        let _ = write!(line, " moves {}", texts.join(" "));
    }
    line
}

/// `go` with the limits of the move. UCCI has no time per move: it is sent as a clock with one move to go.
fn go_line(state: &GameState<'_, Position>) -> String {
    let mut line = String::from("go");
    let mut add = |word: &str, value: u128| {
        let _ = write!(line, " {word} {value}");
    };
    let (control, clock) = (state.control, &state.clock);
    if let Some(depth) = control.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = control.nodes {
        add("nodes", nodes.into());
    }
    match (control.time, clock.left) {
        (Some(seconds), _) => {
            add("time", Duration::from_secs_f64(seconds).as_millis().max(1));
            add("movestogo", 1);
        }
        (None, Some(left)) => {
            add("time", left.as_millis());
            add("increment", clock.increment.as_millis());
            if let Some(left) = clock.opponent_left {
                add("opptime", left.as_millis());
                add("oppincrement", clock.opponent_increment.as_millis());
            }
        }
        (None, None) => {}
    }
    line
}
