//! Scores: wide enough for every lab's evaluation, with wins ordered by their distance.
//!
//! A [`Score`] is a 64-bit integer. Static evaluations use the middle of the range
//! (±[`Score::STATIC_MAX`]); proven wins and losses lie outside it and carry the number of plies to
//! the end, so that a faster win is greater and a slower loss is greater than a faster one.
//! Evaluations with fractions count in units smaller than a point
//! ([`Evaluator::UNITS_PER_POINT`](crate::Evaluator::UNITS_PER_POINT)).

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The value of a position for the side to move (or, where it says so, for the first player).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i64);

/// A win now. Distances are subtracted from it.
const WIN: i64 = 1 << 62;
/// Longest distance to the end of a game that a score can carry.
const MAX_DISTANCE: i64 = 1 << 16;

impl Score {
    /// Neither side is better.
    pub const ZERO: Score = Score(0);
    /// Above every score a search can return.
    pub const INFINITY: Score = Score(WIN + 1);
    /// Static evaluations saturate here.
    pub const STATIC_MAX: i64 = 1 << 60;

    /// A static evaluation in the evaluator's units, saturating at ±[`Score::STATIC_MAX`].
    #[inline]
    pub const fn new(units: i64) -> Score {
        if units > Self::STATIC_MAX {
            Score(Self::STATIC_MAX)
        } else if units < -Self::STATIC_MAX {
            Score(-Self::STATIC_MAX)
        } else {
            Score(units)
        }
    }

    /// A static evaluation from a fraction of points, rounded to the evaluator's units.
    #[inline]
    pub fn from_points(points: f64, units_per_point: i64) -> Score {
        Score::new((points * units_per_point as f64).round() as i64)
    }

    /// The side to move wins, `plies` after the root of the search.
    #[inline]
    pub const fn win_in(plies: usize) -> Score {
        let plies = plies as i64;
        Score(WIN - if plies < MAX_DISTANCE { plies } else { MAX_DISTANCE })
    }

    /// The side to move loses, `plies` after the root of the search.
    #[inline]
    pub const fn loss_in(plies: usize) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// The raw units; for a proven score, a number beyond ±[`Score::STATIC_MAX`].
    #[inline]
    pub const fn units(self) -> i64 {
        self.0
    }

    /// The value in points, for people and for the labs' tables. Proven scores are ±infinity.
    pub fn points(self, units_per_point: i64) -> f64 {
        match self.distance() {
            Some(_) => f64::INFINITY.copysign(self.0 as f64),
            None => self.0 as f64 / units_per_point as f64,
        }
    }

    /// Whether this is a proven win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 >= WIN - MAX_DISTANCE || self.0 <= MAX_DISTANCE - WIN
    }

    /// Whether this is a proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= MAX_DISTANCE - WIN
    }

    /// Plies to the end for a proven win (positive side) or loss; `None` for a static score.
    pub const fn distance(self) -> Option<usize> {
        if self.is_decided() { Some((WIN - self.0.abs()) as usize) } else { None }
    }

    /// The same result seen from a node `plies` below: distances counted from there. This is how a
    /// table stores a score that must hold wherever the position occurs.
    #[inline]
    pub(crate) const fn relative_to(self, plies: usize) -> Score {
        if self.0 >= WIN - MAX_DISTANCE {
            Score(self.0 + plies as i64)
        } else if self.0 <= MAX_DISTANCE - WIN {
            Score(self.0 - plies as i64)
        } else {
            self
        }
    }

    /// A result whose distances count from a node `plies` below the root, seen from the root.
    #[inline]
    pub const fn from_relative(self, plies: usize) -> Score {
        if self.0 >= WIN - MAX_DISTANCE {
            Score(self.0 - plies as i64)
        } else if self.0 <= MAX_DISTANCE - WIN {
            Score(self.0 + plies as i64)
        } else {
            self
        }
    }

    /// The next greater score: the upper end of a null window.
    #[inline]
    pub(crate) const fn successor(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next smaller score.
    #[inline]
    pub(crate) const fn predecessor(self) -> Score {
        Score(self.0 - 1)
    }
}

/// Shifts a score by a margin in units. Windows and margins only: a shifted score never leaves
/// ±[`Score::INFINITY`].
impl Add<i64> for Score {
    type Output = Score;
    #[inline]
    fn add(self, units: i64) -> Score {
        Score(self.0.saturating_add(units).clamp(-Score::INFINITY.0, Score::INFINITY.0))
    }
}

/// See [`Add`].
impl Sub<i64> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, units: i64) -> Score {
        self.add(units.saturating_neg())
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `win in 5`, `loss in 2` (plies), or the units of a static score.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => self.0.fmt(f),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_wins_are_greater_and_slower_losses_are_greater() {
        assert!(Score::win_in(1) > Score::win_in(2));
        assert!(Score::loss_in(2) > Score::loss_in(1));
        assert!(Score::win_in(65_000) > Score::new(i64::MAX));
        assert!(Score::loss_in(65_000) < Score::new(i64::MIN + 1));
    }

    #[test]
    fn distances_move_with_the_node_and_come_back() {
        let win = Score::win_in(9);
        assert_eq!(win.relative_to(4), Score::win_in(5));
        assert_eq!(win.relative_to(4).from_relative(4), win);
        let loss = Score::loss_in(9);
        assert_eq!(loss.relative_to(4), Score::loss_in(5));
        assert_eq!(loss.relative_to(4).from_relative(4), loss);
        assert_eq!(Score::new(17).relative_to(4), Score::new(17));
    }

    #[test]
    fn fractions_keep_their_value_and_large_scores_saturate() {
        let unit = 1 << 32;
        assert_eq!(Score::from_points(-1.625, unit).points(unit), -1.625);
        assert_eq!(Score::new(i64::MIN).units(), -Score::STATIC_MAX);
        assert_eq!(Score::from_points(f64::MAX, unit).units(), Score::STATIC_MAX);
        assert!(!Score::new(i64::MAX).is_decided());
        assert_eq!(Score::INFINITY + i64::MAX, Score::INFINITY);
    }

    #[test]
    fn proven_scores_print_as_words() {
        assert_eq!(Score::win_in(3).to_string(), "win in 3");
        assert_eq!(Score::loss_in(2).to_string(), "loss in 2");
        assert_eq!(Score::new(-40).to_string(), "-40");
    }
}
