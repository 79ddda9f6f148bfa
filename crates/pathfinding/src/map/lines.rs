//! A map as bits, 64 cells to a word, for searches that run along a row (or, on the transposed map,
//! along a column) without looking at each cell.
//!
//! Whoever runs along a row without turning stops before a wall, and at a *turn*: a free cell beside
//! which, in the row above or below, a wall has just ended. There a way opens that could not have been
//! taken one cell earlier (a forced neighbour: Harabor and Grastien 2011). Where the stops are depends
//! only on the map, so they are bitmaps as well, one for each sense, and a run is a masked word and a
//! count of zeros (the block-based scan of Harabor and Grastien 2014, with the work per word done
//! beforehand).

/// Rows, or columns, with what stops a run along them. Three bits per cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lines {
    /// Words to a line; the bits beyond its end are walls.
    words: usize,
    walls: Vec<u64>,
    /// Walls, and the turns of a run toward higher places.
    ahead: Vec<u64>,
    /// Walls, and the turns of a run toward lower places.
    behind: Vec<u64>,
}

impl Lines {
    /// Lines of this length; the first and last line and the first and last place must be walls.
    pub(crate) fn new(lines: usize, length: usize, is_wall: impl Fn(usize, usize) -> bool) -> Self {
        let words = length.div_ceil(64);
        let mut walls = vec![u64::MAX; lines * words];
        for line in 0..lines {
            for place in (0..length).filter(|&place| !is_wall(line, place)) {
                walls[line * words + place / 64] &= !(1 << (place % 64));
            }
        }
        let (mut ahead, mut behind) = (walls.clone(), walls.clone());
        for line in 1..lines.saturating_sub(1) {
            for beside in [line - 1, line + 1] {
                let walls = &walls[beside * words..][..words];
                for word in 0..words {
                    let before = word.checked_sub(1).map_or(u64::MAX, |before| walls[before]);
                    let after = walls.get(word + 1).copied().unwrap_or(u64::MAX);
                    let here = walls[word];
                    ahead[line * words + word] |= (here << 1 | before >> 63) & !here;
                    behind[line * words + word] |= (here >> 1 | after << 63) & !here;
                }
            }
            // The border ends beside the first and the last place, but no run comes from there.
            let clear = |stops: &mut [u64], place: usize| {
                let word = line * words + place / 64;
                stops[word] &= !(1 << (place % 64)) | walls[word];
            };
            clear(&mut ahead, 1);
            clear(&mut behind, length.saturating_sub(2));
        }
        Lines { words, walls, ahead, behind }
    }

    #[inline]
    pub(crate) fn is_wall(&self, line: usize, place: usize) -> bool {
        self.walls[line * self.words + place / 64] >> (place % 64) & 1 != 0
    }

    /// Where a run from a place toward higher ones stops: the first turn or wall.
    #[inline]
    pub(crate) fn ahead(&self, line: usize, place: usize) -> usize {
        let first = line * self.words;
        let mut word = first + place / 64;
        let mut stops = self.ahead[word] & (u64::MAX << (place % 64) << 1);
        while stops == 0 {
            word += 1;
            stops = self.ahead[word];
        }
        (word - first) * 64 + stops.trailing_zeros() as usize
    }

    /// Where a run from a place toward lower ones stops: the first turn or wall.
    #[inline]
    pub(crate) fn behind(&self, line: usize, place: usize) -> usize {
        let first = line * self.words;
        let mut word = first + place / 64;
        let mut stops = self.behind[word] & !(u64::MAX << (place % 64));
        while stops == 0 {
            word -= 1;
            stops = self.behind[word];
        }
        (word - first) * 64 + 63 - stops.leading_zeros() as usize
    }

    /// Whether a run toward higher places turns here.
    pub(crate) fn is_turn_ahead(&self, line: usize, place: usize) -> bool {
        let word = line * self.words + place / 64;
        (self.ahead[word] & !self.walls[word]) >> (place % 64) & 1 != 0
    }

    /// Whether a run toward lower places turns here.
    pub(crate) fn is_turn_behind(&self, line: usize, place: usize) -> bool {
        let word = line * self.words + place / 64;
        (self.behind[word] & !self.walls[word]) >> (place % 64) & 1 != 0
    }

    /// How many turns there are, in both senses, to which a run can come: not those right behind a
    /// wall.
    pub(crate) fn turns(&self) -> u64 {
        let mut turns = 0;
        for (word, &walls) in self.walls.iter().enumerate() {
            // Lines begin and end with walls, so it does not matter that these are of other lines.
            let before = word.checked_sub(1).map_or(u64::MAX, |before| self.walls[before]);
            let after = self.walls.get(word + 1).copied().unwrap_or(u64::MAX);
            let ahead = self.ahead[word] & !(walls | walls << 1 | before >> 63);
            let behind = self.behind[word] & !(walls | walls >> 1 | after << 63);
            turns += u64::from(ahead.count_ones() + behind.count_ones());
        }
        turns
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        (self.walls.capacity() + self.ahead.capacity() + self.behind.capacity()) * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_run_stops_where_a_walk_cell_by_cell_would(
            walls in prop::collection::vec(prop::bool::weighted(0.1), 3 * 200),
            length in 3usize..200,
            place in 0usize..200,
        ) {
            let is_wall = |line: usize, place: usize| {
                line == 0 || line == 4 || place == 0 || place == length - 1
                    || walls[(line - 1) * 200 + place]
            };
            let lines = Lines::new(5, length, is_wall);
            let place = 1 + place % (length - 2);
            for line in 1..4 {
                prop_assert_eq!(lines.is_wall(line, place), is_wall(line, place));
                let stops = |place: usize, before: usize| {
                    let turn = |beside: usize| is_wall(beside, before) && !is_wall(beside, place);
                    is_wall(line, place) || turn(line - 1) || turn(line + 1)
                };
                let ahead = (place + 1..length).find(|&place| stops(place, place - 1));
                prop_assert_eq!(Some(lines.ahead(line, place)), ahead);
                let behind = (0..place).rev().find(|&place| stops(place, place + 1));
                prop_assert_eq!(Some(lines.behind(line, place)), behind);
            }
            let turn = |line: usize, place: usize, before: usize| {
                let opens = |beside: usize| is_wall(beside, before) && !is_wall(beside, place);
                !is_wall(line, place)
                    && !is_wall(line, before)
                    && (opens(line - 1) || opens(line + 1))
            };
            let turns = (1..4).flat_map(|line| (1..length - 1).map(move |place| (line, place)));
            let turns = turns.map(|(line, place)| {
                u64::from(place > 1 && turn(line, place, place - 1))
                    + u64::from(place < length - 2 && turn(line, place, place + 1))
            });
            prop_assert_eq!(lines.turns(), turns.sum::<u64>());
        }
    }
}
