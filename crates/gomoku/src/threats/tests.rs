//! The threat searches compared with brute force, and their proofs with the checker.

use super::{Proof, Vcf, Vct, check};
use crate::{Gomoku, Point, Rule, Size};
use proptest::prelude::*;
use search::rng::Rng;
use search::{Game, Notation, Outcome, Side, StopSignal};

/// A random position with this many stones, alternating in colour; `None` if the game is over.
fn random_position(size: Size, rule: Rule, stones: usize, seed: u64) -> Option<Gomoku> {
    let mut rng = Rng::new(seed);
    let mut points: Vec<Point> = size.iter().collect();
    rng.shuffle(&mut points);
    let sides = [Side::First, Side::Second].into_iter().cycle();
    let side = if stones.is_multiple_of(2) { Side::First } else { Side::Second };
    let game = Gomoku::with_stones(size, rule, points.into_iter().zip(sides).take(stones), side);
    game.outcome().is_none().then_some(game)
}

fn moves(game: &Gomoku) -> Vec<Point> {
    let mut moves = Vec::new();
    match game.expand(&mut moves) {
        Some(_) => Vec::new(),
        None => moves,
    }
}

/// Whether the side to move wins with one stone.
fn wins_in_one(game: &Gomoku) -> bool {
    moves(game).into_iter().any(|mv| {
        let mut next = game.clone();
        next.play(mv);
        next.outcome() == Some(Outcome::Win(game.side()))
    })
}

/// Continuous fours by definition: tries every legal move and every reply.
fn brute_force(game: &Gomoku) -> bool {
    if wins_in_one(game) {
        return true;
    }
    moves(game).into_iter().any(|mv| {
        let mut four = game.clone();
        four.play(mv);
        let mut passed = four.clone();
        passed.pass();
        if four.outcome().is_some() || !wins_in_one(&passed) || wins_in_one(&four) {
            return false;
        }
        moves(&four).into_iter().all(|reply| {
            let mut next = four.clone();
            next.play(reply);
            next.outcome().is_none() && brute_force(&next)
        })
    })
}

fn vcf(game: &mut Gomoku) -> Option<Proof> {
    Vcf::new(10).solve(game, u64::MAX, &StopSignal::never()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn continuous_fours_are_found_exactly_where_brute_force_finds_them(
        seed: u64, stones in 8usize..20, rule in 0usize..4,
    ) {
        let size = Size { rows: 6, columns: 7 };
        if let Some(mut game) = random_position(size, Rule::ALL[rule], stones, seed) {
            let proof = vcf(&mut game);
            prop_assert_eq!(proof.is_some(), brute_force(&game), "{:?}", game);
            if let Some(proof) = proof {
                prop_assert_eq!(check::check(&game, &proof), Ok(()), "{:?}", game);
            }
        }
    }

    #[test]
    fn wins_by_fours_and_threes_pass_the_checker(
        seed: u64, stones in 8usize..30, rule in 0usize..4,
    ) {
        if let Some(mut game) = random_position(Size::square(9), Rule::ALL[rule], stones, seed) {
            let before = game.clone();
            let found = Vct::new(10).solve(&mut game, 3000, &StopSignal::never());
            prop_assert!(game == before && game.survey_is_consistent());
            if let Ok(Some(proof)) = found {
                prop_assert_eq!(check::check(&game, &proof), Ok(()), "{:?}", game);
            }
        }
    }
}

#[test]
fn the_checker_rejects_false_proofs() {
    let game = Gomoku::parse_position("h8a1i8a3j8a5").unwrap();
    let point = |name: &str| game.parse_move(name).unwrap();
    let five = |name: &str| Box::new(Proof::five(point(name)));
    let open_four = Proof {
        mv: point("g8"),
        replies: vec![(point("f8"), *five("k8"))],
        otherwise: Some(five("f8")),
    };
    assert_eq!(check::check(&game, &open_four), Ok(()));
    let misses_a_reply = Proof { replies: Vec::new(), ..open_four.clone() };
    assert_eq!(check::check(&game, &misses_a_reply).unwrap_err().line[1], point("f8"));
    let ends_too_soon = Proof { otherwise: None, ..open_four.clone() };
    assert!(check::check(&game, &ends_too_soon).is_err());
    let no_five = Proof { mv: point("g8"), ..Proof::five(point("g8")) };
    assert!(check::check(&game, &no_five).is_err());
    // If the defender has a four, an open four is too slow.
    let game = Gomoku::parse_position("h8a1i8a2j8a3o15a4").unwrap();
    assert_eq!(check::check(&game, &open_four).unwrap_err().fault, "the defender wins");
}

#[test]
fn a_search_without_nodes_returns_unknown() {
    let mut game = Gomoku::parse_position("h8g7i8i7j9k9").unwrap();
    assert!(Vcf::new(10).solve(&mut game, 0, &StopSignal::never()).is_err());
    assert!(Vct::new(10).solve(&mut game, 0, &StopSignal::never()).is_err());
}
