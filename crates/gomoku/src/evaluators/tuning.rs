//! `patterns` as a weighted sum that can be fitted to games: its weights in a row, and back.

use super::patterns::{PatternWeights, Patterns};
use super::sign;
use crate::config::{Config, EvaluatorConfig};
use crate::domain::FiveInARow;
use crate::gomoku::Gomoku;
use crate::point::Point;
use crate::threat::Threat;
use harness::config::ConfigProblem;
use harness::tuning::{Feature, Tunable};
use search::{Game, Side};
use std::fmt::Write;

/// The weights of the configuration, if its evaluator is `patterns`.
fn configured(config: &Config) -> Result<&PatternWeights, ConfigProblem> {
    let name = match &config.evaluator {
        EvaluatorConfig::Patterns(weights) => return Ok(weights),
        EvaluatorConfig::PatternCount { .. } => "\"pattern-count\"",
        EvaluatorConfig::ShapeScore { .. } => "\"shape-score\"",
    };
    let allowed = "\"patterns\", which can be tuned";
    Err(ConfigProblem::new("evaluator.name", name.to_owned(), allowed))
}

/// A weight as the configuration takes it.
fn whole(weight: Option<&f64>) -> i64 {
    weight.map_or(0, |weight| weight.round() as i64)
}

/// In the row stand the pairs, for the side to move and for the other, and the turn last.
impl Tunable for FiveInARow {
    fn weights(config: &Config) -> Result<Vec<f64>, ConfigProblem> {
        let weights = configured(config)?;
        let pairs = weights.pairs().into_iter().flat_map(|(_, pair)| pair);
        Ok(pairs.chain([weights.turn]).map(|weight| weight as f64).collect())
    }

    fn features(_config: &Config, game: &Gomoku, features: &mut Vec<Feature>) {
        let (own, enemy) = (game.side(), !game.side());
        let mut place = 0;
        let mut add = |amount: i64| {
            if amount != 0 {
                let amount = (sign(own) * amount) as f32;
                features.push(Feature { weight: place, amount });
            }
            place += 1;
        };
        let counts = [own, enemy].map(|side| Patterns::counts(game, side));
        for (own, enemy) in counts[0].into_iter().zip(counts[1]) {
            add(own);
            add(-enemy);
        }
        add(1);
    }

    /// Nothing is about to happen: neither side could make five or an open four.
    fn is_calm(_config: &Config, game: &Gomoku, _played: Point) -> bool {
        let presses = |side, threat| game.points_with(threat, side) > 0;
        ![Side::First, Side::Second]
            .into_iter()
            .any(|side| presses(side, Threat::OpenFour) || presses(side, Threat::Five))
    }

    /// The table `[evaluator]`, to take the place of the one in a configuration.
    fn weights_file(config: &Config, row: &[f64]) -> String {
        let mut text = "[evaluator]\nname = \"patterns\"\n".to_owned();
        let names = configured(config).into_iter().flat_map(|weights| weights.pairs());
        for ((name, _), pair) in names.zip(row.chunks(2)) {
            let [own, enemy] = [0, 1].map(|turn| whole(pair.get(turn)));
            let _ = writeln!(text, "{name} = [{own}, {enemy}]");
        }
        let _ = writeln!(text, "turn = {}", whole(row.last()));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::Domain;
    use search::Evaluator;
    use search::rng::Rng;

    fn config() -> Config {
        toml::from_str(FiveInARow::DEFAULT_CONFIG).unwrap()
    }

    #[test]
    fn the_weighted_sum_is_the_evaluation() {
        let config = config();
        let weights = FiveInARow::weights(&config).unwrap();
        let mut evaluator = Patterns::new(configured(&config).unwrap().clone());
        let mut rng = Rng::new(7);
        let mut game = FiveInARow::start(&config);
        let mut moves = Vec::new();
        for _ in 0..60 {
            let mut features = Vec::new();
            FiveInARow::features(&config, &game, &mut features);
            let products =
                features.iter().map(|part| f64::from(part.amount) * weights[part.weight as usize]);
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
    fn weights_that_were_written_are_read_back() {
        let mut config = config();
        let changed: Vec<f64> = (0..FiveInARow::weights(&config).unwrap().len())
            .map(|at| at as f64 * 3.0 - 7.0)
            .collect();
        let text = FiveInARow::weights_file(&config, &changed);
        let table: toml::Table = toml::from_str(&text).unwrap();
        config.evaluator = table["evaluator"].clone().try_into().unwrap();
        assert_eq!(FiveInARow::weights(&config).unwrap(), changed);
    }

    #[test]
    fn a_position_with_a_four_to_make_is_not_calm() {
        let config = config();
        let calm = |moves: &str| {
            let game = FiveInARow::parse_position(&config, moves).unwrap();
            FiveInARow::is_calm(&config, &game, game.size().centre())
        };
        assert!(calm("h8a1i8"));
        // Three of black's in a row, both ends open.
        assert!(!calm("h8a1i8a3j8"));
    }
}
