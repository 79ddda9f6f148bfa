//! How a game ends by its course: repeated positions, and too long without a capture.
//!
//! A position that comes back is judged over the moves of the cycle, as the Asian Xiangqi Federation
//! does: a side that gives check on every move of it loses, unless the other does too; else a side
//! that chases the same piece on every move loses, unless the other does too; else it is a draw. What
//! a chase is stands in the file `chase`. The cycle has no capture, so that it can be replayed from its
//! moves alone; nothing is computed before a key comes back.

mod chase;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use search::{Game, Outcome, PathRule, PathVerdict, Side, Step};
use serde::{Deserialize, Serialize};

/// So many plies without a capture are a draw.
pub const MAX_QUIET_PLIES: u16 = 120;

/// The shortest way back: each side moves and returns.
const SHORTEST_CYCLE: usize = 4;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Perpetual check and perpetual chase, as the Asian federation's rules say.
    #[default]
    Axf,
    /// Perpetual check only; every other repetition is a draw.
    Simple,
    /// Repetition means nothing; the game goes on.
    None,
}

/// How often a position must come back to end a game: its third occurrence is judged.
const RETURNS: usize = 2;

/// The full rules' verdict on the course of a game; the labs have none.
impl PathRule<Position> for Repetition {
    fn verdict(&self, position: &Position, path: &[Step<Move>]) -> Option<PathVerdict> {
        match position.rules() {
            Rules::Full => self.judge(position, path, RETURNS),
            Rules::Lab | Rules::LabFreeHorses => None,
        }
    }

    /// A search judges the first return of a position: the second time round would only be the same
    /// again.
    #[inline]
    fn verdict_in_search(&self, position: &Position, path: &[Step<Move>]) -> Option<Outcome> {
        let quiet = position.quiet_plies();
        if usize::from(quiet) < SHORTEST_CYCLE
            || (quiet >= MAX_QUIET_PLIES && position.outcome().is_some())
        {
            return None;
        }
        self.judge(position, path, 1).map(|verdict| verdict.outcome)
    }
}

fn draw(rule: &'static str) -> PathVerdict {
    PathVerdict { outcome: Outcome::Draw, rule }
}

impl Repetition {
    /// Judges a game that came to `position`, in which there is a move, by `path` (oldest first).
    /// It takes `returns` earlier occurrences of the position to make a repetition: two in a game;
    /// one is enough for a search, which would only go round again.
    pub fn judge(
        self,
        position: &Position,
        path: &[Step<Move>],
        returns: usize,
    ) -> Option<PathVerdict> {
        if position.quiet_plies() >= MAX_QUIET_PLIES {
            return Some(draw("120 plies without a capture"));
        }
        if self == Repetition::None {
            return None;
        }
        let cycle = self.cycle(position, path, returns)?;
        let course = Course::of(position, cycle, self == Repetition::Axf);
        Some(course.verdict())
    }

    /// The end of the path since the earliest of the occurrences that count.
    #[inline]
    fn cycle<'a>(
        self,
        position: &Position,
        path: &'a [Step<Move>],
        returns: usize,
    ) -> Option<&'a [Step<Move>]> {
        let reach = path.len().min(usize::from(position.quiet_plies()));
        let recent = &path[path.len() - reach..];
        let key = position.key();
        let mut seen = 0;
        for (back, step) in recent.iter().rev().enumerate() {
            if step.mv == Move::NULL {
                return None;
            }
            if step.key == key && back + 1 >= SHORTEST_CYCLE {
                seen += 1;
                if seen == returns {
                    return Some(&recent[reach - 1 - back..]);
                }
            }
        }
        None
    }
}

/// What both sides did on every move of a cycle, by [`Side::index`].
struct Course {
    /// Checks given.
    checks: [usize; 2],
    /// Moves made.
    moves: [usize; 2],
    /// Pieces, by the square they stood on at first, that every move of a side chased.
    chased: [Option<chase::Pieces>; 2],
}

impl Course {
    /// Replays a cycle that ends at `end`.
    fn of(end: &Position, cycle: &[Step<Move>], with_chases: bool) -> Course {
        let mut position = end.clone();
        for step in cycle.iter().rev() {
            position.take_back_quiet(step.mv, step.key);
        }
        let mut course = Course { checks: [0; 2], moves: [0; 2], chased: [None; 2] };
        let mut names = chase::Names::new();
        for step in cycle {
            let mover = position.side();
            let before = with_chases.then(|| chase::attacks(&position, mover, &names));
            position.play(step.mv);
            names.play(step.mv);
            course.moves[mover.index()] += 1;
            course.checks[mover.index()] += usize::from(position.in_check());
            if let Some(before) = before {
                let after = chase::attacks(&position, mover, &names);
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
