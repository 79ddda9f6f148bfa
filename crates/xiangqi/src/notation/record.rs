//! Games as text, in the manner of PGN: tags, moves in any notation, comments, a result.
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
//! The tags are those of xqbase's PGN for xiangqi (2004): `FEN` gives another start position,
//! `Format` the notation. Forgiven: missing tags (the moves say themselves what they are written in),
//! any order of tags, move numbers in any form or none, comments in braces or after a semicolon,
//! variations in parentheses and `$` glyphs (all but the comments are dropped), any white space.
//!
//! The verb `convert` reads such files, and those that `play` saves, and writes either.
//!
//! ```
//! use xiangqi::notation::Style;
//! use xiangqi::notation::record::GameText;
//!
//! let games = GameText::read_all("[Red \"Ann\"]\n1. C2=5 H8+7 2. H2+3 *")?;
//! assert_eq!(games[0].moves.len(), 3);
//! assert!(games[0].write(Style::Chinese).contains("1. 炮二平五 马８进７ 2. 马二进三 *"));
//! # Ok::<(), xiangqi::notation::record::GameTextError>(())
//! ```

use super::{Style, read};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use search::notation::quote;
use search::{Game, Notation, Outcome, Side};
use std::fmt;
use thiserror::Error;

/// How wide a line of moves is, in characters.
const WIDTH: usize = 80;

/// What the game is called.
const GAME: &str = "Chinese Chess";

/// A game as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// Names and values, in the order of the file; `Game`, `FEN`, `Result` and `Format` are not among
    /// them, for they go without saying or the fields below say the same.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Comments, each with the number of moves that stand before it.
    pub comments: Vec<(usize, String)>,
    /// How it ended; `None` if it has not, or nobody knows.
    pub result: Option<Outcome>,
}

/// Why a text is not a game: the line, what was found there and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct GameTextError {
    /// The line, from 1.
    pub line: usize,
    /// What was found and what is allowed.
    pub problem: String,
}

impl GameText {
    /// A game without tags and comments.
    pub fn new(start: Position, moves: Vec<Move>) -> Self {
        GameText { tags: Vec::new(), start, moves, comments: Vec::new(), result: None }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result_word(&self) -> &'static str {
        match self.result {
            Some(Outcome::Win(Side::First)) => "1-0",
            Some(Outcome::Win(Side::Second)) => "0-1",
            Some(Outcome::Draw) => "1/2-1/2",
            None => "*",
        }
    }

    /// Reads every game of a text.
    pub fn read_all(text: &str) -> Result<Vec<GameText>, GameTextError> {
        let mut reader = Reader { rest: text, line: 1 };
        let mut games = Vec::new();
        while let Some(game) = reader.game()? {
            games.push(game);
        }
        Ok(games)
    }

    /// Writes the game with its moves in one notation.
    pub fn write(&self, style: Style) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace(char::is_control, " ");
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        tag("Game", GAME);
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        tag("Result", self.result_word());
        if self.start != Position::start() {
            tag("FEN", &self.start.position_text());
        }
        tag("Format", format_word(style));
        text.push('\n');
        let mut lines = Wrapped { text, column: 0 };
        let mut position = self.start.clone();
        for (index, &mv) in self.moves.iter().enumerate() {
            self.write_comments(index, &mut lines);
            let number = position.move_number();
            match position.side() {
                Side::First => lines.word(&format!("{number}.")),
                Side::Second if index == 0 => lines.word(&format!("{number}...")),
                Side::Second => {}
            }
            lines.word(&style.write(&position, mv));
            position.play(mv);
        }
        self.write_comments(self.moves.len(), &mut lines);
        lines.word(self.result_word());
        lines.text.push('\n');
        lines.text
    }

    fn write_comments(&self, index: usize, lines: &mut Wrapped) {
        for (_, comment) in self.comments.iter().filter(|comment| comment.0 == index) {
            // A brace would end it.
            let comment = comment.replace(['{', '}'], "|");
            let words = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{{{words}}}").split(' ').for_each(|word| lines.word(word));
        }
    }
}

/// Words in lines of bounded width.
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

/// What stands next in a text.
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
    fn refuse<T>(&self, problem: impl fmt::Display) -> Result<T, GameTextError> {
        Err(GameTextError { line: self.line, problem: problem.to_string() })
    }

    /// Takes so many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, GameTextError> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start_matches(blank).len();
            self.take(blanks);
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                '[' => return self.tag().map(Some),
                '{' => {
                    let Some(end) = self.rest.find('}') else {
                        return self.refuse("found a comment without end, allowed: {...}");
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
    fn tag(&mut self) -> Result<Token<'a>, GameTextError> {
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

    /// Passes over `( ... )`, with others inside and comments.
    fn variation(&mut self) -> Result<(), GameTextError> {
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
            None => self.refuse("found a variation without end, allowed: (...)"),
        }
    }

    /// The next game, unless there is none.
    fn game(&mut self) -> Result<Option<GameText>, GameTextError> {
        let mut game = GameText::new(Position::start(), Vec::new());
        let mut position = game.start.clone();
        let mut is_empty = true;
        let mut style = None;
        loop {
            let before = (self.rest, self.line);
            let Some(token) = self.token()? else { break };
            match token {
                // The next game begins.
                Token::Tag(..) if !game.moves.is_empty() => {
                    (self.rest, self.line) = before;
                    break;
                }
                Token::Tag(name, value) => match name.as_str() {
                    "FEN" => match Position::parse_position(&value) {
                        Ok(start) => {
                            game.start = start.clone();
                            position = start;
                        }
                        Err(error) => return self.refuse(format!("FEN: {error}")),
                    },
                    "Result" => match read_result(&value) {
                        Some(result) => game.result = result,
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
                    // Only this one cannot be told from the moves themselves.
                    "Format" => style = (value == "UCI-1").then_some(Style::FromOne),
                    _ => game.tags.push((name, value)),
                },
                Token::Comment(comment) => {
                    let words: Vec<&str> = comment.split_whitespace().collect();
                    game.comments.push((game.moves.len(), words.join(" ")));
                }
                Token::Word(word) => {
                    if let Some(result) = read_result(word) {
                        game.result = result.or(game.result);
                        return Ok(Some(game));
                    }
                    if let Some(mv) = self.read_move(&position, word, style)? {
                        game.moves.push(mv);
                        position.play(mv);
                    }
                }
            }
            is_empty = false;
        }
        Ok((!is_empty).then_some(game))
    }

    /// The move in a word, which may begin with a number: `1.`, `12...`, `3.C2=5`. `None` for a
    /// number alone.
    fn read_move(
        &self,
        position: &Position,
        word: &str,
        style: Option<Style>,
    ) -> Result<Option<Move>, GameTextError> {
        let read = |text: &str| match style {
            Some(style) => style.read(position, text),
            None => read(position, text),
        };
        // Tried whole first: `77.6` is a move.
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
        // Opinions (`!?`) are dropped.
        match read(unnumbered.trim_end_matches(['!', '?'])) {
            Ok(mv) => Ok(Some(mv)),
            Err(error) => self.refuse(error),
        }
    }
}

/// White space, the wide one of Chinese texts included, and a mark that some programs put first.
fn blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
