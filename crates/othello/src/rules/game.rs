//! A position with the rules of the game, for the search: [`Othello`].

use crate::rules::board::{Board, Size};
use crate::rules::square::{Move, Square, squares_in_rules_order};
use search::rng::mix;
use search::{Game, Outcome, Side};
use serde::{Deserialize, Serialize};

/// How a finished game is scored. The winner is the same either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Empty squares go to the winner, as in tournaments, solvers and opening books.
    #[default]
    WinnerTakesEmpties,
    /// Only discs on the board count.
    Discs,
}

/// A position: the board, the side to move and the board size.
///
/// Black is the first player. A side without a move passes. A pass is a move and a ply of its own, so
/// that turns always alternate. The game is over when neither side can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    board: Board,
    side: Side,
    size: Size,
    scoring: Scoring,
    /// The legal moves of the side to move; stored because every caller needs them.
    moves: u64,
}

impl Othello {
    /// The start position.
    pub fn start(size: Size) -> Othello {
        Othello::new(Board::START, Side::First, size)
    }

    /// A position. Discs outside the board of this size are removed.
    pub fn new(board: Board, side: Side, size: Size) -> Othello {
        let mask = size.mask();
        let own = board.own & mask;
        let board = Board { own, opp: board.opp & mask & !own };
        let scoring = Scoring::default();
        Othello { board, side, size, scoring, moves: board.moves() & mask }
    }

    /// The same position with this scoring.
    #[must_use]
    pub fn scored(self, scoring: Scoring) -> Othello {
        Othello { scoring, ..self }
    }

    /// The scoring.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The discs from the view of the side to move.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The legal moves of the side to move, as a set of squares.
    #[inline]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The moves that the opponent would have if it were its turn.
    #[inline]
    pub fn opponent_moves(&self) -> u64 {
        self.board.pass().moves() & self.size.mask()
    }

    /// The discs of a side.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.board.own } else { self.board.opp }
    }

    /// The squares of the board without a disc.
    #[inline]
    pub fn empty(&self) -> u64 {
        self.board.empty() & self.size.mask()
    }

    /// The outcome by disc count, which is final if the game is over.
    fn by_discs(&self) -> Outcome {
        match self.board.difference() {
            0 => Outcome::Draw,
            lead if lead > 0 => Outcome::Win(self.side),
            _ => Outcome::Win(!self.side),
        }
    }

    /// The final score for the side to move if the game ended now: the disc difference, plus the
    /// empty squares for the winner under [`Scoring::WinnerTakesEmpties`].
    pub fn final_score(&self) -> i32 {
        let lead = self.board.difference();
        match self.scoring {
            Scoring::WinnerTakesEmpties => lead + lead.signum() * self.empty().count_ones() as i32,
            Scoring::Discs => lead,
        }
    }
}

impl Game for Othello {
    type Move = Move;
    /// The position before the move: it is as small as an undo record would be.
    type Undo = Othello;
    const MOVE_CODES: usize = Move::COUNT;
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.moves == 0 && self.opponent_moves() == 0).then(|| self.by_discs())
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.moves == 0 {
            moves.push(Move::PASS);
        } else {
            moves.extend(squares_in_rules_order(self.moves).map(Move::at));
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.moves.count_ones() {
            0 => usize::from(self.opponent_moves() != 0),
            count => count as usize,
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        match mv.square() {
            Some(square) => self.moves & square.bit() != 0,
            None => self.moves == 0 && self.opponent_moves() != 0,
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Othello {
        let before = *self;
        self.board = match mv.square() {
            Some(square) => self.board.play(square),
            None => self.board.pass(),
        };
        self.side = !self.side;
        self.moves = self.board.moves() & self.size.mask();
        before
    }

    #[inline]
    fn undo(&mut self, _mv: Move, before: Othello) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        let rules = (self.size as u64) << 1 | self.side.index() as u64;
        mix(mix(self.board.own) ^ self.board.opp.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ rules)
    }

    #[inline]
    fn code(mv: Move) -> u16 {
        mv.code()
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Move> {
        let mv = match code {
            0..64 => Move::at(Square::from_index(code.into())),
            64 => Move::PASS,
            _ => return None,
        };
        self.is_legal(mv).then_some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Notation;

    search::law_tests!(four_by_four_obeys, Othello::start(Size::Four));
    search::law_tests!(six_by_six_obeys, Othello::start(Size::Six));
    search::law_tests!(eight_by_eight_obeys, Othello::start(Size::Eight));

    #[test]
    fn a_side_without_a_move_passes_and_the_turn_changes() {
        let text = format!("OX{} X", "-".repeat(62));
        let mut position = Othello::parse_position(&text).unwrap();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(moves, [Move::PASS]);
        position.play(Move::PASS);
        assert_eq!(position.side(), Side::Second);
        assert_eq!(position.outcome(), None);
        assert_eq!(position.move_text(Move::at(Square::new(0, 2))), "c1");
    }

    #[test]
    fn perft_matches_published_counts() {
        let start = Othello::start(Size::Eight);
        let known = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
        for (depth, nodes) in (1..).zip(known) {
            assert_eq!(search::perft(&start, depth), nodes, "depth {depth}");
        }
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        let text = format!("XXXX{} O", "-".repeat(60));
        let over = Othello::parse_position(&text).unwrap();
        assert_eq!(over.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(over.final_score(), -64);
        let plain = over.scored(Scoring::Discs);
        assert_eq!((plain.final_score(), plain.outcome()), (-4, over.outcome()));
    }
}
