//! Text of the terminal game.

use board::DrawStyle;
use report::{number, score};
use search::{Notation, Report};

/// The width at which lists are wrapped.
const WIDTH: usize = 78;

/// Bold text, if the style has colour.
pub(super) fn bold(text: &str, style: DrawStyle) -> String {
    painted(text, "1", style)
}

/// Red text, if the style has colour.
pub(super) fn warning(text: &str, style: DrawStyle) -> String {
    painted(text, "31", style)
}

fn painted(text: &str, code: &str, style: DrawStyle) -> String {
    if style.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

/// The figures of a search, printed after its move: `  (score +12, depth 8, 123,456 nodes, 1.20 s)`.
pub(super) fn thoughts<G: Notation>(report: &Report<G>, units_per_point: i64) -> String {
    format!(
        "  (score {}, depth {}, {} node{}, {})",
        score::text(report.score, units_per_point),
        report.depth,
        number::grouped(report.nodes),
        if report.nodes == 1 { "" } else { "s" },
        number::duration(report.time),
    )
}

/// Words in lines, as many per line as fit.
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
