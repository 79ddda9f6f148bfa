//! The best moves of a search as marks on a board.

use board::Candidate;
use protocols::Playable;
use report::score;
use search::{Game, Line, Notation};

/// One mark per line, best first.
pub(crate) fn candidates<D: Playable>(
    game: &D::Game,
    lines: &[Line<<D::Game as Game>::Move>],
    units_per_point: i64,
) -> Vec<Candidate> {
    let candidate = |line: &Line<_>| {
        let &mv = line.pv.first().filter(|&&mv| game.is_legal(mv))?;
        Some(Candidate {
            places: D::places(game, mv),
            text: game.move_text(mv),
            score: score::text(line.score, units_per_point),
            label: score::short(line.score, units_per_point),
        })
    };
    lines.iter().filter_map(candidate).collect()
}
