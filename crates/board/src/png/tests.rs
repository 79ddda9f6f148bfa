use super::draw;
use crate::{BoardView, PictureStyle, PieceKind, Place, Surface, Theme};
use tiny_skia::Pixmap;

fn board(pieces: bool) -> BoardView {
    let mut view = BoardView::new(Surface::Paper, 9, 10).with_sides("red", "black");
    if pieces {
        view.put(Place::new(4, 9), PieceKind::token("red-king", 0, 'K', '帥'));
    }
    view.to_move = Some(0);
    view
}

fn pixels(view: &BoardView, style: &PictureStyle) -> Pixmap {
    Pixmap::decode_png(&draw(view, style).unwrap()).unwrap()
}

/// How many pixels of the two pictures differ.
fn differences(one: &Pixmap, other: &Pixmap) -> usize {
    one.pixels().iter().zip(other.pixels()).filter(|(one, other)| one != other).count()
}

#[test]
fn a_picture_is_as_large_as_its_svg() {
    let svg = crate::svg::draw(&board(true), &PictureStyle::default());
    let picture = pixels(&board(true), &PictureStyle::default());
    let size = format!("width=\"{}\" height=\"{}\"", picture.width(), picture.height());
    assert!(svg.contains(&size), "{size}: {}", &svg[..120]);
}

#[test]
fn pieces_characters_letters_and_themes_show() {
    let style = PictureStyle::default();
    let king = pixels(&board(true), &style);
    assert!(differences(&king, &pixels(&board(false), &style)) > 500);
    let letters = pixels(&board(true), &PictureStyle { letters: true, ..style });
    assert!((50..900).contains(&differences(&king, &letters)));
    let dark = pixels(&board(true), &PictureStyle { theme: Theme::Dark, ..style });
    assert!(differences(&king, &dark) > 1000);
}

#[test]
fn a_board_that_is_too_large_is_refused_in_one_line() {
    let view = BoardView::new(Surface::Plain, 255, 255);
    let error = draw(&view, &PictureStyle { cell: 200, ..PictureStyle::default() }).unwrap_err();
    assert!(error.to_string().contains("at most 16384 x 16384"), "{error}");
}
