//! Game records in a PGN-like format: tags, moves in any notation, comments, a result.
//!
//! ```text
//! [Game "Chinese Chess"]
//! [Red "Hu Ronghua"]
//! [Result "1-0"]
//! [Format "Chinese"]
//!
//! 1. 炮二平五 马８进７ {the usual reply} 2. 马二进三 1-0
//! ```
//!
//! The tags are those of xqbase's PGN for xiangqi (2004): `FEN` is the start position, `Format` the
//! notation. Also accepted: missing tags (the notation is detected from the moves), any order of tags,
//! any form of move numbers or none, comments in braces or after a semicolon, variations in parentheses
//! and `$` glyphs (both are dropped), any white space.
//!
//! ```
//! use xiangqi::notation::Style;
//! use xiangqi::notation::pgn;
//!
//! let games = pgn::read_all("[Red \"Ann\"]\n1. C2=5 H8+7 2. H2+3 *")?;
//! assert_eq!(games[0].plies(), 3);
//! assert!(pgn::write(&games[0], Style::Chinese).contains("1. 炮二平五 马８进７ 2. 马二进三 *"));
//! # Ok::<(), xiangqi::notation::pgn::PgnError>(())
//! ```

use super::{Style, read};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use record::{Comment, Ending, PlayedGame, Remarks, Termination, result_text};
use search::notation::quote;
use search::{Game, Notation, Outcome, Side};
use std::fmt;
use thiserror::Error;

/// The maximum width of a line of moves, in characters.
const WIDTH: usize = 80;

/// The value of the `Game` tag.
const GAME: &str = "Chinese Chess";

/// Why a text is not a game: the line, what was found there and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The problem: what was found and what is allowed.
    pub problem: String,
}

/// The tags that name the players.
const PLAYERS: [&str; 2] = ["Red", "Black"];

/// `1-0`, `0-1`, `1/2-1/2` or `*`.
fn result_word(game: &PlayedGame<Position>) -> &'static str {
    game.outcome().map_or("*", result_text)
}

/// Reads every game of a text.
pub fn read_all(text: &str) -> Result<Vec<PlayedGame<Position>>, PgnError> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut games = Vec::new();
    while let Some(game) = reader.game()? {
        games.push(game);
    }
    Ok(games)
}

/// Writes a game with its moves in one notation.
pub fn write(game: &PlayedGame<Position>, style: Style) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace(char::is_control, " ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    tag("Game", GAME);
    let players = PLAYERS.into_iter().zip(&game.players).filter(|(_, name)| !name.is_empty());
    players.for_each(|(tag_name, name)| tag(tag_name, name));
    game.tags.iter().for_each(|(name, value)| tag(name, value));
    tag("Result", result_word(game));
    if *game.start() != Position::start() {
        tag("FEN", &game.start().position_text());
    }
    tag("Format", format_word(style));
    text.push('\n');
    let mut lines = Wrapped { text, column: 0 };
    let mut position = game.start().clone();
    for (index, mv) in game.moves().enumerate() {
        write_comments(game, index, &mut lines);
        let number = position.move_number();
        match position.side() {
            Side::First => lines.word(&format!("{number}.")),
            Side::Second if index == 0 => lines.word(&format!("{number}...")),
            Side::Second => {}
        }
        lines.word(&style.write(&position, mv));
        position.play(mv);
    }
    write_comments(game, game.plies(), &mut lines);
    lines.word(result_word(game));
    lines.text.push('\n');
    lines.text
}

fn write_comments(game: &PlayedGame<Position>, index: usize, lines: &mut Wrapped) {
    for comment in game.comments.iter().filter(|comment| comment.after == index) {
        // A brace would end it.
        let comment = comment.text.replace(['{', '}'], "|");
        let words = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{{{words}}}").split(' ').for_each(|word| lines.word(word));
    }
}

/// Wraps words into lines of bounded width.
struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += width;
    }
}

fn read_result(word: &str) -> Option<Option<Outcome>> {
    Some(match word {
        "1-0" => Some(Outcome::Win(Side::First)),
        "0-1" => Some(Outcome::Win(Side::Second)),
        "1/2-1/2" | "1/2" => Some(Outcome::Draw),
        "*" => None,
        _ => return None,
    })
}

fn format_word(style: Style) -> &'static str {
    match style {
        Style::Coordinates => "UCI",
        Style::FromOne => "UCI-1",
        Style::Iccs => "ICCS",
        Style::Wxf => "WXF",
        Style::Chinese | Style::Traditional => "Chinese",
    }
}

/// The next element of a text.
enum Token<'a> {
    Tag(String, String),
    Comment(&'a str),
    Word(&'a str),
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn refuse<T>(&self, problem: impl fmt::Display) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, problem: problem.to_string() })
    }

    /// Consumes this many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, PgnError> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start_matches(blank).len();
            self.take(blanks);
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                '[' => return self.tag().map(Some),
                '{' => {
                    let Some(end) = self.rest.find('}') else {
                        return self.refuse("found an unclosed comment, allowed: {...}");
                    };
                    let comment = self.take(end + 1);
                    return Ok(Some(Token::Comment(&comment[1..end])));
                }
                ';' => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    let comment = self.take(end);
                    return Ok(Some(Token::Comment(&comment[1..])));
                }
                '(' => self.variation()?,
                _ => {
                    let end = self.rest.find(|c| blank(c) || "[{;(".contains(c));
                    let word = self.take(end.unwrap_or(self.rest.len()));
                    if !word.starts_with('$') {
                        return Ok(Some(Token::Word(word)));
                    }
                }
            }
        }
    }

    /// `[Name "value"]` on one line.
    fn tag(&mut self) -> Result<Token<'a>, PgnError> {
        let line = self.rest.split('\n').next().unwrap_or_default().trim_end();
        let parts = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let parts = parts.and_then(|parts| parts.trim().split_once(char::is_whitespace));
        let value = parts.and_then(|(name, value)| {
            let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
            Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
        });
        let Some((name, value)) = value else {
            return self.refuse(format!("found {}, allowed: [Name \"value\"]", quote(line)));
        };
        self.take(line.len());
        Ok(Token::Tag(name, value))
    }

    /// Skips `( ... )`, including nested ones and comments.
    fn variation(&mut self) -> Result<(), PgnError> {
        let (mut depth, mut commented) = (0usize, false);
        let end = self.rest.char_indices().find(|&(_, c)| {
            match c {
                '{' => commented = true,
                '}' => commented = false,
                '(' if !commented => depth += 1,
                ')' if !commented => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        match end {
            Some((index, _)) => {
                self.take(index + 1);
                Ok(())
            }
            None => self.refuse("found an unclosed variation, allowed: (...)"),
        }
    }

    /// The next game; `None` at the end.
    fn game(&mut self) -> Result<Option<PlayedGame<Position>>, PgnError> {
        let mut game = PlayedGame::new(Position::start());
        let mut result = None;
        let mut is_empty = true;
        let mut style = None;
        loop {
            let before = (self.rest, self.line);
            let Some(token) = self.token()? else { break };
            match token {
                // The next game begins.
                Token::Tag(..) if game.plies() > 0 => {
                    (self.rest, self.line) = before;
                    break;
                }
                Token::Tag(name, value) => match name.as_str() {
                    "FEN" => match Position::parse_position(&value) {
                        Ok(start) => {
                            let (players, tags) = (game.players, game.tags);
                            let comments = game.comments;
                            game = PlayedGame::new(start);
                            (game.players, game.tags, game.comments) = (players, tags, comments);
                        }
                        Err(error) => return self.refuse(format!("FEN: {error}")),
                    },
                    "Result" => match read_result(&value) {
                        Some(found) => result = found,
                        None => {
                            let found = quote(&value);
                            let allowed = "1-0, 0-1, 1/2-1/2 or *";
                            return self
                                .refuse(format!("Result: found {found}, allowed: {allowed}"));
                        }
                    },
                    "Game" if value.eq_ignore_ascii_case(GAME) => {}
                    "Game" => {
                        let found = quote(&value);
                        return self.refuse(format!("Game: found {found}, allowed: {GAME}"));
                    }
                    // Only this notation cannot be detected from the moves.
                    "Format" => style = (value == "UCI-1").then_some(Style::FromOne),
                    "Red" => game.players[0] = value,
                    "Black" => game.players[1] = value,
                    _ => game.tags.push((name, value)),
                },
                Token::Comment(comment) => {
                    let words: Vec<&str> = comment.split_whitespace().collect();
                    let comment = Comment { after: game.plies(), text: words.join(" ") };
                    game.comments.push(comment);
                }
                Token::Word(word) => {
                    if let Some(found) = read_result(word) {
                        return Ok(Some(ended(game, found.or(result))));
                    }
                    if let Some(mv) = self.read_move(game.position(), word, style)? {
                        game.push(mv, Remarks::default());
                    }
                }
            }
            is_empty = false;
        }
        Ok((!is_empty).then(|| ended(game, result)))
    }

    /// The move in a word, which may begin with a move number: `1.`, `12...`, `3.C2=5`. `None` for a
    /// number alone.
    fn read_move(
        &self,
        position: &Position,
        word: &str,
        style: Option<Style>,
    ) -> Result<Option<Move>, PgnError> {
        let read = |text: &str| match style {
            Some(style) => style.read(position, text),
            None => read(position, text),
        };
        // The complete word is tried first: `77.6` is a move.
        if let Ok(mv) = read(word) {
            return Ok(Some(mv));
        }
        let unnumbered = match word.trim_start_matches(|c: char| c.is_ascii_digit()) {
            "" => "",
            rest if rest.len() < word.len() && rest.starts_with('.') => rest.trim_matches('.'),
            _ => word,
        };
        if unnumbered.is_empty() {
            return Ok(None);
        }
        // Annotations (`!?`) are dropped.
        match read(unnumbered.trim_end_matches(['!', '?'])) {
            Ok(mv) => Ok(Some(mv)),
            Err(error) => self.refuse(error),
        }
    }
}

/// The game with the result of the file, which counts only if the board shows none.
fn ended(mut game: PlayedGame<Position>, result: Option<Outcome>) -> PlayedGame<Position> {
    if let (None, Some(outcome)) = (game.outcome(), result) {
        game.end(Ending::new(outcome, Termination::Unknown));
    }
    game
}

/// White space, including the full-width space, or a byte order mark.
fn blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
