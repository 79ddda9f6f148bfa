use super::draw;
use crate::{
    BoardView, Candidate, DrawStyle, Forbidden, MovePlaces, MoveTarget, Numbered, PieceKind, Place,
    Surface,
};
use proptest::prelude::*;

const BLACK: PieceKind = PieceKind::first_stone("black");
const WHITE: PieceKind = PieceKind::second_stone("white");
const ASCII: DrawStyle = DrawStyle { colour: false, unicode: false };
const UNICODE: DrawStyle = DrawStyle { colour: false, unicode: true };

/// A wooden board of 5x5 with two stones.
fn gomoku() -> BoardView {
    let mut view =
        BoardView::new(Surface::Wood, 5, 5).with_sides("black", "white").with_pieces(BLACK, WHITE);
    view.stars = vec![Place::new(1, 1)];
    view.put(Place::new(2, 2), BLACK);
    view.put(Place::new(3, 1), WHITE);
    view.last = Some(MovePlaces::placed(Place::new(3, 1)));
    view.to_move = Some(0);
    view
}

/// A xiangqi board with two kings and a chariot.
fn xiangqi() -> BoardView {
    let mut view =
        BoardView::new(Surface::Paper, 9, 10).with_sides("red", "black").with_rows_from_zero();
    view.put(Place::new(3, 0), PieceKind::token("black-king", 1, 'k', '將'));
    view.put(Place::new(4, 6), PieceKind::token("red-chariot", 0, 'R', '俥'));
    view.put(Place::new(4, 9), PieceKind::token("red-king", 0, 'K', '帥'));
    view.last = Some(MovePlaces::moved(Place::new(0, 6), Place::new(4, 6)));
    view.to_move = Some(1);
    view
}

#[test]
fn the_last_stone_is_in_brackets_between_coordinates() {
    let text = "   a b c d e\n 5 . . . . . 5   > X black to move\n 4 . + .[O]. 4     O white\n \
                3 . . X . . 3\n 2 . . . . . 2\n 1 . . . . . 1\n   a b c d e\n";
    assert_eq!(draw(&gomoku(), ASCII, None), text);
    let lines = draw(&gomoku(), UNICODE, None);
    assert!(lines.contains(" 5 ┌─┬─┬─┬─┐ 5   > ● black to move\n"), "{lines}");
    assert!(lines.contains(" 4 ├─╋─┼[○]┤ 4     ○ white\n"), "{lines}");
}

#[test]
fn a_winning_line_is_marked_without_colour_and_reversed_with_it() {
    let mut view = gomoku();
    view.put(Place::new(1, 2), BLACK);
    view.line = vec![Place::new(1, 2), Place::new(2, 2)];
    view.end(Some(0), "two in a row");
    let text = draw(&view, ASCII, None);
    assert!(text.contains(" 3 .=X=X=. . 3"), "{text}");
    assert!(text.contains("black wins: two in a row"), "{text}");
    let text = draw(&view, DrawStyle { colour: true, unicode: true }, None);
    assert!(text.contains("\x1b[7;1m●\x1b[0m"), "{text}");
}

#[test]
fn colours_are_used_only_where_they_may_be() {
    let text = draw(&gomoku(), DrawStyle { colour: true, unicode: true }, None);
    assert!(text.contains("\x1b[1;31m●\x1b[0m"), "{text}");
    assert!(!draw(&gomoku(), UNICODE, None).contains('\x1b'));
}

#[test]
fn forbidden_points_and_candidates_are_marked_and_listed() {
    let mut view = gomoku();
    view.forbidden = vec![Forbidden { place: Place::new(0, 0), reason: "double four".into() }];
    view.candidates = vec![Candidate {
        places: MovePlaces::placed(Place::new(1, 3)),
        text: "b2".into(),
        score: "+0.5".into(),
        label: "+0.5".into(),
    }];
    let text = draw(&view, ASCII, None);
    for line in [" 5 ! . . . . 5", " 2 . 1 . . . 2", "a5 forbidden: double four", "1 b2  +0.5"] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn move_numbers_take_the_place_of_stones() {
    let mut view = gomoku();
    view.numbers = vec![
        Numbered { place: Place::new(2, 2), number: 7 },
        Numbered { place: Place::new(3, 1), number: 108 },
    ];
    let text = draw(&view, ASCII, None);
    assert!(text.contains(" 4  .   +   . [108] .  4"), "{text}");
    assert!(text.contains(" 3  .   .   7   .   .  3"), "{text}");
}

#[test]
fn a_xiangqi_board_has_lines_a_river_and_palaces() {
    let text = draw(&xiangqi(), ASCII, None);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 20);
    assert_eq!(rows[0], " 9 +---+---+---k---+---+---+---+---+       red");
    assert_eq!(rows[1], r"   |   |   |   | \ | / |   |   |   |     > black to move");
    assert_eq!(rows[9], "   |                               |");
    assert_eq!(rows[12], " 3[ ]--+---+---+--[R]--+---+---+---+");
    assert_eq!(rows[19], "   a   b   c   d   e   f   g   h   i");
    let text = draw(&xiangqi(), UNICODE, None);
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[0].starts_with(" 9 ┌───┬───┬───將──┬───┬───┬───┬───┐"), "{}", rows[0]);
    assert_eq!(rows[8], " 5 ├───┴───┴───┴───┴───┴───┴───┴───┤");
    assert_eq!(rows[12], " 3[  ]─┼───┼───┼──[俥]─┼───┼───┼───┤");
    assert_eq!(rows[18], " 0 └───┴───┴───┴───帥──┴───┴───┴───┘");
}

#[test]
fn squares_that_can_be_played_on_or_were_visited_are_marked() {
    let knight = |side, letter| PieceKind::knight("knight", side, letter);
    let mut view = BoardView::new(Surface::Checkerboard, 3, 3)
        .with_sides("A", "B")
        .with_pieces(knight(0, 'A'), knight(1, 'B'));
    view.put(Place::new(0, 0), knight(0, 'A'));
    view.put(Place::new(2, 2), knight(1, 'B'));
    view.visited = vec![Place::new(1, 1)];
    let jump = |column, row| MovePlaces::moved(Place::new(0, 0), Place::new(column, row));
    view.targets =
        [jump(2, 1), jump(1, 2)].map(|places| MoveTarget { places, text: String::new() }).to_vec();
    view.last = Some(jump(2, 2));
    view.last = Some(MovePlaces::placed(Place::new(2, 2)));
    view.to_move = Some(0);
    let text = " 3 A  +  +    > A to move\n 2 +  @  *      B\n 1 +  * [B]\n   a  b  c\n";
    assert_eq!(draw(&view, ASCII, None), text);
}

#[test]
fn counts_and_remarks_stand_beside_the_board_or_below_it() {
    let disc = PieceKind::first_disc("black", 'X');
    let mut view = BoardView::new(Surface::Felt, 4, 4)
        .with_sides("black", "white")
        .with_pieces(disc, PieceKind::second_disc("white", 'O'))
        .with_rows_from_top();
    view.sides[0].count = Some(4);
    view.notes.push("white has to pass".into());
    let text = draw(&view, ASCII, None);
    assert!(text.starts_with("   a  b  c  d\n 1 .  .  .  .      X black 4\n"), "{text}");
    assert!(text.contains(" 3 .  .  .  .      white has to pass\n"), "{text}");
    let narrow = draw(&view, ASCII, Some(20));
    assert!(narrow.ends_with(" 4 .  .  .  .\n  X black 4\n  O white\n  white has to pass\n"));
}

#[test]
fn a_terminal_that_is_too_narrow_is_named_in_one_line() {
    let text = draw(&xiangqi(), UNICODE, Some(30));
    assert_eq!(text, "terminal too narrow: needs 38 columns, has 30\n");
    assert!(draw(&xiangqi(), UNICODE, Some(38)).lines().count() > 20);
}

#[test]
fn the_panel_is_one_column_also_behind_the_letters() {
    let view =
        BoardView::new(Surface::Felt, 7, 1).with_sides("black", "white").with_pieces(BLACK, WHITE);
    let text = draw(&view, DrawStyle { colour: false, unicode: false }, None);
    let column = |word: &str| text.lines().find_map(|line| line.find(word)).unwrap();
    assert_eq!(column("X black"), column("O white"), "{text}");
}

proptest! {
    #[test]
    fn no_line_is_wider_than_the_terminal(
        columns in 1u8..22, rows in 1u8..22, surface in 0usize..5, width in 10u16..120,
        unicode: bool, stones in prop::collection::vec((0u8..22, 0u8..22, 0u32..2), 0..30),
        numbered: bool,
    ) {
        use Surface::*;
        let surface = [Wood, Felt, Checkerboard, Rack, Plain][surface];
        let mut view = BoardView::new(surface, columns, rows)
            .with_sides("black", "white")
            .with_pieces(BLACK, WHITE);
        for (column, row, side) in stones {
            let place = Place::new(column, row);
            view.put(place, if side == 0 { BLACK } else { WHITE });
            view.line.push(place);
            view.last = Some(MovePlaces::placed(place));
            if numbered {
                view.numbers.push(Numbered { place, number: u32::from(row) * 10 });
            }
        }
        let text = draw(&view, DrawStyle { colour: false, unicode }, Some(width));
        let is_refused = text.starts_with("terminal too narrow");
        prop_assert!(is_refused || text.lines().count() >= usize::from(rows));
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        prop_assert!(is_refused || widest <= usize::from(width).max(26), "{}", text);
    }
}
