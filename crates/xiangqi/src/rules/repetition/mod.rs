//! Results that depend on the move history: repeated positions, and too many plies without a capture.
//!
//! A repetition is judged over the moves of the cycle, by the rules of the Asian Xiangqi Federation
//! (AXF). A side that gives check on every move of the cycle loses, unless both do. Otherwise, a side
//! that chases the same piece on every move loses, unless both do. Otherwise it is a draw. The file
//! `chase` defines a chase. A cycle contains no capture, so it can be replayed from its moves alone.
//! Nothing is computed until a key repeats.

mod chase;

use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::variant::Rules;
use search::{Game, Outcome, PathRule, PathVerdict, Side, Step};
use serde::{Deserialize, Serialize};

/// The game is drawn after this many plies without a capture.
pub const MAX_QUIET_PLIES: u16 = 120;

/// The shortest cycle in plies: each side moves a piece and moves it back.
const SHORTEST_CYCLE: usize = 4;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose, by the rules of the Asian Xiangqi Federation.
    #[default]
    Axf,
    /// Only perpetual check loses; every other repetition is a draw.
    Simple,
    /// Repetition is ignored; the game continues.
    None,
}

/// How often a position must come back to end a game: its third occurrence is judged.
const RETURNS: usize = 2;

/// The full rules' verdict on the course of a game; the labs have none.
impl PathRule<Position> for Repetition {
    fn verdict(&self, position: &Position, path: &[Step<Move>]) -> Option<PathVerdict> {
        match position.rules() {
            Rules::Full => self.judge(position, path, path.len()),
            Rules::Lab | Rules::LabFreeHorses => None,
        }
    }

    /// A cycle inside the search tree is judged at its first return: a second round would be the same.
    /// Against the moves of the game the third occurrence counts, as in the game: until then either
    /// side may leave the cycle.
    #[inline]
    fn verdict_in_search(
        &self,
        position: &Position,
        path: &[Step<Move>],
        played: usize,
    ) -> Option<Outcome> {
        let quiet = position.quiet_plies();
        if usize::from(quiet) < SHORTEST_CYCLE
            || (quiet >= MAX_QUIET_PLIES && position.outcome().is_some())
        {
            return None;
        }
        self.judge(position, path, played).map(|verdict| verdict.outcome)
    }
}

fn draw(rule: &'static str) -> PathVerdict {
    PathVerdict { outcome: Outcome::Draw, rule }
}

impl Repetition {
    /// Judges a game that reached `position` by `path` (oldest move first). The side to move must have
    /// a legal move. The first `played` steps are moves of the game, the others were tried in a search.
    /// The third occurrence of a position is a repetition, and so is the second if the first occurred in
    /// the search.
    pub fn judge(
        self,
        position: &Position,
        path: &[Step<Move>],
        played: usize,
    ) -> Option<PathVerdict> {
        if position.quiet_plies() >= MAX_QUIET_PLIES {
            return Some(draw("120 plies without a capture"));
        }
        if self == Repetition::None {
            return None;
        }
        let cycle = cycle(position, path, played)?;
        let course = Course::of(position, cycle, self == Repetition::Axf);
        Some(course.verdict())
    }
}

/// The part of the path since the earlier occurrence that makes the position a repetition.
#[inline]
fn cycle<'a>(
    position: &Position,
    path: &'a [Step<Move>],
    played: usize,
) -> Option<&'a [Step<Move>]> {
    let oldest = path.len().saturating_sub(usize::from(position.quiet_plies()));
    let key = position.key();
    let mut seen = 0;
    for start in (oldest..path.len()).rev() {
        let step = &path[start];
        if step.mv == Move::NULL {
            return None;
        }
        if step.key == key && path.len() - start >= SHORTEST_CYCLE {
            seen += 1;
            if seen == RETURNS || start >= played {
                return Some(&path[start..]);
            }
        }
    }
    None
}

/// Checks and chases of both sides over a cycle, by [`Side::index`].
struct Course {
    /// Checks given.
    checks: [usize; 2],
    /// Moves made.
    moves: [usize; 2],
    /// The pieces that every move of a side chased, by their squares at the start of the cycle.
    chased: [Option<chase::Pieces>; 2],
}

impl Course {
    /// Replays the cycle that ends at `end`.
    fn of(end: &Position, cycle: &[Step<Move>], with_chases: bool) -> Course {
        let mut position = end.clone();
        for step in cycle.iter().rev() {
            position.take_back_quiet(step.mv, step.key);
        }
        let mut course = Course { checks: [0; 2], moves: [0; 2], chased: [None; 2] };
        let mut origins = chase::Origins::new();
        for step in cycle {
            let mover = position.side();
            let before = with_chases.then(|| chase::attacks(&position, mover, &origins));
            position.play(step.mv);
            origins.play(step.mv);
            course.moves[mover.index()] += 1;
            course.checks[mover.index()] += usize::from(position.in_check());
            if let Some(before) = before {
                let after = chase::attacks(&position, mover, &origins);
                let new = after.iter().filter(|attack| attack.is_new(&before));
                let victims = new.map(|attack| attack.victim).collect();
                let chased = &mut course.chased[mover.index()];
                *chased = Some(chased.map_or(victims, |all| all & victims));
            }
        }
        course
    }

    fn verdict(&self) -> PathVerdict {
        let checks_always = |side: Side| {
            self.moves[side.index()] > 0 && self.checks[side.index()] == self.moves[side.index()]
        };
        let chases_always = |side: Side| {
            self.chased[side.index()].is_some_and(|pieces: chase::Pieces| !pieces.is_empty())
        };
        let loser =
            |guilty: &dyn Fn(Side) -> bool| match (guilty(Side::First), guilty(Side::Second)) {
                (true, false) => Some(Side::First),
                (false, true) => Some(Side::Second),
                _ => None,
            };
        if let Some(side) = loser(&checks_always) {
            return PathVerdict { outcome: Outcome::Win(!side), rule: "perpetual check" };
        }
        if let Some(side) = loser(&chases_always) {
            return PathVerdict { outcome: Outcome::Win(!side), rule: "perpetual chase" };
        }
        draw("repetition")
    }
}

#[cfg(test)]
mod tests;
