//! The rules as the search knows them: [`Othello`].

use crate::rules::board::{Board, Size};
use crate::rules::square::{Move, Square, squares_in_rules_order};
use search::rng::mix;
use search::{Game, Outcome, Side};
use serde::{Deserialize, Serialize};

/// How the discs of a finished game are counted. Who has won is the same either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// The squares left empty go to the winner: tournaments, solvers, books.
    #[default]
    WinnerTakesEmpties,
    /// Discs on the board, nothing else.
    Discs,
}

/// A position: the board, whose turn it is, and how large the board is.
///
/// Black is the first player. A side without a move passes, which is a move and a ply of its own, so
/// that turns always alternate; the game is over when neither side can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    board: Board,
    side: Side,
    size: Size,
    scoring: Scoring,
    /// Where the side to move may put a disc: asked by everybody, so kept.
    moves: u64,
}

impl Othello {
    /// The start of a game.
    pub fn start(size: Size) -> Othello {
        Othello::new(Board::START, Side::First, size)
    }

    /// A position. Discs outside the board of this size are taken away.
    pub fn new(board: Board, side: Side, size: Size) -> Othello {
        let mask = size.mask();
        let own = board.own & mask;
        let board = Board { own, opp: board.opp & mask & !own };
        let scoring = Scoring::default();
        Othello { board, side, size, scoring, moves: board.moves() & mask }
    }

    /// The same position in a game that is counted this way.
    #[must_use]
    pub fn scored(self, scoring: Scoring) -> Othello {
        Othello { scoring, ..self }
    }

    /// How the game is counted.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The discs, seen by the side to move.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// How large the board is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The squares on which the side to move may put a disc.
    #[inline]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The squares on which the other side could put a disc if it were its turn.
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

    /// How the game stands by the discs alone, for whom it may concern: the outcome if it is over.
    fn by_discs(&self) -> Outcome {
        match self.board.difference() {
            0 => Outcome::Draw,
            lead if lead > 0 => Outcome::Win(self.side),
            _ => Outcome::Win(!self.side),
        }
    }

    /// The final score for the side to move if the game ended now: the difference in discs, with
    /// the empty squares given to the winner if they are counted.
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
    /// The position before the move: it is no larger than what would restore it.
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
    fn a_side_without_a_move_passes_and_the_turn_goes_on() {
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
    fn perft_counts_are_those_of_everybody() {
        let start = Othello::start(Size::Eight);
        let known = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
        for (depth, nodes) in (1..).zip(known) {
            assert_eq!(search::perft(&start, depth), nodes, "depth {depth}");
        }
    }

    #[test]
    fn the_winner_takes_the_empty_squares() {
        let text = format!("XXXX{} O", "-".repeat(60));
        let over = Othello::parse_position(&text).unwrap();
        assert_eq!(over.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(over.final_score(), -64);
        let plain = over.scored(Scoring::Discs);
        assert_eq!((plain.final_score(), plain.outcome()), (-4, over.outcome()));
    }
}
