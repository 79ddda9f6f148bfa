//! The default evaluation: [`Tapered`].
//!
//! Every term is a pair of weights, one for a full board and one for an empty one, and the position
//! lies somewhere between by the rooks, horses and cannons that are left. Material and tables are
//! kept along move by move; mobility, the attack on the king and cooperation are looked at afresh.

use super::RunningSum;
use super::weights::{Pair, Weights, unpack};
use crate::attacks;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::{SQUARES, Square};
use crate::squares::Squares;
use search::{Evaluator, Game, Score, Side, Term};
use std::sync::Arc;

/// The phase of a full board: four rooks, horses and cannons with their weights below.
const FULL_PHASE: i32 = 4 * (2 + 1 + 1);

/// From where a pawn of each side attacks a point of the other palace.
static PALACE_APPROACH: [Squares; 2] = {
    let mut approach = [Squares::NONE; 2];
    let mut square = 0;
    while square < SQUARES {
        let (from, palaces) = (Square::from_index(square), attacks::PALACES.0);
        let mut side = 0;
        while side < 2 {
            let (pawn, palace) = match side {
                0 => (attacks::pawn(Side::First, from), palaces & attacks::half(Side::Second).0),
                _ => (attacks::pawn(Side::Second, from), palaces & attacks::half(Side::First).0),
            };
            if pawn.0 & palace != 0 {
                approach[side] = approach[side].with(from);
            }
            side += 1;
        }
        square += 1;
    }
    approach
};

/// Tapered material and tables, mobility, king safety and cooperation.
#[derive(Clone, Debug)]
pub struct Tapered {
    weights: Arc<Weights>,
    sum: RunningSum,
}

/// The terms that are not kept along.
const FRESH: [&str; 3] = ["mobility", "attack on the king", "cooperation"];

impl Tapered {
    /// With these weights.
    pub fn new(weights: Arc<Weights>) -> Self {
        Tapered { sum: RunningSum::new(weights.packed()), weights }
    }

    /// The terms of one side, in the order of [`FRESH`].
    #[inline]
    fn terms_of(&self, position: &Position, side: Side) -> [Pair; FRESH.len()] {
        let mut terms = [[0; 2]; FRESH.len()];
        let [mobility, attack, cooperation] = &mut terms;
        let (own, other) = (position.of_side(side), position.of_side(!side));
        let occupied = own | other;
        let palace = attacks::PALACES & attacks::half(!side);
        let mut attackers = 0;
        for from in own & position.of_kind(Kind::Rook) {
            let reached = attacks::rook(from, occupied);
            add(mobility, self.weights.mobility.rook, (reached & !own).count());
            attackers += usize::from(!(reached & palace).is_empty());
        }
        for from in own & position.of_kind(Kind::Horse) {
            let reached = attacks::horse(from, occupied);
            add(mobility, self.weights.mobility.horse, (reached & !own).count());
            attackers += usize::from(!(reached & palace).is_empty());
        }
        let king = position.king(!side);
        for from in own & position.of_kind(Kind::Cannon) {
            let (free, hits) = attacks::cannon(from, occupied);
            add(mobility, self.weights.mobility.cannon, (free | hits & other).count());
            attackers += usize::from(!((free | hits) & palace).is_empty());
            if let Some(king) = king {
                self.cannon_and_king(from, king, occupied, attack);
            }
        }
        let pawns = own & position.of_kind(Kind::Pawn);
        let crossed = pawns & attacks::half(!side);
        attackers += (crossed & PALACE_APPROACH[side.index()]).count();
        let pressure = &self.weights.attack.pressure;
        add(attack, pressure[attackers.min(pressure.len() - 1)], 1);
        self.missing_guards(position, side, attack);

        let has = |kind| !(own & position.of_kind(kind)).is_empty();
        let [rook, horse, cannon] = [has(Kind::Rook), has(Kind::Horse), has(Kind::Cannon)];
        let weights = &self.weights.cooperation;
        add(cooperation, weights.rook_horse, usize::from(rook && horse));
        add(cooperation, weights.rook_cannon, usize::from(rook && cannon));
        add(cooperation, weights.horse_cannon, usize::from(horse && cannon));
        // A neighbour to the right, on the same rank.
        let right = Squares((crossed & !Squares::file(8)).0 << 1);
        add(cooperation, weights.pawn_pair, (right & crossed).count());
        terms
    }

    /// A cannon that aims at the king through nothing, or through two pieces.
    #[inline]
    fn cannon_and_king(&self, from: Square, king: Square, occupied: Squares, attack: &mut Pair) {
        if !attacks::cross(king).contains(from) {
            return;
        }
        match (attacks::between(from, king) & occupied).count() {
            // Along the own home rank there is nothing to fear: there is no way to add a screen.
            0 if from.file() == king.file() => add(attack, self.weights.attack.hollow_cannon, 1),
            2 => add(attack, self.weights.attack.pinning_cannon, 1),
            _ => {}
        }
    }

    /// Advisors and elephants that the other side lacks, where it needs them.
    #[inline]
    fn missing_guards(&self, position: &Position, side: Side, attack: &mut Pair) {
        let count = |side, kind| position.pieces(side, kind).count();
        for (guard, attacker, weight) in [
            (Kind::Advisor, Kind::Rook, self.weights.attack.missing_advisor),
            (Kind::Elephant, Kind::Cannon, self.weights.attack.missing_elephant),
        ] {
            let missing = 2usize.saturating_sub(count(!side, guard));
            add(attack, weight, missing * count(side, attacker));
        }
    }

    /// Everything from red's view, tapered; `tempo` for the side to move left out.
    fn taper(position: &Position, [middle, end]: Pair) -> i32 {
        let count = |kind| position.of_kind(kind).count() as i32;
        let phase = 2 * count(Kind::Rook) + count(Kind::Horse) + count(Kind::Cannon);
        let phase = phase.min(FULL_PHASE);
        (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// Whether a side has anything that could ever give mate.
    #[inline]
    fn can_win(position: &Position, side: Side) -> bool {
        let guards = position.of_kind(Kind::King)
            | position.of_kind(Kind::Advisor)
            | position.of_kind(Kind::Elephant);
        !(position.of_side(side) & !guards).is_empty()
    }
}

#[inline]
fn add(sum: &mut Pair, weight: Pair, count: usize) {
    let count = count as i32;
    sum[0] += weight[0] * count;
    sum[1] += weight[1] * count;
}

impl Evaluator<Position> for Tapered {
    fn evaluate(&mut self, position: &Position) -> Score {
        let mut sum = unpack(self.sum.get());
        let red = self.terms_of(position, Side::First);
        let black = self.terms_of(position, Side::Second);
        for (red, black) in red.into_iter().zip(black) {
            add(&mut sum, red, 1);
            sum[0] -= black[0];
            sum[1] -= black[1];
        }
        if position.side() == Side::First {
            add(&mut sum, self.weights.tempo, 1);
        } else {
            sum[0] -= self.weights.tempo[0];
            sum[1] -= self.weights.tempo[1];
        }
        let mut points = Tapered::taper(position, sum);
        // Whoever cannot win is never better.
        if points > 0 && !Tapered::can_win(position, Side::First) {
            points = 0;
        }
        if points < 0 && !Tapered::can_win(position, Side::Second) {
            points = 0;
        }
        Score::new(i64::from(if position.side() == Side::First { points } else { -points }))
    }

    fn reset(&mut self, position: &Position) {
        self.sum.reset(position);
    }

    #[inline]
    fn before_play(&mut self, position: &Position, mv: Move) {
        self.sum.play(position, mv);
    }

    #[inline]
    fn after_undo(&mut self, position: &Position, mv: Move) {
        self.sum.undo(position, mv);
    }

    fn terms(&mut self, position: &Position) -> Vec<Term> {
        let points = |pair| f64::from(Tapered::taper(position, pair));
        let term = |name: &str, pair| Term { name: name.to_owned(), points: points(pair) };
        let mut terms = vec![term("pieces and squares", unpack(self.sum.of(position)))];
        let red = self.terms_of(position, Side::First);
        let black = self.terms_of(position, Side::Second);
        for (index, name) in FRESH.into_iter().enumerate() {
            let (red, black) = (red[index], black[index]);
            terms.push(term(name, [red[0] - black[0], red[1] - black[1]]));
        }
        let sign = if position.side() == Side::First { 1 } else { -1 };
        terms.push(term("tempo", self.weights.tempo.map(|weight| sign * weight)));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;
    use search::rng::Rng;

    fn evaluator() -> Tapered {
        Tapered::new(Arc::new(Weights::built_in()))
    }

    fn value(text: &str) -> i64 {
        let position = Position::parse_position(text).unwrap();
        let mut evaluator = evaluator();
        evaluator.reset(&position);
        evaluator.evaluate(&position).units()
    }

    /// The position with colours and ranks exchanged.
    fn mirrored(position: &Position) -> Position {
        let text = position.position_text();
        let mut fields = text.split(' ');
        let board: Vec<String> = fields
            .next()
            .unwrap()
            .split('/')
            .rev()
            .map(|row| {
                let swap = |c: char| {
                    if c.is_ascii_uppercase() {
                        c.to_ascii_lowercase()
                    } else {
                        c.to_ascii_uppercase()
                    }
                };
                row.chars().map(swap).collect()
            })
            .collect();
        let side = if fields.next() == Some("w") { "b" } else { "w" };
        Position::parse_position(&format!("{} {side}", board.join("/"))).unwrap()
    }

    #[test]
    fn both_sides_see_a_position_alike_and_the_sum_is_kept_along() {
        let mut rng = Rng::new(8);
        let mut position = Position::start();
        let mut kept = evaluator();
        kept.reset(&position);
        for _ in 0..300 {
            let here = kept.evaluate(&position);
            let mut fresh = evaluator();
            fresh.reset(&position);
            assert_eq!(fresh.evaluate(&position), here);
            let other = mirrored(&position);
            fresh.reset(&other);
            assert_eq!(fresh.evaluate(&other), here, "{}", position.position_text());
            let mut moves = Vec::new();
            if position.expand(&mut moves).is_some() {
                break;
            }
            let mv = rng.choose(&moves).unwrap();
            kept.before_play(&position, mv);
            position.play(mv);
        }
    }

    #[test]
    fn material_counts_and_a_hollow_cannon_frightens() {
        assert!(value("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w") > 600);
        let hollow = value("2bakab2/9/9/9/4C4/9/9/9/9/2BA1KB2 w");
        let blocked = value("2bakab2/9/9/9/3C5/9/9/9/9/2BA1KB2 w");
        assert!(hollow > blocked + 30, "{hollow} {blocked}");
    }

    #[test]
    fn a_side_that_cannot_win_is_never_better() {
        assert_eq!(value("3k5/9/9/9/9/9/9/9/4A4/2BAK1B2 w"), 0);
        assert_eq!(value("2bak1b2/4a4/9/9/9/9/9/9/9/3K5 w"), 0);
    }
}
