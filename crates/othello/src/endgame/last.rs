//! Specialised search of the last four empty squares, where most nodes of a solution are.
//!
//! No table, no move list, no stability: the empty squares are arguments. The window is a null window at
//! `alpha`: a result above it is a lower bound, a result at or below it an upper bound. `MASK` is the set
//! of squares of the board; squares around a small board are neither empty nor owned by a side.

use super::Counter;
use crate::rules::arch::Arch;

/// The score of a finished game for the owner of `own`, with the empty squares for the winner.
#[inline(always)]
pub(crate) fn final_score<const MASK: u64>(own: u64, opp: u64) -> i32 {
    let (own, opp) = (own.count_ones() as i32, opp.count_ones() as i32);
    let empty = MASK.count_ones() as i32 - own - opp;
    let lead = own - opp;
    lead + lead.signum() * empty
}

/// One empty square. All others are occupied, so the discs of one side determine the board, and a
/// table of lines counts the flips.
#[inline(always)]
pub(crate) fn last1<const MASK: u64>(own: u64, square: usize, alpha: i32) -> i32 {
    let all = MASK.count_ones() as i32;
    let discs = own.count_ones() as i32;
    let flipped = count_last_flip(own, square);
    if flipped > 0 {
        return 2 * (discs + flipped) + 2 - all;
    }
    // If neither side can move, the winner gets the empty square.
    let passed = 2 * discs + 2 - all;
    let kept = if passed > 0 { passed } else { passed - 2 };
    if kept <= alpha {
        return kept;
    }
    let lost = count_last_flip(MASK & !own & !(1 << square), square);
    if lost > 0 { 2 * (discs - lost) - all } else { kept }
}

/// Two empty squares.
#[inline(always)]
pub(crate) fn last2<A: Arch, const MASK: u64>(
    arch: A,
    counter: &mut Counter,
    own: u64,
    opp: u64,
    squares: [usize; 2],
    alpha: i32,
) -> i32 {
    counter.add(1);
    let [first, second] = squares;
    let best = two_moves::<A, MASK>(arch, counter, own, opp, first, second, alpha);
    if best != NO_MOVE {
        return best;
    }
    let worst = two_moves::<A, MASK>(arch, counter, opp, own, first, second, -alpha - 1);
    if worst != NO_MOVE { -worst } else { final_score::<MASK>(own, opp) }
}

/// Below every score: no legal move.
const NO_MOVE: i32 = -127;

#[inline(always)]
fn two_moves<A: Arch, const MASK: u64>(
    arch: A,
    counter: &mut Counter,
    own: u64,
    opp: u64,
    first: usize,
    second: usize,
    alpha: i32,
) -> i32 {
    let mut best = NO_MOVE;
    if NEIGHBOURS[first & 63] & opp != 0 {
        let flipped = arch.flips(own, opp, first);
        if flipped != 0 {
            counter.add(1);
            best = -last1::<MASK>(opp ^ flipped, second, -alpha - 1);
            if best > alpha {
                return best;
            }
        }
    }
    if NEIGHBOURS[second & 63] & opp != 0 {
        let flipped = arch.flips(own, opp, second);
        if flipped != 0 {
            counter.add(1);
            best = best.max(-last1::<MASK>(opp ^ flipped, first, -alpha - 1));
        }
    }
    best
}

/// Three empty squares, in the order in which to try them.
#[inline(always)]
pub(crate) fn last3<A: Arch, const MASK: u64>(
    arch: A,
    counter: &mut Counter,
    own: u64,
    opp: u64,
    squares: [usize; 3],
    alpha: i32,
) -> i32 {
    counter.add(1);
    let (mut own, mut opp, mut alpha) = (own, opp, alpha);
    let [a, b, c] = squares;
    let mut sign = 1;
    loop {
        let mut best = NO_MOVE;
        let mut turn = 0;
        while turn < 3 {
            let (square, rest) = match turn {
                0 => (a, [b, c]),
                1 => (b, [a, c]),
                _ => (c, [a, b]),
            };
            turn += 1;
            if NEIGHBOURS[square & 63] & opp == 0 {
                continue;
            }
            let flipped = arch.flips(own, opp, square);
            if flipped == 0 {
                continue;
            }
            let (next_own, next_opp) = (opp ^ flipped, own | flipped | 1 << square);
            let score = -last2::<A, MASK>(arch, counter, next_own, next_opp, rest, -alpha - 1);
            if score > alpha {
                return sign * score;
            }
            best = best.max(score);
        }
        if best != NO_MOVE {
            return sign * best;
        }
        if sign < 0 {
            return final_score::<MASK>(opp, own);
        }
        (own, opp, alpha, sign) = (opp, own, -alpha - 1, -1);
    }
}

/// Four empty squares, in any order. Squares in quarters of the board with an odd number of empty
/// squares are tried first, because the side that moves last in a quarter gains by it (parity).
#[inline(always)]
pub(crate) fn last4<A: Arch, const MASK: u64>(
    arch: A,
    counter: &mut Counter,
    own: u64,
    opp: u64,
    alpha: i32,
) -> i32 {
    counter.add(1);
    let squares = by_parity(MASK & !(own | opp));
    let (mut own, mut opp, mut alpha) = (own, opp, alpha);
    let [a, b, c, d] = squares;
    let mut sign = 1;
    loop {
        let mut best = NO_MOVE;
        let mut turn = 0;
        while turn < 4 {
            let (square, rest) = match turn {
                0 => (a, [b, c, d]),
                1 => (b, [a, c, d]),
                2 => (c, [a, b, d]),
                _ => (d, [a, b, c]),
            };
            turn += 1;
            if NEIGHBOURS[square & 63] & opp == 0 {
                continue;
            }
            let flipped = arch.flips(own, opp, square);
            if flipped == 0 {
                continue;
            }
            let rest = odd_first(rest);
            let (next_own, next_opp) = (opp ^ flipped, own | flipped | 1 << square);
            let score = -last3::<A, MASK>(arch, counter, next_own, next_opp, rest, -alpha - 1);
            if score > alpha {
                return sign * score;
            }
            best = best.max(score);
        }
        if best != NO_MOVE {
            return sign * best;
        }
        if sign < 0 {
            return final_score::<MASK>(opp, own);
        }
        (own, opp, alpha, sign) = (opp, own, -alpha - 1, -1);
    }
}

/// The four squares of a set, those in odd quarters first.
#[inline(always)]
fn by_parity(empty: u64) -> [usize; 4] {
    let odd = empty & odd_quarters(empty);
    let mut squares = [0; 4];
    let mut index = 0;
    let mut rest = odd;
    while rest != 0 && index < 4 {
        squares[index] = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        index += 1;
    }
    rest = empty & !odd;
    while rest != 0 && index < 4 {
        squares[index] = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        index += 1;
    }
    squares
}

/// Of three squares, the one alone in its quarter comes first if the other two share a quarter.
#[inline(always)]
fn odd_first(squares: [usize; 3]) -> [usize; 3] {
    let [a, b, c] = squares;
    let (qa, qb, qc) = (quarter(a), quarter(b), quarter(c));
    if qa == qb && qb != qc {
        [c, a, b]
    } else if qa == qc && qb != qa {
        [b, a, c]
    } else {
        squares
    }
}

/// The quarter of the board that contains a square.
#[inline(always)]
fn quarter(square: usize) -> usize {
    (square >> 5) << 1 | (square >> 2 & 1)
}

/// The quarters of the board in which the set has an odd number of squares.
#[inline(always)]
pub(crate) fn odd_quarters(set: u64) -> u64 {
    // Folds the bits of each quarter into its first square, then spreads them over the quarter.
    let rows = set ^ (set >> 8);
    let rows = rows ^ (rows >> 16);
    let cells = rows ^ (rows >> 1);
    let cells = cells ^ (cells >> 2);
    (cells & 0x0000_0011_0000_0011).wrapping_mul(0x0f0f_0f0f)
}

/// The neighbours of each square. Without an opponent's disc there, a move flips nothing.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        let mut other = 0;
        while other < 64 {
            let (down, right) = (other as i32 / 8 - row, other as i32 % 8 - column);
            let beside = -1 <= down && down <= 1 && -1 <= right && right <= 1;
            if beside && other != square {
                all[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    all
};

/// The number of discs that flip when the owner of `own` fills the last empty square.
#[inline(always)]
fn count_last_flip(own: u64, square: usize) -> i32 {
    let (row, column) = ((square >> 3) & 7, square & 7);
    let [falling, rising] = DIAGONALS[square & 63];
    const SUM: u64 = 0x0101_0101_0101_0101;
    let along_row = (own >> (8 * row)) & 255;
    let along_column = ((own >> column) & SUM).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let along_falling = (own & falling).wrapping_mul(SUM) >> 56;
    let along_rising = (own & rising).wrapping_mul(SUM) >> 56;
    let line = &LAST_FLIPS[column];
    let sum = line[along_row as usize]
        + LAST_FLIPS[row][along_column as usize]
        + line[along_falling as usize]
        + line[along_rising as usize];
    i32::from(sum)
}

/// The number of discs that flip on a full line when the owner of the set (second index) fills the empty
/// cell (first index). On diagonals, cells off the board look like the opponent's; this is harmless,
/// because no disc of the mover is behind them.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut cell = 0;
    while cell < 8 {
        let mut own = 0;
        while own < 256 {
            let mut sum = 0;
            let mut end = cell + 1;
            while end < 8 && own >> end & 1 == 0 {
                end += 1;
            }
            if end < 8 {
                sum += end - cell - 1;
            }
            let mut end = cell;
            while end > 0 && own >> (end - 1) & 1 == 0 {
                end -= 1;
            }
            if end > 0 {
                sum += cell - end;
            }
            all[cell][own] = sum as u8;
            own += 1;
        }
        cell += 1;
    }
    all
};

/// The falling and the rising diagonal through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let rows = other / 8 - square as i32 / 8;
            let columns = other % 8 - square as i32 % 8;
            if rows == columns {
                all[square][0] |= 1 << other;
            }
            if rows == -columns {
                all[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::flips::flips;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_last_move_flips_as_many_discs_as_the_rules_say(discs: u64, square in 0usize..64) {
            let bit = 1 << square;
            let (own, opp) = (discs & !bit, !discs & !bit);
            let expected = flips(own, opp, square).count_ones() as i32;
            prop_assert_eq!(count_last_flip(own, square), expected);
        }

        #[test]
        fn odd_quarters_have_an_odd_number_of_squares(set: u64) {
            let odd = odd_quarters(set);
            for quarter in [0x0f0f_0f0f_u64, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32] {
                let expected = if (set & quarter).count_ones() % 2 == 1 { quarter } else { 0 };
                prop_assert_eq!(odd & quarter, expected);
            }
        }
    }
}
