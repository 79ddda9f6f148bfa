//! What a picture of a board consists of, whatever it is drawn as.

mod caption;
mod marks;
mod pieces;
pub(crate) mod scene;
pub(crate) mod strokes;
mod surface;

use crate::{BoardView, Place, Surface};
use scene::Scene;

/// What surrounds a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// An SVG follows the theme of the page it is shown on; a PNG is light.
    #[default]
    Auto,
    /// Dark text.
    Light,
    /// Light text.
    Dark,
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureStyle {
    /// Pixels from one place to the next; 8 to 200.
    pub cell: u16,
    /// Latin letters on the pieces in place of Chinese characters.
    pub letters: bool,
    /// Coordinates around the board.
    pub coordinates: bool,
    /// A line below the board: whose turn it is, the counts, how the game ended.
    pub caption: bool,
    /// What surrounds the picture.
    pub theme: Theme,
}

impl Default for PictureStyle {
    fn default() -> Self {
        let theme = Theme::Auto;
        PictureStyle { cell: 40, letters: false, coordinates: true, caption: true, theme }
    }
}

/// The measures of a picture.
pub(crate) struct Layout {
    /// From one place to the next.
    pub cell: f32,
    /// The upper left corner of the first cell.
    pub left: f32,
    pub top: f32,
    /// The size of all cells.
    pub width: f32,
    pub height: f32,
    /// The frame around them.
    pub frame: f32,
    /// Around the frame.
    pub margin: f32,
}

impl Layout {
    fn new(view: &BoardView, style: &PictureStyle) -> Layout {
        let cell = f32::from(style.cell.clamp(8, 200));
        // Stones at the edge of a wooden board leave room for its labels.
        let frame = match (view.surface, style.coordinates) {
            (Surface::Wood, true) => 0.35,
            (_, true) => 0.6,
            (Surface::Wood | Surface::Paper, false) => 0.1,
            (_, false) => 0.25,
        };
        let (frame, margin) = (cell * frame, cell * 0.2);
        Layout {
            cell,
            left: frame + margin,
            top: frame + margin,
            width: cell * f32::from(view.columns.max(1)),
            height: cell * f32::from(view.rows.max(1)),
            frame,
            margin,
        }
    }

    /// The middle of a place.
    pub(crate) fn centre(&self, place: Place) -> (f32, f32) {
        let along = |start: f32, index: u8| start + (f32::from(index) + 0.5) * self.cell;
        (along(self.left, place.column), along(self.top, place.row))
    }
}

/// The picture of a board.
pub(crate) fn scene(view: &BoardView, style: &PictureStyle) -> Scene {
    let layout = Layout::new(view, style);
    let mut scene = Scene {
        width: layout.width + 2.0 * layout.left,
        height: layout.height + 2.0 * layout.top,
        title: caption::title(view),
        items: Vec::new(),
    };
    surface::draw(&mut scene, view, &layout);
    if style.coordinates {
        surface::coordinates(&mut scene, view, &layout);
    }
    marks::below(&mut scene, view, &layout);
    pieces::draw(&mut scene, view, &layout, style);
    marks::above(&mut scene, view, &layout);
    if style.caption {
        caption::draw(&mut scene, view, &layout, style);
    }
    scene
}
