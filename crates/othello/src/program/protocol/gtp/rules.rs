//! GoGui's extension `gogui-rules_*`, with which it can display games that it does not know.

use crate::program::domain::side_name;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::{Game, Notation, Side};

/// The answer to `gogui-rules_WHAT`; `None` for an unknown command.
pub(crate) fn answer(what: &str, position: &Othello) -> Option<String> {
    Some(match what {
        "game_id" => "Othello".to_owned(),
        "board_size" => position.size().rows().to_string(),
        "board" => board(position),
        "side_to_move" => match position.outcome() {
            Some(_) => String::new(),
            None => side_name(position.side()).to_owned(),
        },
        "legal_moves" => {
            let mut moves = Vec::new();
            let _ = position.expand(&mut moves);
            let names: Vec<String> = moves.iter().map(|&mv| vertex(position, mv)).collect();
            names.join(" ")
        }
        "final_result" => result(position),
        _ => return None,
    })
}

/// A move in GTP's notation.
pub(crate) fn vertex(position: &Othello, mv: Move) -> String {
    position.move_text(mv).to_ascii_uppercase().replace("PASS", "pass")
}

/// `B+12`, `W+2` or `0`; `?` if the game is not over.
pub(crate) fn result(position: &Othello) -> String {
    if position.outcome().is_none() {
        return "?".into();
    }
    let score = position.final_score();
    let black = if position.side() == Side::First { score } else { -score };
    match black {
        0 => "0".into(),
        1.. => format!("B+{black}"),
        _ => format!("W+{}", -black),
    }
}

/// The board from the last row to the first, because GoGui has row 1 at the bottom.
fn board(position: &Othello) -> String {
    let size = position.size();
    let cell = |row, column| {
        let bit = size.square(row, column).map_or(0, |square| square.bit());
        match bit {
            bit if position.discs(Side::First) & bit != 0 => "X",
            bit if position.discs(Side::Second) & bit != 0 => "O",
            _ => ".",
        }
    };
    let line = |row| (0..size.rows()).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = (0..size.rows()).rev().map(line).collect();
    lines.join("\n")
}
