//! Random start positions.

use super::duel::{Duel, End, Size};
use super::squares::Square;
use search::Side;
use search::rng::Rng;

/// A new board with the knights on two random squares. All pairs are equally likely.
pub fn random_start(size: Size, first: Side, end: End, rng: &mut Rng) -> Duel {
    start_with(size, [None; 2], first, end, rng)
}

/// A new board. Knights without a given square get a random one.
pub(crate) fn start_with(
    size: Size,
    given: [Option<Square>; 2],
    first: Side,
    end: End,
    rng: &mut Rng,
) -> Duel {
    let squares: Vec<Square> = size.squares().iter().collect();
    let mut other_than = |taken: Option<Square>| loop {
        // At most one of at least nine squares is taken, so few draws are needed.
        match rng.choose(&squares) {
            Some(square) if Some(square) != taken => break square,
            _ => {}
        }
    };
    let a = given[0].unwrap_or_else(|| other_than(given[1]));
    let b = given[1].unwrap_or_else(|| other_than(Some(a)));
    Duel::new(size, [a, b], first, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_squares_are_distinct_and_all_pairs_occur() {
        let mut rng = Rng::new(1);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..2000 {
            let duel = random_start(Size::square(3), Side::First, End::Lab, &mut rng);
            let [a, b] = [Side::First, Side::Second].map(|side| duel.knight(side));
            assert_ne!(a, b);
            seen.insert((a, b));
        }
        assert_eq!(seen.len(), 72);
    }

    #[test]
    fn given_squares_are_kept() {
        let given = [None, Some(Square::new(2, 2))];
        for seed in 0..100 {
            let rng = &mut Rng::new(seed);
            let duel = start_with(Size::square(3), given, Side::Second, End::Lab, rng);
            assert_eq!(duel.knight(Side::Second), Square::new(2, 2));
            assert_ne!(duel.knight(Side::First), Square::new(2, 2));
        }
    }
}
