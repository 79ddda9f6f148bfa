//! Stable discs, which can never be flipped again, and the bound they give.
//!
//! A lower estimate, cheap enough for every node: a disc counts if each of its four lines is full, or
//! ends at the disc, or has a stable disc next to it. On the border the count is exact, from a table
//! built by playing out every border line.

/// A lower bound on the number of the opponent's stable discs.
#[inline(always)]
pub(crate) fn stable<const MASK: u64>(own: u64, opp: u64) -> u32 {
    if MASK != u64::MAX {
        return stable_inside(own, opp, MASK).count_ones();
    }
    let border = border_stable(opp, own);
    let occupied = own | opp;
    let full = FullLines::of(occupied);
    let inner = opp & 0x007e_7e7e_7e7e_7e00;
    let mut stable = border | (full.all() & inner);
    if stable == 0 {
        return 0;
    }
    loop {
        let across = (stable >> 1) | (stable << 1) | full.rows;
        let down = (stable >> 8) | (stable << 8) | full.columns;
        let falling = (stable >> 9) | (stable << 9) | full.falling;
        let rising = (stable >> 7) | (stable << 7) | full.rising;
        // Inner squares are never at the end of a line, and their neighbours never wrap around.
        let more = stable | (across & down & falling & rising & inner);
        if more == stable {
            return stable.count_ones();
        }
        stable = more;
    }
}

/// The same for a smaller board in the middle of the frame. Simpler: the squares around the board
/// bound every line.
#[inline(always)]
fn stable_inside(own: u64, opp: u64, mask: u64) -> u64 {
    let full = FullLines::of(own | opp | !mask);
    let mut stable = full.all() & opp;
    loop {
        let held = stable | !mask;
        let across = (held >> 1) | (held << 1) | full.rows;
        let down = (held >> 8) | (held << 8) | full.columns;
        let falling = (held >> 9) | (held << 9) | full.falling;
        let rising = (held >> 7) | (held << 7) | full.rising;
        let more = stable | (across & down & falling & rising & opp);
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// Squares whose line in each direction is full.
struct FullLines {
    rows: u64,
    columns: u64,
    falling: u64,
    rising: u64,
}

impl FullLines {
    #[inline(always)]
    fn of(occupied: u64) -> FullLines {
        const ONE_PER_ROW: u64 = 0x0101_0101_0101_0101;
        let mut rows = occupied;
        rows &= rows >> 4;
        rows &= rows >> 2;
        rows &= rows >> 1;
        let rows = (rows & ONE_PER_ROW).wrapping_mul(255);
        let mut columns = occupied;
        columns &= columns.rotate_right(8);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(32);
        // Squares beyond the border count as occupied. An empty square marks its complete diagonal, in
        // both directions, in three doublings.
        let empty = !occupied;
        let falling = !spread::<9>(empty, 0xfefe_fefe_fefe_fefe);
        let rising = !spread::<7>(empty, 0x7f7f_7f7f_7f7f_7f7f);
        FullLines { rows, columns, falling, rising }
    }

    #[inline(always)]
    fn all(&self) -> u64 {
        self.rows & self.columns & self.falling & self.rising
    }
}

/// Spreads a set along diagonals with this step; `landing` are the squares that a step up can reach.
#[inline(always)]
fn spread<const STEP: u32>(set: u64, landing: u64) -> u64 {
    let leaving = landing >> STEP;
    let (mut up, mut down) = (set, set);
    let (mut to, mut from) = (landing, leaving & (u64::MAX >> STEP));
    up |= to & (up << STEP);
    down |= from & (down >> STEP);
    to &= to << STEP;
    from &= from >> STEP;
    up |= to & (up << (2 * STEP));
    down |= from & (down >> (2 * STEP));
    to &= to << (2 * STEP);
    from &= from >> (2 * STEP);
    up |= to & (up << (4 * STEP));
    down |= from & (down >> (4 * STEP));
    up | down
}

/// The stable discs of `own` on the border.
#[inline(always)]
fn border_stable(own: u64, opp: u64) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let file = |set: u64, column: u32| ((set >> column) & A_FILE).wrapping_mul(GATHER) >> 56;
    let at = |own: u64, opp: u64| u64::from(BORDER[((own & 255) << 8 | opp & 255) as usize]);
    // Spread to one bit per row: the inverse of gathering.
    let unfile = |line: u64| {
        let spread = line.wrapping_mul(A_FILE) & 0x8040_2010_0804_0201;
        (spread.wrapping_add(0x7f7f_7f7f_7f7f_7f7f) | spread) >> 7 & A_FILE
    };
    at(own, opp)
        | at(own >> 56, opp >> 56) << 56
        | unfile(at(file(own, 0), file(opp, 0)))
        | unfile(at(file(own, 7), file(opp, 7))) << 7
}

/// The stable discs of `own` on a border line, by the sets of `own` (high byte) and `opp`.
static BORDER: std::sync::LazyLock<Box<[u8]>> = std::sync::LazyLock::new(|| {
    let mut all = vec![None; 1 << 16];
    for own in 0..256usize {
        for opp in 0..256usize {
            if own & opp == 0 {
                border_line(own, opp, &mut all);
            }
        }
    }
    all.into_iter().map(|found| found.unwrap_or(0)).collect()
});

/// The discs of `own` that keep their colour in every continuation on the line, if either side may
/// place a disc anywhere at any time.
fn border_line(own: usize, opp: usize, known: &mut [Option<u8>]) -> u8 {
    if let Some(found) = known[own << 8 | opp] {
        return found;
    }
    let mut stable = own as u8;
    for cell in (0..8).filter(|cell| (own | opp) >> cell & 1 == 0) {
        for mine in [true, false] {
            let (mover, other) = if mine { (own, opp) } else { (opp, own) };
            let flipped = line_flips(mover, other, cell);
            let (mover, other) = (mover | flipped | 1 << cell, other & !flipped);
            let (next_own, next_opp) = if mine { (mover, other) } else { (other, mover) };
            stable &= border_line(next_own, next_opp, known);
        }
    }
    known[own << 8 | opp] = Some(stable);
    stable
}

fn line_flips(own: usize, opp: usize, cell: i32) -> usize {
    let mut flipped = 0;
    for step in [-1, 1] {
        let mut run = 0;
        let mut at = cell + step;
        while (0..8).contains(&at) && opp >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            flipped |= run;
        }
    }
    flipped
}

/// The corners of a square board.
pub(crate) const fn corners(mask: u64) -> u64 {
    // Only a corner lacks both a vertical and a horizontal neighbour.
    let tall = !(mask & mask << 8 & mask >> 8);
    let flat = !(mask & (mask << 1 & 0xfefe_fefe_fefe_fefe) & (mask >> 1 & 0x7f7f_7f7f_7f7f_7f7f));
    mask & tall & flat
}

/// The number of corners in a set, plus its discs next to these corners on the border. For move
/// ordering.
#[inline(always)]
pub(crate) fn corner_hold<const MASK: u64>(own: u64) -> u32 {
    let held = own & const { corners(MASK) };
    let along = ((held & 0x0f0f_0f0f_0f0f_0f0f) << 1)
        | ((held & 0xf0f0_f0f0_f0f0_f0f0) >> 1)
        | ((held & 0x0000_0000_ffff_ffff) << 8)
        | ((held & 0xffff_ffff_0000_0000) >> 8);
    held.count_ones() + (along & own).count_ones()
}

/// The empty squares adjacent to a set, an estimate of its opponent's potential mobility. Discs in the
/// outermost columns count only their vertical neighbours.
#[inline(always)]
pub(crate) fn beside(set: u64, empty: u64) -> u64 {
    let inner = set & 0x7e7e_7e7e_7e7e_7e7e;
    let flat = (inner << 1) | (inner >> 1);
    let tall = (set << 8) | (set >> 8);
    let slant = (inner << 9) | (inner >> 9) | (inner << 7) | (inner >> 7);
    (flat | tall | slant) & empty
}

#[cfg(test)]
mod tests {
    use super::super::last::NEIGHBOURS;
    use super::*;
    use crate::rules::board::{Board, Size};
    use crate::rules::square::squares;
    use search::rng::Rng;

    #[test]
    fn stable_discs_are_never_flipped() {
        let mut rng = Rng::new(9);
        for _ in 0..300 {
            let mut board = Board::START;
            let mut promised: [u64; 2] = [0, 0];
            let mut turn = 0;
            loop {
                let mut moves: Vec<_> = squares(board.moves()).collect();
                if moves.is_empty() {
                    board = board.pass();
                    turn = 1 - turn;
                    moves = squares(board.moves()).collect();
                    if moves.is_empty() {
                        break;
                    }
                }
                // Every disc that the estimate counts must keep its colour.
                promised[1 - turn] |= stable_set(board.own, board.opp);
                promised[turn] |= stable_set(board.opp, board.own);
                board = board.play(rng.choose(&moves).unwrap());
                turn = 1 - turn;
                assert_eq!(promised[turn] & !board.own, 0);
                assert_eq!(promised[1 - turn] & !board.opp, 0);
            }
        }
    }

    /// The set of discs that [`stable`] counts, computed separately from the fast count.
    fn stable_set(own: u64, opp: u64) -> u64 {
        let border = border_stable(opp, own);
        let full = FullLines::of(own | opp);
        let mut set = border | (full.all() & opp);
        loop {
            let mut more = set;
            for square in squares(opp & !set) {
                let bit = square.bit();
                let beside = |step: u32| (set << step | set >> step) & bit != 0;
                let inner = bit & 0x007e_7e7e_7e7e_7e00 != 0;
                let held = |full: u64, step: u32| full & bit != 0 || beside(step);
                if inner
                    && held(full.rows, 1)
                    && held(full.columns, 8)
                    && held(full.falling, 9)
                    && held(full.rising, 7)
                {
                    more |= bit;
                }
            }
            if more == set {
                assert_eq!(set.count_ones(), stable::<{ u64::MAX }>(own, opp));
                return set;
            }
            set = more;
        }
    }

    #[test]
    fn full_lines_have_no_empty_square() {
        let mut rng = Rng::new(4);
        for _ in 0..500 {
            let occupied = rng.next_u64() | rng.next_u64() | rng.next_u64();
            let full = FullLines::of(occupied);
            for square in squares(u64::MAX) {
                let (row, column) = (i32::from(square.row()), i32::from(square.column()));
                let line = |rows: i32, columns: i32| {
                    (-7..8).all(|step| {
                        let (r, c) = (row + step * rows, column + step * columns);
                        !(0..8).contains(&r)
                            || !(0..8).contains(&c)
                            || occupied >> (8 * r + c) & 1 == 1
                    })
                };
                let has = |set: u64| set & square.bit() != 0;
                assert_eq!(has(full.rows), line(0, 1));
                assert_eq!(has(full.columns), line(1, 0));
                assert_eq!(has(full.falling), line(1, 1));
                assert_eq!(has(full.rising), line(1, -1), "{square:?} {occupied:#x}");
            }
        }
    }

    #[test]
    fn beside_is_the_empty_neighbours_with_outer_columns_only_vertically() {
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let set = rng.next_u64() & rng.next_u64();
            // Discs in the outermost columns count only their vertical neighbours.
            let inner = set & 0x7e7e_7e7e_7e7e_7e7e;
            let expected = squares(inner).fold(0, |sum, s| sum | NEIGHBOURS[s.index()]);
            let tall = (set << 8) | (set >> 8);
            assert_eq!(beside(set, !set), (expected | tall) & !set);
        }
    }

    #[test]
    fn corner_hold_counts_corners_and_border_discs_next_to_them() {
        assert_eq!(corner_hold::<{ u64::MAX }>(0x0000_0000_0000_0103), 3);
        assert_eq!(corner_hold::<{ u64::MAX }>(0x8000_0000_0000_0002), 1);
        assert_eq!(corner_hold::<{ u64::MAX }>(0xc180_0000_0000_0000), 3 + 1);
        assert_eq!(corners(u64::MAX), 0x8100_0000_0000_0081);
        assert_eq!(corners(Size::Six.mask()), 0x0042_0000_0000_4200);
        assert_eq!(corner_hold::<{ Size::Six.mask() }>(0x0000_0000_0002_0600), 3);
    }

    #[test]
    fn stable_discs_of_small_boards_are_never_flipped() {
        const MASK: u64 = Size::Six.mask();
        let mut rng = Rng::new(12);
        let mut full = 0;
        for _ in 0..300 {
            let mut board = Board::START;
            let mut promised: [u64; 2] = [0, 0];
            let mut turn = 0;
            while board.moves() & MASK != 0 || board.pass().moves() & MASK != 0 {
                let moves: Vec<_> = squares(board.moves() & MASK).collect();
                board = rng.choose(&moves).map_or(board.pass(), |square| board.play(square));
                turn = 1 - turn;
                assert_eq!(promised[turn] & !board.own, 0);
                assert_eq!(promised[1 - turn] & !board.opp, 0);
                promised[1 - turn] |= stable_inside(board.own, board.opp, MASK);
                promised[turn] |= stable_inside(board.opp, board.own, MASK);
            }
            // Every disc of a full board is stable.
            if (board.own | board.opp) == MASK {
                assert_eq!(promised[turn], board.own);
                full += 1;
            }
        }
        assert!(full > 100, "{full}");
    }
}
