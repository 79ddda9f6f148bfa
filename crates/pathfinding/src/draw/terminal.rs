//! A small map in a terminal: walls, stations, `S`, `G`, and an arrow for every step.

use super::Picture;
use crate::map::movement::Direction;
use crate::map::{Map, Terrain};
use board::DrawStyle;
use std::collections::HashMap;

/// The maximum number of rows and columns; a larger drawing would not fit a screen.
pub const LARGEST: u32 = 200;

/// Whether the map is small enough to draw.
pub fn fits(map: &Map) -> bool {
    map.rows().max(map.columns()) <= LARGEST
}

/// Draws the map with a line per row. Without colour and Unicode, and except for the arrows, this is the
/// format [`drawing`](crate::formats::drawing).
///
/// ```
/// use board::DrawStyle;
/// use pathfinding::draw::{Heat, Picture, terminal};
/// use pathfinding::formats::{self, Format};
/// use pathfinding::{Direction, Query};
///
/// let puzzle = formats::parse("S#G\n..+\n", Format::Drawing)?;
/// let query = Query::new((0, 0).into(), (0, 2).into());
/// let path = [Direction::Down, Direction::Right, Direction::Right, Direction::Up];
/// let picture = Picture { map: &puzzle.map, query: &query, path: &path, heat: &Heat::new(&puzzle.map) };
/// let plain = DrawStyle { colour: false, unicode: false };
/// assert_eq!(terminal::draw(&picture, plain), "S#G\n>>^\n");
/// # Ok::<(), pathfinding::formats::FormatError>(())
/// ```
pub fn draw(picture: &Picture<'_>, style: DrawStyle) -> String {
    let map = picture.map;
    let steps: HashMap<_, _> =
        picture.cells().into_iter().filter_map(|(cell, step)| Some((cell, step?))).collect();
    let mut text = String::new();
    for cell in map.cells() {
        let (symbol, colour) = match (steps.get(&cell), map.terrain(cell)) {
            _ if cell == picture.query.from => ('S', BLUE),
            _ if cell == picture.query.to => ('G', BLUE),
            (Some(&step), _) => (arrow(step, style.unicode), RED),
            (None, Terrain::Station) => ('+', GREEN),
            (None, Terrain::Wall) => (if style.unicode { '█' } else { '#' }, GREY),
            (None, Terrain::Floor) => (if style.unicode { '·' } else { '.' }, GREY),
        };
        match style.colour {
            true => text.extend([colour, symbol.encode_utf8(&mut [0; 4]), RESET]),
            false => text.push(symbol),
        }
        if cell.column + 1 == map.columns() {
            text.push('\n');
        }
    }
    text
}

const BLUE: &str = "\x1b[1;34m";
const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[32m";
const GREY: &str = "\x1b[90m";
const RESET: &str = "\x1b[0m";

/// The arrow of a step. Without Unicode, a diagonal is a key of the numeric keypad.
fn arrow(direction: Direction, unicode: bool) -> char {
    match (direction, unicode) {
        (Direction::Up, false) => '^',
        (Direction::Right, false) => '>',
        (Direction::Down, false) => 'v',
        (Direction::Left, false) => '<',
        (diagonal, false) => diagonal.letter(),
        (Direction::Up, true) => '↑',
        (Direction::Right, true) => '→',
        (Direction::Down, true) => '↓',
        (Direction::Left, true) => '←',
        (Direction::UpLeft, true) => '↖',
        (Direction::UpRight, true) => '↗',
        (Direction::DownRight, true) => '↘',
        (Direction::DownLeft, true) => '↙',
    }
}
