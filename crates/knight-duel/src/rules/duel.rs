//! The position and its rules: [`Duel`].
//!
//! A position is the set of free (unvisited) squares, two knights and the side to move. The mobility of
//! both knights is stored too, because the end of the game, the evaluators and the move count all
//! need it.

use crate::rules::squares::{Square, Squares};
use search::rng::mix;
use search::{Game, Outcome, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// The numbers of rows and of columns that a board may have.
pub const SIZES: RangeInclusive<u8> = 3..=16;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Rows, within [`SIZES`].
    pub rows: u8,
    /// Columns, within [`SIZES`].
    pub columns: u8,
}

impl Size {
    /// A square board.
    pub const fn square(side: u8) -> Size {
        Size { rows: side, columns: side }
    }

    /// Every square of the board.
    pub const fn squares(self) -> Squares {
        Squares::rectangle(self.rows, self.columns)
    }

    /// Whether the square is on the board.
    pub const fn contains(self, square: Square) -> bool {
        square.row() < self.rows && square.column() < self.columns
    }
}

/// `8x8`, rows first.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// The end rule: when the game is over, and who has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The lab's rule: the game is over as soon as either knight has no move, no matter which side is
    /// to move. The stuck side loses. If both are stuck, the side that moved last wins.
    #[default]
    Lab,
    /// The plain rule: the side to move loses if it has no move. A stuck knight does no harm before
    /// its turn.
    Plain,
}

/// A position of the duel. The first player's knight is A, the second's B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The squares that no knight has visited.
    free: Squares,
    knights: [Square; 2],
    /// The number of moves that each knight would have if it were its turn.
    mobility: [u8; 2],
    size: Size,
    side: Side,
    end: End,
    key: u64,
}

/// What is needed to undo a move.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    from: Square,
    mobility: [u8; 2],
}

impl Duel {
    /// A new board with the knights on two different squares.
    pub fn new(size: Size, knights: [Square; 2], side: Side, end: End) -> Duel {
        Duel::with_visited(size, knights, Squares::NONE, side, end)
    }

    /// A board with more visited squares than those of the knights.
    pub(crate) fn with_visited(
        size: Size,
        knights: [Square; 2],
        visited: Squares,
        side: Side,
        end: End,
    ) -> Duel {
        let [a, b] = knights;
        let free = (size.squares() & !visited).without(a).without(b);
        let mut duel = Duel { free, knights, mobility: [0; 2], size, side, end, key: 0 };
        duel.mobility = duel.count_both();
        duel.key = duel.key_from_scratch();
        duel
    }

    /// The squares that no knight has visited.
    #[inline]
    pub fn free(&self) -> Squares {
        self.free
    }

    /// The square of a side's knight.
    #[inline]
    pub fn knight(&self, side: Side) -> Square {
        self.knights[side.index()]
    }

    /// The number of moves that a side's knight has, or would have if it were its turn.
    #[inline]
    pub fn mobility(&self, side: Side) -> u8 {
        self.mobility[side.index()]
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The end rule.
    pub fn end(&self) -> End {
        self.end
    }

    #[inline]
    fn count_both(&self) -> [u8; 2] {
        self.knights.map(|knight| (knight.jumps() & self.free).len() as u8)
    }
}

impl Game for Duel {
    /// The square that the knight of the side to move goes to.
    type Move = Square;
    type Undo = Before;
    const MOVE_CODES: usize = 256;
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let stuck = self.mobility.map(|moves| moves == 0);
        let winner = match (self.end, stuck) {
            (End::Plain, stuck) => stuck[self.side.index()].then_some(!self.side)?,
            (End::Lab, [false, false]) => return None,
            (End::Lab, [true, false]) => Side::Second,
            (End::Lab, [false, true]) => Side::First,
            (End::Lab, [true, true]) => !self.side,
        };
        Some(Outcome::Win(winner))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Square>) {
        let free = self.free;
        moves.extend(self.knight(self.side).jump_list().filter(|&to| free.contains(to)));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.outcome() {
            Some(_) => 0,
            None => self.mobility(self.side).into(),
        }
    }

    #[inline]
    fn is_legal(&self, to: Square) -> bool {
        self.outcome().is_none() && self.decode(Duel::code(to)).is_some()
    }

    #[inline]
    fn play(&mut self, to: Square) -> Before {
        let from = self.knight(self.side);
        let before = Before { from, mobility: self.mobility };
        self.free = self.free.without(to);
        self.knights[self.side.index()] = to;
        self.mobility = self.count_both();
        self.key ^= step_key(self.side, from, to);
        self.side = !self.side;
        before
    }

    #[inline]
    fn undo(&mut self, to: Square, before: Before) {
        self.side = !self.side;
        self.key ^= step_key(self.side, before.from, to);
        self.mobility = before.mobility;
        self.knights[self.side.index()] = before.from;
        self.free = self.free.with(to);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let rules = [self.size.rows, self.size.columns, self.end as u8];
        let rules = rules.into_iter().fold(0, |sum, part| mix(sum ^ u64::from(part)));
        let visited = self.size.squares() & !self.free;
        let turn = if self.side == Side::First { 0 } else { TURN };
        let [a, b] = self.knights;
        visited.iter().fold(rules ^ turn, |key, square| key ^ VISITED[square.index()])
            ^ KNIGHT[0][a.index()]
            ^ KNIGHT[1][b.index()]
    }

    #[inline]
    fn code(to: Square) -> u16 {
        to.index() as u16
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Square> {
        let to = Square::from_index(u8::try_from(code).ok()?);
        let reached = self.knight(self.side).jumps().contains(to) && self.free.contains(to);
        reached.then_some(to)
    }
}

/// The change of the Zobrist key by a move (Zobrist 1970).
#[inline]
fn step_key(side: Side, from: Square, to: Square) -> u64 {
    let knight = &KNIGHT[side.index()];
    TURN ^ VISITED[to.index()] ^ knight[from.index()] ^ knight[to.index()]
}

const TURN: u64 = mix(0x6475_656c);
static VISITED: [u64; 256] = random_keys(1);
static KNIGHT: [[u64; 256]; 2] = [random_keys(2), random_keys(3)];

const fn random_keys(series: u64) -> [u64; 256] {
    let mut keys = [0; 256];
    let mut index = 0;
    while index < 256 {
        keys[index] = mix(mix(series) ^ index as u64);
        index += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_start;
    use search::Notation;
    use search::rng::Rng;

    fn start(rows: u8, columns: u8, end: End) -> Duel {
        random_start(Size { rows, columns }, Side::First, end, &mut Rng::new(7))
    }

    search::law_tests!(the_smallest_board_obeys, start(3, 3, End::Plain));
    search::law_tests!(a_narrow_board_obeys, start(3, 16, End::Lab));
    search::law_tests!(six_by_six_obeys, start(6, 6, End::Lab));
    search::law_tests!(eight_by_eight_obeys, start(8, 8, End::Plain));
    search::law_tests!(the_largest_board_obeys, start(16, 16, End::Lab));

    fn outcome(text: &str) -> Option<Outcome> {
        Duel::parse_position(text).unwrap().outcome()
    }

    #[test]
    fn under_the_lab_rule_a_stuck_knight_loses_whichever_side_is_to_move() {
        // A in the corner is stuck, B has moves.
        for side in ["A", "B"] {
            let text = format!("A+++/++@+/+@++/++B+ {side}");
            assert_eq!(outcome(&text), Some(Outcome::Win(Side::Second)), "{text}");
        }
    }

    #[test]
    fn under_the_lab_rule_the_last_mover_wins_if_both_are_stuck() {
        assert_eq!(outcome("A++B/+@@+/+@@+/++++ A"), Some(Outcome::Win(Side::Second)));
        assert_eq!(outcome("A++B/+@@+/+@@+/++++ B"), Some(Outcome::Win(Side::First)));
    }

    #[test]
    fn under_the_plain_rule_a_stuck_knight_loses_only_on_its_turn() {
        assert_eq!(outcome("A+++/++@+/+@++/++B+ A plain"), Some(Outcome::Win(Side::Second)));
        assert_eq!(outcome("A+++/++@+/+@++/++B+ B plain"), None);
    }

    #[test]
    fn moves_never_enter_a_visited_square_or_that_of_the_opponent() {
        let duel = Duel::parse_position("A+++/++B+/+@++/++++ A").unwrap();
        assert_eq!(duel.mobility(Side::First), 0);
    }

    #[test]
    fn a_thousand_random_games_follow_the_rules() {
        let mut rng = Rng::new(3);
        for game in 0..1000 {
            let size = Size { rows: 3 + rng.below(14) as u8, columns: 3 + rng.below(14) as u8 };
            let end = if game % 2 == 0 { End::Lab } else { End::Plain };
            let mut duel = random_start(size, Side::First, end, &mut rng);
            let mut visited = vec![duel.knight(Side::First), duel.knight(Side::Second)];
            let mut moves = Vec::new();
            while duel.expand(&mut moves).is_none() {
                let to = rng.choose(&moves).unwrap();
                let from = duel.knight(duel.side());
                assert!(size.contains(to) && !visited.contains(&to));
                let jump = [from.row().abs_diff(to.row()), from.column().abs_diff(to.column())];
                assert!(jump == [1, 2] || jump == [2, 1]);
                visited.push(to);
                duel.play(to);
                moves.clear();
            }
            assert!(visited.len() <= usize::from(size.rows) * usize::from(size.columns));
        }
    }
}
