//! Static exchange evaluation (SEE): the material balance when both sides keep capturing on one
//! square while it pays, the least valuable piece first.
//!
//! Attackers are recomputed after every capture, so that rooks behind rooks and cannons that gain or
//! lose a screen are counted correctly. Pins are ignored.

use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::square::Square;
use crate::rules::squares::Squares;
use search::Side;

/// Piece values in an exchange, in the order of [`Kind::ALL`]; a pawn before the river would be 10.
const VALUES: [i32; 7] = [10_000, 22, 22, 45, 100, 48, 15];

/// The order in which pieces join an exchange: least valuable first, the king last.
const LEAST_VALUABLE_FIRST: [Kind; 7] =
    [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::King];

/// The value of a piece in an exchange.
#[inline]
pub const fn value(kind: Kind) -> i32 {
    VALUES[kind.index()]
}

impl Position {
    /// The pieces of a side that attack a square under the given occupancy.
    pub fn attackers(&self, square: Square, side: Side, occupied: Squares) -> Squares {
        let (hits, behind) = attacks::first_and_second(square, occupied);
        let at_home = attacks::half(side).contains(square);
        let mut found = (hits & self.of_kind(Kind::Rook))
            | (behind & self.of_kind(Kind::Cannon))
            | (attacks::horse_to(square, occupied) & self.of_kind(Kind::Horse))
            | (attacks::pawn_to(side, square) & self.of_kind(Kind::Pawn));
        if at_home {
            found |= attacks::elephant(square, occupied) & self.of_kind(Kind::Elephant);
            if attacks::PALACES.contains(square) {
                found |= (attacks::advisor(square) & self.of_kind(Kind::Advisor))
                    | (attacks::king(square) & self.of_kind(Kind::King));
            }
        }
        found & self.of_side(side) & occupied
    }

    /// The material that a capture wins in the exchange that follows, in the units of [`value`];
    /// negative when it loses. A quiet move risks the piece that moves.
    ///
    /// ```
    /// use search::Notation;
    /// use xiangqi::Position;
    ///
    /// let position = Position::parse_position("3k5/9/9/4p4/4r4/9/9/9/4R4/5K3 w").unwrap();
    /// let capture = position.parse_move("e1e5").unwrap();
    /// assert_eq!(position.exchange(capture), 0, "a rook for a rook: the pawn protects it");
    /// ```
    pub fn exchange(&self, mv: Move) -> i32 {
        let Some(mover) = self.piece_at(mv.from) else { return 0 };
        let mut occupied = self.occupied().without(mv.from).with(mv.to);
        let mut side = !mover.side;
        // gains[i]: the balance after the i-th capture if the exchange ends there.
        let mut gains = [0; 34];
        gains[0] = self.piece_at(mv.to).map_or(0, |piece| value(piece.kind));
        let mut standing = value(mover.kind);
        let mut captures = 0;
        while captures + 1 < gains.len() {
            let Some((from, kind)) = self.next_capture(mv.to, side, occupied) else { break };
            occupied = occupied.without(from);
            captures += 1;
            gains[captures] = standing - gains[captures - 1];
            standing = value(kind);
            side = !side;
        }
        for index in (1..=captures).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    /// Whether [`exchange`](Position::exchange) wins at least this much: the same answer, as soon as it is
    /// certain.
    ///
    /// ```
    /// use search::Notation;
    /// use xiangqi::Position;
    ///
    /// let position = Position::parse_position("3k5/9/9/4p4/4r4/9/9/9/4R4/5K3 w").unwrap();
    /// let capture = position.parse_move("e1e5").unwrap();
    /// assert!(position.exchange_wins(capture, 0) && !position.exchange_wins(capture, 1));
    /// ```
    pub fn exchange_wins(&self, mv: Move, wanted: i32) -> bool {
        let Some(mover) = self.piece_at(mv.from) else { return wanted <= 0 };
        // What the side that has just captured has beyond its aim if the exchange ends here.
        let mut surplus = self.piece_at(mv.to).map_or(0, |piece| value(piece.kind)) - wanted;
        if surplus < 0 {
            return false;
        }
        let mut standing = value(mover.kind);
        let mut side = mover.side;
        let mut occupied = self.occupied().without(mv.from).with(mv.to);
        // It is content even if it loses the piece it captured with.
        while surplus < standing {
            let Some((from, kind)) = self.next_capture(mv.to, !side, occupied) else { break };
            occupied = occupied.without(from);
            // The opponent wants the exchange to stay below that aim, so it needs one point more.
            surplus = standing - surplus - 1;
            standing = value(kind);
            side = !side;
        }
        side == mover.side
    }

    /// The least valuable piece of a side that captures on a square. A king captures only what is
    /// not protected.
    #[inline]
    fn next_capture(&self, on: Square, side: Side, occupied: Squares) -> Option<(Square, Kind)> {
        let attackers = self.attackers(on, side, occupied).without(on);
        let (from, kind) = LEAST_VALUABLE_FIRST.into_iter().find_map(|kind| {
            (attackers & self.of_kind(kind)).first().map(|square| (square, kind))
        })?;
        let is_protected =
            || !self.attackers(on, !side, occupied.without(from)).without(on).is_empty();
        (kind != Kind::King || !is_protected()).then_some((from, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Game, Notation};

    fn exchange(fen: &str, mv: &str) -> i32 {
        let position = Position::parse_position(fen).unwrap();
        let mv = position.parse_move(mv).unwrap();
        position.exchange(mv)
    }

    #[test]
    fn an_unprotected_piece_is_won_and_a_protected_one_is_exchanged() {
        let (rook, horse, pawn) = (value(Kind::Rook), value(Kind::Horse), value(Kind::Pawn));
        assert_eq!(exchange("3k5/9/9/9/4n4/9/9/9/4R4/5K3 w", "e1e5"), horse);
        assert_eq!(exchange("3k5/9/9/4p4/4n4/9/9/9/4R4/5K3 w", "e1e5"), horse - rook);
        assert_eq!(exchange("3k5/9/9/4p4/4n4/9/9/4R4/4R4/5K3 w", "e2e5"), horse - rook + pawn);
    }

    #[test]
    fn a_cannon_cannot_recapture_after_its_screen_has_captured() {
        // The rook on e3 is the screen of the cannon on e1. Once it is gone, the cannon attacks nothing.
        let (rook, horse) = (value(Kind::Rook), value(Kind::Horse));
        assert_eq!(exchange("3k5/9/9/4p4/4n4/9/4R4/9/4C4/5K3 w", "e3e5"), horse - rook);
        // With another screen between, the cannon recaptures.
        assert_eq!(
            exchange("3k5/9/9/4p4/4n4/4P4/9/9/4C4/R4K3 w", "e1e5"),
            horse - value(Kind::Cannon) + value(Kind::Pawn)
        );
    }

    #[test]
    fn a_king_captures_only_unprotected_pieces() {
        let (rook, advisor) = (value(Kind::Rook), value(Kind::Advisor));
        assert_eq!(exchange("3k5/3a5/9/9/9/9/9/9/3R5/4K4 w", "d1d8"), advisor - rook);
        assert_eq!(exchange("3k5/3a5/9/9/9/9/9/3R5/3R5/4K4 w", "d2d8"), advisor);
    }

    #[test]
    fn a_quiet_move_risks_the_piece_that_moves() {
        assert_eq!(exchange("3k5/9/9/4p4/9/9/9/9/4R4/5K3 w", "e1e5"), -value(Kind::Rook));
        assert_eq!(exchange("3k5/9/9/4p4/9/9/9/9/4R4/5K3 w", "e1e4"), 0);
    }

    #[test]
    fn the_quick_answer_is_that_of_the_whole_exchange() {
        let mut rng = search::rng::Rng::new(4);
        let mut position = Position::start();
        let (mut moves, mut losing) = (Vec::new(), 0);
        for _ in 0..2_000 {
            moves.clear();
            if position.expand(&mut moves).is_some() {
                position = Position::start();
                continue;
            }
            for &mv in &moves {
                let gain = position.exchange(mv);
                losing += usize::from(gain < 0);
                for wanted in [gain - 1, gain, gain + 1, -30, 0, 30] {
                    let wins = position.exchange_wins(mv, wanted);
                    assert_eq!(wins, gain >= wanted, "{mv:?}, {wanted} of {gain}: {position:?}");
                }
            }
            position.play(rng.choose(&moves).unwrap());
        }
        assert!(losing > 1_000, "{losing} moves lose material");
    }

    #[test]
    fn attackers_are_the_pieces_that_could_capture_on_the_square() {
        let mut rng = search::rng::Rng::new(9);
        let mut position = Position::start();
        for _ in 0..200 {
            for (side, square) in [Side::First, Side::Second]
                .into_iter()
                .flat_map(|s| Square::all().map(move |q| (s, q)))
            {
                // The same question for the move generator: which pieces could move to that square?
                if position.of_side(!side).contains(square) {
                    let movers: Squares = position
                        .of_side(side)
                        .filter(|&from| {
                            let kind = position.piece_at(from).unwrap().kind;
                            position.moves_of(side, kind, from).contains(square)
                        })
                        .collect();
                    assert_eq!(position.attackers(square, side, position.occupied()), movers);
                }
            }
            let mut moves = Vec::new();
            if position.expand(&mut moves).is_some() {
                position = Position::start();
                continue;
            }
            position.play(rng.choose(&moves).unwrap());
        }
    }
}
