//! WXF, the notation of the World Xiangqi Federation: `C2=5`.
//!
//! Four characters: the piece (K A E H R C P); the file it leaves, counted from its player's right;
//! `+` forward, `-` back or `=` sideways; and the number of steps along the file, or the file it
//! enters. Of two equal pieces on a file the front one has `+` in place of the file, the rear one
//! `-`. Pawns, by the federation's rules of 1997:
//!
//! | pawns on a file | from the front |
//! |---|---|
//! | two | `P+` `P-` |
//! | three | `P+` `P3` `P-` |
//! | four | `++` `P+` `P-` `--` |
//! | five | `++` `P+` `P3` `P-` `--` |
//! | several on two files | the file in place of the piece: `3+` `33` `3-`, `7+` `7-` |
//!
//! Also accepted: lowercase letters; `.` for `=` (the federation's own sign) and Unicode dashes for
//! `-`; N for H, B for E, G for K, S for P; the sign before the piece (`+C-2`); white space
//! anywhere; a file instead of a sign, or the reverse, if only one legal move matches.
//!
//! ```
//! use xiangqi::notation::wxf::{read, write};
//! use xiangqi::Position;
//!
//! let position = Position::start();
//! let mv = read(&position, "H2+3")?;
//! assert_eq!(mv.to_string(), "h0g2");
//! assert_eq!(write(&position, mv), "H2+3");
//! # Ok::<(), xiangqi::notation::MoveError>(())
//! ```

use super::described::{Described, Direction, Pattern, Place, describe, find};
use super::{MoveError, without_spaces};
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;

/// The piece letters, in the order of [`Kind::ALL`].
const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];

/// Writes a legal move of the position.
pub fn write(position: &Position, mv: Move) -> String {
    let Some(described) = describe(position, mv) else { return mv.to_string() };
    let [first, second] = mover(&described);
    let sign = match described.direction {
        Direction::Advance => '+',
        Direction::Retreat => '-',
        Direction::Traverse => '=',
    };
    format!("{first}{second}{sign}{}", described.number)
}

/// The two characters that name the piece.
fn mover(described: &Described) -> [char; 2] {
    let letter = LETTERS[described.kind.index()];
    let file = char::from(b'0' + described.file as u8);
    if !described.is_tandem() {
        return [letter, file];
    }
    let place = described.place;
    let sign = match place {
        place if place.is_middle() => file,
        Place { index, count } if 2 * index < count => '+',
        _ => '-',
    };
    let is_outer = place.count > 3 && (place.index == 0 || place.is_rear());
    match () {
        () if is_outer => [sign, sign],
        () if described.other_tandem => [file, sign],
        () => [letter, sign],
    }
}

/// Reads a legal move of the position.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::unreadable(text);
    let characters = normalised(text).ok_or_else(unreadable)?;
    let pattern = pattern(characters).ok_or_else(unreadable)?;
    let is_written = |mv| write(position, mv).chars().eq(characters);
    find(position, text, is_written, &pattern)
}

/// The four characters, normalised to the form that [`write`] produces.
fn normalised(text: &str) -> Option<[char; 4]> {
    let mut characters = [' '; 4];
    let mut count = 0;
    for found in without_spaces(text).chars() {
        *characters.get_mut(count)? = match found.to_ascii_uppercase() {
            'N' => 'H',
            'B' => 'E',
            'G' => 'K',
            'S' => 'P',
            '.' => '=',
            '\u{2013}' | '\u{2014}' | '\u{2212}' => '-',
            other => other,
        };
        count += 1;
    }
    if matches!(characters[0], '+' | '-') && characters[1].is_ascii_alphabetic() {
        characters.swap(0, 1);
    }
    (count == 4).then_some(characters)
}

fn pattern([first, second, sign, number]: [char; 4]) -> Option<Pattern> {
    let digit = |c: char| c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize);
    let direction = match sign {
        '+' => Direction::Advance,
        '-' => Direction::Retreat,
        '=' => Direction::Traverse,
        _ => return None,
    };
    let letter = LETTERS.iter().position(|&letter| letter == first);
    // No letter means a pawn: `++`, `3-`, `33`.
    let kind = letter.map_or(Kind::Pawn, |index| Kind::ALL[index]);
    let place: Option<fn(Place) -> bool> = match (first, second) {
        ('+', '+') => Some(|place| place.index == 0),
        ('-', '-') => Some(Place::is_rear),
        (_, '+') => Some(|place| place.index == usize::from(place.count > 3)),
        (_, '-') => Some(|place| place.index + 1 + usize::from(place.count > 3) == place.count),
        _ => None,
    };
    let file = match (letter, digit(first), digit(second)) {
        (Some(_), _, file) => file,
        (None, Some(file), None) if place.is_some() => Some(file),
        (None, Some(file), Some(same)) if file == same => Some(file),
        (None, None, None) if first == second && place.is_some() => None,
        _ => return None,
    };
    let named = file.is_some() || place.is_some();
    named.then_some(Pattern { kind, file, place, direction, number: digit(number)? })
}
