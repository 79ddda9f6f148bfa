//! What a strong engine adds to the bare search: [`Hooks`], all neutral by default.
//!
//! A hook is consulted only when the configuration turns its technique on (ordering, candidates,
//! path verdicts and counting are always on, and neutral unless a domain defines them). With
//! [`NoHooks`] the techniques that ask the domain do nothing, whatever the configuration says; those
//! that can do without it (reductions, futility, late-move pruning, only moves) take every move for
//! quiet and every position for calm.

use crate::{Bound, Game, Line, Outcome, Score, StopSignal};

/// One step of the line that led to the current node: game history first, then the search path.
#[derive(Clone, Copy, Debug)]
pub struct Step<M> {
    /// The key of the position in which the move was played.
    pub key: u64,
    /// The move.
    pub mv: M,
}

/// Where a late move stands, for the decision to reduce or skip it.
#[derive(Clone, Copy, Debug)]
pub struct LateMove {
    /// Remaining depth at the node, before the move.
    pub depth: u32,
    /// Plies from the root to the node.
    pub ply: usize,
    /// How many moves of the node were searched before this one.
    pub index: usize,
    /// Its ordering score: history, killer or domain priority.
    pub order: i32,
    /// Whether the node lies on the principal variation (an open window).
    pub pv: bool,
    /// What the configured formula would reduce.
    pub standard: u32,
}

/// How the value of a shallow search predicts that of a deep one:
/// deep = `slope` · shallow + `offset`, give or take `deviation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShallowCheck {
    /// How deep the shallow search is; must be less than the depth it stands for.
    pub depth: u32,
    /// See above; more than 0.
    pub slope: f64,
    /// In score units.
    pub offset: f64,
    /// The standard deviation of the prediction's error, in score units.
    pub deviation: f64,
}

impl ShallowCheck {
    /// What a shallow search must reach, at most `.0` or at least `.1`, so that the deep value lies
    /// below or at `alpha`, or at or above `beta`, by `confidence` standard deviations.
    pub(crate) fn thresholds(&self, alpha: Score, beta: Score, confidence: f64) -> (Score, Score) {
        let slack = confidence * self.deviation;
        let shallow = |deep: f64| (deep - self.offset) / self.slope;
        let low = shallow(alpha.units() as f64 - slack).floor();
        let high = shallow(beta.units() as f64 + slack).ceil();
        (Score::new(low as i64), Score::new(high as i64))
    }
}

/// What a domain solver found out about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The value for the side to move, with distances counted from the node itself (as if it were
    /// the root).
    pub score: Score,
    /// Whether that is the value or a bound on it.
    pub bound: Bound,
}

/// What a domain solver found out about the root, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct RootSolution<M> {
    /// The best moves with their values, best first.
    pub lines: Vec<Line<M>>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// Positions it visited.
    pub nodes: u64,
}

/// Whether the side to move may decline every tactical move in quiescence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandPat {
    /// It may: the static evaluation is a lower bound.
    Allowed,
    /// It must play one of the listed moves (it is in check, or a five must be stopped).
    Forbidden,
}

/// A domain's additions to the search. Every method has a neutral default.
///
/// Like an evaluator, each search thread has its own clone, so hooks may keep state and scratch
/// space.
pub trait Hooks<G: Game>: Clone + Send + Sync {
    /// The moves worth searching, appended; by default all legal ones. Called only for unfinished
    /// games; must append at least one move, and only legal ones.
    #[inline]
    fn candidates(&mut self, game: &G, moves: &mut Vec<G::Move>) {
        game.legal_moves(moves);
    }

    /// Whether [`candidates`](Hooks::candidates) is simply all legal moves, so that rules which
    /// find the end of the game while generating need not do it twice.
    const ALL_MOVES_ARE_CANDIDATES: bool = true;

    /// Whether [`priority`](Hooks::priority) has anything to say. Where it has not, killers can be
    /// searched before the other moves are generated.
    const GIVES_PRIORITIES: bool = true;

    /// The domain's opinion of a move for ordering: higher is searched earlier. Killers count as
    /// [`KILLER`](crate::ordering::KILLER), history stays within
    /// ±[`HISTORY_MAX`](crate::ordering::HISTORY_MAX); the three are added. `depth` is what remains
    /// to be searched: costly opinions pay only well above the horizon.
    #[inline]
    fn priority(&mut self, game: &G, mv: G::Move, depth: u32) -> i32 {
        let _ = (game, mv, depth);
        0
    }

    /// Whether a move is quiet: only quiet moves become killers, enter the history, and are reduced
    /// or skipped when late.
    #[inline]
    fn is_quiet(&mut self, game: &G, mv: G::Move) -> bool {
        let _ = (game, mv);
        true
    }

    /// `quiescence`: appends the moves that must be resolved before the position can be evaluated,
    /// `qply` plies below the horizon.
    #[inline]
    fn tactical_moves(&mut self, game: &G, qply: u32, moves: &mut Vec<G::Move>) -> StandPat {
        let _ = (game, qply, moves);
        StandPat::Allowed
    }

    /// `quiescence`: what [`tactical_moves`](Hooks::tactical_moves) will say about declining them all,
    /// where that is told sooner than the moves are found: where it may, the static evaluation is
    /// looked at first, and often suffices. `None`: it is not known before.
    #[inline]
    fn stand_pat(&mut self, game: &G) -> Option<StandPat> {
        let _ = game;
        None
    }

    /// `quiescence-margin`: the most units that a tactical move wins at once; `None` if it must be
    /// searched whatever it wins (an answer to check).
    #[inline]
    fn gain(&mut self, game: &G, mv: G::Move) -> Option<i64> {
        let _ = (game, mv);
        None
    }

    /// `probcut`: the `index`-th shallow search worth trying in place of one of `depth` plies; the
    /// first `None` ends the list.
    #[inline]
    fn shallow_check(&mut self, game: &G, depth: u32, index: usize) -> Option<ShallowCheck> {
        let _ = (game, depth, index);
        None
    }

    /// `null-move`: a move that only gives up the turn, if trying it here is sound (not in check,
    /// no zugzwang in sight).
    #[inline]
    fn null_move(&mut self, game: &G) -> Option<G::Move> {
        let _ = game;
        None
    }

    /// `late-move-reductions`: by how many plies to reduce a late quiet move; `game` is the position
    /// after it. By default what the configured formula says.
    #[inline]
    fn reduction(&mut self, game: &G, mv: G::Move, late: &LateMove) -> u32 {
        let _ = (game, mv);
        late.standard
    }

    /// `extensions`: by how many plies to extend a move; `game` is the position after it.
    #[inline]
    fn extension(&mut self, game: &G, mv: G::Move) -> u32 {
        let _ = (game, mv);
        0
    }

    /// Whether static evaluation can be trusted for pruning here: not in check, no open threat.
    /// Asked by `futility`, `reverse-futility`, `late-move-pruning` and `null-move`.
    #[inline]
    fn is_calm(&mut self, game: &G) -> bool {
        let _ = game;
        true
    }

    /// `forced-replies`: when every other move loses at once, appends the only moves to consider
    /// and returns true; otherwise appends nothing.
    #[inline]
    fn forced_replies(&mut self, game: &G, moves: &mut Vec<G::Move>) -> bool {
        let _ = (game, moves);
        false
    }

    /// `solver`: a domain solver's answer for this node, if it has one. A solver that can take
    /// longer than a millisecond must poll `stop` and give up when told.
    #[inline]
    fn solve(
        &mut self,
        game: &G,
        depth: u32,
        alpha: Score,
        beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        let _ = (game, depth, alpha, beta, stop);
        None
    }

    /// `solver`: the solver's answer for the root, with the line that proves it (the move to play
    /// first). Asked once, before the first iteration, unless the request is for certain moves or
    /// several lines. Must poll `stop` like [`solve`](Hooks::solve).
    fn solve_root(&mut self, game: &G, stop: &StopSignal) -> Option<Line<G::Move>> {
        let _ = (game, stop);
        None
    }

    /// `solver`: as [`solve_root`](Hooks::solve_root), for a solver that can tell more: up to `lines`
    /// of the best moves, each with its exact value, and what it took to find them. Asked before
    /// it, unless the request is for certain moves; the first line must begin with a legal move.
    fn solve_lines(
        &mut self,
        game: &G,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<G::Move>> {
        let _ = (game, lines, stop);
        None
    }

    /// A verdict that depends on the line so far (repetition, a move counter kept outside the
    /// position). Asked at every node but the root; `path` ends with the move that led here.
    #[inline]
    fn path_verdict(&mut self, game: &G, path: &[Step<G::Move>]) -> Option<Outcome> {
        let _ = (game, path);
        None
    }

    /// Whether [`path_verdict`](Hooks::path_verdict) is defined; if not, no path is kept.
    const SEES_PATH: bool = false;

    /// A domain's own way of counting nodes, for comparison with published figures: what the
    /// creation of one child of `parent` adds to [`Report::counted`](crate::Report::counted).
    #[inline]
    fn count_child(&mut self, parent: &G, ply: usize) -> u64 {
        let _ = (parent, ply);
        0
    }
}

/// The textbook search: nothing added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoHooks;

impl<G: Game> Hooks<G> for NoHooks {
    const GIVES_PRIORITIES: bool = false;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_where_the_prediction_clears_the_window() {
        let check = ShallowCheck { depth: 2, slope: 2.0, offset: 10.0, deviation: 30.0 };
        let (low, high) = check.thresholds(Score::new(49), Score::new(50), 1.5);
        // 2 * 43 + 10 - 45 = 51 clears 50, 2 * 42 + 10 - 45 = 49 does not; -3 and -2 below likewise.
        assert_eq!((low, high), (Score::new(-3), Score::new(43)));
    }
}
