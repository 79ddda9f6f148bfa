//! Search figures of a move: [`Remarks`].

use search::Score;
use std::time::Duration;

/// The score and search figures that a player gave with its move, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Remarks {
    /// The value for the mover in points; absent if unknown or proven.
    pub score: Option<f64>,
    /// A proven result: plies to the mover's win, or the negative of plies to its loss.
    pub proven: Option<i64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time that the move was charged.
    pub seconds: Option<f64>,
}

impl Remarks {
    /// Only a score: as points, or as plies if it is proven.
    pub fn scored(score: Score, units_per_point: i64) -> Self {
        match score.distance() {
            Some(plies) => {
                let plies = plies as i64;
                let proven = if score.units() > 0 { plies } else { -plies };
                Remarks { proven: Some(proven), ..Remarks::default() }
            }
            None => Remarks { score: Some(score.points(units_per_point)), ..Remarks::default() },
        }
    }

    /// The same with the time of the move, rounded to microseconds.
    pub fn in_time(self, used: Duration) -> Self {
        Remarks { seconds: Some(used.as_micros() as f64 / 1e6), ..self }
    }

    /// The time of the move; zero if unknown.
    pub fn time(&self) -> Duration {
        // A time from a file may be negative or NaN.
        self.seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .unwrap_or_default()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Remarks::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_scores_are_signed_distances() {
        let of = |score| {
            let Remarks { score, proven, .. } = Remarks::scored(score, 10);
            (score, proven)
        };
        assert_eq!(of(Score::win_in(3)), (None, Some(3)));
        assert_eq!(of(Score::loss_in(4)), (None, Some(-4)));
        assert_eq!(of(Score::new(-7)), (Some(-0.7), None));
    }

    #[test]
    fn an_invalid_time_counts_as_zero() {
        for seconds in [-1.0, f64::NAN, f64::INFINITY] {
            let remarks = Remarks { seconds: Some(seconds), ..Remarks::default() };
            assert_eq!(remarks.time(), Duration::ZERO);
        }
        let used = Duration::from_nanos(1_500_000_999);
        assert_eq!(Remarks::default().in_time(used).time(), Duration::from_micros(1_500_000));
    }
}
