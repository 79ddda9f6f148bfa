//! Connect Four on a bitboard, from 4x4 up to any board that fits in 64 bits.
//!
//! Each column takes `H` bits and an empty one above it, which keeps shifted lines from wrapping
//! into the next column. Column `c` starts at bit `c * (H + 1)` with its lowest cell.
//!
//! Position text: the rows from the top joined by `/`, `X` for the first player, `O` for the
//! second, `.` empty, then a space and the side to move: `..../..../.O../XX.. O`. A move is the
//! letter of its column, from `a`. Also accepted: upper case letters and column numbers from 1 in moves,
//! white space around the text and more than one space before the side.

mod evaluators;

pub use evaluators::{CentreFirst, OpenThrees};

use crate::text;
use search::rng::mix;
use search::{Game, Notation, NotationError, Outcome, Side};
use std::fmt;

/// The standard board: seven columns of six cells. The first player wins.
pub type ConnectFour7x6 = ConnectFour<7, 6>;
/// The smallest board: a draw.
pub type ConnectFour4x4 = ConnectFour<4, 4>;

/// A position of Connect Four with `W` columns of `H` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFour<const W: usize, const H: usize> {
    /// The stones of the side to move.
    mover: u64,
    /// All stones.
    occupied: u64,
    side: Side,
}

impl<const W: usize, const H: usize> Default for ConnectFour<W, H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    const FITS: () = assert!(
        W >= 4 && H >= 4 && W * (H + 1) <= 64,
        "the board is at least 4x4 and fits in 64 bits"
    );

    /// The lowest cell of every column.
    const FLOOR: u64 = {
        let mut floor = 0;
        let mut column = 0;
        while column < W {
            floor |= 1 << (column * (H + 1));
            column += 1;
        }
        floor
    };

    /// The highest cell of every column.
    const CEILING: u64 = Self::FLOOR << (H - 1);

    /// Every cell.
    const BOARD: u64 = Self::FLOOR * ((1 << H) - 1);

    /// The empty board, the first player to move.
    pub const fn new() -> Self {
        let () = Self::FITS;
        ConnectFour { mover: 0, occupied: 0, side: Side::First }
    }

    /// The number of stones on the board.
    pub const fn stones(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The stone in a cell, with columns from the left and rows from the bottom; `None` if the cell is
    /// empty or off the board.
    pub const fn stone(&self, column: usize, row: usize) -> Option<Side> {
        if column >= W || row >= H {
            return None;
        }
        let cell = 1 << (column * (H + 1) + row);
        if self.occupied & cell == 0 {
            return None;
        }
        let first_moves = matches!(self.side, Side::First);
        let is_movers = self.mover & cell != 0;
        Some(if is_movers == first_moves { Side::First } else { Side::Second })
    }

    /// Whether the column has room.
    #[inline]
    const fn is_open(&self, column: usize) -> bool {
        self.occupied & (1 << (column * (H + 1) + H - 1)) == 0
    }

    /// The stones of the side that moved last.
    #[inline]
    const fn opponent(&self) -> u64 {
        self.mover ^ self.occupied
    }

    /// Whether these stones contain four in a line. Finds pairs first, then pairs of pairs.
    #[inline]
    const fn has_four(stones: u64) -> bool {
        let up = stones & (stones >> 1);
        let across = stones & (stones >> (H + 1));
        let falling = stones & (stones >> H);
        let rising = stones & (stones >> (H + 2));
        (up & (up >> 2))
            | (across & (across >> (2 * (H + 1))))
            | (falling & (falling >> (2 * H)))
            | (rising & (rising >> (2 * (H + 2))))
            != 0
    }
}

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No move is legal after the end.
    GameOver,
    /// The board has fewer columns.
    NoColumn,
    /// There is no room for another stone.
    Full,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::GameOver => "the game is over",
            Illegal::NoColumn => "there is no such column",
            Illegal::Full => "the column is full",
        })
    }
}

impl<const W: usize, const H: usize> Game for ConnectFour<W, H> {
    /// A column, from 0 at the left.
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = W;
    const ALTERNATES: bool = true;
    const ENDS_ON_BOARD: bool = true;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if Self::has_four(self.opponent()) {
            Some(Outcome::Win(!self.side))
        } else if self.occupied == Self::BOARD {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend((0..W).filter(|&column| self.is_open(column)).map(|column| column as u8));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.outcome() {
            Some(_) => 0,
            None => (!self.occupied & Self::CEILING).count_ones() as usize,
        }
    }

    #[inline]
    fn is_legal(&self, column: u8) -> bool {
        self.decode(u16::from(column)).is_some() && self.outcome().is_none()
    }

    #[inline]
    fn play(&mut self, column: u8) -> Self {
        let before = *self;
        self.mover = before.opponent();
        self.occupied |= before.occupied + (1 << (usize::from(column) * (H + 1)));
        self.side = !before.side;
        before
    }

    #[inline]
    fn undo(&mut self, _column: u8, before: Self) {
        *self = before;
    }

    /// The sum of both boards is unique for every position: in a column of n stones the occupied cells
    /// are 2ⁿ - 1, and the mover's stones add at most as much. The side to move follows from the number
    /// of stones. Mixing is a bijection, so keys never collide.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.mover + self.occupied)
    }

    #[inline]
    fn code(column: u8) -> u16 {
        u16::from(column)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        (usize::from(code) < W && self.is_open(usize::from(code))).then_some(code as u8)
    }
}

impl<const W: usize, const H: usize> Notation for ConnectFour<W, H> {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let (board, side) = text::split_side(text)?;
        let cells = text::read_rows(board, W, H)?;
        let mut stones = [0u64; 2];
        for (index, stone) in cells.iter().enumerate() {
            let (column, row) = (index % W, H - 1 - index / W);
            let Some(stone) = stone else { continue };
            stones[stone.index()] |= 1 << (column * (H + 1) + row);
        }
        let [first, second] = stones;
        let position =
            ConnectFour { mover: stones[side.index()], occupied: first | second, ..Self::new() };
        position.check_gravity()?;
        text::check_turns(first.count_ones(), second.count_ones(), side)?;
        if Self::has_four(position.mover) {
            return Err(NotationError::new(
                "board",
                format!("four in a line by {}, who is to move", text::letter(side)),
                "a game that ends with the first four in a line",
            ));
        }
        Ok(ConnectFour { side, ..position })
    }

    fn position_text(&self) -> String {
        let cells: Vec<_> =
            (0..W * H).map(|index| self.stone(index % W, H - 1 - index / W)).collect();
        text::write_rows(&cells, W, self.side)
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        let column = match *text.trim().as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => letter.to_ascii_lowercase() - b'a',
            [digit @ b'1'..=b'9'] => digit - b'1',
            _ => return Err(text::refused_move(self, text)),
        };
        if self.outcome().is_some() {
            return Err(NotationError::illegal(text, Illegal::GameOver));
        }
        match usize::from(column) {
            column if column >= W => Err(NotationError::illegal(text, Illegal::NoColumn)),
            column if !self.is_open(column) => Err(NotationError::illegal(text, Illegal::Full)),
            _ => Ok(column),
        }
    }

    fn move_text(&self, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    /// Rejects a board with a stone above an empty cell.
    fn check_gravity(&self) -> Result<(), NotationError> {
        let supported = (self.occupied << 1) | Self::FLOOR;
        let floating = self.occupied & !supported;
        if floating == 0 {
            return Ok(());
        }
        let cell = floating.trailing_zeros() as usize;
        let (column, row) = (cell / (H + 1), cell % (H + 1));
        Err(NotationError::new(
            format!("row {}, column {}", H - row, column + 1),
            "a stone above an empty cell",
            "stones that rest on the floor or on a stone",
        ))
    }
}

#[cfg(test)]
mod tests;
