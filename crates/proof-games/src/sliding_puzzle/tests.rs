//! The puzzle against published figures and against a breadth-first search of all its states.

use super::board::{Board, Goal, Size};
use super::conflicts::LinearConflict;
use super::distances::PerTile;
use super::space::{Space, State, Word};
use super::{Heuristic, depths, estimate, solve};
use proptest::prelude::*;
use search::StopFlag;
use search::graph::{self, Cost, GraphAlgorithm, GraphConfig, StateSpace, Unsolved};
use search::rng::Rng;
use std::collections::HashMap;

fn config(algorithm: GraphAlgorithm) -> GraphConfig {
    GraphConfig { algorithm, ..GraphConfig::default() }
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// The 8-puzzle by depth, blank in a corner (sequence A089473 of the OEIS).
const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn the_states_of_the_8_puzzle_have_their_published_depths() {
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        let counts = depths(Size::EIGHT, goal, 200_000).unwrap();
        assert_eq!(counts, EIGHT_PUZZLE);
        assert_eq!(counts.iter().sum::<u64>(), 181_440);
    }
}

#[test]
fn boards_of_two_rows_have_their_published_hardest_states() {
    let deepest = |rows, columns| {
        let counts = depths(Size::new(rows, columns).unwrap(), Goal::BlankFirst, 30_000).unwrap();
        (counts.iter().sum::<u64>(), counts.len() - 1, counts[counts.len() - 1])
    };
    assert_eq!(deepest(2, 3), (360, 21, 1));
    assert_eq!(deepest(3, 2), (360, 21, 1));
    assert_eq!(deepest(2, 4), (20_160, 36, 1));
}

/// Every state of the 8-puzzle with its distance from the goal.
fn distances(goal: Goal) -> HashMap<State<u64>, Cost> {
    let space = Space::<u64>::new(Size::EIGHT, goal);
    let start = State::new(&Board::solved(Size::EIGHT, goal));
    let mut distances = HashMap::from([(start, 0)]);
    let mut queue = std::collections::VecDeque::from([start]);
    let mut successors = Vec::new();
    while let Some(state) = queue.pop_front() {
        let distance = distances[&state];
        space.successors(&state, &mut successors);
        for (_, next, _) in successors.drain(..) {
            distances.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance + 1
            });
        }
    }
    distances
}

/// Asserts that a heuristic is admissible and consistent on every state, and that its incremental value
/// equals its full value.
fn is_sound(distances: &HashMap<State<u64>, Cost>, heuristic: &impl graph::Heuristic<State<u64>>) {
    let space = Space::<u64>::new(Size::EIGHT, Goal::BlankFirst);
    let mut successors = Vec::new();
    for (state, &distance) in distances {
        let estimate = heuristic.estimate(state);
        assert!(estimate <= distance);
        space.successors(state, &mut successors);
        for (_, next, _) in successors.drain(..) {
            let after = heuristic.estimate_after(state, estimate, &next);
            assert_eq!(after, heuristic.estimate(&next));
            assert!(after + 1 >= estimate);
        }
    }
}

#[test]
fn on_every_state_of_the_8_puzzle_the_heuristics_are_admissible_and_consistent() {
    let (size, goal) = (Size::EIGHT, Goal::BlankFirst);
    let distances = distances(goal);
    assert_eq!(distances.len(), 181_440);
    is_sound(&distances, &PerTile::manhattan(size, goal));
    is_sound(&distances, &PerTile::misplaced(size, goal));
    is_sound(&distances, &LinearConflict::new(size, goal));
}

#[test]
fn every_algorithm_finds_the_distance_that_breadth_first_search_of_all_states_gives() {
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        let distances = distances(goal);
        let mut rng = Rng::new(5);
        for _ in 0..6 {
            let board = Board::random(Size::EIGHT, goal, &mut rng);
            let expected = distances[&State::new(&board)];
            for algorithm in GraphAlgorithm::ALL {
                for heuristic in Heuristic::ALL {
                    // Too slow: neither a good heuristic nor a table.
                    let is_blind = matches!(heuristic, Heuristic::None | Heuristic::Misplaced);
                    let runs_away = algorithm == GraphAlgorithm::IdaStar && is_blind;
                    let is_same = !algorithm.estimates() && heuristic != Heuristic::None;
                    if runs_away || is_same {
                        continue;
                    }
                    let answer =
                        solve(&board, goal, heuristic, &config(algorithm), &StopFlag::new());
                    let tiles = answer.solution.unwrap();
                    assert_eq!(tiles.len() as Cost, expected, "{board} {algorithm} {heuristic}");
                    assert!(board.is_solved_by(&tiles, goal), "{board} {algorithm} {heuristic}");
                }
            }
        }
    }
}

#[test]
fn the_hardest_8_puzzles_take_31_moves() {
    for text in ["8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"] {
        for algorithm in [GraphAlgorithm::Astar, GraphAlgorithm::IdaStar] {
            let (goal, heuristic) = (Goal::BlankLast, Heuristic::LinearConflict);
            let answer = solve(&board(text), goal, heuristic, &config(algorithm), &StopFlag::new());
            assert_eq!(answer.solution.map(|tiles| tiles.len()), Ok(31), "{text} {algorithm}");
        }
    }
}

/// The start of Korf's table (1985) with its Manhattan distances, and the linear conflict estimates of
/// Hansson, Mayer and Yung (1985).
#[test]
fn estimates_of_korfs_instances_are_the_published_ones() {
    for (text, manhattan, conflict) in [
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 41, 43),
        ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 43, 43),
        ("14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15", 41, 41),
        ("5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6", 42, 42),
        ("4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0", 42, 44),
        ("14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13", 36, 40),
        ("2 11 15 5 13 4 6 7 12 8 10 1 9 3 14 0", 30, 30),
        ("12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7", 32, 36),
        ("3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0", 32, 36),
        ("13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1", 43, 45),
        ("11 15 14 13 1 9 10 4 3 6 2 12 7 5 8 0", 48, 54),
    ] {
        let of = |heuristic| estimate(&board(text), Goal::BlankFirst, heuristic);
        assert_eq!(
            (of(Heuristic::Manhattan), of(Heuristic::LinearConflict)),
            (manhattan, conflict)
        );
    }
}

#[test]
fn a_board_that_cannot_be_solved_is_recognised_without_a_search() {
    // The prize puzzle of the 1880s: 14 and 15 are swapped.
    let prize = board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
    let config = config(GraphAlgorithm::IdaStar);
    let answer = solve(&prize, Goal::BlankLast, Heuristic::Manhattan, &config, &StopFlag::new());
    assert_eq!((answer.solution, answer.stats.expanded), (Err(Unsolved::Exhausted), 0));
    assert!(prize.is_solvable(Goal::BlankFirst));
}

#[test]
fn a_limit_ends_a_search_with_its_reason() {
    let board = board("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3");
    let ended = |config: GraphConfig| {
        let heuristic = Heuristic::LinearConflict;
        solve(&board, Goal::BlankFirst, heuristic, &config, &StopFlag::new()).solution.unwrap_err()
    };
    let few = GraphConfig { max_expansions: Some(1000), ..config(GraphAlgorithm::IdaStar) };
    assert_eq!(ended(few), Unsolved::ExpansionLimit(1000));
    let small = GraphConfig { max_states: 1000, ..config(GraphAlgorithm::Astar) };
    assert_eq!(ended(small), Unsolved::StateLimit(1000));
}

#[test]
fn texts_that_are_no_board_are_refused_with_the_place() {
    let refused = |text: &str| text.parse::<Board>().unwrap_err().to_string();
    assert_eq!(
        refused("1 2 3"),
        "position: found 3 tiles, allowed: 4, 9, 16 or 25 in one list, or rows joined by /; quote it \
         as one argument"
    );
    assert_eq!(refused("1 2 3/4 5 0 6"), "row 2: found 4 tiles, allowed: 3, as in row 1");
    assert_eq!(
        refused("1/2/0"),
        "position: found 3 rows of 1, allowed: 2 to 5 rows of 2 to 5 tiles"
    );
    assert_eq!(
        refused("1 2/4 0"),
        "row 2, column 1: found `4`, allowed: a tile from 1 to 3, 0 or _"
    );
    assert_eq!(refused("1 2/2 0"), "row 2, column 1: found a second `2`, allowed: every tile once");
    assert_eq!(
        refused("1 -2/3 0"),
        "row 1, column 2: found `-2`, allowed: a tile from 1 to 3, 0 or _"
    );
    assert_eq!(
        "6x4".parse::<Size>().unwrap_err().to_string(),
        "size: found `6x4`, allowed: 2x2 to 5x5, as in 3x4"
    );
}

#[test]
fn a_board_is_read_with_commas_an_underscore_or_in_one_list() {
    let expected = board("1 2 3/4 5 6/7 8 0");
    for text in ["1 2 3 4 5 6 7 8 _", " 1,2,3 / 4, 5,6/7 8\t0 ", "1,2,3,4,5,6,7,8,0"] {
        assert_eq!(board(text), expected, "{text}");
    }
}

fn any_board() -> impl Strategy<Value = (Board, Goal)> {
    let goal = prop_oneof![Just(Goal::BlankFirst), Just(Goal::BlankLast)];
    (2usize..=5, 2usize..=5, goal, any::<u64>()).prop_map(|(rows, columns, goal, seed)| {
        let size = Size::new(rows, columns).unwrap();
        (Board::random(size, goal, &mut Rng::new(seed)), goal)
    })
}

/// Asserts that the incremental value of a heuristic equals its full value, and that no move lowers it by
/// more than its cost.
fn is_consistent<W: Word>(board: &Board, goal: Goal, heuristic: &impl graph::Heuristic<State<W>>) {
    let state = State::<W>::new(board);
    let estimate = heuristic.estimate(&state);
    let mut successors = Vec::new();
    Space::<W>::new(board.size(), goal).successors(&state, &mut successors);
    for (_, next, _) in successors {
        let after = heuristic.estimate_after(&state, estimate, &next);
        assert_eq!(after, heuristic.estimate(&next));
        assert!(after + 1 >= estimate);
        assert_eq!(heuristic.estimate_after(&next, after, &state), estimate);
    }
}

proptest! {
    #[test]
    fn on_any_board_the_heuristics_are_consistent((board, goal) in any_board()) {
        let size = board.size();
        is_consistent::<u128>(&board, goal, &PerTile::manhattan(size, goal));
        is_consistent::<u128>(&board, goal, &PerTile::misplaced(size, goal));
        is_consistent::<u128>(&board, goal, &LinearConflict::new(size, goal));
        if size.cells() <= 16 {
            is_consistent::<u64>(&board, goal, &LinearConflict::new(size, goal));
        }
    }

    #[test]
    fn linear_conflict_is_at_least_manhattan_and_that_at_least_misplaced((board, goal) in any_board()) {
        let of = |heuristic| estimate(&board, goal, heuristic);
        prop_assert!(of(Heuristic::LinearConflict) >= of(Heuristic::Manhattan));
        prop_assert!(of(Heuristic::Manhattan) >= of(Heuristic::Misplaced));
        prop_assert_eq!(of(Heuristic::None), 0);
    }

    #[test]
    fn no_estimate_is_more_than_the_moves_of_a_scramble(
        (board, goal) in any_board(),
        moves in 0u32..60,
        seed in any::<u64>(),
    ) {
        let scrambled = Board::scrambled(board.size(), goal, moves, &mut Rng::new(seed));
        prop_assert!(scrambled.is_solvable(goal));
        for heuristic in Heuristic::ALL {
            prop_assert!(estimate(&scrambled, goal, heuristic) <= moves.into());
        }
    }

    #[test]
    fn a_swap_of_two_tiles_makes_a_board_unsolvable((board, goal) in any_board()) {
        prop_assert!(board.is_solvable(goal));
        let text = board.to_string();
        let swapped: String = text
            .chars()
            .map(|c| match c { '1' => '2', '2' => '1', other => other })
            .collect();
        // Only where no number has two digits with a 1 or a 2.
        if board.size().cells() <= 10 {
            prop_assert!(!swapped.parse::<Board>().unwrap().is_solvable(goal));
        }
        prop_assert_eq!(text.parse::<Board>().unwrap(), board);
    }

    #[test]
    fn scrambles_of_any_size_are_solved_in_as_many_moves_or_fewer(
        (board, goal) in any_board(),
        moves in 0u32..22,
        seed in any::<u64>(),
    ) {
        let scrambled = Board::scrambled(board.size(), goal, moves, &mut Rng::new(seed));
        let mut lengths = Vec::new();
        for algorithm in [GraphAlgorithm::IdaStar, GraphAlgorithm::IdaStarTable, GraphAlgorithm::Astar] {
            let answer = solve(
                &scrambled, goal, Heuristic::LinearConflict, &config(algorithm), &StopFlag::new(),
            );
            let tiles = answer.solution.unwrap();
            prop_assert!(scrambled.is_solved_by(&tiles, goal));
            lengths.push(tiles.len());
        }
        prop_assert!(lengths[0] <= moves as usize);
        prop_assert_eq!(lengths[0] % 2, moves as usize % 2);
        prop_assert!(lengths.iter().all(|&length| length == lengths[0]));
    }

    #[test]
    fn any_text_is_answered_without_panic(text in "[0-9_ ,/x-]{0,40}|\\PC{0,20}") {
        let _ = text.parse::<Board>();
        let _ = text.parse::<Size>();
    }
}
