//! What each piece attacks, from tables built at compile time.
//!
//! Rooks and cannons look along a rank of 9 and a file of 10 squares: the occupancy of the line is
//! the index of a table that holds the squares a rook reaches and those a cannon hits behind one
//! screen. Horses and elephants look at the four squares that can block them: those four bits are
//! the index. Kings, advisors and pawns have one set per square.

use crate::rules::square::{FILES, RANKS, SQUARES, Square};
use crate::rules::squares::Squares;
use search::Side;

/// Attacks along one rank or file, as bits of that line.
#[derive(Clone, Copy)]
struct Line {
    /// Free squares up to the first piece on each side, and that piece.
    reach: u16,
    /// The second piece on each side.
    behind: u16,
}

/// Scans a line of `length` squares in both directions from the square `from`.
const fn look(length: usize, from: usize, occupied: usize) -> Line {
    let mut line = Line { reach: 0, behind: 0 };
    let mut direction = 0;
    while direction < 2 {
        let mut at = from;
        let mut pieces = 0;
        while pieces < 2 {
            if direction == 0 {
                at += 1;
            } else {
                at = at.wrapping_sub(1);
            }
            if at >= length {
                break;
            }
            let piece = occupied >> at & 1 != 0;
            if pieces == 0 {
                line.reach |= 1 << at;
            } else if piece {
                line.behind |= 1 << at;
            }
            pieces += piece as usize;
        }
        direction += 1;
    }
    line
}

static RANK_LINES: [[Line; 1 << FILES]; FILES] = {
    let mut table = [[Line { reach: 0, behind: 0 }; 1 << FILES]; FILES];
    let mut from = 0;
    while from < FILES {
        let mut occupied = 0;
        while occupied < 1 << FILES {
            table[from][occupied] = look(FILES, from, occupied);
            occupied += 1;
        }
        from += 1;
    }
    table
};

static FILE_LINES: [[Line; 1 << RANKS]; RANKS] = {
    let mut table = [[Line { reach: 0, behind: 0 }; 1 << RANKS]; RANKS];
    let mut from = 0;
    while from < RANKS {
        let mut occupied = 0;
        while occupied < 1 << RANKS {
            table[from][occupied] = look(RANKS, from, occupied);
            occupied += 1;
        }
        from += 1;
    }
    table
};

/// Ten bits spread over the squares of file `a`.
static FILE_A: [u128; 1 << RANKS] = {
    let mut table = [0; 1 << RANKS];
    let mut bits = 0;
    while bits < 1 << RANKS {
        let mut rank = 0;
        while rank < RANKS {
            table[bits] |= ((bits >> rank & 1) as u128) << (rank * FILES);
            rank += 1;
        }
        bits += 1;
    }
    table
};

/// The pieces on the rank of a square, as bits.
#[inline]
fn rank_bits(square: Square, occupied: Squares) -> usize {
    (occupied.0 >> (square.rank() * FILES)) as usize & ((1 << FILES) - 1)
}

/// The pieces on the file of a square, as bits.
#[inline]
fn file_bits(square: Square, occupied: Squares) -> usize {
    let shifted = occupied.0 >> square.file();
    // Eight ranks lie 9 bits apart in the lower word: a multiplication by ones 8 bits apart moves
    // each into its own place of the top byte, and nothing carries.
    let lower = (shifted as u64 & 0x8040_2010_0804_0201).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let upper = (shifted >> 64) as u64;
    (lower | (upper & 1 << 8) | (upper >> 8 & 1 << 9)) as usize
}

/// The lines through a square: what a rook reaches, and the second piece in each direction.
#[inline]
fn lines(square: Square, occupied: Squares) -> (Squares, Squares) {
    let rank = &RANK_LINES[square.file()][rank_bits(square, occupied)];
    let file = &FILE_LINES[square.rank()][file_bits(square, occupied)];
    let shift = square.rank() * FILES;
    let spread = |bits: u16| FILE_A[bits as usize & ((1 << RANKS) - 1)] << square.file();
    let reach = (rank.reach as u128) << shift | spread(file.reach);
    let behind = (rank.behind as u128) << shift | spread(file.behind);
    (Squares(reach), Squares(behind))
}

/// The squares a rook reaches, including the first piece in each direction.
#[inline]
pub fn rook(square: Square, occupied: Squares) -> Squares {
    lines(square, occupied).0
}

/// The squares a cannon moves to without capturing, and the pieces it could capture.
#[inline]
pub fn cannon(square: Square, occupied: Squares) -> (Squares, Squares) {
    let (reach, behind) = lines(square, occupied);
    (reach & !occupied, behind)
}

/// The first and the second piece in each direction along the rank and file: a rook among the first
/// attacks the square, and so does a cannon among the second.
#[inline]
pub fn first_and_second(square: Square, occupied: Squares) -> (Squares, Squares) {
    let (reach, behind) = lines(square, occupied);
    (reach & occupied, behind)
}

/// The squares from which a horse, a rook and a cannon attack a square, in this order.
#[inline]
pub fn attacks_to(square: Square, occupied: Squares) -> [Squares; 3] {
    let reach = rook(square, occupied);
    // A cannon attacks from behind the first piece, and up to the second.
    let open = rook(square, occupied & !(reach & occupied));
    [horse_to(square, occupied), reach, open & !reach]
}

/// Four steps that can be blocked, and the targets that each step opens.
type Blockable = [((i32, i32), [(i32, i32); 2]); 4];

/// A table of the reachable targets for each combination of blocked steps. The bits of the index
/// follow the order of the steps, which is the order of square numbers. With `home`, targets stay on
/// their side of the river.
const fn blockable(steps: Blockable, home: bool) -> [[u128; 16]; SQUARES] {
    let mut table = [[0; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let from = Square::from_index(square);
        let mut blocked = 0;
        while blocked < 16 {
            let mut index = 0;
            while index < 4 {
                let ((files, ranks), targets) = steps[index];
                if blocked >> index & 1 == 0 && from.step(files, ranks).is_some() {
                    let mut target = 0;
                    while target < 2 {
                        let (files, ranks) = targets[target];
                        if let Some(to) = from.step(files, ranks)
                            && (!home || (to.rank() < 5) == (from.rank() < 5))
                        {
                            table[square][blocked] |= 1 << to.index();
                        }
                        target += 1;
                    }
                }
                index += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
}

/// A horse's four legs and the targets of each.
static HORSE: [[u128; 16]; SQUARES] = blockable(
    [
        ((0, -1), [(-1, -2), (1, -2)]),
        ((-1, 0), [(-2, -1), (-2, 1)]),
        ((1, 0), [(2, -1), (2, 1)]),
        ((0, 1), [(-1, 2), (1, 2)]),
    ],
    false,
);

/// The reverse: a free diagonal neighbour of the target opens these horse squares.
static HORSE_TO: [[u128; 16]; SQUARES] = blockable(
    [
        ((-1, -1), [(-2, -1), (-1, -2)]),
        ((1, -1), [(2, -1), (1, -2)]),
        ((-1, 1), [(-2, 1), (-1, 2)]),
        ((1, 1), [(2, 1), (1, 2)]),
    ],
    false,
);

/// An elephant's four eyes and the target of each. It stays on its side of the river.
static ELEPHANT: [[u128; 16]; SQUARES] = blockable(
    [
        ((-1, -1), [(-2, -2), (-2, -2)]),
        ((1, -1), [(2, -2), (2, -2)]),
        ((-1, 1), [(-2, 2), (-2, 2)]),
        ((1, 1), [(2, 2), (2, 2)]),
    ],
    true,
);

/// Which of the four orthogonal neighbours are occupied, in the order of square numbers.
#[inline]
fn orthogonal_bits(square: Square, occupied: Squares) -> usize {
    let around = ((occupied.0 << 9) >> square.index()) as usize;
    (around & 1) | (around >> 7 & 2) | (around >> 8 & 4) | (around >> 15 & 8)
}

/// Which of the four diagonal neighbours are occupied, in the order of square numbers.
#[inline]
fn diagonal_bits(square: Square, occupied: Squares) -> usize {
    let around = ((occupied.0 << 10) >> square.index()) as usize;
    (around & 1) | (around >> 1 & 2) | (around >> 16 & 4) | (around >> 17 & 8)
}

/// The squares a horse attacks.
#[inline]
pub fn horse(square: Square, occupied: Squares) -> Squares {
    Squares(HORSE[square.index()][orthogonal_bits(square, occupied)])
}

/// The squares from which a horse attacks this square.
#[inline]
pub fn horse_to(square: Square, occupied: Squares) -> Squares {
    Squares(HORSE_TO[square.index()][diagonal_bits(square, occupied)])
}

/// The squares from which a horse attacks this square on an empty board; also the squares that a
/// horse here attacks on an empty board.
#[inline]
pub fn horse_ring(square: Square) -> Squares {
    Squares(HORSE[square.index()][0])
}

/// The leg square of a horse that moves to a square of its [`horse_ring`].
#[inline]
pub fn leg(horse: Square, to: Square) -> Square {
    let middle = |a: usize, b: usize| if a.abs_diff(b) == 2 { (a + b) / 2 } else { a };
    Square::new(middle(horse.file(), to.file()), middle(horse.rank(), to.rank()))
}

/// The legs of all horses that could attack this square: its diagonal neighbours.
#[inline]
pub fn horse_legs(square: Square) -> Squares {
    Squares(DIAGONALS[square.index()])
}

/// The squares an elephant attacks.
#[inline]
pub fn elephant(square: Square, occupied: Squares) -> Squares {
    Squares(ELEPHANT[square.index()][diagonal_bits(square, occupied)])
}

/// Both palaces.
pub const PALACES: Squares = {
    let mut set = Squares::NONE;
    let mut file = 3;
    while file <= 5 {
        let mut rank = 0;
        while rank < 3 {
            set = set.with(Square::new(file, rank)).with(Square::new(file, RANKS - 1 - rank));
            rank += 1;
        }
        file += 1;
    }
    set
};

/// This side's half of the board, up to the river.
pub const fn half(side: Side) -> Squares {
    const RED: u128 = (1 << (SQUARES / 2)) - 1;
    match side {
        Side::First => Squares(RED),
        Side::Second => Squares(RED << (SQUARES / 2)),
    }
}

/// For each square, the squares that one of the steps reaches within a set.
const fn steps_within(steps: &[(i32, i32)], within: Squares) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let from = Square::from_index(square);
        let mut index = 0;
        while index < steps.len() {
            if let Some(to) = from.step(steps[index].0, steps[index].1)
                && within.contains(to)
            {
                table[square] |= 1 << to.index();
            }
            index += 1;
        }
        square += 1;
    }
    table
}

static DIAGONALS: [u128; SQUARES] =
    steps_within(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], Squares::ALL);
static KING: [u128; SQUARES] = steps_within(&[(0, 1), (0, -1), (1, 0), (-1, 0)], PALACES);
static ADVISOR: [u128; SQUARES] = steps_within(&[(1, 1), (1, -1), (-1, 1), (-1, -1)], PALACES);

/// Pawn attacks of both sides: forward, and sideways beyond the river.
static PAWN: [[u128; SQUARES]; 2] = {
    let mut table = [steps_within(&[(0, 1)], Squares::ALL), steps_within(&[(0, -1)], Squares::ALL)];
    let sideways = steps_within(&[(-1, 0), (1, 0)], Squares::ALL);
    let mut square = 0;
    while square < SQUARES {
        let side = if square < SQUARES / 2 { Side::Second } else { Side::First };
        table[side.index()][square] |= sideways[square];
        square += 1;
    }
    table
};

/// The squares from which pawns of each side attack a square.
static PAWN_TO: [[u128; SQUARES]; 2] = {
    let mut table = [[0; SQUARES]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < SQUARES {
            let mut to = 0;
            while to < SQUARES {
                if PAWN[side][from] >> to & 1 != 0 {
                    table[side][to] |= 1 << from;
                }
                to += 1;
            }
            from += 1;
        }
        side += 1;
    }
    table
};

/// The squares a king attacks.
#[inline]
pub fn king(square: Square) -> Squares {
    Squares(KING[square.index()])
}

/// The squares an advisor attacks.
#[inline]
pub fn advisor(square: Square) -> Squares {
    Squares(ADVISOR[square.index()])
}

/// The squares a pawn of this side attacks.
#[inline]
pub const fn pawn(side: Side, square: Square) -> Squares {
    Squares(PAWN[side.index()][square.index()])
}

/// The squares from which a pawn of this side attacks a square.
#[inline]
pub fn pawn_to(side: Side, square: Square) -> Squares {
    Squares(PAWN_TO[side.index()][square.index()])
}

static CROSSES: [u128; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let at = Square::from_index(square);
        let (file, rank) = (Squares::file(at.file()).0, Squares::rank(at.rank()).0);
        table[square] = (file | rank) & !(1 << square);
        square += 1;
    }
    table
};

static FILE_SETS: [u128; FILES] = {
    let mut table = [0; FILES];
    let mut file = 0;
    while file < FILES {
        table[file] = Squares::file(file).0;
        file += 1;
    }
    table
};

/// The other squares on the rank and the file of a square.
#[inline]
pub fn cross(square: Square) -> Squares {
    Squares(CROSSES[square.index()])
}

/// The squares strictly between two squares of one rank or one file.
#[inline]
pub fn between(a: Square, b: Square) -> Squares {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let range = ((1u128 << high.index()) - 1) & !((2u128 << low.index()) - 1);
    if high.index() - low.index() < FILES && high.rank() == low.rank() {
        Squares(range)
    } else {
        Squares(range & FILE_SETS[a.file()])
    }
}

#[cfg(test)]
mod tests;
