//! Why a move is not legal: [`Illegal`].

use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::square::Square;
use crate::rules::squares::Squares;
use crate::rules::variant::Rules;
use search::{Game, Side};
use thiserror::Error;

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Illegal {
    /// No move is legal after the end.
    #[error("the game is over")]
    GameOver,
    /// The square that the move leaves is empty.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The notation describes a piece that the side to move does not have.
    #[error("you have no such {0}")]
    NoSuchPiece(Name),
    /// The piece belongs to the opponent.
    #[error("the piece on {0} is not yours")]
    NotYours(Square),
    /// The notation describes a target that does not exist.
    #[error("the {0} would leave the board")]
    OffBoard(Name),
    /// The target holds a piece of the same side.
    #[error("your own piece is on {0}")]
    OwnPiece(Square),
    /// The piece never makes such a step.
    #[error("{}", steps(*.0))]
    Steps(Kind),
    /// Generals and advisors stay in their palace.
    #[error("the {0} cannot leave the palace")]
    LeavesPalace(Name),
    /// Elephants stay on their half of the board.
    #[error("the elephant cannot cross the river")]
    CrossesRiver,
    /// Soldiers move sideways only beyond the river.
    #[error("a soldier moves sideways only after it has crossed the river")]
    BeforeRiver,
    /// A horse whose leg, or an elephant whose eye, is occupied.
    #[error("the {0} is blocked by the piece on {1}")]
    Blocked(Name, Square),
    /// A cannon captures over exactly one piece.
    #[error("a cannon captures only over a screen: exactly one piece between")]
    NeedsScreen,
    /// The general is in check, and the move does not answer it.
    #[error("the general would still be in check")]
    StaysInCheck,
    /// The move lets a piece attack its general.
    #[error("the general would be exposed to the {0} on {1}")]
    Exposed(Name, Square),
    /// The generals may not see each other on a file.
    #[error("the two generals would face each other")]
    GeneralsFace,
}

/// A kind of piece by its English name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name(pub Kind);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0 {
            Kind::King => "general",
            Kind::Advisor => "advisor",
            Kind::Elephant => "elephant",
            Kind::Horse => "horse",
            Kind::Rook => "chariot",
            Kind::Cannon => "cannon",
            Kind::Pawn => "soldier",
        })
    }
}

/// How a kind of piece moves.
fn steps(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "the general moves one point along a line",
        Kind::Advisor => "an advisor moves one point diagonally",
        Kind::Elephant => "an elephant moves two points diagonally",
        Kind::Horse => "a horse moves one point along a line and then one diagonally",
        Kind::Rook => "a chariot moves along a line",
        Kind::Cannon => "a cannon moves along a line",
        Kind::Pawn => "a soldier moves one point forward, and never back",
    }
}

impl Position {
    /// Why the side to move may not make this move; `None` if it may.
    ///
    /// ```
    /// use xiangqi::{Illegal, Move, Position};
    ///
    /// let onto_the_pawn = Move::parse("a0a3").unwrap();
    /// let reason = Position::start().why_illegal(onto_the_pawn).unwrap();
    /// assert_eq!(reason.to_string(), "your own piece is on a3");
    /// ```
    pub fn why_illegal(&self, mv: Move) -> Option<Illegal> {
        if self.outcome().is_some() {
            return Some(Illegal::GameOver);
        }
        if self.is_legal(mv) {
            return None;
        }
        let Some(piece) = self.piece_at(mv.from) else {
            return Some(Illegal::NoPiece(mv.from));
        };
        if piece.side != self.side() {
            return Some(Illegal::NotYours(mv.from));
        }
        let reason = self.why_unreachable(piece, mv).unwrap_or_else(|| self.why_unsafe(mv));
        Some(reason)
    }

    /// Why a piece cannot get to the target, whatever that means for the general.
    fn why_unreachable(&self, piece: Piece, Move { from, to }: Move) -> Option<Illegal> {
        let occupied = self.occupied();
        let kind = piece.kind;
        let files = from.file().abs_diff(to.file());
        let ranks = from.rank().abs_diff(to.rank());
        let between = attacks::between(from, to) & occupied;
        let steps = Illegal::Steps(kind);
        let own = self.of_side(piece.side).contains(to).then_some(Illegal::OwnPiece(to));
        let blocked =
            |at: Square| occupied.contains(at).then_some(Illegal::Blocked(Name(kind), at));
        let first_between = between.first().and_then(blocked);
        match kind {
            _ if from == to => Some(steps),
            Kind::King | Kind::Advisor => {
                let (is_step, in_palace) = match kind {
                    Kind::King => (files + ranks == 1, attacks::king(from)),
                    _ => ((files, ranks) == (1, 1), attacks::advisor(from)),
                };
                match (is_step, in_palace.contains(to)) {
                    (false, _) => Some(steps),
                    (true, false) => Some(Illegal::LeavesPalace(Name(kind))),
                    (true, true) => own,
                }
            }
            Kind::Elephant if (files, ranks) != (2, 2) => Some(steps),
            Kind::Elephant if !attacks::half(piece.side).contains(to) => {
                Some(Illegal::CrossesRiver)
            }
            Kind::Elephant => {
                let eye = Square::new(
                    usize::midpoint(from.file(), to.file()),
                    usize::midpoint(from.rank(), to.rank()),
                );
                blocked(eye).or(own)
            }
            Kind::Horse if !attacks::horse_ring(from).contains(to) => Some(steps),
            Kind::Horse if self.rules() == Rules::LabFreeHorses => own,
            Kind::Horse => blocked(attacks::leg(from, to)).or(own),
            Kind::Rook | Kind::Cannon if files > 0 && ranks > 0 => Some(steps),
            Kind::Rook => first_between.or(own),
            Kind::Cannon if !occupied.contains(to) => first_between,
            Kind::Cannon => own.or((!between.is_single()).then_some(Illegal::NeedsScreen)),
            Kind::Pawn => {
                let forward = match piece.side {
                    Side::First => to.rank() == from.rank() + 1,
                    Side::Second => to.rank() + 1 == from.rank(),
                };
                match (files, ranks) {
                    (0, 1) if forward => own,
                    (1, 0) if attacks::half(piece.side).contains(from) => {
                        Some(Illegal::BeforeRiver)
                    }
                    (1, 0) => own,
                    _ => Some(steps),
                }
            }
        }
    }

    /// Which danger to the general a move that the piece can make leaves.
    fn why_unsafe(&self, mv: Move) -> Illegal {
        let mut after = self.clone();
        let _ = after.play(mv);
        let attackers = after.attackers_of_king(self.side());
        let generals = attackers & after.of_kind(Kind::King);
        let attacker = attackers.first().and_then(|at| Some((Name(after.piece_at(at)?.kind), at)));
        let king_moves = self.king(self.side()) == Some(mv.from);
        match attacker {
            _ if !generals.is_empty() => Illegal::GeneralsFace,
            Some((name, at)) if king_moves || !self.in_check() => Illegal::Exposed(name, at),
            _ => Illegal::StaysInCheck,
        }
    }

    /// The pieces that attack the king of a side, whoever is to move.
    fn attackers_of_king(&self, side: Side) -> Squares {
        let Some(king) = self.king(side) else { return Squares::NONE };
        let attacks = |from: &Square| {
            self.piece_at(*from).is_some_and(|piece| match piece.kind {
                // The generals attack each other along an open file.
                Kind::King => attacks::rook(*from, self.occupied()).contains(king),
                kind => self.moves_of(!side, kind, *from).contains(king),
            })
        };
        self.of_side(!side).filter(attacks).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;
    use search::rng::Rng;

    fn reason(fen: &str, mv: &str) -> String {
        let position = Position::parse_position(fen).unwrap();
        position.parse_move(mv).unwrap_err().illegal.unwrap_or_default()
    }

    #[test]
    fn every_reason_is_given_in_words() {
        let start = &Position::start().position_text();
        for (fen, mv, expected) in [
            (start.as_str(), "e4e5", "there is no piece on e4"),
            (start, "e9e8", "the piece on e9 is not yours"),
            (start, "a0a3", "your own piece is on a3"),
            (start, "a0a4", "the chariot is blocked by the piece on a3"),
            (start, "a0b1", "a chariot moves along a line"),
            (start, "b0d1", "the horse is blocked by the piece on c0"),
            (start, "b0b2", "a horse moves one point along a line and then one diagonally"),
            (start, "h2h8", "the cannon is blocked by the piece on h7"),
            (start, "h2h7", "a cannon captures only over a screen: exactly one piece between"),
            (start, "h2g3", "a cannon moves along a line"),
            (start, "a3b3", "a soldier moves sideways only after it has crossed the river"),
            (start, "a3a2", "a soldier moves one point forward, and never back"),
            (start, "c0c2", "an elephant moves two points diagonally"),
            (start, "d0d1", "an advisor moves one point diagonally"),
            (start, "e0f1", "the general moves one point along a line"),
            ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", "the elephant cannot cross the river"),
            ("3k5/9/9/9/9/2B6/3P5/9/9/4K4 w", "c4e2", "the elephant is blocked by the piece on d3"),
            ("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2g3", "the advisor cannot leave the palace"),
            ("3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", "the general cannot leave the palace"),
            ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", "the two generals would face each other"),
            ("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5g4", "the two generals would face each other"),
            (
                "3k5/9/9/4r4/9/9/9/9/4A4/4K4 w",
                "e1d2",
                "the general would be exposed to the chariot on e6",
            ),
            (
                "3k5/9/9/9/9/9/9/2n6/9/4K4 w",
                "e0e1",
                "the general would be exposed to the horse on c2",
            ),
            ("3k5/9/9/4r4/9/9/9/9/9/R3K4 w", "a0a1", "the general would still be in check"),
            ("3k1R3/4R4/9/9/9/9/9/9/9/4K4 b", "d9d8", "the game is over"),
            (start, "车三进一", "you have no such chariot"),
            (start, "C2+6", "the cannon is blocked by the piece on h7"),
            (start, "R1-2", "the chariot would leave the board"),
            (start, "马二进四", "the horse is blocked by the piece on g0"),
            (start, "马二平五", "a horse moves one point along a line and then one diagonally"),
        ] {
            assert_eq!(reason(fen, mv), expected, "{fen} {mv}");
        }
    }

    #[test]
    fn a_move_has_a_reason_exactly_if_it_is_not_legal() {
        for rules in ["", " lab", " lab-free-horses"] {
            let start = format!("{}{rules}", Position::start().position_text());
            let mut position = Position::parse_position(&start).unwrap();
            let mut rng = Rng::new(1);
            for _ in 0..60 {
                for code in 0..Move::CODES as u16 {
                    let mv = Move::from_code(code).unwrap();
                    assert_eq!(position.why_illegal(mv).is_none(), position.is_legal(mv), "{mv}");
                }
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(mv) = rng.choose(&moves) else { break };
                position.play(mv);
            }
        }
    }
}
