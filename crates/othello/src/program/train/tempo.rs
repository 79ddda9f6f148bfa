//! What having the move is worth to a search on top of what the evaluator says.
//!
//! Whoever moves last before the horizon picks, among many leaves, one that the evaluator flatters; so
//! values of odd depths are too high for the side to move and those of even depths too low, by the
//! more the less certain the evaluator is. A bonus for the side to move at the leaf undoes both: half of
//! the difference between neighbouring depths, measured on positions that were not learned from.

use super::samples::Sample;
use crate::OthelloDomain;
use crate::evaluators::pattern::{PHASES, Weights, phase};
use crate::program::config::{EvaluatorConfig, PatternConfig};
use crate::program::files::Files;
use crate::rules::board::Size;
use crate::rules::game::Othello;
use config::ConfigProblem;
use protocols::{LoadedConfig, Playable};
use search::{Limits, Request, Side};
use std::sync::Arc;

/// The deepest of the three depths that are compared.
const DEPTH: u32 = 5;

/// Nearer to the end than this the solver answers, not the evaluator.
const FEWEST_EMPTIES: u32 = 14;

/// The bonus by phase, in discs, from at most so many positions of each phase.
pub(crate) fn measure(
    config: &LoadedConfig<OthelloDomain>,
    weights: Weights,
    samples: &[Sample],
    most: usize,
) -> Result<[f64; PHASES], ConfigProblem> {
    let files = Files::with_weights(Arc::new(weights));
    let mut config = LoadedConfig::<OthelloDomain> { files, ..config.clone() };
    config.evaluator = EvaluatorConfig::Pattern(PatternConfig::default());
    config.search.solver = None;
    config.search.probcut = None;
    let mut engine = OthelloDomain::engine(&config)?;
    let units = engine.units_per_point();
    let mut sums = [(0.0, 0); PHASES];
    for sample in samples {
        let empties = sample.board.empty().count_ones();
        // The leaves that were judged, not the root.
        let (sum, count) = &mut sums[phase(64 - empties + DEPTH - 1)];
        if empties < FEWEST_EMPTIES || *count == most {
            continue;
        }
        engine.new_game();
        let position = Othello::new(sample.board, Side::First, Size::Eight);
        let mut values = Vec::new();
        engine.search(&Request::new(position, Limits::depth(DEPTH)), &mut |iteration| {
            values.extend(iteration.lines.first().map(|line| line.score.points(units)));
        });
        if let [.., before, even, after] = values[..] {
            *sum += ((before + after) / 2.0 - even) / 2.0;
            *count += 1;
        }
    }
    Ok(sums.map(|(sum, count)| sum / f64::from(count.max(1) as u32)))
}
