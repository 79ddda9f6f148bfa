//! Logistic regression with Adam (Kingma and Ba 2015), using all examples in every step.

use crate::{Feature, Samples};
use rayon::prelude::*;

/// Examples per unit of work. It does not depend on the number of threads, so the rounding does not either.
const CHUNK: usize = 4096;

/// Parameters of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Number of steps.
    pub steps: u32,
    /// Learning rate: the change of a weight in the first steps, in score units. It falls to a tenth.
    pub rate: f64,
    /// Regularisation: the cost of changing a weight by one unit, in examples with error 1. Weights of rare
    /// features stay near their initial values.
    pub pull: f64,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<f64>,
    /// The score, in units, that corresponds to odds of e to 1.
    pub scale: f64,
    /// The mean squared error on the examples, before and after.
    pub error: [f64; 2],
    /// The same on the validation examples; NaN if there are none.
    pub unseen: [f64; 2],
}

/// Fits weights to examples, starting from `start`. `tick` is called after every step.
pub fn fit(
    samples: &Samples,
    unseen: &Samples,
    start: &[f64],
    options: &Options,
    tick: &mut dyn FnMut(),
) -> Fit {
    let scale = best_scale(samples, start);
    let mut adam = Adam::new(start.len());
    let mut weights = start.to_vec();
    // Steps that are too large can increase the cost again: the best weights are kept.
    let (mut best, mut least) = (start.to_vec(), f64::INFINITY);
    for step in 0..=options.steps {
        let (mut gradient, mut cost) = gradient(samples, &weights, scale);
        for ((slope, weight), start) in gradient.iter_mut().zip(&weights).zip(start) {
            *slope += 2.0 * options.pull * (weight - start);
            cost += options.pull * (weight - start).powi(2);
        }
        if cost < least {
            (best, least) = (weights.clone(), cost);
        }
        if step == options.steps {
            break;
        }
        // Falls to a tenth, so that the last steps converge.
        let progress = f64::from(step) / f64::from(options.steps);
        adam.step(&mut weights, &gradient, options.rate * (1.0 - 0.9 * progress));
        tick();
    }
    Fit {
        error: [error(samples, start, scale), error(samples, &best, scale)],
        unseen: [error(unseen, start, scale), error(unseen, &best, scale)],
        weights: best,
        scale,
    }
}

#[inline]
fn value(features: &[Feature], weights: &[f64]) -> f64 {
    features
        .iter()
        .map(|feature| f64::from(feature.amount) * weights[feature.weight as usize])
        .sum()
}

#[inline]
pub(crate) fn expected(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The units of work, as ranges of example indices.
fn chunks(samples: &Samples) -> impl IndexedParallelIterator<Item = std::ops::Range<usize>> {
    let count = samples.len();
    (0..count.div_ceil(CHUNK))
        .into_par_iter()
        .map(move |chunk| chunk * CHUNK..count.min((chunk + 1) * CHUNK))
}

/// The mean squared error of the prediction.
fn error(samples: &Samples, weights: &[f64], scale: f64) -> f64 {
    let parts: Vec<f64> = chunks(samples)
        .map(|range| {
            let squared = |index| {
                let (features, result) = samples.get(index);
                (expected(value(features, weights), scale) - result).powi(2)
            };
            range.map(squared).sum()
        })
        .collect();
    parts.iter().sum::<f64>() / samples.len() as f64
}

/// The gradient of the summed squared error, and that error.
fn gradient(samples: &Samples, weights: &[f64], scale: f64) -> (Vec<f64>, f64) {
    let parts: Vec<(Vec<f64>, f64)> = chunks(samples)
        .map(|range| {
            let (mut slopes, mut squares) = (vec![0.0; weights.len()], 0.0);
            for index in range {
                let (features, result) = samples.get(index);
                let expected = expected(value(features, weights), scale);
                squares += (expected - result).powi(2);
                let slope = 2.0 * (expected - result) * expected * (1.0 - expected) / scale;
                for feature in features {
                    slopes[feature.weight as usize] += slope * f64::from(feature.amount);
                }
            }
            (slopes, squares)
        })
        .collect();
    let (mut sum, mut squares) = (vec![0.0; weights.len()], 0.0);
    for (part, error) in parts {
        squares += error;
        for (sum, slope) in sum.iter_mut().zip(part) {
            *sum += slope;
        }
    }
    (sum, squares)
}

/// The scale with the least error for these weights, by golden-section search on its logarithm.
pub(crate) fn best_scale(samples: &Samples, weights: &[f64]) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let at = |log: f64| error(samples, weights, log.exp());
    let (mut low, mut high) = (-6.0, 12.0);
    let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut left_error, mut right_error) = (at(left), at(right));
    for _ in 0..40 {
        if left_error < right_error {
            (high, right, right_error) = (right, left, left_error);
            left = high - ratio * (high - low);
            left_error = at(left);
        } else {
            (low, left, left_error) = (left, right, right_error);
            right = low + ratio * (high - low);
            right_error = at(right);
        }
    }
    f64::midpoint(low, high).exp()
}

/// Adam: the length of a step depends on the consistency of the gradient, not on its size.
struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    const KEEP_MEAN: f64 = 0.9;
    const KEEP_SQUARE: f64 = 0.999;

    fn new(weights: usize) -> Self {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f64], gradient: &[f64], rate: f64) {
        self.steps += 1;
        let unbias_mean = 1.0 - Adam::KEEP_MEAN.powi(self.steps);
        let unbias_square = 1.0 - Adam::KEEP_SQUARE.powi(self.steps);
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(state) {
            *mean += (1.0 - Adam::KEEP_MEAN) * (slope - *mean);
            *square += (1.0 - Adam::KEEP_SQUARE) * (slope * slope - *square);
            let deviation = (*square / unbias_square).sqrt();
            if deviation > 0.0 {
                *weight -= rate * (*mean / unbias_mean) / deviation;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::rng::Rng;

    /// Games with random results that follow known weights.
    fn made_from(truth: &[f64], scale: f64, count: usize, seed: u64) -> Samples {
        let mut rng = Rng::new(seed);
        let mut samples = Samples::default();
        for _ in 0..count {
            let features: Vec<Feature> = (0..truth.len() as u32)
                .map(|weight| Feature { weight, amount: rng.below(7) as f32 - 3.0 })
                .collect();
            let chance = expected(value(&features, truth), scale);
            let won = (rng.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            samples.push(&features, if won { 1.0 } else { 0.0 }, None);
        }
        samples
    }

    const OPTIONS: Options = Options { steps: 300, rate: 4.0, pull: 0.0 };

    #[test]
    fn the_weights_behind_the_results_are_recovered() {
        let truth = [100.0, -40.0, 0.0, 15.0];
        let samples = made_from(&truth, 120.0, 20_000, 1);
        let unseen = made_from(&truth, 120.0, 5_000, 2);
        let fit = fit(&samples, &unseen, &[50.0, 50.0, 50.0, 50.0], &OPTIONS, &mut || ());
        assert!(fit.unseen[1] < fit.unseen[0], "{:?}", fit.unseen);
        // The results determine only the ratios: the scale was fitted for other weights.
        for (found, truth) in fit.weights.iter().zip(truth) {
            let found = found * 100.0 / fit.weights[0];
            assert!((found - truth).abs() < 6.0, "{:?}", fit.weights);
        }
    }

    #[test]
    fn the_scale_behind_the_results_is_recovered() {
        let truth = [100.0, -40.0, 25.0];
        let samples = made_from(&truth, 200.0, 30_000, 3);
        let scale = best_scale(&samples, &truth);
        assert!((180.0..220.0).contains(&scale), "{scale}");
    }

    #[test]
    fn unused_weights_do_not_change_and_strong_regularisation_holds_the_others() {
        let samples = made_from(&[100.0, -40.0], 120.0, 5_000, 4);
        let start = [80.0, 0.0, 7.0];
        let free = fit(&samples, &Samples::default(), &start, &OPTIONS, &mut || ());
        assert_eq!(free.weights[2], 7.0);
        assert!((free.weights[1] - start[1]).abs() > 10.0, "{:?}", free.weights);
        let held = Options { pull: 100.0, ..OPTIONS };
        let held = fit(&samples, &Samples::default(), &start, &held, &mut || ());
        for (weight, start) in held.weights.iter().zip(start) {
            assert!((weight - start).abs() < 1.0, "{:?}", held.weights);
        }
    }

    #[test]
    fn a_learning_rate_that_is_far_too_large_does_not_increase_the_error() {
        let samples = made_from(&[100.0, -40.0], 120.0, 2_000, 6);
        let wide = Options { rate: 1e5, ..OPTIONS };
        let fit = fit(&samples, &samples, &[90.0, -30.0], &wide, &mut || ());
        assert!(fit.error[1] <= fit.error[0], "{:?}", fit.error);
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let samples = made_from(&[100.0, -40.0], 120.0, 3 * CHUNK + 17, 5);
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let options = Options { steps: 20, ..OPTIONS };
            pool.install(|| fit(&samples, &samples, &[1.0, 1.0], &options, &mut || ()).weights)
        };
        assert_eq!(run(1), run(3));
    }
}
