//! The syntax of SGF: game trees, nodes and properties, whatever they mean.

use search::NotationError;
use search::notation::quote;

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    /// Its capital letters.
    pub(super) name: String,
    /// Its values, at least one, without their escapes.
    pub(super) values: Vec<String>,
    /// The line it begins on, from 1.
    pub(super) line: usize,
}

/// The nodes of the main line of a game: at every fork the first way.
pub(super) type MainLine = Vec<Vec<Property>>;

/// The main lines of all games of a text.
pub(super) fn main_lines(text: &str) -> Result<Vec<MainLine>, NotationError> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut games = Vec::new();
    while reader.find_game() {
        games.push(reader.game()?);
    }
    Ok(games)
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    /// Takes so many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn skip_blanks(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start().len());
    }

    /// Goes to the next `(` that a `;` follows; false if there is none.
    fn find_game(&mut self) -> bool {
        while let Some(at) = self.rest.find('(') {
            self.take(at);
            if self.rest[1..].trim_start().starts_with(';') {
                return true;
            }
            self.take(1);
        }
        false
    }

    /// A game tree. The main line ends where the first `)` is; the rest is skipped.
    fn game(&mut self) -> Result<MainLine, NotationError> {
        let mut nodes: MainLine = Vec::new();
        let mut depth = 0usize;
        let mut is_main = true;
        loop {
            self.skip_blanks();
            let Some(first) = self.rest.chars().next() else { return Ok(nodes) };
            match first {
                '(' => {
                    depth += 1;
                    self.take(1);
                }
                ')' => {
                    is_main = false;
                    depth -= 1;
                    self.take(1);
                    if depth == 0 {
                        return Ok(nodes);
                    }
                }
                ';' => {
                    self.take(1);
                    if is_main {
                        nodes.push(Vec::new());
                    }
                }
                _ => {
                    let property = self.property()?;
                    if let (true, Some(node)) = (is_main, nodes.last_mut()) {
                        node.push(property);
                    }
                }
            }
        }
    }

    /// `AB[aa][bb]`.
    fn property(&mut self) -> Result<Property, NotationError> {
        let line = self.line;
        let letters = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (found, name) = (self.rest, self.take(letters));
        let name = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        self.skip_blanks();
        let mut values = Vec::new();
        while self.rest.starts_with('[') {
            self.take(1);
            values.push(self.value()?);
            self.skip_blanks();
        }
        if letters == 0 || values.is_empty() {
            let place = format!("line {line}");
            let allowed = "a property such as B[hh], or ; ( )";
            return Err(NotationError::new(place, quote(found), allowed));
        }
        Ok(Property { name, values, line })
    }

    /// What is left of a value, and its `]`. A `\\` takes the next character as it is, and the end of
    /// a line away.
    fn value(&mut self) -> Result<String, NotationError> {
        let line = self.line;
        let mut value = String::new();
        let mut chars = self.rest.char_indices();
        let end = loop {
            match chars.next() {
                Some((at, ']')) => break at,
                Some((_, '\\')) => match chars.next() {
                    Some((_, '\r')) => {
                        if chars.as_str().starts_with('\n') {
                            chars.next();
                        }
                    }
                    Some((_, '\n')) | None => {}
                    Some((_, c)) => value.push(c),
                },
                Some((_, c)) => value.push(c),
                None => {
                    let place = format!("line {line}");
                    return Err(NotationError::new(place, "a value without end", "[...]"));
                }
            }
        };
        self.take(end + 1);
        Ok(value)
    }
}
