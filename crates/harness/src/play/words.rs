//! How the terminal game puts things.

use crate::DrawStyle;
use crate::report::number;
use search::{Notation, Report, Score};

/// Width to which lists are wrapped.
const WIDTH: usize = 78;
/// Longest line of play that is shown.
const LINE: usize = 10;

/// Bold where the terminal has it.
pub(super) fn bold(text: &str, style: DrawStyle) -> String {
    painted(text, "1", style)
}

/// Red where the terminal has it.
pub(super) fn warning(text: &str, style: DrawStyle) -> String {
    painted(text, "31", style)
}

fn painted(text: &str, code: &str, style: DrawStyle) -> String {
    if style.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

/// `win in 5`, `+12` or `-0.25`.
pub(super) fn score(score: Score, units_per_point: i64) -> String {
    if score.is_decided() { score.to_string() } else { points(score.points(units_per_point)) }
}

/// Points with their sign, with decimals only where there is a fraction.
pub(super) fn points(points: f64) -> String {
    match points {
        0.0 => "0".to_owned(),
        p if p.fract() == 0.0 => format!("{p:+}"),
        p => format!("{p:+.2}"),
    }
}

/// What a search thought, to stand behind its move: `  (score +12, depth 8, 123,456 nodes, 1.20 s)`.
pub(super) fn thoughts<G: Notation>(report: &Report<G>, units_per_point: i64) -> String {
    format!(
        "  (score {}, depth {}, {} node{}, {})",
        score(report.score, units_per_point),
        report.depth,
        number::grouped(report.nodes),
        if report.nodes == 1 { "" } else { "s" },
        number::duration(report.time),
    )
}

/// The first moves of a line of play from this position.
pub(super) fn line<G: Notation>(game: &G, moves: &[G::Move]) -> String {
    let mut game = game.clone();
    let mut texts = Vec::new();
    for &mv in moves.iter().take(LINE) {
        if !game.is_legal(mv) {
            break;
        }
        texts.push(game.move_text(mv));
        game.play(mv);
    }
    texts.join(" ")
}

/// Words side by side, as many to a line as fit.
pub(super) fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_words_or_signed_points() {
        assert_eq!(score(Score::win_in(5), 1), "win in 5");
        assert_eq!(score(Score::new(12), 1), "+12");
        assert_eq!(score(Score::new(-25), 100), "-0.25");
        assert_eq!(score(Score::ZERO, 100), "0");
    }

    #[test]
    fn long_lists_wrap_between_words() {
        let words: Vec<_> = (0..100).map(|index| format!("move{index}")).collect();
        let text = wrapped(&words);
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 100);
    }

    #[test]
    fn plain_terminals_get_plain_text() {
        assert_eq!(warning("no", DrawStyle::default()), "no");
        let colour = DrawStyle { colour: true, unicode: false };
        assert_eq!(bold("A wins", colour), "\x1b[1mA wins\x1b[0m");
    }
}
