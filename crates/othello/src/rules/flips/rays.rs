//! The eight rays of each square, as sets.

/// The rays of one square: four that run to higher indices, four to lower ones.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Rays {
    /// East, south-west, south, south-east: steps of 1, 7, 8 and 9.
    pub(crate) up: [u64; 4],
    /// West, north-east, north, north-west: steps of -1, -7, -8 and -9.
    pub(crate) down: [u64; 4],
}

/// Row and column steps of the ascending rays, in the order of [`Rays::up`].
const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// All rays of all squares.
pub(crate) static RAYS: [Rays; 64] = {
    let mut all = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (row, column) = STEPS[direction];
            all[square].up[direction] = ray(square as i32, row, column);
            all[square].down[direction] = ray(square as i32, -row, -column);
            direction += 1;
        }
        square += 1;
    }
    all
};

/// The squares beyond `square` in one direction.
const fn ray(square: i32, row_step: i32, column_step: i32) -> u64 {
    let mut set = 0;
    let (mut row, mut column) = (square / 8 + row_step, square % 8 + column_step);
    while 0 <= row && row < 8 && 0 <= column && column < 8 {
        set |= 1 << (row * 8 + column);
        row += row_step;
        column += column_step;
    }
    set
}
