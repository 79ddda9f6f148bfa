//! Every algorithm, table, ordering and parallel mode finds the minimax value.
//!
//! Thousands of random positions of every proof game, each searched in several random ways, against
//! a plain recursion that shares nothing with the search.

#[path = "support/setup.rs"]
mod setup;
#[path = "support/walk.rs"]
mod walk;

use proof_games::connect_four::{CentreFirst, ConnectFour, OpenThrees};
use proof_games::mancala::{Mancala, StoreLead};
use proof_games::nim::Nim;
use proof_games::planted::{Planted, PlantedValue};
use proof_games::reversi::{FewestReplies, MobilityCorners, Reversi};
use proof_games::ring::{Nearness, Repetition, Ring};
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::tic_tac_toe::{OpenLines, TicTacToe};
use proof_games::{Flat, Noise, oracle};
use proptest::prelude::*;
use search::{
    Algorithm, Analyst, Evaluator, Game, Hooks, Limits, NoHooks, Parallel, Report, Request, Score,
    Side,
};
use setup::{Setup, any_setup};
use walk::walk;

/// How many ways each position is searched.
const WAYS: usize = 6;

fn ways() -> impl Strategy<Value = Vec<Setup>> {
    prop::collection::vec(any_setup(), WAYS)
}

/// Random values, sometimes few of them, so that many moves are equally good.
fn noise() -> impl Strategy<Value = Noise> {
    (any::<u64>(), prop_oneof![0..3_u32, 3..2000_u32])
        .prop_map(|(seed, range)| Noise { seed, range })
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Searches the position in every way and compares value, move and line with the oracle's.
fn agree<G: Game, E: Evaluator<G>, H: Hooks<G>>(
    position: &G,
    evaluator: &E,
    hooks: &H,
    depth: u32,
    ways: &[Setup],
) -> Result<(), TestCaseError> {
    let truth = Truth { position, evaluator, hooks, depth };
    let value = truth.value();
    for way in ways {
        let way = without_unsound_table::<G, H>(way);
        let mut engine = way.engine(evaluator.clone(), hooks.clone());
        let report =
            engine.search(&Request::new(position.clone(), Limits::depth(depth)), &mut |_| ());
        prop_assert_eq!(report.score, value, "{:?}", way);
        truth.check_move_and_line(&report, &way)?;
    }
    Ok(())
}

/// A table cannot know about the path, so a verdict that depends on it is exact only without.
fn without_unsound_table<G: Game, H: Hooks<G>>(way: &Setup) -> Setup {
    let mut way = way.clone();
    if H::PATH_RULE.is_some() {
        way.buckets = None;
        if way.config.parallel == Parallel::SharedTable {
            way.config.parallel = Parallel::Root;
        }
        way.config.table_mib = 0;
    }
    way
}

/// What the oracle says of a position and its lines.
struct Truth<'a, G, E, H> {
    position: &'a G,
    evaluator: &'a E,
    hooks: &'a H,
    depth: u32,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Truth<'_, G, E, H> {
    fn value(&self) -> Score {
        let (mut evaluator, mut hooks) = (self.evaluator.clone(), self.hooks.clone());
        oracle::minimax(self.position, &mut evaluator, &mut hooks, self.depth)
    }

    /// The best move keeps the value, every move of the line is legal, and where the line is
    /// complete its end has the value.
    fn check_move_and_line(&self, report: &Report<G>, way: &Setup) -> Result<(), TestCaseError> {
        let pv = report.pv();
        prop_assert_eq!(report.best, pv.first().copied());
        prop_assert!(pv.len() <= self.depth as usize, "{:?} is too long: {:?}", pv, way);
        let mut end = self.position.clone();
        for &mv in pv {
            prop_assert!(end.is_legal(mv), "{:?} of {:?} is illegal: {:?}", mv, pv, way);
            end.play(mv);
        }
        if H::PATH_RULE.is_some() {
            return Ok(());
        }
        let mut child = self.position.clone();
        child.play(pv[0]);
        let kept = oracle::minimax(
            &child,
            &mut self.evaluator.clone(),
            &mut self.hooks.clone(),
            self.depth - 1,
        );
        let kept = self.seen_from_root(&child, kept, 1);
        prop_assert_eq!(kept, report.score, "by {:?}: {:?}", pv, way);

        let is_complete = way.buckets.is_none() && way.config.algorithm != Algorithm::Mtdf;
        if is_complete {
            let left = self.depth.min(report.depth) - pv.len() as u32;
            prop_assert!(left == 0 || end.outcome().is_some(), "{:?} stops short: {:?}", pv, way);
            let value =
                oracle::minimax(&end, &mut self.evaluator.clone(), &mut self.hooks.clone(), 0);
            let value = self.seen_from_root(&end, value, pv.len());
            prop_assert_eq!(value, report.score, "at the end of {:?}: {:?}", pv, way);
        }
        Ok(())
    }

    /// A value of a position `plies` further on, seen from the root.
    fn seen_from_root(&self, position: &G, value: Score, plies: usize) -> Score {
        let value = value.from_relative(plies);
        if position.side() == self.position.side() { value } else { -value }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn tic_tac_toe_has_its_minimax_value_however_it_is_searched(
        seed: u64, plies in 0..8_usize, depth in 1..5_u32, noise in noise(), ways in ways(),
    ) {
        let position = walk(&TicTacToe::new(), plies, seed);
        agree(&position, &noise, &NoHooks, depth, &ways)?;
        agree(&position, &OpenLines, &NoHooks, depth, &ways)?;
    }

    #[test]
    fn connect_four_has_its_minimax_value_however_it_is_searched(
        seed: u64, plies in 0..40_usize, depth in 1..5_u32, noise in noise(), ways in ways(),
    ) {
        let position = walk(&ConnectFour::<7, 6>::new(), plies, seed);
        agree(&position, &noise, &CentreFirst, depth, &ways)?;
        agree(&position, &OpenThrees, &CentreFirst, depth, &ways)?;
    }

    #[test]
    fn small_connect_four_has_its_minimax_value_however_it_is_searched(
        seed: u64, plies in 0..14_usize, depth in 4..6_u32, noise in noise(), ways in ways(),
    ) {
        let position = walk(&ConnectFour::<4, 4>::new(), plies, seed);
        agree(&position, &noise, &NoHooks, depth, &ways)?;
    }

    #[test]
    fn reversi_has_its_minimax_value_however_it_is_searched(
        seed: u64, plies in 0..60_usize, depth in 1..4_u32, noise in noise(), ways in ways(),
    ) {
        let position = walk(&Reversi::new(), plies, seed);
        // Near the end there are few moves, and passes.
        let depth = if plies > 50 { depth + 3 } else { depth };
        agree(&position, &noise, &FewestReplies, depth, &ways)?;
        agree(&position, &MobilityCorners, &FewestReplies, depth, &ways)?;
    }

    #[test]
    fn nim_has_its_minimax_value_however_it_is_searched(
        sizes in prop::collection::vec(0..6_u16, 1..4), depth in 1..6_u32,
        noise in noise(), ways in ways(),
    ) {
        let position = Nim::new(&sizes);
        prop_assume!(position.outcome().is_none());
        agree(&position, &noise, &NoHooks, depth, &ways)?;
        agree(&position, &Flat, &NoHooks, depth, &ways)?;
    }

    #[test]
    fn mancala_has_its_minimax_value_however_it_is_searched(
        seed: u64, seeds in 1..8_u8, plies in 0..25_usize, depth in 1..8_u32,
        noise in noise(), ways in ways(),
    ) {
        let position = walk(&Mancala::new(seeds), plies, seed);
        agree(&position, &noise, &NoHooks, depth, &ways)?;
        agree(&position, &StoreLead, &NoHooks, depth, &ways)?;
    }

    #[test]
    fn a_ring_with_repetition_has_its_minimax_value_however_it_is_searched(
        cell in 1..9_u8, occurrences in 2..4_usize, depth in 1..8_u32,
        noise in noise(), ways in ways(),
    ) {
        let (position, repetition) = (Ring::new(cell, 9), Repetition { occurrences });
        agree(&position, &noise, &repetition, depth, &ways)?;
        agree(&position, &Nearness, &repetition, depth, &ways)?;
        agree(&position, &Nearness, &NoHooks, depth, &ways)?;
    }

    #[test]
    fn random_trees_have_their_minimax_value_however_they_are_searched(
        seed: u64, max_moves in 1..6_u16, length in 1..9_u16, ends in 0..40_u8, depth in 1..6_u32,
        noise in noise(), ways in ways(),
    ) {
        let shape = Shape { seed, min_moves: 1, max_moves, length, ends };
        agree(&Synthetic::<true>::new(shape), &noise, &NoHooks, depth, &ways)?;
        agree(&Synthetic::<false>::new(shape), &noise, &NoHooks, depth, &ways)?;
    }

    #[test]
    fn planted_trees_keep_their_value_however_they_are_searched(
        seed: u64, moves in 1..8_u16, spread in 1..9_i64, value in -99..99_i64, depth in 1..5_u32,
        ways in ways(),
    ) {
        let position = Planted::new(seed, moves, spread, value);
        agree(&position, &PlantedValue, &NoHooks, depth, &ways)?;
    }
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn four_hundred_moves_in_a_position_change_nothing(
        seed: u64, min_moves in 300..=400_u16, noise in noise(), ways in ways(),
    ) {
        let shape = Shape { seed, min_moves, max_moves: 400, length: 9, ends: 5 };
        agree(&Synthetic::<true>::new(shape), &noise, &NoHooks, 2, &ways)?;
        agree(&Synthetic::<false>::new(shape), &noise, &NoHooks, 2, &ways)?;
        agree(&Nim::new(&[400]), &noise, &NoHooks, 2, &ways)?;
    }
}

/// Noise in three parts, and only as a sum.
#[derive(Clone)]
struct Thirds(Noise);

impl<G: Game> Evaluator<G> for Thirds {
    fn evaluate(&mut self, game: &G) -> Score {
        Score::new((0..3).map(|index| self.part(game, index).units()).sum())
    }

    fn parts(&self) -> usize {
        3
    }

    fn part(&self, game: &G, index: usize) -> Score {
        let sign = if game.side() == Side::First { 1 } else { -1 };
        let share = Noise { seed: self.0.seed ^ index as u64, ..self.0 }.evaluate(game);
        Score::new(sign * share.units())
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn an_evaluation_split_between_threads_gives_the_same_value(
        seed: u64, plies in 0..30_usize, depth in 1..4_u32, noise in noise(), ways in ways(),
        threads in 1..4_usize,
    ) {
        let ways: Vec<_> = ways.into_iter().map(|mut way| {
            way.config.parallel = Parallel::Evaluation;
            way.config.threads = threads;
            way
        }).collect();
        let position = walk(&ConnectFour::<7, 6>::new(), plies, seed);
        agree(&position, &Thirds(noise), &NoHooks, depth, &ways)?;
        let position = walk(&Mancala::new(3), plies / 2, seed);
        agree(&position, &Thirds(noise), &NoHooks, depth, &ways)?;
    }
}
