//! Move generation under the lab's rules, in the lab's order.
//!
//! The order matters: the lab plays the first of several equal moves, and its node counts depend on it.
//! Pieces are visited row by row from black's home rank, and each kind tries its directions in its
//! own order.

use crate::rules::attacks;
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::square::{FILES, RANKS, Square};
use crate::rules::squares::Squares;
use crate::rules::variant::Rules;
use search::{Game, Side};

/// The steps of a kind as (files, ranks), in the lab's order. Rooks and cannons repeat each step.
const fn steps(side: Side, kind: Kind) -> &'static [(i32, i32)] {
    match (kind, side) {
        (Kind::King, _) => &[(1, 0), (0, -1), (-1, 0), (0, 1)],
        (Kind::Advisor, _) => &[(1, -1), (-1, -1), (1, 1), (-1, 1)],
        (Kind::Elephant, _) => &[(2, -2), (-2, -2), (2, 2), (-2, 2)],
        (Kind::Horse, _) => {
            &[(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)]
        }
        (Kind::Rook, _) => &[(0, -1), (0, 1), (1, 0), (-1, 0)],
        (Kind::Cannon, _) => &[(1, 0), (0, -1), (-1, 0), (0, 1)],
        (Kind::Pawn, Side::First) => &[(0, 1), (-1, 0), (1, 0)],
        (Kind::Pawn, Side::Second) => &[(0, -1), (-1, 0), (1, 0)],
    }
}

impl Position {
    /// Appends every move of `side`, even if the opponent is to move. Kings are like any other piece.
    pub(crate) fn list_lab_moves(&self, side: Side, moves: &mut Vec<Move>) {
        let pieces = self.of_side(side);
        for rank in (0..RANKS).rev() {
            for from in (0..FILES).map(|file| Square::new(file, rank)) {
                if pieces.contains(from)
                    && let Some(piece) = self.piece_at(from)
                {
                    self.list_lab_moves_of(side, piece.kind, from, moves);
                }
            }
        }
    }

    fn list_lab_moves_of(&self, side: Side, kind: Kind, from: Square, moves: &mut Vec<Move>) {
        let targets = self.lab_targets(side, kind, from);
        let reach = if matches!(kind, Kind::Rook | Kind::Cannon) { RANKS } else { 1 };
        for &(files, ranks) in steps(side, kind) {
            let ray = std::iter::successors(from.step(files, ranks), |at| at.step(files, ranks));
            let reached = ray.take(reach).filter(|&to| targets.contains(to));
            moves.extend(reached.map(|to| Move::new(from, to)));
        }
    }

    fn lab_targets(&self, side: Side, kind: Kind, from: Square) -> Squares {
        if kind == Kind::Horse && self.rules() == Rules::LabFreeHorses {
            attacks::horse_ring(from) & !self.of_side(side)
        } else {
            self.moves_of(side, kind, from)
        }
    }

    pub(crate) fn count_lab_moves(&self) -> usize {
        let pieces = Kind::ALL.into_iter().flat_map(|kind| {
            self.pieces(self.side(), kind)
                .map(move |from| self.lab_targets(self.side(), kind, from))
        });
        pieces.map(Squares::count).sum()
    }

    pub(crate) fn is_lab_move(&self, mv: Move) -> bool {
        self.piece_at(mv.from).is_some_and(|piece| {
            piece.side == self.side()
                && self.lab_targets(piece.side, piece.kind, mv.from).contains(mv.to)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Notation, Outcome};

    fn moves(text: &str) -> Vec<String> {
        let position = Position::parse_position(text).unwrap();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.iter().map(Move::to_string).collect()
    }

    search::law_tests!(
        a_lab_game_obeys,
        Position::parse_position("3ck4/1R3R3/4b4/8p/2r1r4/P7P/9/4B4/4A4/2BAK4 w - - 0 1 lab")
            .unwrap()
    );

    #[test]
    fn moves_are_listed_in_the_lab_order() {
        assert_eq!(
            moves("3k5/9/9/9/4N4/9/9/9/4A4/R2K5 w - - 0 1 lab"),
            [
                "e5f3", "e5g4", "e5g6", "e5f7", "e5d7", "e5c6", "e5c4", "e5d3", "e1f0", "e1f2",
                "e1d2", "a0a1", "a0a2", "a0a3", "a0a4", "a0a5", "a0a6", "a0a7", "a0a8", "a0a9",
                "a0b0", "a0c0", "d0e0", "d0d1"
            ]
        );
        assert_eq!(
            moves("4k4/9/4p4/9/4C4/9/9/9/9/4K4 b - - 0 1 lab"),
            ["e9f9", "e9e8", "e9d9", "e7e6"],
            "kings may face each other and pawns move sideways only beyond the river"
        );
    }

    #[test]
    fn a_blocked_horse_moves_only_under_the_free_horses_rules() {
        let board = "4k4/9/9/9/4N4/4P4/9/9/9/4K4 w - - 0 1";
        let horse = |rules: &str| {
            moves(&format!("{board} {rules}")).iter().filter(|mv| mv.starts_with("e5")).count()
        };
        assert_eq!(horse("lab"), 6);
        assert_eq!(horse("lab-free-horses"), 8);
    }

    #[test]
    fn a_king_may_be_captured_and_play_continues() {
        let mut position =
            Position::parse_position("3k5/9/9/9/9/9/9/9/9/3RK4 w - - 0 1 lab").unwrap();
        position.play(position.parse_move("d0d9").unwrap());
        assert_eq!(position.king(Side::Second), None);
        assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)), "black has no pieces left");
        let text = "3k5/9/9/p8/9/9/9/9/9/3RK4 w - - 0 1 lab";
        let mut position = Position::parse_position(text).unwrap();
        position.play(position.parse_move("d0d9").unwrap());
        assert_eq!(position.outcome(), None);
    }
}
