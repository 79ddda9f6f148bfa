//! Openings: from a file, at random, or both.
//!
//! An opening file has one opening per line, either a position or moves from the start position,
//! with or without spaces between them (`f5 d6 c3` or `f5d6c3`). Empty lines are skipped. A comment
//! starts with `#` at the start of a line or after white space.
//!
//! [`Openings`] makes random openings when a game needs them, so that a long match starts at once.

use crate::log::opening_text;
use files::{ReadError, read_text};
use record::{PlayedGame, Remarks};
use search::rng::Rng;
use search::{Notation, NotationError, StopFlag};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Largest opening file in bytes, enough for hundreds of thousands of openings.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// Longest text of one move. It bounds the work of splitting moves that have no spaces between them.
const LONGEST_MOVE: usize = 16;
/// Random walks tried for each opening before a repeated position is accepted.
const ATTEMPTS: usize = 200;
/// Characters of a bad line that an error quotes.
const QUOTED: usize = 40;
/// Most random plies of an opening. It bounds the work for one opening.
pub const MAX_RANDOM_PLIES: usize = 1000;

/// Parses a position under the configured rules.
pub type PositionReader<'a, G> = dyn Fn(&str) -> Result<G, NotationError> + 'a;

/// Why openings cannot be read or made.
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
        /// The text of the line.
        found: String,
        /// The accepted forms, and why this text is neither.
        allowed: String,
    },
    /// The file has no openings.
    #[error("{}: no openings; write one position or move sequence per line", .0.display())]
    Empty(PathBuf),
    /// Every random walk of this length ended the game.
    #[error("random plies: found {0}, allowed: fewer (every random game ended before that)")]
    TooLong(usize),
}

/// The openings of a match, by number.
///
/// Random openings are made on demand, in the order of their numbers: the same seed gives the same
/// openings, whatever the number of games and threads.
#[derive(Debug)]
pub struct Openings<G: Notation>(Source<G>);

#[derive(Debug)]
enum Source<G: Notation> {
    Fixed(Vec<PlayedGame<G>>),
    Random { bases: usize, walks: Mutex<RandomWalks<G>> },
}

/// The given openings, repeated when there are more pairs of games.
impl<G: Notation> From<Vec<PlayedGame<G>>> for Openings<G> {
    fn from(openings: Vec<PlayedGame<G>>) -> Self {
        Openings(Source::Fixed(openings))
    }
}

impl<G: Notation> Openings<G> {
    /// Each of `bases` in turn, continued by random moves.
    ///
    /// No opening is a finished game. Positions differ from each other as long as enough different
    /// ones are found.
    pub fn random(bases: Vec<PlayedGame<G>>, plies: usize, seed: u64) -> Self {
        Openings(Source::Random {
            bases: bases.len(),
            walks: Mutex::new(RandomWalks {
                bases,
                plies,
                rng: Rng::new(seed),
                seen: HashSet::new(),
                made: Vec::new(),
            }),
        })
    }

    /// The number of openings that were given: those of the file, or 1 for the start position.
    pub(crate) fn bases(&self) -> usize {
        match &self.0 {
            Source::Fixed(openings) => openings.len(),
            Source::Random { bases, .. } => *bases,
        }
    }

    /// What the openings depend on besides the seed, as text.
    pub(crate) fn identity(&self) -> String {
        let text = |bases: &[PlayedGame<G>]| -> String {
            bases.iter().map(|base| opening_text(&base.record("")) + "\n").collect()
        };
        match &self.0 {
            Source::Fixed(openings) => text(openings),
            Source::Random { walks, .. } => {
                let walks = walks.lock().unwrap_or_else(PoisonError::into_inner);
                format!("{}and {} random plies\n", text(&walks.bases), walks.plies)
            }
        }
    }

    /// Makes the first of at most this many openings from every base; `false` if `stop` was raised.
    pub(crate) fn can_be_made(&self, most: usize, stop: &StopFlag) -> Result<bool, OpeningError> {
        for number in 0..self.bases().min(most) {
            if self.get(number, stop)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Opening `number`, counted from 0; `None` if `stop` was raised before it was made.
    pub(crate) fn get(
        &self,
        number: usize,
        stop: &StopFlag,
    ) -> Result<Option<PlayedGame<G>>, OpeningError> {
        match &self.0 {
            Source::Fixed(openings) => Ok(openings.get(number % openings.len().max(1)).cloned()),
            Source::Random { walks, .. } => {
                walks.lock().unwrap_or_else(PoisonError::into_inner).get(number, stop)
            }
        }
    }
}

/// Random openings in the order of their numbers.
#[derive(Debug)]
struct RandomWalks<G: Notation> {
    bases: Vec<PlayedGame<G>>,
    plies: usize,
    rng: Rng,
    /// Keys of the positions that openings lead to.
    seen: HashSet<u64>,
    made: Vec<PlayedGame<G>>,
}

impl<G: Notation> RandomWalks<G> {
    fn get(
        &mut self,
        number: usize,
        stop: &StopFlag,
    ) -> Result<Option<PlayedGame<G>>, OpeningError> {
        while self.made.len() <= number {
            let Some(opening) = self.next(stop)? else { return Ok(None) };
            self.made.push(opening);
        }
        Ok(self.made.get(number).cloned())
    }

    fn next(&mut self, stop: &StopFlag) -> Result<Option<PlayedGame<G>>, OpeningError> {
        let too_long = OpeningError::TooLong(self.plies);
        let Some(base) = self.bases.get(self.made.len() % self.bases.len().max(1)) else {
            return Err(too_long);
        };
        let mut repeated = None;
        for _ in 0..ATTEMPTS {
            if stop.is_stopped() {
                return Ok(None);
            }
            let Some(opening) = random_walk(base, self.plies, &mut self.rng) else { continue };
            if self.seen.insert(opening.position().key()) {
                return Ok(Some(opening));
            }
            repeated = Some(opening);
        }
        repeated.map(Some).ok_or(too_long)
    }
}

/// Reads an opening file.
pub(crate) fn read_openings<G: Notation>(
    file: &Path,
    start: &G,
    position: &PositionReader<'_, G>,
) -> Result<Vec<PlayedGame<G>>, OpeningError> {
    let text = read_text(file, MAX_FILE_BYTES)
        .map_err(|error| OpeningError::Unreadable { file: file.to_owned(), error })?;
    parse_openings(&text, file, start, position)
}

/// Parses the text of an opening file; errors name `file`.
pub(crate) fn parse_openings<G: Notation>(
    text: &str,
    file: &Path,
    start: &G,
    position: &PositionReader<'_, G>,
) -> Result<Vec<PlayedGame<G>>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let opening = parse_game(line, start, position).and_then(|opening| match opening {
            Some(opening) if opening.outcome().is_some() => Err("an unfinished game".to_owned()),
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

/// Parses a line of moves or a position; `None` for an empty line. The error states the accepted forms.
pub fn parse_game<G: Notation>(
    line: &str,
    start: &G,
    position: &PositionReader<'_, G>,
) -> Result<Option<PlayedGame<G>>, String> {
    let line = without_comment(line).trim();
    if line.is_empty() {
        return Ok(None);
    }
    // Moves first. Some games also parse a list of moves as a position, but then the moves would be
    // lost to engines that accept nothing else and to repetition rules.
    match parse_moves(line, start) {
        Ok(game) => Ok(Some(game)),
        Err(no_move) => match position(line) {
            Ok(start) => Ok(Some(PlayedGame::new(start))),
            Err(no_position) => Err(format!("a position ({no_position}) or moves ({no_move})")),
        },
    }
}

/// Parses moves from a position, with or without spaces between them.
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

/// The longest move that the text starts with, and its length.
fn first_move<G: Notation>(position: &G, text: &str) -> Option<(G::Move, usize)> {
    if position.outcome().is_some() {
        return None;
    }
    let ends: Vec<usize> =
        text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_MOVE).collect();
    ends.into_iter().rev().find_map(|end| Some((position.parse_move(&text[..end]).ok()?, end)))
}

/// One random continuation; `None` if the game ends within it.
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
    fn a_line_that_is_both_moves_and_a_position_is_read_as_moves() {
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
        assert!(error.ends_with("allowed: an unfinished game"), "{error}");
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

    fn taken(
        openings: &Openings<Heap>,
        count: usize,
    ) -> Result<Vec<PlayedGame<Heap>>, OpeningError> {
        let get = |number| openings.get(number, &StopFlag::new());
        (0..count).filter_map(|number| get(number).transpose()).collect()
    }

    fn random(stones: u8, plies: usize, seed: u64) -> Openings<Heap> {
        Openings::random(vec![PlayedGame::new(Heap::of(stones))], plies, seed)
    }

    #[test]
    fn random_openings_are_unfinished_distinct_and_the_same_for_a_seed() {
        let one = taken(&random(20, 3, 7), 4).unwrap();
        let keys: HashSet<u64> = one.iter().map(|opening| opening.position().key()).collect();
        // After 3 moves 3 to 6 stones are gone: exactly 4 different positions.
        assert_eq!(keys.len(), 4);
        let more = taken(&random(20, 3, 7), 6).unwrap();
        for (a, b) in one.iter().zip(&more) {
            assert_eq!(moves(a), moves(b));
        }
        assert_eq!(more.len(), 6);
    }

    #[test]
    fn random_openings_do_not_depend_on_the_order_of_requests() {
        let (forward, backward) = (random(40, 4, 3), random(40, 4, 3));
        let stop = StopFlag::new();
        let last = backward.get(5, &stop).unwrap().unwrap();
        let first = backward.get(0, &stop).unwrap().unwrap();
        let expected = taken(&forward, 6).unwrap();
        assert_eq!((moves(&first), moves(&last)), (moves(&expected[0]), moves(&expected[5])));
    }

    #[test]
    fn walks_longer_than_any_game_are_refused() {
        let error = taken(&random(4, 4, 7), 1).unwrap_err().to_string();
        assert_eq!(
            error,
            "random plies: found 4, allowed: fewer (every random game ended before that)"
        );
    }

    #[test]
    fn a_raised_stop_flag_ends_the_making_of_openings() {
        let stop = StopFlag::new();
        stop.stop();
        assert!(random(20, 3, 7).get(1_000_000, &stop).unwrap().is_none());
    }

    proptest! {
        #[test]
        fn reading_openings_never_panics(text in "([0-9AB #\t]{0,10}|.{0,10}|\n){0,6}") {
            let _ = parse(&text);
        }
    }
}
