//! Transcripts: a game as its moves in a row, `f5d6c3d3c4`, passes left out.
//!
//! Forgiven: capital letters, white space, commas and hyphens between moves, move numbers with a
//! point (`1. f5 d6 2. c3`), and passes written as `pass`, `pa` or `ps`. A hyphen only separates:
//! passes written as `--` are left out, and come back by themselves.

use super::Line;
use crate::notation::parse_move;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::notation::quote;
use search::{Notation, NotationError};

/// Reads the moves of a game that begins at `start`.
///
/// ```
/// use othello::{Othello, Size, formats::transcript};
/// let line = transcript::parse(Othello::start(Size::Eight), "f5d6 C3").unwrap();
/// assert_eq!(line.moves().len(), 3);
/// ```
pub fn parse(start: Othello, text: &str) -> Result<Line, NotationError> {
    let mut line = Line::new(start);
    let mut rest = skip_separators(text);
    while !rest.is_empty() {
        let (mv, length) = first_move(&line, rest).ok_or_else(|| {
            let place = format!("move {}", line.moves().len() + 1);
            NotationError::new(place, quote(rest), "a letter and a number, or pass")
        })?;
        line.play(mv)?;
        rest = skip_separators(&rest[length..]);
    }
    Ok(line)
}

/// The move at the beginning of the text, and how long it is.
fn first_move(line: &Line, text: &str) -> Option<(Move, usize)> {
    [4, 2].into_iter().find_map(|length| {
        let mv = parse_move(line.start().size(), text.get(..length)?)?;
        Some((mv, length))
    })
}

fn skip_separators(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || ",;-".contains(c));
    // A move number: digits and a point.
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match text[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => skip_separators(rest),
        _ => text,
    }
}

/// Writes the moves of a game, passes left out.
pub fn write(line: &Line) -> String {
    let discs = line.moves().iter().filter(|&&mv| mv != Move::PASS);
    discs.map(|&mv| line.start().move_text(mv)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Size;
    use proptest::prelude::*;
    use search::Game;
    use search::rng::Rng;

    /// A whole random game.
    pub(crate) fn random_game(size: Size, seed: u64) -> Line {
        let mut rng = Rng::new(seed);
        let mut line = Line::new(Othello::start(size));
        let mut moves = Vec::new();
        while line.position().expand(&mut moves).is_none() {
            line.play(rng.choose(&moves).unwrap()).unwrap();
            moves.clear();
        }
        line
    }

    #[test]
    fn ways_of_writing_a_game_are_forgiven() {
        let start = Othello::start(Size::Eight);
        let plain = parse(start, "f5d6c3").unwrap();
        for text in ["F5 D6 C3", "1. f5 d6 2. c3", "f5-d6-c3", " f5,d6,\n c3 ", "f5d6--c3"] {
            assert_eq!(parse(start, text), Ok(plain.clone()), "{text}");
        }
        assert_eq!(write(&plain), "f5d6c3");
        assert_eq!(parse(start, "").unwrap().moves(), []);
    }

    #[test]
    fn errors_name_the_move() {
        let start = Othello::start(Size::Eight);
        let told = |text| parse(start, text).unwrap_err().to_string();
        assert!(told("f5f5").starts_with("move 2: found `f5`, allowed: f4 f6 d6"));
        assert!(told("f5x9").starts_with("move 2: found `x9`"));
        assert!(told("pass").starts_with("move 1: found `pass`"));
    }

    proptest! {
        #[test]
        fn whole_games_read_back_with_their_passes(seed: u64, size in 0..3usize) {
            let line = random_game(Size::ALL[size], seed);
            prop_assert_eq!(parse(line.start(), &write(&line)), Ok(line));
        }

        #[test]
        fn no_text_makes_it_panic(text in "([a-h][1-8]|pa|ps|[-,. ]|[0-9]|\\PC){0,20}") {
            let _ = parse(Othello::start(Size::Eight), &text);
        }
    }
}
