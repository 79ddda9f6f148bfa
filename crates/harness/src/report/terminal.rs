//! What the terminal at the other end of a stream can show.
//!
//! Colour needs a terminal, no `NO_COLOR` in the environment (<https://no-color.org>: present and
//! not empty) and a `TERM` that is not `dumb`. Characters beyond ASCII need a UTF-8 locale: the first
//! of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides, as POSIX says.

use crate::DrawStyle;
use std::ffi::OsString;
use std::io::IsTerminal;

/// How to draw on this stream: `style_for(&std::io::stdout())`.
pub fn style_for(stream: &impl IsTerminal) -> DrawStyle {
    style_of(stream.is_terminal(), |name| std::env::var_os(name))
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
    fn colour_needs_a_capable_terminal_and_consent() {
        assert!(style(true, &[("TERM", "xterm")]).colour);
        assert!(style(true, &[("NO_COLOR", "")]).colour);
        assert!(!style(false, &[("TERM", "xterm")]).colour);
        assert!(!style(true, &[("TERM", "dumb")]).colour);
        assert!(!style(true, &[("NO_COLOR", "1")]).colour);
    }

    #[test]
    fn the_strongest_locale_variable_decides_about_unicode() {
        assert!(style(false, &[("LANG", "de_DE.UTF-8")]).unicode);
        assert!(style(false, &[("LC_ALL", ""), ("LANG", "C.utf8")]).unicode);
        assert!(!style(true, &[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]).unicode);
        assert!(!style(true, &[]).unicode);
    }
}
