//! The threat that a stone makes, from its shapes in all four lines: [`Threat`].

use crate::rules::rule::Rule;
use crate::rules::shapes::Shape;
use search::Side;
use std::sync::OnceLock;

/// The threat that a stone on a point would make, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// None of the following.
    #[default]
    Nothing,
    /// A two.
    Two,
    /// A sleeping three: one more stone makes a four.
    SleepingThree,
    /// Two or more twos and sleeping threes.
    Twos,
    /// A three: one more stone makes an open four.
    Three,
    /// A three with a two or sleeping three.
    ThreePlus,
    /// Two threes: one stone cannot stop both.
    Threes,
    /// A four: one more stone makes five.
    Four,
    /// A four with a two or sleeping three.
    FourPlus,
    /// A four and a three.
    FourThree,
    /// An open four or two fours: only a five of the opponent's own can prevent five.
    OpenFour,
    /// Five in a row.
    Five,
    /// Forbidden to black in renju, provided that its threes can become open fours.
    Forbidden,
}

impl Threat {
    /// The number of threats.
    pub const COUNT: usize = 13;

    /// All threats, weakest first.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::Nothing,
        Threat::Two,
        Threat::SleepingThree,
        Threat::Twos,
        Threat::Three,
        Threat::ThreePlus,
        Threat::Threes,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::Forbidden,
    ];

    /// The threat made by the shapes of four lines.
    pub fn of(shapes: [Shape; 4], rule: Rule, side: Side) -> Threat {
        let count = |wanted: Shape| shapes.iter().filter(|&&shape| shape == wanted).count();
        let open = count(Shape::OpenFour) + count(Shape::DoubleFour);
        let (fours, threes) = (count(Shape::Four), count(Shape::Three));
        let (twos, sleeping) = (count(Shape::Two), count(Shape::SleepingThree));
        if count(Shape::Five) > 0 {
            return Threat::Five;
        }
        if rule.forbids_overlines(side) {
            let all_fours = fours + count(Shape::OpenFour) + 2 * count(Shape::DoubleFour);
            if count(Shape::Overline) > 0 || all_fours > 1 || threes > 1 {
                return Threat::Forbidden;
            }
        }
        match (open, fours, threes, twos + sleeping) {
            (1.., ..) | (_, 2.., ..) => Threat::OpenFour,
            (_, 1, 1.., _) => Threat::FourThree,
            (_, 1, _, 1..) => Threat::FourPlus,
            (_, 1, ..) => Threat::Four,
            (_, _, 2.., _) => Threat::Threes,
            (_, _, 1, 1..) => Threat::ThreePlus,
            (_, _, 1, _) => Threat::Three,
            (_, _, _, 2..) => Threat::Twos,
            _ if sleeping > 0 => Threat::SleepingThree,
            _ if twos > 0 => Threat::Two,
            _ => Threat::Nothing,
        }
    }
}

/// The threats of one side, indexed by the shapes of four lines, four bits each.
pub(crate) struct ThreatTable(Box<[Threat]>);

impl ThreatTable {
    /// The table of a side under a rule, built on first use. Black in renju has its own table; all
    /// others share one.
    pub(crate) fn of(rule: Rule, side: Side) -> &'static ThreatTable {
        static TABLES: [OnceLock<ThreatTable>; 2] = [const { OnceLock::new() }; 2];
        let own = rule.forbids_overlines(side);
        TABLES[usize::from(own)].get_or_init(|| {
            let (rule, side) =
                if own { (Rule::Renju, Side::First) } else { (Rule::Freestyle, Side::First) };
            let threat = |code: u16| Threat::of(shapes(code).unwrap_or_default(), rule, side);
            ThreatTable((0..=u16::MAX).map(threat).collect())
        })
    }

    #[inline]
    pub(crate) fn threat(&self, code: u16) -> Threat {
        self.0[usize::from(code)]
    }
}

/// The four shapes in a code, first direction in the lowest bits; `None` if one is not a shape.
pub(crate) fn shapes(code: u16) -> Option<[Shape; 4]> {
    let number = |direction: u16| (code >> (4 * direction) & 15) as u8;
    let numbers = [number(0), number(1), number(2), number(3)];
    let all = numbers.iter().all(|&number| usize::from(number) < Shape::COUNT);
    all.then(|| numbers.map(Shape::from_number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Shape::*;

    #[test]
    fn shapes_combine_to_threats() {
        let of = |shapes| Threat::of(shapes, Rule::Freestyle, Side::First);
        assert_eq!(of([Dead, One, Dead, SleepingTwo]), Threat::Nothing);
        assert_eq!(of([Two, Dead, SleepingThree, Dead]), Threat::Twos);
        assert_eq!(of([Three, Dead, Dead, SleepingThree]), Threat::ThreePlus);
        assert_eq!(of([Three, Dead, Dead, Three]), Threat::Threes);
        assert_eq!(of([Four, Three, Dead, Three]), Threat::FourThree);
        assert_eq!(of([Four, Dead, Four, Dead]), Threat::OpenFour);
        assert_eq!(of([DoubleFour, Dead, Dead, Dead]), Threat::OpenFour);
        assert_eq!(of([Five, Four, Four, Dead]), Threat::Five);
        let renju = |shapes| Threat::of(shapes, Rule::Renju, Side::First);
        assert_eq!(renju([Three, Dead, Dead, Three]), Threat::Forbidden);
        assert_eq!(renju([Four, Dead, Four, Dead]), Threat::Forbidden);
        assert_eq!(renju([Five, Overline, Four, Dead]), Threat::Five);
        assert_eq!(renju([OpenFour, Three, Dead, Dead]), Threat::OpenFour);
    }
}
