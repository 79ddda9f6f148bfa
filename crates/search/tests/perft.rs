//! Counting leaves: published figures, and the ways of counting against each other.

use proof_games::connect_four::ConnectFour;
use proof_games::mancala::Mancala;
use proof_games::nim::Nim;
use proof_games::reversi::Reversi;
use proof_games::tic_tac_toe::TicTacToe;
use search::perft::{divide_until, perft_until};
use search::{Game, Notation, StopFlag, divide, perft};

/// Counts by copying and listing, with nothing shared but the rules.
fn slow<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.legal_moves(&mut moves);
    }
    let below = moves.into_iter().map(|mv| {
        let mut child = game.clone();
        child.play(mv);
        slow(&child, depth - 1)
    });
    below.sum()
}

#[test]
fn reversi_has_the_published_counts_with_a_pass_as_a_ply() {
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&Reversi::new(), depth)).collect();
    assert_eq!(counts, [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288]);
}

#[test]
fn connect_four_has_the_published_counts() {
    let counts: Vec<u64> = (0..=8).map(|depth| perft(&ConnectFour::<7, 6>::new(), depth)).collect();
    assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn tic_tac_toe_has_the_known_number_of_games() {
    let start = TicTacToe::new();
    let counts: Vec<u64> = (5..=9).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counts, [15_120, 54_720, 148_176, 200_448, 127_872]);
}

#[test]
fn a_line_that_ends_early_is_not_counted() {
    let won = TicTacToe::parse_position("XXX/OO./... O").unwrap();
    assert_eq!(perft(&won, 0), 1);
    assert_eq!(perft(&won, 1), 0);
    assert_eq!(perft(&won, 3), 0);
    assert_eq!(divide(&won, 2), []);
    assert_eq!(perft(&TicTacToe::new(), 10), 0);
}

#[test]
fn counting_agrees_with_listing() {
    for depth in 0..5 {
        let nim = Nim::new(&[3, 4, 5]);
        assert_eq!(perft(&nim, depth), slow(&nim, depth));
        let mancala = Mancala::new(3);
        assert_eq!(perft(&mancala, depth), slow(&mancala, depth));
    }
}

#[test]
fn the_shares_of_the_root_moves_come_in_rules_order_and_add_up() {
    let game = ConnectFour::<5, 4>::new();
    let shares = divide(&game, 6);
    assert_eq!(shares.iter().map(|&(column, _)| column).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(shares.iter().map(|&(_, lines)| lines).sum::<u64>(), perft(&game, 6));
    assert_eq!(divide(&game, 0), []);
}

#[test]
fn a_raised_flag_ends_the_count_without_a_result() {
    let stop = StopFlag::new();
    assert_eq!(perft_until(&Reversi::new(), 5, &stop), Some(1_396));
    let mut reported = Vec::new();
    let sum = divide_until(&Reversi::new(), 5, &stop, |mv, lines| {
        reported.push((mv, lines));
        if reported.len() == 2 {
            stop.stop();
        }
    });
    assert_eq!(sum, None);
    assert_eq!(reported, divide(&Reversi::new(), 5)[..2]);
    // Depth 40 would take longer than the universe has lasted.
    assert_eq!(perft_until(&Reversi::new(), 40, &stop), None);
}
