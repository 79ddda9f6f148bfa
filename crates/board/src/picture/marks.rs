//! What is said about places: last move, winning line, targets, candidates.

use super::scene::{Fill, Ink, Paint, Scene, polygon, rgb, segments};
use super::{Layout, surface};
use crate::{BoardView, Candidate, MovePlaces, Place, Surface};

/// The one colour for the last move and the winning line.
const ACCENT: u32 = 0xe8562a;
/// Moves under consideration.
const ADVICE: u32 = 0x1667c7;

/// Marks under the pieces.
pub(super) fn below(scene: &mut Scene, view: &BoardView, layout: &Layout) {
    for &place in view.visited.iter().filter(|&&place| view.contains(place)) {
        visited(scene, layout, place);
    }
    for place in last_places(view).filter(|_| view.surface == Surface::Checkerboard) {
        let paint = Paint::flat(Ink::Rgb(ACCENT, 0.32));
        scene.rect(surface::square(layout, place), 0.0, paint);
    }
    // Where a piece left from stays to be seen.
    if let Some(from) = view.last.and_then(|last| last.from).filter(|&from| view.contains(from))
        && view.surface.is_lines()
    {
        corners(scene, layout, from);
    }
    if view.marks_targets() {
        for place in view.targets.iter().filter_map(|target| target.places.to) {
            if view.piece_at(place).is_none() && !has_candidate(view, place) {
                let ink = match view.surface {
                    Surface::Felt => Ink::Rgb(0xf4f7e8, 0.55),
                    _ => Ink::Rgb(0x2b3440, 0.5),
                };
                scene.circle(layout.centre(place), layout.cell * 0.1, Paint::flat(ink));
            }
        }
    }
}

fn has_candidate(view: &BoardView, place: Place) -> bool {
    view.candidates.iter().any(|candidate| candidate.places.to == Some(place))
}

fn last_places(view: &BoardView) -> impl Iterator<Item = Place> + '_ {
    let MovePlaces { from, to } = view.last.unwrap_or_default();
    [from, to].into_iter().flatten().filter(|&place| view.contains(place))
}

/// Hatched: this square is used up.
fn visited(scene: &mut Scene, layout: &Layout, place: Place) {
    let [x, y, size, _] = surface::square(layout, place);
    let inset = size * 0.08;
    let (left, top, size) = (x + inset, y + inset, size - 2.0 * inset);
    let lines = (1..8).map(|line| {
        let along = size * f32::from(line as u8) / 4.0;
        let (from, to) = (along.min(size), (along - size).max(0.0));
        [(left + to, top + from), (left + from, top + to)]
    });
    let ink = Ink::Rgb(0x2b3440, 0.45);
    scene.path(segments(lines), Paint::line(ink, layout.cell * 0.035));
}

/// The four corners of a place.
fn corners(scene: &mut Scene, layout: &Layout, place: Place) {
    let (x, y) = layout.centre(place);
    let (far, arm) = (layout.cell * 0.45, layout.cell * 0.16);
    let mut lines = Vec::new();
    for across in [-1.0, 1.0] {
        for down in [-1.0, 1.0] {
            let corner = (x + across * far, y + down * far);
            lines.push([corner, (corner.0 - across * arm, corner.1)]);
            lines.push([corner, (corner.0, corner.1 - down * arm)]);
        }
    }
    scene.path(segments(lines), Paint::line(rgb(ACCENT), layout.cell * 0.06));
}

/// Marks above the pieces.
pub(super) fn above(scene: &mut Scene, view: &BoardView, layout: &Layout) {
    let cell = layout.cell;
    winning_line(scene, view, layout);
    let to = view.last.and_then(|last| last.to).filter(|&to| view.contains(to));
    if let Some(place) = to.filter(|place| view.numbers.iter().all(|mark| mark.place != *place)) {
        match view.surface {
            Surface::Paper => corners(scene, layout, place),
            Surface::Wood | Surface::Felt | Surface::Plain => {
                scene.circle(layout.centre(place), cell * 0.11, Paint::flat(rgb(ACCENT)));
            }
            Surface::Rack => {
                let paint = Paint::line(rgb(0xffffff), cell * 0.06);
                scene.circle(layout.centre(place), cell * 0.43, paint);
            }
            Surface::Checkerboard => {}
        }
    }
    for point in view.forbidden.iter().filter(|point| view.contains(point.place)) {
        let (x, y) = layout.centre(point.place);
        let arm = cell * 0.16;
        let lines =
            [[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]];
        scene.group(format!("forbidden: {}", point.reason), |scene| {
            scene.path(segments(lines), Paint::line(rgb(0xb3211b), cell * 0.08));
        });
    }
    // The best on top.
    for (rank, candidate) in view.candidates.iter().enumerate().rev() {
        let title = format!("{} {}", candidate.text, candidate.score);
        scene.group(title, |scene| advice(scene, view, layout, candidate, rank));
    }
}

/// A line through the winning pieces, and a ring around each.
fn winning_line(scene: &mut Scene, view: &BoardView, layout: &Layout) {
    let places: Vec<Place> =
        view.line.iter().copied().filter(|&place| view.contains(place)).collect();
    let (Some(&first), Some(&last)) = (places.iter().min(), places.iter().max()) else { return };
    for &place in &places {
        let paint = Paint::line(rgb(ACCENT), layout.cell * 0.07);
        scene.circle(layout.centre(place), layout.cell * 0.46, paint);
    }
    let line = segments([[layout.centre(first), layout.centre(last)]]);
    scene.path(line, Paint::line(Ink::Rgb(ACCENT, 0.75), layout.cell * 0.09));
}

/// A candidate: an arrow for a piece that moves, a disc for one that is placed, with the score.
fn advice(
    scene: &mut Scene,
    view: &BoardView,
    layout: &Layout,
    candidate: &Candidate,
    rank: usize,
) {
    let cell = layout.cell;
    let opacity = if rank == 0 { 0.95 } else { 0.62 };
    let ink = Ink::Rgb(ADVICE, opacity);
    let Some(to) = candidate.places.to.filter(|&to| view.contains(to)) else { return };
    let at = layout.centre(to);
    let mut score_at = at;
    if let Some(from) = candidate.places.from.filter(|&from| view.contains(from)) {
        arrow(scene, cell, layout.centre(from), at, ink);
        // On the far side of the goal, where it hides no arrow head.
        let aside = if layout.centre(from).1 < at.1 { 0.36 } else { -0.36 };
        score_at = (at.0, at.1 + cell * aside);
        let width = cell * (0.24 + 0.16 * candidate.label.chars().count() as f32);
        let area = [score_at.0 - width / 2.0, score_at.1 - cell * 0.17, width, cell * 0.34];
        scene.rect(area, cell * 0.17, Paint::flat(rgb(ADVICE)));
    } else {
        let paint = Paint { fill: Fill::Flat(ink), stroke: None };
        scene.circle(at, cell * 0.43, paint.outlined(rgb(0xffffff), cell * 0.025));
    }
    let size = match candidate.label.chars().count() {
        0..=3 => 0.34,
        4 => 0.3,
        _ => 0.25,
    };
    let size = if candidate.places.from.is_some() { 0.26 } else { size };
    scene.label(score_at, cell * size, true, rgb(0xffffff), &candidate.label);
}

/// An arrow that ends just before the middle of its goal.
fn arrow(scene: &mut Scene, cell: f32, from: (f32, f32), to: (f32, f32), ink: Ink) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::EPSILON);
    let (dx, dy) = (dx / length, dy / length);
    let point = |along: f32, aside: f32| {
        (from.0 + dx * along - dy * aside, from.1 + dy * along + dx * aside)
    };
    let (half, head, wing) = (cell * 0.06, cell * 0.3, cell * 0.17);
    let end = length - cell * 0.06;
    let start = (cell * 0.3).min(end - head);
    let outline = [
        point(start, half),
        point(end - head, half),
        point(end - head, wing),
        point(end, 0.0),
        point(end - head, -wing),
        point(end - head, -half),
        point(start, -half),
    ];
    scene.path(polygon(&outline), Paint::flat(ink));
}
