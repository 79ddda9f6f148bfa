//! Movement on a grid: steps ([`Direction`]), which steps are allowed ([`Movement`]), and path lengths
//! ([`Length`]).

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Add;

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[repr(u8)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
    /// To the previous column.
    Left,
    /// Diagonally to the row above and the previous column.
    UpLeft,
    /// Diagonally to the row above and the next column.
    UpRight,
    /// Diagonally to the row below and the next column.
    DownRight,
    /// Diagonally to the row below and the previous column.
    DownLeft,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// The four straight directions, in the order in which they are tried.
    pub const STRAIGHT: [Direction; 4] = [Up, Right, Down, Left];

    /// The four diagonal directions, in the order in which they are tried.
    pub const DIAGONAL: [Direction; 4] = [UpLeft, UpRight, DownRight, DownLeft];

    /// All eight: the straight ones, then the diagonal ones.
    pub const ALL: [Direction; 8] = [Up, Right, Down, Left, UpLeft, UpRight, DownRight, DownLeft];

    /// The letter of the labs: `U`, `R`, `D`, `L`. A diagonal is the key of the numeric keypad in its
    /// direction: `7`, `9`, `3`, `1`.
    pub const fn letter(self) -> char {
        match self {
            Up => 'U',
            Right => 'R',
            Down => 'D',
            Left => 'L',
            UpLeft => '7',
            UpRight => '9',
            DownRight => '3',
            DownLeft => '1',
        }
    }

    /// The direction of a letter.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// The opposite direction.
    pub const fn reversed(self) -> Direction {
        match self {
            Up => Down,
            Right => Left,
            Down => Up,
            Left => Right,
            UpLeft => DownRight,
            UpRight => DownLeft,
            DownRight => UpLeft,
            DownLeft => UpRight,
        }
    }

    /// The two directions perpendicular to a straight one.
    pub(crate) const fn sides(self) -> [Direction; 2] {
        match self {
            Up | Down => [Left, Right],
            _ => [Up, Down],
        }
    }

    /// The diagonal between this straight direction and one of its sides; itself if there is none.
    pub(crate) const fn with(self, side: Direction) -> Direction {
        match (self, side) {
            (Up, Left) | (Left, Up) => UpLeft,
            (Up, Right) | (Right, Up) => UpRight,
            (Down, Right) | (Right, Down) => DownRight,
            (Down, Left) | (Left, Down) => DownLeft,
            _ => self,
        }
    }

    /// The vertical and the horizontal part of a diagonal; `None` for a straight direction.
    pub const fn parts(self) -> Option<(Direction, Direction)> {
        match self {
            Up | Right | Down | Left => None,
            UpLeft => Some((Up, Left)),
            UpRight => Some((Up, Right)),
            DownRight => Some((Down, Right)),
            DownLeft => Some((Down, Left)),
        }
    }
}

/// The allowed steps. Named as in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Along rows and columns; a step costs 1.
    #[default]
    Four,
    /// Also diagonally, at a cost of √2, if both adjacent cells are free (no corner cutting). The model
    /// of the MovingAI scenarios.
    Eight,
}

impl Movement {
    /// Both movements.
    pub const ALL: [Movement; 2] = [Movement::Four, Movement::Eight];

    /// The name in a configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Movement::Four => "four",
            Movement::Eight => "eight",
        }
    }

    /// The allowed steps, in the order in which they are tried.
    pub const fn directions(self) -> &'static [Direction] {
        match self {
            Movement::Four => &Direction::STRAIGHT,
            Movement::Eight => &Direction::ALL,
        }
    }

    /// Whether steps in this direction are allowed.
    pub const fn allows(self, direction: Direction) -> bool {
        matches!(self, Movement::Eight) || direction.parts().is_none()
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The length of a path: the number of straight steps and of diagonal steps, of length √2.
///
/// Comparison is exact, without floating-point rounding: √2 is irrational, so lengths are equal only if
/// both numbers are.
///
/// ```
/// use pathfinding::Length;
/// let (one, other) = (Length { straight: 99, diagonal: 0 }, Length { straight: 0, diagonal: 70 });
/// assert!(one > other);
/// assert_eq!((one.steps(), one.cost()), (99, 99.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Length {
    /// Steps along rows and columns.
    pub straight: u32,
    /// Diagonal steps.
    pub diagonal: u32,
}

impl Length {
    /// A length of straight steps only.
    pub const fn straight(straight: u32) -> Self {
        Length { straight, diagonal: 0 }
    }

    /// The length of a path.
    pub fn of(path: &[Direction]) -> Self {
        let diagonal = path.iter().filter(|step| step.parts().is_some()).count() as u32;
        Length { straight: path.len() as u32 - diagonal, diagonal }
    }

    /// The number of steps.
    pub const fn steps(self) -> u32 {
        self.straight + self.diagonal
    }

    /// The cost: 1 for a straight step, √2 for a diagonal one.
    pub fn cost(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * std::f64::consts::SQRT_2
    }
}

impl Add for Length {
    type Output = Length;

    fn add(self, other: Length) -> Length {
        Length {
            straight: self.straight + other.straight,
            diagonal: self.diagonal + other.diagonal,
        }
    }
}

impl Ord for Length {
    fn cmp(&self, other: &Self) -> Ordering {
        // Comparing a + b√2 with c + d√2 is comparing a - c with (d - b)√2: by sign, then by squares.
        let left = i64::from(self.straight) - i64::from(other.straight);
        let right = i64::from(other.diagonal) - i64::from(self.diagonal);
        let square = |value: i64| i128::from(value) * i128::from(value.abs());
        square(left).cmp(&(2 * square(right)))
    }
}

impl PartialOrd for Length {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_direction_has_its_own_letter_and_an_opposite() {
        for direction in Direction::ALL {
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
            assert_eq!(direction.reversed().reversed(), direction);
            assert_ne!(direction.reversed(), direction);
        }
        assert_eq!(Direction::from_letter('5'), None);
        for diagonal in Direction::DIAGONAL {
            let (vertical, horizontal) = diagonal.parts().unwrap();
            assert_eq!(
                (vertical.with(horizontal), horizontal.with(vertical)),
                (diagonal, diagonal)
            );
            assert!(
                vertical.sides().contains(&horizontal) && horizontal.sides().contains(&vertical)
            );
        }
    }

    #[test]
    fn lengths_that_are_equal_in_floating_point_compare_exactly() {
        // The convergents of √2 alternate between both sides of it.
        let (mut straight, mut diagonal) = (1u32, 1u32);
        let mut expected = Ordering::Less;
        while straight < 1 << 30 {
            let ordering = Length::straight(straight).cmp(&Length { straight: 0, diagonal });
            assert_eq!(ordering, expected, "{straight} against {diagonal} diagonal steps");
            (straight, diagonal) = (straight + 2 * diagonal, straight + diagonal);
            expected = expected.reverse();
        }
    }

    proptest! {
        #[test]
        fn lengths_compare_as_their_costs_do(a in 0u32..5000, b in 0u32..5000, c in 0u32..5000, d in 0u32..5000) {
            let (one, other) = (Length { straight: a, diagonal: b }, Length { straight: c, diagonal: d });
            prop_assert_eq!(one.cmp(&other), one.cost().total_cmp(&other.cost()));
            prop_assert_eq!(one == other, one.cmp(&other) == Ordering::Equal);
            prop_assert_eq!((one + other).steps(), one.steps() + other.steps());
        }
    }
}
