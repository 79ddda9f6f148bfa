//! Terminal capabilities: colour, Unicode and width.
//!
//! Colour needs a terminal, no `NO_COLOR` in the environment (<https://no-color.org>: present and
//! not empty) and a `TERM` that is not `dumb`. Characters beyond ASCII need a UTF-8 locale: the first
//! of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides, as POSIX says.

use board::DrawStyle;
use std::ffi::OsString;
use std::io::IsTerminal;

/// The drawing style for a stream: `style_for(&std::io::stdout())`.
pub fn style_for(stream: &impl IsTerminal) -> DrawStyle {
    style_of(stream.is_terminal(), |name| std::env::var_os(name))
}

/// The number of columns of the terminal; `None` if the stream is not a terminal.
#[cfg(unix)]
pub fn width(stream: &(impl IsTerminal + std::os::fd::AsFd)) -> Option<u16> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| width.0)
}

/// The number of columns of the terminal; `None` if the stream is not a terminal.
#[cfg(windows)]
pub fn width(stream: &(impl IsTerminal + std::os::windows::io::AsHandle)) -> Option<u16> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| width.0)
}

/// The beginning of a line that fits into this many columns.
pub fn cut(line: &str, width: Option<u16>) -> &str {
    let width = width.map_or(usize::MAX, usize::from);
    line.char_indices().nth(width).map_or(line, |(end, _)| &line[..end])
}

fn style_of(terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> DrawStyle {
    let text = |name| variable(name).filter(|value| !value.is_empty());
    let dumb = text("TERM").is_some_and(|term| term == "dumb");
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(text).unwrap_or_default();
    let locale = locale.to_string_lossy().to_ascii_uppercase();
    DrawStyle {
        colour: terminal && !dumb && text("NO_COLOR").is_none(),
        unicode: locale.contains("UTF-8") || locale.contains("UTF8"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(terminal: bool, variables: &[(&str, &str)]) -> DrawStyle {
        style_of(terminal, |name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn colour_needs_a_capable_terminal_and_no_no_color() {
        assert!(style(true, &[("TERM", "xterm")]).colour);
        assert!(style(true, &[("NO_COLOR", "")]).colour);
        assert!(!style(false, &[("TERM", "xterm")]).colour);
        assert!(!style(true, &[("TERM", "dumb")]).colour);
        assert!(!style(true, &[("NO_COLOR", "1")]).colour);
    }

    #[test]
    fn a_line_is_truncated_at_the_width_of_the_terminal() {
        assert_eq!(cut("½ 1 1½", Some(3)), "½ 1");
        assert_eq!(cut("½ 1 1½", Some(80)), "½ 1 1½");
        assert_eq!(cut("½ 1 1½", None), "½ 1 1½");
    }

    #[test]
    fn the_locale_variable_with_the_highest_priority_decides_about_unicode() {
        assert!(style(false, &[("LANG", "de_DE.UTF-8")]).unicode);
        assert!(style(false, &[("LC_ALL", ""), ("LANG", "C.utf8")]).unicode);
        assert!(!style(true, &[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]).unicode);
        assert!(!style(true, &[]).unicode);
    }
}
