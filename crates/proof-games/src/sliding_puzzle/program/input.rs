//! Reads positions from the command line, files and standard input.

use super::Config;
use crate::sliding_puzzle::Board;
use config::{MAX_FILE_BYTES, read_text};
use files::read_text_from;
use harness::cli::HarnessError;
use std::path::Path;

/// Reads the positions of the arguments: position strings, files with one position per line, `-` for
/// standard input. In a file, `#` starts a comment and empty lines are skipped. Unsolvable positions are
/// refused.
pub(super) fn positions(config: &Config, texts: &[String]) -> Result<Vec<Board>, HarnessError> {
    let mut boards = Vec::new();
    for text in texts {
        if text == "-" {
            let place = "standard input";
            let lines = read_text_from(std::io::stdin().lock(), MAX_FILE_BYTES)
                .map_err(|error| HarnessError::input(place, error))?;
            read_lines(config, place, &lines, &mut boards)?;
            continue;
        }
        match text.parse() {
            Ok(board) => boards.push(solvable(config, &format!("position {text:?}"), board)?),
            // Not `is_file`: pipes are accepted too, as in `solve <(command)`.
            Err(_) if Path::new(text).exists() && !Path::new(text).is_dir() => {
                read_lines(config, text, &read_text(Path::new(text))?, &mut boards)?;
            }
            Err(error) => {
                let problem = format!("{error}; or give a file with one position per line");
                return Err(HarnessError::input(format!("position {text:?}"), problem));
            }
        }
    }
    Ok(boards)
}

fn read_lines(
    config: &Config,
    place: &str,
    lines: &str,
    boards: &mut Vec<Board>,
) -> Result<(), HarnessError> {
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let place = format!("{place}:{number}");
        let board: Board = line.parse().map_err(|error| HarnessError::input(&place, error))?;
        boards.push(solvable(config, &place, board)?);
    }
    Ok(())
}

fn solvable(config: &Config, place: &str, board: Board) -> Result<Board, HarnessError> {
    match board.is_solvable(config.puzzle.goal) {
        true => Ok(board),
        false => Err(HarnessError::input(
            place,
            "cannot be solved, like half of all arrangements (odd parity); check puzzle.goal, or swap \
             two tiles",
        )),
    }
}
