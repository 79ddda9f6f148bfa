//! The tempo bonus: a correction of the odd-even effect of the search.
//!
//! The side that moves last before the horizon chooses among many leaves and tends to pick one that the
//! evaluator overestimates. So scores at odd depths are too high for the side to move, and those at even
//! depths too low. A bonus for the side to move at the leaf corrects both: half of the difference between
//! successive depths, measured on validation positions.

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

/// The largest of the three depths that are compared.
const DEPTH: u32 = 5;

/// Positions with fewer empty squares are left to the solver.
const FEWEST_EMPTIES: u32 = 14;

/// The bonus of each phase in discs, from at most `most` positions per phase.
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
        // The phase of the leaves, not of the root.
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
