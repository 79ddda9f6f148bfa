//! The mirror theorem: a position that the waiting side can answer by copying is lost.
//!
//! Let a symmetry of the board (a reflection, or a half turn of a board whose sides are both even or
//! both odd) map the free squares onto themselves and each knight onto the other, and let no free
//! square be its own image. Then the side to move loses, under either end rule. Squares that neither
//! knight can reach do not matter, so the free squares may be taken to be those that one can.
//!
//! *Proof.* After a move to x the image x' is free, different from x, and a knight's move from the
//! other knight, which is where the image of the first stood. So the other side can always answer
//! at x', and the position is symmetric again. (A square and its image are never a knight's move
//! apart: the image of a reflection lies in the same row or column, or on a diagonal, and a half
//! turn moves by row and column distances that are both odd or both even. So x' is not spoilt for
//! its knight by anything but x itself.) The side to move therefore runs out of moves first. Under
//! the lab's rule the game may also end right after its move, when its knight alone is stuck: a
//! loss; or after the answer, when by symmetry both are stuck: then the last mover, the other side,
//! wins. ∎

use super::grid::{Cell, Grid};
use crate::duel::{Duel, Size};
use crate::squares::Square;
use search::Side;

/// A symmetry of a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    flips_rows: bool,
    flips_columns: bool,
    transposes: bool,
}

impl Symmetry {
    /// All symmetries of a board, the identity first: eight of a square one, four of another.
    pub(crate) fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        let is_square = size.rows == size.columns;
        (0..if is_square { 8 } else { 4 }).map(|bits| Symmetry {
            flips_rows: bits & 1 != 0,
            flips_columns: bits & 2 != 0,
            transposes: bits & 4 != 0,
        })
    }

    /// Where a square goes.
    #[inline(always)]
    pub(crate) fn image(self, size: Size, square: Square) -> Square {
        let row = if self.flips_rows { size.rows - 1 - square.row() } else { square.row() };
        let column =
            if self.flips_columns { size.columns - 1 - square.column() } else { square.column() };
        if self.transposes { Square::new(column, row) } else { Square::new(row, column) }
    }

    /// Those that the theorem speaks of: reflections and, on a board that allows it, the half turn.
    /// The identity moves nothing, and a quarter turn is not its own inverse.
    fn is_mirror(self, size: Size) -> bool {
        match (self.flips_rows, self.flips_columns, self.transposes) {
            (false, false, transposes) => transposes,
            (true, true, false) => size.rows % 2 == size.columns % 2,
            (_, _, transposes) => (self.flips_rows == self.flips_columns) == transposes,
        }
    }
}

/// Whether the theorem applies: the side to move is lost.
pub fn is_mirrored(duel: &Duel) -> bool {
    let size = duel.size();
    let [a, b] = [Side::First, Side::Second].map(|side| duel.knight(side));
    let free = duel.free();
    Symmetry::all(size).filter(|symmetry| symmetry.is_mirror(size)).any(|symmetry| {
        let image = |square| symmetry.image(size, square);
        image(a) == b && free.iter().all(|s| image(s) != s && free.contains(image(s)))
    })
}

/// The mirrors of a board, by the pairs of knights that they swap.
pub(super) struct Mirrors {
    size: Size,
    mirrors: Vec<Symmetry>,
    /// For each pair of cells a bit for each mirror that swaps them; nearly all are 0.
    swaps: Vec<u8>,
}

impl Mirrors {
    pub(super) fn new<G: Grid>(size: Size) -> Self {
        let mirrors: Vec<Symmetry> =
            Symmetry::all(size).filter(|symmetry| symmetry.is_mirror(size)).collect();
        let mut swaps = vec![0; G::CELLS * G::CELLS];
        for square in size.squares().iter() {
            for (bit, mirror) in mirrors.iter().enumerate() {
                let image = mirror.image(size, square);
                swaps[Self::place::<G>(G::cell(square), G::cell(image))] |= 1 << bit;
            }
        }
        Mirrors { size, mirrors, swaps }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    fn place<G: Grid>(one: Cell, other: Cell) -> usize {
        usize::from(one) * G::CELLS + usize::from(other)
    }

    /// Whether the theorem applies to these knights on these free squares.
    #[inline(always)]
    pub(super) fn apply<G: Grid>(&self, free: G, mover: Cell, waiter: Cell) -> bool {
        let bits = self.swaps[Self::place::<G>(mover, waiter)];
        bits != 0 && self.applies(bits, free)
    }

    #[cold]
    fn applies<G: Grid>(&self, bits: u8, free: G) -> bool {
        let swapping = self.mirrors.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0);
        swapping.map(|(_, mirror)| mirror).any(|mirror| {
            free.cells().all(|cell| {
                let image = G::cell(mirror.image(self.size, G::square(cell)));
                image != cell && free.has(image)
            })
        })
    }
}
