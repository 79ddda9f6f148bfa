//! `gains`: every move of both sides with what it gains in the position tables, as the lab lists them.
//!
//! For board N the lab writes `red_N.txt` and `black_N.txt`, three lines a move, in rows and columns
//! counted from 0 at the top left.

use crate::Xiangqi;
use crate::evaluators::PieceTables;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::square::{RANKS, Square};
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::verbs;
use search::Side;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `gains`.
#[derive(Args)]
pub(crate) struct Gains {
    /// Position strings or files with one; they are numbered from 1
    #[arg(required = true)]
    positions: Vec<String>,
    /// Write red_N.txt and black_N.txt into this folder, for each position N
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Lists the moves of both sides, or writes them into a folder.
pub(crate) fn run(context: &Context<Xiangqi>, args: Gains) -> Result<Finish, HarnessError> {
    let tables = context.config().files.tables();
    let mut positions = Vec::new();
    for text in &args.positions {
        positions.push(verbs::position(context, Some(text))?);
    }
    if let Some(folder) = &args.folder {
        std::fs::create_dir_all(folder)
            .map_err(|source| HarnessError::Write { path: folder.clone(), source })?;
    }
    for (number, position) in (1..).zip(&positions) {
        for (side, name) in [(Side::First, "red"), (Side::Second, "black")] {
            let gains = gains(position, side, &tables);
            match &args.folder {
                Some(folder) => {
                    let path = folder.join(format!("{name}_{number}.txt"));
                    context.write_file(&path, lab_text(&gains))?;
                }
                None => {
                    for &(mv, gain) in &gains {
                        let row = json!({
                            "position": number, "side": name, "move": mv.to_string(), "gain": gain
                        });
                        context.result(&row, &format!("{number} {name} {mv} {gain:+}\n"))?;
                    }
                }
            }
        }
    }
    Ok(Finish::Done)
}

/// The moves of a side in the lab's order, with their gains.
fn gains(position: &Position, side: Side, tables: &PieceTables) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    position.list_lab_moves(side, &mut moves);
    let gain = |mv: &Move| {
        let piece = position.piece_at(mv.from)?;
        Some((*mv, tables.gain(piece, mv.from, mv.to)))
    };
    moves.iter().filter_map(gain).collect()
}

/// The lab's file.
fn lab_text(gains: &[(Move, i32)]) -> String {
    let place = |square: Square| format!("{} {}", RANKS - 1 - square.rank(), square.file());
    gains.iter().fold(String::new(), |mut text, (mv, gain)| {
        let (from, to) = (place(mv.from), place(mv.to));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "init: {from}\nnext: {to}\nscore {gain}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    #[test]
    fn both_sides_are_listed_with_gains_from_their_own_view() {
        let position = Position::parse_position("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 lab").unwrap();
        let tables = PieceTables::lab();
        let red = gains(&position, Side::First, &tables);
        assert_eq!((red[0].0.to_string(), red[0].1), ("a0a1".to_owned(), 11));
        let black = gains(&position, Side::Second, &tables);
        assert_eq!(
            lab_text(&black),
            "init: 0 3\nnext: 0 4\nscore 4\ninit: 0 3\nnext: 1 3\nscore -9\n"
        );
    }
}
