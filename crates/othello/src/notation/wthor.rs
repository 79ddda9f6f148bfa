//! WTHOR `.wtb`: the game database of the French Othello federation, one file per year.
//!
//! All numbers are little-endian. A header of 16 bytes: the creation date, the number of games (at 4), of
//! other records (at 8), the year (at 10), the board size (at 12; 0 and 8 mean 8x8), the type (at 13) and
//! the depth of the theoretical scores (at 14). Then 68 bytes per game: tournament, black and white as
//! indices into other files, black's discs at the end (empty squares to the winner) and with perfect
//! play, and 60 moves as 10 * row + column from 1, without passes, 0 after the last.
//!
//! Also accepted: bytes after the last game.

use super::passes;
use crate::rules::board::Size;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use record::{Ending, PlayedGame, Remarks, Termination};
use search::{Outcome, Side};
use std::cmp::Ordering;
use thiserror::Error;

const HEADER: usize = 16;
const GAME: usize = 68;

/// Why a file is not a WTHOR database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WthorError {
    /// The file is truncated.
    #[error("found {found} bytes, allowed: {needed} or more, for {games} games")]
    Short {
        /// The number of bytes in the file.
        found: usize,
        /// The number of bytes that the header implies.
        needed: u64,
        /// The number of games in the header.
        games: u32,
    },
    /// Not an 8x8 board.
    #[error("byte 12: found a board of {0} rows, allowed: 8")]
    Size(u8),
    /// A game with an illegal move.
    #[error("game {game}: {problem}")]
    Game {
        /// The number of the game, from 1.
        game: usize,
        /// The problem.
        problem: String,
    },
}

/// The games of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// The year in which they were played.
    pub year: u16,
    /// The number of empty squares from which the theoretical scores are computed.
    pub depth: u8,
    /// The games.
    pub games: Vec<Game>,
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The index of the tournament.
    pub tournament: u16,
    /// The indices of the players, black and white.
    pub players: [u16; 2],
    /// Black's discs at the end, with the empty squares for the winner.
    pub black_discs: u8,
    /// Black's discs with perfect play from [`Base::depth`] on.
    pub theoretical: u8,
    /// The start, the moves and how it ended. Players and tournament are numbers of other files.
    pub played: PlayedGame<Othello>,
}

/// Parses the contents of a file.
pub fn parse(bytes: &[u8]) -> Result<Base, WthorError> {
    let short = |games| {
        let needed = HEADER as u64 + GAME as u64 * u64::from(games);
        WthorError::Short { found: bytes.len(), needed, games }
    };
    let header = bytes.first_chunk::<HEADER>().ok_or_else(|| short(0))?;
    let [_, _, _, _, c0, c1, c2, c3, _, _, y0, y1, size, _, depth, _] = *header;
    let count = u32::from_le_bytes([c0, c1, c2, c3]);
    if size != 0 && size != 8 {
        return Err(WthorError::Size(size));
    }
    let records = &bytes[HEADER..];
    let wanted = usize::try_from(count).map_err(|_| short(count))?;
    if records.len() / GAME < wanted {
        return Err(short(count));
    }
    let games = records.chunks_exact(GAME).take(wanted).enumerate();
    let games = games.map(|(index, record)| {
        game(record).map_err(|problem| WthorError::Game { game: index + 1, problem })
    });
    let year = u16::from_le_bytes([y0, y1]);
    Ok(Base { year, depth, games: games.collect::<Result<_, _>>()? })
}

fn game(record: &[u8]) -> Result<Game, String> {
    let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let mut played = PlayedGame::new(Othello::start(Size::Eight));
    for &code in record[8..].iter().take_while(|&&code| code != 0) {
        let square = match (code / 10, code % 10) {
            (row @ 1..=8, column @ 1..=8) => Size::Eight.square(row - 1, column - 1),
            _ => None,
        };
        let place = format!("move {}", played.plies() + 1);
        let square = square.ok_or_else(|| {
            format!("{place}: found {code}, allowed: 10 * row + column, each 1 to 8")
        })?;
        passes::play(&mut played, Move::at(square), Remarks::default())
            .map_err(|error| error.to_string())?;
    }
    if played.outcome().is_none() {
        let outcome = match record[6].cmp(&32) {
            Ordering::Greater => Outcome::Win(Side::First),
            Ordering::Less => Outcome::Win(Side::Second),
            Ordering::Equal => Outcome::Draw,
        };
        played.end(Ending::new(outcome, Termination::Unknown));
    }
    Ok(Game {
        tournament: number(0),
        players: [number(2), number(4)],
        black_discs: record[6],
        theoretical: record[7],
        played,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use search::{Game as _, Side};

    fn base(games: u32, moves: &[u8]) -> Vec<u8> {
        let mut bytes = vec![20, 15, 1, 1];
        bytes.extend(games.to_le_bytes());
        bytes.extend([0, 0, 0xdf, 0x07, 8, 0, 22, 0]);
        bytes.extend([1, 0, 2, 0, 3, 1, 33, 31]);
        bytes.extend(moves);
        bytes.resize(HEADER + GAME, 0);
        bytes
    }

    #[test]
    fn a_game_is_parsed_with_its_fields() {
        let base = parse(&base(1, &[56, 64])).unwrap();
        assert_eq!((base.year, base.depth, base.games.len()), (2015, 22, 1));
        let game = &base.games[0];
        assert_eq!((game.tournament, game.players), (1, [2, 259]));
        assert_eq!((game.black_discs, game.theoretical), (33, 31));
        let moves: Vec<String> = game.played.moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["f5", "d6"]);
    }

    #[test]
    fn errors_have_the_game_and_the_move() {
        let error_text = |bytes: &[u8]| parse(bytes).unwrap_err().to_string();
        assert_eq!(error_text(&[1, 2]), "found 2 bytes, allowed: 16 or more, for 0 games");
        assert_eq!(error_text(&base(2, &[])), "found 84 bytes, allowed: 152 or more, for 2 games");
        assert!(error_text(&base(u32::MAX, &[])).starts_with("found 84 bytes"));
        assert!(error_text(&base(1, &[56, 99])).starts_with("game 1: move 2: found 99"));
        assert!(error_text(&base(1, &[56, 11])).starts_with("game 1: move 2: `a1` is not legal: "));
        let mut ten = base(1, &[]);
        ten[12] = 10;
        assert_eq!(error_text(&ten), "byte 12: found a board of 10 rows, allowed: 8");
    }

    #[test]
    fn published_files_end_with_their_recorded_disc_counts() {
        for name in ["WTH_2015.wtb", "WTH_2022.wtb"] {
            let file = format!("othello/{name}");
            let Some(path) = plywood_testing::data::file(&file) else { continue };
            let base = parse(&std::fs::read(path).unwrap()).unwrap();
            assert_eq!(name, format!("WTH_{}.wtb", base.year));
            assert!(base.games.len() > 500);
            let mut finished = 0;
            for game in &base.games {
                let end = game.played.position();
                if end.outcome().is_none() {
                    continue;
                }
                finished += 1;
                let score = end.final_score();
                let black = if end.side() == Side::First { score } else { -score };
                assert_eq!((64 + black) / 2, i32::from(game.black_discs));
            }
            assert!(finished * 10 > base.games.len() * 8, "{finished}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(
            moves in prop::collection::vec(0u8..=90, 0..70),
            rest in prop::collection::vec(any::<u8>(), 0..40),
            games in 0u32..3,
        ) {
            let mut bytes = base(games, &moves);
            bytes.extend(&rest);
            let _ = parse(&bytes);
            let _ = parse(&rest);
        }
    }
}
