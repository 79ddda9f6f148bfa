//! A bit set of points: [`PointSet`].

use crate::rules::point::{POINTS, Point};

/// A set of points, one bit per point of the largest board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PointSet {
    words: [u64; POINTS.div_ceil(64)],
}

impl PointSet {
    /// Adds the point with this index, or removes it if present.
    #[inline]
    pub(crate) fn toggle(&mut self, index: usize) {
        self.words[index / 64] ^= 1 << (index % 64);
    }

    /// The points of the set, row by row.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Point> {
        self.words.into_iter().zip((0..).step_by(64)).flat_map(|(mut left, start)| {
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                if bit < 64 { Point::from_index(start + bit as u16) } else { None }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_ordered_and_removed_when_toggled_twice() {
        let mut set = PointSet::default();
        for index in [399, 64, 0, 63, 200, 64] {
            set.toggle(index);
        }
        let found: Vec<usize> = set.iter().map(Point::index).collect();
        assert_eq!(found, [0, 63, 200, 399]);
    }
}
