//! Legal move generation.
//!
//! Moves are generated as a set of targets per piece, so that they can be counted without being
//! listed. A move can expose its own king only if the piece leaves a line or a horse's leg that it
//! blocks, or enters a line on which a cannon lacks a screen. [`Danger`] finds those squares once per
//! position; every other move is legal without a test.

use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::square::Square;
use crate::rules::squares::Squares;
use search::{Game, Side};

/// Checks, pins and cannon lines against the king of the side to move.
struct Danger {
    /// Opponent pieces that give check.
    checkers: Squares,
    /// Pieces of the side to move whose moves may uncover an attack (possible pins).
    shields: Squares,
    /// Empty squares on which any piece would be a cannon's screen.
    screens: Squares,
}

impl Danger {
    fn of(position: &Position, king: Square) -> Danger {
        let (us, them) = (position.side(), !position.side());
        let (own, occupied) = (position.of_side(us), position.occupied());
        let enemies = position.of_side(them);
        let cross = attacks::cross(king) & enemies;
        let mut danger =
            Danger { checkers: Squares::NONE, shields: Squares::NONE, screens: Squares::NONE };
        for rook in cross & (position.of_kind(Kind::Rook) | position.of_kind(Kind::King)) {
            let between = attacks::between(king, rook) & occupied;
            if between.is_empty() {
                danger.checkers |= Squares::of(rook);
            } else if between.is_single() {
                danger.shields |= between & own;
            }
        }
        for cannon in cross & position.of_kind(Kind::Cannon) {
            let line = attacks::between(king, cannon);
            let between = line & occupied;
            match between.count() {
                0 => danger.screens |= line,
                1 => danger.checkers |= Squares::of(cannon),
                2 => danger.shields |= between & own,
                _ => {}
            }
        }
        for horse in attacks::horse_ring(king) & enemies & position.of_kind(Kind::Horse) {
            let leg = Squares::of(attacks::leg(horse, king));
            if (leg & occupied).is_empty() {
                danger.checkers |= Squares::of(horse);
            } else {
                danger.shields |= leg & own;
            }
        }
        danger.checkers |= attacks::pawn_to(them, king) & enemies & position.of_kind(Kind::Pawn);
        danger
    }

    /// The targets with which a piece other than the king can resolve the check: the checker, the
    /// squares between, a horse's leg. The second set holds the screens of a checking cannon, which
    /// may also step aside.
    fn answers(&self, position: &Position, king: Square) -> (Squares, Squares) {
        let Some(checker) = self.checkers.first() else { return (Squares::ALL, Squares::NONE) };
        let capture = Squares::of(checker);
        match position.piece_at(checker).map(|piece| piece.kind) {
            Some(Kind::Horse) => {
                (capture | Squares::of(attacks::leg(checker, king)), Squares::NONE)
            }
            Some(Kind::Cannon) => {
                let between = attacks::between(king, checker);
                (capture | between, between & position.of_side(position.side()))
            }
            Some(Kind::Pawn) => (capture, Squares::NONE),
            _ => (capture | attacks::between(king, checker), Squares::NONE),
        }
    }
}

impl Position {
    /// Whether a side's king on `king` is attacked by the pieces in `enemies` under the given
    /// occupancy. A facing king attacks like a rook.
    #[inline]
    fn is_king_attacked(
        &self,
        king: Square,
        side: Side,
        enemies: Squares,
        occupied: Squares,
    ) -> bool {
        let cross = attacks::cross(king) & enemies;
        for rook in cross & (self.of_kind(Kind::Rook) | self.of_kind(Kind::King)) {
            if (attacks::between(king, rook) & occupied).is_empty() {
                return true;
            }
        }
        for cannon in cross & self.of_kind(Kind::Cannon) {
            if (attacks::between(king, cannon) & occupied).is_single() {
                return true;
            }
        }
        let horses = attacks::horse_to(king, occupied) & self.of_kind(Kind::Horse);
        let pawns = attacks::pawn_to(!side, king) & self.of_kind(Kind::Pawn);
        !((horses | pawns) & enemies).is_empty()
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Squares {
        self.king(self.side()).map_or(Squares::NONE, |king| Danger::of(self, king).checkers)
    }

    /// Whether the king of a side is attacked.
    pub fn is_attacked_king(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| {
            self.is_king_attacked(king, side, self.of_side(!side), self.occupied())
        })
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.is_attacked_king(self.side())
    }

    /// The pseudo-legal targets of the piece on a square: its movement without the squares of its
    /// own side. May leave the king in check.
    #[inline]
    pub(crate) fn moves_of(&self, side: Side, kind: Kind, from: Square) -> Squares {
        let occupied = self.occupied();
        let reached = match kind {
            Kind::King => attacks::king(from),
            Kind::Advisor => attacks::advisor(from),
            Kind::Elephant => attacks::elephant(from, occupied),
            Kind::Horse => attacks::horse(from, occupied),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::Cannon => {
                let (quiet, hits) = attacks::cannon(from, occupied);
                quiet | hits
            }
            Kind::Pawn => attacks::pawn(side, from),
        };
        reached & !self.of_side(side)
    }

    /// Whether a pseudo-legal move leaves the mover's king safe.
    #[inline]
    fn is_safe(&self, king: Square, mv: Move) -> bool {
        let side = self.side();
        let king = if mv.from == king { mv.to } else { king };
        let occupied = self.occupied().without(mv.from).with(mv.to);
        !self.is_king_attacked(king, side, self.of_side(!side).without(mv.to), occupied)
    }

    /// The targets of one piece that leave its king safe, tested one by one.
    fn safe_targets(&self, king: Square, from: Square, targets: Squares) -> Squares {
        targets.filter(|&to| self.is_safe(king, Move::new(from, to))).collect()
    }

    /// Calls `visit` with each piece of the side to move and its legal targets in `within`, until it
    /// returns false.
    #[inline]
    fn each_piece(&self, within: Squares, mut visit: impl FnMut(Square, Squares) -> bool) {
        let side = self.side();
        let Some(king) = self.king(side) else { return };
        let danger = Danger::of(self, king);
        let in_check = !danger.checkers.is_empty();
        let (answers, screens) = danger.answers(self, king);
        let within_safe = within & answers & !danger.screens;
        for kind in
            [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn, Kind::Elephant, Kind::Advisor]
        {
            for from in self.pieces(side, kind) {
                let reached = self.moves_of(side, kind, from);
                let targets = if !in_check && !danger.shields.contains(from) {
                    reached & within_safe
                } else if screens.contains(from) {
                    self.safe_targets(king, from, reached & within)
                } else {
                    self.safe_targets(king, from, reached & within & answers)
                };
                if !targets.is_empty() && !visit(from, targets) {
                    return;
                }
            }
        }
        let targets = self.safe_targets(king, king, self.moves_of(side, Kind::King, king) & within);
        if !targets.is_empty() {
            visit(king, targets);
        }
    }

    /// Appends the legal moves that end in `within`.
    #[inline]
    pub(crate) fn list_moves(&self, within: Squares, moves: &mut Vec<Move>) {
        self.each_piece(within, |from, targets| {
            moves.extend(targets.map(|to| Move::new(from, to)));
            true
        });
    }

    /// Appends the legal captures.
    pub fn captures(&self, moves: &mut Vec<Move>) {
        self.list_moves(self.of_side(!self.side()), moves);
    }

    /// Appends the legal quiet moves that end on the squares given for their piece: horse,
    /// rook, cannon, pawn.
    pub(crate) fn list_quiet_checks(&self, squares: [Squares; 4], moves: &mut Vec<Move>) {
        let free = !self.occupied();
        let wanted = squares.into_iter().fold(Squares::NONE, |all, of_kind| all | of_kind) & free;
        if wanted.is_empty() {
            return;
        }
        self.each_piece(wanted, |from, targets| {
            let kind = self.piece_at(from).map(|piece| piece.kind.index());
            if let Some(index) = kind.and_then(|kind| kind.checked_sub(Kind::Horse.index())) {
                moves.extend((targets & squares[index]).map(|to| Move::new(from, to)));
            }
            true
        });
    }

    pub(crate) fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        self.each_piece(Squares::ALL, |_, targets| {
            count += Squares::count(targets);
            true
        });
        count
    }

    pub(crate) fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.each_piece(Squares::ALL, |_, _| {
            found = true;
            false
        });
        found
    }

    pub(crate) fn is_legal_move(&self, mv: Move) -> bool {
        let (piece, king) = (self.piece_at(mv.from), self.king(self.side()));
        let (Some(piece), Some(king)) = (piece, king) else { return false };
        piece.side == self.side()
            && self.moves_of(piece.side, piece.kind, mv.from).contains(mv.to)
            && self.is_safe(king, mv)
    }

    /// The legal targets of the piece on a square; empty if it does not belong to the side to move.
    pub fn legal_targets(&self, from: Square) -> Squares {
        let piece = self.piece_at(from).filter(|piece| piece.side == self.side());
        let (Some(piece), Some(king)) = (piece, self.king(self.side())) else {
            return Squares::NONE;
        };
        self.safe_targets(king, from, self.moves_of(piece.side, piece.kind, from))
    }
}

#[cfg(test)]
mod tests;
