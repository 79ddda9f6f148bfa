//! Chinese notation: 炮二平五.
//!
//! Four characters: the piece; the file it leaves, counted from its player's right; 进 forward, 退
//! back or 平 sideways; and the number of steps along the file, or the file it enters. Red's numbers
//! are written 一 to 九, black's １ to ９. Of two equal pieces on a file the front one is 前炮, the
//! rear one 后炮. Pawns: three on a file are 前兵 中兵 后兵, four 前兵 二兵 三兵 后兵, five 前兵 二兵
//! 三兵 四兵 后兵. If two files have several pawns each, the file replaces the piece: 前三平四.
//!
//! Also accepted: simplified and traditional characters of either side for either side (帅 將, 相 象,
//! 兵 卒, 砲 包, 俥 車, 傌 馬); 後 for 后; Chinese, full-width and ASCII digits; 一兵 for 前兵 and so
//! on with four or five pawns; white space anywhere; a file instead of 前 or 后, or the
//! reverse, if only one legal move matches.
//!
//! ```
//! use xiangqi::notation::chinese::{Script, read, write};
//! use xiangqi::Position;
//!
//! let position = Position::start();
//! let mv = read(&position, "馬八進七")?;
//! assert_eq!(mv.to_string(), "b0c2");
//! assert_eq!(write(&position, mv, Script::Simplified), "马八进七");
//! # Ok::<(), xiangqi::notation::MoveError>(())
//! ```

use super::MoveError;
use super::described::{Described, Direction, Pattern, Place, describe, find};
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use search::{Game, Side};

/// The characters to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// Simplified: 马八进七.
    Simplified,
    /// Traditional, as in Hong Kong and Taiwan: 馬八進七.
    Traditional,
}

/// The pieces by script (simplified, traditional), side (red, black) and kind.
const PIECES: [[[char; 7]; 2]; 2] = [
    [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']],
    [['帥', '仕', '相', '馬', '車', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']],
];
/// One to nine, as red writes them.
const NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Writes a legal move of the position.
pub fn write(position: &Position, mv: Move, script: Script) -> String {
    let side = position.side();
    let Some(described) = describe(position, mv) else { return mv.to_string() };
    let number = |number: usize| match side {
        Side::First => NUMBERS[number - 1],
        Side::Second => fullwidth(number),
    };
    let piece = PIECES[script as usize][side.index()][described.kind.index()];
    let [rear, advance] = match script {
        Script::Simplified => ['后', '进'],
        Script::Traditional => ['後', '進'],
    };
    let mut text = String::new();
    match place_character(&described, rear) {
        None => text.extend([piece, number(described.file)]),
        Some(place) if described.other_tandem => text.extend([place, number(described.file)]),
        Some(place) => text.extend([place, piece]),
    }
    let direction = match described.direction {
        Direction::Advance => advance,
        Direction::Retreat => '退',
        Direction::Traverse => '平',
    };
    text.extend([direction, number(described.number)]);
    text
}

/// The character that distinguishes the piece from others on its file; `None` if it is alone.
fn place_character(described: &Described, rear: char) -> Option<char> {
    match described.place {
        _ if !described.is_tandem() => None,
        Place { index: 0, .. } => Some('前'),
        place if place.is_rear() => Some(rear),
        Place { count: 3, .. } => Some('中'),
        Place { index, .. } => Some(NUMBERS[index]),
    }
}

/// The script that a text is written in; simplified if its characters are common to both.
pub(super) fn script_of(text: &str) -> Script {
    let [simplified, traditional] = &PIECES;
    let is_simplified = |c: &char| simplified.iter().flatten().any(|piece| piece == c);
    let is_traditional = |c: char| {
        "進後俥傌".contains(c)
            || traditional.iter().flatten().any(|&piece| piece == c) && !is_simplified(&c)
    };
    if text.chars().any(is_traditional) { Script::Traditional } else { Script::Simplified }
}

fn fullwidth(number: usize) -> char {
    char::from_u32('０' as u32 + number as u32).unwrap_or('？')
}

/// Reads a legal move of the position.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::unreadable(text);
    let symbols = symbols(text).ok_or_else(unreadable)?;
    let pattern = pattern(symbols).ok_or_else(unreadable)?;
    let written = |mv| write(position, mv, Script::Simplified);
    find(position, text, |mv| self::symbols(&written(mv)) == Some(symbols), &pattern)
}

/// The meaning of a character, independent of script and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbol {
    Piece(Kind),
    Number(usize),
    Front,
    Middle,
    Rear,
    Go(Direction),
}

fn symbols(text: &str) -> Option<[Symbol; 4]> {
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    let mut next = || symbol(characters.next()?);
    let symbols = [next()?, next()?, next()?, next()?];
    characters.next().is_none().then_some(symbols)
}

fn symbol(character: char) -> Option<Symbol> {
    Some(match character {
        '前' => Symbol::Front,
        '中' => Symbol::Middle,
        '后' | '後' => Symbol::Rear,
        '进' | '進' => Symbol::Go(Direction::Advance),
        '退' => Symbol::Go(Direction::Retreat),
        '平' => Symbol::Go(Direction::Traverse),
        '傌' => Symbol::Piece(Kind::Horse),
        '俥' => Symbol::Piece(Kind::Rook),
        '包' | '砲' => Symbol::Piece(Kind::Cannon),
        '1'..='9' => Symbol::Number(character as usize - '0' as usize),
        '１'..='９' => Symbol::Number(character as usize - '０' as usize),
        other => match NUMBERS.iter().position(|&number| number == other) {
            Some(index) => Symbol::Number(index + 1),
            None => {
                let mut all = PIECES.iter().flatten();
                let index = all.find_map(|row| row.iter().position(|&piece| piece == other))?;
                Symbol::Piece(Kind::ALL[index])
            }
        },
    })
}

fn pattern([first, second, direction, number]: [Symbol; 4]) -> Option<Pattern> {
    let (Symbol::Go(direction), Symbol::Number(number)) = (direction, number) else { return None };
    let place: Option<fn(Place) -> bool> = match first {
        Symbol::Front | Symbol::Number(1) => Some(|place| place.index == 0),
        Symbol::Middle => Some(|place| place.count == 3 && place.is_middle()),
        Symbol::Rear => Some(Place::is_rear),
        Symbol::Number(2) => Some(|place| place.index == 1),
        Symbol::Number(3) => Some(|place| place.index == 2),
        Symbol::Number(4) => Some(|place| place.index == 3),
        Symbol::Number(5) => Some(|place| place.index == 4),
        _ => None,
    };
    let (kind, file) = match (first, second) {
        (Symbol::Piece(kind), Symbol::Number(file)) => (kind, Some(file)),
        (_, Symbol::Piece(kind)) if place.is_some() => (kind, None),
        (Symbol::Front | Symbol::Middle | Symbol::Rear, Symbol::Number(file)) => {
            (Kind::Pawn, Some(file))
        }
        _ => return None,
    };
    Some(Pattern { kind, file, place, direction, number })
}
