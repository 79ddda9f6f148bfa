//! The definition of chasing a piece.
//!
//! A move chases a piece if it creates a threat to capture that piece with a gain:
//! - kings and pawns do not chase; kings and pawns before the river cannot be chased;
//! - the capture must be legal;
//! - a horse or cannon that attacks a rook always gains, and so does an advisor or elephant that
//!   attacks a rook, horse or cannon;
//! - otherwise the victim must be unprotected: no legal move recaptures;
//! - pieces of one kind that attack each other do not chase, unless the victim cannot capture;
//! - a capture that was possible before the move is not a new threat, unless the victim was protected
//!   before and is now protected only by a piece that has just been pinned.
//!
//! Every case is decided by playing the captures under the rules. Pins, discovered checks, screens
//! that vanish and kings as protectors need no special cases.

use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::square::{SQUARES, Square};
use crate::rules::squares::Squares;
use search::{Game, Side};

/// Pieces, each identified by its square at the start of the cycle.
pub(crate) type Pieces = Squares;

/// The identity of the piece on each square while a cycle is replayed.
pub(crate) struct Origins([Square; SQUARES]);

impl Origins {
    pub(crate) fn new() -> Origins {
        Origins(std::array::from_fn(Square::from_index))
    }

    pub(crate) fn play(&mut self, mv: Move) {
        self.0[mv.to.index()] = self.0[mv.from.index()];
    }

    fn of(&self, square: Square) -> Square {
        self.0[square.index()]
    }
}

/// A possible capture of one piece by another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    attacker: Square,
    pub(super) victim: Square,
    gain: Gain,
}

/// The gain of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gain {
    /// None: the victim can capture the attacker, or is protected.
    Nothing,
    /// The victim, which is unprotected or worth more than the attacker.
    Victim,
    /// The victim, because its protectors are pinned: a recapture would expose their king.
    Pinned,
}

impl Attack {
    /// Whether the last move created this threat; `before` holds the attacks before it.
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

/// Every capture that `side` could make if it were its turn, by pieces that can chase of pieces that
/// can be chased.
pub(crate) fn attacks(position: &Position, side: Side, origins: &Origins) -> Vec<Attack> {
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
                found.push(Attack { attacker: origins.of(from), victim: origins.of(to), gain });
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

/// The gain of a legal capture.
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
