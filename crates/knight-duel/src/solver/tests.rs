//! The solver compared with exhaustive search.

use super::*;
use crate::{End, random_start};
use ::search::rng::Rng;
use ::search::{Outcome, Side};
use proptest::prelude::*;
use std::collections::HashMap;

/// Win or loss by exhaustive search with memoization, using the rules as written.
struct Exhaustive(HashMap<(Squares, Square, Square), bool>);

impl Exhaustive {
    fn new() -> Self {
        Exhaustive(HashMap::new())
    }

    fn wins(&mut self, duel: &mut Duel) -> bool {
        let mut moves = Vec::new();
        if let Some(outcome) = duel.expand(&mut moves) {
            return outcome == Outcome::Win(duel.side());
        }
        let key = (duel.free(), duel.knight(duel.side()), duel.knight(!duel.side()));
        if let Some(&wins) = self.0.get(&key) {
            return wins;
        }
        let wins = moves.into_iter().any(|to| {
            let before = duel.play(to);
            let answered = self.wins(duel);
            duel.undo(to, before);
            !answered
        });
        self.0.insert(key, wins);
        wins
    }
}

fn all_starts(size: Size, end: End) -> impl Iterator<Item = Duel> {
    let pairs = size.squares().iter().flat_map(move |a| size.squares().iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| a != b).map(move |(a, b)| Duel::new(size, [a, b], Side::First, end))
}

/// The first position of a random game with at most this many free squares, or its end.
fn random_position(size: Size, end: End, free: u32, rng: &mut Rng) -> Duel {
    let mut duel = random_start(size, Side::First, end, rng);
    let mut moves = Vec::new();
    while duel.free().len() > free && duel.expand(&mut moves).is_none() {
        duel.play(rng.choose(&moves).unwrap());
        moves.clear();
    }
    duel
}

fn wins(solver: &mut Solver, duel: &Duel) -> bool {
    solver.wins(duel, &StopFlag::new()).unwrap()
}

#[test]
fn the_solver_agrees_with_exhaustive_search_on_every_start_up_to_five_by_five() {
    for (rows, columns) in [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (4, 5), (5, 5)] {
        for end in [End::Lab, End::Plain] {
            let (mut solver, mut exhaustive) = (Solver::new(1), Exhaustive::new());
            for start in all_starts(Size { rows, columns }, end) {
                let expected = exhaustive.wins(&mut start.clone());
                assert_eq!(wins(&mut solver, &start), expected, "{start:?}");
            }
        }
    }
}

#[test]
fn the_solver_agrees_with_exhaustive_search_on_positions_of_six_by_six() {
    let mut solver = Solver::new(1);
    for seed in 0..40 {
        let end = if seed % 2 == 0 { End::Lab } else { End::Plain };
        let duel = random_position(Size::square(6), end, 26, &mut Rng::new(seed));
        assert_eq!(wins(&mut solver, &duel), Exhaustive::new().wins(&mut duel.clone()), "{duel:?}");
    }
}

fn check_six_by_six(starts: impl Iterator<Item = Duel>) -> usize {
    let mut solver = Solver::new(1);
    starts
        .map(|start| {
            // A start has a million positions: store those of one start at a time.
            let expected = Exhaustive::new().wins(&mut start.clone());
            assert_eq!(wins(&mut solver, &start), expected, "{start:?}");
        })
        .count()
}

#[test]
fn the_solver_agrees_with_exhaustive_search_on_random_starts_of_six_by_six() {
    let mut rng = Rng::new(6);
    let size = Size::square(6);
    check_six_by_six((0..3).map(|_| random_start(size, Side::First, End::Plain, &mut rng)));
}

/// Checks one of each class of symmetric starts. `scripts/bench knight-duel.oracle` runs it.
#[test]
#[ignore = "takes minutes"]
fn the_solver_agrees_with_exhaustive_search_on_every_start_of_six_by_six() {
    let size = Size::square(6);
    let classes = crate::known::start_classes(size).into_iter();
    let start = |c: crate::known::StartClass| [c.mover, c.waiter];
    let starts = classes.map(|c| Duel::new(size, start(c), Side::First, End::Plain));
    assert_eq!(check_six_by_six(starts), 165);
}

#[test]
fn one_word_and_four_word_boards_have_the_same_winner() {
    // The same board in the corner of a larger one where all other squares are visited.
    let mut rng = Rng::new(11);
    for _ in 0..20 {
        let duel = random_position(Size::square(6), End::Plain, 30, &mut rng);
        let knights = [Side::First, Side::Second].map(|side| duel.knight(side));
        let visited = Size::square(9).squares() & !duel.free();
        let wide = Duel::with_visited(Size::square(9), knights, visited, duel.side(), End::Plain);
        assert_eq!(wins(&mut Solver::new(1), &duel), wins(&mut Solver::new(1), &wide), "{duel:?}");
    }
}

#[test]
fn the_mirror_theorem_holds_on_every_start_it_applies_to() {
    let techniques = Techniques { mirror: false, ..Techniques::default() };
    let mut solver = Solver::with(1, techniques);
    let mut applied = 0;
    for (rows, columns) in [(4, 4), (3, 4), (4, 5), (5, 5), (4, 6), (6, 6)] {
        for start in all_starts(Size { rows, columns }, End::Plain).filter(is_mirrored) {
            assert!(!wins(&mut solver, &start), "{start:?}");
            applied += 1;
        }
    }
    assert!(applied > 100, "{applied}");
}

#[test]
fn a_stop_flag_or_a_node_limit_ends_a_long_search() {
    let start =
        Duel::new(Size::square(12), [Square::new(0, 0), Square::new(5, 7)], Side::First, End::Lab);
    let stop = StopFlag::new();
    stop.stop();
    assert_eq!(Solver::new(1).wins(&start, &stop), Err(Stopped));
    let mut solver = Solver::new(1);
    assert_eq!(solver.wins_within(&start, 1000, &|| false), Err(Stopped));
    assert_eq!(solver.nodes(), 1001);
}

#[test]
fn a_node_limit_ends_a_search_in_rounds() {
    let start =
        Duel::new(Size::square(12), [Square::new(0, 0), Square::new(5, 7)], Side::First, End::Lab);
    let mut solver = Solver::with(1, Techniques { patience: 100, ..Techniques::default() });
    assert_eq!(solver.wins_within(&start, 10_000, &|| false), Err(Stopped));
    assert_eq!(solver.nodes(), 10_001);
}

#[test]
fn after_clearing_the_table_a_search_takes_the_same_nodes() {
    let start =
        Duel::new(Size::square(6), [Square::new(0, 1), Square::new(3, 3)], Side::First, End::Lab);
    let mut solver = Solver::with(1, Techniques { table_from: 0, ..Techniques::default() });
    let mut nodes = || {
        let before = solver.nodes();
        let won = wins(&mut solver, &start);
        let nodes = solver.nodes() - before;
        solver.forget();
        (won, nodes)
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_winning_move_leaves_the_opponent_lost() {
    let mut solver = Solver::new(1);
    for seed in 0..30 {
        let duel = random_position(Size::square(7), End::Lab, 24, &mut Rng::new(seed));
        let won = wins(&mut solver, &duel) && duel.outcome().is_none();
        let found = solver.winning_move(&duel, u64::MAX, &|| false).unwrap();
        assert_eq!(found.is_some(), won, "{duel:?}");
        if let Some(to) = found {
            let mut child = duel;
            child.play(to);
            assert!(!wins(&mut solver, &child));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_technique_changes_a_result(
        rows in 3u8..=7, columns in 3u8..=7, seed: u64,
        mirror: bool, regions: bool, table_from in 0u32..40, patience in 0u64..100, mib in 0usize..2,
    ) {
        let size = Size { rows, columns };
        let duel = random_position(size, End::Lab, 22, &mut Rng::new(seed));
        let techniques = Techniques { mirror, regions, table_from, patience };
        let expected = wins(&mut Solver::new(1), &duel);
        prop_assert_eq!(wins(&mut Solver::with(mib, techniques), &duel), expected);
    }

    #[test]
    fn both_end_rules_have_the_same_winner(rows in 3u8..=6, columns in 3u8..=6, seed: u64) {
        let size = Size { rows, columns };
        let lab = random_position(size, End::Lab, 18, &mut Rng::new(seed));
        let knights = [Side::First, Side::Second].map(|side| lab.knight(side));
        let visited = size.squares() & !lab.free();
        let plain = Duel::with_visited(size, knights, visited, lab.side(), End::Plain);
        let [by_lab, by_plain] = [lab, plain].map(|mut duel| Exhaustive::new().wins(&mut duel));
        prop_assert_eq!(by_lab, by_plain);
    }
}
