//! The evaluators `patterns` and `crossings` as weighted sums, so that their weights can be fitted to games.

use crate::evaluators::crossing_weights::{CrossingWeights, LEVELS, NOTHING};
use crate::evaluators::crossings::{counts, level};
use crate::evaluators::patterns::{PatternWeights, Patterns, decided};
use crate::evaluators::sign;
use crate::program::config::EvaluatorConfig;
use crate::program::domain::FiveInARow;
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use config::ConfigProblem;
use harness::tuning::{Feature, Tunable};
use protocols::LoadedConfig;
use search::Game;
use std::fmt::Write;
use std::sync::Arc;

/// The weights of the configuration, if its evaluator can be tuned.
enum Tuned<'a> {
    Patterns(&'a PatternWeights),
    Crossings(Arc<CrossingWeights>),
}

fn tuned(config: &LoadedConfig<FiveInARow>) -> Result<Tuned<'_>, ConfigProblem> {
    let name = match &config.evaluator {
        EvaluatorConfig::Patterns(weights) => return Ok(Tuned::Patterns(weights)),
        EvaluatorConfig::Crossings { .. } => {
            return Ok(Tuned::Crossings(config.files.crossing_weights()));
        }
        EvaluatorConfig::PatternCount { .. } => "\"pattern-count\"",
        EvaluatorConfig::ShapeScore { .. } => "\"shape-score\"",
    };
    let allowed = "\"patterns\" or \"crossings\", which can be tuned";
    Err(ConfigProblem::new("evaluator.name", name.to_owned(), allowed))
}

/// A weight rounded to an integer, as in a configuration.
fn rounded(weight: Option<&f64>) -> i64 {
    weight.map_or(0, |weight| weight.round() as i64)
}

/// The features of `patterns` for the side to move: a pair per shape, own and enemy, and the turn last.
fn pattern_amounts(game: &Gomoku) -> impl Iterator<Item = i64> {
    let [own, enemy] = [game.side(), !game.side()].map(|side| Patterns::counts(game, side));
    own.into_iter().zip(enemy).flat_map(|(own, enemy)| [own, -enemy]).chain([1])
}

/// The features of `crossings`: a pair per kind of point, then an indicator for each combination of the
/// strongest threats of both sides.
fn crossing_amounts(game: &Gomoku) -> impl Iterator<Item = i64> {
    let [own, enemy] = [game.side(), !game.side()].map(|side| counts(game, side));
    let [own_level, enemy_level] = [game.side(), !game.side()].map(|side| level(game, side));
    let here = own_level * LEVELS.len() + enemy_level;
    let first = (0..LEVELS.len().pow(2)).map(move |place| i64::from(place == here));
    let points = own.into_iter().zip(enemy).skip(NOTHING + 1);
    points.flat_map(|(own, enemy)| [own, -enemy]).chain(first)
}

impl Tunable for FiveInARow {
    fn weights(config: &LoadedConfig<Self>) -> Result<Vec<f64>, ConfigProblem> {
        Ok(match tuned(config)? {
            Tuned::Patterns(weights) => {
                let pairs = weights.pairs().into_iter().flat_map(|(_, pair)| pair);
                pairs.chain([weights.turn]).map(|weight| weight as f64).collect()
            }
            Tuned::Crossings(weights) => weights.row().map(f64::from).collect(),
        })
    }

    fn features(config: &LoadedConfig<Self>, game: &Gomoku, features: &mut Vec<Feature>) {
        let sign = sign(game.side());
        let mut place = 0;
        let mut add = |amount: i64| {
            if amount != 0 {
                features.push(Feature { weight: place, amount: (sign * amount) as f32 });
            }
            place += 1;
        };
        match config.evaluator {
            EvaluatorConfig::Crossings { .. } => crossing_amounts(game).for_each(&mut add),
            _ => pattern_amounts(game).for_each(&mut add),
        }
    }

    /// Whether the game is not decided. Positions with a five or an open four to stop count as calm, because
    /// they occur at the horizon as well.
    fn is_calm(_config: &LoadedConfig<Self>, game: &Gomoku, _played: Point) -> bool {
        decided(game, 0).is_none()
    }

    /// The table `[evaluator]` of a configuration for `patterns`; a weights file for `crossings`.
    fn weights_file(config: &LoadedConfig<Self>, row: &[f64]) -> String {
        let weights = match tuned(config) {
            Ok(Tuned::Patterns(weights)) => weights,
            _ => return CrossingWeights::from_row(row).text(),
        };
        let mut text = "[evaluator]\nname = \"patterns\"\n".to_owned();
        for ((name, _), pair) in weights.pairs().into_iter().zip(row.chunks(2)) {
            let [own, enemy] = [0, 1].map(|turn| rounded(pair.get(turn)));
            let _ = writeln!(text, "{name} = [{own}, {enemy}]");
        }
        let _ = writeln!(text, "turn = {}", rounded(row.last()));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluators::Crossings;
    use harness::Domain;
    use protocols::Playable;
    use search::Evaluator;
    use search::rng::Rng;

    fn configured(name: &str) -> LoadedConfig<FiveInARow> {
        let choice = config::Choice::option("--config", name);
        let document = FiveInARow::CONFIGS.document(Some(&choice), &[]).unwrap();
        document.read::<crate::Config>().unwrap().into()
    }

    fn check_weighted_sum(
        config: &LoadedConfig<FiveInARow>,
        mut evaluator: impl Evaluator<Gomoku>,
    ) {
        let weights = FiveInARow::weights(config).unwrap();
        let mut rng = Rng::new(7);
        let mut game = FiveInARow::start(config);
        let mut moves = Vec::new();
        for _ in 0..60 {
            let mut features = Vec::new();
            FiveInARow::features(config, &game, &mut features);
            let products =
                features.iter().map(|part| f64::from(part.amount) * weights[part.weight as usize]);
            evaluator.reset(&game);
            let value = sign(game.side()) * evaluator.evaluate(&game).units();
            assert_eq!(products.sum::<f64>(), value as f64, "{game:?}");
            if game.outcome().is_some() {
                break;
            }
            moves.clear();
            game.legal_moves(&mut moves);
            game.play(rng.choose(&moves).unwrap());
        }
    }

    #[test]
    fn the_weighted_sum_is_the_evaluation() {
        let config = configured("default");
        check_weighted_sum(&config, Crossings::new(config.files.crossing_weights()));
        let config = configured("patterns");
        let EvaluatorConfig::Patterns(weights) = config.evaluator.clone() else { unreachable!() };
        check_weighted_sum(&config, Patterns::new(weights));
    }

    #[test]
    fn weights_that_were_written_are_read_back() {
        let mut config = configured("patterns");
        let changed: Vec<f64> = (0..FiveInARow::weights(&config).unwrap().len())
            .map(|at| at as f64 * 3.0 - 7.0)
            .collect();
        let text = FiveInARow::weights_file(&config, &changed);
        let table: toml::Table = toml::from_str(&text).unwrap();
        config.evaluator = table["evaluator"].clone().try_into().unwrap();
        assert_eq!(FiveInARow::weights(&config).unwrap(), changed);
    }

    #[test]
    fn a_file_of_crossings_holds_all_weights() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.toml");
        let config = configured("default");
        let count = FiveInARow::weights(&config).unwrap().len();
        let changed: Vec<f64> = (0..count).map(|at| at as f64 * 3.0 - 700.0).collect();
        std::fs::write(&path, FiveInARow::weights_file(&config, &changed)).unwrap();
        let read = crate::program::files::read_weights(&path, "evaluator.weights").unwrap();
        let read: Vec<f64> = read.row().map(f64::from).collect();
        assert_eq!(read, changed);
    }

    #[test]
    fn a_position_that_is_decided_is_not_learned_from() {
        let config = configured("default");
        let calm = |moves: &str| {
            let game = FiveInARow::parse_position(&config, moves).unwrap();
            FiveInARow::is_calm(&config, &game, game.size().centre())
        };
        assert!(calm("h8a1i8"));
        // A black open three. White, to move, can still stop it; black, to move, would have won.
        assert!(calm("h8a1i8a3j8"));
        assert!(!calm("h8a1i8a3j8a5"));
    }
}
