//! The mirror theorem: if the opponent can answer every move with its mirror image, the side to move
//! loses.
//!
//! Let a symmetry of the board (a reflection, or a half turn of a board whose sides are both even or
//! both odd) map the free squares onto themselves and each knight onto the other, and let no free
//! square be its own image. Then the side to move loses, under either end rule. Squares that neither
//! knight can reach do not matter, so it is enough to consider the free squares that one of them can.
//!
//! *Proof.* After a move to x the image x' is free, different from x, and a knight's move from the
//! opponent's knight, which is on the image of the square that the first knight left. So the opponent
//! can always answer at x', and the position is symmetric again. (A square and its image are never a
//! knight's move apart: the image under a reflection is in the same row or column, or on a diagonal,
//! and a half turn moves by row and column distances that are both odd or both even. So nothing but x
//! itself could make x' unavailable to its knight.) The side to move therefore runs out of moves
//! first. Under the lab's rule the game may also end right after its move, if its knight alone is
//! stuck, which is a loss; or after the answer, if by symmetry both are stuck, when the last mover, the
//! opponent, wins. ∎

use super::grid::{Cell, Grid};
use crate::rules::duel::{Duel, Size};
use crate::rules::squares::Square;
use search::Side;

/// A symmetry of a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    flips_rows: bool,
    flips_columns: bool,
    transposes: bool,
}

impl Symmetry {
    /// All symmetries of a board, identity first: eight for a square board, four for any other.
    pub(crate) fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        let is_square = size.rows == size.columns;
        (0..if is_square { 8 } else { 4 }).map(|bits| Symmetry {
            flips_rows: bits & 1 != 0,
            flips_columns: bits & 2 != 0,
            transposes: bits & 4 != 0,
        })
    }

    /// The image of a square.
    #[inline(always)]
    pub(crate) fn image(self, size: Size, square: Square) -> Square {
        let row = if self.flips_rows { size.rows - 1 - square.row() } else { square.row() };
        let column =
            if self.flips_columns { size.columns - 1 - square.column() } else { square.column() };
        if self.transposes { Square::new(column, row) } else { Square::new(row, column) }
    }

    /// Whether the theorem covers this symmetry: reflections, and the half turn on a board whose sides
    /// are both even or both odd. The identity moves nothing, and a quarter turn is not its own inverse.
    fn is_mirror(self, size: Size) -> bool {
        match (self.flips_rows, self.flips_columns, self.transposes) {
            (false, false, transposes) => transposes,
            (true, true, false) => size.rows % 2 == size.columns % 2,
            (_, _, transposes) => (self.flips_rows == self.flips_columns) == transposes,
        }
    }
}

/// Whether the mirror theorem applies, so that the side to move loses.
pub fn is_mirrored(duel: &Duel) -> bool {
    let size = duel.size();
    let [a, b] = [Side::First, Side::Second].map(|side| duel.knight(side));
    let free = duel.free();
    Symmetry::all(size).filter(|symmetry| symmetry.is_mirror(size)).any(|symmetry| {
        let image = |square| symmetry.image(size, square);
        image(a) == b && free.iter().all(|s| image(s) != s && free.contains(image(s)))
    })
}

/// The table key of a position: the reachable squares, the knight of the side to move, the opponent's.
pub(crate) type Key<G> = (G, Cell, Cell);

/// The symmetries of a board, and its mirrors indexed by the pairs of squares that they swap.
pub(crate) struct Mirrors {
    size: Size,
    symmetries: Vec<Symmetry>,
    mirrors: Vec<Symmetry>,
    /// For each pair of cells, one bit per mirror that swaps them. Nearly all are 0.
    swaps: Vec<u8>,
}

impl Mirrors {
    pub(crate) fn new<G: Grid>(size: Size) -> Self {
        let mirrors: Vec<Symmetry> =
            Symmetry::all(size).filter(|symmetry| symmetry.is_mirror(size)).collect();
        let mut swaps = vec![0; G::CELLS * G::CELLS];
        for square in size.squares().iter() {
            for (bit, mirror) in mirrors.iter().enumerate() {
                let image = mirror.image(size, square);
                swaps[Self::place::<G>(G::cell(square), G::cell(image))] |= 1 << bit;
            }
        }
        Mirrors { size, symmetries: Symmetry::all(size).collect(), mirrors, swaps }
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    fn place<G: Grid>(one: Cell, other: Cell) -> usize {
        usize::from(one) * G::CELLS + usize::from(other)
    }

    /// Whether a position with this many free squares is among the first few of a game. Only these are
    /// worth comparing with their images. Later, unless the knights started on an axis, they have left
    /// squares that no image of their game has left.
    #[inline(always)]
    pub(crate) fn is_early(&self, free: u32) -> bool {
        free + 5 >= u32::from(self.size.rows) * u32::from(self.size.columns)
    }

    /// The canonical form of a position, the same for all its images under symmetries of the board.
    #[cold]
    pub(crate) fn canonical<G: Grid>(&self, free: G, mover: Cell, waiter: Cell) -> Key<G> {
        let images = self.symmetries.iter().map(|symmetry| {
            let image = |cell| G::cell(symmetry.image(self.size, G::square(cell)));
            let free = free.cells().fold(G::default(), |free, cell| free | G::of(image(cell)));
            (free, image(mover), image(waiter))
        });
        let rank = |key: &Key<G>| (key.1, key.2);
        images
            .min_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.0.cells().cmp(b.0.cells())))
            .unwrap_or((free, mover, waiter))
    }

    /// Whether the theorem applies to these knights on these free squares.
    #[inline(always)]
    pub(crate) fn apply<G: Grid>(&self, free: G, mover: Cell, waiter: Cell) -> bool {
        let bits = self.swaps[Self::place::<G>(mover, waiter)];
        bits != 0 && self.applies(bits, free)
    }

    #[cold]
    fn applies<G: Grid>(&self, bits: u8, free: G) -> bool {
        // Squares and their images form pairs.
        if !free.count().is_multiple_of(2) {
            return false;
        }
        let swapping = self.mirrors.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0);
        swapping.map(|(_, mirror)| mirror).any(|mirror| {
            free.cells().all(|cell| {
                let image = G::cell(mirror.image(self.size, G::square(cell)));
                image != cell && free.has(image)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_canonical_form_is_one_of_the_images_and_the_same_for_all(
            rows in 3u8..=8, columns in 3u8..=8, free: u64, a: u8, b: u8,
        ) {
            let size = Size { rows, columns };
            let mirrors = Mirrors::new::<u64>(size);
            let free = free & u64::from_squares(size.squares());
            let [a, b] = [a, b].map(|n| 8 * (n / 8 % rows) + n % 8 % columns);
            let key = mirrors.canonical(free, a, b);
            let mut is_one = false;
            for symmetry in Symmetry::all(size) {
                let image = |cell: Cell| u64::cell(symmetry.image(size, u64::square(cell)));
                let mapped = free.cells().fold(0, |mapped, cell| mapped | u64::of(image(cell)));
                prop_assert_eq!(mirrors.canonical(mapped, image(a), image(b)), key);
                is_one |= (mapped, image(a), image(b)) == key;
            }
            prop_assert!(is_one);
        }
    }
}
