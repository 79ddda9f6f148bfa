//! Stones, discs, round pieces with characters, knights.

use super::scene::{Fill, Ink, Paint, Scene, Stroke, polygon, rgb};
use super::strokes::{characters, placed};
use super::{Layout, PictureStyle};
use crate::{BoardView, Form, Piece, PieceKind, Surface};

/// The soft shadow of a piece.
const SHADOW: Ink = Ink::Rgb(0x000000, 0.22);

/// Every piece, with its move number if it has one.
pub(super) fn draw(scene: &mut Scene, view: &BoardView, layout: &Layout, style: &PictureStyle) {
    for piece in view.pieces.iter().filter(|piece| view.contains(piece.place)) {
        let at = layout.centre(piece.place);
        scene.group(name(view, piece), |scene| {
            shape(scene, &piece.kind, view.surface, at, layout.cell, style.letters);
        });
        let number = view.numbers.iter().find(|mark| mark.place == piece.place);
        if let Some(number) = number {
            let text = number.number.to_string();
            let size = layout.cell * if text.len() > 2 { 0.3 } else { 0.38 };
            let last = view.last.is_some_and(|last| last.to == Some(piece.place));
            let ink = match (last, piece.kind.side) {
                (true, 0) => rgb(0xff9b82),
                (true, _) => rgb(0xc62f1d),
                (false, 0) => rgb(0xf5f5f2),
                (false, _) => rgb(0x22262b),
            };
            scene.label(at, size, last, ink, &text);
        }
    }
}

/// `black h8`.
fn name(view: &BoardView, piece: &Piece) -> String {
    let label = |labels: &[String], index: u8| labels.get(usize::from(index)).cloned();
    let column = label(&view.column_labels, piece.place.column).unwrap_or_default();
    let row = label(&view.row_labels, piece.place.row).unwrap_or_default();
    format!("{} {column}{row}", piece.kind.id)
}

/// One piece at a point of a board with cells of this size.
pub(super) fn shape(
    scene: &mut Scene,
    kind: &PieceKind,
    surface: Surface,
    at: (f32, f32),
    cell: f32,
    letters: bool,
) {
    match kind.form {
        Form::Stone => stone(scene, kind.side, at, cell * 0.46),
        Form::Disc if surface == Surface::Rack => chip(scene, kind.side, at, cell * 0.4),
        Form::Disc => stone(scene, kind.side, at, cell * 0.41),
        Form::Token => token(scene, kind, at, cell * 0.45, letters),
        Form::Knight => knight(scene, kind, at, cell),
    }
}

fn shadow(scene: &mut Scene, (x, y): (f32, f32), radius: f32) {
    scene.circle((x + radius * 0.06, y + radius * 0.1), radius, Paint::flat(SHADOW));
}

fn stone(scene: &mut Scene, side: u8, at: (f32, f32), radius: f32) {
    shadow(scene, at, radius);
    let (fill, edge) = match side {
        0 => (Fill::Dome(0x5b6066, 0x101214), 0x000000),
        _ => (Fill::Dome(0xffffff, 0xd6d8d6), 0x8b8f90),
    };
    let stroke = Some(Stroke { ink: Ink::Rgb(edge, 0.6), width: radius * 0.03 });
    scene.circle(at, radius, Paint { fill, stroke });
}

/// A disc of a rack: red with a ring, yellow with a square, so that they differ without colour.
fn chip(scene: &mut Scene, side: u8, (x, y): (f32, f32), radius: f32) {
    let (fill, edge) = match side {
        0 => (0xd93a34, 0x9c1f1b),
        _ => (0xf3c53b, 0xb58a12),
    };
    let paint = Paint::flat(rgb(fill)).outlined(rgb(edge), radius * 0.08);
    scene.circle((x, y), radius * 0.97, paint);
    let inner = Paint::line(Ink::Rgb(edge, 0.8), radius * 0.09);
    match side {
        0 => scene.circle((x, y), radius * 0.58, inner),
        _ => {
            let half = radius * 0.45;
            let corners = [
                (x, y - half * 1.3),
                (x + half * 1.3, y),
                (x, y + half * 1.3),
                (x - half * 1.3, y),
            ];
            scene.path(polygon(&corners), inner);
        }
    }
}

/// A xiangqi piece: red has two round rings, black a ring with eight corners.
fn token(scene: &mut Scene, kind: &PieceKind, at: (f32, f32), radius: f32, letters: bool) {
    shadow(scene, at, radius);
    let ink = match kind.side {
        0 => rgb(0xb3211b),
        _ => rgb(0x1d2429),
    };
    let rim = Paint { fill: Fill::Dome(0xfff8e6, 0xf0d9a8), stroke: None };
    scene.circle(at, radius, rim.outlined(ink, radius * 0.07));
    match kind.side {
        0 => scene.circle(at, radius * 0.82, Paint::line(ink, radius * 0.045)),
        _ => {
            let corner = |index: u8| {
                let angle = (f32::from(index) + 0.5) * std::f32::consts::FRAC_PI_4;
                (at.0 + radius * 0.88 * angle.cos(), at.1 + radius * 0.88 * angle.sin())
            };
            let corners: Vec<(f32, f32)> = (0..8).map(corner).collect();
            scene.path(polygon(&corners), Paint::line(ink, radius * 0.045));
        }
    }
    let size = radius * 1.06;
    let drawn = if letters { None } else { characters::strokes(kind.character, at, size) };
    match drawn {
        Some(data) => scene.path(data, Paint::line(ink, size * 0.085)),
        None => {
            let letter = kind.letter.to_ascii_uppercase().to_string();
            scene.label(at, radius * 1.1, true, ink, &letter);
        }
    }
}

/// A horse's head in a box of 100 by 100.
const HEAD: &str = "M30 90H78Q80 76 74 62Q82 40 66 24Q60 16 50 14L46 4L38 14Q30 18 26 30L14 48Q10 56 16 62\
                    Q22 66 28 60L36 56Q42 58 50 50Q50 62 38 70Q28 78 30 90Z";

fn knight(scene: &mut Scene, kind: &PieceKind, (x, y): (f32, f32), cell: f32) {
    let (fill, edge, letter) = match kind.side {
        0 => (0x2b3440, 0x11161c, 0xffffff),
        _ => (0xfdfaf0, 0x39424e, 0x2b3440),
    };
    let size = cell * 0.94;
    let unit = size / 100.0;
    let origin = (x - size / 2.0, y - size / 2.0);
    let paint = Paint::flat(rgb(fill)).outlined(rgb(edge), cell * 0.035);
    scene.path(placed(HEAD, origin, (unit, unit)), paint);
    let eye = (origin.0 + 37.0 * unit, origin.1 + 32.0 * unit);
    scene.circle(eye, cell * 0.03, Paint::flat(rgb(letter)));
    let at = (origin.0 + 56.0 * unit, origin.1 + 75.0 * unit);
    scene.label(at, cell * 0.26, true, rgb(letter), &kind.letter.to_string());
}
