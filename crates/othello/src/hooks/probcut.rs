//! How well shallow searches with the pattern evaluator foretell deep ones: [`ProbCut`], what
//! Multi-ProbCut (Buro 1995) needs to know.
//!
//! The parameters come as text, a line for each stage of the game and depth: from how many discs on,
//! the deep and the shallow depth, then slope, offset and standard deviation in
//! deep = slope · shallow + offset, the last two in discs. Lines that begin with `#` are comments. The
//! verb `train-probcut` writes it.

use crate::evaluators::mobility::Mobility;
use search::notation::quote;
use search::{Evaluator, ShallowCheck};
use std::fmt::Write;
use thiserror::Error;

/// How many stages a game has, of twelve discs each.
pub(crate) const STAGES: usize = 5;

/// The deepest search for which a file may have parameters; deeper ones take the deepest there are.
const DEEPEST: usize = 24;

/// The stage of a board with so many discs.
#[inline]
pub(crate) fn stage(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 12).min(STAGES - 1)
}

/// How deep to search in place of `deep`: about half of it, and even where that is even, since values
/// swing with whose move is the last. `None` where it would save nothing.
#[inline]
pub(crate) const fn shallow_depth(deep: u32) -> Option<u32> {
    if deep < 3 { None } else { Some(deep / 2 - (deep / 2 + deep) % 2) }
}

/// What a line of the file says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Relation {
    pub(crate) slope: f64,
    pub(crate) offset: f64,
    pub(crate) deviation: f64,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: found {found}, allowed: {allowed}")]
pub struct ProbCutError {
    line: usize,
    found: String,
    allowed: &'static str,
}

/// The parameters by stage and depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProbCut {
    relations: [[Option<Relation>; DEEPEST + 1]; STAGES],
}

impl ProbCut {
    /// Those that come with the program, for the weights that do: made by `scripts/train/othello`.
    pub fn shipped() -> ProbCut {
        // A test reads them; nothing at run time can change them.
        ProbCut::parse(include_str!("../../weights/pattern.probcut"))
            .unwrap_or_else(|error| panic!("the shipped parameters of Multi-ProbCut: {error}"))
    }

    /// Reads the contents of a file.
    pub fn parse(text: &str) -> Result<ProbCut, ProbCutError> {
        let mut all = ProbCut::default();
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let wrong = |allowed| ProbCutError { line, found: quote(content), allowed };
            let numbers: Vec<f64> =
                content.split_whitespace().map_while(|word| word.parse().ok()).collect();
            let [discs, deep, shallow, slope, offset, deviation] = numbers[..] else {
                return Err(wrong("six numbers"));
            };
            let depths = (3..=DEEPEST as u32).find(|&depth| f64::from(depth) == deep);
            let depth = depths.ok_or_else(|| wrong("a depth from 3 to 24"))?;
            if shallow_depth(depth).map(f64::from) != Some(shallow) {
                return Err(wrong("as shallow depth half of the deep one, both odd or both even"));
            }
            let begins = |&stage: &usize| discs == (4 + 12 * stage) as f64;
            let stage =
                (0..STAGES).find(begins).ok_or_else(|| wrong("4, 16, 28, 40 or 52 discs"))?;
            let sane = (0.1..=10.0).contains(&slope)
                && (-64.0..=64.0).contains(&offset)
                && (0.0..=64.0).contains(&deviation);
            if !sane {
                return Err(wrong("a slope from 0.1 to 10, and the rest within 64 discs"));
            }
            all.set(stage, depth, Relation { slope, offset, deviation });
        }
        Ok(all)
    }

    /// The contents of a file.
    pub fn to_text(&self) -> String {
        let mut text = String::from(
            "# Multi-ProbCut, fitted by `othello train-probcut`: deep = slope * shallow + offset\n\
             # discs deep shallow  slope offset deviation\n",
        );
        for (stage, relations) in self.relations.iter().enumerate() {
            for (deep, relation) in (0..).zip(relations) {
                let (Some(relation), Some(shallow)) = (relation, shallow_depth(deep)) else {
                    continue;
                };
                let Relation { slope, offset, deviation } = relation;
                let discs = 4 + 12 * stage;
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{discs:7} {deep:4} {shallow:7} {slope:6.3} {offset:6.2} {deviation:9.2}"
                );
            }
        }
        text
    }

    pub(crate) fn set(&mut self, stage: usize, deep: u32, relation: Relation) {
        if let Some(place) = self.relations[stage].get_mut(deep as usize) {
            *place = Some(relation);
        }
    }

    /// What to try in place of a search of this depth, in units of the evaluator.
    #[inline]
    pub(crate) fn check(&self, discs: u32, deep: u32) -> Option<ShallowCheck> {
        let depth = shallow_depth(deep)?;
        let relations = &self.relations[stage(discs)];
        let mut known = (deep as usize).min(DEEPEST);
        // Deeper than was measured: as the deepest that was, odd or even alike.
        while known >= 5 && relations[known].is_none() {
            known -= 2;
        }
        let Relation { slope, offset, deviation } = relations[known]?;
        let units = Mobility::UNITS_PER_POINT as f64;
        let (offset, deviation) = (offset * units, deviation * units);
        Some(ShallowCheck { depth, slope, offset, deviation })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_shipped_parameters_are_whole_and_read_back() {
        let shipped = ProbCut::shipped();
        assert_eq!(ProbCut::parse(&shipped.to_text()).unwrap(), shipped);
        for discs in 4..=56 {
            for deep in 3..=20 {
                let check = shipped.check(discs, deep).unwrap();
                assert!(check.depth < deep && check.deviation > 0.0, "{discs} {deep} {check:?}");
            }
            assert_eq!(shipped.check(discs, 2), None);
        }
    }

    #[test]
    fn shallow_and_deep_are_both_odd_or_both_even() {
        for deep in 3..60 {
            let shallow = shallow_depth(deep).unwrap();
            assert!(shallow % 2 == deep % 2 && shallow < deep && shallow + 1 >= deep / 2);
        }
    }

    #[test]
    fn a_line_that_is_wrong_is_refused_by_its_number() {
        let refused = |text: &str| ProbCut::parse(text).unwrap_err().to_string();
        assert!(refused("# x\n4 3 1 1.0 0.0").starts_with("line 2: found `4 3 1 1.0 0.0`"));
        assert!(refused("4 3 2 1 0 3").contains("both odd"));
        assert!(refused("5 3 1 1 0 3").contains("40 or 52"));
        assert!(refused("4 2 1 1 0 3").contains("3 to 24"));
        assert!(refused("4 3 1 -1 0 3").contains("slope"));
        assert!(ProbCut::parse("4 3 1 1 NaN 3").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[0-9 .#\\n-]{0,60}") {
            let _ = ProbCut::parse(&text);
        }
    }
}
