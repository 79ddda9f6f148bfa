//! Tic-tac-toe with play and undo, a small undo token and an incremental key.
//!
//! Position text: three rows from the top joined by `/`, `X`, `O` and `.`, then a space and the side
//! to move: `X../.O./... X`. A move is `a1` (top left) to `c3`. Also accepted: white space around the
//! text and more than one space before the side.

use crate::text;
use search::rng::mix;
use search::{Evaluator, Game, Notation, NotationError, Outcome, Score, Side};

/// The eight lines, as sets of cells.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];
const BOARD: u16 = 0o777;

/// Zobrist keys: a random number for each side's mark in each cell (Zobrist 1970).
const MARKS: [[u64; 9]; 2] = {
    let mut marks = [[0; 9]; 2];
    let mut cell = 0;
    while cell < 9 {
        marks[0][cell] = mix(cell as u64);
        marks[1][cell] = mix(9 + cell as u64);
        cell += 1;
    }
    marks
};
const SECOND_TO_MOVE: u64 = mix(18);

/// A position of tic-tac-toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of each side, one bit each.
    marks: [u16; 2],
    side: Side,
    key: u64,
}

/// What is needed to undo a move, besides the move itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    key: u64,
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::new()
    }
}

impl TicTacToe {
    /// The empty board, the first player to move.
    pub const fn new() -> Self {
        TicTacToe { marks: [0; 2], side: Side::First, key: 0 }
    }

    /// The mark in a cell. Cells are numbered along the rows from the top left.
    pub const fn mark(&self, cell: usize) -> Option<Side> {
        let [first, second] = self.marks;
        if cell >= 9 {
            None
        } else if first >> cell & 1 == 1 {
            Some(Side::First)
        } else if second >> cell & 1 == 1 {
            Some(Side::Second)
        } else {
            None
        }
    }

    fn free(&self) -> u16 {
        BOARD & !(self.marks[0] | self.marks[1])
    }

    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.marks[side.index()] & line == *line)
    }
}

impl Game for TicTacToe {
    /// A cell, numbered along the rows from 0 at the top left.
    type Move = u8;
    type Undo = Before;
    const MOVE_CODES: usize = 9;
    const ALTERNATES: bool = true;
    const ENDS_ON_BOARD: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_line(!self.side) {
            Some(Outcome::Win(!self.side))
        } else {
            (self.free() == 0).then_some(Outcome::Draw)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        let free = self.free();
        moves.extend((0..9).filter(|cell| free >> cell & 1 == 1));
    }

    fn play(&mut self, cell: u8) -> Before {
        let before = Before { key: self.key };
        self.marks[self.side.index()] |= 1 << cell;
        self.key ^= MARKS[self.side.index()][usize::from(cell)] ^ SECOND_TO_MOVE;
        self.side = !self.side;
        before
    }

    fn undo(&mut self, cell: u8, before: Before) {
        self.side = !self.side;
        self.marks[self.side.index()] &= !(1 << cell);
        self.key = before.key;
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let marks = (0..9).filter_map(|cell| Some(MARKS[self.mark(cell)?.index()][cell]));
        let side = if self.side == Side::Second { SECOND_TO_MOVE } else { 0 };
        marks.fold(side, |key, mark| key ^ mark)
    }

    fn code(cell: u8) -> u16 {
        u16::from(cell)
    }
}

impl Notation for TicTacToe {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let (board, side) = text::split_side(text)?;
        let mut position = TicTacToe { side, ..Self::new() };
        for (cell, mark) in text::read_rows(board, 3, 3)?.into_iter().enumerate() {
            let Some(owner) = mark else { continue };
            position.marks[owner.index()] |= 1 << cell;
        }
        let [first, second] = position.marks.map(u16::count_ones);
        text::check_turns(first, second, side)?;
        if position.has_line(side) {
            return Err(NotationError::new(
                "board",
                format!("a line of {}, who is to move", text::letter(side)),
                "a game that ends with the first line",
            ));
        }
        Ok(TicTacToe { key: position.key_from_scratch(), ..position })
    }

    fn position_text(&self) -> String {
        let cells: Vec<_> = (0..9).map(|cell| self.mark(cell)).collect();
        text::write_rows(&cells, 3, self.side)
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        let cell = match text.trim().as_bytes() {
            &[column @ b'a'..=b'c', row @ b'1'..=b'3'] => Some((row - b'1') * 3 + column - b'a'),
            _ => None,
        };
        cell.filter(|&cell| self.is_legal(cell)).ok_or_else(|| text::refused_move(self, text))
    }

    fn move_text(&self, cell: u8) -> String {
        [b'a' + cell % 3, b'1' + cell / 3].map(char::from).iter().collect()
    }
}

/// Evaluates the lines without an enemy mark: those of the side to move minus those of the opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&mut self, game: &TicTacToe) -> Score {
        let open = |against: Side| {
            LINES.iter().filter(|line| game.marks[against.index()] & **line == 0).count() as i64
        };
        Score::new(open(!game.side) - open(game.side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_wins_and_a_full_board_draws() {
        let read = |text| TicTacToe::parse_position(text).unwrap();
        assert_eq!(read("XXX/OO./... O").outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(read("OX./OX./O.X X").outcome(), Some(Outcome::Win(Side::Second)));
        assert_eq!(read("XOX/XOO/OXX O").outcome(), Some(Outcome::Draw));
        assert_eq!(read("XOX/XOO/OX. X").outcome(), None);
    }

    #[test]
    fn impossible_boards_and_moves_are_refused() {
        let refused = |text| TicTacToe::parse_position(text).unwrap_err().place;
        assert_eq!(refused("XXX/OOO/... X"), "board");
        assert_eq!(refused("XX./.../... X"), "side to move");
        assert_eq!(refused("XX?/.../... X"), "row 1, column 3");
        let game = TicTacToe::parse_position("XOX/XOO/.X. O").unwrap();
        assert_eq!(
            game.parse_move("b2").unwrap_err().to_string(),
            "move: found `b2`, allowed: a3, c3"
        );
    }

    #[test]
    fn the_middle_opens_more_lines_than_an_edge() {
        let value = |text| OpenLines.evaluate(&TicTacToe::parse_position(text).unwrap());
        assert_eq!(value(".../.X./... O"), Score::new(-4));
        assert_eq!(value(".../X../... O"), Score::new(-2));
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[XO./ ]{0,16}|\\PC{0,20}") {
            let _ = TicTacToe::parse_position(&text);
            let _ = TicTacToe::new().parse_move(&text);
        }
    }
}
