use super::*;
use proptest::prelude::*;
use std::collections::HashSet;

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn the_start_position_is_the_standard_one() {
    assert_eq!(Reversi::new().position_text(), START);
    assert_eq!(Reversi::parse_position(START), Ok(Reversi::new()));
    let starred = START.replace('X', "*").replace('-', ".");
    assert_eq!(Reversi::parse_position(&starred), Ok(Reversi::new()));
    assert_eq!(Reversi::new().parse_move("d3"), Ok(19));
}

#[test]
fn a_side_that_cannot_move_passes_and_the_game_goes_on() {
    let text = format!("XO{} O", "-".repeat(62));
    let mut game = Reversi::parse_position(&text).unwrap();
    let mut moves = Vec::new();
    assert_eq!(game.expand(&mut moves), None);
    assert_eq!(moves, [PASS]);
    assert_eq!(game.move_text(PASS), "pass");
    game.play(PASS);
    assert_eq!(game.side(), Side::First);
    game.play(game.parse_move("c1").unwrap());
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(game.count_moves(), 0);
}

#[test]
fn errors_name_the_square_and_the_legal_moves() {
    let wrong = START.replacen("--", "-?", 1);
    assert_eq!(
        Reversi::parse_position(&wrong).unwrap_err().to_string(),
        "square b1: found `?`, allowed: X, O or -"
    );
    assert_eq!(
        Reversi::parse_position("--- X").unwrap_err().to_string(),
        "board: found 3 squares, allowed: 64 squares"
    );
    assert_eq!(
        Reversi::new().parse_move("pass").unwrap_err().to_string(),
        "move: found `pass`, allowed: d3, c4, f5, e6"
    );
}

#[test]
fn the_evaluation_counts_moves_and_corners_for_the_side_to_move() {
    let text = format!("XO{} O", "-".repeat(62));
    let game = Reversi::parse_position(&text).unwrap();
    assert_eq!(MobilityCorners.evaluate(&game), Score::new(-1 - 10));
    let terms = MobilityCorners.terms(&game);
    assert_eq!(terms.iter().map(|term| term.points).collect::<Vec<_>>(), [1.0, 10.0]);
}

/// Collects all positions within `depth` plies.
fn positions_below(game: &mut Reversi, depth: u32, seen: &mut HashSet<Reversi>) {
    if !seen.insert(*game) || depth == 0 {
        return;
    }
    let mut moves = Vec::new();
    let _ = game.expand(&mut moves);
    for mv in moves {
        let before = game.play(mv);
        positions_below(game, depth - 1, seen);
        game.undo(mv, before);
    }
}

#[test]
fn keys_are_distinct_and_spread_evenly_over_a_table() {
    let mut positions = HashSet::new();
    positions_below(&mut Reversi::new(), 7, &mut positions);
    let keys: HashSet<u64> = positions.iter().map(Game::key).collect();
    assert_eq!(keys.len(), positions.len());
    for shift in [0, 24, 48] {
        let cells: HashSet<u64> = keys.iter().map(|key| key >> shift & 0xffff).collect();
        // Of 65,536 cells, n random keys leave (1 - 1/65536)^n empty.
        let expected = 65_536.0 * (1.0 - (-(keys.len() as f64) / 65_536.0).exp());
        let filled = cells.len() as f64;
        assert!((filled - expected).abs() < 600.0, "bits {shift}: {filled} of {expected}");
    }
}

proptest! {
    #[test]
    fn parsing_never_panics(text in "[XO*. -]{60,68}|\\PC{0,80}") {
        let _ = Reversi::parse_position(&text);
        let _ = Reversi::new().parse_move(&text);
    }
}
