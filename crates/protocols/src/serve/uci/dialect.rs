//! What one member of the family says in words of its own: [`Dialect`].

use super::go::GoWord;
use super::info::standard_info;
use super::options::{Kind, Setting};
use crate::Playable;
use search::{Game, Iteration, Notation, NotationError, Score};

/// What a line asks for, by its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Introduce yourself.
    Greet,
    /// Say when you are ready; during a search too.
    Ready,
    /// Forget the last game.
    NewGame,
    /// Here is the position.
    Position,
    /// Do not play these moves (until the next position).
    Ban,
    /// Think.
    Go,
    /// Answer now.
    Stop,
    /// The move you pondered on was played.
    PonderHit,
    /// Change an option.
    Set,
    /// A question about the position: `gameover`, `result`, `p1turn`.
    Query,
    /// Draw the board, for people.
    Draw,
    /// Known, but without meaning for us.
    Ignore,
    /// Good bye.
    Quit,
}

/// The answer to `go`, in the notation of the dialect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// The move; `None` if there is none to play.
    pub mv: Option<String>,
    /// The reply to it that is expected.
    pub ponder: Option<String>,
    /// Whether a draw that was offered is accepted.
    pub draw: bool,
}

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// A member of the family: its vocabulary, and how it writes what all of them say.
pub trait Dialect<D: Playable> {
    /// First words of lines. The one that [greets](Order::Greet) names the dialect and, with `ok`
    /// appended, ends the answer.
    fn orders(&self) -> &'static [(&'static str, Order)];

    /// The words of a `go` line.
    fn go_words(&self) -> &'static [(&'static str, GoWord)];

    /// The options, by the names they are set by.
    fn settings(&self) -> Vec<(&'static str, Setting)>;

    /// Sets one of the options that are the dialect's [own](Setting::Own); its kind has been
    /// checked.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let _ = (name, value);
        Ok(())
    }

    /// The line that announces an option.
    fn option_line(&self, name: &str, kind: &Kind) -> String {
        format!("option name {name} {kind}")
    }

    /// The name and the value in a line that sets an option, without its first word:
    /// `name Hash value 64`.
    fn read_setting(&self, words: &[&str]) -> Option<(String, String)> {
        let (&first, rest) = words.split_first()?;
        let split = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
        let (name, value) = (&rest[..split], rest.get(split + 1..).unwrap_or_default());
        (first == "name" && !name.is_empty()).then(|| (name.join(" "), value.join(" ")))
    }

    /// How many milliseconds one unit of time is.
    fn time_unit(&self) -> u64 {
        1
    }

    /// A line that people may read and programs pass over.
    fn remark(&self, text: &str) -> String {
        format!("info string {text}")
    }

    /// Whether scores of won games are told in moves of the winner, not in plies.
    fn mates_in_moves(&self) -> bool {
        true
    }

    /// The lines that tell of a finished iteration.
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

    /// What is said last, if anything is.
    fn farewell(&self) -> Option<&'static str> {
        None
    }

    /// Whether to accept a draw, with this score.
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
