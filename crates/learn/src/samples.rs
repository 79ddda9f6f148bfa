//! Examples: the features of positions and what they should predict.

use crate::logistic::{best_scale, expected};

/// A weight that a position uses, and its factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// The index of the weight.
    pub weight: u32,
    /// Its factor, from the view of the first side.
    pub amount: f32,
}

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
    pub(crate) fn get(&self, index: usize) -> (&[Feature], f64) {
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
