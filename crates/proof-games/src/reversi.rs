//! Reversi on a pair of bitboards: a test game for trees with passes, not an engine.
//!
//! Squares are numbered along the rows from 0 (a1, top left) to 63 (h8). A side that cannot move
//! passes, which is a move and a ply. The game ends when neither side can move.
//!
//! Position text: the 64 squares, `X` for the first player, `O` for the second, `-` empty, then a
//! space and the side to move. Also accepted: `*` for `X`, `.` for `-`, white space around the text and
//! more than one space before the side. A move is `d3`, or `pass`.

mod discs;

use crate::text;
use search::hooks::Priority;
use search::{Evaluator, Game, Hooks, Notation, NotationError, Outcome, Score, Side, Term};

/// The move of a side that cannot place a disc, and its code.
pub const PASS: u8 = 64;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A position of reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reversi {
    /// The discs of the side to move.
    mover: u64,
    /// The discs of the opponent.
    opponent: u64,
    side: Side,
}

impl Default for Reversi {
    fn default() -> Self {
        Self::new()
    }
}

impl Reversi {
    /// The standard start: four discs in the middle, the first player to move.
    pub const fn new() -> Self {
        Reversi { mover: 1 << 28 | 1 << 35, opponent: 1 << 27 | 1 << 36, side: Side::First }
    }

    /// The discs of a side, one bit per square.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.mover } else { self.opponent }
    }

    /// The number of empty squares.
    pub const fn empties(&self) -> u32 {
        (self.mover | self.opponent).count_zeros()
    }

    /// The squares where the side to move may place a disc.
    #[inline]
    fn targets(&self) -> u64 {
        discs::targets(self.mover, self.opponent)
    }

    /// Whether the opponent could move after a pass. If not, the game is over.
    #[inline]
    fn opponent_can_move(&self) -> bool {
        discs::targets(self.opponent, self.mover) != 0
    }

    /// The result when neither side can move.
    #[inline]
    fn result(&self) -> Outcome {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match self.mover.count_ones().cmp(&self.opponent.count_ones()) {
            Greater => Outcome::Win(self.side),
            Less => Outcome::Win(!self.side),
            Equal => Outcome::Draw,
        }
    }
}

impl Game for Reversi {
    /// A square, or [`PASS`].
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = 65;
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.targets() == 0 && !self.opponent_can_move()).then(|| self.result())
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        match self.targets() {
            0 => moves.push(PASS),
            targets => moves.extend(discs::squares(targets)),
        }
    }

    #[inline]
    fn expand(&self, moves: &mut Vec<u8>) -> Option<Outcome> {
        let targets = self.targets();
        if targets != 0 {
            moves.extend(discs::squares(targets));
        } else if self.opponent_can_move() {
            moves.push(PASS);
        } else {
            return Some(self.result());
        }
        None
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.targets() {
            0 => usize::from(self.opponent_can_move()),
            targets => targets.count_ones() as usize,
        }
    }

    #[inline]
    fn is_legal(&self, mv: u8) -> bool {
        self.decode(u16::from(mv)).is_some()
    }

    #[inline]
    fn play(&mut self, mv: u8) -> Self {
        let before = *self;
        let (placed, flipped) = match mv {
            PASS => (0, 0),
            square => (1 << square, discs::flipped(square, before.mover, before.opponent)),
        };
        self.mover = before.opponent ^ flipped;
        self.opponent = before.mover | placed | flipped;
        self.side = !before.side;
        before
    }

    #[inline]
    fn undo(&mut self, _mv: u8, before: Self) {
        *self = before;
    }

    /// The folded 128-bit product of both boards: one multiplication spreads every bit of either board
    /// over the key.
    #[inline]
    fn key(&self) -> u64 {
        const MOVER: u64 = 0x9e37_79b9_7f4a_7c15;
        const OPPONENT: [u64; 2] = [0xd1b5_4a32_d192_ed03, 0x8ebc_6af0_9c88_c6e3];
        let opponent = self.opponent ^ OPPONENT[self.side.index()];
        let product = u128::from(self.mover ^ MOVER) * u128::from(opponent);
        (product as u64) ^ ((product >> 64) as u64)
    }

    #[inline]
    fn code(mv: u8) -> u16 {
        u16::from(mv)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        let mv = u8::try_from(code).ok()?;
        let legal = match mv {
            0..64 => {
                (self.mover | self.opponent) & (1 << mv) == 0
                    && discs::flipped(mv, self.mover, self.opponent) != 0
            }
            PASS => self.targets() == 0 && self.opponent_can_move(),
            _ => false,
        };
        legal.then_some(mv)
    }
}

impl Notation for Reversi {
    fn parse_position(text: &str) -> Result<Self, NotationError> {
        let text = text.replace('*', "X");
        let (board, side) = text::split_side(&text)?;
        let found = board.chars().count();
        if found != 64 {
            return Err(NotationError::new("board", format!("{found} squares"), "64 squares"));
        }
        let mut discs = [0u64; 2];
        for (square, disc) in board.chars().enumerate() {
            match disc {
                'X' => discs[0] |= 1 << square,
                'O' => discs[1] |= 1 << square,
                '-' | '.' => {}
                _ => {
                    return Err(NotationError::new(
                        format!("square {}", square_text(square as u8)),
                        search::notation::quote(disc.encode_utf8(&mut [0; 4])),
                        "X, O or -",
                    ));
                }
            }
        }
        Ok(Reversi { mover: discs[side.index()], opponent: discs[(!side).index()], side })
    }

    fn position_text(&self) -> String {
        let board = (0..64).map(|square| match self.discs(Side::First) >> square & 1 {
            1 => 'X',
            _ if self.discs(Side::Second) >> square & 1 == 1 => 'O',
            _ => '-',
        });
        board.chain([' ', text::letter(self.side)]).collect()
    }

    fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
        let named = match text.trim().as_bytes() {
            b"pass" => Some(PASS),
            &[column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1') * 8 + column - b'a'),
            _ => None,
        };
        named.filter(|&mv| self.is_legal(mv)).ok_or_else(|| text::refused_move(self, text))
    }

    fn move_text(&self, mv: u8) -> String {
        square_text(mv)
    }
}

/// `d3`, or `pass`.
fn square_text(mv: u8) -> String {
    match mv {
        PASS => "pass".to_owned(),
        square => [b'a' + square % 8, b'1' + square / 8].map(char::from).iter().collect(),
    }
}

/// Points per move more than the opponent would have.
const MOBILITY: i64 = 1;
/// Points per corner more than the opponent has.
const CORNER: i64 = 10;

/// Evaluates the mobility and the corners of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MobilityCorners;

impl MobilityCorners {
    /// The mobility points for the side to move, given the target squares of both sides.
    #[inline]
    fn mobility(own_targets: u64, other_targets: u64) -> i64 {
        MOBILITY * balance(own_targets, other_targets)
    }

    /// The corner points for the side to move.
    #[inline]
    fn corners(game: &Reversi) -> i64 {
        CORNER * balance(game.mover & CORNERS, game.opponent & CORNERS)
    }
}

/// The number of squares in the first set minus that in the second.
#[inline]
fn balance(own: u64, other: u64) -> i64 {
    i64::from(own.count_ones()) - i64::from(other.count_ones())
}

impl Evaluator<Reversi> for MobilityCorners {
    #[inline]
    fn evaluate(&mut self, game: &Reversi) -> Score {
        let (own, other) = (game.targets(), discs::targets(game.opponent, game.mover));
        Score::new(Self::mobility(own, other) + Self::corners(game))
    }

    /// The game is over when neither side has a target, which mobility shows.
    #[inline]
    fn horizon_score(&mut self, game: &Reversi, ply: usize) -> Score {
        let (own, other) = (game.targets(), discs::targets(game.opponent, game.mover));
        if own | other == 0 {
            self.outcome_score(game, game.result(), ply)
        } else {
            Score::new(Self::mobility(own, other) + Self::corners(game))
        }
    }

    fn terms(&mut self, game: &Reversi) -> Vec<Term> {
        let (own, other) = (game.targets(), discs::targets(game.opponent, game.mover));
        let sign = if game.side == Side::First { 1 } else { -1 };
        [("mobility", Self::mobility(own, other)), ("corners", Self::corners(game))]
            .map(|(name, points)| Term { name: name.to_owned(), points: (sign * points) as f64 })
            .into()
    }
}

/// Move ordering by the number of the opponent's replies, fewest first. It is used only well above the
/// horizon, where the better order saves more than counting costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FewestReplies;

impl FewestReplies {
    /// The minimum remaining depth at which replies are counted.
    const MIN_DEPTH: u32 = 4;
    /// The ordering penalty per reply. It is large enough that one reply outweighs any history.
    const PER_REPLY: i32 = 2 * search::ordering::HISTORY_MAX;
}

impl Hooks<Reversi> for FewestReplies {
    const PRIORITY: Option<Priority<Self, Reversi>> = Some(|_, game, mv, depth| {
        if depth < Self::MIN_DEPTH {
            return 0;
        }
        let mut after = *game;
        let _ = after.play(mv);
        -Self::PER_REPLY * after.targets().count_ones() as i32
    });
}

#[cfg(test)]
mod tests;
