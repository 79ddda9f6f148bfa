//! MTD(f) (Plaat 1994): null-window passes that close in on the value from a first guess.
//!
//! Each pass answers "at least this?" and, being fail-soft, returns a bound that is usually much
//! sharper than the question. The table carries what one pass learned to the next.

use super::worker::Stopped;
use crate::Score;

/// Runs `pass(alpha, beta)` with null windows until the value is known, or known to lie outside
/// (`alpha`, `beta`). Returns the value, or a bound beyond the window, like a fail-soft search.
pub(super) fn converge(
    guess: Score,
    alpha: Score,
    beta: Score,
    mut pass: impl FnMut(Score, Score) -> Result<Score, Stopped>,
) -> Result<Score, Stopped> {
    let (mut lower, mut upper) = (-Score::INFINITY, Score::INFINITY);
    let mut value = guess;
    while lower < upper && lower < beta && upper > alpha {
        // Ask whether the value reaches `test`; it must lie inside (lower, upper].
        let test = value.max(lower.successor()).clamp(alpha.successor(), beta);
        value = pass(test.predecessor(), test)?;
        if value < test {
            upper = value;
        } else {
            lower = value;
        }
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_finds_the_value_inside_the_window_and_a_bound_outside(
            truth in -1000_i64..1000,
            guess in -1000_i64..1000,
            low in -1000_i64..1000,
            width in 2_i64..500,
            slack in 0_i64..3,
        ) {
            let (alpha, beta) = (Score::new(low), Score::new(low + width));
            let found = converge(Score::new(guess), alpha, beta, |a, b| {
                // A fail-soft oracle whose bounds are not always tight.
                let t = Score::new(truth);
                Ok(if t >= b { Score::new((truth - slack).max(b.units())) }
                   else { Score::new((truth + slack).min(a.units())) })
            }).unwrap();
            if truth <= low {
                prop_assert!(found <= alpha && found >= Score::new(truth));
            } else if truth >= low + width {
                prop_assert!(found >= beta && found <= Score::new(truth));
            } else {
                prop_assert_eq!(found, Score::new(truth));
            }
        }
    }
}
