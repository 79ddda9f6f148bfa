//! Letters and Chinese characters as strokes of a pen, so that a picture looks the same with whatever
//! fonts a machine has, or with none.
//!
//! A stroke is SVG path data in absolute commands; [`placed`] moves and scales it.

pub(crate) mod characters;
#[cfg(feature = "png")]
pub(crate) mod letters;

use super::scene::short;

/// One command of path data with its points, or the end of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move((f32, f32)),
    Line((f32, f32)),
    Quad((f32, f32), (f32, f32)),
    Cubic((f32, f32), (f32, f32), (f32, f32)),
    Close,
}

/// Reads path data. It comes from this crate only, so what is not understood ends it.
pub(crate) fn segments(data: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut at = (0.0, 0.0);
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let numbers: Vec<f32> =
            rest[1..end].split_whitespace().filter_map(|number| number.parse().ok()).collect();
        rest = &rest[end..];
        let segment = match (command, &numbers[..]) {
            ('M', &[x, y]) => Segment::Move((x, y)),
            ('L', &[x, y]) => Segment::Line((x, y)),
            ('H', &[x]) => Segment::Line((x, at.1)),
            ('V', &[y]) => Segment::Line((at.0, y)),
            ('Q', &[a, b, x, y]) => Segment::Quad((a, b), (x, y)),
            ('C', &[a, b, c, d, x, y]) => Segment::Cubic((a, b), (c, d), (x, y)),
            ('Z', []) => Segment::Close,
            _ => break,
        };
        at = match segment {
            Segment::Move(to) | Segment::Line(to) => to,
            Segment::Quad(_, to) | Segment::Cubic(_, _, to) => to,
            Segment::Close => at,
        };
        segments.push(segment);
    }
    segments
}

/// Path data moved and scaled: a point `(x, y)` becomes `(left + x * across, top + y * down)`.
pub(crate) fn placed(data: &str, (left, top): (f32, f32), (across, down): (f32, f32)) -> String {
    let point =
        |(x, y): (f32, f32)| format!("{} {}", short(left + x * across), short(top + y * down));
    let text = segments(data).into_iter().map(|segment| match segment {
        Segment::Move(to) => format!("M{}", point(to)),
        Segment::Line(to) => format!("L{}", point(to)),
        Segment::Quad(by, to) => format!("Q{} {}", point(by), point(to)),
        Segment::Cubic(one, other, to) => {
            format!("C{} {} {}", point(one), point(other), point(to))
        }
        Segment::Close => "Z".to_owned(),
    });
    text.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_moved_and_scaled() {
        let data = "M0 10H4V0Q1 2 3 4Z";
        assert_eq!(placed(data, (10.0, 0.0), (2.0, 1.0)), "M10 10L18 10L18 0Q12 2 16 4Z");
    }

    #[test]
    fn every_stroke_is_path_data_to_its_end() {
        for (character, parts) in characters::ALL {
            for part in *parts {
                let commands = part.data.chars().filter(char::is_ascii_alphabetic).count();
                assert_eq!(segments(part.data).len(), commands, "{character}");
            }
        }
    }
}
