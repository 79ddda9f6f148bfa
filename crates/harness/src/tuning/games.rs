//! From the records of games to examples: [`Samples`].

use super::fit::{best_scale, expected};
use super::{Feature, Tunable};
use files::{Journal, JournalError};
use matches::Header;
use protocols::{LoadedConfig, read_game};
use record::{GameRecord, PlayedGame, Termination};
use search::rng::mix;
use search::{Game, Outcome, Side};
use std::path::PathBuf;

/// Examples: positions by what the evaluation counts in them, each with the result of its game.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    features: Vec<Feature>,
    /// Where the features of each example end.
    ends: Vec<usize>,
    /// 1 if the first side won, 0.5, 0; or what is to be predicted in its place, see
    /// [`blend`](Samples::blend).
    results: Vec<f32>,
    /// What the player to move thought of the position, in points for the first side, if it said so.
    scores: Vec<Option<f32>>,
    /// Games used, for people to read.
    pub games: usize,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The features and the result of one.
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

    /// Puts the players' scores, as far as they predict results, in the place of a `share` of each
    /// result. A game has one result and many positions: one blunder at its end would speak for all
    /// of them, where the scores tell of each by itself.
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
                let foretold = expected(f64::from(*score), scale) as f32;
                *result += share * (foretold - *result);
            }
        }
    }

    /// Adds the calm positions of a game after its opening; one without a result says nothing.
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
            // A proven end is the search's to find; the evaluation need not know it.
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

/// The examples of record files, and apart from them those of every `held_back`-th game, to look at
/// only. Games that ended by a player's fault say nothing and are left out.
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
            // Both games of a pair go the same way: they share their opening.
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
    fn scores_stand_in_for_results_as_far_as_they_foretell_them() {
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
        assert_eq!(blended[8], 0.5, "without a score the result stands");
    }
}
