//! The pattern shapes, their places on the board, and which configurations are reflections of each
//! other.
//!
//! A configuration of a shape is a number in base 3 with a digit for each square: 0 for an opponent's
//! disc, 1 for an empty square, 2 for an own disc. From the other side's view it is the largest number
//! minus itself.

use std::sync::LazyLock;

/// The maximum number of squares of a shape.
const MAX_CELLS: usize = 10;

/// A shape at the top left corner.
struct Shape {
    name: &'static str,
    size: usize,
    cells: [u8; MAX_CELLS],
}

const fn shape<const N: usize>(name: &'static str, squares: [u8; N]) -> Shape {
    let mut cells = [0; MAX_CELLS];
    let mut index = 0;
    while index < N {
        cells[index] = squares[index];
        index += 1;
    }
    Shape { name, size: N, cells }
}

/// The shapes that most programs since Logistello (Buro 1997) use.
static SHAPES: [Shape; 11] = ALL;

const ALL: [Shape; 11] = [
    shape("corner 3x3", [0, 1, 2, 8, 9, 10, 16, 17, 18]),
    shape("corner 2x5", [0, 1, 2, 3, 4, 8, 9, 10, 11, 12]),
    shape("edge and X squares", [9, 0, 1, 2, 3, 4, 5, 6, 7, 14]),
    shape("second line", [8, 9, 10, 11, 12, 13, 14, 15]),
    shape("third line", [16, 17, 18, 19, 20, 21, 22, 23]),
    shape("fourth line", [24, 25, 26, 27, 28, 29, 30, 31]),
    shape("diagonal of 8", [0, 9, 18, 27, 36, 45, 54, 63]),
    shape("diagonal of 7", [1, 10, 19, 28, 37, 46, 55]),
    shape("diagonal of 6", [2, 11, 20, 29, 38, 47]),
    shape("diagonal of 5", [3, 12, 21, 30, 39]),
    shape("diagonal of 4", [4, 13, 22, 31]),
];

/// The number of shapes.
pub(crate) const SHAPE_COUNT: usize = ALL.len();

/// The number of places of all shapes on the board.
pub(crate) const PLACES: usize = 46;

/// [`PLACES`] rounded up to a multiple of eight, for vector instructions.
pub(crate) const LANES: usize = 48;

/// The number of configurations of all shapes.
pub(crate) const CONFIGURATIONS: usize = {
    let (mut sum, mut index) = (0, 0);
    while index < ALL.len() {
        sum += power(ALL[index].size);
        index += 1;
    }
    sum
};

/// The name of a shape.
pub(crate) fn name(shape: usize) -> &'static str {
    SHAPES[shape].name
}

/// 3 to this power.
const fn power(exponent: usize) -> usize {
    3_usize.pow(exponent as u32)
}

/// A square under one of the eight symmetries of the board.
const fn image(symmetry: usize, square: u8) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        (row, column) = (column, row);
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        column = 7 - column;
    }
    row * 8 + column
}

/// The squares of a shape under a symmetry, as a set.
const fn set(shape: &Shape, symmetry: usize) -> u64 {
    let (mut set, mut index) = (0, 0);
    while index < shape.size {
        set |= 1 << image(symmetry, shape.cells[index]);
        index += 1;
    }
    set
}

/// The places of the shapes on the board.
pub(crate) struct Places {
    /// The value that a disc on each square adds to the number of each place.
    pub(crate) deltas: [[u16; LANES]; 64],
    /// The largest number of each place; 0 for unused lanes.
    pub(crate) largest: [u16; LANES],
    /// The index of the first configuration of each place's shape.
    pub(crate) offset: [u32; LANES],
    /// The shape of each place.
    pub(crate) shape: [u8; LANES],
}

pub(crate) static BOARD: Places = {
    let mut places = Places {
        deltas: [[0; LANES]; 64],
        largest: [0; LANES],
        offset: [0; LANES],
        shape: [0; LANES],
    };
    let (mut lane, mut offset, mut index) = (0, 0, 0);
    while index < ALL.len() {
        let shape = &ALL[index];
        let mut symmetry = 0;
        while symmetry < 8 {
            let (mut is_new, mut earlier) = (true, 0);
            while earlier < symmetry {
                is_new &= set(shape, earlier) != set(shape, symmetry);
                earlier += 1;
            }
            if is_new {
                let mut cell = 0;
                while cell < shape.size {
                    let square = image(symmetry, shape.cells[cell]) as usize;
                    places.deltas[square][lane] = power(cell) as u16;
                    cell += 1;
                }
                places.largest[lane] = (power(shape.size) - 1) as u16;
                places.offset[lane] = offset as u32;
                places.shape[lane] = index as u8;
                lane += 1;
            }
            symmetry += 1;
        }
        offset += power(shape.size);
        index += 1;
    }
    assert!(lane == PLACES);
    places
};

/// The class of each configuration. Configurations that are reflections of each other share a class
/// and so a weight.
pub(crate) struct Classes {
    pub(crate) of: Vec<u32>,
    pub(crate) count: usize,
}

pub(crate) static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    let mut classes = Classes { of: Vec::with_capacity(CONFIGURATIONS), count: 0 };
    for shape in &SHAPES {
        let offset = classes.of.len();
        for number in 0..power(shape.size) {
            let twin = reflected(shape, number);
            if twin < number {
                classes.of.push(classes.of[offset + twin]);
            } else {
                classes.of.push(classes.count as u32);
                classes.count += 1;
            }
        }
    }
    classes
});

/// The smallest number that a configuration has under the reflections of its shape.
fn reflected(shape: &Shape, number: usize) -> usize {
    let same = (1..8).filter(|&symmetry| set(shape, symmetry) == set(shape, 0));
    let cells = &shape.cells[..shape.size];
    let turned = same.map(|symmetry| {
        let mut sum = 0;
        for (place, &cell) in cells.iter().enumerate() {
            let digit = number / power(place) % 3;
            let to = cells.iter().position(|&other| other == image(symmetry, cell));
            sum += digit * to.map_or(0, power);
        }
        sum
    });
    turned.min().unwrap_or(number).min(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_in_several_places_and_every_place_has_its_squares() {
        for deltas in &BOARD.deltas {
            assert!(deltas.iter().filter(|delta| **delta != 0).count() >= 4);
        }
        for lane in 0..PLACES {
            let sum: usize = BOARD.deltas.iter().map(|deltas| usize::from(deltas[lane])).sum();
            assert_eq!(2 * sum, usize::from(BOARD.largest[lane]));
        }
    }

    #[test]
    fn reflected_configurations_share_a_class_and_others_do_not() {
        let (row, first) = (&SHAPES[3], BOARD.offset[16] as usize);
        assert_eq!(name(3), "second line");
        // An own disc at either end.
        let (left, right) = (2 + (power(8) - 3) / 2, (power(7) - 1) / 2 + 2 * power(7));
        assert_eq!(reflected(row, right), left.min(right));
        assert_eq!(CLASSES.of[first + left], CLASSES.of[first + right]);
        let mut seen = vec![0; CLASSES.count];
        for &class in &CLASSES.of {
            seen[class as usize] += 1;
        }
        assert!(seen.iter().all(|count| (1..=2).contains(count)));
    }
}
