//! Boards as data, and how they are drawn.
//!
//! A game fills in a [`BoardView`]: the surface, the pieces, the marks, whose turn it is, how the game
//! ended. Everything that shows a board draws from it:
//! - [`terminal::draw`] in a terminal, with or without colours and characters beyond ASCII;
//! - [`svg::draw`] as an SVG picture, [`png::draw`] as a PNG file (feature `png`);
//! - a web page, from the same data as JSON.
//!
//! ```
//! use board::{BoardView, DrawStyle, PieceKind, Place, Surface};
//!
//! let mut view = BoardView::new(Surface::Rack, 4, 2).with_sides("X", "O");
//! view.put(Place::new(1, 1), PieceKind::first_disc("red", 'X'));
//! view.put(Place::new(2, 1), PieceKind::second_disc("yellow", 'O'));
//! view.to_move = Some(0);
//! let text = board::terminal::draw(&view, DrawStyle::default(), None);
//! assert_eq!(text, " 2 .  .  .  .    > X to move\n 1 .  X  O  .      O\n   a  b  c  d\n");
//! assert!(board::svg::draw(&view, &board::PictureStyle::default()).starts_with("<svg"));
//! ```

mod picture;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
pub mod terminal;
mod view;

pub use picture::{PictureStyle, Theme};
pub use view::{
    BoardView, Candidate, Ending, Forbidden, Form, MovePlaces, MoveTarget, Numbered, Piece,
    PieceKind, Place, SideView, Surface,
};

/// What the terminal that a board is drawn on can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// ANSI colours may be used.
    pub colour: bool,
    /// Characters beyond ASCII may be used.
    pub unicode: bool,
}
