//! What a domain may add to the search: one trait, everything optional, neutral by default.
//!
//! A hook is asked only if the configuration turns its technique on. Candidates, priorities, the path
//! rule and counting are always on, and do nothing unless a domain defines them. With [`NoHooks`] the
//! techniques that ask the domain do nothing, whatever the configuration says. Those that work without
//! it (reductions, futility, late-move pruning, only moves) treat every move as quiet and every
//! position as calm.

use crate::path::PathRule;
use crate::{Bound, Game, Line, Score, StopSignal};

/// What is known about a move when the search decides whether to reduce or skip it.
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
    /// What history knows of it, in all its forms: within ± three times
    /// [`HISTORY_MAX`](crate::ordering::HISTORY_MAX).
    pub history: i32,
    /// Whether the node lies on the principal variation (an open window).
    pub pv: bool,
    /// Whether some move of the node is expected to cut off.
    pub cut_node: bool,
    /// Whether the side to move is better off than before its last move, by static evaluation.
    pub improving: bool,
    /// The reduction by the configured formula, in plies.
    pub standard: u32,
}

/// How the value of a shallow search predicts that of a deep one:
/// deep = `slope` · shallow + `offset`, give or take `deviation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShallowCheck {
    /// How deep the shallow search is; must be less than the depth it predicts.
    pub depth: u32,
    /// The factor of the shallow value; more than 0.
    pub slope: f64,
    /// The constant part, in score units.
    pub offset: f64,
    /// The standard deviation of the prediction's error, in score units.
    pub deviation: f64,
}

impl ShallowCheck {
    /// The thresholds of the shallow search: a value of at most `.0` predicts a deep value of at most
    /// `alpha`, one of at least `.1` a deep value of at least `beta`, by `confidence` standard
    /// deviations.
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

/// What a domain solver found out about the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootSolution<M> {
    /// The best moves with their values, best first; empty if it gave up.
    pub lines: Vec<Line<M>>,
    /// How many plies it looked ahead; 0 if that says nothing.
    pub depth: u32,
    /// Positions it visited; added to those of the search, and counted towards its limit.
    pub nodes: u64,
    /// Why it answered in place of the search, for the reader of the report: what it found, and the
    /// key of the configuration that asked for it.
    pub why: String,
}

impl<M> RootSolution<M> {
    /// No answer after this many nodes.
    pub fn gave_up(nodes: u64) -> Self {
        RootSolution { lines: Vec::new(), depth: 0, nodes, why: String::new() }
    }
}

/// Whether the side to move may decline every tactical move in quiescence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandPat {
    /// It may: the static evaluation is a lower bound.
    Allowed,
    /// It must play one of the listed moves (it is in check, or a five must be stopped).
    Forbidden,
}

/// Lists moves: the type of [`Hooks::CANDIDATES`].
pub type Candidates<H, G> = fn(&mut H, &G, &mut Vec<<G as Game>::Move>);

/// Rates a move at a remaining depth: the type of [`Hooks::PRIORITY`].
pub type Priority<H, G> = fn(&mut H, &G, <G as Game>::Move, u32) -> i32;

/// Finds the rule inside the hooks: the type of [`Hooks::PATH_RULE`].
pub type RuleOf<H, G> = fn(&H) -> &dyn PathRule<G>;

/// A domain's additions to the search. Every item has a neutral default.
///
/// Like an evaluator, each search thread has its own clone, so hooks may keep state and scratch
/// space.
///
/// # Constants and methods
/// The search is compiled differently for hooks that define candidates, priorities or a path rule.
/// These three are constants that hold a function, so that the function and the knowledge that it
/// exists cannot disagree. [`laws::check_hooks`](crate::laws::check_hooks) tests what the types
/// cannot.
///
/// ```
/// # use proof_games::nim::{Nim, Take};
/// use search::{Hooks, hooks::Priority};
///
/// /// Tries large moves first.
/// #[derive(Clone)]
/// struct Greedy;
///
/// impl Hooks<Nim> for Greedy {
///     const PRIORITY: Option<Priority<Self, Nim>> = Some(|_, _, take, _| take.stones.into());
/// }
/// ```
///
/// A method of that name is not part of the trait, and does not compile:
///
/// ```compile_fail,E0407
/// # use proof_games::nim::{Nim, Take};
/// # use search::Hooks;
/// # #[derive(Clone)]
/// # struct Greedy;
/// impl Hooks<Nim> for Greedy {
///     fn priority(&mut self, _: &Nim, take: Take, _: u32) -> i32 { take.stones.into() }
/// }
/// ```
pub trait Hooks<G: Game>: Clone + Send + Sync {
    /// Appends the moves worth searching; `None` for all legal ones. Called only for unfinished games;
    /// must append at least one move, and only legal ones.
    const CANDIDATES: Option<Candidates<Self, G>> = None;

    /// The domain's rating of a move for ordering: higher is searched earlier. Killers count as
    /// [`KILLER`](crate::ordering::KILLER), history stays within
    /// ±[`HISTORY_MAX`](crate::ordering::HISTORY_MAX); the three are added. The last argument is the
    /// remaining depth: costly ratings pay only well above the horizon. Without priorities, killers
    /// can be searched before the other moves are generated.
    const PRIORITY: Option<Priority<Self, G>> = None;

    /// The rule about the course of the game (repetition), which is part of the hooks; `None` if the
    /// game has none, and then no path is kept.
    const PATH_RULE: Option<RuleOf<Self, G>> = None;

    /// Whether a move is quiet: only quiet moves become killers, enter the history, and are reduced
    /// or skipped when late.
    #[inline]
    fn is_quiet(&mut self, game: &G, mv: G::Move) -> bool {
        let _ = (game, mv);
        true
    }

    /// How many [kinds](Hooks::move_kind) of moves there are.
    const MOVE_KINDS: usize = 1024;

    /// A coarser number than the move's code, below [`MOVE_KINDS`](Hooks::MOVE_KINDS): which piece moves
    /// to which square. `continuation` has a counter for each pair of kinds, of both sides. `game` is the
    /// position before the move.
    #[inline]
    fn move_kind(&self, game: &G, mv: G::Move) -> usize {
        let _ = game;
        usize::from(G::code(mv)) % Self::MOVE_KINDS
    }

    /// `correction`: a number that positions share for which the static evaluation tends to err in the
    /// same way, such as a hash of the pawns.
    #[inline]
    fn structure(&self, game: &G) -> u64 {
        let _ = game;
        0
    }

    /// `exchange-pruning` and `capture-probcut`: the units that a move wins at once if both sides go on
    /// capturing on its target while it pays; negative if it loses. `None`: not known.
    #[inline]
    fn exchange(&mut self, game: &G, mv: G::Move) -> Option<i64> {
        let _ = (game, mv);
        None
    }

    /// Whether [`exchange`](Hooks::exchange) is at least this much; a domain may know it sooner than the
    /// exact gain.
    #[inline]
    fn exchange_wins(&mut self, game: &G, mv: G::Move, wanted: i64) -> Option<bool> {
        self.exchange(game, mv).map(|gain| gain >= wanted)
    }

    /// `quiescence`: appends the moves that must be resolved before the position can be evaluated,
    /// `qply` plies below the horizon.
    #[inline]
    fn tactical_moves(&mut self, game: &G, qply: u32, moves: &mut Vec<G::Move>) -> StandPat {
        let _ = (game, qply, moves);
        StandPat::Allowed
    }

    /// `quiescence`: what [`tactical_moves`](Hooks::tactical_moves) will return, if that is known
    /// before the moves are listed. Where standing pat is allowed, the static evaluation comes first
    /// and often suffices. `None`: not known.
    #[inline]
    fn stand_pat(&mut self, game: &G) -> Option<StandPat> {
        let _ = game;
        None
    }

    /// `quiescence-margin`: the most units that a tactical move wins at once; `None` if it must always
    /// be searched (an answer to check).
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
    /// after it. By default the reduction by the configured formula.
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

    /// `solver`: a domain solver's answer for this node, if it has one. It may play moves on `game`, and
    /// must take all of them back. A solver that can take longer than a millisecond must poll `stop` and
    /// give up when it is raised.
    #[inline]
    fn solve(
        &mut self,
        game: &mut G,
        depth: u32,
        alpha: Score,
        beta: Score,
        stop: &StopSignal,
    ) -> Option<Solved> {
        let _ = (game, depth, alpha, beta, stop);
        None
    }

    /// `solver`: the solver's answer for the root: `lines` of the best moves, best first, each with
    /// its value and as much of its variation as is known. Asked once, before the first iteration,
    /// unless the request restricts the root moves. Fewer lines are used only if the root has no more
    /// moves; a solver that cannot have them returns `None` at once. It
    /// must poll `stop` like [`solve`](Hooks::solve), and end early enough
    /// ([`StopSignal::within`]) to leave the search time to find a move. `stop` has the node limit of
    /// the search: the solver keeps to it, unless its own limit is part of its configuration.
    fn solve_root(
        &mut self,
        game: &G,
        lines: usize,
        stop: &StopSignal,
    ) -> Option<RootSolution<G::Move>> {
        let _ = (game, lines, stop);
        None
    }

    /// Whether [`solve_root`](Hooks::solve_root) keeps all threads busy by itself. If not, the other
    /// search threads fill the table meanwhile. Changes time only.
    const ROOT_SOLVER_IS_PARALLEL: bool = false;

    /// A domain's own node count, for comparison with published figures: what the creation of one
    /// child of `parent` adds to [`Report::counted`](crate::Report::counted).
    #[inline]
    fn count_child(&mut self, parent: &G, ply: usize) -> u64 {
        let _ = (parent, ply);
        0
    }
}

/// No hooks: the textbook search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoHooks;

impl<G: Game> Hooks<G> for NoHooks {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_where_the_prediction_clears_the_window() {
        let check = ShallowCheck { depth: 2, slope: 2.0, offset: 10.0, deviation: 30.0 };
        let (low, high) = check.thresholds(Score::new(49), Score::new(50), 1.5);
        // 2 * 43 + 10 - 45 = 51 clears 50, 2 * 42 + 10 - 45 = 49 does not; below, the same with -3 and -2.
        assert_eq!((low, high), (Score::new(-3), Score::new(43)));
    }
}
