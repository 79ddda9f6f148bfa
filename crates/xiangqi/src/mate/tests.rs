//! The solver on known mates; proofs are verified by the rules alone.

use super::*;
use search::Notation;

fn solve(fen: &str, most: u8) -> Answer {
    let position = Position::parse_position(fen).unwrap();
    Solver::new(16, StopFlag::new(), None).solve(&position, most, true, None)
}

#[test]
fn a_mate_in_one_and_a_stalemate_in_one_are_found() {
    for fen in ["3k5/2P6/9/9/9/9/9/9/9/R3K4 w", "3k5/9/2P6/9/9/9/9/9/9/4K4 w"] {
        let Answer::Mate { proof, shortest } = solve(fen, 3) else { panic!("{fen}") };
        assert_eq!((proof.moves, shortest), (1, true), "{fen}");
    }
}

#[test]
fn the_absence_of_a_mate_is_proved() {
    assert_eq!(solve("3ak4/9/9/9/9/9/9/9/9/R4K3 w", 1), Answer::NoMate);
}

#[test]
fn a_stopped_solver_answers_unknown() {
    let flag = search::StopFlag::new();
    flag.stop();
    let answer = Solver::new(1, flag, None).solve(&Position::start(), 20, false, None);
    assert_eq!(answer, Answer::Unknown);
}

#[test]
fn a_mate_after_the_move_rule_draw_does_not_count() {
    let fen = "3k5/2P6/9/9/9/9/9/9/9/R3K4 w - - 120 90";
    assert_eq!(solve(fen, 3), Answer::NoMate);
}

#[test]
fn a_proof_that_lacks_an_answer_does_not_hold() {
    let fen = "2Rckab1C/4a4/4R3n/p5p2/9/2N6/2P5P/C5r2/4K4/2B2A3 w";
    let position = Position::parse_position(fen).unwrap();
    let Answer::Mate { proof, .. } = solve(fen, 2) else { panic!() };
    assert!(proof.holds(&position));
    assert!(!proof.holds(&Position::start()));
    let mut hasty = proof;
    hasty.moves -= 1;
    assert!(!hasty.holds(&position));
}

#[test]
fn a_defender_who_can_only_repeat_checks_is_lost() {
    let fen = "7N1/5k3/4ba3/3N5/6b1P/9/P8/6n2/c8/2p1K4 b";
    let position = Position::parse_position(fen).unwrap();
    let Answer::Mate { proof, .. } = solve(fen, 3) else { panic!() };
    assert!(proof.holds(&position));
}

#[test]
fn a_mate_found_by_the_engine_is_proved() {
    let fen = "9/4k4/5P3/4P4/9/9/9/7n1/4p4/5KB2 w";
    let position = Position::parse_position(fen).unwrap();
    let evaluator = crate::MaterialPosition::new(crate::PieceTables::lab().into());
    let config = search::SearchConfig { mate_distance: true, ..Default::default() };
    let hooks = crate::Tactics::new(Repetition::Axf);
    let mut engine = search::Engine::new(config, evaluator, hooks).unwrap();
    let mut solver = Solver::new(16, StopFlag::new(), None);
    match solver.follow(&mut engine, &position, 12) {
        Some(proof) => assert!(proof.holds(&position) && proof.moves >= 5),
        None => panic!("not found"),
    }
}

#[test]
fn published_mates_in_one_to_three_are_solved_and_the_proofs_hold() {
    let Some(path) = plywood_testing::data::file("xiangqi/mates.tsv") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut solved = [0; 4];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, fen, _, moves, ..] = fields[..] else { continue };
        let moves: u8 = moves.parse().unwrap_or(0);
        // Every seventh here; all of them in scripts/bench.d/xiangqi.mates.
        if !(1..=3).contains(&moves) {
            continue;
        }
        solved[usize::from(moves)] += 1;
        if solved[usize::from(moves)] % 7 != 1 {
            continue;
        }
        let position = Position::parse_position(fen).unwrap();
        match Solver::new(1, StopFlag::new(), None).solve(&position, moves, false, None) {
            Answer::Mate { proof, .. } => assert!(proof.holds(&position), "{fen}"),
            other => panic!("{other:?}: {fen}"),
        }
    }
    assert!(solved[1] > 400 && solved[2] > 400 && solved[3] > 300, "{solved:?}");
}

#[test]
fn checks_are_separated_from_other_moves() {
    let mut rng = search::rng::Rng::new(12);
    let mut position = Position::start();
    let mut seen = 0;
    for _ in 0..3000 {
        let mut moves = Vec::new();
        if position.expand(&mut moves).is_some() {
            position = Position::start();
            continue;
        }
        let (checks, others) = partition_checks(&mut position, moves.clone());
        assert_eq!(checks.len() + others.len(), moves.len());
        for (list, expected) in [(&checks, true), (&others, false)] {
            for &mv in list {
                let undo = position.play(mv);
                assert_eq!(position.in_check(), expected, "{mv}");
                position.undo(mv, undo);
            }
        }
        seen += checks.len();
        position.play(rng.choose(&moves).unwrap());
    }
    assert!(seen > 300, "{seen}");
}
