//! The sequential probability ratio test (SPRT): ends a match as soon as the result is clear.
//!
//! [`Sprt`] weighs two hypotheses, "the Elo difference is `elo0`" (H0) and "it is `elo1`" (H1), by
//! the log-likelihood ratio (LLR) of the pair results, and stops at Wald's bounds (1945)
//! `ln(β / (1 - α))` and `ln((1 - β) / α)`: H1 is then wrongly accepted with probability about α, H0
//! with probability about β.
//!
//! # The model
//! A colour-swapped pair scores 0, ½, 1, 1½ or 2; nothing is assumed about how often each occurs.
//! This is the generalised test (GSPRT) as Michel Van den Bergh works it out ("A Practical
//! Introduction to the GSPRT", 2017, and `support_MLE_multinomial.pdf`, Proposition 1.1, both at
//! cantate.be/Fishtest) and Fishtest is built on: under each hypothesis the
//! unknown five frequencies are replaced by the most likely ones whose mean is the expected score of
//! that Elo difference (logistic Elo, as [`Elo`](super::Elo) reports it). With observed frequencies
//! `p` of the scores `a`, those are `q = p / (1 + x (a - s))`, where `x` makes the mean equal `s`.
//!
//! Scores that never occurred count as a thousandth of a pair, so that the ratio exists for all counts,
//! also when all pairs have the same score.

use crate::stats::score_of_elo;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The count of a score that never occurred.
const UNSEEN: f64 = 1e-3;

/// The hypotheses and error rates of a test. Written `elo0,elo1,alpha,beta`.
///
/// ```
/// use matches::{Sprt, Verdict};
///
/// let sprt: Sprt = "0,20,0.05,0.05".parse()?;
/// // Pairs that scored 0, ½, 1, 1½ and 2 points.
/// let status = sprt.status(&[20, 120, 300, 180, 40]);
/// assert_eq!(status.verdict, Verdict::AcceptH1);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1, greater than `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 when H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 when H1 is true.
    pub beta: f64,
}

/// The decision of the test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Not decided yet.
    Continue,
    /// The difference is `elo0` (or less).
    AcceptH0,
    /// The difference is `elo1` (or more).
    AcceptH1,
}

/// In words: `H1 accepted`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Continue => "undecided",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
        })
    }
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtStatus {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below this.
    pub lower: f64,
    /// H1 is accepted at or above this.
    pub upper: f64,
    /// The decision.
    pub verdict: Verdict,
}

impl Sprt {
    /// Checks the ranges; the error is one line.
    pub fn validate(&self) -> Result<(), String> {
        let Sprt { elo0, elo1, alpha, beta } = *self;
        if !(elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 && elo0 < elo1) {
            return Err(format!(
                "found elo0 = {elo0} and elo1 = {elo1}, allowed: elo0 < elo1, both within ±1000"
            ));
        }
        if !(alpha > 0.0 && alpha < 0.5 && beta > 0.0 && beta < 0.5) {
            return Err(format!(
                "found alpha = {alpha} and beta = {beta}, allowed: more than 0, less than 0.5"
            ));
        }
        Ok(())
    }

    /// The lower and the upper bound of the LLR.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The LLR of these counts of pairs that scored 0, ½, 1, 1½ and 2.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&n| n == 0) {
            return 0.0;
        }
        let counts = pairs.map(|n| if n == 0 { UNSEEN } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|n| n / total);
        let under_h0 = most_likely(&frequencies, score_of_elo(self.elo0));
        let under_h1 = most_likely(&frequencies, score_of_elo(self.elo1));
        (0..5).map(|i| counts[i] * (under_h1[i] / under_h0[i]).ln()).sum()
    }

    /// The state of the test after these pairs.
    pub fn status(&self, pairs: &[u64; 5]) -> SprtStatus {
        let llr = self.llr(pairs);
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        };
        SprtStatus { sprt: *self, llr, lower, upper, verdict }
    }
}

/// The distribution with this mean under which the frequencies are most likely.
fn most_likely(frequencies: &[f64; 5], mean: f64) -> [f64; 5] {
    let offset = |i: usize| i as f64 / 4.0 - mean;
    let excess = |x: f64| -> f64 {
        (0..5).map(|i| frequencies[i] * offset(i) / (1.0 + x * offset(i))).sum()
    };
    // `excess` falls strictly from +∞ to -∞ between the poles of the extreme scores.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high || high - low < 1e-13 {
            return std::array::from_fn(|i| frequencies[i] / (1.0 + middle * offset(i)));
        }
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// Reads `elo0,elo1,alpha,beta`.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORM: &str = "four numbers elo0,elo1,alpha,beta, such as 0,5,0.05,0.05";
        let numbers = text
            .split(',')
            .map(|part| part.trim().parse::<f64>())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| format!("found \"{text}\", allowed: {FORM}"))?;
        let &[elo0, elo1, alpha, beta] = numbers.as_slice() else {
            return Err(format!("found {} numbers in \"{text}\", allowed: {FORM}", numbers.len()));
        };
        let sprt = Sprt { elo0, elo1, alpha, beta };
        sprt.validate()?;
        Ok(sprt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use search::rng::Rng;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (lower, upper) = SPRT.bounds();
        assert!((upper - 19f64.ln()).abs() < 1e-12);
        assert!((lower + 19f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn two_opposite_scores_give_the_binomial_ratio() {
        // Only clean pairs: the most likely distribution with mean s is (1-s, s), so the ratio is
        // 60 ln(s1/s0) + 40 ln((1-s1)/(1-s0)) with s0 = 0.5 and s1 = 0.557312: 1.6413.
        let llr = SPRT.llr(&[40, 0, 0, 0, 60]);
        let s1 = score_of_elo(40.0);
        let expected = 60.0 * (s1 / 0.5).ln() + 40.0 * ((1.0 - s1) / 0.5).ln();
        assert!((expected - 1.6413).abs() < 1e-3, "{expected}");
        assert!((llr - expected).abs() < 5e-3, "{llr} {expected}");
    }

    #[test]
    fn small_differences_agree_with_the_normal_approximation() {
        // N (s1 - s0)(2s - s0 - s1) / (2 var), equation 2.1 of the practical introduction.
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let pairs = [200, 1200, 2600, 1300, 220];
        let total = pairs.iter().sum::<u64>() as f64;
        let moment = |power: i32| -> f64 {
            let term = |(i, &n): (usize, &u64)| (i as f64 / 4.0).powi(power) * n as f64;
            pairs.iter().enumerate().map(term).sum::<f64>() / total
        };
        let (mean, variance) = (moment(1), moment(2) - moment(1).powi(2));
        let (s0, s1) = (0.5, score_of_elo(5.0));
        let expected = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let llr = sprt.llr(&pairs);
        assert!(expected.abs() > 0.1 && (llr - expected).abs() < 0.01, "{llr} {expected}");
    }

    #[test]
    fn the_most_likely_distribution_sums_to_one_and_has_the_mean() {
        let q = most_likely(&[0.1, 0.2, 0.4, 0.2, 0.1], 0.56);
        let mean: f64 = (0..5).map(|i| i as f64 / 4.0 * q[i]).sum();
        assert!((q.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((mean - 0.56).abs() < 1e-9);
    }

    #[test]
    fn winning_every_pair_is_accepted_and_equal_pairs_give_a_finite_ratio() {
        assert_eq!(SPRT.status(&[0, 0, 0, 0, 100]).verdict, Verdict::AcceptH1);
        assert_eq!(SPRT.status(&[100, 0, 0, 0, 0]).verdict, Verdict::AcceptH0);
        assert!(SPRT.status(&[0, 0, 500, 0, 0]).llr.is_finite());
        assert_eq!(SPRT.status(&[0; 5]).verdict, Verdict::Continue);
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        for (text, word) in [
            ("0,5,0.05", "3 numbers"),
            ("", "allowed: four numbers"),
            ("5,0,0.05,0.05", "elo0 < elo1"),
            ("0,5,0,0.05", "alpha = 0"),
            ("0,NaN,0.05,0.05", "elo1 = NaN"),
            ("0,5,0.05,0.5", "beta = 0.5"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
        assert_eq!("0, 40, 0.05, 0.05".parse(), Ok(SPRT));
    }

    /// Plays simulated matches at a true difference until the test decides; the share of H1.
    fn accepted_h1(sprt: &Sprt, elo: f64, matches: u64) -> f64 {
        let score = score_of_elo(elo);
        let accepted = (0..matches).filter(|&seed| {
            let mut rng = Rng::new(seed);
            let mut pairs = [0; 5];
            loop {
                // A third of the games are drawn whatever happens; the rest carry the difference.
                let mut game = || match rng.below(3) {
                    0 => 1,
                    _ if (rng.below(1 << 30) as f64) < win(score) * f64::from(1 << 30) => 2,
                    _ => 0,
                };
                pairs[game() + game()] += 1;
                match sprt.status(&pairs).verdict {
                    Verdict::Continue => {}
                    verdict => return verdict == Verdict::AcceptH1,
                }
            }
        });
        accepted.count() as f64 / matches as f64
    }

    /// The share of decisive games to win so that, with a third drawn, the mean is `score`.
    fn win(score: f64) -> f64 {
        (score - 1.0 / 6.0) * 1.5
    }

    #[test]
    fn error_rates_stay_within_alpha_and_beta() {
        let sprt = Sprt { elo0: -30.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        let false_h1 = accepted_h1(&sprt, -30.0, 400);
        let false_h0 = 1.0 - accepted_h1(&sprt, 30.0, 400);
        // 0.05 plus three standard deviations of 400 trials.
        assert!(false_h1 <= 0.083, "H1 accepted wrongly: {false_h1}");
        assert!(false_h0 <= 0.083, "H0 accepted wrongly: {false_h0}");
    }

    proptest! {
        #[test]
        fn swapping_the_sides_negates_a_symmetric_test(pairs in prop::array::uniform5(0u64..1000)) {
            let sprt = Sprt { elo0: -10.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
            let mut reversed = pairs;
            reversed.reverse();
            let (one, other) = (sprt.llr(&pairs), sprt.llr(&reversed));
            prop_assert!(one.is_finite());
            prop_assert!((one + other).abs() < 1e-6, "{} {}", one, other);
        }

        #[test]
        fn reading_a_test_never_panics(text in ".{0,40}") {
            let _ = text.parse::<Sprt>();
        }
    }
}
