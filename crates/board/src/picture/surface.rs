//! The board itself: its frame, lines or squares, coordinates.

use super::Layout;
use super::scene::{Ink, Paint, Scene, rgb, segments, short};
use super::strokes::characters;
use crate::{BoardView, Place, Surface};

/// The colours of a surface.
struct Colours {
    frame: u32,
    ground: u32,
    line: u32,
    label: u32,
}

const fn colours(surface: Surface) -> Colours {
    match surface {
        Surface::Wood => {
            Colours { frame: 0xe3b778, ground: 0xe3b778, line: 0x4a3520, label: 0x5c3d1e }
        }
        Surface::Paper => {
            Colours { frame: 0xf1e2c0, ground: 0xf1e2c0, line: 0x6b4a2b, label: 0x6b4a2b }
        }
        Surface::Felt => {
            Colours { frame: 0x3a2a20, ground: 0x1f7a4d, line: 0x0e4a2c, label: 0xe8d9c5 }
        }
        Surface::Checkerboard => {
            Colours { frame: 0x4d5560, ground: 0xecebe4, line: 0xc3c8c9, label: 0xf0f0ea }
        }
        Surface::Rack => {
            Colours { frame: 0x1c4fa0, ground: 0x2660bd, line: 0x1a4890, label: 0xeaf1fb }
        }
        Surface::Plain => {
            Colours { frame: 0x8d95a0, ground: 0xf4f4f1, line: 0xb9bdc3, label: 0xffffff }
        }
    }
}

/// What is seen through the holes of a rack.
const HOLE: u32 = 0xdfe7f3;

/// Frame, ground and lines.
pub(super) fn draw(scene: &mut Scene, view: &BoardView, layout: &Layout) {
    let own = colours(view.surface);
    let cell = layout.cell;
    let outer = [
        layout.margin,
        layout.margin,
        layout.width + 2.0 * layout.frame,
        layout.height + 2.0 * layout.frame,
    ];
    let edge = Ink::Rgb(0x000000, 0.25);
    scene.rect(outer, cell * 0.12, Paint::flat(rgb(own.frame)).outlined(edge, cell * 0.02));
    match view.surface {
        Surface::Wood => grain(scene, layout),
        Surface::Paper => {}
        _ => {
            let inner = [layout.left, layout.top, layout.width, layout.height];
            scene.rect(inner, 0.0, Paint::flat(rgb(own.ground)));
        }
    }
    match view.surface {
        Surface::Wood => wood_lines(scene, view, layout, own.line),
        Surface::Paper => paper_lines(scene, view, layout, own.line),
        Surface::Checkerboard => checkers(scene, view, layout, own.line),
        Surface::Rack => holes(scene, view, layout, own.line),
        Surface::Felt | Surface::Plain => squares(scene, view, layout, own.line),
    }
    for &star in view.stars.iter().filter(|&&star| view.contains(star)) {
        scene.circle(layout.centre(star), cell * 0.09, Paint::flat(rgb(own.line)));
    }
}

/// A few long fibres, as in a plank.
fn grain(scene: &mut Scene, layout: &Layout) {
    let (left, top) = (layout.margin, layout.margin);
    let (width, height) = (layout.width + 2.0 * layout.frame, layout.height + 2.0 * layout.frame);
    let inset = layout.cell * 0.1;
    let (first, last) = (top + inset, top + height - inset);
    let fibres = 23u8;
    let mut data = String::new();
    for fibre in 0..fibres {
        // Neighbours differ in distance and bend, without any chance.
        let jitter = f32::from(fibre.wrapping_mul(97) % 11) / 11.0 - 0.5;
        let x = left + width * (f32::from(fibre) + 0.5 + 0.6 * jitter) / f32::from(fibres);
        let bend = x + layout.cell * jitter;
        let (x, bend) = (x.clamp(left + inset, left + width - inset), bend);
        data += &format!(
            "M{} {}Q{} {} {} {}",
            short(x),
            short(first),
            short(bend),
            short((first + last) / 2.0),
            short(x),
            short(last)
        );
    }
    scene.path(data, Paint::line(Ink::Rgb(0x9a6a2f, 0.14), layout.cell * 0.05));
}

/// All horizontal and vertical lines between the outermost points.
fn wood_lines(scene: &mut Scene, view: &BoardView, layout: &Layout, line: u32) {
    let (right, bottom) = (view.columns.saturating_sub(1), view.rows.saturating_sub(1));
    let at = |column, row| layout.centre(Place { column, row });
    let across = (0..view.rows).map(|row| [at(0, row), at(right, row)]);
    let down = (0..view.columns).map(|column| [at(column, 0), at(column, bottom)]);
    scene.path(segments(across.chain(down)), Paint::line(rgb(line), layout.cell * 0.03));
    edge(scene, layout, at(0, 0), at(right, bottom), line);
}

/// A stronger line around the outermost points.
fn edge(scene: &mut Scene, layout: &Layout, from: (f32, f32), to: (f32, f32), line: u32) {
    let area = [from.0, from.1, to.0 - from.0, to.1 - from.1];
    scene.rect(area, 0.0, Paint::line(rgb(line), layout.cell * 0.05));
}

/// A xiangqi board: files that end at the river, two palaces, the marks of cannons and soldiers, the
/// words of the river.
fn paper_lines(scene: &mut Scene, view: &BoardView, layout: &Layout, line: u32) {
    let (right, bottom) = (view.columns.saturating_sub(1), view.rows.saturating_sub(1));
    let at = |column, row| layout.centre(Place { column, row });
    let (north, south) = ((view.rows / 2).saturating_sub(1), view.rows / 2);
    let across = (0..view.rows).map(|row| [at(0, row), at(right, row)]);
    let down = (1..right).flat_map(|column| {
        [[at(column, 0), at(column, north)], [at(column, south), at(column, bottom)]]
    });
    let middle = view.columns / 2;
    let palace = |row: u8| {
        let (west, east) = (middle.saturating_sub(1), middle + 1);
        [[at(west, row), at(east, row + 2)], [at(east, row), at(west, row + 2)]]
    };
    let palaces = palace(0).into_iter().chain(palace(bottom.saturating_sub(2)));
    let all = across.chain(down).chain(palaces);
    scene.path(segments(all), Paint::line(rgb(line), layout.cell * 0.03));
    let (from, to) = (at(0, 0), at(right, bottom));
    edge(scene, layout, from, to, line);
    let wide = layout.cell * 0.12;
    let area =
        [from.0 - wide, from.1 - wide, to.0 - from.0 + 2.0 * wide, to.1 - from.1 + 2.0 * wide];
    scene.rect(area, 0.0, Paint::line(rgb(line), layout.cell * 0.03));
    scene.path(posts(view, layout), Paint::line(rgb(line), layout.cell * 0.03));
    river(scene, view, layout, line);
}

/// The small angles around the starts of cannons and soldiers.
fn posts(view: &BoardView, layout: &Layout) -> String {
    let cannons = [1, 7].into_iter().flat_map(|column| [2, 7].map(|row| Place { column, row }));
    let soldiers = (0..9).step_by(2).flat_map(|column| [3, 6].map(|row| Place { column, row }));
    let (near, far) = (layout.cell * 0.1, layout.cell * 0.26);
    let mut lines = Vec::new();
    for place in cannons.chain(soldiers).filter(|&place| view.contains(place)) {
        let (x, y) = layout.centre(place);
        for across in [-1.0, 1.0] {
            let is_outside = (across < 0.0 && place.column == 0)
                || (across > 0.0 && place.column + 1 == view.columns);
            for down in [-1.0, 1.0].into_iter().filter(|_| !is_outside) {
                let corner = (x + across * near, y + down * near);
                lines.push([(x + across * far, corner.1), corner]);
                lines.push([corner, (corner.0, y + down * far)]);
            }
        }
    }
    segments(lines)
}

/// `楚河` on the left, `漢界` on the right.
fn river(scene: &mut Scene, view: &BoardView, layout: &Layout, line: u32) {
    let (_, above) = layout.centre(Place { column: 0, row: (view.rows / 2).saturating_sub(1) });
    let y = above + layout.cell / 2.0;
    let size = layout.cell * 0.5;
    let middle = layout.left + layout.width / 2.0;
    for (character, across) in [('楚', -2.9), ('河', -1.7), ('漢', 1.7), ('界', 2.9)] {
        let at = (middle + across * layout.cell, y);
        if let Some(data) = characters::strokes(character, at, size) {
            scene.path(data, Paint::line(Ink::Rgb(line, 0.75), size * 0.08));
        }
    }
}

/// The lines between squares.
fn squares(scene: &mut Scene, view: &BoardView, layout: &Layout, line: u32) {
    let (right, bottom) = (layout.left + layout.width, layout.top + layout.height);
    let across = (0..=view.rows).map(|row| {
        let y = layout.top + f32::from(row) * layout.cell;
        [(layout.left, y), (right, y)]
    });
    let down = (0..=view.columns).map(|column| {
        let x = layout.left + f32::from(column) * layout.cell;
        [(x, layout.top), (x, bottom)]
    });
    scene.path(segments(across.chain(down)), Paint::line(rgb(line), layout.cell * 0.035));
    if view.surface == Surface::Felt && view.columns > 4 && view.rows > 4 {
        for column in [2, view.columns - 2] {
            for row in [2, view.rows - 2] {
                let x = layout.left + f32::from(column) * layout.cell;
                let y = layout.top + f32::from(row) * layout.cell;
                scene.circle((x, y), layout.cell * 0.075, Paint::flat(rgb(line)));
            }
        }
    }
}

fn checkers(scene: &mut Scene, view: &BoardView, layout: &Layout, dark: u32) {
    // The lower left square is dark, as on a chess board.
    let is_dark = |place: Place| (place.column + view.rows - 1 - place.row).is_multiple_of(2);
    for place in view.places().filter(|&place| is_dark(place)) {
        scene.rect(square(layout, place), 0.0, Paint::flat(rgb(dark)));
    }
}

fn holes(scene: &mut Scene, view: &BoardView, layout: &Layout, line: u32) {
    for place in view.places() {
        let paint = Paint::flat(rgb(HOLE)).outlined(rgb(line), layout.cell * 0.05);
        scene.circle(layout.centre(place), layout.cell * 0.4, paint);
    }
}

/// The area of a square.
pub(super) fn square(layout: &Layout, place: Place) -> [f32; 4] {
    let (x, y) = layout.centre(place);
    let half = layout.cell / 2.0;
    [x - half, y - half, layout.cell, layout.cell]
}

/// Letters below the columns (above them where rows are counted from the top) and numbers beside the
/// rows; on wood on all four sides.
pub(super) fn coordinates(scene: &mut Scene, view: &BoardView, layout: &Layout) {
    let own = colours(view.surface);
    let size = layout.cell * 0.32;
    // Stones on the edge of a wooden board leave half a cell free.
    let inset =
        if view.surface == Surface::Wood { layout.cell * -0.02 } else { layout.frame / 2.0 };
    let (left, right) = (layout.left - inset, layout.left + layout.width + inset);
    let (top, bottom) = (layout.top - inset, layout.top + layout.height + inset);
    let both = view.surface == Surface::Wood;
    let mut put = |at, text: &str| scene.label(at, size, false, rgb(own.label), text);
    for (column, label) in (0..view.columns).zip(&view.column_labels) {
        let (x, _) = layout.centre(Place { column, row: 0 });
        if both || view.reads_from_top() {
            put((x, top), label);
        }
        if both || !view.reads_from_top() {
            put((x, bottom), label);
        }
    }
    for (row, label) in (0..view.rows).zip(&view.row_labels) {
        let (_, y) = layout.centre(Place { column: 0, row });
        put((left, y), label);
        if both {
            put((right, y), label);
        }
    }
}
