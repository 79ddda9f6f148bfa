//! The lab's evaluator: [`Linear`], a weighted sum of six counts.
//!
//! Every count is the first player's minus the second's, independent of the side to move:
//!
//! | term | counts |
//! |---|---|
//! | `piece` | discs |
//! | `mobility` | legal moves |
//! | `corner` | discs in the corners |
//! | `stability` | discs in danger, see [`Linear::stability`]: a disadvantage |
//! | `next-corner` | discs diagonally next to the corners (X squares) |
//! | `edge` | discs on the border, corners included |
//!
//! The end of the game adds `win` for the winner. The first version in the lab report has the weights 1, 8,
//! 300, 1, 0, 0 and 5000; the improved one -50 for `next-corner` and 20 for `edge`.

use crate::rules::board::Size;
use crate::rules::game::Othello;
use search::{Evaluator, Game, Outcome, Score, Side, Term};
use serde::{Deserialize, Serialize};

/// The weights, with the names of the configuration keys. The default is the lab's first version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Weights {
    /// For a disc.
    pub piece: i64,
    /// For a legal move.
    pub mobility: i64,
    /// For a corner.
    pub corner: i64,
    /// For an opponent's disc in danger.
    pub stability: i64,
    /// For a disc diagonally next to a corner.
    pub next_corner: i64,
    /// For a disc on the border.
    pub edge: i64,
    /// For a won game.
    pub win: i64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            piece: 1,
            mobility: 8,
            corner: 300,
            stability: 1,
            next_corner: 0,
            edge: 0,
            win: 5000,
        }
    }
}

/// The counts of the terms, the first player's minus the second's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Discs.
    pub piece: i64,
    /// Legal moves.
    pub mobility: i64,
    /// Corners.
    pub corner: i64,
    /// Discs in danger: the second player's minus the first's.
    pub stability: i64,
    /// Discs diagonally next to the corners.
    pub next_corner: i64,
    /// Discs on the border.
    pub edge: i64,
}

/// The sets of squares with their own terms, for one board size.
struct Places {
    corners: u64,
    next_corners: u64,
    border: u64,
}

const fn places(size: Size) -> Places {
    let shift = (size.origin() as u32) * 9;
    let (last, inner) = (size.rows() as u32 - 1, size.rows() as u32 - 2);
    let corners = 1 | 1 << last | 1 << (8 * last) | 1 << (9 * last);
    let next_corners = 1 << 9 | 1 << (8 + inner) | 1 << (8 * inner + 1) | 1 << (9 * inner);
    let all = size.mask();
    let within = all & (all << 1) & (all >> 1) & (all << 8) & (all >> 8);
    // On the 8x8 board shifts wrap around the columns and keep the outer rows: mask both explicitly.
    let within = if matches!(size, Size::Eight) { 0x007e_7e7e_7e7e_7e00 } else { within };
    Places { corners: corners << shift, next_corners: next_corners << shift, border: all & !within }
}

static PLACES: [Places; 3] = [places(Size::Four), places(Size::Six), places(Size::Eight)];

/// The evaluator with its weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    weights: Weights,
}

impl Linear {
    /// An evaluator with these weights.
    pub fn new(weights: Weights) -> Linear {
        Linear { weights }
    }

    /// The counts of a position.
    pub fn counts(position: &Othello) -> Counts {
        let [first, second] = [Side::First, Side::Second].map(|side| position.discs(side));
        let places = &PLACES[position.size() as usize];
        let difference = |set: u64| {
            i64::from((first & set).count_ones()) - i64::from((second & set).count_ones())
        };
        let own = i64::from(position.moves().count_ones());
        let mobility = own - i64::from(position.opponent_moves().count_ones());
        Counts {
            piece: difference(u64::MAX),
            mobility: sign(position.side()) * mobility,
            corner: difference(places.corners),
            stability: Linear::stability(first, second),
            next_corner: difference(places.next_corners),
            edge: difference(places.border),
        }
    }

    /// Discs in danger along all rows, columns and diagonals, the second player's minus the first's.
    ///
    /// A run of one colour is in danger if one neighbour on its line is a disc of the other colour
    /// and the other neighbour is empty. A run that reaches either end of its line is safe. On a
    /// diagonal the line still has a cell for every row; those off the board count as empty.
    pub fn stability(first: u64, second: u64) -> i64 {
        let line = |first: u64, second: u64| {
            i64::from(DANGER[((first & 255) << 8 | second & 255) as usize])
        };
        let (first_columns, second_columns) = (transpose(first), transpose(second));
        let mut sum = 0;
        for row in (0..64).step_by(8) {
            sum += line(first >> row, second >> row);
            sum += line(first_columns >> row, second_columns >> row);
        }
        for &(falling, rising, shift) in &DIAGONALS {
            for mask in [falling, rising] {
                // At most one disc per column: the sum of the rows is the line, by column.
                let [first, second] =
                    [first, second].map(|set| (set & mask).wrapping_mul(ROW_SUM) >> 56);
                // By row, with the cells off the board at the other end.
                let [first, second] = [first, second].map(|set| (set << 8) >> shift);
                sum += line(first, second);
            }
        }
        sum
    }

    fn parts(&self, counts: &Counts) -> [(&'static str, i64); 6] {
        let weights = &self.weights;
        [
            ("piece", weights.piece * counts.piece),
            ("mobility", weights.mobility * counts.mobility),
            ("corner", weights.corner * counts.corner),
            ("stability", weights.stability * counts.stability),
            ("next-corner", weights.next_corner * counts.next_corner),
            ("edge", weights.edge * counts.edge),
        ]
    }

    /// The bonus for the end of the game, from the first player's view.
    fn win_part(&self, outcome: Option<Outcome>) -> i64 {
        match outcome {
            Some(Outcome::Win(side)) => sign(side) * self.weights.win,
            Some(Outcome::Draw) | None => 0,
        }
    }

    /// The complete value for the first player.
    fn value(&self, position: &Othello, outcome: Option<Outcome>) -> i64 {
        let parts = self.parts(&Linear::counts(position));
        parts.iter().map(|(_, points)| points).sum::<i64>() + self.win_part(outcome)
    }
}

impl Evaluator<Othello> for Linear {
    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Score {
        Score::new(sign(position.side()) * self.value(position, None))
    }

    /// In the lab a finished game keeps its terms and adds a constant, independent of the ply.
    fn outcome_score(&mut self, position: &Othello, outcome: Outcome, _ply: usize) -> Score {
        Score::new(sign(position.side()) * self.value(position, Some(outcome)))
    }

    fn terms(&mut self, position: &Othello) -> Vec<Term> {
        let mut parts = self.parts(&Linear::counts(position)).to_vec();
        if let Some(outcome) = position.outcome() {
            parts.push(("win", self.win_part(Some(outcome))));
        }
        let term = |(name, points): (&str, i64)| Term { name: name.into(), points: points as f64 };
        parts.into_iter().map(term).collect()
    }
}

/// 1 for the first player, -1 for the second.
#[inline]
const fn sign(side: Side) -> i64 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// Multiplication by this puts the sum of the rows of a set into the highest byte.
const ROW_SUM: u64 = 0x0101_0101_0101_0101;

/// The diagonals at each of the fifteen distances from the main ones: the falling one, the rising one,
/// and the shift (plus 8) that aligns their column-wise image.
static DIAGONALS: [(u64, u64, u32); 15] = {
    let mut all = [(0, 0, 0); 15];
    let mut index = 0;
    while index < 15 {
        // Falling: column = row + distance. Rising: column = 7 + distance - row, whose image is the
        // reverse of its line; danger is symmetric.
        let distance = index as i32 - 7;
        let (mut falling, mut rising) = (0, 0);
        let mut row = 0;
        while row < 8 {
            let column = row + distance;
            if 0 <= column && column < 8 {
                falling |= 1 << (8 * row + column);
                rising |= 1 << (8 * (7 - row) + column);
            }
            row += 1;
        }
        all[index] = (falling, rising, (8 + distance) as u32);
        index += 1;
    }
    all
};

/// Discs in danger on one line of eight cells, the second player's minus the first's, indexed by the
/// sets of the first (high byte) and of the second.
static DANGER: [i8; 1 << 16] = {
    let mut all = [0; 1 << 16];
    let mut first = 0;
    while first < 256 {
        let mut second = 0;
        while second < 256 {
            if first & second == 0 {
                all[first << 8 | second] = danger(first, second);
            }
            second += 1;
        }
        first += 1;
    }
    all
};

const fn danger(first: usize, second: usize) -> i8 {
    // 0 empty, 1 the first player's, 2 the second's.
    const fn owner(first: usize, second: usize, cell: usize) -> usize {
        (first >> cell & 1) | (second >> cell & 1) << 1
    }
    let mut sum = 0;
    let mut begin = 0;
    while begin < 8 {
        let colour = owner(first, second, begin);
        let mut end = begin + 1;
        while end < 8 && owner(first, second, end) == colour {
            end += 1;
        }
        if colour != 0 && begin > 0 && end < 8 {
            let neighbours = [owner(first, second, begin - 1), owner(first, second, end)];
            let other = 3 - colour;
            let in_danger = (neighbours[0] == 0 && neighbours[1] == other)
                || (neighbours[1] == 0 && neighbours[0] == other);
            if in_danger {
                let length = (end - begin) as i8;
                sum += if colour == 2 { length } else { -length };
            }
        }
        begin = end;
    }
    sum
}

/// Swaps rows and columns.
#[inline]
fn transpose(set: u64) -> u64 {
    crate::rules::board::transpose(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::square::Square;
    use proptest::prelude::*;
    use search::Notation;

    /// The definition of danger, cell by cell, without tables.
    fn slow_stability(first: u64, second: u64) -> i64 {
        let owner = |row: i32, column: i32| match (0..8).contains(&column) {
            true => {
                let bit = Square::new(row as u8, column as u8).bit();
                i32::from(first & bit != 0) + 2 * i32::from(second & bit != 0)
            }
            false => 0,
        };
        let mut lines: Vec<Vec<i32>> = Vec::new();
        for line in 0..8 {
            lines.push((0..8).map(|cell| owner(line, cell)).collect());
            lines.push((0..8).map(|cell| owner(cell, line)).collect());
        }
        for shift in -7..15 {
            lines.push((0..8).map(|row| owner(row, row + shift)).collect());
            lines.push((0..8).map(|row| owner(row, shift - row)).collect());
        }
        let mut sum = 0;
        for line in lines {
            let runs: Vec<&[i32]> = line.chunk_by(|a, b| a == b).collect();
            for triple in runs.windows(3) {
                let [before, run, after] = [triple[0][0], triple[1][0], triple[2][0]];
                let other = 3 - run;
                if run != 0 && [(0, other), (other, 0)].contains(&(before, after)) {
                    sum += if run == 2 { 1 } else { -1 } * triple[1].len() as i64;
                }
            }
        }
        sum
    }

    proptest! {
        #[test]
        fn stability_agrees_with_its_definition(a: u64, b: u64, c: u64) {
            let (first, second) = (a & b & c, a & !b);
            prop_assert_eq!(Linear::stability(first, second), slow_stability(first, second));
        }
    }

    #[test]
    fn places_are_the_corners_and_borders_for_every_size() {
        for size in Size::ALL {
            let places = &PLACES[size as usize];
            let last = size.rows() - 1;
            for square in size.squares() {
                let [row, column] = [square.row(), square.column()].map(|at| at - size.origin());
                let at = |line: u8| line == 0 || line == last;
                let beside = |line: u8| line == 1 || line == last - 1;
                let has = |set: u64| set & square.bit() != 0;
                assert_eq!(has(places.corners), at(row) && at(column));
                assert_eq!(has(places.border), at(row) || at(column));
                assert_eq!(has(places.next_corners), beside(row) && beside(column), "{size}");
            }
        }
    }

    #[test]
    fn terms_add_up_to_the_value_for_the_first_player() {
        let weights = Weights { next_corner: -50, edge: 20, ..Weights::default() };
        for side in ["X", "O"] {
            let text = format!("OX{}XO{} {side}", "-".repeat(25), "X".repeat(35));
            let position = Othello::parse_position(&text).unwrap();
            let mut linear = Linear::new(weights);
            let sum: f64 = linear.terms(&position).iter().map(|term| term.points).sum();
            let value = linear.horizon_score(&position, 3).points(1);
            assert_eq!(sum, value * sign(position.side()) as f64);
        }
    }
}
