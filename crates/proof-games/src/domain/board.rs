//! A Connect Four position whose size is known only at run time.

use crate::connect_four::{CentreFirst, ConnectFour, OpenThrees};
use search::hooks::Priority;
use search::{Evaluator, Game, Hooks, Notation, NotationError, Outcome, Score, Side, Term};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Size {
    /// Columns, from the left.
    pub columns: u8,
    /// Cells in a column.
    pub rows: u8,
}

/// The usual board.
impl Default for Size {
    fn default() -> Self {
        Size { columns: 7, rows: 6 }
    }
}

/// `7x6`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Declares [`Board`] with one variant per size, so that the rules are compiled for each size.
macro_rules! boards {
    ($($name:ident = $columns:literal x $rows:literal),+ $(,)?) => {
        /// A position on a board of one of the [`SIZES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Board {
            $(
                #[doc = concat!(stringify!($columns), " columns of ", stringify!($rows), " cells.")]
                $name(ConnectFour<$columns, $rows>),
            )+
        }

        /// The supported sizes.
        pub const SIZES: &[Size] = &[$(Size { columns: $columns, rows: $rows }),+];

        impl Board {
            /// The empty board. The size must be one of [`SIZES`], which the configuration checks; any
            /// other gives the usual board.
            pub fn new(size: Size) -> Self {
                match (size.columns, size.rows) {
                    $(($columns, $rows) => Board::$name(ConnectFour::new()),)+
                    _ => Board::new(Size::default()),
                }
            }

            /// Reads a position of this size.
            pub fn parse(size: Size, text: &str) -> Result<Self, NotationError> {
                match (size.columns, size.rows) {
                    $(($columns, $rows) => ConnectFour::parse_position(text).map(Board::$name),)+
                    _ => Board::parse(Size::default(), text),
                }
            }

            /// The size of the board.
            pub fn size(&self) -> Size {
                match self {
                    $(Board::$name(_) => Size { columns: $columns, rows: $rows },)+
                }
            }
        }

        /// Evaluates an expression for the position of any size.
        macro_rules! each {
            ($board:expr, $position:ident => $result:expr) => {
                match $board {
                    $(Board::$name($position) => $result,)+
                }
            };
        }
    };
}

boards!(Tiny = 4 x 4, Small = 5 x 4, Square = 5 x 5, Medium = 6 x 5, Usual = 7 x 6);

impl Board {
    /// The stone in a cell, counted from the left and from the bottom.
    pub fn stone(&self, column: u8, row: u8) -> Option<Side> {
        each!(self, position => position.stone(usize::from(column), usize::from(row)))
    }

    /// The number of stones in a column.
    pub fn height(&self, column: u8) -> u8 {
        (0..self.size().rows).take_while(|&row| self.stone(column, row).is_some()).count() as u8
    }
}

impl Game for Board {
    type Move = u8;
    type Undo = Board;
    const MOVE_CODES: usize = 7;
    const ALTERNATES: bool = true;
    const ENDS_ON_BOARD: bool = true;

    fn side(&self) -> Side {
        each!(self, position => position.side())
    }

    fn outcome(&self) -> Option<Outcome> {
        each!(self, position => position.outcome())
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        each!(self, position => position.legal_moves(moves));
    }

    fn count_moves(&self) -> usize {
        each!(self, position => position.count_moves())
    }

    fn is_legal(&self, column: u8) -> bool {
        each!(self, position => position.is_legal(column))
    }

    fn play(&mut self, column: u8) -> Board {
        let before = *self;
        each!(self, position => {
            position.play(column);
        });
        before
    }

    fn undo(&mut self, _column: u8, before: Board) {
        *self = before;
    }

    fn key(&self) -> u64 {
        each!(self, position => position.key())
    }

    fn code(column: u8) -> u16 {
        u16::from(column)
    }

    fn decode(&self, code: u16) -> Option<u8> {
        each!(self, position => position.decode(code))
    }
}

impl Notation for Board {
    /// The size follows from the number of rows and columns of the text.
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let rows = text.split_whitespace().next().unwrap_or_default().split('/');
        let columns = rows.clone().next().unwrap_or_default().chars().count();
        let rows = rows.count();
        let is_it =
            |size: &&Size| usize::from(size.columns) == columns && usize::from(size.rows) == rows;
        Board::parse(SIZES.iter().find(is_it).copied().unwrap_or_default(), text)
    }

    fn position_text(&self) -> String {
        each!(self, position => position.position_text())
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        each!(self, position => position.parse_move(text))
    }

    fn move_text(&self, column: u8) -> String {
        each!(self, position => position.move_text(column))
    }
}

impl Evaluator<Board> for OpenThrees {
    fn evaluate(&mut self, board: &Board) -> Score {
        each!(board, position => Evaluator::evaluate(self, position))
    }

    fn terms(&mut self, board: &Board) -> Vec<Term> {
        each!(board, position => Evaluator::terms(self, position))
    }
}

impl Hooks<Board> for CentreFirst {
    const PRIORITY: Option<Priority<Self, Board>> = Some(
        |_, board, column, _| each!(board, position => CentreFirst::nearness(position, column)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_every_size_obey_the_laws() {
        for &size in SIZES {
            search::laws::check(&Board::new(size), 20, 1);
        }
    }

    #[test]
    fn the_text_tells_the_size() {
        for &size in SIZES {
            let text = Board::new(size).position_text();
            assert_eq!(Board::parse_position(&text).unwrap().size(), size);
        }
    }

    #[test]
    fn a_position_of_another_size_is_refused() {
        let text = Board::new(Size { columns: 4, rows: 4 }).position_text();
        assert!(Board::parse(Size::default(), &text).is_err());
    }
}
