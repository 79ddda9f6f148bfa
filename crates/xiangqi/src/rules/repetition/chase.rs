//! What counts as chasing a piece.
//!
//! A side chases a piece with a move after which one of its pieces could capture it and win
//! something, and before which it could not:
//! - kings and pawns do not chase, and neither kings nor pawns that have not crossed can be chased;
//! - the capture must be legal;
//! - a horse or cannon on a rook, an advisor or elephant on a rook, horse or cannon: always wins;
//! - otherwise the victim must be unprotected: after the capture no legal move takes back;
//! - pieces of one kind that attack each other do not chase, unless the victim cannot capture;
//! - a capture that was possible before the move is no new threat, unless the victim was protected
//!   then and still seems to be: its protector has just been pinned.
//!
//! Everything is decided by playing the captures and asking the rules, so that pins, discovered
//! checks, screens that vanish and kings that protect or do not are right without being named.

use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::square::{SQUARES, Square};
use crate::rules::squares::Squares;
use search::{Game, Side};

/// Pieces, each named by the square it stood on when the cycle began.
pub(crate) type Pieces = Squares;

/// Which piece stands where, while a cycle is played.
pub(crate) struct Names([Square; SQUARES]);

impl Names {
    pub(crate) fn new() -> Names {
        Names(std::array::from_fn(Square::from_index))
    }

    pub(crate) fn play(&mut self, mv: Move) {
        self.0[mv.to.index()] = self.0[mv.from.index()];
    }

    fn of(&self, square: Square) -> Square {
        self.0[square.index()]
    }
}

/// One piece could capture another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    attacker: Square,
    pub(super) victim: Square,
    gain: Gain,
}

/// What a capture brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gain {
    /// Nothing: the victim can capture the attacker, or is protected.
    Nothing,
    /// The victim, which nothing protects, or which is worth it anyway.
    Victim,
    /// The victim, because its protectors could only take back by exposing their king.
    Pinned,
}

impl Attack {
    /// Whether the move since `before` made this a threat.
    pub(crate) fn is_new(&self, before: &[Attack]) -> bool {
        let same =
            |earlier: &&Attack| (earlier.attacker, earlier.victim) == (self.attacker, self.victim);
        match (before.iter().find(same).map(|earlier| earlier.gain), self.gain) {
            (_, Gain::Nothing) => false,
            (None, _) => true,
            (Some(Gain::Nothing), Gain::Pinned) => true,
            (Some(_), _) => false,
        }
    }
}

/// Every capture that the pieces of a side could make in a position, whoever is to move, of those
/// that may chase on those that may be chased.
pub(crate) fn attacks(position: &Position, side: Side, names: &Names) -> Vec<Attack> {
    let mut found = Vec::new();
    let turn = with_turn(position, side);
    for kind in [Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon] {
        for from in turn.pieces(side, kind) {
            for to in turn.legal_targets(from) & turn.of_side(!side) {
                let Some(victim) = turn.piece_at(to).filter(|&piece| can_be_chased(piece, to))
                else {
                    continue;
                };
                let gain = gain(&turn, Move::new(from, to), kind, victim.kind);
                found.push(Attack { attacker: names.of(from), victim: names.of(to), gain });
            }
        }
    }
    found
}

/// The position with this side to move.
fn with_turn(position: &Position, side: Side) -> Position {
    let mut turn = position.clone();
    if turn.side() != side {
        turn.play(Move::NULL);
    }
    turn
}

fn can_be_chased(victim: Piece, square: Square) -> bool {
    match victim.kind {
        Kind::King => false,
        Kind::Pawn => !attacks::half(victim.side).contains(square),
        _ => true,
    }
}

/// What a legal capture brings.
fn gain(position: &Position, capture: Move, attacker: Kind, victim: Kind) -> Gain {
    let always = match attacker {
        Kind::Horse | Kind::Cannon => victim == Kind::Rook,
        Kind::Advisor | Kind::Elephant => matches!(victim, Kind::Rook | Kind::Horse | Kind::Cannon),
        _ => false,
    };
    if always {
        return Gain::Victim;
    }
    let back = Move::new(capture.to, capture.from);
    if attacker == victim && with_turn(position, !position.side()).is_legal(back) {
        return Gain::Nothing;
    }
    let mut after = position.clone();
    after.play(capture);
    let takes_back = |&from: &Square| {
        after
            .piece_at(from)
            .is_some_and(|piece| after.moves_of(piece.side, piece.kind, from).contains(capture.to))
    };
    let protectors: Squares = after.of_side(after.side()).filter(takes_back).collect();
    if protectors.is_empty() {
        Gain::Victim
    } else if { protectors }.any(|from| after.is_legal(Move::new(from, capture.to))) {
        Gain::Nothing
    } else {
        Gain::Pinned
    }
}
