//! A domain solver inside the search: exact answers and bounds.

#[path = "support/configs.rs"]
mod configs;

use configs::configs;
use proof_games::nim::{Nim, Take};
use proof_games::{Flat, oracle};
use search::{
    Algorithm, Analyst, Bound, Engine, Game, Hooks, Limits, Line, NoHooks, Report, Request,
    RootSolution, Score, SearchConfig, Solved, StopFlag, StopReason, StopSignal,
};
use std::time::Duration;

/// Every game of these heaps is over within this many plies.
const LENGTH: u32 = 7;
const HEAPS: [&[u16]; 7] =
    [&[1, 2], &[2, 2], &[1, 2, 3], &[3, 2, 1, 1], &[3, 3], &[2, 2, 2], &[4, 1, 2]];

/// The value of the position as if it were the root.
fn truth(game: &Nim) -> Score {
    oracle::minimax(game, &mut Flat, &mut NoHooks, LENGTH)
}

/// How much a solver gives away of what it knows.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    /// The value.
    Everything,
    /// That a won position is won, some time.
    LooseLower,
    /// That a lost position is lost, some time.
    LooseUpper,
    /// Nothing.
    Nothing,
}

#[derive(Clone)]
struct Solver {
    says: Says,
    least: u32,
}

/// Farther than any game lasts.
const SOME_TIME: usize = 200;

impl Hooks<Nim> for Solver {
    fn solve(
        &mut self,
        game: &mut Nim,
        depth: u32,
        alpha: Score,
        beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        assert!(depth >= self.least && alpha < beta && !stop.is_raised());
        let value = truth(game);
        let (score, bound) = match self.says {
            Says::Everything => (value, Bound::Exact),
            Says::LooseLower if !value.is_loss() => (Score::win_in(SOME_TIME), Bound::Lower),
            Says::LooseUpper if value.is_loss() => (Score::loss_in(SOME_TIME), Bound::Upper),
            Says::LooseUpper => (Score::win_in(0), Bound::Upper),
            Says::LooseLower => (Score::loss_in(0), Bound::Lower),
            Says::Nothing => return None,
        };
        Some(Solved { score, bound })
    }
}

fn search(config: &SearchConfig, heaps: &[u16], says: Says, depth: u32) -> Report<Nim> {
    let hooks = Solver { says, least: config.solver.unwrap_or(0) };
    let mut engine = Engine::new(config.clone(), Flat, hooks).expect("a valid configuration");
    engine.search(&Request::new(Nim::new(heaps), Limits::depth(depth)), &mut |_| ())
}

/// Minimax is the plain oracle and asks no solver.
fn pruned() -> impl Iterator<Item = SearchConfig> {
    configs().into_iter().filter(|config| config.algorithm != Algorithm::Minimax)
}

#[test]
fn an_exact_answer_ends_a_node_with_distances_counted_from_it() {
    for heaps in HEAPS {
        let root = Nim::new(heaps);
        for config in pruned() {
            // One ply is left below the moves of the root: the rest is the solver's.
            let config = SearchConfig { solver: Some(1), ..config };
            let report = search(&config, heaps, Says::Everything, 2);
            assert_eq!(report.score, truth(&root), "{heaps:?}, {config:?}");
            let mut child = root;
            child.play(report.best.unwrap());
            assert_eq!(-truth(&child).from_relative(1), report.score);
        }
        let config =
            SearchConfig { solver: Some(1), ..SearchConfig::textbook(Algorithm::AlphaBeta, 5) };
        let nodes = search(&config, heaps, Says::Everything, 5).nodes;
        assert!(nodes <= root.count_moves() as u64, "one node per root move at most");
    }
}

#[test]
fn a_bound_is_used_as_a_bound_and_never_as_the_value() {
    for says in [Says::LooseLower, Says::LooseUpper, Says::Nothing] {
        let (mut with, mut without) = (0, 0);
        for heaps in HEAPS {
            for config in pruned() {
                // At full depth at once: iterations end sooner when a loss is beyond doubt.
                let config = SearchConfig { iterative: false, ..config };
                let asking = SearchConfig { solver: Some(1), ..config.clone() };
                let report = search(&asking, heaps, says, LENGTH);
                assert_eq!(report.score, truth(&Nim::new(heaps)), "{heaps:?}, {config:?}");
                if config.threads == 1 {
                    with += report.nodes;
                    without += search(&config, heaps, says, LENGTH).nodes;
                }
            }
        }
        match says {
            Says::Nothing => {
                assert_eq!(with, without, "a solver without an answer changes nothing")
            }
            _ => assert!(with < without, "{with} nodes with bounds, {without} without"),
        }
    }
}

#[test]
fn the_solver_is_asked_only_where_enough_depth_is_left() {
    for heaps in HEAPS {
        for least in [2, 3, 4] {
            for config in pruned() {
                // The solver itself fails when it is asked too low.
                let config = SearchConfig { solver: Some(least), ..config };
                let report = search(&config, heaps, Says::Everything, LENGTH);
                assert_eq!(report.score, truth(&Nim::new(heaps)));
            }
        }
    }
}

/// Answers at once for a while; then it thinks until it is stopped, and must not be asked again.
#[derive(Clone)]
struct Ponderous {
    quick_answers: u32,
    was_stopped: bool,
}

impl Hooks<Nim> for Ponderous {
    fn solve(
        &mut self,
        _game: &mut Nim,
        _depth: u32,
        _alpha: Score,
        _beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        assert!(!self.was_stopped);
        if self.quick_answers > 0 {
            self.quick_answers -= 1;
            return None;
        }
        while !stop.is_raised() {
            std::thread::yield_now();
        }
        self.was_stopped = true;
        None
    }
}

#[test]
fn a_running_solver_is_stopped_with_the_search() {
    for (config, quick_answers) in pruned().flat_map(|config| [(config.clone(), 0), (config, 100)])
    {
        let config = SearchConfig { solver: Some(1), ..config };
        let search = |limits, stop: &StopFlag| {
            let hooks = Ponderous { quick_answers, was_stopped: false };
            let mut engine = Engine::new(config.clone(), Flat, hooks).unwrap();
            let request = Request { stop: stop.clone(), ..Request::new(Nim::new(&[5, 6]), limits) };
            let report = engine.search(&request, &mut |_| ());
            assert!(report.best.is_some_and(|take: Take| Nim::new(&[5, 6]).is_legal(take)));
            report.reason
        };
        let time = Limits::time(Duration::from_millis(5));
        assert_eq!(search(time, &StopFlag::new()), StopReason::Time);
        let flag = StopFlag::new();
        let reason = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(5));
                flag.stop();
            });
            search(Limits::default(), &flag)
        });
        assert_eq!(reason, StopReason::Stopped);
    }
}

/// Scores every move of the root, as many as are asked for.
#[derive(Clone)]
struct Scorer;

impl Hooks<Nim> for Scorer {
    fn solve_root(
        &mut self,
        game: &Nim,
        lines: usize,
        _stop: &StopSignal,
    ) -> Option<RootSolution<Take>> {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let value = |mv: Take| {
            let mut child = *game;
            child.play(mv);
            -truth(&child).from_relative(1)
        };
        let mut scored: Vec<Line<Take>> =
            moves.into_iter().map(|mv| Line { score: value(mv), pv: vec![mv] }).collect();
        scored.sort_by_key(|line| -line.score);
        scored.truncate(lines);
        Some(RootSolution { lines: scored, depth: LENGTH, nodes: 99, why: "Nim is solved".into() })
    }
}

#[test]
fn a_solver_s_lines_nodes_and_depth_are_reported_as_they_are() {
    let config = SearchConfig { solver: Some(1), ..SearchConfig::default() };
    let mut engine = Engine::new(config.clone(), Flat, Scorer).expect("a valid configuration");
    let root = Nim::new(HEAPS[2]);
    for lines in [1, 3] {
        let request = Request { lines, ..Request::new(root, Limits::depth(1)) };
        let report = engine.search(&request, &mut |_| ());
        assert_eq!(report.reason, StopReason::Solved);
        assert_eq!((report.nodes, report.depth, report.lines.len()), (99, LENGTH, lines));
        assert_eq!((report.score, report.best), (truth(&root), Some(report.pv()[0])));
        assert_eq!(report.solver.as_deref(), Some("Nim is solved"));
    }
    // It is not asked about certain moves, about a finished game, or when it is off.
    let some = vec![engine.search(&Request::new(root, Limits::depth(1)), &mut |_| ()).pv()[0]];
    let request = Request { root_moves: some, ..Request::new(root, Limits::depth(1)) };
    assert_ne!(engine.search(&request, &mut |_| ()).reason, StopReason::Solved);
    let over = Request::new(Nim::new(&[0]), Limits::depth(1));
    assert_eq!(engine.search(&over, &mut |_| ()).reason, StopReason::GameOver);
    let off = SearchConfig { solver: None, ..config };
    let mut engine = Engine::new(off, Flat, Scorer).expect("a valid configuration");
    let report = engine.search(&Request::new(root, Limits::depth(1)), &mut |_| ());
    assert_ne!(report.reason, StopReason::Solved);
}

/// Gives up after this many nodes.
#[derive(Clone)]
struct Slow(u64);

impl Hooks<Nim> for Slow {
    fn solve_root(&mut self, _: &Nim, _: usize, stop: &StopSignal) -> Option<RootSolution<Take>> {
        assert_eq!(stop.node_limit(), Some(100));
        Some(RootSolution::gave_up(self.0))
    }
}

#[test]
fn the_nodes_of_a_solver_that_gave_up_count_towards_the_limit() {
    let config = SearchConfig { solver: Some(1), ..SearchConfig::default() };
    for spent in [0, 1, 50, 95, 99, 100] {
        let mut engine =
            Engine::new(config.clone(), Flat, Slow(spent)).expect("a valid configuration");
        let request = Request::new(Nim::new(&[9, 8, 7]), Limits::nodes(100));
        let report = engine.search(&request, &mut |_| ());
        assert_eq!((report.nodes, report.reason), (100, StopReason::Nodes), "{spent}");
        assert!(report.best.is_some() && report.solver.is_none());
    }
}

/// Knows one move of the root, whatever is asked for.
#[derive(Clone)]
struct OneLine(Take);

impl Hooks<Nim> for OneLine {
    fn solve_root(&mut self, _: &Nim, _: usize, _: &StopSignal) -> Option<RootSolution<Take>> {
        let line = Line { score: Score::win_in(9), pv: vec![self.0] };
        Some(RootSolution { lines: vec![line], depth: 3, nodes: 5, why: String::new() })
    }
}

#[test]
fn a_solution_with_too_few_lines_or_an_illegal_move_is_not_used() {
    let config = SearchConfig { solver: Some(1), ..SearchConfig::default() };
    let reason = |heaps, lines, stones| {
        let hooks = OneLine(Take { heap: 0, stones });
        let mut engine = Engine::new(config.clone(), Flat, hooks).expect("a valid configuration");
        let request = Request { lines, ..Request::new(Nim::new(heaps), Limits::depth(1)) };
        engine.search(&request, &mut |_| ()).reason
    };
    assert_eq!(reason(&[3, 2], 1, 1), StopReason::Solved);
    assert_ne!(reason(&[3, 2], 2, 1), StopReason::Solved);
    assert_ne!(reason(&[3, 2], 1, 4), StopReason::Solved);
    // There is no second move.
    assert_eq!(reason(&[1], 2, 1), StopReason::Solved);
}
