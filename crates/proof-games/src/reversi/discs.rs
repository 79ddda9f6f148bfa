//! Moves and captures of reversi, computed for all squares in parallel.
//!
//! In each of the eight directions a run of enemy discs is filled from its near end, doubling the
//! reach with every step (the parallel prefix of Kogge and Stone, 1973). A run has at most six
//! discs, so three steps fill it. Discs on the left and right edge cannot be inside a horizontal or
//! diagonal run. Masking them out also keeps shifts from wrapping into the next row.

/// All squares except those on the left and right edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The directions of lines: the distance between neighbouring squares, and the squares that a captured
/// disc may be on.
const LINES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, u64::MAX), (9, INNER)];

/// The discs of `enemy` in unbroken runs from the `start` squares towards higher squares.
#[inline(always)]
const fn run_up(start: u64, enemy: u64, step: u32) -> u64 {
    let mut run = enemy & (start << step);
    run |= enemy & (run << step);
    let pairs = enemy & (enemy << step);
    run |= pairs & (run << (2 * step));
    run | pairs & (run << (2 * step))
}

/// The same towards lower squares.
#[inline(always)]
const fn run_down(start: u64, enemy: u64, step: u32) -> u64 {
    let mut run = enemy & (start >> step);
    run |= enemy & (run >> step);
    let pairs = enemy & (enemy >> step);
    run |= pairs & (run >> (2 * step));
    run | pairs & (run >> (2 * step))
}

/// The legal target squares of the side with the discs `own`: empty squares where it captures a disc.
#[inline]
pub(super) fn targets(own: u64, other: u64) -> u64 {
    let mut targets = 0;
    for (step, mask) in LINES {
        let enemy = other & mask;
        targets |= run_up(own, enemy, step) << step;
        targets |= run_down(own, enemy, step) >> step;
    }
    targets & !(own | other)
}

/// The discs that are flipped when a disc of `own` is placed on the empty `square`.
#[inline]
pub(super) fn flipped(square: u8, own: u64, other: u64) -> u64 {
    let placed = 1u64 << square;
    let mut flipped = 0;
    for (step, mask) in LINES {
        let enemy = other & mask;
        let up = run_up(placed, enemy, step);
        let down = run_down(placed, enemy, step);
        flipped |= if (up << step) & own != 0 { up } else { 0 };
        flipped |= if (down >> step) & own != 0 { down } else { 0 };
    }
    flipped
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(set: u64) -> Squares {
    Squares(set)
}

/// Iterates over a set of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares(u64);

impl Iterator for Squares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A reference version that walks square by square in all eight directions.
    fn slow_flipped(square: u8, own: u64, other: u64) -> u64 {
        let mut flipped = 0;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (mut x, mut y) = (i32::from(square % 8) + dx, i32::from(square / 8) + dy);
            let mut run = 0;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let here = 1u64 << (y * 8 + x);
                if other & here == 0 {
                    flipped |= if own & here != 0 { run } else { 0 };
                    break;
                }
                run |= here;
                (x, y) = (x + dx, y + dy);
            }
        }
        flipped
    }

    proptest! {
        #[test]
        fn captures_and_moves_agree_with_a_walk_in_every_direction(
            own in any::<u64>(),
            other in any::<u64>(),
            sparse in any::<u64>(),
        ) {
            for own in [own, own & sparse] {
                let other = other & !own;
                let mut expected = 0;
                for square in (0..64).filter(|square| (own | other) >> square & 1 == 0) {
                    let captured = slow_flipped(square, own, other);
                    prop_assert_eq!(flipped(square, own, other), captured);
                    expected |= u64::from(captured != 0) << square;
                }
                prop_assert_eq!(targets(own, other), expected);
            }
        }
    }

    #[test]
    fn squares_are_ordered_and_counted() {
        let set = squares(1 | 1 << 17 | 1 << 63);
        assert_eq!(set.len(), 3);
        assert_eq!(set.collect::<Vec<_>>(), [0, 17, 63]);
    }
}
