use super::*;
use proptest::prelude::*;
use search::{Evaluator, Score};

/// The position after these choices (modulo the number of open columns), or at the end of the game.
fn position_after<const W: usize, const H: usize>(choices: &[usize]) -> ConnectFour<W, H> {
    let mut game = ConnectFour::new();
    for choice in choices {
        let mut moves = Vec::new();
        if game.expand(&mut moves).is_some() {
            break;
        }
        game.play(moves[choice % moves.len()]);
    }
    game
}

/// Every four cells in a line.
fn lines<const W: usize, const H: usize>() -> Vec<[(i32, i32); 4]> {
    let mut lines = Vec::new();
    for column in 0..W as i32 {
        for row in 0..H as i32 {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let line = [0, 1, 2, 3].map(|step| (column + step * dx, row + step * dy));
                let (x, y) = line[3];
                if x < W as i32 && (0..H as i32).contains(&y) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}

fn stone_at<const W: usize, const H: usize>(
    game: &ConnectFour<W, H>,
    (column, row): (i32, i32),
) -> Option<Side> {
    game.stone(column as usize, row as usize)
}

fn slow_outcome<const W: usize, const H: usize>(game: &ConnectFour<W, H>) -> Option<Outcome> {
    for line in lines::<W, H>() {
        let stones = line.map(|cell| stone_at(game, cell));
        if let [Some(side), ..] = stones
            && stones == [Some(side); 4]
        {
            return Some(Outcome::Win(side));
        }
    }
    (game.stones() as usize == W * H).then_some(Outcome::Draw)
}

/// The number of empty cells in lines whose other three cells belong to the side.
fn slow_threats<const W: usize, const H: usize>(game: &ConnectFour<W, H>, side: Side) -> i64 {
    let mut cells: Vec<(i32, i32)> = Vec::new();
    for line in lines::<W, H>() {
        let own = line.iter().filter(|&&cell| stone_at(game, cell) == Some(side)).count();
        let empty = line.into_iter().find(|&cell| stone_at(game, cell).is_none());
        if let (3, Some(cell)) = (own, empty) {
            cells.push(cell);
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells.len() as i64
}

fn compare_with_slow<const W: usize, const H: usize>(choices: &[usize]) {
    let game = position_after::<W, H>(choices);
    assert_eq!(game.outcome(), slow_outcome(&game), "{}", game.position_text());
    let mut points = OpenThrees.terms(&game);
    assert_eq!(
        points.remove(0).points as i64,
        8 * (slow_threats(&game, Side::First) - slow_threats(&game, Side::Second)),
        "{}",
        game.position_text()
    );
}

proptest! {
    #[test]
    fn wins_and_threats_agree_with_a_scan_of_every_line(choices in prop::collection::vec(0usize..7, 0..43)) {
        compare_with_slow::<4, 4>(&choices);
        compare_with_slow::<5, 4>(&choices);
        compare_with_slow::<6, 5>(&choices);
        compare_with_slow::<7, 6>(&choices);
        compare_with_slow::<8, 7>(&choices);
    }

    #[test]
    fn parsing_never_panics(text in "[XO./ a-g]{0,60}|\\PC{0,60}") {
        let _ = ConnectFour7x6::parse_position(&text);
        let _ = ConnectFour7x6::new().parse_move(&text);
    }
}

#[test]
fn the_evaluation_is_the_sum_of_its_terms_for_the_side_to_move() {
    let game = ConnectFour::<4, 4>::parse_position("..../..../OO../XXX. O").unwrap();
    let sum: f64 = OpenThrees.terms(&game).iter().map(|term| term.points).sum();
    assert_eq!(OpenThrees.evaluate(&game), -Score::new(sum as i64));
    assert_eq!(sum, 8.0 + 1.0, "one open three and one more stone in the middle for X");
}

#[test]
fn the_middle_column_is_tried_first() {
    let game = ConnectFour7x6::new();
    let mut columns: Vec<u8> = (0..7).collect();
    columns.sort_by_key(|&column| -CentreFirst::nearness(&game, column));
    assert_eq!(columns, [3, 2, 4, 1, 5, 0, 6]);
}

#[test]
fn impossible_boards_are_refused_with_the_place() {
    let refused = |text: &str| ConnectFour::<4, 4>::parse_position(text).unwrap_err().to_string();
    assert_eq!(
        refused("..../.X../..../.... O"),
        "row 2, column 2: found a stone above an empty cell, \
         allowed: stones that rest on the floor or on a stone"
    );
    assert_eq!(
        refused("..../..../..../XX.. O"),
        "side to move: found O with 2 X and 0 O, \
         allowed: X if there are as many X as O, O if there is one more X"
    );
    assert_eq!(
        refused("..../..../OOO./XXXX X"),
        "side to move: found X with 4 X and 3 O, \
         allowed: X if there are as many X as O, O if there is one more X"
    );
    assert_eq!(
        refused("..../..../OOOO/XXXX X"),
        "board: found four in a line by X, who is to move, \
         allowed: a game that ends with the first four in a line"
    );
    assert_eq!(refused(".../.../.../... X"), "row 1: found 3 cells, allowed: 4 cells");
    assert_eq!(refused("..../.... X"), "board: found 2 rows, allowed: 4 rows");
    assert_eq!(
        refused("X"),
        "position: found `X`, allowed: a board, a space and the side to move (X or O)"
    );
    assert_eq!(refused("..../..../..../.... Y"), "side to move: found `Y`, allowed: X or O");
}

#[test]
fn columns_are_letters_or_numbers_and_a_refused_one_has_a_reason() {
    let game = ConnectFour::<4, 4>::parse_position(".O../.X../.O../.X.. X").unwrap();
    for text in ["c", "C", " 3 "] {
        assert_eq!(game.parse_move(text), Ok(2), "{text}");
    }
    let refused = |text: &str| game.parse_move(text).unwrap_err().to_string();
    assert_eq!(refused("b"), "move: `b` is not legal: the column is full");
    assert_eq!(refused("5"), "move: `5` is not legal: there is no such column");
    assert_eq!(refused("cc"), "move: found `cc`, allowed: a, c, d");
    let over = ConnectFour::<4, 4>::parse_position("..../..../OOO./XXXX O").unwrap();
    assert_eq!(
        over.parse_move("a").unwrap_err().to_string(),
        "move: `a` is not legal: the game is over"
    );
}
