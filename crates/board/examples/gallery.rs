//! Draws one board of every surface into a folder, as SVG and (with the feature `png`) as PNG, and prints
//! it: `cargo run -p plywood-board --features png --example gallery -- target/gallery`.

use board::{
    BoardView, Candidate, DrawStyle, Forbidden, MovePlaces, MoveTarget, Numbered, PictureStyle,
    PieceKind, Place, Surface, svg, terminal,
};
use std::path::Path;

const BLACK: PieceKind = PieceKind::first_stone("black");
const WHITE: PieceKind = PieceKind::second_stone("white");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/gallery".to_owned());
    std::fs::create_dir_all(&folder)?;
    let boards = [
        ("gomoku", gomoku()),
        ("gomoku-numbers", numbered()),
        ("gomoku-won", won()),
        ("xiangqi", xiangqi()),
        ("othello", othello()),
        ("knights", knights()),
        ("connect-four", connect_four()),
    ];
    for (name, view) in boards {
        println!("{}", terminal::draw(&view, DrawStyle { colour: false, unicode: true }, None));
        let style = PictureStyle::default();
        std::fs::write(Path::new(&folder).join(format!("{name}.svg")), svg::draw(&view, &style))?;
        #[cfg(feature = "png")]
        std::fs::write(
            Path::new(&folder).join(format!("{name}.png")),
            board::png::draw(&view, &style)?,
        )?;
    }
    Ok(())
}

/// A place by its name on a board of 15 rows: `h8`.
fn point(name: &str) -> Place {
    let row: u8 = name[1..].parse().unwrap_or(1);
    Place::new(name.as_bytes()[0] - b'a', 15 - row)
}

fn stones(moves: &str) -> BoardView {
    let mut view = BoardView::new(Surface::Wood, 15, 15)
        .with_sides("black", "white")
        .with_pieces(BLACK, WHITE);
    view.stars = ["d4", "d12", "h8", "l4", "l12"].map(point).to_vec();
    for (index, name) in moves.split_whitespace().enumerate() {
        view.put(point(name), if index % 2 == 0 { BLACK } else { WHITE });
        view.last = Some(MovePlaces::placed(point(name)));
    }
    view.to_move = Some((view.pieces.len() % 2) as u8);
    view
}

fn gomoku() -> BoardView {
    let mut view = stones("h8 h9 i9 g7 j10 k11 i8 j8 g10 f11");
    view.forbidden.push(Forbidden { place: point("i7"), reason: "double three".into() });
    let candidates =
        [("h10", "+1.2", "+1.2"), ("i10", "+0.4", "+0.4"), ("i7", "win in 11 plies", "W11")];
    view.candidates = candidates
        .map(|(name, score, label)| Candidate {
            places: MovePlaces::placed(point(name)),
            text: name.into(),
            score: score.into(),
            label: label.into(),
        })
        .to_vec();
    view
}

fn numbered() -> BoardView {
    let mut view = stones("h8 h9 i9 g7 j10 k11 i8 j8 g10 f11 i7 i10");
    let places = view.pieces.iter().map(|piece| piece.place);
    view.numbers = (95..).zip(places).map(|(number, place)| Numbered { place, number }).collect();
    view
}

fn won() -> BoardView {
    let mut view = stones("h8 h9 i9 g9 j10 k9 k11 j9 l12");
    view.line = ["h8", "i9", "j10", "k11", "l12"].map(point).to_vec();
    view.end(Some(0), "five in a row");
    view
}

fn xiangqi() -> BoardView {
    let mut view =
        BoardView::new(Surface::Paper, 9, 10).with_sides("red", "black").with_rows_from_zero();
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR";
    for (row, line) in (0..).zip(fen.split('/')) {
        let mut column = 0;
        for letter in line.chars() {
            match letter.to_digit(10) {
                Some(empty) => column += empty as u8,
                None => {
                    let side = u8::from(letter.is_lowercase());
                    let characters = ["帥仕相傌俥炮兵", "將士象馬車砲卒"][usize::from(side)];
                    let index = "KABNRCP".find(letter.to_ascii_uppercase()).unwrap_or(0);
                    let character = characters.chars().nth(index).unwrap_or('?');
                    view.put(
                        Place::new(column, row),
                        PieceKind::token("piece", side, letter, character),
                    );
                    column += 1;
                }
            }
        }
    }
    view.last = Some(MovePlaces::moved(Place::new(7, 7), Place::new(4, 7)));
    let reply = |from, to, text: &str, score: &str| Candidate {
        places: MovePlaces::moved(from, to),
        text: text.into(),
        score: score.into(),
        label: score.into(),
    };
    view.candidates = vec![
        reply(Place::new(7, 0), Place::new(6, 2), "h9g7", "-0.1"),
        reply(Place::new(7, 2), Place::new(4, 2), "h7e7", "-0.2"),
    ];
    view.to_move = Some(1);
    view
}

fn othello() -> BoardView {
    let kinds = [PieceKind::first_disc("black", 'X'), PieceKind::second_disc("white", 'O')];
    let mut view = BoardView::new(Surface::Felt, 8, 8)
        .with_sides("black", "white")
        .with_pieces(kinds[0], kinds[1])
        .with_rows_from_top();
    for (row, line) in [(2, "..XXX..."), (3, "..XOOO.."), (4, "...OX..."), (5, "....X...")] {
        for (column, cell) in (0..).zip(line.chars()) {
            match cell {
                'X' => view.put(Place::new(column, row), kinds[0]),
                'O' => view.put(Place::new(column, row), kinds[1]),
                _ => {}
            }
        }
    }
    let target = |column, row| MoveTarget {
        places: MovePlaces::placed(Place::new(column, row)),
        text: String::new(),
    };
    view.targets = vec![target(2, 1), target(3, 1), target(1, 2), target(4, 6)];
    view.last = Some(MovePlaces::placed(Place::new(2, 3)));
    view.sides[0].count = Some(6);
    view.sides[1].count = Some(4);
    view.to_move = Some(1);
    view
}

fn knights() -> BoardView {
    let kinds = [PieceKind::knight("a", 0, 'A'), PieceKind::knight("b", 1, 'B')];
    let mut view = BoardView::new(Surface::Checkerboard, 6, 6)
        .with_sides("A", "B")
        .with_pieces(kinds[0], kinds[1]);
    view.put(Place::new(2, 2), kinds[0]);
    view.put(Place::new(4, 3), kinds[1]);
    view.visited = vec![Place::new(1, 4), Place::new(3, 5), Place::new(0, 2), Place::new(5, 1)];
    view.last = Some(MovePlaces::moved(Place::new(3, 5), Place::new(4, 3)));
    let jump = |column, row| MoveTarget {
        places: MovePlaces::moved(Place::new(2, 2), Place::new(column, row)),
        text: String::new(),
    };
    view.targets = vec![jump(0, 1), jump(4, 1), jump(1, 0), jump(3, 0), jump(0, 3), jump(3, 4)];
    view.to_move = Some(0);
    view
}

fn connect_four() -> BoardView {
    let kinds = [PieceKind::first_disc("red", 'X'), PieceKind::second_disc("yellow", 'O')];
    let mut view =
        BoardView::new(Surface::Rack, 7, 6).with_sides("X", "O").with_pieces(kinds[0], kinds[1]);
    for (column, stack) in [(2u8, "XO"), (3, "XOXO"), (4, "OXX"), (5, "OX"), (6, "X")] {
        for (height, cell) in (0..).zip(stack.chars()) {
            view.put(Place::new(column, 5 - height), kinds[usize::from(cell == 'O')]);
        }
    }
    view.last = Some(MovePlaces::placed(Place::new(3, 2)));
    view.to_move = Some(0);
    view
}
