//! The shape that a stone makes in a line ([`Shape`]), looked up by the cells around the point.
//!
//! Shapes are defined by what can follow, not by a list of patterns: a four is one stone short of
//! five, a three is one stone short of an open four, and so on. The table of a rule is filled by
//! that definition, fullest windows first, so that the shape after one more stone is always known.

use crate::rules::lines::{REACH, WINDOW_BITS, cell};
use crate::rules::rule::Rule;
use search::Side;
use std::sync::OnceLock;

/// The shape that a stone on a point makes in one line through it, weakest first. An "open" four
/// cannot be stopped with one stone; an open three becomes an open four, and so on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// Can never become five.
    #[default]
    Dead,
    /// More than five in a row under a rule where only exactly five wins. Worth nothing, and
    /// forbidden to black in renju.
    Overline,
    /// One more stone makes a [`SleepingTwo`](Shape::SleepingTwo).
    SleepingOne,
    /// One more stone makes a [`Two`](Shape::Two).
    One,
    /// One more stone makes a [`SleepingThree`](Shape::SleepingThree).
    SleepingTwo,
    /// One more stone makes a [`Three`](Shape::Three).
    Two,
    /// One more stone makes a [`Four`](Shape::Four), but not an open one.
    SleepingThree,
    /// One more stone makes an [`OpenFour`](Shape::OpenFour).
    Three,
    /// One more stone makes five, and the opponent can stop it with one stone.
    Four,
    /// Two fours in the same line that do not share all four stones.
    DoubleFour,
    /// A four that the opponent cannot stop with one stone.
    OpenFour,
    /// Five in a row by the rule.
    Five,
}

impl Shape {
    /// The number of shapes.
    pub const COUNT: usize = 12;

    /// All shapes, weakest first.
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

/// The shapes of one rule, indexed by window. The lower four bits of each byte are the shape of a
/// black stone, the upper four that of a white one.
pub(crate) struct ShapeTable {
    rule: Rule,
    both: Box<[u8]>,
}

impl ShapeTable {
    /// The table of a rule, built on first use.
    pub(crate) fn of(rule: Rule) -> &'static ShapeTable {
        static TABLES: [OnceLock<ShapeTable>; 4] = [const { OnceLock::new() }; 4];
        TABLES[rule as usize].get_or_init(|| ShapeTable::build(rule))
    }

    /// The bits of a window that matter to the rule: how far to shift and how many to keep. Under
    /// freestyle the outermost cells change nothing, and without them the table fits in the cache.
    const fn key_bits(rule: Rule) -> (usize, usize) {
        match rule {
            Rule::Freestyle => (2, WINDOW_BITS - 4),
            _ => (0, WINDOW_BITS),
        }
    }

    /// The greatest distance at which a stone can affect the shapes of a point.
    #[inline]
    pub(crate) const fn reach(&self) -> usize {
        ShapeTable::key_bits(self.rule).1 / 4
    }

    /// The shapes of a stone of either side: black in the lower four bits, white in the upper.
    #[inline]
    pub(crate) fn both(&self, window: u32) -> u8 {
        let (shift, bits) = ShapeTable::key_bits(self.rule);
        self.both[(window >> shift) as usize & ((1 << bits) - 1)]
    }

    /// The shape that a stone of this side makes in a line with this window.
    #[inline]
    pub(crate) fn shape(&self, window: u32, side: Side) -> Shape {
        Shape::from_number(self.both(window) >> (4 * side.index()) & 15)
    }

    fn build(rule: Rule) -> ShapeTable {
        let (shift, bits) = ShapeTable::key_bits(rule);
        let mut both = vec![0; 1 << bits].into_boxed_slice();
        // Adding a stone increases the key, so going down finds every successor already filled in.
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

    /// The row through the middle point: for each of its ends, the number of stones before it and
    /// the cell that ends it.
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

    /// The shape by definition. `look` returns the shape of any fuller window.
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
            // Where it is allowed, a double four in one line is as good as an open four.
            Shape::DoubleFour if !rule.forbids_overlines(side) => Shape::Three,
            Shape::DoubleFour | Shape::Four => Shape::SleepingThree,
            Shape::Three => Shape::Two,
            Shape::SleepingThree => Shape::SleepingTwo,
            Shape::Two => Shape::One,
            Shape::SleepingTwo => Shape::SleepingOne,
            _ => Shape::Dead,
        }
    }

    /// The kind of four when several points would make five: can one stone stop them all?
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
        // An open four is the same four stones with a five at either end. Only then are the ends
        // five apart. The middle point is not in the window, but is a cell between them.
        let [first, last] = [fives.clone().min(), fives.max()].map(Option::unwrap_or_default);
        let apart = (last - first) / 2 + usize::from(first < 2 * REACH && last >= 2 * REACH);
        if apart == 5 { Shape::OpenFour } else { Shape::DoubleFour }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Shape::*;

    /// The shape that a stone at `*` makes: `x` own, `o` enemy, `.` empty, `#` edge. Cells beyond the
    /// text are empty.
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
    fn freestyle_shapes_are_recognised() {
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
    fn an_overline_is_worth_nothing_where_only_exactly_five_wins() {
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
    fn in_freestyle_an_own_stone_never_weakens_a_shape_and_an_enemy_stone_never_improves_it() {
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
