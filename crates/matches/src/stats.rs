//! Statistics of a match: [`Tally`] and [`Elo`].
//!
//! All figures are from the view of the match's first player.
//!
//! # The model
//! The mean score `s` (win 1, draw ½, loss 0) becomes an Elo difference by the logistic curve
//! `elo = 400 log10(s / (1 - s))` (Elo 1978). Its 95 % interval is that of the mean, `s ± 1.96 se`,
//! carried through the same curve. When all games form colour-swapped pairs, the standard error
//! comes from the spread of the five possible pair scores (pentanomial): the two games of a pair
//! share an opening and are not independent, and a biased opening would otherwise count as
//! uncertainty. With an odd game left over it comes from the single games (trinomial).
//!
//! # When one side wins everything
//! The normal interval then has no width, or reaches beyond the possible scores. In these cases the
//! Wilson score interval (Wilson 1927) over the single games is used; for scores strictly between 0 and
//! 1 it lies strictly between them too. When every game was won the difference has no estimate and no
//! upper bound: only [`Elo::low`] exists. No figure is NaN or infinite.

use search::{Outcome, Side};
use std::fmt;

/// The two-sided 95 % point of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The result of a game, from the view of the match's first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The match's first player lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// The match's first player won.
    Win,
}

impl GameResult {
    /// The result for the player of this side.
    pub fn of(outcome: Outcome, side: Side) -> GameResult {
        match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::Win(winner) if winner == side => GameResult::Win,
            Outcome::Win(_) => GameResult::Loss,
        }
    }

    /// 0, 1 or 2: twice the score.
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// Wins, draws, losses and the scores of finished pairs.
///
/// ```
/// use matches::Tally;
///
/// let tally = Tally { wins: 40, draws: 40, losses: 20, ..Tally::default() };
/// assert_eq!(tally.elo().to_string(), "+70.4 ± 53.6");
/// assert_eq!(format!("{:.3}", tally.los()), "0.996");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won by the match's first player.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the match's first player.
    pub losses: u64,
    /// How many pairs scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game.
    pub fn add_game(&mut self, result: GameResult) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
    }

    /// Counts a pair whose two games were [added](Tally::add_game) one by one.
    pub fn add_pair(&mut self, pair: [GameResult; 2]) {
        self.pairs[pair[0].half_points() + pair[1].half_points()] += 1;
    }

    /// The same games seen by the other player.
    pub fn reversed(self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score, from 0 to 1; ½ before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (2 * self.wins + self.draws) as f64 / (2 * games) as f64,
        }
    }

    /// The share of draws; 0 before the first game.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// The standard error of [`score`](Tally::score): from the spread of pairs for games in finished
    /// pairs, from the spread of games for the others. 0 when all pairs (without pairs, all games) have
    /// the same result.
    pub(crate) fn standard_error(&self) -> f64 {
        let pairs = self.pairs.iter().sum::<u64>() as f64;
        let games = self.games() as f64;
        let of_pairs = variance(&self.pairs);
        if games == 0.0 || pairs > 0.0 && of_pairs == 0.0 {
            return 0.0;
        }
        // In squared points: a pair is worth two games.
        let of_games = variance(&[self.losses, self.draws, self.wins]);
        (4.0 * pairs * of_pairs + (games - 2.0 * pairs) * of_games).sqrt() / games
    }

    /// The likelihood of superiority: the probability that the first player is stronger, from 0 to 1.
    /// If all results are the same, the spread of a fair coin is assumed.
    pub fn los(&self) -> f64 {
        let games = self.games();
        if games == 0 {
            return 0.5;
        }
        let error = match self.standard_error() {
            0.0 => 0.5 / (games as f64).sqrt(),
            error => error,
        };
        normal_cdf((self.score() - 0.5) / error)
    }

    /// The Elo difference with its 95 % interval.
    pub fn elo(&self) -> Elo {
        let (score, games) = (self.score(), self.games());
        if games == 0 {
            return Elo { value: None, error: None, low: None, high: None };
        }
        let (low, high) = self.score_interval();
        let low = (low > 0.0).then(|| elo_of_score(low));
        let high = (high < 1.0).then(|| elo_of_score(high));
        let value = (score > 0.0 && score < 1.0).then(|| elo_of_score(score));
        let error = low.zip(high).map(|(low, high)| (high - low) / 2.0);
        Elo { value, error, low, high }
    }

    /// The 95 % interval of the score: the normal one if it fits into 0 to 1, otherwise Wilson's.
    fn score_interval(&self) -> (f64, f64) {
        let (score, half) = (self.score(), Z95 * self.standard_error());
        if half > 0.0 && score - half > 0.0 && score + half < 1.0 {
            (score - half, score + half)
        } else {
            wilson(score, self.games() as f64)
        }
    }
}

/// The result of a match in one line: `64.0 % of 200 games (125 won, 6 drawn, 69 lost), +100 ± 45 Elo`. Where
/// every game was won or lost, the bound that is known: `at least +560 Elo`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, .. } = self;
        let (share, games) = (100.0 * self.score(), self.games());
        write!(f, "{share:.1} % of {games} games ({wins} won, {draws} drawn, {losses} lost)")?;
        match self.elo() {
            Elo { value: Some(value), error: Some(error), .. } => {
                write!(f, ", {value:+.0} ± {error:.0} Elo")
            }
            Elo { low: Some(low), .. } => write!(f, ", at least {low:+.0} Elo"),
            Elo { high: Some(high), .. } => write!(f, ", at most {high:+.0} Elo"),
            _ => Ok(()),
        }
    }
}

/// The variance of a score, given how often each of the equally spaced ones from 0 to 1 occurred.
fn variance(counts: &[u64]) -> f64 {
    // One value only: exactly 0, without the rounding error of the mean.
    if counts.iter().filter(|&&n| n > 0).count() < 2 {
        return 0.0;
    }
    let total = counts.iter().sum::<u64>() as f64;
    let top = (counts.len() - 1) as f64;
    let scores = || counts.iter().enumerate().map(|(i, &n)| (i as f64 / top, n as f64));
    let mean = scores().map(|(score, n)| score * n).sum::<f64>() / total;
    scores().map(|(score, n)| (score - mean).powi(2) * n).sum::<f64>() / total
}

/// Wilson's 95 % interval of a share `score` of `games` (at least 1). The lower end is exactly 0 for
/// score 0, the upper end exactly 1 for score 1.
pub fn wilson(score: f64, games: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let centre = (score + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let half = Z95 / (1.0 + z2 / games)
        * (score * (1.0 - score) / games + z2 / (4.0 * games * games)).sqrt();
    let low = if score == 0.0 { 0.0 } else { centre - half };
    let high = if score == 1.0 { 1.0 } else { centre + half };
    (low, high)
}

/// The Elo difference at which `score` is expected; `score` strictly between 0 and 1.
fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score at an Elo difference.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An Elo difference with its 95 % interval. Figures that do not exist are `None`, never a stand-in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate; `None` if every game was won, every game was lost or none was played.
    pub value: Option<f64>,
    /// Half the width of the interval; `None` if the interval has not both ends.
    pub error: Option<f64>,
    /// The lower end; `None` if every game was lost or none was played.
    pub low: Option<f64>,
    /// The upper end; `None` if every game was won or none was played.
    pub high: Option<f64>,
}

/// `+35.2 ± 20.1`; `at least +166.0, no upper bound` if every game was won; `unknown` without games.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value.zip(self.error), self.low, self.high) {
            (Some((value, error)), _, _) => write!(f, "{value:+.1} ± {error:.1}"),
            (None, Some(low), _) => write!(f, "at least {low:+.1}, no upper bound"),
            (None, None, Some(high)) => write!(f, "at most {high:+.1}, no lower bound"),
            (None, None, None) => write!(f, "unknown"),
        }
    }
}

/// The normal distribution function, to 8 decimal places (Abramowitz and Stegun 1964, 26.2.17).
fn normal_cdf(x: f64) -> f64 {
    const B: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    if x == 0.0 {
        return 0.5;
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn singles(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, pairs: [0; 5] }
    }

    fn paired(pairs: [u64; 5]) -> Tally {
        let half_points: u64 = pairs.iter().enumerate().map(|(i, n)| i as u64 * n).sum();
        let games = 2 * pairs.iter().sum::<u64>();
        // Any split with the same score does: take as few draws as possible.
        let draws = half_points % 2;
        let wins = half_points / 2;
        Tally { wins, draws, losses: games - wins - draws, pairs }
    }

    #[track_caller]
    fn close(found: f64, expected: f64, slack: f64) {
        assert!((found - expected).abs() <= slack, "found {found}, expected {expected}");
    }

    #[test]
    fn single_games_give_the_figures_worked_out_by_hand() {
        // s = 0.6; var = (40·0.16 + 40·0.01 + 20·0.36)/100 = 0.14; se = 0.0374166;
        // 400 log10(0.6/0.4) = 70.437; ends at s = 0.526665 and 0.673335.
        let elo = singles(40, 40, 20).elo();
        close(elo.value.unwrap(), 70.4365, 1e-3);
        close(elo.low.unwrap(), 400.0 * (0.526_665_f64 / 0.473_335).log10(), 1e-2);
        close(elo.high.unwrap(), 400.0 * (0.673_335_f64 / 0.326_665).log10(), 1e-2);
        // z = 0.1 / 0.0374166 = 2.6726; Φ = 0.99624.
        close(singles(40, 40, 20).los(), 0.99624, 1e-5);
        close(singles(40, 40, 20).draw_ratio(), 0.4, 0.0);
    }

    #[test]
    fn pairs_that_split_evenly_count_as_certainty_not_as_noise() {
        // 10 pairs of ½ point, 80 of 1, 10 of 1½: pair scores 0.25, 0.5, 0.75;
        // var = 0.2·0.0625 = 0.0125; se = sqrt(0.0125/100) = 0.0111803.
        let tally = Tally { wins: 90, draws: 20, losses: 90, pairs: [0, 10, 80, 10, 0] };
        let elo = tally.elo();
        close(elo.value.unwrap(), 0.0, 1e-12);
        let end: f64 = 0.5 + 1.959_964 * 0.011_180_34;
        close(elo.error.unwrap(), 400.0 * (end / (1.0 - end)).log10(), 1e-3);
        let single = Tally { pairs: [0; 5], ..tally };
        assert!(single.elo().error.unwrap() > 3.0 * elo.error.unwrap());
    }

    #[test]
    fn a_game_without_its_pair_hardly_changes_the_error_of_the_pairs() {
        // As above, and a game won: the games' mean is 101/201, their variance 0.225118;
        // se = sqrt(4·100·0.0125 + 0.225118)/201 = 0.0113724.
        let tally = Tally { wins: 91, draws: 20, losses: 90, pairs: [0, 10, 80, 10, 0] };
        close(tally.standard_error(), 0.011_372_4, 1e-7);
        // Pairs that were all split evenly, and one more game: nothing is certain.
        let tally = Tally { wins: 11, draws: 0, losses: 10, pairs: [0, 0, 10, 0, 0] };
        assert!(tally.elo().error.unwrap() > 50.0, "{}", tally.elo());
    }

    #[test]
    fn when_every_game_is_won_there_is_a_lower_bound_and_no_estimate() {
        let tally = Tally { wins: 10, pairs: [0, 0, 0, 0, 5], ..Tally::default() };
        let elo = tally.elo();
        // Wilson's lower end is 10 / (10 + 3.841459) = 0.722467.
        close(elo.low.unwrap(), 400.0 * (10.0 / 3.841_459_f64).log10(), 1e-3);
        assert_eq!((elo.value, elo.error, elo.high), (None, None, None));
        assert_eq!(elo.to_string(), "at least +166.2, no upper bound");
        assert_eq!(tally.reversed().elo().to_string(), "at most -166.2, no lower bound");
        // z = 0.5 / (0.5 / sqrt 10) = 3.1623.
        close(tally.los(), 0.99922, 1e-5);
    }

    #[test]
    fn a_tally_is_one_line_of_text() {
        // s = 0.64; var = (125·0.36² + 6·0.14² + 69·0.64²)/200 = 0.2229; se = 0.033384; the ends 0.574569 and
        // 0.705431 are at +52.2 and +151.7 Elo.
        let line = "64.0 % of 200 games (125 won, 6 drawn, 69 lost), +100 ± 50 Elo";
        assert_eq!(singles(125, 6, 69).to_string(), line);
        // Wilson's lower end is 10 / (10 + 3.841459).
        let all = "100.0 % of 10 games (10 won, 0 drawn, 0 lost), at least +166 Elo";
        assert_eq!(singles(10, 0, 0).to_string(), all);
        let none = "0.0 % of 10 games (0 won, 0 drawn, 10 lost), at most -166 Elo";
        assert_eq!(singles(0, 0, 10).to_string(), none);
        assert_eq!(Tally::default().to_string(), "50.0 % of 0 games (0 won, 0 drawn, 0 lost)");
    }

    #[test]
    fn without_games_the_elo_is_unknown() {
        let tally = Tally::default();
        assert_eq!(tally.elo().to_string(), "unknown");
        assert_eq!((tally.score(), tally.los(), tally.draw_ratio()), (0.5, 0.5, 0.0));
    }

    #[test]
    fn even_games_without_any_spread_still_have_an_error() {
        let elo = Tally { draws: 20, pairs: [0, 0, 10, 0, 0], ..Tally::default() }.elo();
        close(elo.value.unwrap(), 0.0, 1e-12);
        assert!((50.0..200.0).contains(&elo.error.unwrap()), "{elo}");
    }

    #[test]
    fn the_normal_distribution_has_its_tabled_values() {
        close(normal_cdf(1.0), 0.841_344_75, 1e-7);
        close(normal_cdf(-1.959_963_98), 0.025, 1e-7);
        close(normal_cdf(40.0), 1.0, 0.0);
    }

    /// Both absent, or one the negative of the other.
    fn opposite(one: Option<f64>, other: Option<f64>) -> bool {
        one.is_some() == other.is_some()
            && one.zip(other).is_none_or(|(one, other)| (one + other).abs() < 1e-6)
    }

    proptest! {
        #[test]
        fn swapping_the_sides_negates_the_elo(wins in 0u64..300, draws in 0u64..300, losses in 0u64..300) {
            let (one, other) = (singles(wins, draws, losses), singles(losses, draws, wins));
            let (a, b) = (one.elo(), other.elo());
            prop_assert!(opposite(a.value, b.value) && opposite(a.low, b.high), "{a:?} {b:?}");
            prop_assert!(opposite(a.error, b.error.map(|error| -error)), "{a:?} {b:?}");
            prop_assert!((one.los() + other.los() - 1.0).abs() < 1e-12);
        }

        #[test]
        fn every_figure_of_every_tally_is_finite_and_in_order(pairs in prop::array::uniform5(0u64..50)) {
            let tally = paired(pairs);
            let elo = tally.elo();
            let figures = [elo.low, elo.value, elo.high].map(|figure| figure.into_iter());
            let figures: Vec<f64> = figures.into_iter().flatten().collect();
            prop_assert!(figures.iter().all(|figure| figure.is_finite()) && figures.is_sorted(), "{elo:?}");
            prop_assert!(elo.error.is_none_or(|error| error.is_finite() && error >= 0.0));
            prop_assert!((0.0..=1.0).contains(&tally.los()));
            prop_assert!(opposite(tally.reversed().elo().value, elo.value));
        }
    }
}
