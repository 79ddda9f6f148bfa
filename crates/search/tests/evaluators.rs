//! What an evaluator can rely on: it is notified of every play and undo, on every thread, and is refused
//! where it could not be right.

#[path = "support/configs.rs"]
mod configs;

use configs::configs;
use proof_games::connect_four::{ConnectFour, OpenThrees};
use proof_games::planted::{Planted, PlantedValue};
use proof_games::synthetic::{Shape, Synthetic};
use proof_games::{Flat, Noise, oracle};
use search::config::NullMove;
use search::rng::mix;
use search::table::Table;
use search::{
    Analyst, Engine, Evaluator, Game, Hooks, Limits, NoHooks, Outcome, Parallel, Request, Score,
    SearchConfig, Side, StandPat,
};

type Random = Synthetic<false>;

fn tree(seed: u64) -> Random {
    Synthetic::new(Shape { seed, min_moves: 1, max_moves: 5, length: 12, ends: 8 })
}

/// Tracks the line from the root by its notifications, and fails when the search is elsewhere.
#[derive(Clone)]
struct Notified<G: Game, E> {
    evaluator: E,
    here: u64,
    line: Vec<(u64, G::Move)>,
    playing: bool,
    /// A move that must never follow itself.
    null: Option<G::Move>,
}

impl<G: Game, E> Notified<G, E> {
    fn new(evaluator: E, null: Option<G::Move>) -> Self {
        Notified { evaluator, here: 0, line: Vec::new(), playing: false, null }
    }

    fn assert_here(&self, game: &G) {
        assert!(!self.playing, "a move was announced and not played");
        assert_eq!(game.key(), self.here, "after {:?}", self.line);
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Notified<G, E> {
    fn evaluate(&mut self, game: &G) -> Score {
        self.assert_here(game);
        self.evaluator.evaluate(game)
    }

    fn outcome_score(&mut self, game: &G, outcome: Outcome, ply: usize) -> Score {
        self.assert_here(game);
        assert_eq!(ply, self.line.len());
        self.evaluator.outcome_score(game, outcome, ply)
    }

    fn reset(&mut self, game: &G) {
        self.here = game.key();
        self.line.clear();
        self.playing = false;
    }

    fn before_play(&mut self, game: &G, mv: G::Move) {
        self.assert_here(game);
        let last = self.line.last().map(|&(_, mv)| mv);
        assert!(self.null.is_none() || Some(mv) != self.null || last != self.null, "twice null");
        self.line.push((game.key(), mv));
        self.playing = true;
    }

    fn after_play(&mut self, game: &G, mv: G::Move) {
        assert!(self.playing);
        assert_eq!(self.line.last().map(|&(_, mv)| mv), Some(mv));
        self.playing = false;
        self.here = game.key();
    }

    fn after_undo(&mut self, game: &G, mv: G::Move) {
        assert!(!self.playing);
        assert_eq!(self.line.pop(), Some((game.key(), mv)));
        self.here = game.key();
    }
}

/// Quiescence of up to two moves.
#[derive(Clone)]
struct Tactics;

impl Hooks<Random> for Tactics {
    fn tactical_moves(&mut self, game: &Random, _qply: u32, moves: &mut Vec<u16>) -> StandPat {
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        moves.extend(legal.into_iter().take((game.key() % 3) as usize));
        StandPat::Allowed
    }
}

#[test]
fn an_incremental_evaluator_is_notified_of_every_play_and_undo() {
    for seed in 0..20 {
        let noise = Noise { seed, range: 50 };
        for config in configs() {
            let config = SearchConfig {
                transposition_cutoff: Some(1),
                light_frontier: seed % 2 == 0,
                aspiration: Some(5),
                ..config
            };
            let request = Request::new(tree(seed), Limits::depth(6));
            let mut engine =
                Engine::new(config.clone(), Notified::new(noise, None), NoHooks).unwrap();
            let report = engine.search(&request, &mut |_| ());
            let value = oracle::minimax(&tree(seed), &mut { noise }, &mut NoHooks, 6);
            assert_eq!(report.score, value);

            // Cut short anywhere, the next search starts from its root again.
            let mut cut = request.clone();
            cut.limits = Limits::nodes(37 + seed);
            let _ = engine.search(&cut, &mut |_| ());
            assert_eq!(engine.search(&request, &mut |_| ()).score, value);

            let config = SearchConfig { quiescence: 3, ..config };
            let mut engine = Engine::new(config, Notified::new(noise, None), Tactics).unwrap();
            let _ = engine.search(&request, &mut |_| ());
        }
    }
}

/// The number that no real move of the planted trees below has.
const NULL: u16 = 300;

#[derive(Clone)]
struct Passing;

impl Hooks<Planted> for Passing {
    fn null_move(&mut self, _game: &Planted) -> Option<u16> {
        Some(NULL)
    }
}

#[test]
fn null_moves_are_notified_like_any_other_and_never_come_twice_in_a_row() {
    for seed in 0..10 {
        let position = Planted::new(seed, 8, 40, 3);
        for config in configs() {
            let null_move = Some(NullMove {
                min_depth: 1,
                reduction: 1,
                depth_divisor: 3,
                score_divisor: 0,
                verify_depth: 0,
            });
            let config = SearchConfig { null_move, ..config };
            let notified = Notified::new(PlantedValue, Some(NULL));
            let mut engine = Engine::new(config, notified, Passing).unwrap();
            let report = engine.search(&Request::new(position, Limits::depth(5)), &mut |_| ());
            assert!(report.pv().iter().all(|&mv| mv != NULL), "a null move is never played");
        }
    }
}

/// Values a position against its parent, as one lab does.
#[derive(Clone)]
struct AgainstParent {
    noise: Noise,
    parents: Vec<i64>,
}

impl Evaluator<Random> for AgainstParent {
    const PATH_DEPENDENT: bool = true;

    fn evaluate(&mut self, game: &Random) -> Score {
        let own = self.noise.evaluate(game).units();
        Score::new(2 * own - self.parents.last().copied().unwrap_or(0))
    }

    fn reset(&mut self, _game: &Random) {
        self.parents.clear();
    }

    fn before_play(&mut self, game: &Random, _mv: u16) {
        let parent = self.noise.evaluate(game).units();
        self.parents.push(parent);
    }

    fn after_undo(&mut self, _game: &Random, _mv: u16) {
        self.parents.pop();
    }
}

/// The value with that evaluator, by plain recursion.
fn against_parent(noise: Noise, game: &Random, parent: i64, depth: u32, ply: usize) -> Score {
    if let Some(outcome) = game.outcome() {
        return { noise }.outcome_score(game, outcome, ply);
    }
    let own = { noise }.evaluate(game).units();
    if depth == 0 {
        return Score::new(2 * own - parent);
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = *game;
        child.play(mv);
        let value = against_parent(noise, &child, own, depth - 1, ply + 1);
        if child.side() == game.side() { value } else { -value }
    });
    values.max().expect("an unfinished game has moves")
}

#[test]
fn a_value_that_depends_on_the_parent_is_exact_without_a_table() {
    for seed in 0..40 {
        let noise = Noise { seed, range: 50 };
        let value = against_parent(noise, &tree(seed), 0, 5, 0);
        for config in configs().into_iter().filter(|c| c.parallel != Parallel::SharedTable) {
            let config = SearchConfig { table_mib: 0, ..config };
            let evaluator = AgainstParent { noise, parents: Vec::new() };
            let mut engine = Engine::new(config, evaluator, NoHooks).unwrap();
            let request = Request::new(tree(seed), Limits::depth(5));
            assert_eq!(engine.search(&request, &mut |_| ()).score, value, "seed {seed}");
        }
    }
}

fn refused<G: Game, E: Evaluator<G>>(config: SearchConfig, evaluator: E) -> String {
    match Engine::<G, E, NoHooks>::new(config, evaluator, NoHooks) {
        Ok(_) => "accepted".into(),
        Err(error) => error.to_string(),
    }
}

fn path_dependent() -> AgainstParent {
    AgainstParent { noise: Noise { seed: 1, range: 9 }, parents: Vec::new() }
}

#[test]
fn a_value_that_depends_on_the_parent_is_refused_with_a_table() {
    assert_eq!(
        refused(SearchConfig { table_mib: 4, ..SearchConfig::default() }, path_dependent()),
        "table-mib: found 4, allowed: 0 with this evaluator, whose value depends on how a position \
         was reached"
    );
}

#[test]
#[should_panic(expected = "depends on how a position was reached")]
fn a_value_that_depends_on_the_parent_gets_no_table_afterwards_either() {
    let config = SearchConfig { table_mib: 0, ..SearchConfig::default() };
    let engine = Engine::new(config, path_dependent(), NoHooks).unwrap();
    let _ = engine.with_table(Table::with_buckets(1));
}

#[test]
fn splitting_an_evaluation_that_cannot_be_split_is_refused() {
    let config =
        SearchConfig { parallel: Parallel::Evaluation, threads: 2, ..SearchConfig::default() };
    assert_eq!(
        refused::<ConnectFour<7, 6>, _>(config, Flat),
        "parallel: found \"evaluation\", allowed: \"none\", \"root\" or \"shared-table\" with this \
         evaluator, which cannot be split"
    );
}

/// Fractions of a point, to a thousandth.
#[derive(Clone)]
struct Thousandths;

fn points(game: &Random) -> f64 {
    (mix(game.key()) % 4001) as f64 / 1000.0 - 2.0
}

impl Evaluator<Random> for Thousandths {
    const UNITS_PER_POINT: i64 = 1000;

    fn evaluate(&mut self, game: &Random) -> Score {
        Score::from_points(points(game), Self::UNITS_PER_POINT)
    }
}

/// Minimax in fractions.
fn fraction(game: &Random, depth: u32) -> f64 {
    if depth == 0 {
        return points(game);
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = *game;
        child.play(mv);
        let value = fraction(&child, depth - 1);
        if child.side() == game.side() { value } else { -value }
    });
    values.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn fractions_of_a_point_are_kept() {
    for seed in 0..20 {
        let shape = Shape { seed, min_moves: 2, max_moves: 4, length: 20, ends: 0 };
        let position = Random::new(shape);
        let value = fraction(&position, 5);
        for config in configs() {
            let mut engine = Engine::new(config, Thousandths, NoHooks).unwrap();
            assert_eq!(engine.units_per_point(), 1000);
            let report = engine.search(&Request::new(position, Limits::depth(5)), &mut |_| ());
            assert!((report.score.points(1000) - value).abs() < 1e-9, "{} {value}", report.score);
        }
    }
}

#[test]
fn a_static_evaluation_is_given_from_the_first_players_view() {
    let mut engine = Engine::new(SearchConfig::default(), OpenThrees, NoHooks).unwrap();
    let mut position = ConnectFour::<7, 6>::new();
    for column in [3, 0, 3] {
        position.play(column);
    }
    assert_eq!(position.side(), Side::Second);
    let evaluation = engine.evaluate(&position);
    assert_eq!((evaluation.score, evaluation.units_per_point), (Score::new(2), 1));
    let sum: f64 = evaluation.terms.iter().map(|term| term.points).sum();
    assert_eq!(sum, evaluation.score.points(1));
}
