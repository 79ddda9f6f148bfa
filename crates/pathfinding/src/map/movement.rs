//! How one moves on a grid: [`Direction`]s, which of them are allowed ([`Movement`]), and how long a way
//! of them is ([`Length`]).

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Add;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[repr(u8)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the next column.
    Right,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
    /// Diagonally to the row above and the column before.
    UpLeft,
    /// Diagonally to the row above and the next column.
    UpRight,
    /// Diagonally to the row below and the next column.
    DownRight,
    /// Diagonally to the row below and the column before.
    DownLeft,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// The four along rows and columns, in the order in which they are tried.
    pub const STRAIGHT: [Direction; 4] = [Up, Right, Down, Left];

    /// The four diagonal ones, likewise.
    pub const DIAGONAL: [Direction; 4] = [UpLeft, UpRight, DownRight, DownLeft];

    /// All eight: the straight ones, then the diagonal ones.
    pub const ALL: [Direction; 8] = [Up, Right, Down, Left, UpLeft, UpRight, DownRight, DownLeft];

    /// The letter of the labs: `U`, `R`, `D`, `L`. A diagonal is the key of the numeric keypad that
    /// lies in its direction: `7`, `9`, `3`, `1`.
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

    /// The way back.
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

    /// The two straight directions across a straight one.
    pub(crate) const fn sides(self) -> [Direction; 2] {
        match self {
            Up | Down => [Left, Right],
            _ => [Up, Down],
        }
    }

    /// The diagonal between this straight direction and one of its sides; itself where there is none.
    pub(crate) const fn with(self, side: Direction) -> Direction {
        match (self, side) {
            (Up, Left) | (Left, Up) => UpLeft,
            (Up, Right) | (Right, Up) => UpRight,
            (Down, Right) | (Right, Down) => DownRight,
            (Down, Left) | (Left, Down) => DownLeft,
            _ => self,
        }
    }

    /// The vertical and the horizontal step a diagonal is made of; `None` for a straight one.
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

/// Which steps are allowed, by its name in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Along rows and columns; a step costs 1.
    #[default]
    Four,
    /// Diagonally as well, at the cost of √2, where both cells beside the diagonal are free: no
    /// corner is cut. The model of the MovingAI scenarios.
    Eight,
}

impl Movement {
    /// Both.
    pub const ALL: [Movement; 2] = [Movement::Four, Movement::Eight];

    /// The name in a configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Movement::Four => "four",
            Movement::Eight => "eight",
        }
    }

    /// The steps that are allowed, in the order in which they are tried.
    pub const fn directions(self) -> &'static [Direction] {
        match self {
            Movement::Four => &Direction::STRAIGHT,
            Movement::Eight => &Direction::ALL,
        }
    }

    /// Whether a step is allowed at all.
    pub const fn allows(self, direction: Direction) -> bool {
        matches!(self, Movement::Eight) || direction.parts().is_none()
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How long a path is: so many straight steps and so many diagonal ones, of length √2.
///
/// Two lengths compare exactly, whatever a floating-point sum would round: √2 is irrational, so they
/// are equal only when both numbers are.
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
    /// A length of straight steps alone.
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
        // a + b√2 against c + d√2 is a - c against (d - b)√2: by sign, then by squares.
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
    fn every_direction_has_a_letter_of_its_own_and_a_way_back() {
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
    fn lengths_that_floating_point_cannot_tell_apart_compare_exactly() {
        // The convergents of √2 fall on either side of it in turn.
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
