//! Latin letters, digits and signs as strokes. A capital is 10 units high and stands on the base line at
//! 10; small letters begin at 3 and hang down to 13.

use super::placed;
use crate::picture::scene::{Anchor, Text};

/// Height of a capital as a share of the font size.
const CAPITAL: f32 = 0.72;
/// Between two letters, in units.
const SPACING: f32 = 2.2;

/// Letter, width in units, strokes.
#[rustfmt::skip]
const LETTERS: &[(char, f32, &str)] = &[
    ('0', 6.0, "M3 0C5 0 6 2 6 5C6 8 5 10 3 10C1 10 0 8 0 5C0 2 1 0 3 0Z"),
    ('1', 3.0, "M0 2L3 0V10"),
    ('2', 6.0, "M0 2.5Q.4 0 3 0Q6 0 6 2.7Q6 4.4 4 6.2L0 10H6"),
    ('3', 6.0, "M.2 1.8Q.9 0 3 0Q5.7 0 5.7 2.4Q5.7 4.7 2.6 4.7Q6 4.7 6 7.3Q6 10 3 10Q.6 10 0 8"),
    ('4', 6.4, "M5 10V0L0 7H6.4"),
    ('5', 6.0, "M5.4 0H.9L.5 4.6Q1.6 3.8 3 3.8Q6 3.8 6 6.9Q6 10 3 10Q.7 10 0 8.2"),
    ('6', 6.0, "M5.4 1.2Q4.6 0 3.2 0Q0 0 0 5.5Q0 10 3 10Q6 10 6 7Q6 4 3.1 4Q.6 4 0 6.6"),
    ('7', 6.0, "M0 0H6L2.2 10"),
    ('8', 6.0, "M3 0Q5.6 0 5.6 2.4Q5.6 4.7 3 4.7Q.4 4.7 .4 2.4Q.4 0 3 0ZM3 4.7Q6 4.7 6 7.3Q6 10 3 10Q0 10 0 7.3Q0 4.7 3 4.7Z"),
    ('9', 6.0, "M.6 8.8Q1.4 10 2.8 10Q6 10 6 4.5Q6 0 3 0Q0 0 0 3Q0 6 2.9 6Q5.4 6 6 3.4"),
    ('A', 7.4, "M0 10L3.7 0L7.4 10M1.3 6.6H6.1"),
    ('B', 6.2, "M0 0V10H3.2Q6.2 10 6.2 7.2Q6.2 4.7 3.2 4.7H0M0 0H3Q5.6 0 5.6 2.4Q5.6 4.7 3 4.7"),
    ('C', 7.0, "M7 2Q6 0 3.8 0Q0 0 0 5Q0 10 3.8 10Q6 10 7 8"),
    ('D', 7.0, "M0 0V10H2.6Q7 10 7 5Q7 0 2.6 0Z"),
    ('E', 5.6, "M5.6 0H0V10H5.6M0 4.8H4.8"),
    ('F', 5.4, "M5.4 0H0V10M0 4.9H4.6"),
    ('G', 7.2, "M7 2Q6 0 3.8 0Q0 0 0 5Q0 10 3.8 10Q6 10 7.2 8.4V5.4H4.2"),
    ('H', 6.8, "M0 0V10M6.8 0V10M0 4.8H6.8"),
    ('I', 0.2, "M.1 0V10"),
    ('J', 4.4, "M4.4 0V7Q4.4 10 2 10Q0 10 0 7.6"),
    ('K', 6.4, "M0 0V10M6 0L0 6M2.4 3.9L6.4 10"),
    ('L', 5.2, "M0 0V10H5.2"),
    ('M', 8.0, "M0 10V0L4 6.4L8 0V10"),
    ('N', 6.8, "M0 10V0L6.8 10V0"),
    ('O', 7.6, "M3.8 0C6.2 0 7.6 2 7.6 5C7.6 8 6.2 10 3.8 10C1.4 10 0 8 0 5C0 2 1.4 0 3.8 0Z"),
    ('P', 6.0, "M0 10V0H3Q6 0 6 2.9Q6 5.8 3 5.8H0"),
    ('Q', 7.6, "M3.8 0C6.2 0 7.6 2 7.6 5C7.6 8 6.2 10 3.8 10C1.4 10 0 8 0 5C0 2 1.4 0 3.8 0ZM4.8 7.6L7.6 11"),
    ('R', 6.2, "M0 10V0H3Q6 0 6 2.7Q6 5.4 3 5.4H0M3.2 5.4L6.2 10"),
    ('S', 6.0, "M5.7 1.8Q4.9 0 3 0Q.4 0 .4 2.5Q.4 4.5 3 4.9Q6 5.3 6 7.5Q6 10 3 10Q.7 10 0 8"),
    ('T', 6.8, "M0 0H6.8M3.4 0V10"),
    ('U', 6.8, "M0 0V6.4Q0 10 3.4 10Q6.8 10 6.8 6.4V0"),
    ('V', 7.2, "M0 0L3.6 10L7.2 0"),
    ('W', 10.0, "M0 0L2.5 10L5 1.5L7.5 10L10 0"),
    ('X', 6.8, "M0 0L6.8 10M6.8 0L0 10"),
    ('Y', 7.0, "M0 0L3.5 5.2L7 0M3.5 5.2V10"),
    ('Z', 6.4, "M.2 0H6.2L0 10H6.4"),
    ('a', 5.0, "M.4 4.4Q1.2 3 2.8 3Q5 3 5 5.2V10M5 6.2H2.6Q0 6.2 0 8.1Q0 10 2.2 10Q4 10 5 8.4"),
    ('b', 5.2, "M0 0V10M0 5Q.8 3 2.7 3Q5.2 3 5.2 6.5Q5.2 10 2.7 10Q.8 10 0 8"),
    ('c', 4.8, "M4.8 4.4Q4.2 3 2.7 3Q0 3 0 6.5Q0 10 2.7 10Q4.2 10 4.8 8.6"),
    ('d', 5.2, "M5.2 0V10M5.2 5Q4.4 3 2.5 3Q0 3 0 6.5Q0 10 2.5 10Q4.4 10 5.2 8"),
    ('e', 5.2, "M0 6.3H5.2Q5.2 3 2.7 3Q0 3 0 6.5Q0 10 2.8 10Q4.4 10 5 8.8"),
    ('f', 3.6, "M3.6 0Q1.4 -0.4 1.4 2V10M0 3.2H3.4"),
    ('g', 5.2, "M5.2 3V10.4Q5.2 13 2.7 13Q1 13 .4 12M5.2 5Q4.4 3 2.5 3Q0 3 0 6.3Q0 9.6 2.5 9.6Q4.4 9.6 5.2 7.8"),
    ('h', 4.8, "M0 0V10M0 5.2Q.8 3 2.7 3Q4.8 3 4.8 5.6V10"),
    ('i', 0.2, "M.1 3.2V10M.1 0V.3"),
    ('j', 1.6, "M1.5 3.2V11Q1.5 13 0 13M1.5 0V.3"),
    ('k', 4.8, "M0 0V10M4.4 3L0 7.2M1.8 5.6L4.8 10"),
    ('l', 0.2, "M.1 0V10"),
    ('m', 8.0, "M0 3V10M0 5.2Q.7 3 2.3 3Q4 3 4 5.4V10M4 5.2Q4.7 3 6.3 3Q8 3 8 5.4V10"),
    ('n', 4.8, "M0 3V10M0 5.2Q.8 3 2.7 3Q4.8 3 4.8 5.6V10"),
    ('o', 5.6, "M2.8 3Q5.6 3 5.6 6.5Q5.6 10 2.8 10Q0 10 0 6.5Q0 3 2.8 3Z"),
    ('p', 5.2, "M0 3V13M0 5Q.8 3 2.7 3Q5.2 3 5.2 6.5Q5.2 10 2.7 10Q.8 10 0 8"),
    ('q', 5.2, "M5.2 3V13M5.2 5Q4.4 3 2.5 3Q0 3 0 6.5Q0 10 2.5 10Q4.4 10 5.2 8"),
    ('r', 3.2, "M0 3V10M0 5.4Q.6 3 3.2 3.1"),
    ('s', 4.6, "M4.3 4.2Q3.6 3 2.3 3Q.4 3 .4 4.7Q.4 6.1 2.4 6.4Q4.6 6.8 4.6 8.2Q4.6 10 2.3 10Q.7 10 0 8.7"),
    ('t', 3.4, "M1.4 .8V8Q1.4 10 3.4 9.8M0 3.2H3.3"),
    ('u', 4.8, "M4.8 3V10M4.8 7.8Q4 10 2.1 10Q0 10 0 7.4V3"),
    ('v', 5.2, "M0 3L2.6 10L5.2 3"),
    ('w', 7.6, "M0 3L1.9 10L3.8 3.8L5.7 10L7.6 3"),
    ('x', 4.8, "M0 3L4.8 10M4.8 3L0 10"),
    ('y', 5.2, "M0 3L2.7 9.8M5.2 3L2.2 11.4Q1.6 13 .2 12.8"),
    ('z', 4.6, "M.2 3H4.4L0 10H4.6"),
    ('+', 6.0, "M0 5.5H6M3 2.5V8.5"),
    ('-', 3.6, "M0 6H3.6"),
    ('.', 0.2, "M.1 9.8V10"),
    (',', 0.8, "M.8 9.6L0 11.6"),
    (':', 0.2, "M.1 4V4.2M.1 9.8V10"),
    (';', 0.8, "M.7 4V4.2M.8 9.6L0 11.6"),
    ('\'', 0.2, "M.1 0V2.4"),
    ('"', 2.0, "M.1 0V2.4M1.9 0V2.4"),
    ('(', 2.0, "M2 -1Q0 2 0 5.5Q0 9 2 12"),
    (')', 2.0, "M0 -1Q2 2 2 5.5Q2 9 0 12"),
    ('/', 4.0, "M4 -.5L0 11"),
    ('=', 6.0, "M0 4.3H6M0 7.3H6"),
    ('#', 6.0, "M2 0L1 10M5 0L4 10M.4 3.4H6M0 6.8H5.6"),
    ('%', 8.0, "M7 0L1 10M1.8 0Q3.6 0 3.6 2.2Q3.6 4.4 1.8 4.4Q0 4.4 0 2.2Q0 0 1.8 0ZM6.2 5.6Q8 5.6 8 7.8Q8 10 6.2 10Q4.4 10 4.4 7.8Q4.4 5.6 6.2 5.6Z"),
    ('!', 0.2, "M.1 0V6.6M.1 9.8V10"),
    ('?', 5.0, "M0 2.2Q.4 0 2.6 0Q5 0 5 2.4Q5 4 3.4 5Q2.4 5.7 2.4 7M2.4 9.8V10"),
    ('*', 4.0, "M2 0V4.4M0 1.1L4 3.3M4 1.1L0 3.3"),
];

/// The strokes of a text and how thick they are. A character without strokes is left out, a space is a
/// gap.
pub(crate) fn strokes(text: &Text) -> (String, f32) {
    let unit = text.size * CAPITAL / 10.0;
    let mut across = 0.0;
    let mut letters = Vec::new();
    for character in text.text.chars() {
        match LETTERS.iter().find(|(own, ..)| *own == character) {
            Some((_, width, data)) => {
                letters.push((across, *data));
                across += width + SPACING;
            }
            None => across += 3.2,
        }
    }
    let width = (across - SPACING).max(0.0) * unit;
    let left = match text.anchor {
        Anchor::Start => text.x,
        Anchor::Middle => text.x - width / 2.0,
        Anchor::End => text.x - width,
    };
    let top = text.y - text.size * CAPITAL / 2.0;
    let data = letters
        .into_iter()
        .map(|(at, data)| placed(data, (left + at * unit, top), (unit, unit)))
        .collect();
    (data, unit * if text.bold { 1.9 } else { 1.35 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::scene::rgb;
    use crate::picture::strokes::segments;

    #[test]
    fn every_letter_is_path_data_to_its_end() {
        for (letter, _, data) in LETTERS {
            let commands = data.chars().filter(char::is_ascii_alphabetic).count();
            assert_eq!(segments(data).len(), commands, "{letter}");
        }
    }

    #[test]
    fn labels_and_words_of_every_board_can_be_written() {
        let known = |c: char| LETTERS.iter().any(|(own, ..)| *own == c);
        assert!(('a'..='z').chain('A'..='Z').chain('0'..='9').all(known));
    }

    #[test]
    fn a_text_ends_where_it_is_anchored() {
        let at = |anchor| {
            let ink = rgb(0);
            let text =
                Text { x: 50.0, y: 0.0, size: 10.0, anchor, bold: false, ink, text: "LL".into() };
            segments(&strokes(&text).0)
        };
        assert!(at(Anchor::Start).contains(&crate::picture::strokes::Segment::Move((50.0, -3.6))));
        let crate::picture::strokes::Segment::Line((x, _)) = *at(Anchor::End).last().unwrap()
        else {
            panic!("an L ends with a line");
        };
        assert!((x - 50.0).abs() < 0.02, "{x}");
    }
}
