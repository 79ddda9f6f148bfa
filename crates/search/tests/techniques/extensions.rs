//! Extensions and forced replies, compared with a plain recursion that has them too.

use crate::PRUNED;
use crate::reference::{Tree, legal_moves};
use crate::search_once::search;
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::{Noise, oracle};
use search::{Evaluator, Game, Hooks, Limits, NoHooks, Parallel, Score, SearchConfig};

/// A random tree in which a side may move twice.
type Random = Synthetic<false>;

fn tree(seed: u64) -> (Random, Noise) {
    let shape = Shape { seed, min_moves: 1, max_moves: 4, length: 14, ends: 8 };
    (Synthetic::new(shape), Noise { seed, range: 100 })
}

/// Makes up what to extend and what is forced from a position's key.
#[derive(Clone)]
struct Whims;

fn extends(game: &Random) -> bool {
    game.key().is_multiple_of(5)
}

fn forced(game: &Random) -> Option<u16> {
    (game.key() % 4 == 1).then_some(0)
}

impl Hooks<Random> for Whims {
    fn extension(&mut self, game: &Random, _mv: u16) -> u32 {
        u32::from(extends(game))
    }

    fn forced_replies(&mut self, game: &Random, moves: &mut Vec<u16>) -> bool {
        let forced = forced(game);
        moves.extend(forced);
        forced.is_some()
    }
}

/// Searches random trees with a technique and compares with the recursion that a seed's evaluator
/// gives; says in how many of the values the technique shows.
fn agree(
    depth: u32,
    technique: fn(&mut SearchConfig),
    reference: impl Fn(&Random, Noise) -> Score,
) -> usize {
    let mut shown = 0;
    for seed in 0..40 {
        let (position, noise) = tree(seed);
        let value = reference(&position, noise);
        for algorithm in PRUNED {
            for parallel in [Parallel::None, Parallel::Root] {
                let threads = if parallel == Parallel::Root { 2 } else { 1 };
                let table_mib = 0;
                let mut config = SearchConfig {
                    algorithm,
                    parallel,
                    threads,
                    table_mib,
                    ..SearchConfig::default()
                };
                technique(&mut config);
                let report = search(&position, &noise, &Whims, &config, Limits::depth(depth));
                assert_eq!(report.score, value, "seed {seed}, {config:?}");
            }
        }
        let plain = oracle::minimax(&position, &mut { noise }, &mut NoHooks, depth);
        shown += usize::from(plain != value);
    }
    shown
}

/// Extensions end twice as deep as the iteration, and the root has none.
fn may_extend(ply: usize, depth: u32) -> bool {
    (1..2 * depth as usize).contains(&ply)
}

#[test]
fn extended_moves_are_searched_deeper() {
    let shown = agree(
        4,
        |config| config.extensions = true,
        |position, noise| {
            let extension =
                |child: &Random, _: usize, ply| u32::from(may_extend(ply, 4) && extends(child));
            let horizon = |game: &Random, _| { noise }.evaluate(game);
            Tree { evaluator: noise, moves: &legal_moves, extension: &extension, horizon: &horizon }
                .value(position, 4, 0)
        },
    );
    assert!(shown > 10, "extensions show in {shown} of 40 values");
}

#[test]
fn the_only_move_of_a_position_is_searched_deeper() {
    let shown = agree(
        4,
        |config| config.one_reply_extension = true,
        |position, noise| {
            let extension =
                |_: &Random, moves, ply| u32::from(may_extend(ply, 4) && moves == 1_usize);
            let horizon = |game: &Random, _| { noise }.evaluate(game);
            Tree { evaluator: noise, moves: &legal_moves, extension: &extension, horizon: &horizon }
                .value(position, 4, 0)
        },
    );
    assert!(shown > 10, "only moves show in {shown} of 40 values");
}

#[test]
fn only_forced_replies_are_searched_where_there_are_some() {
    let shown = agree(
        5,
        |config| config.forced_replies = true,
        |position, noise| {
            let moves = |game: &Random, ply| match forced(game) {
                Some(mv) => vec![mv],
                None => legal_moves(game, ply),
            };
            let horizon = |game: &Random, _| { noise }.evaluate(game);
            Tree { evaluator: noise, moves: &moves, extension: &|_, _, _| 0, horizon: &horizon }
                .value(position, 5, 0)
        },
    );
    assert!(shown > 10, "forced replies show in {shown} of 40 values");
}
