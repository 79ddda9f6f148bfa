//! The evaluators: the lab's [`Inertia`], which depends on the path to the position, and
//! [`Territory`] and [`Mobility`], which depend on the position alone.

use crate::evaluators::territory;
use crate::rules::duel::Duel;
use crate::rules::squares::Square;
use search::{Evaluator, Game, Outcome, Score, Side, Term};

/// The factor that turns a value for the first player into one for this side.
#[inline]
fn sign(side: Side) -> i64 {
    if side == Side::First { 1 } else { -1 }
}

/// The mobility of knight A minus that of knight B.
#[inline]
fn lead(duel: &Duel) -> i64 {
    i64::from(duel.mobility(Side::First)) - i64::from(duel.mobility(Side::Second))
}

/// The lab's evaluation f(S) = k f(parent of S) + (hA - hB) sqrt(rows + columns - distance), for
/// the first player. A share of the parent's value is carried over ("inertia of strategy"), and the
/// difference in mobility counts more when the knights are close. A finished game has a fixed value.
///
/// On a square board of side n the square root is sqrt(2n - distance), as in the report. The root of
/// the search has no parent. That changes the values of all lines of the same length by the same
/// amount, so it changes no decision.
#[derive(Clone, Debug)]
pub struct Inertia {
    /// k, the share of the parent's value.
    inertia: f64,
    /// The factor of (hA - hB).
    mobility: f64,
    /// The value of a won game.
    win: f64,
    /// The values of the positions from the root to the current one, in points for A.
    line: Vec<f64>,
}

impl Inertia {
    /// The lab's factors, in the order of [`new`](Inertia::new).
    pub const LAB: (f64, f64, f64) = (0.25, 1.0, 1e8);

    /// An evaluator with these factors: the share of the parent's value, the weight of the
    /// difference in mobility, and the value of a win.
    pub fn new(inertia: f64, mobility: f64, win: f64) -> Inertia {
        Inertia { inertia, mobility, win, line: Vec::with_capacity(256) }
    }

    /// The part of the value that depends on the position alone.
    #[inline]
    fn local(&self, duel: &Duel) -> f64 {
        let [a, b] = [Side::First, Side::Second].map(|side| duel.knight(side));
        let span = duel.size().rows + duel.size().columns - a.manhattan(b);
        self.mobility * lead(duel) as f64 * f64::from(span).sqrt()
    }

    fn current(&self) -> f64 {
        self.line.last().copied().unwrap_or_default()
    }
}

impl Evaluator<Duel> for Inertia {
    /// Leaves room for a win of 10⁸ points, and is fine enough for every difference between the lab's
    /// values.
    const UNITS_PER_POINT: i64 = 1 << 32;
    const PATH_DEPENDENT: bool = true;

    #[inline]
    fn evaluate(&mut self, duel: &Duel) -> Score {
        let value = self.current() * sign(duel.side()) as f64;
        Score::from_points(value, Self::UNITS_PER_POINT)
    }

    /// Every win has the same value, whatever its distance, as in the lab.
    #[inline]
    fn outcome_score(&mut self, duel: &Duel, outcome: Outcome, _ply: usize) -> Score {
        let points = match outcome {
            Outcome::Draw => 0.0,
            Outcome::Win(side) if side == duel.side() => self.win,
            Outcome::Win(_) => -self.win,
        };
        Score::from_points(points, Self::UNITS_PER_POINT)
    }

    fn reset(&mut self, duel: &Duel) {
        self.line.clear();
        self.line.push(self.local(duel));
    }

    #[inline]
    fn after_play(&mut self, duel: &Duel, _to: Square) {
        let value = self.inertia * self.current() + self.local(duel);
        self.line.push(value);
    }

    #[inline]
    fn after_undo(&mut self, _duel: &Duel, _to: Square) {
        self.line.pop();
    }

    fn terms(&mut self, duel: &Duel) -> Vec<Term> {
        let [a, b] = [Side::First, Side::Second].map(|side| f64::from(duel.mobility(side)));
        let span = if a == b { 0.0 } else { self.local(duel) / (self.mobility * (a - b)) };
        vec![
            Term { name: "moves of A".into(), points: self.mobility * a * span },
            Term { name: "moves of B".into(), points: -self.mobility * b * span },
        ]
    }
}

/// Evaluates territory (the squares that a side reaches first) and mobility.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory {
    /// Points per square of territory.
    pub territory: i64,
    /// Points per move.
    pub mobility: i64,
}

impl Evaluator<Duel> for Territory {
    #[inline]
    fn evaluate(&mut self, duel: &Duel) -> Score {
        let squares = i64::from(territory(duel).difference());
        let moves = sign(duel.side()) * lead(duel);
        Score::new(self.territory * squares + self.mobility * moves)
    }

    fn terms(&mut self, duel: &Duel) -> Vec<Term> {
        let squares = i64::from(territory::for_first(duel));
        vec![
            Term { name: "territory".into(), points: (self.territory * squares) as f64 },
            Term { name: "mobility".into(), points: (self.mobility * lead(duel)) as f64 },
        ]
    }
}

/// Evaluates mobility alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

impl Evaluator<Duel> for Mobility {
    #[inline]
    fn evaluate(&mut self, duel: &Duel) -> Score {
        Score::new(sign(duel.side()) * lead(duel))
    }

    fn terms(&mut self, duel: &Duel) -> Vec<Term> {
        let moves = |side| f64::from(duel.mobility(side));
        vec![
            Term { name: "moves of A".into(), points: moves(Side::First) },
            Term { name: "moves of B".into(), points: -moves(Side::Second) },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    fn lab() -> Inertia {
        let (inertia, mobility, win) = Inertia::LAB;
        Inertia::new(inertia, mobility, win)
    }

    #[test]
    fn a_quarter_of_the_parents_value_is_carried_over() {
        // hA = 2, hB = 8, distance 8: -6 sqrt(12 - 8) at the root.
        let mut duel = Duel::parse_position("A+++++/++++++/++++++/++++++/++++B+/++++++ A").unwrap();
        let mut evaluator = lab();
        evaluator.reset(&duel);
        let lead = 2.0 - f64::from(duel.mobility(Side::Second));
        let root = lead * 4f64.sqrt();
        assert_eq!(evaluator.current(), root);
        let to = duel.parse_move("b4").unwrap();
        let before = duel.play(to);
        evaluator.after_play(&duel, to);
        let distance = f64::from(duel.knight(Side::First).manhattan(duel.knight(Side::Second)));
        let lead = f64::from(duel.mobility(Side::First)) - f64::from(duel.mobility(Side::Second));
        assert_eq!(evaluator.current(), root / 4.0 + lead * (12.0 - distance).sqrt());
        // B is to move, so the sign is reversed.
        let seen = evaluator.evaluate(&duel).points(Inertia::UNITS_PER_POINT);
        assert!((seen + evaluator.current()).abs() < 1e-9);
        duel.undo(to, before);
        evaluator.after_undo(&duel, to);
        assert_eq!(evaluator.current(), root);
    }

    #[test]
    fn a_finished_game_is_worth_ten_to_the_eighth_at_any_ply() {
        let over = Duel::parse_position("A+++/++@+/+@++/+++B A").unwrap();
        let outcome = over.outcome().unwrap();
        for ply in [0, 7] {
            let score = lab().outcome_score(&over, outcome, ply);
            assert_eq!(score.points(Inertia::UNITS_PER_POINT), -1e8);
            assert!(!score.is_decided());
        }
    }

    #[test]
    fn terms_add_up_to_the_value_for_the_first_player() {
        for side in ["A", "B"] {
            let text = format!("A+++++/++++++/+@++++/++++++/++++B+/++++++ {side}");
            let duel = Duel::parse_position(&text).unwrap();
            let check = |value: f64, terms: Vec<Term>| {
                let sum: f64 = terms.iter().map(|term| term.points).sum();
                assert!((sum - value * sign(duel.side()) as f64).abs() < 1e-6, "{terms:?}");
            };
            let mut inertia = lab();
            inertia.reset(&duel);
            let value = inertia.evaluate(&duel).points(Inertia::UNITS_PER_POINT);
            check(value, inertia.terms(&duel));
            let mut territory = Territory { territory: 3, mobility: 2 };
            check(territory.evaluate(&duel).points(1), territory.terms(&duel));
            check(Mobility.evaluate(&duel).points(1), Mobility.terms(&duel));
        }
    }
}
