//! The search stack: what each ply of the current line keeps, and the move lists of its nodes.

use crate::Score;
use crate::learning::NO_KIND;
use crate::ordering::Killers;
use crate::table::NO_CODE;

/// One ply of the current line.
pub(super) struct Ply<M> {
    /// The principal variation found below this ply.
    pub(super) pv: Vec<M>,
    /// Quiet moves that refuted a sibling of the node at this ply.
    pub(super) killers: Killers,
    /// The code of the move played at this ply; kept only if countermoves are on.
    pub(super) played: u16,
    /// The kind of that move; kept only if a technique looks back at it.
    pub(super) kind: u16,
    /// The static score of the node; `None` where it cannot be trusted, or no technique wants it.
    pub(super) static_score: Option<Score>,
    /// Whether some move of the node is expected to cut off; of no meaning on the principal variation.
    pub(super) cut_node: bool,
    /// The code of the move that the search of this node leaves out, or [`NO_CODE`].
    pub(super) excluded: u16,
    /// How often the line above was extended by two plies at once.
    pub(super) double_extensions: u32,
}

impl<M> Ply<M> {
    pub(super) fn new() -> Self {
        Ply {
            pv: Vec::with_capacity(64),
            killers: Killers::NONE,
            played: NO_CODE,
            kind: NO_KIND,
            static_score: None,
            cut_node: false,
            excluded: NO_CODE,
            double_extensions: 0,
        }
    }
}

/// The move lists of all nodes of the current line, one behind the other, in memory that is
/// allocated once. The node at the end of the line owns the end of the lists.
pub(super) struct MoveLists<M> {
    /// Hooks and rules append here.
    pub(super) moves: Vec<M>,
    /// The ordering score of each move.
    pub(super) scores: Vec<i32>,
}

impl<M: Copy> MoveLists<M> {
    pub(super) fn new() -> Self {
        MoveLists { moves: Vec::with_capacity(4096), scores: Vec::with_capacity(4096) }
    }

    /// How many moves all lists have together: where the next list begins.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    #[inline]
    pub(super) fn push(&mut self, mv: M, score: i32) {
        self.moves.push(mv);
        self.scores.push(score);
    }

    /// Removes the lists that begin at or behind `start`.
    #[inline]
    pub(super) fn truncate(&mut self, start: usize) {
        self.moves.truncate(start);
        self.scores.truncate(start);
    }

    /// Swaps the move with the best score of `from..end` to `from`. Of equal moves the first wins, so
    /// that without ordering the first move is always the rules' first.
    #[inline]
    pub(super) fn select_best(&mut self, from: usize, end: usize) {
        // Selections instead of branches: a branch predictor cannot know which move is best.
        let (scores, moves) = (&mut self.scores[from..end], &mut self.moves[from..end]);
        let (mut best, mut at) = (scores[0], 0);
        for (offset, &score) in scores.iter().enumerate() {
            at = if score > best { offset } else { at };
            best = best.max(score);
        }
        scores.swap(0, at);
        moves.swap(0, at);
    }
}
