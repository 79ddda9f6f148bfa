//! Covers cells with few rectangles, which keeps the file of a large map small.

use std::fmt::Write;

/// A rectangle of cells of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) colour: u8,
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Rect {
    /// Appends its outline to the data of an SVG path.
    pub(super) fn outline(&self, data: &mut String) {
        let Rect { x, y, width, height, .. } = self;
        // Writing to a string cannot fail.
        let _ = write!(data, "M{x} {y}h{width}v{height}h-{width}z");
    }
}

/// Rectangles that cover every cell whose colour is not 0 exactly once. Runs of one colour in a row are
/// merged, and so are equal runs below each other. `None` if there are more than `most` rectangles.
pub(super) fn cover(
    rows: u32,
    columns: u32,
    colour: impl Fn(u32, u32) -> u8,
    most: usize,
) -> Option<Vec<Rect>> {
    let mut done = Vec::new();
    let mut above: Vec<Rect> = Vec::new();
    let mut current = Vec::new();
    for row in 0..rows {
        // Both rows are sorted by x, so one pass finds the rectangles that continue.
        let mut candidates = above.drain(..).peekable();
        let mut column = 0;
        while column < columns {
            let own = colour(row, column);
            let length = (column..columns).take_while(|&next| colour(row, next) == own).count();
            let width = length as u32;
            if own != 0 {
                while let Some(ended) = candidates.next_if(|rect| rect.x < column) {
                    done.push(ended);
                }
                let goes_on =
                    |rect: &Rect| (rect.x, rect.width, rect.colour) == (column, width, own);
                current.push(match candidates.next_if(goes_on) {
                    Some(rect) => Rect { height: rect.height + 1, ..rect },
                    None => Rect { colour: own, x: column, y: row, width, height: 1 },
                });
            }
            column += width;
        }
        done.extend(candidates);
        std::mem::swap(&mut above, &mut current);
        if done.len() + above.len() > most {
            return None;
        }
    }
    done.extend(above);
    Some(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_block_of_one_colour_is_one_rectangle() {
        let block = |row, column| u8::from(row >= 1 && (2..5).contains(&column));
        let rects = cover(4, 6, block, 9).unwrap();
        assert_eq!(rects, [Rect { colour: 1, x: 2, y: 1, width: 3, height: 3 }]);
        let mut data = String::new();
        rects[0].outline(&mut data);
        assert_eq!(data, "M2 1h3v3h-3z");
        assert_eq!(cover(3, 3, |row, column| ((row + column) % 2) as u8, 3), None);
    }

    proptest! {
        #[test]
        fn every_cell_is_covered_once_by_its_colour(
            cells in prop::collection::vec(0u8..3, 63),
            columns in 1u32..9,
        ) {
            let rows = cells.len() as u32 / columns;
            let colour = |row: u32, column: u32| cells[(row * columns + column) as usize];
            let mut painted = vec![0; (rows * columns) as usize];
            for rect in cover(rows, columns, colour, usize::MAX).unwrap() {
                for row in rect.y..rect.y + rect.height {
                    for column in rect.x..rect.x + rect.width {
                        let place = &mut painted[(row * columns + column) as usize];
                        prop_assert_eq!(std::mem::replace(place, rect.colour), 0);
                    }
                }
            }
            prop_assert_eq!(&painted[..], &cells[..painted.len()]);
        }
    }
}
