//! The move generation of the labs: [`Nearby`].

use crate::evaluators::from_edge;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::{Point, Size};
use search::hooks::{Candidates, Priority};
use search::{Game, Hooks, Side};
use serde::{Deserialize, Serialize};

/// The order in which moves are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Row by row from the top.
    #[default]
    Rows,
    /// Points far from the edge with many black neighbours first: the order of the 15x15 lab.
    Centre,
    /// Forced moves first, then the strongest threats: the engine's own order, see
    /// [`Tactics`](crate::Tactics).
    Threats,
}

/// Points near stones, in the order of a lab.
#[derive(Clone, Copy, Debug)]
pub struct Nearby {
    /// The greatest distance of a move from a stone, in king steps; 0 for any distance.
    pub radius: u8,
    /// The order of the moves.
    pub order: Order,
}

impl Hooks<Gomoku> for Nearby {
    const CANDIDATES: Option<Candidates<Self, Gomoku>> = Some(Self::candidates);
    const PRIORITY: Option<Priority<Self, Gomoku>> = Some(Self::priority);
}

impl Nearby {
    /// Appends the moves to search.
    pub(crate) fn candidates(&mut self, game: &Gomoku, moves: &mut Vec<Point>) {
        moves_within(game, self.radius, moves);
    }

    fn priority(&mut self, game: &Gomoku, point: Point, _depth: u32) -> i32 {
        match self.order {
            Order::Rows | Order::Threats => 0,
            Order::Centre => {
                let black = neighbours(game.size(), point)
                    .filter(|&neighbour| game.stone(neighbour) == Some(Side::First));
                i32::from(from_edge(game, point)) + black.count() as i32
            }
        }
    }
}

/// Appends the legal moves within `radius` king steps of a stone, all legal moves if it is 0. If there are
/// none, as on an empty board, the move in the centre.
pub(crate) fn moves_within(game: &Gomoku, radius: u8, moves: &mut Vec<Point>) {
    if radius == 0 {
        return game.legal_moves(moves);
    }
    let start = moves.len();
    let near = near_stones(game, radius);
    moves.extend(near.points(game.size()).filter(|&point| game.is_legal(point)));
    if moves.len() == start {
        let centre = game.size().centre();
        match game.is_legal(centre) {
            true => moves.push(centre),
            false => game.legal_moves(moves),
        }
    }
}

/// The up to eight points around a point.
fn neighbours(size: Size, point: Point) -> impl Iterator<Item = Point> {
    let around = |at: u8, limit: u8| at.saturating_sub(1)..=(at + 1).min(limit - 1);
    let rows = around(point.row(), size.rows);
    rows.flat_map(move |row| {
        around(point.column(), size.columns).map(move |column| Point::new(row, column))
    })
    .filter(move |&neighbour| neighbour != point)
}

/// A set of points, one word per row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    rows: [u32; 20],
}

impl Area {
    /// The points of the set that are on a board, row by row.
    pub(crate) fn points(self, size: Size) -> impl Iterator<Item = Point> {
        let on_board = (1u32 << size.columns) - 1;
        (0..size.rows).flat_map(move |row| {
            let mut left = self.rows[usize::from(row)] & on_board;
            std::iter::from_fn(move || {
                let column = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (column < 32).then(|| Point::new(row, column as u8))
            })
        })
    }
}

/// The points, occupied or not, within this many king steps of any stone.
fn near_stones(game: &Gomoku, radius: u8) -> Area {
    let size = game.size();
    let mut wide = [0u32; 20];
    for row in 0..size.rows {
        let stones = game.lines().stones_in_row(row);
        // Bits beyond the right edge are masked out by `Area::points`.
        wide[usize::from(row)] =
            (0..=radius).fold(0, |sum, step| sum | stones << step | stones >> step);
    }
    let mut rows = wide;
    for row in 0..usize::from(size.rows) {
        let last = (row + usize::from(radius)).min(usize::from(size.rows) - 1);
        let near = &wide[row.saturating_sub(radius.into())..=last];
        rows[row] = near.iter().fold(0, |sum, columns| sum | columns);
    }
    Area { rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::rng::Rng;

    search::hook_law_tests!(
        nearby_obeys,
        Gomoku::new(Size::square(7), crate::Rule::Renju),
        Nearby { radius: 1, order: Order::Centre }
    );

    #[test]
    fn the_area_around_stones_is_measured_in_king_steps() {
        let mut rng = Rng::new(11);
        for radius in 1..=4 {
            let size = Size { rows: 9, columns: 20 };
            let stones: Vec<Point> =
                (0..4).map(|_| Point::new(rng.below(9) as u8, rng.below(20) as u8)).collect();
            let coloured = stones.iter().map(|&point| (point, Side::First));
            let game = Gomoku::with_stones(size, Default::default(), coloured, Side::First);
            let reached = |point: &Point| {
                stones.iter().any(|stone| {
                    let rows = stone.row().abs_diff(point.row());
                    rows.max(stone.column().abs_diff(point.column())) <= radius
                })
            };
            let expected: Vec<Point> = size.iter().filter(reached).collect();
            assert_eq!(near_stones(&game, radius).points(size).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn an_empty_board_has_one_candidate_or_with_radius_0_every_point() {
        let game = Gomoku::new(Size::square(15), Default::default());
        let mut moves = Vec::new();
        Nearby { radius: 1, order: Order::Rows }.candidates(&game, &mut moves);
        assert_eq!(moves, [Point::new(7, 7)]);
        moves.clear();
        Nearby { radius: 0, order: Order::Rows }.candidates(&game, &mut moves);
        assert_eq!(moves.len(), 225);
    }
}
