//! A position: the board, the side to move and the counters; making and unmaking moves.

use crate::rules::keys;
use crate::rules::moves::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::square::{SQUARES, Square};
use crate::rules::squares::Squares;
use crate::rules::variant::Rules;
use search::{Game, Outcome, Side};

/// The mailbox value of an empty square.
const NOTHING: u8 = Piece::COUNT as u8;

/// A position of a game. Parse a FEN with [`Notation`](search::Notation), or begin with
/// [`Position::start`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pieces of each side.
    sides: [Squares; 2],
    /// The pieces of each kind, of both sides.
    kinds: [Squares; 7],
    /// The index of the piece on each square, or [`NOTHING`].
    board: [u8; SQUARES],
    rules: Rules,
    side: Side,
    /// Plies since the last capture.
    quiet_plies: u16,
    /// The fullmove number, as in a FEN.
    move_number: u16,
    key: u64,
}

/// The state that [`Position::undo`] restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    quiet_plies: u16,
    move_number: u16,
    captured: u8,
}

impl Position {
    /// An empty board, for a parser to put pieces on.
    pub(crate) fn empty(rules: Rules, side: Side, quiet_plies: u16, move_number: u16) -> Position {
        let mut position = Position {
            sides: [Squares::NONE; 2],
            kinds: [Squares::NONE; 7],
            board: [NOTHING; SQUARES],
            rules,
            side,
            quiet_plies,
            move_number,
            key: 0,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.sides[piece.side.index()] |= Squares::of(square);
        self.kinds[piece.kind.index()] |= Squares::of(square);
        self.board[square.index()] = piece.index() as u8;
        self.key ^= keys::PIECES[piece.index()][square.index()];
    }

    /// The rules of this position.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_index(self.board[square.index()] as usize)
    }

    /// All pieces of a side.
    #[inline]
    pub fn of_side(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> Squares {
        self.kinds[kind.index()]
    }

    /// The pieces of one side and kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> Squares {
        self.of_side(side) & self.of_kind(kind)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// The king's square; `None` if the king was captured, which only the lab's rules allow.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.pieces(side, Kind::King).first()
    }

    /// Plies since the last capture.
    #[inline]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The fullmove number: starts at 1 and increases after black's move, as in a FEN.
    #[inline]
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Takes back a quiet move without its [`Undo`]; `key` is the key of the position before the
    /// move.
    pub(crate) fn take_back_quiet(&mut self, mv: Move, key: u64) {
        let black_moved = u16::from(self.side == Side::First);
        let undo = Undo {
            key,
            quiet_plies: self.quiet_plies.saturating_sub(1),
            move_number: self.move_number.saturating_sub(black_moved),
            captured: NOTHING,
        };
        self.undo(mv, undo);
    }

    /// Passes the turn; the board and the counters stay.
    fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= keys::SECOND_TO_MOVE;
    }
}

impl Game for Position {
    type Move = Move;
    type Undo = Undo;
    const MOVE_CODES: usize = Move::CODES;
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// A side without a legal move has lost, by checkmate or stalemate.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let lost = match self.rules {
            Rules::Full => !self.has_legal_move(),
            _ => self.count_moves() == 0,
        };
        lost.then_some(Outcome::Win(!self.side))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        match self.rules {
            Rules::Full => self.list_moves(Squares::ALL, moves),
            _ => self.list_lab_moves(self.side, moves),
        }
    }

    #[inline]
    fn expand(&self, moves: &mut Vec<Move>) -> Option<Outcome> {
        let before = moves.len();
        self.legal_moves(moves);
        (moves.len() == before).then_some(Outcome::Win(!self.side))
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.rules {
            Rules::Full => self.count_legal_moves(),
            _ => self.count_lab_moves(),
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        match self.rules {
            Rules::Full => self.is_legal_move(mv),
            _ => self.is_lab_move(mv),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            key: self.key,
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
            captured: NOTHING,
        };
        if mv == Move::NULL {
            self.pass();
            return undo;
        }
        let (from, to) = (mv.from.index(), mv.to.index());
        let (moving, captured) = (self.board[from], self.board[to]);
        let both = Squares::of(mv.from) | Squares::of(mv.to);
        self.sides[self.side.index()] ^= both;
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if captured != NOTHING {
            self.sides[(!self.side).index()] ^= Squares::of(mv.to);
            self.kinds[captured as usize % 7] ^= Squares::of(mv.to);
            self.quiet_plies = 0;
        }
        self.kinds[moving as usize % 7] ^= both;
        self.board[from] = NOTHING;
        self.board[to] = moving;
        let piece = &keys::PIECES[moving as usize];
        self.key ^= piece[from] ^ piece[to] ^ keys::PIECES[captured as usize][to];
        self.move_number = self.move_number.saturating_add(self.side.index() as u16);
        self.pass();
        Undo { captured, ..undo }
    }

    #[inline]
    fn undo(&mut self, mv: Move, undo: Undo) {
        self.side = !self.side;
        self.key = undo.key;
        self.quiet_plies = undo.quiet_plies;
        self.move_number = undo.move_number;
        if mv == Move::NULL {
            return;
        }
        let (from, to) = (mv.from.index(), mv.to.index());
        let moving = self.board[to];
        let both = Squares::of(mv.from) | Squares::of(mv.to);
        self.sides[self.side.index()] ^= both;
        self.kinds[moving as usize % 7] ^= both;
        self.board[from] = moving;
        self.board[to] = undo.captured;
        if undo.captured != NOTHING {
            self.sides[(!self.side).index()] ^= Squares::of(mv.to);
            self.kinds[undo.captured as usize % 7] ^= Squares::of(mv.to);
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let turn = if self.side == Side::First { 0 } else { keys::SECOND_TO_MOVE };
        Square::all().fold(turn, |key, square| {
            key ^ keys::PIECES[self.board[square.index()] as usize][square.index()]
        })
    }

    #[inline]
    fn code(mv: Move) -> u16 {
        mv.code()
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Move> {
        Move::from_code(code).filter(|&mv| self.is_legal(mv))
    }
}
