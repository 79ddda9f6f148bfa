//! The characters of xiangqi: the fourteen pieces and the words of the river. Each is made of parts drawn
//! in a box of 100 by 100.

use super::placed;

/// Strokes and the box they are drawn in: left, top, width and height in hundredths of the character.
pub(crate) struct Part {
    pub data: &'static str,
    area: [f32; 4],
}

const fn whole(data: &'static str) -> Part {
    Part { data, area: [0.0, 0.0, 100.0, 100.0] }
}

const fn right(data: &'static str) -> Part {
    Part { data, area: [33.0, 0.0, 66.0, 100.0] }
}

/// 亻
const PERSON: Part = whole("M25 5Q19 28 4 46M17 31V95");
/// 氵
const WATER: Part = whole("M9 8L22 17M3 34L16 43M5 93Q17 76 24 59");
const SCHOLAR: &str = "M8 37H92M50 7V90M20 90H80";
const CART: &str = "M16 17H84M22 31H78V66H22ZM22 48H78M5 81H95M50 4V97";
const HORSE: &str = "M22 8V56M22 8H84M22 24H80M22 40H80M52 8V56M22 56H88Q88 82 80 93L69 88\
                     M12 68L6 87M29 68L33 84M45 67L52 82M61 66L70 80";
/// 包
const WRAP: Part = whole(
    "M58 5Q53 24 40 38M56 20H92V54Q92 66 81 63M52 37H77V54H52M52 37V80Q52 91 63 91H91Q96 91 96 76",
);
/// 木 in the upper left.
const TREE: &str = "M4 32H96M50 2V98M48 36Q38 66 4 84M53 38Q68 64 96 76";

const LEFT_HALF: [f32; 4] = [2.0, 4.0, 44.0, 93.0];

/// The strokes of every character there is.
#[rustfmt::skip]
pub(crate) const ALL: &[(char, &[Part])] = &[
    ('帥', &[whole("M29 4L22 16M13 16V90M13 16H43V45H13M13 59H45V90H13M56 28V80M56 28H94V74Q94 83 83 79M75 5V98")]),
    ('仕', &[PERSON, right(SCHOLAR)]),
    ('相', &[Part { data: TREE, area: LEFT_HALF }, whole("M57 12H93V93H57ZM57 39H93M57 66H93")]),
    ('傌', &[PERSON, right(HORSE)]),
    ('俥', &[PERSON, right(CART)]),
    ('炮', &[whole("M8 30L14 48M42 24L36 42M25 6V40Q24 74 4 93M28 56L42 80"), WRAP]),
    ('兵', &[whole("M74 5Q54 15 30 18M29 16V58M30 36H80M64 36V58M5 59H95M36 68L13 94M63 68L87 94")]),
    ('將', &[whole("M13 14V40H38M4 62H38M17 62Q17 82 4 95M38 4V98M67 3Q61 18 46 28M63 14H90Q82 40 48 55\
                    M61 24L71 32M55 34L66 43M46 65H98M83 50V87Q83 98 68 92M55 74L64 85")]),
    ('士', &[whole(SCHOLAR)]),
    ('象', &[whole("M41 3Q34 17 16 27M38 11H68L57 24M23 25H80V43H23ZM51 25V43M50 43Q38 56 8 62M35 52Q60 60 58 82Q56 97 41 92\
                    M46 61Q34 73 9 79M55 72Q40 89 9 95M86 48L62 63M60 59Q74 84 95 93")]),
    ('馬', &[whole(HORSE)]),
    ('車', &[whole(CART)]),
    ('砲', &[whole("M2 15H42M24 15Q20 42 2 62M14 47H37V84H14Z"), WRAP]),
    ('卒', &[whole("M50 3V17M12 18H88M34 21Q30 41 10 52M32 36L46 49M67 21Q64 41 50 52M66 36L88 52M6 68H94M50 56V98")]),
    ('楚', &[Part { data: TREE, area: [2.0, 2.0, 46.0, 50.0] }, Part { data: TREE, area: [52.0, 2.0, 46.0, 50.0] },
             whole("M16 60H85L77 70M51 60V92M51 76H80M28 68Q25 86 6 98M22 80Q42 95 95 96")]),
    ('河', &[WATER, whole("M33 14H98M42 36H66V68H42ZM84 14V85Q84 98 66 91")]),
    ('漢', &[WATER, whole("M33 15H98M52 4V28M80 4V28M52 28H80M44 38H88V55H44ZM66 28V66M40 66H92M32 80H98M66 66Q62 88 34 98M66 80Q76 93 98 98")]),
    ('界', &[whole("M20 5H80V47H20ZM50 5V47M20 26H80M50 47Q38 65 5 73M50 48Q64 65 95 73M37 66Q37 86 21 98M65 66V98")]),
];

/// The strokes of a character inside a square of this size, centred at a point; `None` for one that is
/// not drawn here.
pub(crate) fn strokes(character: char, (x, y): (f32, f32), size: f32) -> Option<String> {
    let (_, parts) = ALL.iter().find(|(own, _)| *own == character)?;
    let unit = size / 100.0;
    let (left, top) = (x - size / 2.0, y - size / 2.0);
    let data = parts.iter().map(|part| {
        let [across, down, width, height] = part.area;
        let origin = (left + across * unit, top + down * unit);
        placed(part.data, origin, (unit * width / 100.0, unit * height / 100.0))
    });
    Some(data.collect())
}
