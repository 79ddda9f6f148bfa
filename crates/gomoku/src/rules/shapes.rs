//! What a stone would make of a line: [`Shape`], looked up by what surrounds the point.
//!
//! Shapes are defined by what can follow, not by a list of patterns: a four is one stone short of
//! five, a three one stone short of an open four, and so on. The table for a rule is filled by that
//! definition, the fullest windows first, so that the shape after one more stone is always known.

use crate::rules::lines::{REACH, WINDOW_BITS, cell};
use crate::rules::rule::Rule;
use search::Side;
use std::sync::OnceLock;

/// What a stone on a point makes of one line through it, the weakest first. "Open" is what the
/// enemy cannot stop with one stone, counted from a four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// No five can ever come of it.
    #[default]
    Dead,
    /// More than five where only five count: worth nothing, and forbidden to black in renju.
    Overline,
    /// One stone more makes a [`SleepingTwo`](Shape::SleepingTwo).
    SleepingOne,
    /// One stone more makes a [`Two`](Shape::Two).
    One,
    /// One stone more makes a [`SleepingThree`](Shape::SleepingThree).
    SleepingTwo,
    /// One stone more makes a [`Three`](Shape::Three).
    Two,
    /// One stone more makes a [`Four`](Shape::Four), but not an open one.
    SleepingThree,
    /// One stone more makes an [`OpenFour`](Shape::OpenFour).
    Three,
    /// One stone more makes five, and the enemy can prevent it.
    Four,
    /// Two fours in the same line, which do not share all four stones.
    DoubleFour,
    /// Four that the enemy cannot stop with one stone.
    OpenFour,
    /// Five in a row by the rule.
    Five,
}

impl Shape {
    /// How many shapes there are.
    pub const COUNT: usize = 12;

    /// All shapes, the weakest first.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::Overline,
        Shape::SleepingOne,
        Shape::One,
        Shape::SleepingTwo,
        Shape::Two,
        Shape::SleepingThree,
        Shape::Three,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// The shape with this number.
    #[inline]
    pub(crate) const fn from_number(number: u8) -> Shape {
        Shape::ALL[number as usize]
    }
}

/// The shapes of one rule by window: in the lower half of each byte what a black stone makes, in the
/// upper half a white one.
pub(crate) struct ShapeTable {
    rule: Rule,
    both: Box<[u8]>,
}

impl ShapeTable {
    /// The table of a rule, built when it is first asked for.
    pub(crate) fn of(rule: Rule) -> &'static ShapeTable {
        static TABLES: [OnceLock<ShapeTable>; 4] = [const { OnceLock::new() }; 4];
        TABLES[rule as usize].get_or_init(|| ShapeTable::build(rule))
    }

    /// The bits of a window that the rule looks at. Where more than five count as five, the
    /// furthest cells change nothing, and the table is small enough to stay in the cache.
    const fn looked_at(rule: Rule) -> (usize, usize) {
        match rule {
            Rule::Freestyle => (2, WINDOW_BITS - 4),
            _ => (0, WINDOW_BITS),
        }
    }

    /// How far from a stone a point may be for the stone to matter to it.
    #[inline]
    pub(crate) const fn reach(&self) -> usize {
        ShapeTable::looked_at(self.rule).1 / 4
    }

    /// What a stone of either side makes: black in the lower four bits, white in the upper.
    #[inline]
    pub(crate) fn both(&self, window: u32) -> u8 {
        let (shift, bits) = ShapeTable::looked_at(self.rule);
        self.both[(window >> shift) as usize & ((1 << bits) - 1)]
    }

    /// What a stone of this side makes of a line with this window.
    #[inline]
    pub(crate) fn shape(&self, window: u32, side: Side) -> Shape {
        Shape::from_number(self.both(window) >> (4 * side.index()) & 15)
    }

    fn build(rule: Rule) -> ShapeTable {
        let (shift, bits) = ShapeTable::looked_at(rule);
        let mut both = vec![0; 1 << bits].into_boxed_slice();
        // A stone makes the key greater, so what may follow is known from the top down.
        for key in (0..1 << bits).rev() {
            for side in [Side::First, Side::Second] {
                let look = |key: usize| Shape::from_number(both[key] >> (4 * side.index()) & 15);
                let window = Window { cells: (key as u32) << shift, shift, bits };
                both[key] |= (window.shape(rule, side, look) as u8) << (4 * side.index());
            }
        }
        ShapeTable { rule, both }
    }
}

/// A window while the table is built.
#[derive(Clone, Copy)]
struct Window {
    cells: u32,
    shift: usize,
    bits: usize,
}

impl Window {
    fn key(self) -> usize {
        (self.cells >> self.shift) as usize
    }

    fn empty_slots(self) -> impl Iterator<Item = usize> + Clone {
        let slots = (self.shift..self.shift + self.bits).step_by(2);
        slots.filter(move |slot| self.cells >> slot & cell::WALL == cell::EMPTY)
    }

    fn with(self, slot: usize, side: Side) -> Window {
        Window { cells: self.cells | cell::stone(side) << slot, ..self }
    }

    /// The row that a stone in the middle belongs to: how many own stones lie on each side of it,
    /// and what ends it there.
    fn row(self, side: Side) -> [(u32, u32); 2] {
        let run = |slots: &mut dyn Iterator<Item = usize>| {
            let mut length = 0;
            for slot in slots {
                let found = self.cells >> slot & cell::WALL;
                if found != cell::stone(side) {
                    return (length, found);
                }
                length += 1;
            }
            (length, cell::WALL)
        };
        let (low, high) = (0..2 * REACH, 2 * REACH..WINDOW_BITS);
        [run(&mut low.step_by(2).rev()), run(&mut high.step_by(2))]
    }

    /// The definition. `look` knows the shape of every fuller window.
    fn shape(self, rule: Rule, side: Side, look: impl Fn(usize) -> Shape) -> Shape {
        let [(below, low_end), (above, high_end)] = self.row(side);
        let length = below + 1 + above;
        let blocked = [low_end, high_end] == [cell::stone(!side); 2];
        if length >= 5 {
            return if rule.row_wins(side, length, blocked) {
                Shape::Five
            } else if length > 5 {
                Shape::Overline
            } else {
                Shape::Dead
            };
        }
        let next = |slot: usize| look(self.with(slot, side).key());
        let fives = self.empty_slots().filter(|&slot| next(slot) == Shape::Five);
        match fives.clone().count() {
            0 => {}
            1 => return Shape::Four,
            _ => return self.fours(side, fives, &look),
        }
        let best = self.empty_slots().map(next).max().unwrap_or_default();
        match best {
            Shape::OpenFour => Shape::Three,
            // Two fours in one line are as good as an open four where they are allowed.
            Shape::DoubleFour if !rule.forbids_overlines(side) => Shape::Three,
            Shape::DoubleFour | Shape::Four => Shape::SleepingThree,
            Shape::Three => Shape::Two,
            Shape::SleepingThree => Shape::SleepingTwo,
            Shape::Two => Shape::One,
            Shape::SleepingTwo => Shape::SleepingOne,
            _ => Shape::Dead,
        }
    }

    /// Several stones would make five: is there one that stops them all?
    fn fours(
        self,
        side: Side,
        fives: impl Iterator<Item = usize> + Clone,
        look: &impl Fn(usize) -> Shape,
    ) -> Shape {
        let survives = |stop: usize| {
            let stopped = self.with(stop, !side);
            let mut others = stopped.empty_slots();
            others.any(|slot| look(stopped.with(slot, side).key()) == Shape::Five)
        };
        if !self.empty_slots().all(survives) {
            return Shape::Four;
        }
        // Open: the same four stones with a five at either end, and only then are the ends five
        // apart. The middle is left out of the window, but is a cell between them.
        let [first, last] = [fives.clone().min(), fives.max()].map(Option::unwrap_or_default);
        let apart = (last - first) / 2 + usize::from(first < 2 * REACH && last >= 2 * REACH);
        if apart == 5 { Shape::OpenFour } else { Shape::DoubleFour }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Shape::*;

    /// The shape that a stone at `*` makes; `x` own, `o` enemy, `.` empty, `#` edge, and empty cells
    /// all around.
    fn shape(rule: Rule, side: Side, text: &str) -> Shape {
        let middle = text.find('*').unwrap();
        let mut window = 0;
        for (slot, steps) in (-5isize..=5).filter(|&steps| steps != 0).enumerate() {
            let at = middle.checked_add_signed(steps);
            let bits = match at.and_then(|at| text.as_bytes().get(at)) {
                Some(b'x') => cell::stone(side),
                Some(b'o') => cell::stone(!side),
                Some(b'#') => cell::WALL,
                _ => cell::EMPTY,
            };
            window |= bits << (2 * slot);
        }
        ShapeTable::of(rule).shape(window, side)
    }

    #[test]
    fn shapes_under_free_rules() {
        for (text, expected) in [
            ("xx*xx", Five),
            ("xxx*xx", Five),
            (".xx*x.", OpenFour),
            ("oxx*x.", Four),
            ("#xx*x.", Four),
            ("oxx*xo", Dead),
            ("x.xx*.x", DoubleFour),
            ("xx.*x.xx", DoubleFour),
            ("xxx.*.xxx", DoubleFour),
            ("xx*.x", Four),
            ("..xx*..", Three),
            ("o.xx*..", Three),
            ("o.xx*.o", SleepingThree),
            (".x.x*.", Three),
            ("ox.x*.", SleepingThree),
            ("x..x*", SleepingThree),
            ("..x*..", Two),
            ("#x*...#", SleepingTwo),
            ("#x*..#", Dead),
            ("..*..", One),
            ("o*....", SleepingOne),
            ("o*...o", Dead),
        ] {
            for side in [Side::First, Side::Second] {
                assert_eq!(shape(Rule::Freestyle, side, text), expected, "{text}");
                let mirrored: String = text.chars().rev().collect();
                assert_eq!(shape(Rule::Freestyle, side, &mirrored), expected, "{mirrored}");
            }
        }
    }

    #[test]
    fn a_longer_row_is_nothing_where_only_five_count() {
        for (rule, side) in [
            (Rule::Standard, Side::First),
            (Rule::Standard, Side::Second),
            (Rule::Renju, Side::First),
        ] {
            assert_eq!(shape(rule, side, "xxx*xx"), Overline);
            assert_eq!(shape(rule, side, "x.xx*x.."), Four);
            assert_eq!(shape(rule, side, "x.xx*x.x"), Dead);
            assert_eq!(shape(rule, side, "o.xx*..x"), SleepingThree);
        }
        assert_eq!(shape(Rule::Renju, Side::Second, "xxx*xx"), Five);
        assert_eq!(shape(Rule::Renju, Side::Second, "x.xx*x.x"), OpenFour);
    }

    #[test]
    fn a_five_blocked_at_both_ends_does_not_win_in_caro() {
        let caro = |text| shape(Rule::Caro, Side::First, text);
        assert_eq!(caro("oxx*xxo"), Dead);
        assert_eq!(caro("oxx*xx."), Five);
        assert_eq!(caro("oxx*xx#"), Five);
        assert_eq!(caro("oxxx*xxo"), Five);
        // A stone at the right end stops this one: the left end is blocked already.
        assert_eq!(caro("o.xx*x.."), Four);
        assert_eq!(caro("o..xx*x..o"), OpenFour);
        assert_eq!(caro("o..xx*.."), Three);
        assert_eq!(caro("o.xx*.."), SleepingThree);
    }

    #[test]
    fn one_more_stone_of_ones_own_never_weakens_a_line_under_free_rules() {
        let table = ShapeTable::of(Rule::Freestyle);
        for key in 0..1u32 << 16 {
            let window = key << 2;
            for slot in (2..18).step_by(2) {
                if window >> slot & cell::WALL == cell::EMPTY {
                    let more = window | cell::stone(Side::First) << slot;
                    assert!(table.shape(more, Side::First) >= table.shape(window, Side::First));
                    let less = window | cell::stone(Side::Second) << slot;
                    assert!(table.shape(less, Side::First) <= table.shape(window, Side::First));
                }
            }
        }
    }
}
