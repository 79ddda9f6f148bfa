//! The points that are forbidden to black in renju.
//!
//! A stone that makes five is always allowed. Otherwise black may make neither an overline (a row of
//! more than five), nor two fours, nor two threes at once. A three counts only if black could extend
//! it to an open four by a move that is itself allowed. The test is therefore recursive. It ends
//! because every level adds a stone to the board (Renju International Federation, rules of play,
//! section 9).

use crate::rules::illegal::Prohibition;
use crate::rules::lines::{Lines, cell};
use crate::rules::point::{Direction, Point};
use crate::rules::rule::Rule;
use crate::rules::shapes::{Shape, ShapeTable};
use search::Side;

/// Whether this empty point is forbidden to black. `lines` is restored before returning.
pub(crate) fn is_forbidden(lines: &mut Lines, point: Point) -> bool {
    prohibition(lines, point).is_some()
}

/// Why black may not play on this empty point; `None` if it may. `lines` is restored before returning.
pub(crate) fn prohibition(lines: &mut Lines, point: Point) -> Option<Prohibition> {
    let table = ShapeTable::of(Rule::Renju);
    let shapes = shapes_at(table, lines, point);
    let count = |wanted: Shape| shapes.iter().filter(|&&shape| shape == wanted).count();
    if count(Shape::Five) > 0 {
        return None;
    }
    let fours = count(Shape::Four) + count(Shape::OpenFour) + 2 * count(Shape::DoubleFour);
    if count(Shape::Overline) > 0 {
        return Some(Prohibition::Overline);
    }
    if fours > 1 {
        return Some(Prohibition::DoubleFour);
    }
    if count(Shape::Three) < 2 {
        return None;
    }
    lines.toggle(point, cell::stone(Side::First));
    let mut open = 0;
    for (direction, shape) in Direction::ALL.into_iter().zip(shapes) {
        open += u32::from(shape == Shape::Three && grows(table, lines, point, direction));
    }
    lines.toggle(point, cell::stone(Side::First));
    (open > 1).then_some(Prohibition::DoubleThree)
}

/// The shapes that a black stone on a point makes, in the order of [`Direction::ALL`].
fn shapes_at(table: &ShapeTable, lines: &Lines, point: Point) -> [Shape; 4] {
    Direction::ALL.map(|direction| table.shape(lines.window(point, direction), Side::First))
}

/// Whether the three through this stone can become an open four by an allowed move that does not
/// make five in another direction.
fn grows(table: &ShapeTable, lines: &mut Lines, stone: Point, direction: Direction) -> bool {
    (-4..=4).filter_map(|steps| stone.step(direction, steps)).any(|next| {
        lines.is_empty(next)
            && table.shape(lines.window(next, direction), Side::First) == Shape::OpenFour
            && joins(lines, stone, next, direction)
            && !shapes_at(table, lines, next).contains(&Shape::Five)
            && !is_forbidden(lines, next)
    })
}

/// Whether a stone on `next` would be in one unbroken row with `stone`.
fn joins(lines: &Lines, stone: Point, next: Point, direction: Direction) -> bool {
    let [from, to] = [stone.min(next), stone.max(next)];
    let mut between = (1..).map_while(|steps| from.step(direction, steps));
    between
        .by_ref()
        .take_while(|&point| point != to)
        .all(|point| lines.stone(point) == Some(Side::First))
}

#[cfg(test)]
mod tests {
    use crate::{Gomoku, Point, Prohibition, Size};
    use search::{Game, Notation, Side};

    /// Checks that exactly the points marked `*` are forbidden to black.
    fn assert_forbidden(rows: &[&str]) {
        let text = rows.join("/").replace('*', ".");
        let game = Gomoku::parse_position(&format!("{text} X renju")).unwrap();
        let Size { rows: height, columns } = game.size();
        for row in 0..height {
            for column in 0..columns {
                let point = Point::new(row, column);
                let marked = rows[usize::from(row)].as_bytes()[usize::from(column)] == b'*';
                let found = game.is_empty(point) && game.is_forbidden(point, Side::First);
                assert_eq!(found, marked, "{rows:#?} {}", game.move_text(point));
                assert!(!game.is_empty(point) || !game.is_forbidden(point, Side::Second));
            }
        }
        let marks = text.len() - rows.join("/").replace('*', "").len();
        assert_eq!(game.count_moves(), game.empties() - marks);
    }

    #[test]
    fn the_reason_is_named() {
        for (text, point, reason) in [
            (
                "........./........./....X..../....X..../.XX....../........./......... X",
                (4, 4),
                Prohibition::DoubleThree,
            ),
            (
                "O......../.X......./.X......./.X......./..XXXO.../........./......... X",
                (4, 1),
                Prohibition::DoubleFour,
            ),
            ("........./OXXX.XXO./........./........./......... X", (1, 4), Prohibition::Overline),
        ] {
            let game = Gomoku::parse_position(&format!("{text} renju")).unwrap();
            let (row, column) = point;
            assert_eq!(game.prohibition(Point::new(row, column), Side::First), Some(reason));
            assert_eq!(game.prohibition(Point::new(0, 8), Side::First), None);
            assert_eq!(game.prohibition(Point::new(row, column), Side::Second), None);
        }
    }

    #[test]
    fn two_threes_two_fours_and_more_than_five_are_forbidden() {
        assert_forbidden(&[
            "...........",
            "...........",
            ".....X.....",
            ".....X.....",
            "..XX.*.....",
            "...........",
            "...........",
            "...........",
            "...........",
        ]);
        assert_forbidden(&[
            "O..........",
            ".X.........",
            ".X.........",
            ".X.........",
            ".*XXXO.....",
            "...........",
            "...........",
        ]);
        assert_forbidden(&[
            "...........",
            "OXXX*XXO...",
            "...........",
            "...........",
            "...........",
        ]);
    }

    #[test]
    fn two_fours_in_one_line_are_forbidden() {
        assert_forbidden(&[
            "...........",
            ".OX.X*X.XO.",
            "...........",
            "...........",
            "...........",
        ]);
        assert_forbidden(&[
            "............",
            "XX.X*.XX....",
            "............",
            "............",
            "............",
        ]);
    }

    #[test]
    fn five_is_always_allowed() {
        assert_forbidden(&[
            "O..........",
            "OXXXX......",
            ".....X.....",
            ".....X.....",
            ".....X.....",
            "...........",
        ]);
    }

    #[test]
    fn a_three_that_cannot_grow_does_not_count() {
        // A white stone blocks the row on the left, so it cannot become an open four.
        assert_forbidden(&[
            "...........",
            ".....X.....",
            ".....X.....",
            ".OXX......O",
            "...........",
            "...........",
            "...........",
        ]);
    }
}
