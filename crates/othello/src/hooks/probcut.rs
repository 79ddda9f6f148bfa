//! The parameters of Multi-ProbCut (Buro 1995): [`ProbCut`] says how well shallow searches with the
//! pattern evaluator predict deep ones.
//!
//! The parameters are a text file with a line for each game stage and depth: the number of discs at
//! which the stage begins, the deep and the shallow depth, then slope, offset and standard deviation of
//! deep = slope · shallow + offset, the last two in discs. Lines that begin with `#` are comments. The
//! verb `train-probcut` writes the file.

use crate::evaluators::mobility::Mobility;
use search::notation::quote;
use search::{Evaluator, ShallowCheck};
use std::fmt::Write;
use thiserror::Error;

/// The number of game stages, of twelve discs each.
pub(crate) const STAGES: usize = 5;

/// The maximum depth in a file. Deeper searches use the parameters of the deepest entry.
const DEEPEST: usize = 24;

/// The stage of a board with this many discs.
#[inline]
pub(crate) fn stage(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 12).min(STAGES - 1)
}

/// The depth of the shallow search for `deep`: about half of it, with the same parity, because values
/// swing with the side that moves last. `None` if it would save nothing.
#[inline]
pub(crate) const fn shallow_depth(deep: u32) -> Option<u32> {
    if deep < 3 { None } else { Some(deep / 2 - (deep / 2 + deep) % 2) }
}

/// The parameters of one line of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Relation {
    pub(crate) slope: f64,
    pub(crate) offset: f64,
    pub(crate) deviation: f64,
}

/// Why a file is rejected.
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
    /// The built-in parameters, for the built-in weights; made by `scripts/train/othello`.
    pub fn shipped() -> ProbCut {
        // A test parses them, and they are constant at run time.
        ProbCut::parse(include_str!("../../data/pattern.probcut"))
            .unwrap_or_else(|error| panic!("built-in Multi-ProbCut parameters: {error}"))
    }

    /// Parses the contents of a file.
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
                return Err(wrong("a shallow depth of half the deep one, both odd or both even"));
            }
            let begins = |&stage: &usize| discs == (4 + 12 * stage) as f64;
            let stage =
                (0..STAGES).find(begins).ok_or_else(|| wrong("4, 16, 28, 40 or 52 discs"))?;
            let sane = (0.1..=10.0).contains(&slope)
                && (-64.0..=64.0).contains(&offset)
                && (0.0..=64.0).contains(&deviation);
            if !sane {
                return Err(wrong("a slope from 0.1 to 10, offset and deviation within 64 discs"));
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

    /// The shallow search to try before a search of this depth, in units of the evaluator.
    #[inline]
    pub(crate) fn check(&self, discs: u32, deep: u32) -> Option<ShallowCheck> {
        let depth = shallow_depth(deep)?;
        let relations = &self.relations[stage(discs)];
        let mut known = (deep as usize).min(DEEPEST);
        // Deeper than measured: use the deepest entry of the same parity.
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
    fn the_built_in_parameters_are_complete_and_round_trip() {
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
    fn an_invalid_line_is_rejected_with_its_number() {
        let error = |text: &str| ProbCut::parse(text).unwrap_err().to_string();
        assert!(error("# x\n4 3 1 1.0 0.0").starts_with("line 2: found `4 3 1 1.0 0.0`"));
        assert!(error("4 3 2 1 0 3").contains("both odd"));
        assert!(error("5 3 1 1 0 3").contains("40 or 52"));
        assert!(error("4 2 1 1 0 3").contains("3 to 24"));
        assert!(error("4 3 1 -1 0 3").contains("slope"));
        assert!(ProbCut::parse("4 3 1 1 NaN 3").is_err());
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in "[0-9 .#\\n-]{0,60}") {
            let _ = ProbCut::parse(&text);
        }
    }
}
