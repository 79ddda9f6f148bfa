//! The state of each cell for the bidirectional search, in 16 bits: its surroundings, which never change,
//! and whether, from which end and by which step it was entered.
//!
//! One load gives the successors of a cell, so walls are never visited. The successors are *canonical*, as
//! in jump point search: a path along a row turns up or down only where a wall above or below the previous
//! cell has just ended, because otherwise the turn could have been taken one cell earlier. So most cells
//! are entered from one neighbour only.
//!
//! No shortest path is lost, although the successors of a cell depend only on how it was entered first.
//! Suppose that it was entered from the left, and that the cell below is best reached through it. If there
//! is a wall below the cell on the left, the search turns here. If not, the free cell there is as near to
//! the start as this one, and however it was entered, the search continues from it along the row: to the
//! same cell in the same number of steps.
//!
//! The steps so far are not stored: they are the same for all cells of a layer. The six highest bits are
//! the number of the search, one for each end. When the numbers run out, every 31 queries, all are reset.

use crate::map::movement::Direction::{self, Down, Left, Right, Up};
use crate::map::{Map, Spot};
use std::hint::select_unpredictable;

/// A word per cell; see the [module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Trails {
    words: Vec<u16>,
    search: u16,
}

const SEARCH: u32 = 10;
const LAST_SEARCH: u16 = u16::MAX >> SEARCH;
const ENTERED: u32 = 8;
const SURROUNDINGS: u16 = 0xff;

impl Trails {
    /// Starts a query. Returns the words, and the marks of the searches from both ends. A word below the
    /// first mark belongs to a cell that was not entered.
    pub(super) fn begin(&mut self, map: &Map) -> (&mut [u16], [u16; 2]) {
        if self.words.is_empty() {
            let row = |row| (0..map.stride() as u32).map(move |column| Spot::new(row, column));
            let spots = (0..map.rows() + 2).flat_map(row);
            self.words.reserve_exact(map.places());
            self.words.extend(spots.map(|spot| surroundings(map, spot)));
        }
        if self.search > LAST_SEARCH - 2 {
            self.words.iter_mut().for_each(|word| *word &= SURROUNDINGS);
            self.search = 0;
        }
        self.search += 2;
        (&mut self.words, [self.search - 1, self.search].map(|search| search << SEARCH))
    }

    /// The steps of the path from `from`, an end, to a cell that was entered from there, last step first.
    pub(super) fn follow(
        &self,
        map: &Map,
        from: Spot,
        to: Spot,
        path: &mut impl Extend<Direction>,
    ) {
        let mut at = to;
        path.extend(std::iter::from_fn(|| {
            let word = self.words[map.index(at)];
            let entered = Direction::STRAIGHT[usize::from(word >> ENTERED & 0b11)];
            let is_on_the_way = at != from;
            at = at.step(entered.reversed());
            is_on_the_way.then_some(entered)
        }));
    }
}

/// A bit for each straight direction with a free neighbour, and above them for each diagonal one with a wall.
fn surroundings(map: &Map, at: Spot) -> u16 {
    let is_open = |spot: Spot| map.is_open(map.index(spot));
    if !is_open(at) {
        return 0;
    }
    let free = Direction::STRAIGHT.map(|direction| is_open(at.step(direction)));
    let walls = Direction::DIAGONAL.map(|direction| !is_open(at.step(direction)));
    let bits = free.into_iter().chain(walls).enumerate();
    bits.fold(0, |word, (number, is_set)| word | u16::from(is_set) << number)
}

/// Whether a word has this mark. With the exclusive or of a word and a mark, use mark 0.
#[inline]
pub(super) fn is_by(word: u16, mark: u16) -> bool {
    (word ^ mark) >> SEARCH == 0
}

/// The directions in which the neighbours of a cell are free, as [`bit`]s.
pub(super) fn exits(word: u16) -> u8 {
    word as u8 & 0b1111
}

/// Enters an end of the path.
pub(super) fn enter_end(word: &mut u16, mark: u16) {
    *word = mark | *word & SURROUNDINGS;
}

/// Enters a cell in the direction of this number, unless its mark is at least `lowest`. Returns whether the
/// cell is new, and the directions of its successors as [`bit`]s.
#[inline]
pub(super) fn enter(word: &mut u16, lowest: u16, mark: u16, number: u16) -> (bool, u8) {
    let was = *word;
    let is_new = was < lowest;
    let surroundings = was & SURROUNDINGS;
    *word = select_unpredictable(is_new, mark | number << ENTERED | surroundings, was);
    let onward = ONWARD[usize::from(number << ENTERED | surroundings) & (ONWARD.len() - 1)];
    (is_new, select_unpredictable(is_new, onward, 0))
}

/// The bit of a straight direction in a set of directions.
pub(super) const fn bit(direction: Direction) -> u8 {
    1 << direction as u8
}

/// The directions of the successors, by the entering direction of a cell and its surroundings.
static ONWARD: [u8; 4 << ENTERED] = {
    let mut table = [0; 4 << ENTERED];
    let mut index = 0;
    while index < table.len() {
        table[index] = onward(Direction::STRAIGHT[index >> ENTERED], index as u8);
        index += 1;
    }
    table
};

const fn onward(entered: Direction, surroundings: u8) -> u8 {
    let [up_left, up_right, down_right, down_left] = [4, 5, 6, 7];
    let ways = match entered {
        Up => !bit(Down),
        Down => !bit(Up),
        Left => bit(Left) | turn(surroundings, up_right, Up) | turn(surroundings, down_right, Down),
        _ => bit(Right) | turn(surroundings, up_left, Up) | turn(surroundings, down_left, Down),
    };
    surroundings & ways & 0b1111
}

/// The direction, if the previous cell has a wall on that side.
const fn turn(surroundings: u8, before: u8, direction: Direction) -> u8 {
    if surroundings >> before & 1 != 0 { bit(direction) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Terrain;

    #[test]
    fn marks_of_earlier_searches_count_as_absent_through_every_reset() {
        let map = Map::new(1, 1, |_| Terrain::Floor);
        let mut trails = Trails::default();
        for round in 0..100 {
            let (words, marks) = trails.begin(&map);
            assert!(marks[0] < marks[1] && words[4] < marks[0], "{round}");
            let mark = marks[round % 2];
            assert_eq!(enter(&mut words[4], marks[0], mark, 3), (true, 0));
            assert_eq!(enter(&mut words[4], marks[0], mark, 2), (false, 0));
            assert!(is_by(words[4], mark) && !is_by(words[4], marks[1 - round % 2]));
        }
    }

    #[test]
    fn along_a_row_the_search_turns_only_where_a_wall_has_ended() {
        // Entered from the left, with a wall above the previous cell.
        let map = Map::new(3, 3, |cell| match (cell.row, cell.column) {
            (0, 0) => Terrain::Wall,
            _ => Terrain::Floor,
        });
        let word = surroundings(&map, Spot::new(2, 2));
        let ways = |entered: Direction| {
            enter(&mut word.clone(), 1 << SEARCH, 1 << SEARCH, entered as u16).1
        };
        assert_eq!(ways(Right), bit(Right) | bit(Up));
        assert_eq!(ways(Left), bit(Left));
        assert_eq!(ways(Up), bit(Up) | bit(Left) | bit(Right));
        assert_eq!(exits(word), 0b1111);
    }
}
