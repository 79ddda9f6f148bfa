//! Every fast implementation agrees with a slow one that follows the rules square by square.

use super::*;
use crate::rules::arch::Portable;
use proptest::prelude::*;

/// The flipped discs, found by walking outward from the square.
fn slow_flips(own: u64, opp: u64, square: usize) -> u64 {
    let mut flipped = 0;
    for (row_step, column_step) in
        [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    {
        let mut line = 0;
        let (mut row, mut column) = (square as i32 / 8, square as i32 % 8);
        loop {
            (row, column) = (row + row_step, column + column_step);
            if !(0..8).contains(&row) || !(0..8).contains(&column) {
                break;
            }
            let bit = 1u64 << (row * 8 + column);
            if opp & bit != 0 {
                line |= bit;
                continue;
            }
            if own & bit != 0 {
                flipped |= line;
            }
            break;
        }
    }
    flipped
}

fn slow_moves(own: u64, opp: u64) -> u64 {
    (0..64usize)
        .filter(|&square| (own | opp) >> square & 1 == 0 && slow_flips(own, opp, square) != 0)
        .fold(0, |set, square| set | 1 << square)
}

/// Two disjoint sets of discs, from nearly empty to nearly full.
fn discs() -> impl Strategy<Value = (u64, u64)> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..3).prop_map(|(a, b, c, fullness)| {
        let occupied = match fullness {
            0 => a & c,
            1 => a,
            _ => a | c,
        };
        (occupied & b, occupied & !b)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn moves_and_flips_agree_with_the_slow_version((own, opp) in discs()) {
        let expected = slow_moves(own, opp);
        prop_assert_eq!(Portable.moves(own, opp), expected);
        prop_assert_eq!(moves(own, opp), expected);
        for square in (0..64).filter(|&square| (own | opp) >> square & 1 == 0) {
            let expected = slow_flips(own, opp, square);
            prop_assert_eq!(Portable.flips(own, opp, square), expected, "{}", square);
            prop_assert_eq!(flips(own, opp, square), expected, "{}", square);
        }
    }

    #[test]
    fn moves_and_flips_agree_with_the_crate_magpie((own, opp) in discs()) {
        use magpie::othello::{Board, Position, Stone};
        // In magpie a1 is the highest bit.
        let [black, white] = [own, opp].map(u64::reverse_bits);
        let board = Board::try_from((black, white)).unwrap();
        let expected = board.moves_for(Stone::Black).raw().reverse_bits();
        prop_assert_eq!(moves(own, opp), expected);
        for square in crate::squares(expected) {
            let mut after = board.clone();
            after.play(Stone::Black, Position::try_from(square.bit().reverse_bits()).unwrap());
            let flipped = white ^ after.bits_for(Stone::White).raw();
            prop_assert_eq!(flips(own, opp, square.index()), flipped.reverse_bits());
        }
    }
}
