//! The rules contract: [`Game`], [`Side`], [`Outcome`].
//!
//! A value of a type that implements [`Game`] is one position. Rules know nothing of evaluation or
//! search: they say whose turn it is, what may be played, what that changes and how the game ended.
//! Everything a search may want beyond the rules is asked through [`Hooks`](crate::Hooks).

use std::fmt::Debug;
use std::ops::Not;

/// One of the two players.
///
/// `First` is the player whose view the labs print: black in gomoku and othello, red in xiangqi,
/// knight A in the duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player who opens the game in its usual start position.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// 0 for the first player, 1 for the second: an index into per-side tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    /// The opponent.
    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a finished game ended. Said in absolute terms, because a game may end on either side's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Neither side has.
    Draw,
}

/// The rules of a two-player game with perfect information; a value is a position.
///
/// # Play and undo, or copy
/// [`play`](Game::play) changes the position in place and returns whatever
/// [`undo`](Game::undo) needs to restore it. A game with a large board returns a small token (the
/// captured piece); a game of a few words returns a copy of itself and restores that:
///
/// ```
/// use search::{Game, Outcome, Side};
///
/// /// Take one or two of the remaining stones; the player who takes the last one wins.
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// struct Heap { stones: u8, side: Side }
///
/// impl Game for Heap {
///     type Move = u8;
///     type Undo = Heap;
///     const MOVE_CODES: usize = 3;
///     const ALTERNATES: bool = true;
///
///     fn side(&self) -> Side { self.side }
///     fn outcome(&self) -> Option<Outcome> {
///         (self.stones == 0).then_some(Outcome::Win(!self.side))
///     }
///     fn legal_moves(&self, moves: &mut Vec<u8>) {
///         moves.extend(1..=self.stones.min(2));
///     }
///     fn play(&mut self, take: u8) -> Heap {
///         let before = *self;
///         *self = Heap { stones: self.stones - take, side: !self.side };
///         before
///     }
///     fn undo(&mut self, _take: u8, before: Heap) { *self = before }
///     fn key(&self) -> u64 { search::rng::mix(u64::from(self.stones) << 1 | self.side.index() as u64) }
///     fn code(take: u8) -> u16 { u16::from(take) }
/// }
/// search::laws::check(&Heap { stones: 12, side: Side::First }, 50, 1);
/// ```
///
/// # Laws
/// [`laws::check`](crate::laws::check) tests them for any game: play then undo restores everything,
/// the key is a function of the position, codes tell the legal moves of a position apart, a
/// finished game has no moves, and so on.
pub trait Game: Clone + Send + Sync {
    /// A move. Small: the search copies it freely.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// What [`undo`](Game::undo) needs besides the move itself.
    type Undo;

    /// Every [`code`](Game::code) is below this; history tables have that many cells per side.
    const MOVE_CODES: usize;

    /// Whether the turn passes with every move. When true the search leaves out the test for a side
    /// that moves twice in a row. The laws check it; `false` is always safe.
    const ALTERNATES: bool = false;

    /// Whether [`outcome`](Game::outcome) is read off the board and costs much less than listing the
    /// moves (four in a line), rather than found by looking for moves. When true the search may ask
    /// for it before it tries a move without a list; `false` is always safe.
    const ENDS_ON_BOARD: bool = false;

    /// The side to move.
    fn side(&self) -> Side;

    /// How the game ended, if it has. A game in which the side without a move loses says so here.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move of an unfinished game, in the order the rules list them. It must
    /// not read or change what `moves` already holds: the search keeps all its lists in one vector.
    /// A pass is a move like any other, listed when it is the only one.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Either the legal moves, appended, or how the game ended: for rules that find out about the
    /// end while they look for moves. Must agree with [`outcome`](Game::outcome) and
    /// [`legal_moves`](Game::legal_moves).
    #[inline]
    fn expand(&self, moves: &mut Vec<Self::Move>) -> Option<Outcome> {
        let outcome = self.outcome();
        if outcome.is_none() {
            self.legal_moves(moves);
        }
        outcome
    }

    /// How many legal moves there are; a game that can count without listing overrides it.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        match self.expand(&mut moves) {
            Some(_) => 0,
            None => moves.len(),
        }
    }

    /// Whether this move may be played here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.expand(&mut moves).is_none() && moves.contains(&mv)
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played, with the token that [`play`](Game::play) returned.
    fn undo(&mut self, mv: Self::Move, token: Self::Undo);

    /// A hash of everything that decides the rest of the game, the side to move included, with all
    /// 64 bits well mixed. Kept up to date by `play`, so that asking is free.
    fn key(&self) -> u64;

    /// [`key`](Game::key) computed from the board alone; the laws compare the two. Games that do not
    /// keep a key along need not override it.
    fn key_from_scratch(&self) -> u64 {
        self.key()
    }

    /// A number below [`MOVE_CODES`](Game::MOVE_CODES) that tells this move from every other legal
    /// move of the same position. It indexes the history and is what the table remembers.
    fn code(mv: Self::Move) -> u16;

    /// The legal move with this code, if the game can tell without listing all moves. Returning
    /// `Some` only ever saves time: the search then tries a remembered move before it generates the
    /// others. The default never knows.
    #[inline]
    fn decode(&self, code: u16) -> Option<Self::Move> {
        let _ = code;
        None
    }
}
