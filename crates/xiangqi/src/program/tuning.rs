//! Tuning of the evaluator `tapered`: its weights as a vector, and the features of a position.

use crate::Xiangqi;
use crate::evaluators::tapered::{FULL_PHASE, Tapered, count, sign};
use crate::evaluators::weights::{Weights, place};
use crate::evaluators::weights_file;
use crate::program::config::EvaluatorConfig;
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::square::{FILES, RANKS};
use config::ConfigProblem;
use harness::tuning::{Feature, Tunable};
use protocols::LoadedConfig;
use search::{Game, Side};

/// The number of files of a table with separate weights: the right half mirrors the left.
const OWN_FILES: usize = FILES.div_ceil(2);
/// Number of weights in one table.
const TABLE: usize = RANKS * OWN_FILES;

// The layout of the vector. Each place has two weights, for the middlegame and the endgame: tempo, the
// counted terms, the piece values, then the tables by kind of piece.
const COUNTED: usize = 1;
const VALUES: usize = COUNTED + place::COUNT;
const TABLES: usize = VALUES + Kind::ALL.len();
/// Total number of weights.
const WEIGHTS: usize = 2 * (TABLES + Kind::ALL.len() * TABLE);

/// The place of a table cell.
fn table_place(kind: Kind, rank: usize, file: usize) -> usize {
    TABLES + kind.index() * TABLE + rank * OWN_FILES + file.min(FILES - 1 - file)
}

/// Visits every weight with its index in the vector; mirrored cells share one.
fn each_weight(weights: &mut Weights, visit: &mut dyn FnMut(usize, &mut i32)) {
    let mut pair = |place: usize, pair: &mut [i32; 2]| {
        for (half, weight) in pair.iter_mut().enumerate() {
            visit(2 * place + half, weight);
        }
    };
    pair(0, &mut weights.tempo);
    weights.each_counted(&mut |place, weight| pair(COUNTED + place, weight));
    for kind in Kind::ALL {
        pair(VALUES + kind.index(), weights.values.get_mut(kind));
    }
    for (half, tables) in [&mut weights.middle, &mut weights.end].into_iter().enumerate() {
        for kind in Kind::ALL {
            for (rank, row) in tables.get_mut(kind).iter_mut().rev().enumerate() {
                for (file, weight) in row.iter_mut().enumerate() {
                    visit(2 * table_place(kind, rank, file) + half, weight);
                }
            }
        }
    }
}

/// The weights of the configuration, if its evaluator is `tapered`.
fn configured(config: &LoadedConfig<Xiangqi>) -> Result<Weights, ConfigProblem> {
    match &config.evaluator {
        EvaluatorConfig::Tapered { .. } => Ok(Weights::clone(&config.files.weights())),
        EvaluatorConfig::MaterialPosition { .. } => Err(ConfigProblem::new(
            "evaluator.name",
            "\"material-position\"".to_owned(),
            "\"tapered\" (the only evaluator that can be tuned)",
        )),
    }
}

impl Tunable for Xiangqi {
    fn weights(config: &LoadedConfig<Self>) -> Result<Vec<f64>, ConfigProblem> {
        let mut row = vec![0.0; WEIGHTS];
        each_weight(&mut configured(config)?, &mut |place, weight| row[place] = f64::from(*weight));
        Ok(row)
    }

    fn features(_config: &LoadedConfig<Self>, position: &Position, features: &mut Vec<Feature>) {
        let full = Tapered::phase(position) as f32 / FULL_PHASE as f32;
        let mut add = |place: usize, amount: f32| {
            for (half, share) in [full, 1.0 - full].into_iter().enumerate() {
                if amount * share != 0.0 {
                    let weight = (2 * place + half) as u32;
                    features.push(Feature { weight, amount: amount * share });
                }
            }
        };
        add(0, sign(position.side()) as f32);
        let mut counts = [0; place::COUNT];
        count(position, |place, times| counts[place] += times);
        for (place, times) in counts.into_iter().enumerate() {
            add(COUNTED + place, times as f32);
        }
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let own = if piece.side == Side::First { square } else { square.flipped() };
            let amount = sign(piece.side) as f32;
            add(VALUES + piece.kind.index(), amount);
            add(table_place(piece.kind, own.rank(), own.file()), amount);
        }
    }

    /// Neither in check nor about to capture, and both sides have enough material to win: otherwise the
    /// evaluation is not a weighted sum.
    fn is_calm(_config: &LoadedConfig<Self>, position: &Position, played: Move) -> bool {
        let can_win = |side| Tapered::can_win(position, side);
        !position.in_check()
            && position.piece_at(played.to).is_none()
            && can_win(Side::First)
            && can_win(Side::Second)
    }

    fn weights_file(config: &LoadedConfig<Self>, row: &[f64]) -> String {
        let mut weights = configured(config).unwrap_or_else(|_| Weights::built_in());
        each_weight(&mut weights, &mut |place, weight| *weight = row[place].round() as i32);
        weights_file::text(&weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::files::Files;
    use config::Document;
    use harness::Domain;
    use search::Evaluator;
    use search::rng::Rng;
    use std::sync::Arc;

    fn config() -> LoadedConfig<Xiangqi> {
        let document = Xiangqi::CONFIGS.document(None, &[]).unwrap();
        document.read::<crate::Config>().unwrap().into()
    }

    #[test]
    fn the_weighted_sum_is_the_evaluation() {
        let config = config();
        let weights = Xiangqi::weights(&config).unwrap();
        let mut evaluator = Tapered::new(Arc::new(Weights::built_in()));
        let mut rng = Rng::new(3);
        let mut position = Position::start();
        for _ in 0..400 {
            let mut features = Vec::new();
            Xiangqi::features(&config, &position, &mut features);
            let sum: f64 = features
                .iter()
                .map(|feature| f64::from(feature.amount) * weights[feature.weight as usize])
                .sum();
            evaluator.reset(&position);
            let value = sign(position.side()) * evaluator.evaluate(&position).units();
            assert!((sum - value as f64).abs() < 1.5, "{sum} {value} {position:?}");
            let mut moves = Vec::new();
            if position.expand(&mut moves).is_some() {
                position = Position::start();
                continue;
            }
            position.play(rng.choose(&moves).unwrap());
        }
    }

    #[test]
    fn a_written_weight_file_reads_back_equal() {
        let config = config();
        let mut row = Xiangqi::weights(&config).unwrap();
        for (index, weight) in row.iter_mut().enumerate() {
            *weight += (index % 7) as f64;
        }
        let text = Xiangqi::weights_file(&config, &row);
        let read: Weights =
            Document::parse("weights", &text).and_then(|document| document.read()).unwrap();
        let other =
            LoadedConfig::<Xiangqi> { files: Files::with_weights(Arc::new(read)), ..config };
        assert_eq!(Xiangqi::weights(&other).unwrap(), row);
    }

    #[test]
    fn the_built_in_weight_file_has_the_written_form() {
        let shipped = include_str!("../../weights/tapered-weights.toml");
        assert_eq!(weights_file::text(&Weights::built_in()), shipped);
    }
}
