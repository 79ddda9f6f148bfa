//! GGF, the Generic Game Format of the game servers: `(;GM[Othello]PB[..]PW[..]TY[8]BO[8 ... *]B[F5]...;)`.
//!
//! A game is a list of properties. Read are the players (`PB`, `PW`), the result (`RE`), the start
//! (`BO`: the size, the squares, the side to move; the usual start if it is missing) and the moves (`B`
//! and `W`: a move, then optionally the mover's evaluation and its seconds). Everything else is
//! skipped. Forgiven: any white space, small letters in moves, passes left out or written as any
//! position string allows, colours that do not alternate (the rules say whose turn it is), a missing
//! `;)` at the end, text before the first game and between games.

use super::Line;
use crate::notation::{parse_move, parse_position};
use crate::rules::board::Size;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::notation::quote;
use search::{Game, Notation, NotationError, Side};

/// A game with what its players thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The names of black and white, empty if unknown.
    pub players: [String; 2],
    /// The result as it stands in the text, empty if there is none.
    pub result: String,
    /// The start and the moves.
    pub line: Line,
    /// What was written beside each move of the line; nothing beside passes that were left out.
    pub notes: Vec<Note>,
}

/// What stands beside a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// The evaluation by the mover, in discs.
    pub eval: Option<f64>,
    /// How long it thought.
    pub seconds: Option<f64>,
}

/// Reads the first game of a text.
///
/// ```
/// use othello::formats::ggf;
/// let game = ggf::parse("(;GM[Othello]PB[me]PW[you]TY[8]B[F5//1.2]W[d6/-0.5];)").unwrap();
/// assert_eq!(game.players[0], "me");
/// assert_eq!(game.line.moves().len(), 2);
/// ```
pub fn parse(text: &str) -> Result<Record, NotationError> {
    let form = "a game that begins with (; and GM[Othello]";
    let begin = text.find("(;").ok_or_else(|| NotationError::new("game", quote(text), form))?;
    read(&text[begin + 2..]).map(|(record, _)| record)
}

/// Reads all games of a text; an error says which, from 1.
pub fn parse_all(text: &str) -> Result<Vec<Record>, (usize, NotationError)> {
    let mut records = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find("(;") {
        let (record, left) =
            read(&rest[begin + 2..]).map_err(|error| (records.len() + 1, error))?;
        records.push(record);
        rest = left;
    }
    Ok(records)
}

/// Reads the properties after `(;`, and gives back what follows the game.
fn read(text: &str) -> Result<(Record, &str), NotationError> {
    let mut players = [String::new(), String::new()];
    let mut result = String::new();
    let mut start = Othello::start(Size::Eight);
    let mut played = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(left) = rest.strip_prefix(';') {
            let left = left.trim_start();
            rest = left.strip_prefix(')').unwrap_or(left);
            break;
        }
        if rest.is_empty() || rest.starts_with(')') {
            break;
        }
        let form = "a property such as PB[name], or ;)";
        let wrong = || NotationError::new("property", quote(rest), form);
        let (name, value) = rest.split_once('[').ok_or_else(wrong)?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(wrong());
        }
        let (value, left) = value.split_once(']').ok_or_else(wrong)?;
        rest = left;
        match name {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                return Err(NotationError::new("GM", quote(value), "Othello"));
            }
            "PB" => players[0] = value.trim().to_owned(),
            "PW" => players[1] = value.trim().to_owned(),
            "RE" => result = value.trim().to_owned(),
            "BO" => start = board(value)?,
            "B" | "W" => played.push(value),
            _ => {}
        }
    }
    let mut line = Line::new(start);
    let mut notes = Vec::new();
    for value in played {
        let (mv, note) = read_move(start.size(), value)?;
        // Some programs write a pass after the end of the game.
        if mv == Move::PASS && line.position().outcome().is_some() {
            continue;
        }
        line.play(mv)?;
        notes.resize(line.moves().len() - 1, Note::default());
        notes.push(note);
    }
    Ok((Record { players, result, line, notes }, rest))
}

/// `8 ---...--- *`.
fn board(value: &str) -> Result<Othello, NotationError> {
    let (size, squares) = value.trim().split_once(char::is_whitespace).unwrap_or((value, ""));
    let position = parse_position(squares)?;
    if size.parse() != Ok(position.size().rows()) {
        let allowed = format!("{}, by the number of squares", position.size().rows());
        return Err(NotationError::new("BO", quote(size), allowed));
    }
    Ok(position)
}

/// `F5/1.25/3.1`.
pub(crate) fn read_move(size: Size, value: &str) -> Result<(Move, Note), NotationError> {
    let mut parts = value.split('/');
    let text = parts.next().unwrap_or_default().trim();
    let form = "a letter and a number, or PASS, then /evaluation/seconds";
    let mv = parse_move(size, text).ok_or_else(|| NotationError::new("move", quote(text), form))?;
    let mut number = || parts.next().and_then(|text| text.trim().parse::<f64>().ok());
    let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
    let (eval, seconds) = (finite(number()), finite(number()));
    Ok((mv, Note { eval, seconds }))
}

/// Writes a game on one line.
pub fn write(record: &Record) -> String {
    // A bracket would end the value.
    let clean = |text: &str| text.replace(['[', ']'], " ").trim().to_owned();
    let [black, white] = record.players.each_ref().map(|name| clean(name));
    let start = record.line.start();
    let mut text = format!("(;GM[Othello]PB[{black}]PW[{white}]");
    if !record.result.is_empty() {
        text.push_str(&format!("RE[{}]", clean(&record.result)));
    }
    let squares = start.position_text().replace('X', "*");
    text.push_str(&format!("TY[{0}]BO[{0} {squares}]", start.size().rows()));
    let mut position = start;
    for (index, &mv) in record.line.moves().iter().enumerate() {
        let colour = if position.side() == Side::First { 'B' } else { 'W' };
        let name = match mv {
            Move::PASS => "PASS".to_owned(),
            _ => position.move_text(mv).to_ascii_uppercase(),
        };
        let note = record.notes.get(index).copied().unwrap_or_default();
        let eval = note.eval.map_or(String::new(), |eval| format!("{eval:.2}"));
        let seconds = note.seconds.map_or(String::new(), |seconds| format!("/{seconds:.2}"));
        let tail = match (eval.as_str(), seconds.as_str()) {
            ("", "") => String::new(),
            _ => format!("/{eval}{seconds}"),
        };
        text.push_str(&format!("{colour}[{name}{tail}]"));
        position.play(mv);
    }
    text.push_str(";)");
    text
}

#[cfg(test)]
mod tests {
    use super::super::transcript::tests::random_game;
    use super::*;
    use proptest::prelude::*;

    const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21]PB[chris]PW[saio]RE[?]TI[5:00]TY[8]\
                        BO[8 ---------------------------O*------*O--------------------------- *]\
                        B[F5/1.50/0.20]W[F6//2]B[e6];)";

    #[test]
    fn a_game_of_a_server_is_read() {
        let record = parse(GAME).unwrap();
        assert_eq!(record.players, ["chris", "saio"]);
        assert_eq!(record.result, "?");
        assert_eq!(record.line.start(), Othello::start(Size::Eight));
        assert_eq!(record.notes[0], Note { eval: Some(1.5), seconds: Some(0.2) });
        assert_eq!(record.notes[1], Note { eval: None, seconds: Some(2.0) });
        let moves: Vec<String> = record.line.moves().iter().map(Move::to_string).collect();
        assert_eq!(moves, ["f5", "f6", "e6"]);
    }

    #[test]
    fn many_games_are_read_and_an_error_says_which_and_where() {
        let text = format!("1 {GAME}\n 2 {GAME}");
        assert_eq!(parse_all(&text).unwrap().len(), 2);
        let text = format!("{GAME} (;GM[Othello]B[F5]W[A1];)");
        let (game, error) = parse_all(&text).unwrap_err();
        assert_eq!((game, error.place.as_str()), (2, "move 2"));
        let told = |text: &str| parse(text).unwrap_err().to_string();
        assert!(told("nothing").starts_with("game: found `nothing`"));
        assert!(told("(;GM[Go];)").starts_with("GM: found `Go`"));
        assert!(told("(;GM[Othello]BO[6 -----O*--*O----- *];)").starts_with("BO: found `6`"));
        assert!(told("(;GM[Othello]B[Z9];)").starts_with("move: found `Z9`"));
        assert!(told("(;GM[Othello").starts_with("property: found `GM[Othello`"));
    }

    proptest! {
        #[test]
        fn written_games_read_back(seed: u64, size in 0..3usize, eval in -64.0..64.0f64) {
            let line = random_game(Size::ALL[size], seed);
            let eval = Some((eval * 100.0).round() / 100.0);
            let mut notes = vec![Note { eval, seconds: None }; line.moves().len()];
            notes[0] = Note { eval: None, seconds: Some(1.25) };
            let players = ["one".to_owned(), String::new()];
            let record = Record { players, result: "+2".into(), line, notes };
            prop_assert_eq!(parse(&write(&record)), Ok(record));
        }

        #[test]
        fn no_text_makes_it_panic(
            text in "\\(;(GM\\[Othello\\]|PB|BO\\[|8 |[-*O]{0,5}|B\\[|W\\[|[A-H][1-8]|/|\\]|;|\\)|\\PC){0,12}",
        ) {
            let _ = parse_all(&text);
        }
    }
}
