//! A board as plain data: [`BoardView`].

mod marks;
mod piece;

pub use marks::{Candidate, Forbidden, MovePlaces, MoveTarget, Numbered};
pub use piece::{Form, Piece, PieceKind};

use serde::Serialize;

/// A cell or an intersection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// From the left, beginning with 0.
    pub column: u8,
    /// From the top, beginning with 0.
    pub row: u8,
}

impl Place {
    /// The place in this column (from the left) and row (from the top).
    pub const fn new(column: u8, row: u8) -> Place {
        Place { column, row }
    }
}

/// What the pieces lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surface {
    /// Wood with lines; pieces lie on the intersections. Gomoku.
    Wood,
    /// Paper with lines, a river in the middle and two palaces; pieces lie on the intersections.
    /// Xiangqi.
    Paper,
    /// Green felt with squares. Othello.
    Felt,
    /// Squares of two shades. Knights.
    Checkerboard,
    /// An upright rack with round holes. Connect Four.
    Rack,
    /// Plain squares.
    Plain,
}

impl Surface {
    /// Whether pieces lie where lines cross, rather than inside squares.
    pub const fn is_lines(self) -> bool {
        matches!(self, Surface::Wood | Surface::Paper)
    }
}

/// One of the two players, as shown beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    /// `black`, `red`, `X`.
    pub name: &'static str,
    /// What its pieces look like, where they all look alike.
    pub piece: Option<PieceKind>,
    /// How many pieces or points it has, where the game is decided by counting.
    pub count: Option<u32>,
}

impl SideView {
    fn new(name: &'static str) -> SideView {
        SideView { name, piece: None, count: None }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// 0 for the first side, 1 for the second, `None` for a draw.
    pub winner: Option<u8>,
    /// Why: `five in a row`, `checkmate`. Empty if there is nothing to add.
    pub reason: String,
}

/// A position as it looks: no types of any game, only data to draw or to send.
///
/// Sides are numbers: 0 is the first player, 1 the second. Every list of places is in board order or
/// in the order of play; drawing ignores places outside the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BoardView {
    /// What the pieces lie on.
    pub surface: Surface,
    /// Columns, or vertical lines.
    pub columns: u8,
    /// Rows, or horizontal lines.
    pub rows: u8,
    /// One label per column, from the left.
    pub column_labels: Vec<String>,
    /// One label per row, from the top.
    pub row_labels: Vec<String>,
    /// Points marked by a dot for orientation.
    pub stars: Vec<Place>,
    /// The two players.
    pub sides: [SideView; 2],
    /// What lies on the board.
    pub pieces: Vec<Piece>,
    /// Places that can no longer be used.
    pub visited: Vec<Place>,
    /// Where the side to move can play. For a piece that moves, where it can go.
    pub targets: Vec<MoveTarget>,
    /// Where the side to move may not play although the place is empty.
    pub forbidden: Vec<Forbidden>,
    /// The last move.
    pub last: Option<MovePlaces>,
    /// The line that won the game.
    pub line: Vec<Place>,
    /// When the pieces were placed, by place.
    pub numbers: Vec<Numbered>,
    /// Moves under consideration, best first.
    pub candidates: Vec<Candidate>,
    /// The side to move; `None` when the game is over.
    pub to_move: Option<u8>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
    /// Remarks about the position: `black has to pass`.
    pub notes: Vec<String>,
}

impl BoardView {
    /// An empty board with letters below its columns and numbers beside its rows, the lowest number
    /// at the bottom.
    pub fn new(surface: Surface, columns: u8, rows: u8) -> BoardView {
        let letter = |column| char::from(b'a' + column % 26).to_string();
        BoardView {
            surface,
            columns,
            rows,
            column_labels: (0..columns).map(letter).collect(),
            row_labels: (1..=rows).rev().map(|row| row.to_string()).collect(),
            stars: Vec::new(),
            sides: ["first", "second"].map(SideView::new),
            pieces: Vec::new(),
            visited: Vec::new(),
            targets: Vec::new(),
            forbidden: Vec::new(),
            last: None,
            line: Vec::new(),
            numbers: Vec::new(),
            candidates: Vec::new(),
            to_move: None,
            ending: None,
            notes: Vec::new(),
        }
    }

    /// Names the two sides.
    #[must_use]
    pub fn with_sides(mut self, first: &'static str, second: &'static str) -> BoardView {
        self.sides = [first, second].map(SideView::new);
        self
    }

    /// Says what the pieces of the two sides look like, if a side has only one kind.
    #[must_use]
    pub fn with_pieces(mut self, first: PieceKind, second: PieceKind) -> BoardView {
        for (side, kind) in self.sides.iter_mut().zip([first, second]) {
            side.piece = Some(kind);
        }
        self
    }

    /// Numbers the rows from the top, beginning with 1, as in othello.
    #[must_use]
    pub fn with_rows_from_top(mut self) -> BoardView {
        self.row_labels = (1..=self.rows).map(|row| row.to_string()).collect();
        self
    }

    /// Numbers the rows from the bottom, beginning with 0, as in xiangqi.
    #[must_use]
    pub fn with_rows_from_zero(mut self) -> BoardView {
        self.row_labels = (0..self.rows).rev().map(|row| row.to_string()).collect();
        self
    }

    /// Puts a piece on the board.
    pub fn put(&mut self, place: Place, kind: PieceKind) {
        self.pieces.push(Piece { place, kind });
    }

    /// Marks as the winning line every unbroken row of this side whose length passes the test, in all
    /// eight directions.
    pub fn mark_rows(&mut self, side: u8, wins: impl Fn(usize) -> bool) {
        let own = |view: &BoardView, column: i16, row: i16| {
            let (Ok(column), Ok(row)) = (u8::try_from(column), u8::try_from(row)) else {
                return false;
            };
            view.piece_at(Place { column, row }).is_some_and(|piece| piece.kind.side == side)
        };
        let mut line = Vec::new();
        for (across, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for place in self.places() {
                let (column, row) = (i16::from(place.column), i16::from(place.row));
                let at = |steps: i16| own(self, column + across * steps, row + down * steps);
                let length = (0..).take_while(|&steps| at(steps)).count();
                if !at(-1) && wins(length) {
                    let step = |steps: u8| {
                        let steps = i16::from(steps);
                        let at = |start: i16, by: i16| u8::try_from(start + by * steps).ok();
                        Some(Place { column: at(column, across)?, row: at(row, down)? })
                    };
                    line.extend((0..length as u8).filter_map(step));
                }
            }
        }
        self.line = line;
    }

    /// Ends the game: the winner (`None` for a draw) and the reason.
    pub fn end(&mut self, winner: Option<u8>, reason: impl Into<String>) {
        self.to_move = None;
        self.ending = Some(Ending { winner, reason: reason.into() });
    }

    /// The piece at a place.
    pub fn piece_at(&self, place: Place) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.place == place)
    }

    /// Whether the place lies on the board.
    pub fn contains(&self, place: Place) -> bool {
        place.column < self.columns && place.row < self.rows
    }

    /// Every place, row by row from the top.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Place { column, row }))
    }

    /// Whether the targets are marked on the board: where the rules leave only a few empty places to
    /// play on.
    pub fn marks_targets(&self) -> bool {
        matches!(self.surface, Surface::Felt | Surface::Checkerboard)
    }

    /// How it ended in words: `black wins: five in a row`, `a draw`.
    pub fn ending_text(&self) -> Option<String> {
        let ending = self.ending.as_ref()?;
        let winner = ending.winner.and_then(|side| self.sides.get(usize::from(side)));
        let result = winner.map_or("a draw".to_owned(), |side| format!("{} wins", side.name));
        Some(match &ending.reason[..] {
            "" => result,
            reason => format!("{result}: {reason}"),
        })
    }

    /// Whether the first row is the one at the top, so that column letters belong above the board.
    pub(crate) fn reads_from_top(&self) -> bool {
        let number = |label: Option<&String>| label.and_then(|label| label.parse::<u32>().ok());
        number(self.row_labels.first()) < number(self.row_labels.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_from_the_bottom_unless_asked_otherwise() {
        let labels = |view: BoardView| view.row_labels.join(" ");
        let view = BoardView::new(Surface::Plain, 2, 3);
        assert!(!view.reads_from_top());
        assert_eq!(labels(view.clone()), "3 2 1");
        assert_eq!(labels(view.clone().with_rows_from_zero()), "2 1 0");
        let view = view.with_rows_from_top();
        assert!(view.reads_from_top());
        assert_eq!((view.column_labels.join(" "), labels(view)), ("a b".into(), "1 2 3".into()));
    }

    #[test]
    fn the_end_of_a_game_is_said_with_its_reason() {
        let mut view = BoardView::new(Surface::Wood, 5, 5).with_sides("black", "white");
        assert_eq!(view.ending_text(), None);
        view.to_move = Some(0);
        view.end(Some(1), "five in a row");
        assert_eq!(view.ending_text().unwrap(), "white wins: five in a row");
        assert_eq!(view.to_move, None);
        view.end(None, "");
        assert_eq!(view.ending_text().unwrap(), "a draw");
    }

    #[test]
    fn rows_that_win_are_found_in_every_direction() {
        for (across, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let mut view = BoardView::new(Surface::Wood, 7, 7);
            let at = |steps: i16| Place::new((3 + across * steps) as u8, (3 + down * steps) as u8);
            (-2..=2).for_each(|steps| view.put(at(steps), PieceKind::first_stone("black")));
            view.put(at(3), PieceKind::second_stone("white"));
            view.mark_rows(0, |length| length >= 6);
            assert!(view.line.is_empty());
            view.mark_rows(0, |length| length == 5);
            view.line.sort();
            let mut expected: Vec<Place> = (-2..=2).map(at).collect();
            expected.sort();
            assert_eq!(view.line, expected);
        }
    }

    #[test]
    fn a_view_is_json_that_a_page_can_draw_from() {
        let mut view = BoardView::new(Surface::Paper, 9, 10).with_sides("red", "black");
        view.put(Place::new(4, 9), PieceKind::token("red-king", 0, 'K', '帥'));
        let json = serde_json::to_value(&view).unwrap();
        assert_eq!(json["surface"], "paper");
        assert_eq!(json["pieces"][0]["id"], "red-king");
        assert_eq!(json["pieces"][0]["form"], "token");
        assert_eq!(json["pieces"][0]["place"]["row"], 9);
        assert_eq!(json["pieces"][0]["character"], "帥");
    }
}
