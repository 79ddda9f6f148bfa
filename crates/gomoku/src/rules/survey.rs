//! The shapes and threats of every point for both sides, updated incrementally: [`Survey`].
//!
//! A stone changes only the windows of the points within reach in its four lines. For each of these
//! points the shape is looked up again for both sides. Where it has changed, the threat of the point
//! and the counts of the side are updated.

use crate::rules::lines::{Lines, REACH, cell, place};
use crate::rules::point::{Direction, POINTS, Point, Size};
use crate::rules::rule::Rule;
use crate::rules::shapes::{Shape, ShapeTable};
use crate::rules::threat::{Threat, ThreatTable};
use crate::rules::trail::{Change, LISTED, Totals, Trail};
use search::Side;

/// The shapes and threats of all points, and the number of empty points with each.
#[derive(Clone)]
pub(crate) struct Survey {
    size: Size,
    shapes: &'static ShapeTable,
    threats: [&'static ThreatTable; 2],
    /// Four bits for each direction, black's in the lower half, white's in the upper.
    codes: [u32; POINTS],
    made: [[Threat; POINTS]; 2],
    totals: Totals,
    trail: Trail,
}

/// The change of a point's index for one step in each direction.
const STRIDES: [isize; 4] = [1, 20, 21, 19];

impl Survey {
    /// Computes the survey of a board from scratch.
    pub(crate) fn new(size: Size, rule: Rule, lines: &Lines) -> Survey {
        let mut survey = Survey {
            size,
            shapes: ShapeTable::of(rule),
            threats: [Side::First, Side::Second].map(|side| ThreatTable::of(rule, side)),
            codes: [0; POINTS],
            made: [[Threat::Nothing; POINTS]; 2],
            totals: Totals::default(),
            trail: Trail::default(),
        };
        for point in size.iter() {
            for direction in Direction::ALL {
                let both = survey.shapes.both(lines.window(point, direction));
                survey.codes[point.index()] |= spread(both) << (4 * direction as u32);
            }
            for side in 0..2 {
                let code = half(survey.codes[point.index()], side);
                survey.made[side][point.index()] = survey.threats[side].threat(code);
            }
            if lines.is_empty(point) {
                survey.count::<true>(point);
            }
        }
        survey
    }

    /// Adds an empty point to the counts, or removes it.
    #[inline]
    fn count<const IN: bool>(&mut self, point: Point) {
        let change = if IN { 1 } else { u16::MAX };
        for side in 0..2 {
            let code = half(self.codes[point.index()], side);
            for direction in 0..4 {
                let count =
                    &mut self.totals.shapes[side][usize::from(code >> (4 * direction) & 15)];
                *count = count.wrapping_add(change);
            }
            let made = self.made[side][point.index()];
            let count = &mut self.totals.threats[side][made as usize];
            *count = count.wrapping_add(change);
            self.list(side, point.index(), made, Threat::Nothing);
        }
    }

    /// Updates the point lists after the threat of a point has changed from `before` to `after`.
    #[inline]
    fn list(&mut self, side: usize, index: usize, before: Threat, after: Threat) {
        for (set, least) in self.totals.listed[side].iter_mut().zip(LISTED) {
            if (before >= least) != (after >= least) {
                set.toggle(index);
            }
        }
    }

    /// Updates the survey after a stone was placed on this point.
    #[inline]
    pub(crate) fn placed(&mut self, lines: &Lines, point: Point) {
        self.trail.begin(point.index(), &self.totals);
        self.count::<false>(point);
        self.refresh_around::<true>(lines, point);
    }

    /// Updates the survey after the stone on this point was removed.
    #[inline]
    pub(crate) fn removed(&mut self, lines: &Lines, point: Point) {
        let (codes, made) = (&mut self.codes, &mut self.made);
        let before = self.trail.take_back(point.index(), |change| {
            let index = usize::from(change.index);
            codes[index] = change.code;
            [made[0][index], made[1][index]] = change.made;
        });
        match before {
            Some(totals) => self.totals = totals,
            None => {
                self.trail.clear();
                self.refresh_around::<false>(lines, point);
                self.count::<true>(point);
            }
        }
    }

    /// Looks up the shapes of the point and its neighbours again.
    #[inline]
    fn refresh_around<const TRAIL: bool>(&mut self, lines: &Lines, point: Point) {
        let reach = self.shapes.reach();
        let (row, column) = (usize::from(point.row()), usize::from(point.column()));
        let below = usize::from(self.size.rows) - 1 - row;
        let right = usize::from(self.size.columns) - 1 - column;
        let (up, left) = (row, column);
        // The number of neighbours against each direction, and along it.
        let ends = [
            (left, right),
            (up, below),
            (up.min(left), below.min(right)),
            (up.min(right), below.min(left)),
        ];
        for (direction, &(before, after)) in ends.iter().enumerate() {
            let (line, shift) = place(point, direction);
            let word = lines.word(line);
            let (before, after) = (before.min(reach), after.min(reach));
            let mut shift = shift - 2 * before;
            let mut index =
                point.index().wrapping_add_signed(-STRIDES[direction] * before as isize);
            for _ in 0..=before + after {
                self.refresh::<TRAIL>(word >> shift, index, direction);
                shift += 2;
                index = index.wrapping_add_signed(STRIDES[direction]);
            }
        }
    }

    #[inline]
    fn refresh<const TRAIL: bool>(&mut self, cells: u64, index: usize, direction: usize) {
        let both = spread(self.shapes.both(Lines::window_of(cells)));
        let code = &mut self.codes[index];
        let changed = (*code >> (4 * direction) & 0x000f_000f) ^ both;
        if changed == 0 {
            return;
        }
        let before = *code;
        if TRAIL {
            let made = [self.made[0][index], self.made[1][index]];
            self.trail.push(Change { index: index as u16, made, code: before });
        }
        *code ^= changed << (4 * direction);
        let after = *code;
        let is_empty = cells >> (2 * REACH) & u64::from(cell::WALL) == 0;
        for side in 0..2 {
            if half(changed, side) == 0 {
                continue;
            }
            let threat = self.threats[side].threat(half(after, side));
            let made = std::mem::replace(&mut self.made[side][index], threat);
            if is_empty {
                let shape = |code: u32| usize::from(half(code, side) >> (4 * direction) & 15);
                self.totals.shapes[side][shape(before)] -= 1;
                self.totals.shapes[side][shape(after)] += 1;
                self.totals.threats[side][made as usize] -= 1;
                self.totals.threats[side][threat as usize] += 1;
                self.list(side, index, made, threat);
            }
        }
    }

    /// The four shapes that a stone of this side makes on this point, four bits each.
    #[inline]
    pub(crate) fn code(&self, point: Point, side: Side) -> u16 {
        half(self.codes[point.index()], side.index())
    }

    /// Calls `visit` for each empty point and side whose shapes the last stone has changed, with the
    /// shapes and threat that a stone there made before and makes now.
    #[inline]
    pub(crate) fn changes_by_last_stone(
        &self,
        lines: &Lines,
        mut visit: impl FnMut(Side, [(u16, Threat); 2]),
    ) {
        for change in self.trail.last() {
            let index = usize::from(change.index);
            if !Point::from_index(change.index).is_some_and(|point| lines.is_empty(point)) {
                continue;
            }
            for side in [Side::First, Side::Second] {
                let number = side.index();
                let [before, after] =
                    [change.code, self.codes[index]].map(|code| half(code, number));
                if before != after {
                    visit(side, [(before, change.made[number]), (after, self.made[number][index])]);
                }
            }
        }
    }

    /// The shape that a stone of this side makes on this point in this direction.
    #[inline]
    pub(crate) fn shape(&self, point: Point, direction: Direction, side: Side) -> Shape {
        let code = half(self.codes[point.index()], side.index());
        Shape::from_number((code >> (4 * direction as u32) & 15) as u8)
    }

    /// The sum of table values over the four shapes that a stone of this side makes on this point.
    #[inline]
    pub(crate) fn sum(&self, point: Point, side: Side, table: &[i32; 16]) -> i32 {
        let code = usize::from(half(self.codes[point.index()], side.index()));
        let line = |direction: usize| table[code >> (4 * direction) & 15];
        line(0) + line(1) + line(2) + line(3)
    }

    /// The threat that a stone of this side on this empty point would make.
    #[inline]
    pub(crate) fn threat(&self, point: Point, side: Side) -> Threat {
        self.made[side.index()][point.index()]
    }

    /// The empty points with a threat of this side from `least` to `most`, row by row. `least` must
    /// be at least [`Threat::SleepingThree`].
    #[inline]
    pub(crate) fn points(
        &self,
        side: Side,
        least: Threat,
        most: Threat,
    ) -> impl Iterator<Item = Point> {
        debug_assert!(least >= LISTED[LISTED.len() - 1]);
        let list = usize::from(least < LISTED[0]);
        let made = &self.made[side.index()];
        let listed = self.totals.listed[side.index()][list].iter();
        listed.filter(move |point| (least..=most).contains(&made[point.index()]))
    }

    /// The greatest distance at which a stone can affect the shapes of a point.
    pub(crate) fn reach(&self) -> usize {
        self.shapes.reach()
    }

    /// The number of empty points with this threat for a side.
    #[inline]
    pub(crate) fn points_with(&self, threat: Threat, side: Side) -> usize {
        self.totals.threats[side.index()][threat as usize].into()
    }

    /// The number of pairs of empty point and direction where a stone of a side would make each
    /// shape.
    #[inline]
    pub(crate) fn shape_counts(&self, side: Side) -> &[u16; 16] {
        &self.totals.shapes[side.index()]
    }
}

/// Moves the two halves of a byte sixteen bits apart.
#[inline]
const fn spread(both: u8) -> u32 {
    (both as u32 | (both as u32) << 12) & 0x000f_000f
}

/// One side's half of a code.
#[inline]
const fn half(code: u32, side: usize) -> u16 {
    (code >> (16 * side)) as u16
}

/// Equal shapes, threats and counts. The trail is not compared.
impl PartialEq for Survey {
    fn eq(&self, other: &Survey) -> bool {
        self.codes == other.codes && self.made == other.made && self.totals == other.totals
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::random_walk::random_walk;
    use crate::{Rule, Size};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn the_incremental_survey_equals_one_from_scratch(
            rows in 5u8..=20, columns in 5u8..=20, rule in 0usize..4, seed: u64,
        ) {
            let mut steps = 0;
            random_walk(Size { rows, columns }, Rule::ALL[rule], seed, |game, _| {
                assert!(game.survey_is_consistent(), "{game:?}");
                steps += 1;
                if steps % 8 == 0 {
                    // A clone has an empty trail, so earlier stones are removed without it.
                    *game = game.clone();
                }
            });
        }
    }
}
