//! Transcripts: the moves of a game without separators or passes, `f5d6c3d3c4`.
//!
//! Also accepted: uppercase letters; white space, commas and hyphens between moves; move numbers with a
//! dot (`1. f5 d6 2. c3`); passes written as `pass`, `pa` or `ps`. A hyphen is only a separator: passes
//! written as `--` are skipped and inserted again by the rules.

use super::passes;
use crate::notation::parse_move;
use crate::rules::board::Size;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use record::{PlayedGame, Remarks};
use search::notation::quote;
use search::{Notation, NotationError};

/// Parses the moves of a game that starts at `start`.
///
/// ```
/// use othello::{Othello, Size, notation::transcript};
/// let game = transcript::parse(Othello::start(Size::Eight), "f5d6 C3").unwrap();
/// assert_eq!(game.plies(), 3);
/// ```
pub fn parse(start: Othello, text: &str) -> Result<PlayedGame<Othello>, NotationError> {
    let mut game = PlayedGame::new(start);
    let mut rest = skip_separators(text);
    while !rest.is_empty() {
        let (mv, length) = first_move(start.size(), rest).ok_or_else(|| {
            let place = format!("move {}", game.plies() + 1);
            NotationError::new(place, quote(rest), "a letter and a number, or pass")
        })?;
        passes::play(&mut game, mv, Remarks::default())?;
        rest = skip_separators(&rest[length..]);
    }
    Ok(game)
}

/// The move at the beginning of the text, and how long it is.
fn first_move(size: Size, text: &str) -> Option<(Move, usize)> {
    [4, 2].into_iter().find_map(|length| {
        let mv = parse_move(size, text.get(..length)?)?;
        Some((mv, length))
    })
}

fn skip_separators(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || ",;-".contains(c));
    // A move number: digits and a dot.
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match text[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => skip_separators(rest),
        _ => text,
    }
}

/// Writes the moves of a game, passes left out.
pub fn write(game: &PlayedGame<Othello>) -> String {
    let discs = game.moves().filter(|&mv| mv != Move::PASS);
    discs.map(|mv| game.start().move_text(mv)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Size;
    use proptest::prelude::*;
    use search::Game;
    use search::rng::Rng;

    /// A whole random game.
    pub(crate) fn random_game(size: Size, seed: u64) -> PlayedGame<Othello> {
        let mut rng = Rng::new(seed);
        let mut game = PlayedGame::new(Othello::start(size));
        let mut moves = Vec::new();
        while game.position().expand(&mut moves).is_none() {
            game.play(rng.choose(&moves).unwrap()).unwrap();
            moves.clear();
        }
        game
    }

    #[test]
    fn alternative_spellings_are_accepted() {
        let start = Othello::start(Size::Eight);
        let plain = parse(start, "f5d6c3").unwrap();
        for text in ["F5 D6 C3", "1. f5 d6 2. c3", "f5-d6-c3", " f5,d6,\n c3 ", "f5d6--c3"] {
            assert_eq!(parse(start, text), Ok(plain.clone()), "{text}");
        }
        assert_eq!(write(&plain), "f5d6c3");
        assert_eq!(parse(start, "").unwrap().plies(), 0);
    }

    #[test]
    fn errors_have_the_move_number() {
        let start = Othello::start(Size::Eight);
        let error_text = |text| parse(start, text).unwrap_err().to_string();
        assert!(
            error_text("f5f5").starts_with("move 2: `f5` is not legal: the square is occupied")
        );
        assert!(error_text("f5x9").starts_with("move 2: found `x9`"));
        assert!(error_text("pass").starts_with("move 1: `pass` is not legal: "));
    }

    proptest! {
        #[test]
        fn whole_games_read_back_with_their_passes(seed: u64, size in 0..3usize) {
            let game = random_game(Size::ALL[size], seed);
            prop_assert_eq!(parse(*game.start(), &write(&game)), Ok(game));
        }

        #[test]
        fn parsing_never_panics(text in "([a-h][1-8]|pa|ps|[-,. ]|[0-9]|\\PC){0,20}") {
            let _ = parse(Othello::start(Size::Eight), &text);
        }
    }
}
