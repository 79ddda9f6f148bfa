//! The default evaluator: [`Tapered`].
//!
//! Every term has a pair of weights, for the middlegame and for the endgame. The game phase, computed
//! from the remaining rooks, horses and cannons, interpolates between them. Material and piece-square
//! tables are updated incrementally; mobility, king attack, cooperation and threats are recomputed in
//! each position.

use super::RunningSum;
use super::weights::{Pair, Weights, pack, place, unpack};
use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::square::{SQUARES, Square};
use crate::rules::squares::Squares;
use search::arch::{self, Arch, Task};
use search::{Evaluator, Game, Score, Side, Term};
use std::sync::Arc;

/// The phase of a full board: four rooks (2 each), four horses (1) and four cannons (1).
pub(crate) const FULL_PHASE: i32 = 4 * (2 + 1 + 1);

/// All files but the last: squares with a neighbour to the right.
const WITH_RIGHT_NEIGHBOUR: Squares = Squares(Squares::ALL.0 & !Squares::file(8).0);

/// The squares from which a pawn of each side attacks a point of the opponent's palace.
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

/// Tapered material and tables, mobility, king safety, cooperation and threats.
#[derive(Clone, Debug)]
pub struct Tapered {
    weights: Arc<Weights>,
    /// The weights of the recomputed terms, both phases packed into one word.
    counted: [i64; place::COUNT],
    sum: RunningSum,
}

/// The squares that the pieces of one side attack.
struct Reach {
    all: Squares,
    /// By anything but the king.
    but_king: Squares,
    by_rooks: Squares,
    by_horses: Squares,
    by_cannons: Squares,
    by_pawns: Squares,
    /// The squares its cannons can move to, captures included.
    cannon_moves: Squares,
    /// The number of pieces that attack a point of the opponent's palace.
    attackers: usize,
}

/// A callback for counted terms: the index of a weight, and how often it counts for red.
pub(crate) trait Count: FnMut(usize, i64) {}
impl<F: FnMut(usize, i64)> Count for F {}

/// Counts every term that is not updated incrementally.
#[inline(always)]
pub(crate) fn count(position: &Position, mut add: impl Count) {
    let mut reach = |side| {
        let sign = sign(side);
        pieces(position, side, |place, times| add(place, sign * times))
    };
    let (red, black) = (reach(Side::First), reach(Side::Second));
    for (side, own, other) in [(Side::First, &red, &black), (Side::Second, &black, &red)] {
        let sign = sign(side);
        threats(position, side, own, other, |place, times| add(place, sign * times));
        danger(position, side, own, other, |place, times| add(place, sign * times));
    }
}

#[inline]
pub(crate) fn sign(side: Side) -> i64 {
    if side == Side::First { 1 } else { -1 }
}

/// Mobility, attack and cooperation of one side.
#[inline(always)]
fn pieces(position: &Position, side: Side, mut add: impl Count) -> Reach {
    let (own, other) = (position.of_side(side), position.of_side(!side));
    let occupied = own | other;
    let palace = attacks::PALACES & attacks::half(!side);
    let mut attackers = 0;
    let mut by_rooks = Squares::NONE;
    for from in own & position.of_kind(Kind::Rook) {
        let reached = attacks::rook(from, occupied);
        add(place::ROOK + (reached & !own).count(), 1);
        attackers += usize::from(!(reached & palace).is_empty());
        by_rooks |= reached;
    }
    let mut by_horses = Squares::NONE;
    for from in own & position.of_kind(Kind::Horse) {
        let reached = attacks::horse(from, occupied);
        add(place::HORSE + (reached & !own).count(), 1);
        attackers += usize::from(!(reached & palace).is_empty());
        by_horses |= reached;
    }
    let king = position.king(!side);
    let (mut by_cannons, mut cannon_moves) = (Squares::NONE, Squares::NONE);
    for from in own & position.of_kind(Kind::Cannon) {
        let (free, hits) = attacks::cannon(from, occupied);
        add(place::CANNON + (free | hits & other).count(), 1);
        attackers += usize::from(!((free | hits) & palace).is_empty());
        by_cannons |= hits;
        cannon_moves |= free | hits & other;
        if let Some(aim) = king.and_then(|king| aim_of_cannon(from, king, occupied)) {
            add(aim, 1);
        }
    }
    let pawns = own & position.of_kind(Kind::Pawn);
    let mut by_pawns = Squares::NONE;
    for from in pawns {
        by_pawns |= attacks::pawn(side, from);
    }
    let crossed = pawns & attacks::half(!side);
    attackers += (crossed & PALACE_APPROACH[side.index()]).count();

    // Missing advisors and elephants of the opponent, for each piece that exploits them.
    let number = |side, kind| position.pieces(side, kind).count();
    for (place, guard, attacker) in [
        (place::MISSING_ADVISOR, Kind::Advisor, Kind::Rook),
        (place::MISSING_ELEPHANT, Kind::Elephant, Kind::Cannon),
    ] {
        let missing = 2usize.saturating_sub(number(!side, guard));
        add(place, (missing * number(side, attacker)) as i64);
    }

    let has = |kind| !(own & position.of_kind(kind)).is_empty();
    let [rook, horse, cannon] = [has(Kind::Rook), has(Kind::Horse), has(Kind::Cannon)];
    add(place::ROOK_HORSE, i64::from(rook && horse));
    add(place::ROOK_CANNON, i64::from(rook && cannon));
    add(place::HORSE_CANNON, i64::from(horse && cannon));
    // A neighbour to the right, on the same rank.
    let right = Squares((crossed & WITH_RIGHT_NEIGHBOUR).0 << 1);
    add(place::PAWN_PAIR, (right & crossed).count() as i64);
    let but_king = by_rooks | by_horses | by_cannons | by_pawns | guarded(position, side, occupied);
    let all = but_king | position.king(side).map_or(Squares::NONE, attacks::king);
    add(place::SPACE, (all & attacks::half(!side)).count() as i64);
    Reach { all, but_king, by_rooks, by_horses, by_cannons, by_pawns, cannon_moves, attackers }
}

/// Danger to the opponent's king: attackers of the palace, attacked points beside the king that no
/// other piece protects, and safe checks. Each counts alone, and their sum indexes a table, because
/// danger grows faster than linearly.
#[inline(always)]
fn danger(position: &Position, side: Side, own: &Reach, other: &Reach, mut add: impl Count) {
    let Some(king) = position.king(!side) else { return };
    let occupied = position.occupied();
    let weak = (attacks::king(king) & own.all & !other.but_king).count();
    let free = !(position.of_side(side) | other.all);
    let [horses, rooks, cannons] = attacks::attacks_to(king, occupied);
    let checks = [
        (place::ROOK_CHECK, own.by_rooks & rooks),
        (place::HORSE_CHECK, own.by_horses & horses),
        (place::CANNON_CHECK, own.cannon_moves & cannons),
    ];
    let mut sum = own.attackers + weak;
    for (place, squares) in checks {
        let possible = usize::from(!(squares & free).is_empty());
        add(place, possible as i64);
        sum += 2 * possible;
    }
    add(place::WEAK, weak as i64);
    add(place::DANGER + sum.min(place::MOST_DANGER), 1);
}

/// The squares that advisors and elephants protect.
#[inline(always)]
fn guarded(position: &Position, side: Side, occupied: Squares) -> Squares {
    let mut guarded = Squares::NONE;
    for from in position.pieces(side, Kind::Advisor) {
        guarded |= attacks::advisor(from);
    }
    for from in position.pieces(side, Kind::Elephant) {
        guarded |= attacks::elephant(from, occupied);
    }
    guarded
}

/// The weight index for a cannon that aims at the king with zero or two pieces between.
#[inline(always)]
fn aim_of_cannon(from: Square, king: Square, occupied: Squares) -> Option<usize> {
    if !attacks::cross(king).contains(from) {
        return None;
    }
    match (attacks::between(from, king) & occupied).count() {
        // Along the king's home rank there is no danger: no screen can be added.
        0 if from.file() == king.file() => Some(place::HOLLOW_CANNON),
        2 => Some(place::PINNING_CANNON),
        _ => None,
    }
}

/// Threats against the opponent's pieces.
#[inline(always)]
fn threats(position: &Position, side: Side, own: &Reach, other: &Reach, mut add: impl Count) {
    let rooks = position.pieces(!side, Kind::Rook);
    let strong = rooks | position.pieces(!side, Kind::Horse) | position.pieces(!side, Kind::Cannon);
    add(place::LOOSE, (strong & own.all & !other.all).count() as i64);
    add(place::ROOK_BY_LESSER, (rooks & (own.by_horses | own.by_cannons)).count() as i64);
    add(place::PIECE_BY_PAWN, (strong & own.by_pawns).count() as i64);
    let loose = own.all & !other.all & position.of_side(!side);
    let guards = position.of_kind(Kind::Advisor) | position.of_kind(Kind::Elephant);
    add(place::LOOSE_GUARD, (loose & guards).count() as i64);
    add(place::LOOSE_PAWN, (loose & position.of_kind(Kind::Pawn)).count() as i64);
    add(place::CONTESTED, (strong & own.all & other.all).count() as i64);
}

/// The sum of the recomputed terms, compiled for the CPU in use: most of the work is counting bits.
struct Counted<'a> {
    position: &'a Position,
    weights: &'a [i64; place::COUNT],
}

impl Task for Counted<'_> {
    type Output = i64;

    #[inline(always)]
    fn run<A: Arch>(self, _: A) -> i64 {
        let mut sum = 0;
        count(self.position, |place, times| sum += self.weights[place] * times);
        sum
    }
}

impl Tapered {
    /// An evaluator with these weights.
    pub fn new(weights: Arc<Weights>) -> Self {
        let counted = weights.counted().map(pack);
        Tapered { sum: RunningSum::new(weights.packed()), counted, weights }
    }

    /// The game phase, from 0 (no rooks, horses or cannons) to [`FULL_PHASE`] (all of them).
    #[inline]
    pub(crate) fn phase(position: &Position) -> i32 {
        let count = |kind| position.of_kind(kind).count() as i32;
        let phase = 2 * count(Kind::Rook) + count(Kind::Horse) + count(Kind::Cannon);
        phase.min(FULL_PHASE)
    }

    #[inline]
    fn taper(position: &Position, [middle, end]: Pair) -> i32 {
        let phase = Tapered::phase(position);
        (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// Whether a side has sufficient material to mate: a piece that can cross the river.
    #[inline]
    pub(crate) fn can_win(position: &Position, side: Side) -> bool {
        let guards = position.of_kind(Kind::King)
            | position.of_kind(Kind::Advisor)
            | position.of_kind(Kind::Elephant);
        !(position.of_side(side) & !guards).is_empty()
    }
}

impl Evaluator<Position> for Tapered {
    /// Weights are in centipawns: a point is about a pawn.
    const UNITS_PER_POINT: i64 = 100;

    fn evaluate(&mut self, position: &Position) -> Score {
        let mut sum = self.sum.get();
        sum += arch::dispatch(Counted { position, weights: &self.counted });
        sum += sign(position.side()) * pack(self.weights.tempo);
        let mut points = Tapered::taper(position, unpack(sum));
        // A side without mating material is never better.
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
        let points =
            |pair| f64::from(Tapered::taper(position, pair)) / Self::UNITS_PER_POINT as f64;
        let term = |name: &str, pair| Term { name: name.to_owned(), points: points(pair) };
        let mut terms = vec![term("pieces and squares", unpack(self.sum.of(position)))];
        let mut counts = [0; place::COUNT];
        count(position, |place, times| counts[place] += times);
        for (name, range) in place::GROUPS {
            let sum = range.map(|place| self.counted[place] * counts[place]).sum();
            terms.push(term(name, unpack(sum)));
        }
        terms.push(term("tempo", unpack(sign(position.side()) * pack(self.weights.tempo))));
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
    fn the_evaluation_is_colour_symmetric_and_the_incremental_sum_is_right() {
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
    fn material_and_a_hollow_cannon_raise_the_score() {
        assert!(value("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w") > 600);
        let hollow = value("rnbakabnr/9/9/9/4C4/9/9/9/9/RNBA1KBNR w");
        let blocked = value("rnbakabnr/9/9/9/3C5/9/9/9/9/RNBA1KBNR w");
        assert!(hollow > blocked + 30, "{hollow} {blocked}");
    }

    #[test]
    fn a_pawn_is_worth_about_one_point() {
        let position = Position::parse_position("3k5/9/9/9/9/9/4P4/9/9/4K4 w").unwrap();
        let mut evaluator = evaluator();
        evaluator.reset(&position);
        let units = evaluator.evaluate(&position).units();
        let terms: f64 = evaluator.terms(&position).iter().map(|term| term.points).sum();
        assert!((terms - units as f64 / Tapered::UNITS_PER_POINT as f64).abs() < 0.1, "{terms}");
        assert!((0.5..2.5).contains(&terms), "{terms}");
    }

    #[test]
    fn only_safe_checks_count() {
        let counts = |text: &str| {
            let mut counts = [0; place::COUNT];
            let position = Position::parse_position(text).unwrap();
            count(&position, |place, times| counts[place] += times);
            counts
        };
        let free = counts("3k5/9/9/9/9/9/9/9/R8/5K3 w");
        assert_eq!(free[place::ROOK_CHECK], 1);
        assert_eq!((free[place::DANGER + 2], free[place::DANGER]), (1, -1));
        // The horse protects a9, and the rook on the d-file blocks the other check and has safe checks itself.
        let guarded = counts("3k5/9/1n7/9/3r5/9/9/9/R8/5K3 w");
        assert_eq!(guarded[place::ROOK_CHECK], -1);
    }

    #[test]
    fn a_side_that_cannot_win_is_never_better() {
        assert_eq!(value("3k5/9/9/9/9/9/9/9/4A4/2BAK1B2 w"), 0);
        assert_eq!(value("2bak1b2/4a4/9/9/9/9/9/9/9/3K5 w"), 0);
    }
}
