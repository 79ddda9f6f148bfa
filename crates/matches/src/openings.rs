//! Where games begin: from a file, at random, or both.
//!
//! An opening file has one opening per line, either a position string or moves from the start
//! position, with or without blanks between them (`f5 d6 c3` or `f5d6c3`). Empty lines are skipped,
//! and so is everything from a `#` that begins a line or follows a blank.

use files::{ReadError, read_text};
use record::{PlayedGame, Remarks};
use search::rng::Rng;
use search::{Notation, NotationError};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The largest file that is read: some hundred thousand openings.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// A longer text is never one move; bounds the work of taking moves apart.
const LONGEST_MOVE: usize = 16;
/// How many walks are tried for each opening before a repeated one is accepted.
const ATTEMPTS: usize = 200;
/// How much of a bad line an error quotes.
const QUOTED: usize = 40;

/// How a text is read as a position; the domain knows the configured rules.
pub type PositionReader<'a, G> = dyn Fn(&str) -> Result<G, NotationError> + 'a;

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{}: {error}", error.place(file))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: ReadError,
    },
    /// A line is not an opening.
    #[error("{}:{line}: found \"{found}\", allowed: {allowed}", file.display())]
    BadLine {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What may stand there, and why this does not do.
        allowed: String,
    },
    /// The file holds no opening.
    #[error("{}: found no opening, allowed: one position or move sequence per line", .0.display())]
    Empty(PathBuf),
    /// No random walk of that length ends in an unfinished game.
    #[error("random plies: found {0}, allowed: fewer (every game tried was over by then)")]
    TooLong(usize),
}

/// Reads an opening file.
pub fn read_openings<G: Notation>(
    file: &Path,
    start: &G,
    position: &PositionReader<'_, G>,
) -> Result<Vec<PlayedGame<G>>, OpeningError> {
    let text = read_text(file, MAX_FILE_BYTES)
        .map_err(|error| OpeningError::Unreadable { file: file.to_owned(), error })?;
    parse_openings(&text, file, start, position)
}

/// Reads the text of an opening file; `file` is named in errors.
pub fn parse_openings<G: Notation>(
    text: &str,
    file: &Path,
    start: &G,
    position: &PositionReader<'_, G>,
) -> Result<Vec<PlayedGame<G>>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let opening = parse_game(line, start, position).and_then(|opening| match opening {
            Some(opening) if opening.outcome().is_some() => {
                Err("a game that is not over yet".to_owned())
            }
            Some(mut opening) => {
                opening.opening = opening.plies();
                Ok(Some(opening))
            }
            None => Ok(None),
        });
        openings.extend(opening.map_err(|allowed| {
            let found = without_comment(line).trim().chars().take(QUOTED).collect();
            OpeningError::BadLine { file: file.to_owned(), line: index + 1, found, allowed }
        })?);
    }
    if openings.is_empty() { Err(OpeningError::Empty(file.to_owned())) } else { Ok(openings) }
}

fn without_comment(line: &str) -> &str {
    if line.starts_with('#') {
        return "";
    }
    let end = line.find(" #").into_iter().chain(line.find("\t#")).min();
    &line[..end.unwrap_or(line.len())]
}

/// Reads a line of moves or a position, or says what is allowed; `None` for a line without either.
pub fn parse_game<G: Notation>(
    line: &str,
    start: &G,
    position: &PositionReader<'_, G>,
) -> Result<Option<PlayedGame<G>>, String> {
    let line = without_comment(line).trim();
    if line.is_empty() {
        return Ok(None);
    }
    // Moves first: where a game takes them for a position as well, they would be lost to engines that
    // can be told nothing else, and to rules about the course of a game.
    match parse_moves(line, start) {
        Ok(game) => Ok(Some(game)),
        Err(no_move) => match position(line) {
            Ok(start) => Ok(Some(PlayedGame::new(start))),
            Err(no_position) => Err(format!("a position ({no_position}) or moves ({no_move})")),
        },
    }
}

/// Reads moves from a position, with or without blanks between them.
fn parse_moves<G: Notation>(text: &str, start: &G) -> Result<PlayedGame<G>, String> {
    let mut opening = PlayedGame::new(start.clone());
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let Some((mv, length)) = first_move(opening.position(), rest) else {
                let shown: String = rest.chars().take(QUOTED).collect();
                return Err(format!("move {}: \"{shown}\" is not legal", opening.plies() + 1));
            };
            opening.push(mv, Remarks::default());
            rest = &rest[length..];
        }
    }
    Ok(opening)
}

/// The move that the text begins with and its length; the longest if several would do.
fn first_move<G: Notation>(position: &G, text: &str) -> Option<(G::Move, usize)> {
    if position.outcome().is_some() {
        return None;
    }
    let ends: Vec<usize> =
        text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_MOVE).collect();
    ends.into_iter().rev().find_map(|end| Some((position.parse_move(&text[..end]).ok()?, end)))
}

/// Continues the openings in `bases` by random moves, in turn, until there are `count`.
///
/// The same seed gives the same openings, and a larger count only adds to a smaller one's. No
/// opening is a finished game; none leads to the same position as another, as long as enough
/// different ones turn up.
pub fn random_openings<G: Notation>(
    bases: &[PlayedGame<G>],
    plies: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<PlayedGame<G>>, OpeningError> {
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    for base in bases.iter().cycle().take(count) {
        let mut repeated = None;
        let mut fresh = None;
        for _ in 0..ATTEMPTS {
            let Some(opening) = random_walk(base, plies, &mut rng) else { continue };
            if seen.insert(opening.position().key()) {
                fresh = Some(opening);
                break;
            }
            repeated = Some(opening);
        }
        openings.push(fresh.or(repeated).ok_or(OpeningError::TooLong(plies))?);
    }
    Ok(openings)
}

/// One random continuation; `None` if the game is over by then.
fn random_walk<G: Notation>(
    base: &PlayedGame<G>,
    plies: usize,
    rng: &mut Rng,
) -> Option<PlayedGame<G>> {
    let mut opening = base.clone();
    let mut legal = Vec::new();
    for _ in 0..plies {
        legal.clear();
        if opening.position().expand(&mut legal).is_some() {
            return None;
        }
        opening.push(rng.choose(&legal)?, Remarks::default());
    }
    opening.opening = opening.plies();
    opening.outcome().is_none().then_some(opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    type Heap = proof_games::heap::Heap<2>;
    use proptest::prelude::*;
    use search::{Game, Side};

    fn parse(text: &str) -> Result<Vec<PlayedGame<Heap>>, OpeningError> {
        let file = Path::new("openings.txt");
        parse_openings(text, file, &Heap::of(9), &|text| Heap::parse_position(text))
    }

    fn moves(opening: &PlayedGame<Heap>) -> Vec<u8> {
        opening.moves().collect()
    }

    #[test]
    fn positions_and_moves_are_read_and_comments_skipped() {
        let openings = parse("# all\n\n7 B\n 1 2 1 # moves\n121\t# the same\n").unwrap();
        assert_eq!(openings.len(), 3);
        assert_eq!(openings[0].start().position_text(), "7 B");
        assert_eq!(moves(&openings[1]), [1, 2, 1]);
        assert_eq!(moves(&openings[2]), [1, 2, 1]);
        let position = openings[1].position();
        assert_eq!((position.stones, position.side()), (5, Side::Second));
        assert_eq!((openings[0].opening, openings[1].opening), (0, 3));
    }

    #[test]
    fn what_could_be_either_is_taken_for_moves() {
        let anything = |_: &str| Ok(Heap::of(5));
        let openings =
            parse_openings("12\n7 B\n", Path::new("x"), &Heap::of(9), &anything).unwrap();
        assert_eq!((openings[0].start().stones, moves(&openings[0])), (9, vec![1, 2]));
        assert_eq!((openings[1].start().stones, openings[1].plies()), (5, 0));
    }

    #[test]
    fn a_bad_line_is_refused_with_its_place_and_both_reasons() {
        let error = parse("7 B\n\n1 3 1\n").unwrap_err().to_string();
        assert!(
            error.starts_with("openings.txt:3: found \"1 3 1\", allowed: a position"),
            "{error}"
        );
        assert!(error.contains("move 2: \"3\" is not legal"), "{error}");
    }

    #[test]
    fn finished_games_and_empty_files_are_refused() {
        let error = parse("22221").unwrap_err().to_string();
        assert!(error.ends_with("allowed: a game that is not over yet"), "{error}");
        assert!(parse("0 A").is_err());
        assert!(matches!(parse("# nothing\n"), Err(OpeningError::Empty(_))));
        assert!(
            read_openings(Path::new("no such file"), &Heap::of(9), &|_| unreachable!()).is_err()
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_file_is_refused() {
        let error = read_openings(Path::new("/dev/zero"), &Heap::of(9), &|_| unreachable!());
        assert_eq!(error.unwrap_err().to_string(), "/dev/zero: larger than 65536 KiB");
    }

    #[test]
    fn random_openings_are_unfinished_distinct_and_the_same_for_a_seed() {
        let base = [PlayedGame::new(Heap::of(20))];
        let one = random_openings(&base, 3, 4, 7).unwrap();
        let keys: HashSet<u64> = one.iter().map(|opening| opening.position().key()).collect();
        // After 3 moves 3 to 6 stones are gone: exactly 4 different positions.
        assert_eq!(keys.len(), 4);
        let more = random_openings(&base, 3, 6, 7).unwrap();
        for (a, b) in one.iter().zip(&more) {
            assert_eq!(moves(a), moves(b));
        }
        assert_eq!(more.len(), 6);
    }

    #[test]
    fn walks_longer_than_any_game_are_refused() {
        let base = [PlayedGame::new(Heap::of(4))];
        let error = random_openings(&base, 4, 1, 7).unwrap_err().to_string();
        assert_eq!(
            error,
            "random plies: found 4, allowed: fewer (every game tried was over by then)"
        );
    }

    proptest! {
        #[test]
        fn reading_openings_never_panics(text in "([0-9AB #\t]{0,10}|.{0,10}|\n){0,6}") {
            let _ = parse(&text);
        }
    }
}
