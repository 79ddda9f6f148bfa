//! Sets of squares as bitboards: [`Squares`].

use crate::rules::square::{FILES, RANKS, SQUARES, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares, one bit per square in the order of [`Square::index`].
///
/// ```
/// use xiangqi::{Square, Squares};
/// let pair = Squares::of(Square::new(0, 0)) | Squares::of(Square::new(4, 9));
/// assert_eq!(pair.count(), 2);
/// assert_eq!(pair.to_string(), "a0 e9");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub(crate) u128);

/// The bits of the whole board.
const BOARD: u128 = (1 << SQUARES) - 1;

impl Squares {
    /// The empty set.
    pub const NONE: Squares = Squares(0);
    /// The whole board.
    pub const ALL: Squares = Squares(BOARD);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Squares {
        Squares(1 << square.index())
    }

    /// The squares of a file, 0 to 8.
    pub const fn file(file: usize) -> Squares {
        let mut set = Squares::NONE;
        let mut rank = 0;
        while rank < RANKS {
            set = set.with(Square::new(file, rank));
            rank += 1;
        }
        set
    }

    /// The squares of a rank, 0 to 9.
    #[inline]
    pub const fn rank(rank: usize) -> Squares {
        Squares(((1 << FILES) - 1) << (rank * FILES))
    }

    /// The set with this square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Squares {
        Squares(self.0 | 1 << square.index())
    }

    /// The set with this square removed.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Squares {
        Squares(self.0 & !(1 << square.index()))
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest-numbered square, if the set is not empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// Whether the set has exactly one square.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }
}

/// Yields the squares in the order of their numbers.
impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (Squares::count(*self), Some(Squares::count(*self)))
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Squares {
        squares.into_iter().fold(Squares::NONE, Squares::with)
    }
}

/// Intersection.
impl BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

/// Union.
impl BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

/// Symmetric difference.
impl BitXor for Squares {
    type Output = Squares;
    #[inline]
    fn bitxor(self, other: Squares) -> Squares {
        Squares(self.0 ^ other.0)
    }
}

/// Complement within the board.
impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0 & BOARD)
    }
}

impl BitAndAssign for Squares {
    #[inline]
    fn bitand_assign(&mut self, other: Squares) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Squares) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Squares {
    #[inline]
    fn bitxor_assign(&mut self, other: Squares) {
        self.0 ^= other.0;
    }
}

/// The names of the squares, separated by spaces.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.map(|square| square.to_string()).collect();
        f.write_str(&names.join(" "))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn files_and_ranks_cover_the_board() {
        let files = (0..FILES).fold(Squares::NONE, |all, file| all | Squares::file(file));
        let ranks = (0..RANKS).fold(Squares::NONE, |all, rank| all | Squares::rank(rank));
        assert_eq!((files, ranks), (Squares::ALL, Squares::ALL));
        assert_eq!(!files, Squares::NONE);
    }

    proptest! {
        #[test]
        fn a_set_behaves_like_a_sorted_set(
            indices in proptest::collection::vec(0..SQUARES, 0..20),
            other in 0..SQUARES,
        ) {
            let squares: Squares = indices.iter().map(|&i| Square::from_index(i)).collect();
            let model: BTreeSet<usize> = indices.into_iter().collect();
            prop_assert!(squares.map(Square::index).eq(model.iter().copied()));
            prop_assert_eq!(Squares::count(squares), model.len());
            prop_assert_eq!(squares.is_single(), model.len() == 1);
            let other_square = Square::from_index(other);
            prop_assert_eq!(squares.contains(other_square), model.contains(&other));
            prop_assert!(!squares.without(other_square).contains(other_square));
        }
    }
}
