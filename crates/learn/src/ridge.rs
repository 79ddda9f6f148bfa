//! Ridge regression by conjugate gradients.
//!
//! Minimises Σ (label − sum of the sample's weights)² + penalty · Σ (weight − start)². The second
//! part keeps a weight near its start unless it has enough samples. The method is that of Hestenes and
//! Stiefel (1952), preconditioned by how often each weight occurs. It needs no step size and is
//! deterministic.

/// A sample: the indices of its weights, and the desired sum.
#[derive(Clone, Copy, Debug)]
pub struct Example<const N: usize> {
    /// The indices of its weights; each counts once.
    pub features: [u32; N],
    /// The desired sum.
    pub label: f32,
}

impl<const N: usize> Example<N> {
    /// The sum of its weights.
    #[inline]
    pub fn sum(&self, weights: &[f64]) -> f64 {
        self.features.iter().map(|&feature| weights[feature as usize]).sum()
    }
}

/// The parameters of the fit.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Iterations, each a pass over the examples.
    pub rounds: usize,
    /// The strength of the pull towards the start, as a number of examples.
    pub penalty: f64,
}

/// Moves the weights towards the minimum.
pub fn fit<const N: usize>(examples: &[Example<N>], weights: &mut [f64], effort: Effort) {
    let Effort { rounds, penalty } = effort;
    let size = weights.len();
    let mut scale = vec![penalty; size];
    // The negative gradient at the start.
    let mut slope = vec![0.0; size];
    for example in examples {
        let error = f64::from(example.label) - example.sum(weights);
        for &feature in &example.features {
            slope[feature as usize] += error;
            scale[feature as usize] += 1.0;
        }
    }
    // A weight that never occurs, without a penalty, stays where it is.
    let scaled = |slope: &[f64]| -> Vec<f64> {
        slope.iter().zip(&scale).map(|(slope, scale)| slope / scale.max(1e-9)).collect()
    };
    let mut step = scaled(&slope);
    let mut power = dot(&slope, &step);
    let first = power;
    for _ in 0..rounds {
        let mut bend: Vec<f64> = step.iter().map(|step| penalty * step).collect();
        for example in examples {
            let sum = example.sum(&step);
            for &feature in &example.features {
                bend[feature as usize] += sum;
            }
        }
        let curvature = dot(&step, &bend);
        // At the minimum the gradient is zero, and the step length undefined.
        if curvature <= 0.0 || power <= 1e-12 * first {
            break;
        }
        let length = power / curvature;
        for index in 0..size {
            weights[index] += length * step[index];
            slope[index] -= length * bend[index];
        }
        let next = scaled(&slope);
        let old = std::mem::replace(&mut power, dot(&slope, &next));
        for index in 0..size {
            step[index] = next[index] + power / old * step[index];
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::rng::Rng;

    /// Examples of a known sum, each of two weights.
    fn examples(truth: &[f64], count: usize) -> Vec<Example<2>> {
        let mut rng = Rng::new(9);
        let one = |_| {
            let features = [rng.below(truth.len()) as u32, rng.below(truth.len()) as u32];
            let label = features.iter().map(|&index| truth[index as usize]).sum::<f64>() as f32;
            Example { features, label }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn the_weights_behind_the_labels_are_recovered() {
        let truth = [3.0, -1.0, 0.5, 8.0, -4.0];
        let mut weights = [0.0; 5];
        let effort = Effort { rounds: 20, penalty: 0.0 };
        fit(&examples(&truth, 200), &mut weights, effort);
        for (found, wanted) in weights.iter().zip(truth) {
            assert!((found - wanted).abs() < 1e-4, "{weights:?}");
        }
    }

    #[test]
    fn a_penalty_keeps_weights_near_their_start_and_unseen_ones_there() {
        let truth = [3.0, -1.0, 0.5];
        let mut weights = [0.0, 0.0, 0.0, 7.0];
        let effort = Effort { rounds: 30, penalty: 1e6 };
        fit(&examples(&truth, 100), &mut weights, effort);
        assert!(weights[..3].iter().all(|weight| weight.abs() < 0.01), "{weights:?}");
        assert_eq!(weights[3], 7.0);
    }

    #[test]
    fn without_examples_nothing_changes() {
        let mut weights = [1.0, 2.0];
        fit::<2>(&[], &mut weights, Effort { rounds: 5, penalty: 1.0 });
        assert_eq!(weights, [1.0, 2.0]);
    }
}
