//! Positions as FEN, moves as coordinates.
//!
//! A FEN has the ranks from 9 (black's home) down to 0, separated by `/`: uppercase letters for red,
//! lowercase for black, a number for that many empty points. Then the side to move, two unused
//! fields, the plies since the last capture and the fullmove number:
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`. Positions under other than
//! the full rules end with a word: `lab`, `lab-free-horses`. The lab's own format is also read: ten
//! lines of nine characters, a dot for an empty point, red to move. A move is the square it leaves and
//! the square it enters: `h2e2`.
//!
//! Also accepted: `h` for the horse and `e` for the elephant, `r` for red to move, missing fields or
//! `-` after the board, any white space between fields, a move in any [`notation`].

use crate::notation::{self, Style};
use crate::rules::moves::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::square::{FILES, RANKS, Square};
use crate::rules::variant::Rules;
use search::notation::quote;
use search::{Game, Notation, NotationError, Side};

/// The FEN of the start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The largest accepted counter; far above any real game.
const MAX_COUNTER: u16 = 9999;

/// Parses a FEN, or ten lines as in the lab. `rules` apply if the text does not name any.
///
/// ```
/// use xiangqi::{Rules, notation::fen};
/// let board = "...k.....\n\
///     .........\n.........\n.........\n.........\n\
///     .........\n.........\n.........\n.........\n\
///     R...K....\n";
/// let position = fen::parse_position(board, Rules::Full).unwrap();
/// assert_eq!(position, fen::parse_position("3k5/9/9/9/9/9/9/9/9/R3K4 w", Rules::Full).unwrap());
/// ```
pub fn parse_position(text: &str, rules: Rules) -> Result<Position, NotationError> {
    let position = if text.trim().lines().count() >= RANKS {
        let rows: Vec<&str> = text.trim().lines().map(str::trim).collect();
        parse_fields(&rows.join("/"), rules)?
    } else {
        parse_fields(text, rules)?
    };
    if position.rules() == Rules::Full {
        position.validate()?;
    }
    Ok(position)
}

/// Parses the fields of a FEN. The position is not validated.
fn parse_fields(text: &str, rules: Rules) -> Result<Position, NotationError> {
    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or_else(|| {
        NotationError::new(
            "position",
            quote(text),
            "a FEN: ten ranks joined by /, and the side to move",
        )
    })?;
    let side = match fields.next() {
        None | Some("w" | "r" | "W" | "R") => Side::First,
        Some("b" | "B") => Side::Second,
        Some(other) => {
            return Err(NotationError::new(
                "side to move",
                quote(other),
                "w (or r) for red, b for black",
            ));
        }
    };
    for place in ["third field", "fourth field"] {
        if let Some(other) = fields.next().filter(|&field| field != "-") {
            return Err(NotationError::new(place, quote(other), "-"));
        }
    }
    let quiet_plies = counter("plies without capture", fields.next(), 0)?;
    let move_number = counter("move number", fields.next(), 1)?;
    let rules = match fields.next() {
        None => rules,
        Some(word) => Rules::from_word(word).ok_or_else(|| {
            NotationError::new("rules", quote(word), "lab, lab-free-horses, or nothing")
        })?,
    };
    if let Some(more) = fields.next() {
        return Err(NotationError::new("end of the position", quote(more), "no further field"));
    }
    let mut position = Position::empty(rules, side, quiet_plies, move_number);
    parse_board(board, &mut position)?;
    Ok(position)
}

/// Parses one of the counters at the end; `-` or a missing field means `least`.
fn counter(place: &str, text: Option<&str>, least: u16) -> Result<u16, NotationError> {
    let Some(text) = text.filter(|&text| text != "-") else { return Ok(least) };
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<u16>().ok().filter(|&number| digits && number <= MAX_COUNTER);
    // Some programs count moves from 0.
    number.map(|number| number.max(least)).ok_or_else(|| {
        NotationError::new(place, quote(text), format!("a number up to {MAX_COUNTER}"))
    })
}

/// Puts the pieces of a FEN's board field on an empty board.
fn parse_board(text: &str, position: &mut Position) -> Result<(), NotationError> {
    let ranks = text.split('/').count();
    if ranks != RANKS {
        let found = format!("{ranks} ranks");
        return Err(NotationError::new("board", found, "10 ranks joined by /"));
    }
    for (rank, line) in (0..RANKS).rev().zip(text.split('/')) {
        let mut file = 0;
        for letter in line.chars() {
            let piece = Piece::from_letter(letter);
            let width = match (piece, letter.to_digit(10)) {
                (Some(_), _) => 1,
                (None, Some(empty @ 1..)) => empty as usize,
                (None, None) if letter == '.' => 1,
                _ => {
                    return Err(NotationError::new(
                        format!("rank {rank}, point {}", file + 1),
                        quote(letter.encode_utf8(&mut [0; 4])),
                        "k a b n r c p (capital for red; h and e for n and b), or 1 to 9 empty points",
                    ));
                }
            };
            if file + width > FILES {
                file = usize::MAX;
                break;
            }
            if let Some(piece) = piece {
                position.put(piece, Square::new(file, rank));
            }
            file += width;
        }
        if file != FILES {
            let found = if file > FILES { "more than 9".into() } else { format!("{file}") };
            let place = format!("rank {rank}");
            return Err(NotationError::new(place, format!("{found} points"), "9 points"));
        }
    }
    Ok(())
}

/// The board field of a FEN.
fn board_text(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        let flush = |text: &mut String, empty: &mut usize| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
                *empty = 0;
            }
        };
        for file in 0..FILES {
            match position.piece_at(Square::new(file, rank)) {
                Some(piece) => {
                    flush(&mut text, &mut empty);
                    text.push(piece.letter());
                }
                None => empty += 1,
            }
        }
        flush(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

impl Position {
    /// The start position.
    pub fn start() -> Position {
        Position::start_with(Rules::Full)
    }

    /// The start position under these rules.
    pub fn start_with(rules: Rules) -> Position {
        const HOME: [Kind; FILES] = [
            Kind::Rook,
            Kind::Horse,
            Kind::Elephant,
            Kind::Advisor,
            Kind::King,
            Kind::Advisor,
            Kind::Elephant,
            Kind::Horse,
            Kind::Rook,
        ];
        let mut position = Position::empty(rules, Side::First, 0, 1);
        for side in [Side::First, Side::Second] {
            let seen = |file, rank| match side {
                Side::First => Square::new(file, rank),
                Side::Second => Square::new(file, rank).flipped(),
            };
            for (file, kind) in HOME.into_iter().enumerate() {
                position.put(Piece::new(side, kind), seen(file, 0));
            }
            for file in [1, 7] {
                position.put(Piece::new(side, Kind::Cannon), seen(file, 2));
            }
            for file in [0, 2, 4, 6, 8] {
                position.put(Piece::new(side, Kind::Pawn), seen(file, 3));
            }
        }
        position
    }
}

impl Notation for Position {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        parse_position(text, Rules::Full)
    }

    fn position_text(&self) -> String {
        let side = if self.side() == Side::First { 'w' } else { 'b' };
        let (quiet, number) = (self.quiet_plies(), self.move_number());
        let rules = self.rules().word().map_or(String::new(), |word| format!(" {word}"));
        format!("{} {side} - - {quiet} {number}{rules}", board_text(self))
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        Ok(notation::read(self, text)?)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn move_text_like(&self, mv: Move, typed: &str) -> String {
        match Style::of(typed) {
            None => self.move_text(mv),
            Some(Style::Coordinates) if typed.contains(|c: char| c.is_ascii_uppercase()) => {
                self.move_text(mv).to_ascii_uppercase()
            }
            Some(style) => style.write(self, mv),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_start_position_matches_its_standard_fen() {
        assert_eq!(Position::start().position_text(), START);
        assert_eq!(Position::parse_position(START), Ok(Position::start()));
    }

    #[test]
    fn alternative_spellings_are_accepted() {
        let plain = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR";
        for rest in ["", " r", " w", "\tw  -\t-", " w - - 0 0", " w - - - -", " w - - 0 1 "] {
            let text = format!("{plain}{rest}");
            assert_eq!(Position::parse_position(&text), Ok(Position::start()), "{text}");
        }
        let position = Position::start();
        for text in ["h2e2", "H2E2", "h2-e2", "H2-E2", " h2e2\n"] {
            assert_eq!(position.parse_move(text).unwrap().to_string(), "h2e2", "{text}");
        }
    }

    #[test]
    fn invalid_positions_are_rejected_with_the_place() {
        let kings = |rest: &str| format!("3k5/9/9/9/9/9/9/9/9/4K4 {rest}");
        for (text, place) in [
            (String::new(), "position"),
            (kings("x"), "side to move"),
            (kings("w KQ"), "third field"),
            (kings("w - e3"), "fourth field"),
            (kings("w - - x"), "plies without capture"),
            (kings("w - - -1"), "plies without capture"),
            (kings("w - - 0 65536"), "move number"),
            (kings("w - - 0 1 x"), "rules"),
            (kings("w - - 0 1 lab x"), "end of the position"),
            ("3k5/9/9/9/9/9/9/9/4K4 w".into(), "board"),
            ("3k5/9/9/9/9/9/9/9/9/4K4/9 w".into(), "board"),
            ("3k5/8/9/9/9/9/9/9/9/4K4 w".into(), "rank 8"),
            ("3k5/91/9/9/9/9/9/9/9/4K4 w".into(), "rank 8"),
            ("3k5/0/9/9/9/9/9/9/9/4K4 w".into(), "rank 8, point 1"),
            ("3k5/3x5/9/9/9/9/9/9/9/4K4 w".into(), "rank 8, point 4"),
        ] {
            assert_eq!(Position::parse_position(&text).unwrap_err().place, place, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "[KABNRCPkabnrcp1-9/ wb-]{0,90}|.{0,60}") {
            if let Ok(position) = Position::parse_position(&text) {
                prop_assert_eq!(Position::parse_position(&position.position_text()), Ok(position));
            }
            let _ = Position::start().parse_move(&text);
        }
    }
}
