//! Piece values and piece-square tables, as read from a file.

use crate::rules::piece::{Kind, Piece};
use crate::rules::square::{FILES, RANKS, SQUARES, Square};
use search::Side;
use serde::Deserialize;
use thiserror::Error;

/// The largest accepted entry; no sum of these can overflow.
const LARGEST: i32 = 100_000;

/// A weight that is too large for an evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {found}, allowed: {allowed}")]
pub struct OutOfRange {
    /// The weight.
    pub found: String,
    /// The accepted weights.
    pub allowed: &'static str,
}

/// One value of type `T` for each kind of piece, with the kind as the key in a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerKind<T> {
    /// Of the king.
    pub king: T,
    /// Of an advisor.
    pub advisor: T,
    /// Of an elephant.
    pub elephant: T,
    /// Of a horse.
    pub horse: T,
    /// Of a rook.
    pub rook: T,
    /// Of a cannon.
    pub cannon: T,
    /// Of a pawn.
    pub pawn: T,
}

impl<T> PerKind<T> {
    /// The value of a kind.
    pub fn get(&self, kind: Kind) -> &T {
        match kind {
            Kind::King => &self.king,
            Kind::Advisor => &self.advisor,
            Kind::Elephant => &self.elephant,
            Kind::Horse => &self.horse,
            Kind::Rook => &self.rook,
            Kind::Cannon => &self.cannon,
            Kind::Pawn => &self.pawn,
        }
    }

    /// The value of a kind, mutably.
    pub fn get_mut(&mut self, kind: Kind) -> &mut T {
        match kind {
            Kind::King => &mut self.king,
            Kind::Advisor => &mut self.advisor,
            Kind::Elephant => &mut self.elephant,
            Kind::Horse => &mut self.horse,
            Kind::Rook => &mut self.rook,
            Kind::Cannon => &mut self.cannon,
            Kind::Pawn => &mut self.pawn,
        }
    }
}

/// A number for every point as red sees the board: ranks 9 to 0 from the top, files from the left.
pub type Table = [[i32; FILES]; RANKS];

/// Values and piece-square tables of all kinds.
///
/// ```
/// use xiangqi::{Kind, Piece, PieceTables, Square};
/// use search::Side;
///
/// let lab = PieceTables::lab();
/// let rook = Piece::new(Side::Second, Kind::Rook);
/// assert_eq!(lab.worth(rook, Square::parse("e9").unwrap()), 500);
/// assert_eq!(lab.gain(rook, Square::parse("e9").unwrap(), Square::parse("e1").unwrap()), 33);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceTables {
    /// The value of each kind of piece.
    pub values: PerKind<i32>,
    /// The bonus of each square, by kind.
    pub tables: PerKind<Table>,
}

impl PieceTables {
    /// The lab's tables, `weights/lab-tables.toml`, compiled in.
    pub fn lab() -> PieceTables {
        let text = include_str!("../../weights/lab-tables.toml");
        toml::from_str(text).expect("the built-in tables are valid")
    }

    /// Rejects numbers whose sums could overflow.
    pub fn check(&self) -> Result<(), OutOfRange> {
        for kind in Kind::ALL {
            let entries = self.tables.get(kind).iter().flatten();
            for &entry in entries.chain([self.values.get(kind)]) {
                if entry.abs() > LARGEST {
                    let found = format!("{entry} for {kind:?}");
                    return Err(OutOfRange { found, allowed: "numbers from -100000 to 100000" });
                }
            }
        }
        Ok(())
    }

    /// The bonus of a square for a piece.
    fn bonus(&self, piece: Piece, square: Square) -> i32 {
        let own = if piece.side == Side::First { square } else { square.flipped() };
        self.tables.get(piece.kind)[RANKS - 1 - own.rank()][own.file()]
    }

    /// Value plus bonus of a piece, from its own side's view.
    pub fn worth(&self, piece: Piece, square: Square) -> i32 {
        self.values.get(piece.kind) + self.bonus(piece, square)
    }

    /// The change of a piece's bonus when it moves from one square to another.
    pub fn gain(&self, piece: Piece, from: Square, to: Square) -> i32 {
        self.bonus(piece, to) - self.bonus(piece, from)
    }

    /// Value plus bonus of every piece on every square, from red's view.
    pub(crate) fn signed(&self) -> Box<[[i64; SQUARES]; Piece::COUNT]> {
        let mut signed = Box::new([[0; SQUARES]; Piece::COUNT]);
        for (index, row) in signed.iter_mut().enumerate() {
            let Some(piece) = Piece::from_index(index) else { continue };
            for square in Square::all() {
                let worth = i64::from(self.worth(piece, square));
                row[square.index()] = if piece.side == Side::First { worth } else { -worth };
            }
        }
        signed
    }
}
