//! The weights of `tapered`, as read from a file.

use super::{OutOfRange, PerKind, Table};
use crate::rules::piece::{Kind, Piece};
use crate::rules::square::{RANKS, SQUARES, Square};
use search::Side;
use serde::Deserialize;

/// The largest accepted weight; no sum of packed pairs can overflow.
const LARGEST: i32 = 10_000;

/// The middlegame weight (all pieces on the board) and the endgame weight (none).
pub type Pair = [i32; 2];

/// The weights of all terms of `tapered`; see `weights/tapered-weights.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Having the move.
    pub tempo: Pair,
    /// Reachable squares.
    pub mobility: Mobility,
    /// Danger to the opponent's king.
    pub attack: Attack,
    /// Pieces that work together.
    pub cooperation: Cooperation,
    /// Threats against the opponent's pieces.
    pub threats: Threats,
    /// Piece values.
    pub values: PerKind<Pair>,
    /// Middlegame piece-square tables.
    pub middle: PerKind<Table>,
    /// Endgame piece-square tables.
    pub end: PerKind<Table>,
}

/// Mobility, by the number of squares that a piece reaches and its own side does not occupy.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mobility {
    /// Of a horse.
    pub horse: [Pair; 9],
    /// Of a rook.
    pub rook: [Pair; 18],
    /// Of a cannon, captures included.
    pub cannon: [Pair; 18],
}

/// Danger to the opponent's king.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attack {
    /// By the sum of the pieces that attack the palace, the weak points and twice the safe checks.
    pub danger: [Pair; place::MOST_DANGER + 1],
    /// A point beside the king that is attacked and not protected.
    pub weak_point: Pair,
    /// A rook can give check where it cannot be captured.
    pub rook_check: Pair,
    /// A horse can give a safe check.
    pub horse_check: Pair,
    /// A cannon can give a safe check.
    pub cannon_check: Pair,
    /// A cannon that faces the king with nothing between.
    pub hollow_cannon: Pair,
    /// A cannon that faces the king with exactly two pieces between.
    pub pinning_cannon: Pair,
    /// For each missing advisor and each opposing rook.
    pub missing_advisor: Pair,
    /// For each missing elephant and each opposing cannon.
    pub missing_elephant: Pair,
}

/// Pieces that work together.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cooperation {
    /// A rook and a horse.
    pub rook_horse: Pair,
    /// A rook and a cannon.
    pub rook_cannon: Pair,
    /// A horse and a cannon.
    pub horse_cannon: Pair,
    /// Two adjacent pawns on a rank beyond the river.
    pub pawn_pair: Pair,
    /// An attacked point beyond the river.
    pub space: Pair,
}

/// Threats against the opponent's pieces.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Threats {
    /// A rook, horse or cannon that is attacked and not protected.
    pub loose: Pair,
    /// A rook attacked by a horse or a cannon.
    pub rook_by_lesser: Pair,
    /// A rook, horse or cannon attacked by a pawn.
    pub piece_by_pawn: Pair,
    /// An advisor or elephant that is attacked and not protected.
    pub loose_guard: Pair,
    /// A pawn that is attacked and not protected.
    pub loose_pawn: Pair,
    /// A rook, horse or cannon that is attacked and protected.
    pub contested: Pair,
}

/// The index of each weight in [`Weights::counted`].
pub(crate) mod place {
    use std::ops::Range;

    pub(crate) const HORSE: usize = 0;
    pub(crate) const ROOK: usize = HORSE + 9;
    pub(crate) const CANNON: usize = ROOK + 18;
    pub(crate) const DANGER: usize = CANNON + 18;
    pub(crate) const MOST_DANGER: usize = 11;
    pub(crate) const WEAK: usize = DANGER + MOST_DANGER + 1;
    pub(crate) const ROOK_CHECK: usize = WEAK + 1;
    pub(crate) const HORSE_CHECK: usize = ROOK_CHECK + 1;
    pub(crate) const CANNON_CHECK: usize = HORSE_CHECK + 1;
    pub(crate) const HOLLOW_CANNON: usize = CANNON_CHECK + 1;
    pub(crate) const PINNING_CANNON: usize = HOLLOW_CANNON + 1;
    pub(crate) const MISSING_ADVISOR: usize = PINNING_CANNON + 1;
    pub(crate) const MISSING_ELEPHANT: usize = MISSING_ADVISOR + 1;
    pub(crate) const ROOK_HORSE: usize = MISSING_ELEPHANT + 1;
    pub(crate) const ROOK_CANNON: usize = ROOK_HORSE + 1;
    pub(crate) const HORSE_CANNON: usize = ROOK_CANNON + 1;
    pub(crate) const PAWN_PAIR: usize = HORSE_CANNON + 1;
    pub(crate) const SPACE: usize = PAWN_PAIR + 1;
    pub(crate) const LOOSE: usize = SPACE + 1;
    pub(crate) const ROOK_BY_LESSER: usize = LOOSE + 1;
    pub(crate) const PIECE_BY_PAWN: usize = ROOK_BY_LESSER + 1;
    pub(crate) const LOOSE_GUARD: usize = PIECE_BY_PAWN + 1;
    pub(crate) const LOOSE_PAWN: usize = LOOSE_GUARD + 1;
    pub(crate) const CONTESTED: usize = LOOSE_PAWN + 1;
    /// The number of weights.
    pub(crate) const COUNT: usize = CONTESTED + 1;

    /// The names of the groups, for people.
    pub(crate) const GROUPS: [(&str, Range<usize>); 4] = [
        ("mobility", HORSE..DANGER),
        ("attack on the king", DANGER..ROOK_HORSE),
        ("cooperation", ROOK_HORSE..LOOSE),
        ("threats", LOOSE..COUNT),
    ];
}

impl Weights {
    /// `weights/tapered-weights.toml`, compiled in.
    pub fn built_in() -> Weights {
        let text = include_str!("../../weights/tapered-weights.toml");
        toml::from_str(text).expect("the built-in weights are valid")
    }

    /// Rejects weights whose sums could overflow.
    pub fn check(&self) -> Result<(), OutOfRange> {
        let large = self.all().find(|weight| weight.abs() > LARGEST);
        large.map_or(Ok(()), |weight| {
            Err(OutOfRange { found: weight.to_string(), allowed: "weights from -10000 to 10000" })
        })
    }

    /// Every weight.
    fn all(&self) -> impl Iterator<Item = i32> {
        let values = Kind::ALL.map(|kind| *self.values.get(kind));
        let tables = Kind::ALL.into_iter().flat_map(|kind| {
            [self.middle.get(kind), self.end.get(kind)].into_iter().flatten().flatten().copied()
        });
        let pairs = [self.tempo].into_iter().chain(self.counted()).chain(values);
        pairs.flatten().chain(tables)
    }

    /// The weights of the terms that are recomputed in each position, by [`place`].
    pub(crate) fn counted(&self) -> [Pair; place::COUNT] {
        let mut counted = [[0; 2]; place::COUNT];
        self.clone().each_counted(&mut |place, weight| counted[place] = *weight);
        counted
    }

    /// Visits the weights of [`counted`](Weights::counted) with their [`place`], to read or change them.
    pub(crate) fn each_counted(&mut self, visit: &mut dyn FnMut(usize, &mut Pair)) {
        let Weights { mobility, attack, cooperation, threats, .. } = self;
        for (from, pairs) in [
            (place::HORSE, &mut mobility.horse[..]),
            (place::ROOK, &mut mobility.rook),
            (place::CANNON, &mut mobility.cannon),
            (place::DANGER, &mut attack.danger),
        ] {
            for (offset, pair) in pairs.iter_mut().enumerate() {
                visit(from + offset, pair);
            }
        }
        for (at, pair) in [
            (place::WEAK, &mut attack.weak_point),
            (place::ROOK_CHECK, &mut attack.rook_check),
            (place::HORSE_CHECK, &mut attack.horse_check),
            (place::CANNON_CHECK, &mut attack.cannon_check),
            (place::HOLLOW_CANNON, &mut attack.hollow_cannon),
            (place::PINNING_CANNON, &mut attack.pinning_cannon),
            (place::MISSING_ADVISOR, &mut attack.missing_advisor),
            (place::MISSING_ELEPHANT, &mut attack.missing_elephant),
            (place::ROOK_HORSE, &mut cooperation.rook_horse),
            (place::ROOK_CANNON, &mut cooperation.rook_cannon),
            (place::HORSE_CANNON, &mut cooperation.horse_cannon),
            (place::PAWN_PAIR, &mut cooperation.pawn_pair),
            (place::SPACE, &mut cooperation.space),
            (place::LOOSE, &mut threats.loose),
            (place::ROOK_BY_LESSER, &mut threats.rook_by_lesser),
            (place::PIECE_BY_PAWN, &mut threats.piece_by_pawn),
            (place::LOOSE_GUARD, &mut threats.loose_guard),
            (place::LOOSE_PAWN, &mut threats.loose_pawn),
            (place::CONTESTED, &mut threats.contested),
        ] {
            visit(at, pair);
        }
    }

    /// Value plus bonus of every piece on every square from red's view, both phases packed.
    pub(crate) fn packed(&self) -> Box<[[i64; SQUARES]; Piece::COUNT]> {
        let mut packed = Box::new([[0; SQUARES]; Piece::COUNT]);
        for (index, row) in packed.iter_mut().enumerate() {
            let Some(piece) = Piece::from_index(index) else { continue };
            for square in Square::all() {
                let own = if piece.side == Side::First { square } else { square.flipped() };
                let at = |table: &Table| table[RANKS - 1 - own.rank()][own.file()];
                let [middle, end] = *self.values.get(piece.kind);
                let middle = middle + at(self.middle.get(piece.kind));
                let end = end + at(self.end.get(piece.kind));
                let pair = pack([middle, end]);
                row[square.index()] = if piece.side == Side::First { pair } else { -pair };
            }
        }
        packed
    }
}

/// Packs a pair into one word, so that one addition adds both.
pub(crate) fn pack([middle, end]: Pair) -> i64 {
    (i64::from(middle) << 32) + i64::from(end)
}

/// The pair in a sum of packed words.
#[inline]
pub(crate) fn unpack(packed: i64) -> Pair {
    // The lower half is signed; adding half its range undoes the borrow from the upper half.
    [((packed + (1 << 31)) >> 32) as i32, packed as i32]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_of_packed_pairs_are_pairs_of_sums(
            pairs in proptest::collection::vec((-20_000..20_000i32, -20_000..20_000i32), 0..40)
        ) {
            let packed: i64 = pairs.iter().map(|&(middle, end)| pack([middle, end])).sum();
            let sum = |half: fn(&(i32, i32)) -> i32| pairs.iter().map(half).sum::<i32>();
            prop_assert_eq!(unpack(packed), [sum(|pair| pair.0), sum(|pair| pair.1)]);
        }
    }
}
