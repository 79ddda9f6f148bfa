//! GGF, the Generic Game Format of the game servers: `(;GM[Othello]PB[..]PW[..]TY[8]BO[8 ... *]B[F5]...;)`.
//!
//! A game is a list of properties: the players (`PB`, `PW`), the result (`RE`), the start position
//! (`BO`: the size, the squares, the side to move; the standard start if it is missing) and the moves
//! (`B` and `W`: a move, then optionally the mover's evaluation and its time in seconds). Other
//! properties are skipped. Also accepted: any white space, lowercase letters in moves, passes omitted or
//! in any accepted spelling, colours that do not alternate (the rules determine the side to move), a
//! missing `;)` at the end, text before the first game and between games.

use super::passes;
use crate::notation::{parse_move, parse_position};
use crate::rules::board::Size;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use record::{Ending, PlayedGame, Remarks, Termination};
use search::notation::quote;
use search::{Game, Notation, NotationError, Outcome, Side};
use std::cmp::Ordering;

/// Parses the first game of a text.
///
/// ```
/// use othello::notation::ggf;
/// let game = ggf::parse("(;GM[Othello]PB[me]PW[you]TY[8]B[F5//1.2]W[d6/-0.5];)").unwrap();
/// assert_eq!(game.players[0], "me");
/// assert_eq!(game.plies(), 2);
/// ```
pub fn parse(text: &str) -> Result<PlayedGame<Othello>, NotationError> {
    let form = "a game that begins with (; and GM[Othello]";
    let begin = text.find("(;").ok_or_else(|| NotationError::new("game", quote(text), form))?;
    read(&text[begin + 2..]).map(|(record, _)| record)
}

/// Reads all games of a text; an error says which, from 1.
pub fn parse_all(text: &str) -> Result<Vec<PlayedGame<Othello>>, (usize, NotationError)> {
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
fn read(text: &str) -> Result<(PlayedGame<Othello>, &str), NotationError> {
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
    let mut game = PlayedGame::new(start);
    for value in played {
        let (mv, remarks) = read_move(start.size(), value)?;
        // Some programs write a pass after the end of the game.
        if mv == Move::PASS && game.outcome().is_some() {
            continue;
        }
        passes::play(&mut game, mv, remarks)?;
    }
    if game.outcome().is_none()
        && let Some(ending) = read_result(&result)
    {
        game.end(ending);
    }
    game.players = players;
    Ok((game, rest))
}

/// `-4.00`, black's discs less white's, with `:r` if the loser gave up, `:t` if its time was up. `None`
/// for what is no number: the game is not over.
fn read_result(text: &str) -> Option<Ending> {
    let (discs, how) = text.split_once(':').unwrap_or((text, ""));
    let discs: f64 = discs.trim().parse().ok()?;
    let outcome = match discs.partial_cmp(&0.0)? {
        Ordering::Greater => Outcome::Win(Side::First),
        Ordering::Less => Outcome::Win(Side::Second),
        Ordering::Equal => Outcome::Draw,
    };
    let reason = match how.trim() {
        "r" => Termination::Resigned,
        "t" => Termination::TimeForfeit,
        _ => Termination::Unknown,
    };
    Some(Ending::new(outcome, reason))
}

/// What [`read_result`] reads: the discs on the board at the end, and 64 for a game that the board did
/// not decide.
fn result_text(game: &PlayedGame<Othello>) -> Option<String> {
    let ending = game.ending()?;
    let position = game.position();
    let discs = match (ending.reason, ending.outcome) {
        (Termination::Rules, _) if position.side() == Side::First => position.final_score(),
        (Termination::Rules, _) => -position.final_score(),
        (_, Outcome::Win(Side::First)) => 64,
        (_, Outcome::Win(Side::Second)) => -64,
        (_, Outcome::Draw) => 0,
    };
    let how = match ending.reason {
        Termination::Resigned => ":r",
        Termination::TimeForfeit => ":t",
        _ => "",
    };
    Some(format!("{discs:+}{how}"))
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
pub(crate) fn read_move(size: Size, value: &str) -> Result<(Move, Remarks), NotationError> {
    let mut parts = value.split('/');
    let text = parts.next().unwrap_or_default().trim();
    let form = "a letter and a number, or PASS, then /evaluation/seconds";
    let mv = parse_move(size, text).ok_or_else(|| NotationError::new("move", quote(text), form))?;
    let mut number = || parts.next().and_then(|text| text.trim().parse::<f64>().ok());
    let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
    let score = finite(number());
    let seconds = finite(number()).filter(|&seconds| seconds >= 0.0);
    Ok((mv, Remarks { score, seconds, ..Remarks::default() }))
}

/// Writes a game on one line. A proven score is written as 64 discs.
pub fn write(game: &PlayedGame<Othello>) -> String {
    // A bracket would end the value.
    let clean = |text: &str| text.replace(['[', ']'], " ").trim().to_owned();
    let [black, white] = game.players.each_ref().map(|name| clean(name));
    let start = game.start();
    let mut text = format!("(;GM[Othello]PB[{black}]PW[{white}]");
    if let Some(result) = result_text(game) {
        text.push_str(&format!("RE[{result}]"));
    }
    let squares = start.position_text().replace('X', "*");
    text.push_str(&format!("TY[{0}]BO[{0} {squares}]", start.size().rows()));
    for ((mv, remarks), side) in game.moves().zip(game.remarks()).zip(game.sides()) {
        let colour = if side == Side::First { 'B' } else { 'W' };
        let name = match mv {
            Move::PASS => "PASS".to_owned(),
            _ => start.move_text(mv).to_ascii_uppercase(),
        };
        let proven = remarks.proven.map(|plies| if plies < 0 { -64.0 } else { 64.0 });
        let eval = remarks.score.or(proven).map_or(String::new(), |eval| format!("{eval:.2}"));
        let seconds = remarks.seconds.map_or(String::new(), |seconds| format!("/{seconds:.2}"));
        let tail = match (eval.as_str(), seconds.as_str()) {
            ("", "") => String::new(),
            _ => format!("/{eval}{seconds}"),
        };
        text.push_str(&format!("{colour}[{name}{tail}]"));
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
    fn a_game_server_record_is_parsed() {
        let record = parse(GAME).unwrap();
        assert_eq!(record.players, ["chris", "saio"]);
        assert_eq!(record.ending(), None);
        assert_eq!(*record.start(), Othello::start(Size::Eight));
        let said: Vec<_> = record.remarks().map(|said| (said.score, said.seconds)).collect();
        assert_eq!(said, [(Some(1.5), Some(0.2)), (None, Some(2.0)), (None, None)]);
        assert_eq!(record.move_texts(), ["f5", "f6", "e6"]);
    }

    #[test]
    fn a_result_says_who_won_and_how() {
        let ending =
            |result: &str| parse(&GAME.replace("[?]", &format!("[{result}]"))).unwrap().ending();
        let black = Outcome::Win(Side::First);
        assert_eq!(ending("+64:r"), Some(Ending::new(black, Termination::Resigned)));
        assert_eq!(
            ending("-12.00"),
            Some(Ending::new(Outcome::Win(Side::Second), Termination::Unknown))
        );
        assert_eq!(ending("0.00:t"), Some(Ending::new(Outcome::Draw, Termination::TimeForfeit)));
        assert_eq!(ending("adjourned"), None);
    }

    #[test]
    fn several_games_are_parsed_and_errors_have_the_game_and_place() {
        let text = format!("1 {GAME}\n 2 {GAME}");
        assert_eq!(parse_all(&text).unwrap().len(), 2);
        let text = format!("{GAME} (;GM[Othello]B[F5]W[A1];)");
        let (game, error) = parse_all(&text).unwrap_err();
        assert_eq!((game, error.place.as_str()), (2, "move 2"));
        let error_text = |text: &str| parse(text).unwrap_err().to_string();
        assert!(error_text("nothing").starts_with("game: found `nothing`"));
        assert!(error_text("(;GM[Go];)").starts_with("GM: found `Go`"));
        assert!(error_text("(;GM[Othello]BO[6 -----O*--*O----- *];)").starts_with("BO: found `6`"));
        assert!(error_text("(;GM[Othello]B[Z9];)").starts_with("move: found `Z9`"));
        assert!(error_text("(;GM[Othello").starts_with("property: found `GM[Othello`"));
    }

    proptest! {
        #[test]
        fn written_games_read_back(seed: u64, size in 0..3usize, eval in -64.0..64.0f64, plies in 0..60usize) {
            let mut random = random_game(Size::ALL[size], seed);
            let score = Some((eval * 100.0).round() / 100.0);
            let mut game = PlayedGame::new(*random.start());
            for (index, mv) in random.moves().enumerate().take(plies) {
                let seconds = (index % 3 == 0).then_some(1.25);
                game.play_with(mv, Remarks { score, seconds, ..Remarks::default() }).unwrap();
            }
            if game.outcome().is_none() {
                game.end(Ending::resignation(Side::First));
            }
            game.players = ["one".to_owned(), String::new()];
            prop_assert_eq!(parse(&write(&game)), Ok(game));
            random.players[0] = "[x]".into();
            prop_assert_eq!(parse(&write(&random)).map(|game| game.players[0].clone()), Ok("x".into()));
        }

        #[test]
        fn parsing_never_panics(
            text in "\\(;(GM\\[Othello\\]|PB|BO\\[|8 |[-*O]{0,5}|B\\[|W\\[|[A-H][1-8]|/|\\]|;|\\)|\\PC){0,12}",
        ) {
            let _ = parse_all(&text);
        }
    }
}
