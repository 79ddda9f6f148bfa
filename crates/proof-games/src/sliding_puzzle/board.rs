//! A board of tiles: [`Board`], its [`Size`] and its [`Goal`].

use search::NotationError;
use search::notation::quote;
use search::rng::Rng;
use std::fmt;
use std::str::FromStr;

/// Rows and columns of a board, each from 2 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// The 8-puzzle.
    pub const EIGHT: Size = Size { rows: 3, columns: 3 };

    /// The 15-puzzle.
    pub const FIFTEEN: Size = Size { rows: 4, columns: 4 };

    /// The longest side of a board.
    pub const MAX_SIDE: usize = 5;

    /// The cells of the largest board.
    pub const MAX_CELLS: usize = Self::MAX_SIDE * Self::MAX_SIDE;

    /// The size with these sides; `None` if one is out of range.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let side = |length: usize| u8::try_from(length).ok().filter(|side| (2..=5).contains(side));
        Some(Size { rows: side(rows)?, columns: side(columns)? })
    }

    /// Rows.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Columns.
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// The number of cells: the tiles and the blank.
    pub fn cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// The neighbours of a cell, from the top.
    pub(super) fn beside(self, cell: usize) -> impl Iterator<Item = usize> {
        let columns = self.columns();
        let (row, column) = (cell / columns, cell % columns);
        let up = (row > 0).then(|| cell - columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < columns).then_some(cell + 1);
        let down = (row + 1 < self.rows()).then_some(cell + columns);
        [up, left, right, down].into_iter().flatten()
    }

    /// The Manhattan distance between two cells.
    pub(super) fn distance(self, one: usize, other: usize) -> usize {
        let columns = self.columns();
        (one / columns).abs_diff(other / columns) + (one % columns).abs_diff(other % columns)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// Reads `4x4`, rows first.
impl FromStr for Size {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let side = |text: &str| text.trim().parse().ok();
        let (rows, columns) = text.split_once('x').unwrap_or_default();
        let size =
            side(rows).zip(side(columns)).and_then(|(rows, columns)| Size::new(rows, columns));
        size.ok_or_else(|| NotationError::new("size", quote(text), "2x2 to 5x5, as in 3x4"))
    }
}

/// The place of the blank in the solved board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "harness", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "harness", serde(rename_all = "kebab-case"))]
pub enum Goal {
    /// In the upper left corner, as in Korf's instances.
    #[default]
    BlankFirst,
    /// In the lower right corner, as in the original toy.
    BlankLast,
}

impl Goal {
    /// The cell of a tile in the solved board; the blank is tile 0.
    pub(super) fn home(self, size: Size, tile: usize) -> usize {
        match (self, tile) {
            (Goal::BlankFirst, tile) => tile,
            (Goal::BlankLast, 0) => size.cells() - 1,
            (Goal::BlankLast, tile) => tile - 1,
        }
    }
}

/// An arrangement of tiles, solvable or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// The tile on each cell; unused cells are 0.
    tiles: [u8; Size::MAX_CELLS],
}

impl Board {
    /// The solved board.
    pub fn solved(size: Size, goal: Goal) -> Self {
        let mut tiles = [0; Size::MAX_CELLS];
        for tile in 0..size.cells() {
            tiles[goal.home(size, tile)] = tile as u8;
        }
        Board { size, tiles }
    }

    /// A random solvable board, uniformly distributed.
    pub fn random(size: Size, goal: Goal, rng: &mut Rng) -> Self {
        let mut board = Board::solved(size, goal);
        rng.shuffle(&mut board.tiles[..size.cells()]);
        if !board.is_solvable(goal) {
            // Swapping two tiles changes the parity and does not move the blank.
            let mut tiles = (0..size.cells()).filter(|&cell| board.tiles[cell] != 0);
            if let (Some(one), Some(other)) = (tiles.next(), tiles.next()) {
                board.tiles.swap(one, other);
            }
        }
        board
    }

    /// The solved board after this many random moves, none of which undoes the previous one. It can be
    /// solved in at most as many moves.
    pub fn scrambled(size: Size, goal: Goal, moves: u32, rng: &mut Rng) -> Self {
        let mut board = Board::solved(size, goal);
        let mut blank = board.blank();
        let mut before = blank;
        for _ in 0..moves {
            let cells: Vec<usize> = size.beside(blank).filter(|&cell| cell != before).collect();
            let Some(cell) = rng.choose(&cells) else { break };
            board.tiles.swap(blank, cell);
            (before, blank) = (blank, cell);
        }
        board
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles by rows from the top, 0 for the blank.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size.cells()]
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.tiles().iter().position(|&tile| tile == 0).unwrap_or_default()
    }

    /// Whether the board can be solved. Every move swaps the blank with a tile, so the parity of the
    /// permutation and the parity of the blank's distance from its goal change together.
    pub fn is_solvable(&self, goal: Goal) -> bool {
        let mut seen = [false; Size::MAX_CELLS];
        let mut is_odd = self.size.distance(self.blank(), goal.home(self.size, 0)) % 2 == 1;
        for first in 0..self.size.cells() {
            let mut cell = first;
            // A cycle of n cells is n - 1 swaps.
            while !seen[cell] {
                seen[cell] = true;
                cell = goal.home(self.size, self.tiles[cell].into());
                is_odd ^= cell != first;
            }
        }
        !is_odd
    }

    /// Slides a tile into the blank. Returns whether it is next to the blank.
    pub fn slide(&mut self, tile: u8) -> bool {
        let blank = self.blank();
        let from = self.size.beside(blank).find(|&cell| self.tiles[cell] == tile);
        if let Some(from) = from {
            self.tiles.swap(from, blank);
        }
        from.is_some()
    }

    /// Whether sliding these tiles one after the other solves the board.
    pub fn is_solved_by(mut self, tiles: &[u8], goal: Goal) -> bool {
        tiles.iter().all(|&tile| self.slide(tile)) && self == Board::solved(self.size, goal)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles().iter().enumerate() {
            match cell {
                0 => {}
                _ if cell % self.size.columns() == 0 => f.write_str("/")?,
                _ => f.write_str(" ")?,
            }
            write!(f, "{tile}")?;
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let words = |row: &'_ str| -> Vec<String> {
            let words = row.split(|c: char| c == ',' || c.is_whitespace());
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        // Longer than any position: refused without parsing.
        if text.len() > 1 << 10 {
            return Err(NotationError::new("position", quote(text), "at most 25 tiles"));
        }
        let rows: Vec<Vec<String>> = text.split('/').map(words).collect();
        let size = match &rows[..] {
            [list] => square(list.len())?,
            rows => rectangle(rows)?,
        };
        let mut board = Board { size, tiles: [0; Size::MAX_CELLS] };
        let mut seen = [false; Size::MAX_CELLS];
        for (cell, word) in rows.iter().flatten().enumerate() {
            let (row, column) = (cell / size.columns() + 1, cell % size.columns() + 1);
            let refuse = |found: String, allowed: String| {
                NotationError::new(format!("row {row}, column {column}"), found, allowed)
            };
            let last = size.cells() - 1;
            let number = if word == "_" { Some(0) } else { word.parse().ok() };
            let Some(tile) = number.filter(|&tile: &usize| tile <= last) else {
                return Err(refuse(quote(word), format!("a tile from 1 to {last}, 0 or _")));
            };
            if std::mem::replace(&mut seen[tile], true) {
                return Err(refuse(format!("a second {}", quote(word)), "every tile once".into()));
            }
            board.tiles[cell] = tile as u8;
        }
        Ok(board)
    }
}

/// The size of a square board in one list.
fn square(cells: usize) -> Result<Size, NotationError> {
    let size = (2..=Size::MAX_SIDE).find(|side| side * side == cells);
    size.and_then(|side| Size::new(side, side)).ok_or_else(|| {
        let found = if cells == 1 { "1 tile".to_owned() } else { format!("{cells} tiles") };
        let allowed = "4, 9, 16 or 25 in one list, or rows joined by /; quote it as one argument";
        NotationError::new("position", found, allowed)
    })
}

/// The size of a board by rows.
fn rectangle(rows: &[Vec<String>]) -> Result<Size, NotationError> {
    let columns = rows.first().map_or(0, Vec::len);
    for (row, words) in (1..).zip(rows) {
        if words.len() != columns {
            let allowed = format!("{columns}, as in row 1");
            return Err(NotationError::new(
                format!("row {row}"),
                format!("{} tiles", words.len()),
                allowed,
            ));
        }
    }
    Size::new(rows.len(), columns).ok_or_else(|| {
        let found = format!("{} rows of {columns}", rows.len());
        NotationError::new("position", found, "2 to 5 rows of 2 to 5 tiles")
    })
}
