//! The words of one member of the UCI family: [`Dialect`].

use super::go::GoWord;
use super::info::standard_info;
use super::options::{Kind, Setting};
use crate::Playable;
use search::{Game, Iteration, Notation, NotationError, Score};

/// The command of a line, given by its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Answer with name and options: `uci`.
    Greet,
    /// Answer when ready, also during a search: `isready`.
    Ready,
    /// Start a new game.
    NewGame,
    /// Set the position: the rest of the line.
    Position,
    /// Set the position: the line itself, `fen FEN moves M...`, as the Cyclone dialect has it.
    BarePosition,
    /// Exclude moves, until the next position.
    Ban,
    /// Search.
    Go,
    /// Stop the search and answer.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Set an option.
    Set,
    /// A question about the position: `gameover`, `result`, `p1turn`.
    Query,
    /// Print the board.
    Draw,
    /// Known, but ignored.
    Ignore,
    /// End the session.
    Quit,
}

/// The answer to `go`, in the notation of the dialect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// The move; `None` if there is no legal one.
    pub mv: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// Whether an offered draw is accepted.
    pub draw: bool,
}

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// A member of the family: its words and output formats.
pub trait Dialect<D: Playable> {
    /// The commands by their first word. The [greeting](Order::Greet) with `ok` appended ends the answer to
    /// it.
    fn orders(&self) -> &'static [(&'static str, Order)];

    /// The words of a `go` line.
    fn go_words(&self) -> &'static [(&'static str, GoWord)];

    /// The options by name.
    fn settings(&self) -> Vec<(&'static str, Setting)>;

    /// Sets one of the dialect's [own](Setting::Own) options; the value has been checked.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let _ = (name, value);
        Ok(())
    }

    /// The line that announces an option.
    fn option_line(&self, name: &str, kind: &Kind) -> String {
        format!("option name {name} {kind}")
    }

    /// Name and value of a line that sets an option, without its first word:
    /// `name Hash value 64`.
    fn read_setting(&self, words: &[&str]) -> Option<(String, String)> {
        let (&first, rest) = words.split_first()?;
        let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
        let (name, value) = (&rest[..split], rest.get(split + 1..).unwrap_or_default());
        (first == "name" && !name.is_empty()).then(|| (name.join(" "), value.join(" ")))
    }

    /// Milliseconds per unit of time.
    fn time_unit(&self) -> u64 {
        1
    }

    /// A line for people, which programs ignore.
    fn remark(&self, text: &str) -> String {
        format!("info string {text}")
    }

    /// Whether mate distances are in moves of the winner, not in plies.
    fn mates_in_moves(&self) -> bool {
        true
    }

    /// The lines for a finished iteration.
    fn info(
        &self,
        position: &D::Game,
        iteration: &Iteration<Move<D>>,
        units_per_point: i64,
    ) -> Vec<String> {
        standard_info(self, position, iteration, units_per_point)
    }

    /// The line that answers `go`.
    fn best(&self, best: &Best) -> String {
        let ponder = best.ponder.as_ref().map(|mv| format!(" ponder {mv}")).unwrap_or_default();
        format!("bestmove {}{ponder}", best.mv.as_deref().unwrap_or("0000"))
    }

    /// The last line of a session, if there is one.
    fn farewell(&self) -> Option<&'static str> {
        None
    }

    /// Whether to accept a draw at this score.
    fn accepts_draw(&self, score: Score) -> bool {
        score < Score::ZERO
    }

    /// Reads a legal move.
    fn read_move(&self, position: &D::Game, text: &str) -> Result<Move<D>, NotationError> {
        position.parse_move(text)
    }

    /// Writes a legal move.
    fn write_move(&self, position: &D::Game, mv: Move<D>) -> String {
        position.move_text(mv)
    }
}
