//! The kinds of points that [`Crossings`](super::Crossings) distinguishes, and their weights:
//! [`CrossingWeights`].

use crate::rules::shapes::Shape;
use crate::rules::threat::{Threat, shapes};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;
use thiserror::Error;

/// The shapes that define a kind, strongest first. Weaker shapes are ignored.
const DISTINGUISHED: [(Shape, &str); 6] = [
    (Shape::Four, "four"),
    (Shape::Three, "three"),
    (Shape::SleepingThree, "sleeping-three"),
    (Shape::Two, "two"),
    (Shape::SleepingTwo, "sleeping-two"),
    (Shape::One, "one"),
];

/// The threats that are distinguished as the strongest threat of a side, weakest first.
pub(crate) const LEVELS: [(Threat, &str); 10] = [
    (Threat::Nothing, "nothing"),
    (Threat::Twos, "twos"),
    (Threat::Three, "three"),
    (Threat::ThreePlus, "three-plus"),
    (Threat::Threes, "threes"),
    (Threat::Four, "four"),
    (Threat::FourPlus, "four-plus"),
    (Threat::FourThree, "four-three"),
    (Threat::OpenFour, "open-four"),
    (Threat::Five, "five"),
];

/// The largest weight. It keeps the sum over a board in range.
const LARGEST: i16 = 10_000;

/// The kinds of points. A kind is the multiset of the four shapes, whatever their directions.
struct Kinds {
    /// The names, such as `four two`. The first is `nothing`.
    names: Vec<String>,
    /// The kind of a point, indexed by its four shapes, four bits each.
    by_code: Box<[u8; 1 << 16]>,
}

impl Kinds {
    fn all() -> &'static Kinds {
        static KINDS: OnceLock<Kinds> = OnceLock::new();
        KINDS.get_or_init(|| {
            let mut names: Vec<String> = Vec::new();
            let mut by_code = Box::new([0; 1 << 16]);
            for code in 0..=u16::MAX {
                let sorted = sorted(code);
                by_code[usize::from(code)] = if sorted < code {
                    by_code[usize::from(sorted)]
                } else {
                    let name = name_of(shapes(code).unwrap_or_default());
                    let known = names.iter().position(|known| *known == name);
                    known.unwrap_or_else(|| {
                        names.push(name);
                        names.len() - 1
                    }) as u8
                };
            }
            Kinds { names, by_code }
        })
    }
}

/// The smallest code with the same shapes in any order.
fn sorted(code: u16) -> u16 {
    let mut shapes = [0, 4, 8, 12].map(|shift| code >> shift & 15);
    shapes.sort_unstable();
    shapes.into_iter().fold(0, |sorted, shape| sorted << 4 | shape)
}

/// The name of the kind with these shapes.
fn name_of(shapes: [Shape; 4]) -> String {
    let count = |wanted: Shape| shapes.iter().filter(|&&shape| shape == wanted).count();
    if count(Shape::Five) > 0 {
        return "five".to_owned();
    }
    if count(Shape::OpenFour) + count(Shape::DoubleFour) > 0 || count(Shape::Four) > 1 {
        return "open-four".to_owned();
    }
    let mut found = Vec::new();
    for (shape, name) in DISTINGUISHED {
        found.extend(std::iter::repeat_n(name, count(shape)));
    }
    // Lines without a stone are everywhere, and a larger board has more of them, so alone they count as
    // nothing.
    if found.first().is_none_or(|&strongest| strongest == "one") {
        return "nothing".to_owned();
    }
    found.join(" ")
}

/// The number of the kind of a point, indexed by its four shapes, four bits each.
pub(crate) fn kinds_by_code() -> &'static [u8; 1 << 16] {
    &Kinds::all().by_code
}

/// The kind without value. It is the first because the code of a point without shapes is 0.
pub(crate) const NOTHING: usize = 0;

/// The name of a kind.
pub(crate) fn kind_name(kind: usize) -> &'static str {
    &Kinds::all().names[kind]
}

/// The number of kinds.
pub(crate) fn kinds() -> usize {
    Kinds::all().names.len()
}

/// The weights of the kinds of points; see `weights/crossing-weights.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "File")]
pub struct CrossingWeights {
    /// The weights for the side to move and for the opponent, indexed by kind. The first, [`NOTHING`], is
    /// always zero.
    pub(super) points: Vec<[i16; 2]>,
    /// The bonus for the side to move, indexed by the levels (see [`LEVELS`]) of its own strongest threat
    /// and of the opponent's.
    pub(super) first: [[i16; LEVELS.len()]; LEVELS.len()],
}

/// The content of the file. Missing weights are zero.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    points: BTreeMap<String, [i16; 2]>,
    first: BTreeMap<String, BTreeMap<String, i16>>,
}

/// A name or a number in a weights file that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {found}, allowed: {allowed}")]
pub(crate) struct Refused {
    pub found: String,
    pub allowed: String,
}

impl TryFrom<File> for CrossingWeights {
    type Error = Refused;

    fn try_from(file: File) -> Result<CrossingWeights, Refused> {
        let level = |name: &str| {
            LEVELS.iter().position(|&(_, level)| level == name).ok_or_else(|| {
                let allowed: Vec<&str> = LEVELS.iter().map(|&(_, name)| name).collect();
                Refused { found: format!("the threat {name:?}"), allowed: allowed.join(", ") }
            })
        };
        let small = |weight: i16| {
            let is_small = (-LARGEST..=LARGEST).contains(&weight);
            let allowed = || format!("-{LARGEST} to {LARGEST}");
            let refused = || Refused { found: weight.to_string(), allowed: allowed() };
            is_small.then_some(weight).ok_or_else(refused)
        };
        let mut weights = CrossingWeights::zero();
        for (name, [own, other]) in file.points {
            let mut worth_something = (0..kinds()).filter(|&kind| kind != NOTHING);
            let kind = worth_something.find(|&kind| kind_name(kind) == name).ok_or_else(|| {
                let allowed = "up to four shapes, the strongest first".to_owned();
                Refused { found: format!("the point {name:?}"), allowed }
            })?;
            weights.points[kind] = [small(own)?, small(other)?];
        }
        for (own, row) in file.first {
            let own = level(&own)?;
            for (other, weight) in row {
                weights.first[own][level(&other)?] = small(weight)?;
            }
        }
        Ok(weights)
    }
}

const HEADER: &str = "\
# The weights of the evaluator `crossings`, in tenths of a point. `scripts/tune/gomoku` fits them to games of
# the engine against itself.
#
# An empty point is named after the shapes that a stone there would make: on a point `three two` it would
# make a three in one line and a two in another. The first number is the value for the side to move, the
# second the value for the opponent. Kinds that are not listed are worth nothing.
";

const FIRST_HEADER: &str = "
# The bonus for the side to move, by the strongest threat that it could make (the table) and the strongest that
# the opponent could make (the keys).
";

impl CrossingWeights {
    /// `weights/crossing-weights.toml`, compiled in.
    pub fn built_in() -> CrossingWeights {
        let text = include_str!("../../weights/crossing-weights.toml");
        toml::from_str(text).expect("the built-in weights are valid")
    }

    /// All weights zero.
    fn zero() -> CrossingWeights {
        CrossingWeights { points: vec![[0; 2]; kinds()], first: Default::default() }
    }

    /// The weights as one row for tuning: the pairs of the kinds (without the first, which has no value), then
    /// the bonuses for the side to move.
    pub fn row(&self) -> impl Iterator<Item = i16> {
        let first = self.first.iter().flatten();
        self.points[NOTHING + 1..].iter().flatten().chain(first).copied()
    }

    /// The weights from a row in the order of [`row`](CrossingWeights::row).
    pub fn from_row(row: &[f64]) -> CrossingWeights {
        let largest = f64::from(LARGEST);
        let mut row = row.iter().map(|weight| weight.round().clamp(-largest, largest) as i16);
        let mut weights = CrossingWeights::zero();
        let first = weights.first.iter_mut().flatten();
        let points = weights.points[NOTHING + 1..].iter_mut().flatten();
        for (weight, read) in points.chain(first).zip(&mut row) {
            *weight = read;
        }
        weights
    }

    /// The text of the weights file.
    pub fn text(&self) -> String {
        let mut text = HEADER.to_owned();
        let mut listed: Vec<_> = self.points.iter().enumerate().collect();
        listed.retain(|(_, pair)| **pair != [0, 0]);
        listed.sort_by_key(|&(kind, _)| strength(kind_name(kind)));
        text.push_str("[points]\n");
        for (kind, [own, other]) in listed {
            let _ = writeln!(text, "{:?} = [{own}, {other}]", kind_name(kind));
        }
        text.push_str(FIRST_HEADER);
        for (row, (_, own)) in self.first.iter().zip(LEVELS) {
            let _ = writeln!(text, "[first.{own}]");
            for (weight, (_, other)) in row.iter().zip(LEVELS) {
                if *weight != 0 {
                    let _ = writeln!(text, "{other} = {weight}");
                }
            }
        }
        text
    }
}

/// The sort key of a kind in the file: strong ones first.
fn strength(name: &str) -> Vec<usize> {
    let place = |part: &str| DISTINGUISHED.iter().position(|&(_, name)| name == part);
    match name {
        "five" => vec![0],
        "open-four" => vec![1],
        _ => {
            let mut places: Vec<usize> =
                name.split(' ').filter_map(place).map(|place| place + 2).collect();
            places.resize(4, usize::MAX);
            places
        }
    }
}
