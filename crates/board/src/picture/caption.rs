//! The line below a board.

use super::scene::{Anchor, Ink, Scene, Text};
use super::{Layout, PictureStyle, pieces};
use crate::BoardView;

/// What the picture shows, in one sentence for those who cannot see it.
pub(super) fn title(view: &BoardView) -> String {
    let size = format!("{} by {} board", view.columns, view.rows);
    let pieces = match view.pieces.len() {
        1 => "1 piece".to_owned(),
        count => format!("{count} pieces"),
    };
    let state = view.ending_text().or_else(|| {
        let side = view.sides.get(usize::from(view.to_move?))?;
        Some(format!("{} to move", side.name))
    });
    match state {
        Some(state) => format!("{size}, {pieces}, {state}"),
        None => format!("{size}, {pieces}"),
    }
}

/// The sides with their counts on the left, whose turn it is or how the game ended on the right.
pub(super) fn draw(scene: &mut Scene, view: &BoardView, layout: &Layout, style: &PictureStyle) {
    let cell = layout.cell;
    let (size, y) = (cell * 0.36, scene.height + cell * 0.22);
    let room = scene.width;
    scene.height += cell * 0.55;
    let mut x = layout.margin + cell * 0.1;
    for side in &view.sides {
        let Some(kind) = &side.piece else { continue };
        pieces::shape(scene, kind, view.surface, (x + cell * 0.22, y), cell * 0.5, style.letters);
        x += cell * 0.56;
        if let Some(count) = side.count {
            let text = count.to_string();
            let width = size * 0.62 * text.len() as f32;
            let ink = Ink::Text;
            scene.text(Text { x, y, size, anchor: Anchor::Start, bold: true, ink, text });
            x += width + cell * 0.3;
        }
    }
    let turn = || {
        let side = view.sides.get(usize::from(view.to_move?))?;
        Some(format!("{} to move", side.name))
    };
    let Some(state) = view.ending_text().or_else(turn) else { return };
    let text = view.notes.iter().fold(state, |state, note| format!("{state}, {note}"));
    let right = room - layout.margin - cell * 0.1;
    // A long text in a narrow picture becomes smaller rather than running out of it.
    let fits = (right - x) / (0.56 * text.chars().count().max(1) as f32);
    let size = size.min(fits);
    scene.text(Text { x: right, y, size, anchor: Anchor::End, bold: false, ink: Ink::Text, text });
}
