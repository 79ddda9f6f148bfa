//! The pattern indices of a board, updated incrementally: [`Indices`].

use super::shapes::{BOARD, LANES};
use crate::rules::square::{Square, squares};

/// The configuration number of every pattern place, from the view of one side. The side stays the same
/// from move to move; in a search it is black.
///
/// A move updates it by a few additions of 48 small numbers, which compilers vectorise on any CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indices([u16; LANES]);

impl Indices {
    /// The indices of a board with these discs.
    pub(crate) fn of(own: u64, opp: u64) -> Indices {
        // An empty board has the middle digit everywhere.
        let mut all = BOARD.largest;
        for lane in &mut all {
            *lane /= 2;
        }
        for square in squares(own) {
            add(&mut all, &BOARD.deltas[square.index()]);
        }
        for square in squares(opp) {
            subtract(&mut all, &BOARD.deltas[square.index()]);
        }
        Indices(all)
    }

    /// The indices after a move on `square` that flips `flipped`, played by the viewing side (`own`) or
    /// by the other side.
    #[inline(always)]
    #[must_use]
    pub(crate) fn after(&self, own: bool, square: Square, flipped: u64) -> Indices {
        let mut change = [0; LANES];
        let mut rest = flipped;
        while rest != 0 {
            add(&mut change, &BOARD.deltas[(rest.trailing_zeros() & 63) as usize]);
            rest &= rest - 1;
        }
        // From the lowest digit to the highest.
        for lane in &mut change {
            *lane = lane.wrapping_mul(2);
        }
        add(&mut change, &BOARD.deltas[square.index()]);
        let mut all = self.0;
        if own {
            add(&mut all, &change);
        } else {
            subtract(&mut all, &change);
        }
        Indices(all)
    }

    /// The indices from the view of the viewing side (`own`), or of the other side.
    #[inline(always)]
    pub(crate) fn seen_by(&self, own: bool) -> [u16; LANES] {
        if own {
            return self.0;
        }
        let mut all = BOARD.largest;
        subtract(&mut all, &self.0);
        all
    }
}

#[inline(always)]
fn add(all: &mut [u16; LANES], change: &[u16; LANES]) {
    for lane in 0..LANES {
        all[lane] = all[lane].wrapping_add(change[lane]);
    }
}

#[inline(always)]
fn subtract(all: &mut [u16; LANES], change: &[u16; LANES]) {
    for lane in 0..LANES {
        all[lane] = all[lane].wrapping_sub(change[lane]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript::tests::random_game;
    use crate::{Othello, Size};
    use proptest::prelude::*;
    use search::{Game, Side};

    proptest! {
        #[test]
        fn incremental_indices_equal_indices_from_scratch(seed: u64) {
            let line = random_game(Size::Eight, seed);
            let mut position = Othello::start(Size::Eight);
            let mut indices = Indices::of(position.board().own, position.board().opp);
            for mv in line.moves() {
                let is_black = position.side() == Side::First;
                if let Some(square) = mv.square() {
                    indices = indices.after(is_black, square, position.board().flips(square));
                }
                position.play(mv);
                let [black, white] = [Side::First, Side::Second].map(|side| position.discs(side));
                prop_assert_eq!(indices, Indices::of(black, white));
                prop_assert_eq!(indices.seen_by(false), Indices::of(white, black).0);
            }
        }
    }
}
