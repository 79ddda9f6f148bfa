//! Move ordering, which determines the size of the tree.
//!
//! Near the end, fastest first: the move that leaves the opponent the fewest replies has the smallest
//! subtree and is often the best. Higher up, a search a few plies ahead is worth its cost: each move is
//! searched with the pattern evaluator or, without weights, with [`judge`], a simple evaluation of
//! mobility and corners.

use super::judge;
use super::last::odd_quarters;
use super::stability::{beside, corner_hold};
use crate::evaluators::pattern::{self, Indices, Weights};
use crate::rules::arch::{Arch, Task};
use crate::rules::board::Board;
use crate::rules::square::Square;

/// A position after a move, from the opponent's view.
#[derive(Clone, Copy)]
pub(crate) struct Child {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) square: u8,
    pub(super) order: i32,
}

impl Child {
    pub(crate) const NONE: Child = Child { own: 0, opp: 0, square: 0, order: 0 };
}

/// An upper bound on the number of moves in a position.
pub(crate) const MAX_MOVES: usize = 34;

/// The ordering values of squares on the board with the squares `MASK`.
struct SquareValues<const MASK: u64>;

impl<const MASK: u64> SquareValues<MASK> {
    /// Classes of squares, best last: diagonally next to a corner, next to it on the border, the rest.
    const ALL: [i8; 64] = {
        let mut all = [0; 64];
        let origin = MASK.trailing_zeros() as usize / 8;
        let mut square = 0;
        while square < 64 {
            if MASK >> square & 1 == 1 {
                let (row, column) = (square / 8, square % 8);
                let row = if row < 4 { row } else { 7 - row };
                let column = if column < 4 { column } else { 7 - column };
                let (near, far) = if row < column { (row, column) } else { (column, row) };
                all[square] = match (near - origin, far - origin) {
                    (0, 0) => 18,
                    (0, 1) => 4,
                    (1, 1) => 2,
                    (0, 2) => 14,
                    (0, _) => 11,
                    (1, 2) => 6,
                    (1, _) => 6,
                    (2, 2) => 12,
                    _ => 10,
                };
            }
            square += 1;
        }
        all
    };
}

/// The ordering score of a move near the end of the game; higher is searched first.
#[inline(always)]
pub(crate) fn fastest_first<A: Arch, const MASK: u64>(arch: A, child: &Child, empty: u64) -> i32 {
    let moves = MASK & arch.moves(child.own, child.opp);
    let mobility = judge::weighted::<MASK>(moves);
    let rest = empty & !(1 << (child.square & 63));
    let potential = beside(child.opp, rest).count_ones() as i32;
    let odd = odd_quarters(empty) >> (child.square & 63) & 1;
    let hold = corner_hold::<MASK>(child.opp) as i32;
    -(mobility << 7) - (potential << 3)
        + (odd as i32) * 16
        + hold * 24
        + i32::from(SquareValues::<MASK>::ALL[usize::from(child.square & 63)])
}

/// The pattern evaluator's view of a position.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    weights: &'a Weights,
    /// Whether the indices are from the view of the side to move, or of the opponent.
    indices: Indices,
    own: bool,
}

impl<'a> View<'a> {
    pub(crate) fn new(weights: &'a Weights, own: u64, opp: u64) -> View<'a> {
        View { weights, indices: Indices::of(own, opp), own: true }
    }

    /// The view after a move of the side to move.
    #[inline(always)]
    fn after(self, square: usize, flipped: u64) -> View<'a> {
        let square = Square::from_index(square as u32);
        View { indices: self.indices.after(self.own, square, flipped), own: !self.own, ..self }
    }

    /// The view after a pass.
    #[inline(always)]
    fn pass(self) -> View<'a> {
        View { own: !self.own, ..self }
    }

    /// The value for the side to move, given the moves of both sides.
    #[inline(always)]
    fn value(&self, moves: [u64; 2], discs: u32) -> i32 {
        pattern::value(self.weights, &self.indices, self.own, moves, discs)
    }
}

/// A shallow alpha-beta search with an evaluator, to order moves far from the end.
pub(crate) struct LookAhead<'a, const MASK: u64> {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) view: Option<View<'a>>,
}

impl<const MASK: u64> Task for LookAhead<'_, MASK> {
    type Output = (i32, u64);

    /// The value for the side to move, and the number of nodes.
    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> (i32, u64) {
        let LookAhead { own, opp, depth, mut alpha, beta, view } = self;
        let mut moves = MASK & arch.moves(own, opp);
        if moves == 0 && MASK & arch.moves(opp, own) == 0 {
            return (super::last::final_score::<MASK>(own, opp) * 64, 1);
        }
        if depth == 0 {
            let moves = [moves, MASK & arch.moves(opp, own)];
            let value = match &view {
                Some(view) => view.value(moves, (own | opp).count_ones()),
                None => judge::value(&judge::parts::<MASK>(Board { own, opp }, moves)),
            };
            return (value, 1);
        }
        if moves == 0 {
            let (value, nodes) = arch.enter(LookAhead::<MASK> {
                own: opp,
                opp: own,
                depth: depth - 1,
                alpha: -beta,
                beta: -alpha,
                view: view.map(View::pass),
            });
            return (-value, nodes + 1);
        }
        let mut best = -i32::MAX;
        let mut nodes = 1;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flipped = arch.flips(own, opp, square);
            // Not a closure: it would not be compiled for the instruction set.
            let mut next = view;
            if let Some(view) = &mut next {
                *view = view.after(square, flipped);
            }
            let (value, below) = arch.enter(LookAhead::<MASK> {
                own: opp ^ flipped,
                opp: own | flipped | 1 << square,
                depth: depth - 1,
                alpha: -beta,
                beta: -alpha,
                view: next,
            });
            nodes += below;
            best = best.max(-value);
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        (best, nodes)
    }
}
