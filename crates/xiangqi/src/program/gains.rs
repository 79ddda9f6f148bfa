//! The verb `gains`: every move of both sides with its gain in the position tables, in the lab's format.
//!
//! For board N the lab writes `red_N.txt` and `black_N.txt`, three lines per move, with rows and columns
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
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `gains`.
#[derive(Args)]
pub(crate) struct Gains {
    /// Position strings or files that contain one; numbered from 1
    #[arg(required = true)]
    positions: Vec<String>,
    /// For each position N, write red_N.txt and black_N.txt to this folder
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// A move with its gain.
#[derive(Serialize)]
struct GainRow {
    /// The number of the position on the command line, from 1.
    position: usize,
    /// `red` or `black`.
    side: &'static str,
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// The change in the position tables for the side that moves.
    gain: i32,
}

/// Lists the moves of both sides, or writes them to a folder.
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
                        let mv = mv.to_string();
                        let text = format!("{number} {name} {mv} {gain:+}\n");
                        let row = GainRow { position: number, side: name, mv, gain };
                        context.result(&row, &text)?;
                    }
                }
            }
        }
    }
    Ok(Finish::Done)
}

/// The moves of a side with their gains, in the lab's order.
fn gains(position: &Position, side: Side, tables: &PieceTables) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    position.list_lab_moves(side, &mut moves);
    let gain = |mv: &Move| {
        let piece = position.piece_at(mv.from)?;
        Some((*mv, tables.gain(piece, mv.from, mv.to)))
    };
    moves.iter().filter_map(gain).collect()
}

/// The text of the lab's file.
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
    fn gains_are_for_the_side_that_moves() {
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
