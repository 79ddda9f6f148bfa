//! Ratings of several players from the games between them: [`ratings`].
//!
//! # The model
//! The expected score of a player against another one is `1 / (1 + 10^(-d/400))` for a difference of d Elo
//! (Bradley and Terry 1952, Elo 1978); a draw counts as half a win. The ratings with the greatest likelihood are found
//! by Newton's method; their mean is 0. For two players their difference is that of
//! [`Tally::elo`](crate::Tally::elo).
//!
//! # Errors
//! The 95 % error of a rating is relative to the mean of all players. The games of each pairing have the variance
//! that was measured, pair by pair, as in a match: openings that favour one side and draws make it smaller than that
//! of coin flips. It is carried over to the ratings by the inverse information matrix on both sides (the sandwich
//! of Huber 1967).
//!
//! # When there is no greatest likelihood
//! It exists only if the players cannot be split into two groups of which one has won every game against the other
//! (Ford 1957). Otherwise each pairing that was played gets one more draw, and the result says so.

use crate::stats::{Tally, Z95, score_of_elo};

/// Natural logarithms per Elo point.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
/// Most steps of Newton's method; ten are usually enough.
const STEPS: usize = 200;
/// Longest step in Elo, so that the first steps from 0 do not overshoot.
const LONGEST_STEP: f64 = 400.0;
/// Changes below this many Elo end the iteration.
const PRECISE: f64 = 1e-9;

/// The games between two players, from the view of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// The numbers of the players.
    pub players: [usize; 2],
    /// Their games.
    pub tally: Tally,
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo relative to the mean of all players.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In the order of the players; `None` if no games connect all of them.
    pub players: Option<Vec<Rating>>,
    /// Whether each pairing got one more draw, because the games alone have no greatest likelihood.
    pub is_bounded: bool,
}

/// The ratings of `count` players.
///
/// ```
/// use matches::{Pairing, Tally, ratings};
/// let tally = Tally { wins: 40, draws: 40, losses: 20, ..Tally::default() };
/// let rated = ratings(2, &[Pairing { players: [0, 1], tally }]).players.unwrap();
/// assert_eq!(format!("{:.1}", rated[0].elo - rated[1].elo), "70.4");
/// ```
pub fn ratings(count: usize, pairings: &[Pairing]) -> Ratings {
    let played: Vec<&Pairing> = pairings.iter().filter(|one| one.tally.games() > 0).collect();
    let reaches_all = |edge: &dyn Fn(&Pairing) -> [bool; 2]| {
        (0..count).all(|from| reached(count, &played, edge, from) == count)
    };
    if count < 2 || !reaches_all(&|_| [true, true]) {
        return Ratings { players: None, is_bounded: false };
    }
    let scored = |one: &Pairing| {
        let Tally { wins, draws, losses, .. } = one.tally;
        [wins + draws > 0, losses + draws > 0]
    };
    let is_bounded = !reaches_all(&scored);
    let extra = if is_bounded { 1.0 } else { 0.0 };
    let results: Vec<Result> = played.iter().map(|one| Result::new(one, extra)).collect();
    Ratings { players: fit(count, &results), is_bounded }
}

/// How many players are reached from one along pairings that lead from one player to the other.
fn reached(
    count: usize,
    pairings: &[&Pairing],
    edge: &dyn Fn(&Pairing) -> [bool; 2],
    from: usize,
) -> usize {
    let mut seen = vec![false; count];
    let mut left = vec![from];
    seen[from] = true;
    while let Some(at) = left.pop() {
        for pairing in pairings {
            let [one, other] = pairing.players;
            let [forward, backward] = edge(pairing);
            let next = match at {
                at if at == one && forward => other,
                at if at == other && backward => one,
                _ => continue,
            };
            if !std::mem::replace(&mut seen[next], true) {
                left.push(next);
            }
        }
    }
    seen.into_iter().filter(|&seen| seen).count()
}

/// What counts of a pairing.
struct Result {
    players: [usize; 2],
    games: f64,
    /// Points of the first player.
    points: f64,
    /// Variance of these points.
    variance: Option<f64>,
}

impl Result {
    fn new(pairing: &Pairing, draws: f64) -> Result {
        let tally = &pairing.tally;
        let games = tally.games() as f64;
        let spread = (tally.standard_error() * games).powi(2);
        Result {
            players: pairing.players,
            games: games + draws,
            points: tally.score() * games + draws / 2.0,
            variance: (spread > 0.0).then_some(spread),
        }
    }

    /// The expected score of the first player.
    fn expected(&self, elo: &[f64]) -> f64 {
        score_of_elo(elo[self.players[0]] - elo[self.players[1]])
    }
}

fn fit(count: usize, results: &[Result]) -> Option<Vec<Rating>> {
    let mut elo = vec![0.0; count];
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; count];
        for result in results {
            let surplus = SCALE * (result.points - result.games * result.expected(&elo));
            gradient[result.players[0]] += surplus;
            gradient[result.players[1]] -= surplus;
        }
        let step = solve(information(count, results, &elo), gradient)?;
        let longest = step.iter().fold(0.0, |most: f64, by| most.max(by.abs()));
        let shorten = (LONGEST_STEP / longest).min(1.0);
        elo.iter_mut().zip(&step).for_each(|(elo, by)| *elo += shorten * by);
        if longest < PRECISE {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / count as f64;
    let rating = |player: usize| {
        // A row of the inverse, without the mean, times the variance of the gradient.
        let mut unit = vec![-1.0 / count as f64; count];
        unit[player] += 1.0;
        let row = solve(information(count, results, &elo), unit)?;
        let variance: f64 = results
            .iter()
            .map(|result| {
                let expected = result.expected(&elo);
                let coin = result.games * expected * (1.0 - expected);
                let [one, other] = result.players;
                let by = SCALE * (row[one] - row[other]);
                by * by * result.variance.unwrap_or(coin)
            })
            .sum();
        Some(Rating { elo: elo[player] - mean, error: Z95 * variance.sqrt() })
    };
    (0..count).map(rating).collect()
}

/// The information matrix, with a term for the sum of all ratings, which the games do not determine.
fn information(count: usize, results: &[Result], elo: &[f64]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![SCALE * SCALE; count]; count];
    for result in results {
        let expected = result.expected(elo);
        let weight = SCALE * SCALE * result.games * expected * (1.0 - expected);
        let [one, other] = result.players;
        matrix[one][one] += weight;
        matrix[other][other] += weight;
        matrix[one][other] -= weight;
        matrix[other][one] -= weight;
    }
    matrix
}

/// Solves a system of linear equations by Gaussian elimination; `None` if it has no unique solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let best = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[best][column].abs() < 1e-300 {
            return None;
        }
        matrix.swap(column, best);
        right.swap(column, best);
        let (pivot, below) = matrix[column..].split_first_mut()?;
        let (top, rest) = right[column..].split_first_mut()?;
        for (row, value) in below.iter_mut().zip(rest) {
            let factor = row[column] / pivot[column];
            row[column..].iter_mut().zip(&pivot[column..]).for_each(|(a, b)| *a -= factor * b);
            *value -= factor * *top;
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pairing(one: usize, other: usize, wins: u64, draws: u64, losses: u64) -> Pairing {
        let tally = Tally { wins, draws, losses, pairs: [0; 5] };
        Pairing { players: [one, other], tally }
    }

    #[track_caller]
    fn close(found: f64, expected: f64, slack: f64) {
        assert!((found - expected).abs() <= slack, "found {found}, expected {expected}");
    }

    #[test]
    fn scores_that_fit_the_model_give_its_ratings() {
        // 3:1, 3:1 and 9:1 are odds of 3, 3 and 9: steps of 400 log10 3 = 190.848.
        let games = [pairing(0, 1, 30, 0, 10), pairing(1, 2, 30, 0, 10), pairing(0, 2, 36, 0, 4)];
        let rated = ratings(3, &games);
        assert!(!rated.is_bounded);
        let elo: Vec<f64> = rated.players.unwrap().iter().map(|rating| rating.elo).collect();
        let step = 400.0 * 3f64.log10();
        for (found, expected) in elo.iter().zip([step, 0.0, -step]) {
            close(*found, expected, 1e-6);
        }
    }

    #[test]
    fn the_likelihood_has_no_slope_at_the_ratings() {
        // A cycle of three with a fourth player: no ratings fit it exactly.
        let games = [
            pairing(0, 1, 7, 1, 2),
            pairing(1, 2, 6, 2, 2),
            pairing(2, 0, 5, 3, 2),
            pairing(3, 0, 1, 4, 5),
            pairing(3, 2, 2, 2, 6),
        ];
        let rated = ratings(4, &games).players.unwrap();
        let mut surplus = [0.0; 4];
        for Pairing { players: [one, other], tally } in games {
            let expected = score_of_elo(rated[one].elo - rated[other].elo);
            let more = tally.games() as f64 * (tally.score() - expected);
            surplus[one] += more;
            surplus[other] -= more;
        }
        surplus.into_iter().for_each(|by| close(by, 0.0, 1e-9));
        close(rated.iter().map(|rating| rating.elo).sum(), 0.0, 1e-9);
    }

    #[test]
    fn two_players_have_half_the_difference_and_error_of_a_match() {
        // 10 pairs of ½ point, 70 of 1, 20 of 1½.
        let tally = Tally { wins: 100, draws: 10, losses: 90, pairs: [0, 10, 70, 20, 0] };
        let elo = tally.elo();
        let rated = ratings(2, &[Pairing { players: [0, 1], tally }]).players.unwrap();
        close(rated[0].elo - rated[1].elo, elo.value.unwrap(), 1e-9);
        // The match carries the ends of its interval through the curve, which is almost straight here.
        close(2.0 * rated[0].error, elo.error.unwrap(), 0.05);
        assert_eq!(rated[0].error, rated[1].error);
    }

    #[test]
    fn errors_of_an_even_round_robin_are_those_worked_out_by_hand() {
        // Three equal players, 100 games each pairing without draws: every score has the variance 25. The information
        // matrix is 25 s² (3 I - J), its inverse without the mean (I - J/3) / (75 s²), and so the variance of a
        // rating is (1 - 1/3) / (75 s²).
        let games = [pairing(0, 1, 50, 0, 50), pairing(1, 2, 50, 0, 50), pairing(2, 0, 50, 0, 50)];
        let rated = ratings(3, &games).players.unwrap();
        let expected = Z95 * (2.0 / 3.0 / 75.0_f64).sqrt() / SCALE;
        rated.iter().for_each(|rating| close(rating.error, expected, 1e-9));
        // Draws only: no spread was measured, so that of coin flips counts.
        let games = games.map(|one| pairing(one.players[0], one.players[1], 0, 100, 0));
        close(ratings(3, &games).players.unwrap()[0].error, expected, 1e-9);
    }

    #[test]
    fn a_player_that_won_everything_is_bounded_by_one_draw() {
        let games = [pairing(0, 1, 10, 0, 0), pairing(1, 2, 4, 2, 4), pairing(0, 2, 10, 0, 0)];
        let rated = ratings(3, &games);
        assert!(rated.is_bounded);
        let players = rated.players.unwrap();
        // 10½ of 11 points: 400 log10 21.
        close(players[0].elo - players[1].elo, 400.0 * 21f64.log10(), 1e-6);
    }

    #[test]
    fn players_that_no_games_connect_have_no_ratings() {
        assert_eq!(ratings(3, &[pairing(0, 1, 3, 0, 2)]).players, None);
        assert_eq!(ratings(1, &[]).players, None);
        let apart = [pairing(0, 1, 3, 1, 2), pairing(2, 3, 1, 1, 1)];
        assert_eq!(ratings(4, &apart).players, None);
    }

    proptest! {
        #[test]
        fn all_ratings_are_finite_and_the_order_of_pairings_is_irrelevant(
            results in prop::collection::vec((0u64..20, 0u64..5, 0u64..20), 6),
        ) {
            let players = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
            let mut games: Vec<Pairing> = players.iter().zip(&results).map(|([one, other], (w, d, l))| {
                pairing(*one, *other, *w, *d, *l)
            }).collect();
            let rated = ratings(4, &games);
            for one in &mut games {
                *one = Pairing { players: [one.players[1], one.players[0]], tally: one.tally.reversed() };
            }
            games.reverse();
            let again = ratings(4, &games);
            prop_assert_eq!(rated.is_bounded, again.is_bounded);
            prop_assert_eq!(rated.players.is_some(), again.players.is_some());
            for (one, other) in rated.players.iter().flatten().zip(again.players.iter().flatten()) {
                prop_assert!(one.elo.is_finite() && one.error.is_finite() && one.error > 0.0);
                prop_assert!((one.elo - other.elo).abs() < 1e-6 && (one.error - other.error).abs() < 1e-6);
            }
        }
    }
}
