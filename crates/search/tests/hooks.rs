//! What a domain adds to the bare search: candidates, priorities, tactical moves, counting, verdicts
//! on the path. Each against a plain recursion with the same additions.

#[path = "support/configs.rs"]
mod configs;
#[path = "support/reference.rs"]
mod reference;
#[path = "support/search.rs"]
mod search_once;
#[path = "support/walk.rs"]
mod walk;

use configs::configs;
use proof_games::planted::{Planted, PlantedValue};
use proof_games::ring::{Push, Repetition, Ring};
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::{Noise, oracle};
use reference::{Tree, legal_moves};
use search::config::Ordering;
use search::hooks::{Candidates, Priority, RuleOf};
use search::{
    Algorithm, Analyst, Engine, Evaluator, Game, Hooks, LateMove, Limits, NoHooks, Parallel,
    PathRule, PathVerdict, Request, Score, SearchConfig, Side, Solved, StandPat, Step, StopSignal,
};
use search_once::search;
use walk::walk;

/// A random tree in which a side may move twice.
type Random = Synthetic<false>;

fn tree(seed: u64) -> (Random, Noise) {
    let shape = Shape { seed, min_moves: 1, max_moves: 5, length: 12, ends: 8 };
    (Synthetic::new(shape), Noise { seed, range: 100 })
}

/// Searches only moves with an even number.
#[derive(Clone)]
struct EvenMoves;

impl Hooks<Random> for EvenMoves {
    const CANDIDATES: Option<Candidates<Self, Random>> =
        Some(|_, game, moves| moves.extend(even_moves(game, 0)));
}

fn even_moves(game: &Random, ply: usize) -> Vec<u16> {
    legal_moves(game, ply).into_iter().filter(|mv| mv % 2 == 0).collect()
}

#[test]
fn only_candidates_are_searched() {
    let mut restricted = 0;
    for seed in 0..40 {
        let (position, noise) = tree(seed);
        let reference = Tree {
            evaluator: noise,
            moves: &even_moves,
            extension: &|_, _, _| 0,
            horizon: &|game, _| { noise }.evaluate(game),
        };
        let value = reference.value(&position, 5, 0);
        for config in configs() {
            let report = search(&position, &noise, &EvenMoves, &config, Limits::depth(5));
            assert_eq!(report.score, value, "seed {seed}, {config:?}");
        }
        let all = oracle::minimax(&position, &mut { noise }, &mut NoHooks, 5);
        restricted += usize::from(all != value);
    }
    assert!(restricted > 10, "the restriction shows in {restricted} of 40 values");
}

/// Looks first at the best move of a planted tree, or last.
#[derive(Clone)]
struct Insight {
    sign: i32,
}

impl Hooks<Planted> for Insight {
    const PRIORITY: Option<Priority<Self, Planted>> =
        Some(|insight, game, mv, _| insight.sign * i32::from(mv == game.best_move()));
}

#[test]
fn priorities_change_the_nodes_and_never_the_value() {
    let position = Planted::new(1, 12, 40, 3);
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf] {
        let ordering = Ordering { priority: true, ..Ordering::NONE };
        let config = SearchConfig { algorithm, ordering, table_mib: 0, ..SearchConfig::default() };
        let run =
            |sign| search(&position, &PlantedValue, &Insight { sign }, &config, Limits::depth(4));
        let (best_first, none, best_last) = (run(1), run(0), run(-1));
        for report in [&best_first, &none, &best_last] {
            assert_eq!(report.score, position.value());
            assert_eq!(report.best, Some(position.best_move()));
        }
        assert!(best_first.nodes < none.nodes && none.nodes < best_last.nodes, "{algorithm:?}");

        let config = SearchConfig { ordering: Ordering::NONE, ..config };
        let ignored =
            search(&position, &PlantedValue, &Insight { sign: -1 }, &config, Limits::depth(4));
        assert_eq!(ignored.nodes, none.nodes, "a priority that is off is not asked");
    }
}

/// Makes up tactical moves from a position's key.
#[derive(Clone)]
struct Tactics {
    limit: u32,
}

fn tactics(game: &Random, qply: u32) -> (Vec<u16>, StandPat) {
    let mut moves = legal_moves(game, 0);
    moves.truncate((game.key() >> 8) as usize % 4);
    let forced = (game.key() >> 16) % 3 == u64::from(qply % 2);
    (moves, if forced { StandPat::Forbidden } else { StandPat::Allowed })
}

impl Hooks<Random> for Tactics {
    fn tactical_moves(&mut self, game: &Random, qply: u32, moves: &mut Vec<u16>) -> StandPat {
        assert!(qply < self.limit, "asked {qply} plies below the horizon");
        let (tactical, stand_pat) = tactics(game, qply);
        moves.extend(tactical);
        stand_pat
    }
}

/// Quiescence by plain recursion.
fn resolved(noise: Noise, game: &Random, limit: u32, qply: u32, ply: usize) -> Score {
    if let Some(outcome) = game.outcome() {
        return { noise }.outcome_score(game, outcome, ply);
    }
    let (moves, stand_pat) =
        if qply < limit { tactics(game, qply) } else { (Vec::new(), StandPat::Allowed) };
    let stays = stand_pat == StandPat::Allowed || moves.is_empty();
    let standing = stays.then(|| { noise }.evaluate(game));
    let played = moves.into_iter().map(|mv| {
        let mut child = *game;
        child.play(mv);
        let value = resolved(noise, &child, limit, qply + 1, ply + 1);
        if child.side() == game.side() { value } else { -value }
    });
    standing.into_iter().chain(played).max().expect("standing pat or a move")
}

#[test]
fn quiescence_is_minimax_over_the_tactical_moves() {
    let mut resolved_otherwise = 0;
    for seed in 0..30 {
        let (position, noise) = tree(seed);
        for limit in 1..4 {
            let reference = Tree {
                evaluator: noise,
                moves: &legal_moves,
                extension: &|_, _, _| 0,
                horizon: &|game, ply| resolved(noise, game, limit, 0, ply),
            };
            let value = reference.value(&position, 4, 0);
            for config in configs() {
                for light_frontier in [false, true] {
                    let config =
                        SearchConfig { quiescence: limit, light_frontier, ..config.clone() };
                    let report =
                        search(&position, &noise, &Tactics { limit }, &config, Limits::depth(4));
                    assert_eq!(report.score, value, "seed {seed}, {config:?}");
                }
            }
            let plain = oracle::minimax(&position, &mut { noise }, &mut NoHooks, 4);
            resolved_otherwise += usize::from(plain != value);
        }
    }
    assert!(resolved_otherwise > 20, "quiescence shows in {resolved_otherwise} of 90 values");
}

/// Counts, as one lab does, the children created at nodes of the maximising side; here each with
/// its ply, so that a wrong one shows.
#[derive(Clone)]
struct MaxChildren;

impl Hooks<Random> for MaxChildren {
    fn count_child(&mut self, parent: &Random, ply: usize) -> u64 {
        child_worth(parent, ply)
    }
}

fn child_worth(parent: &Random, ply: usize) -> u64 {
    if parent.side() == Side::First { 1 + 1000 * ply as u64 } else { 0 }
}

/// Alpha-beta as in a textbook, with the count; an infinite window never cuts: minimax.
fn count(
    noise: Noise,
    game: &Random,
    depth: u32,
    ply: usize,
    window: Option<(Score, Score)>,
) -> (Score, u64) {
    if let Some(outcome) = game.outcome() {
        return ({ noise }.outcome_score(game, outcome, ply), 0);
    }
    if depth == 0 {
        return ({ noise }.evaluate(game), 0);
    }
    let (mut best, mut counted) = (-Score::INFINITY, 0);
    let mut window = window;
    for mv in legal_moves(game, ply) {
        let mut child = *game;
        child.play(mv);
        counted += child_worth(game, ply);
        let again = child.side() == game.side();
        let turned = window.map(|(low, high)| if again { (low, high) } else { (-high, -low) });
        let (value, below) = count(noise, &child, depth - 1, ply + 1, turned);
        counted += below;
        best = best.max(if again { value } else { -value });
        if let Some((low, high)) = &mut window {
            *low = best.max(*low);
            if *low >= *high {
                break;
            }
        }
    }
    (best, counted)
}

#[test]
fn the_counting_hook_counts_what_the_labs_count() {
    let mut saved = 0;
    for seed in 0..60 {
        let (position, noise) = tree(seed);
        for depth in 1..6 {
            let counted = |algorithm| {
                let config = SearchConfig::textbook(algorithm, depth);
                search(&position, &noise, &MaxChildren, &config, Limits::depth(depth)).counted
            };
            let (_, all) = count(noise, &position, depth, 0, None);
            assert_eq!(counted(Algorithm::Minimax), all);
            let window = (-Score::INFINITY, Score::INFINITY);
            let (_, some) = count(noise, &position, depth, 0, Some(window));
            assert_eq!(counted(Algorithm::AlphaBeta), some);
            saved += all - some;
        }
    }
    assert!(saved > 0, "alpha-beta creates fewer children");
}

/// Repetition for the oracle, which knows no game before its root.
#[derive(Clone)]
struct Remembering {
    earlier: Vec<Step<Push>>,
    rule: Repetition,
}

impl PathRule<Ring> for Remembering {
    fn verdict(&self, game: &Ring, path: &[Step<Push>]) -> Option<PathVerdict> {
        self.rule.verdict(game, &[&self.earlier[..], path].concat())
    }
}

impl Hooks<Ring> for Remembering {
    const PATH_RULE: Option<RuleOf<Self, Ring>> = Some(|remembering| remembering);
}

#[test]
fn a_repetition_of_the_game_before_the_root_counts() {
    let rule = Repetition { occurrences: 2 };
    let noise = Noise { seed: 1, range: 100 };
    let mut changed = 0;
    for seed in 0..60 {
        let depth = 1 + seed as u32 % 5;
        // A random game and its last position.
        let mut earlier = Vec::new();
        let mut position = Ring::new(6, 13);
        for ply in 0..6 {
            let mv = search::rng::Rng::new(seed * 100 + ply).choose(&legal_moves(&position, 0));
            let (key, mv) = (position.key(), mv.unwrap());
            let mut next = position;
            next.play(mv);
            if next.outcome().is_none() {
                earlier.push(Step { key, mv });
                position = next;
            }
        }
        let mut remembering = Remembering { earlier: earlier.clone(), rule };
        let value = oracle::minimax(&position, &mut { noise }, &mut remembering, depth);
        let without = oracle::minimax(&position, &mut { noise }, &mut { rule }, depth);
        changed += usize::from(value != without);
        for config in configs().into_iter().filter(|c| c.parallel != Parallel::SharedTable) {
            // A table cannot know of the path.
            let config = SearchConfig { table_mib: 0, ..config };
            let mut engine = Engine::new(config.clone(), noise, rule).unwrap();
            let request = Request {
                history: earlier.clone(),
                ..Request::new(position, Limits::depth(depth))
            };
            let report = engine.search(&request, &mut |_| ());
            assert_eq!(report.score, value, "seed {seed}, {config:?}");
            let report = engine.search(&Request::new(position, Limits::depth(depth)), &mut |_| ());
            assert_eq!(report.score, without, "a history is not kept for the next search");
        }
    }
    assert!(changed > 5, "the history shows in {changed} of 60 values");
}

/// Fails when it is asked anything that is off by default.
#[derive(Clone)]
struct NotToBeAsked;

impl Hooks<Random> for NotToBeAsked {
    fn tactical_moves(&mut self, _: &Random, _: u32, _: &mut Vec<u16>) -> StandPat {
        panic!("quiescence is off")
    }
    fn null_move(&mut self, _: &Random) -> Option<u16> {
        panic!("null moves are off")
    }
    fn reduction(&mut self, _: &Random, _: u16, _: &LateMove) -> u32 {
        panic!("reductions are off")
    }
    fn extension(&mut self, _: &Random, _: u16) -> u32 {
        panic!("extensions are off")
    }
    fn is_calm(&mut self, _: &Random) -> bool {
        panic!("every pruning is off")
    }
    fn forced_replies(&mut self, _: &Random, _: &mut Vec<u16>) -> bool {
        panic!("forced replies are off")
    }
    fn solve(
        &mut self,
        _: &mut Random,
        _: u32,
        _: Score,
        _: Score,
        _: &StopSignal,
    ) -> Option<Solved> {
        panic!("the solver is off")
    }
}

#[test]
fn hooks_of_techniques_that_are_off_are_never_asked() {
    let position = walk(&tree(3).0, 1, 8);
    for config in configs() {
        let with = search(&position, &tree(3).1, &NotToBeAsked, &config, Limits::depth(6));
        let without = search(&position, &tree(3).1, &NoHooks, &config, Limits::depth(6));
        assert_eq!(with.score, without.score);
        if config.threads == 1 {
            assert_eq!((with.nodes, with.pv()), (without.nodes, without.pv()));
        }
    }
}

#[test]
fn techniques_that_ask_the_domain_do_nothing_without_one() {
    let asking = |config: SearchConfig| SearchConfig {
        quiescence: 5,
        extensions: true,
        forced_replies: true,
        solver: Some(1),
        null_move: Some(search::config::NullMove {
            min_depth: 1,
            reduction: 2,
            depth_divisor: 0,
            score_divisor: 0,
            verify_depth: 0,
        }),
        ..config
    };
    for seed in 0..10 {
        let (position, noise) = tree(seed);
        for config in configs() {
            let plain = search(&position, &noise, &NoHooks, &config, Limits::depth(6));
            let asked =
                search(&position, &noise, &NoHooks, &asking(config.clone()), Limits::depth(6));
            assert_eq!(asked.score, plain.score);
            if config.threads == 1 && !plain.score.is_loss() {
                assert_eq!(asked.nodes, plain.nodes, "{config:?}");
            }
        }
    }
}
