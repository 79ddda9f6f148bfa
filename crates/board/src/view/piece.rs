//! What lies on a board: [`Piece`].

use super::Place;
use serde::Serialize;

/// The shape of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A domed stone, as in gomoku.
    Stone,
    /// A flat disc, as in othello and Connect Four.
    Disc,
    /// A flat round piece with a ring and a character, as in xiangqi.
    Token,
    /// A knight.
    Knight,
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PieceKind {
    /// Names the kind for style sheets and pictures: `black`, `red-chariot`.
    pub id: &'static str,
    /// Whose it is: 0 or 1.
    pub side: u8,
    /// Its letter where only ASCII can be shown.
    pub letter: char,
    /// Its character elsewhere.
    pub character: char,
    /// Its shape.
    pub form: Form,
}

impl PieceKind {
    /// A stone of the first side, `X` in ASCII.
    pub const fn first_stone(id: &'static str) -> PieceKind {
        PieceKind { id, side: 0, letter: 'X', character: '●', form: Form::Stone }
    }

    /// A stone of the second side, `O` in ASCII.
    pub const fn second_stone(id: &'static str) -> PieceKind {
        PieceKind { id, side: 1, letter: 'O', character: '○', form: Form::Stone }
    }

    /// A disc of the first side.
    pub const fn first_disc(id: &'static str, letter: char) -> PieceKind {
        PieceKind { id, side: 0, letter, character: '●', form: Form::Disc }
    }

    /// A disc of the second side.
    pub const fn second_disc(id: &'static str, letter: char) -> PieceKind {
        PieceKind { id, side: 1, letter, character: '○', form: Form::Disc }
    }

    /// A round piece with a character.
    pub const fn token(id: &'static str, side: u8, letter: char, character: char) -> PieceKind {
        PieceKind { id, side, letter, character, form: Form::Token }
    }

    /// A knight with the letter of its player.
    pub const fn knight(id: &'static str, side: u8, letter: char) -> PieceKind {
        PieceKind { id, side, letter, character: letter, form: Form::Knight }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Where it is.
    pub place: Place,
    /// What it is.
    #[serde(flatten)]
    pub kind: PieceKind,
}
