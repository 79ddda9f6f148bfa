//! The weights of `tapered` as they stand in a file.

use super::{PerKind, Table};
use crate::piece::{Kind, Piece};
use crate::square::{RANKS, SQUARES, Square};
use harness::config::{ConfigProblem, Document};
use search::Side;
use serde::Deserialize;
use std::path::Path;

/// Weights up to here leave room for every sum of two halves in one word.
const LARGEST: i32 = 10_000;

/// What something counts with all pieces on the board, and with none.
pub type Pair = [i32; 2];

/// Everything `tapered` counts, with its weight; see `configs/xiangqi/tapered-weights.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Having the move.
    pub tempo: Pair,
    /// Reachable squares.
    pub mobility: Mobility,
    /// Danger to the other king.
    pub attack: Attack,
    /// Pieces that work together.
    pub cooperation: Cooperation,
    /// What pieces are worth wherever they stand.
    pub values: PerKind<Pair>,
    /// What squares add with all pieces on the board.
    pub middle: PerKind<Table>,
    /// What they add with none.
    pub end: PerKind<Table>,
}

/// For one reachable square.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mobility {
    /// Of a horse.
    pub horse: Pair,
    /// Of a rook.
    pub rook: Pair,
    /// Of a cannon, captures included.
    pub cannon: Pair,
}

/// Danger to the other king.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attack {
    /// By the number of pieces that attack the palace.
    pub pressure: [Pair; 6],
    /// A cannon that faces the king with nothing between.
    pub hollow_cannon: Pair,
    /// One with exactly two pieces between.
    pub pinning_cannon: Pair,
    /// For each missing advisor and each rook against it.
    pub missing_advisor: Pair,
    /// For each missing elephant and each cannon against it.
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
    /// Two pawns side by side beyond the river.
    pub pawn_pair: Pair,
}

impl Weights {
    /// `configs/xiangqi/tapered-weights.toml`, compiled in.
    pub fn built_in() -> Weights {
        let text = include_str!("../../../../configs/xiangqi/tapered-weights.toml");
        let document = Document::parse("built-in tapered-weights.toml", text);
        document.and_then(|document| document.read()).expect("the built-in weights can be read")
    }

    /// Reads a file; `key` names it in the configuration.
    pub fn read(path: &Path, key: &str) -> Result<Weights, ConfigProblem> {
        let refuse = |found: String, allowed| ConfigProblem::new(key, found, allowed);
        let weights: Weights = Document::open(path)
            .and_then(|document| document.read())
            .map_err(|error| refuse(error.to_string(), "a file like tapered-weights.toml"))?;
        if let Some(weight) = weights.all().find(|weight| weight.abs() > LARGEST) {
            let found = format!("{weight} in {}", path.display());
            return Err(refuse(found, "weights from -10000 to 10000"));
        }
        Ok(weights)
    }

    /// Every number in it.
    fn all(&self) -> impl Iterator<Item = i32> {
        let Weights { tempo, mobility, attack, cooperation, .. } = self;
        let pairs = [
            *tempo,
            mobility.horse,
            mobility.rook,
            mobility.cannon,
            attack.hollow_cannon,
            attack.pinning_cannon,
            attack.missing_advisor,
            attack.missing_elephant,
            cooperation.rook_horse,
            cooperation.rook_cannon,
            cooperation.horse_cannon,
            cooperation.pawn_pair,
        ];
        let values = Kind::ALL.map(|kind| *self.values.get(kind));
        let tables = Kind::ALL.into_iter().flat_map(|kind| {
            [self.middle.get(kind), self.end.get(kind)].into_iter().flatten().flatten().copied()
        });
        let pairs = pairs.into_iter().chain(attack.pressure).chain(values);
        pairs.flatten().chain(tables)
    }

    /// Value and bonus of every piece on every square from red's view, both halves in one word.
    pub(super) fn packed(&self) -> Box<[[i64; SQUARES]; Piece::COUNT]> {
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

/// Two numbers in one word, so that both are added at once.
pub(super) fn pack([middle, end]: Pair) -> i64 {
    (i64::from(middle) << 32) + i64::from(end)
}

/// The two numbers of a sum of packed words.
#[inline]
pub(super) fn unpack(packed: i64) -> Pair {
    // The lower half is signed: what it borrowed from the upper one is given back.
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
