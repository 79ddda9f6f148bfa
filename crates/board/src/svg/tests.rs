use super::draw;
use crate::{
    BoardView, Candidate, Forbidden, MovePlaces, PictureStyle, PieceKind, Place, Surface, Theme,
};
use proptest::prelude::*;

const BLACK: PieceKind = PieceKind::first_stone("black");

fn gomoku() -> BoardView {
    let mut view = BoardView::new(Surface::Wood, 9, 9)
        .with_sides("black", "white")
        .with_pieces(BLACK, PieceKind::second_stone("white"));
    view.stars = vec![Place::new(4, 4)];
    view.put(Place::new(2, 6), BLACK);
    view.to_move = Some(1);
    view
}

fn king() -> BoardView {
    let mut view =
        BoardView::new(Surface::Paper, 9, 10).with_sides("red", "black").with_rows_from_zero();
    view.put(Place::new(4, 9), PieceKind::token("red-king", 0, 'K', '帥'));
    view.put(Place::new(4, 0), PieceKind::token("black-king", 1, 'k', '將'));
    view
}

#[test]
fn a_picture_says_what_it_shows() {
    let svg = draw(&gomoku(), &PictureStyle::default());
    assert!(svg.contains("<title>9 by 9 board, 1 piece, white to move</title>"), "{svg}");
    assert!(svg.contains("<title>black c3</title>"), "{svg}");
    assert!(svg.contains(">white to move</text>"), "{svg}");
}

#[test]
fn characters_are_strokes_and_letters_are_text() {
    let svg = draw(&king(), &PictureStyle::default());
    assert!(!svg.contains('帥'), "{svg}");
    let letters = draw(&king(), &PictureStyle { letters: true, ..PictureStyle::default() });
    assert_eq!(letters.matches(">K</text>").count(), 2, "{letters}");
    assert!(letters.len() < svg.len());
}

#[test]
fn the_text_follows_the_theme() {
    let svg = |theme| draw(&gomoku(), &PictureStyle { theme, ..PictureStyle::default() });
    assert!(svg(Theme::Auto).contains("prefers-color-scheme:dark"));
    assert!(!svg(Theme::Dark).contains("prefers-color-scheme"));
    assert!(svg(Theme::Dark).contains(".text{fill:#e6e8eb}"));
}

#[test]
fn coordinates_and_caption_can_be_left_out() {
    let bare = PictureStyle { coordinates: false, caption: false, ..PictureStyle::default() };
    assert!(!draw(&gomoku(), &bare).contains("<text"));
}

#[test]
fn reasons_and_scores_are_tooltips() {
    let mut view = gomoku();
    view.forbidden = vec![Forbidden { place: Place::new(0, 0), reason: "a < b".into() }];
    view.candidates = vec![Candidate {
        places: MovePlaces::placed(Place::new(1, 3)),
        text: "b6".into(),
        score: "win in 5 plies".into(),
        label: "W5".into(),
    }];
    let svg = draw(&view, &PictureStyle::default());
    assert!(svg.contains("<title>forbidden: a &lt; b</title>"), "{svg}");
    assert!(svg.contains("<title>b6 win in 5 plies</title>"), "{svg}");
    assert!(svg.contains(">W5</text>"), "{svg}");
}

/// Whether every element that is opened is closed, in the right order.
fn is_balanced(svg: &str) -> bool {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphabetic).collect();
        let body = tag.split('>').next().unwrap_or_default();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !body.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

proptest! {
    #[test]
    fn any_board_is_a_balanced_document(
        columns in 0u8..30, rows in 0u8..30, surface in 0usize..6, cell: u16,
        pieces in prop::collection::vec((0u8..30, 0u8..30), 0..20), note in ".{0,20}",
    ) {
        use Surface::*;
        let surface = [Wood, Paper, Felt, Checkerboard, Rack, Plain][surface];
        let mut view = BoardView::new(surface, columns, rows);
        for (column, row) in pieces {
            let place = Place::new(column, row);
            view.put(place, BLACK);
            view.line.push(place);
            view.visited.push(place);
            view.last = Some(MovePlaces::moved(Place::new(row, column), place));
        }
        view.end(None, note.clone());
        let svg = draw(&view, &PictureStyle { cell, ..PictureStyle::default() });
        prop_assert!(is_balanced(&svg), "{}", svg);
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", svg);
    }
}
