//! Additional game formats of `convert`: PGN in every move notation.

use crate::Xiangqi;
use crate::notation::{Style, pgn};
use harness::formats::{Format, WriteGame, text};

/// One format per notation for writing. Reading accepts all of them: the notation is recognised move by
/// move.
pub(crate) fn all() -> Vec<Format<Xiangqi>> {
    let styles: [(&str, &str, WriteGame<Xiangqi>); 6] = [
        ("chinese", "PGN with moves as 炮二平五", |_, game| {
            Ok(pgn::write(game, Style::Chinese))
        }),
        ("traditional", "PGN with moves as 炮二平五, in traditional characters", |_, game| {
            Ok(pgn::write(game, Style::Traditional))
        }),
        ("wxf", "PGN with moves as C2=5", |_, game| Ok(pgn::write(game, Style::Wxf))),
        ("iccs", "PGN with moves as H2-E2", |_, game| Ok(pgn::write(game, Style::Iccs))),
        ("coordinates", "PGN with moves as h2e2", |_, game| {
            Ok(pgn::write(game, Style::Coordinates))
        }),
        ("from-one", "PGN with moves as h3e3, ranks from 1", |_, game| {
            Ok(pgn::write(game, Style::FromOne))
        }),
    ];
    let format = |(name, about, write)| Format {
        name,
        about,
        is_like,
        read: Some(|_: &_, bytes: &[u8]| {
            pgn::read_all(text(bytes)?).map_err(|error| error.to_string())
        }),
        write: Some(write),
        many: true,
    };
    styles.into_iter().map(format).collect()
}

/// Whether a file begins with tags or numbered moves, and is neither JSON nor TOML.
fn is_like(bytes: &[u8]) -> bool {
    let Ok(text) = text(bytes) else { return false };
    let begin = text.trim_start();
    let is_numbered = || {
        let digits = begin.len() - begin.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        digits > 0 && begin[digits..].starts_with('.')
    };
    begin.starts_with('[') || begin.starts_with('{') && !begin.starts_with("{\"") || is_numbered()
}
