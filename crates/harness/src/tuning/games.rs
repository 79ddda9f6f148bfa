//! Examples from game records: [`Samples`].

use super::fit::{best_scale, expected};
use super::{Feature, Tunable};
use files::{Journal, JournalError};
use matches::Header;
use protocols::{LoadedConfig, read_game};
use record::{GameRecord, PlayedGame, Termination};
use search::rng::mix;
use search::{Game, Outcome, Side};
use std::path::PathBuf;

/// Examples: the features of positions, each with the result of its game.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    features: Vec<Feature>,
    /// The end of the features of each example.
    ends: Vec<usize>,
    /// The target: 1 if the first side won, 0.5, 0, or a mix with scores, see [`blend`](Samples::blend).
    results: Vec<f32>,
    /// The score of the player to move, if known, in points for the first side.
    scores: Vec<Option<f32>>,
    /// Number of games.
    pub games: usize,
}

impl Samples {
    /// Number of examples.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are no examples.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The features and the target of an example.
    #[inline]
    pub(super) fn get(&self, index: usize) -> (&[Feature], f64) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (&self.features[start..self.ends[index]], f64::from(self.results[index]))
    }

    /// Adds an example.
    pub fn push(&mut self, features: &[Feature], result: f32, score: Option<f32>) {
        self.features.extend_from_slice(features);
        self.ends.push(self.features.len());
        self.results.push(result);
        self.scores.push(score);
    }

    /// Mixes the results that the players' scores predict into the targets, with weight `share`. A game has
    /// one result for many positions, which one late blunder can spoil; a score belongs to one position.
    pub fn blend(&mut self, share: f32) {
        if share == 0.0 {
            return;
        }
        let mut scored = Samples::default();
        for (&result, &score) in self.results.iter().zip(&self.scores) {
            if let Some(amount) = score {
                scored.push(&[Feature { weight: 0, amount }], result, None);
            }
        }
        if scored.is_empty() {
            return;
        }
        let scale = best_scale(&scored, &[1.0]);
        for (result, score) in self.results.iter_mut().zip(&self.scores) {
            if let Some(score) = score {
                let predicted = expected(f64::from(*score), scale) as f32;
                *result += share * (predicted - *result);
            }
        }
    }

    /// Adds the quiet positions of a game after its opening; a game without a result is skipped.
    fn add_game<D: Tunable>(&mut self, config: &LoadedConfig<D>, game: &PlayedGame<D::Game>) {
        let result = match game.outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => 0.0,
            Some(Outcome::Draw) => 0.5,
            None => return,
        };
        let mut position = game.start().clone();
        let mut features = Vec::new();
        for (index, (mv, remarks)) in game.moves().zip(game.remarks()).enumerate() {
            // Proven results are found by search, so the evaluator need not learn them.
            let is_chosen = index >= game.opening && remarks.proven.is_none();
            if is_chosen && D::is_calm(config, &position, mv) {
                features.clear();
                D::features(config, &position, &mut features);
                let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
                self.push(&features, result, remarks.score.map(|score| sign * score as f32));
            }
            let _ = position.play(mv);
        }
        self.games += 1;
    }
}

/// The training examples of record files, and those of one pair of games in `held_back` for validation. Games
/// that ended by a forfeit are skipped.
pub(super) fn read<D: Tunable>(
    config: &LoadedConfig<D>,
    files: &[PathBuf],
    held_back: u64,
) -> Result<[Samples; 2], JournalError> {
    let mut samples = [Samples::default(), Samples::default()];
    for file in files {
        for (line, record) in Journal::<GameRecord>::read::<Header>(file)? {
            if record.reason.is_some_and(Termination::is_forfeit) {
                continue;
            }
            let game = read_game::<D>(config, &record).map_err(|error| JournalError::BadLine {
                file: file.clone(),
                line,
                problem: error.to_string(),
            })?;
            // Both games of a pair belong to the same set: they share their opening.
            let pair = (record.number.unwrap_or(line) as u64).div_ceil(2);
            let place = usize::from(mix(pair).is_multiple_of(held_back));
            samples[place].add_game::<D>(config, &game);
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(samples: &Samples) -> Vec<f64> {
        (0..samples.len()).map(|index| samples.get(index).1).collect()
    }

    #[test]
    fn scores_are_mixed_in_as_the_results_that_they_predict() {
        let mut samples = Samples::default();
        // At +1 and -1 three of four games are won and lost: odds of 3 to 1 for a point.
        for (score, won) in [(1.0, 3), (-1.0, 1)] {
            for game in 0..4 {
                samples.push(&[], if game < won { 1.0 } else { 0.0 }, Some(score));
            }
        }
        samples.push(&[], 0.5, None);
        let mut unchanged = samples.clone();
        unchanged.blend(0.0);
        assert_eq!(results(&unchanged), results(&samples));
        samples.blend(0.5);
        let blended = results(&samples);
        for (index, expected) in [(0, 0.875), (3, 0.375), (4, 0.625), (7, 0.125)] {
            assert!((blended[index] - expected).abs() < 1e-3, "{blended:?}");
        }
        assert_eq!(blended[8], 0.5, "without a score the result is kept");
    }
}
