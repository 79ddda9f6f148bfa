//! Position strings and moves, in the notation of OBF files.
//!
//! A position is its squares row by row from a1 (`X` black, `O` white, `-` empty), a space, and the
//! side to move: `---...--- X`. 64 squares make an 8x8 board, 36 a 6x6 and 16 a 4x4 board. A move is a
//! letter for the column and a number for the row from the top (`f5`), or `pass`.
//!
//! Also accepted in positions: `*` for `X`, `.` and `_` for `-`, lowercase letters, white space between
//! the squares (a board on several lines), and anything after a `;` (scored moves, comments). In moves:
//! uppercase letters, `f 5`, `f-5` and `6,5` (the column, then the row, both from 1) for `f5`; `pa`, `ps`
//! and `--` for `pass`.

use crate::rules::board::{Board, Size};
use crate::rules::game::Othello;
use crate::rules::illegal::Illegal;
use crate::rules::square::Move;
use search::notation::{Coordinates, quote};
use search::{Game, Notation, NotationError, Side};

/// `X` or `O`.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// The side whose disc a character stands for; `None` for an empty square.
fn cell(c: char) -> Result<Option<Side>, char> {
    match c {
        'X' | 'x' | '*' => Ok(Some(Side::First)),
        'O' | 'o' => Ok(Some(Side::Second)),
        '-' | '.' | '_' => Ok(None),
        other => Err(other),
    }
}

/// Parses a position.
pub fn parse_position(text: &str) -> Result<Othello, NotationError> {
    let text = text.split(';').next().unwrap_or_default();
    let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).take(66).collect();
    let form = "64, 36 or 16 squares (X, O or -) and then the side to move (X or O)";
    let Some((&side, cells)) = cells.split_last() else {
        return Err(NotationError::new("position", "nothing", form));
    };
    let size = match cells.len() {
        64 => Size::Eight,
        36 => Size::Six,
        16 => Size::Four,
        65 => return Err(NotationError::new("position", "more than 64 squares", form)),
        count => {
            return Err(NotationError::new(
                "position",
                format!("{count} squares and a side"),
                form,
            ));
        }
    };
    let Ok(Some(side)) = cell(side) else {
        let found = quote(side.encode_utf8(&mut [0; 4]));
        return Err(NotationError::new("side to move", found, "X or O"));
    };
    let mut discs = [0, 0];
    for (square, &c) in size.squares().zip(cells) {
        match cell(c) {
            Ok(Some(owner)) => discs[owner.index()] |= square.bit(),
            Ok(None) => {}
            Err(other) => {
                let found = quote(other.encode_utf8(&mut [0; 4]));
                return Err(NotationError::new(size.name(square), found, "X, O or -"));
            }
        }
    }
    let board = Board { own: discs[side.index()], opp: discs[(!side).index()] };
    Ok(Othello::new(board, side, size))
}

/// Parses a move. Does not check legality.
pub fn parse_move(size: Size, text: &str) -> Option<Move> {
    if is_pass(text) {
        return Some(Move::PASS);
    }
    Coordinates::parse(text).and_then(|place| at(size, place))
}

fn is_pass(text: &str) -> bool {
    ["pass", "pa", "ps", "--"].iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// The move to a square that a person names, if the board has it.
fn at(size: Size, place: Coordinates) -> Option<Move> {
    size.square(place.row.checked_sub(1)?, place.column.checked_sub(1)?).map(Move::at)
}

/// The names of the squares: `a1 to h8`.
fn squares_of(size: Size) -> String {
    let last = size.squares().last().map_or(String::new(), |square| size.name(square));
    format!("a1 to {last}")
}

impl Notation for Othello {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        parse_position(text)
    }

    fn position_text(&self) -> String {
        let [black, white] = [Side::First, Side::Second].map(|side| self.discs(side));
        let cells = self.size().squares().map(|square| match square.bit() {
            bit if black & bit != 0 => 'X',
            bit if white & bit != 0 => 'O',
            _ => '-',
        });
        cells.chain([' ', letter(self.side())]).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        if let Some(mv) = parse_move(self.size(), text) {
            return match self.why_illegal(mv) {
                None => Ok(mv),
                Some(reason) => Err(NotationError::illegal(text, reason)),
            };
        }
        let squares = squares_of(self.size());
        Err(match Coordinates::parse(text) {
            Some(_) => {
                let reason = format!("{}, which has {squares}", Illegal::OffBoard);
                NotationError::illegal(text, reason)
            }
            None => NotationError::new("move", quote(text), format!("{squares}, or pass")),
        })
    }

    fn move_text(&self, mv: Move) -> String {
        mv.square().map_or("pass".to_owned(), |square| self.size().name(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn positions_and_moves_round_trip_on_every_size() {
        for size in Size::ALL {
            search::laws::check_notation(&Othello::start(size), 20, 5);
        }
    }

    #[test]
    fn the_start_position_has_its_standard_text() {
        let text = Othello::start(Size::Eight).position_text();
        assert_eq!(text, "---------------------------OX------XO--------------------------- X");
        assert_eq!(Othello::start(Size::Four).position_text(), "-----OX--XO----- X");
    }

    #[test]
    fn other_letters_multi_line_boards_and_scored_moves_are_accepted() {
        let start = Othello::start(Size::Four);
        let same = [
            "....\n.ox.\n.xo.\n....\n x",
            "_____O*__*O_____ *",
            "  -----OX--XO-----   X ; b1:+3; comment",
        ];
        for text in same {
            assert_eq!(Othello::parse_position(text), Ok(start), "{text}");
        }
        for text in ["b1", "B1", " b1 ", "b 1", "b-1", "2,1"] {
            assert_eq!(start.move_text(start.parse_move(text).unwrap()), "b1");
        }
    }

    #[test]
    fn errors_have_the_place_the_text_found_and_what_is_allowed() {
        let error_text = |text: &str| Othello::parse_position(text).unwrap_err().to_string();
        assert!(error_text("").starts_with("position: found nothing"));
        assert!(error_text("---X X").starts_with("position: found 4 squares and a side"));
        assert!(error_text("-----OXx-XO----- Z").starts_with("side to move: found `Z`"));
        assert!(error_text("-----O?--XO----- X").starts_with("c2: found `?`"));
        assert!(error_text(&"-".repeat(500)).starts_with("position: found more than 64 squares"));
        let start = Othello::start(Size::Four);
        let error = start.parse_move("a1").unwrap_err().to_string();
        assert_eq!(error, "move: `a1` is not legal: it flips nothing");
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[-XO*.; \\PC]{0,80}", mv in "\\PC{0,5}") {
            if let Ok(position) = Othello::parse_position(&text) {
                prop_assert_eq!(Othello::parse_position(&position.position_text()), Ok(position));
                let _ = position.parse_move(&mv);
            }
        }
    }
}
