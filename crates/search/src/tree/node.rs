//! An inner node of a pruned search: what all algorithms have in common.
//!
//! [`Worker::node`] is the order of events: quick answers, the first move, techniques that may answer
//! for the node, the loop over the moves, the table. The order of the moves is the
//! [`picker`](super::picker)'s business, what threads share at a node that of
//! [`sharing`](super::sharing).

use super::observer::Observer;
use super::picker::{Candidate, MovePicker};
use super::sharing::SharedNode;
use super::singular::Verdict;
use super::worker::{MAX_PLY, Stopped, Worker};
use crate::recording::Reason;
use crate::table::{Entry, NO_CODE};
use crate::{Evaluator, Game, Hooks, LateMove, Score, Side};

/// The difference between the pruned algorithms: with which window a child is searched.
pub(super) trait ChildSearch: Sized {
    /// Whether selective techniques may be on. A plain search is compiled without them, so that it does
    /// not pay for what it does not use.
    const SELECTIVE: bool;

    /// The value, from the view of `parent`, of the position after one of the parent's moves.
    fn child<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>, const PV: bool>(
        worker: &mut Worker<G, E, H, O>,
        parent: Side,
        is_first: bool,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>;
}

/// What does not change while the moves of a node are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Remaining depth.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Lower end of the window when the node was entered.
    pub(super) alpha: Score,
    /// Upper end of the window.
    pub(super) beta: Score,
    /// What the table has about the node.
    pub(super) entry: Option<Entry>,
    /// The code of the table move, or [`NO_CODE`].
    pub(super) table_move: u16,
    /// The code of a move that is left out, or [`NO_CODE`].
    pub(super) excluded: u16,
    /// The static score, where pruning techniques may trust it.
    pub(super) static_score: Option<Score>,
    /// Whether the side to move is better off than before its last move.
    pub(super) improving: bool,
    /// Whether some move is expected to cut off.
    pub(super) cut_node: bool,
    /// Whether the only move is to be extended.
    pub(super) extends_only_move: bool,
}

/// The best of the moves searched so far.
pub(super) struct Best {
    /// Its fail-soft value.
    pub(super) score: Score,
    /// Its code, or [`NO_CODE`].
    pub(super) code: u16,
    /// The lower end of the window, raised by the moves searched so far.
    alpha: Score,
}

/// How the loop over the moves ended.
enum LoopEnd {
    /// Every move was searched or skipped, or one cut off.
    Searched,
    /// The table has the value of the node.
    Answered(Score),
    /// The search below was stopped.
    Stopped,
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>, O: Observer<G::Move>> Worker<G, E, H, O> {
    /// Searches the position after a move of `parent`, from the view of `parent`. Depth 0 is the
    /// horizon. Always inlined, so that the frequent shallow children do not pay for the frame of an
    /// inner node.
    #[inline(always)]
    pub(super) fn descend<A: ChildSearch, const PV: bool>(
        &mut self,
        parent: Side,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let again = self.still_moves(parent);
        let (alpha, beta) = if again { (alpha, beta) } else { (-beta, -alpha) };
        let value = if depth == 0 || ply >= MAX_PLY {
            if PV {
                self.stack[ply].pv.clear();
            }
            self.horizon(ply, alpha, beta)?
        } else if depth == 1 && self.config.light_frontier {
            if self.evaluates_at_once {
                self.frontier::<PV, true>(ply, alpha, beta)?
            } else {
                self.frontier::<PV, false>(ply, alpha, beta)?
            }
        } else {
            self.node::<A, PV>(depth, ply, alpha, beta)?
        };
        Ok(if again { value } else { -value })
    }

    /// The fail-soft value of the current position, at least one ply deep: exact inside
    /// (`alpha`, `beta`), otherwise a bound. `PV` nodes record their variation.
    #[inline(never)]
    pub(super) fn node<A: ChildSearch, const PV: bool>(
        &mut self,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.enter(depth, ply, alpha, beta)?;
        if PV {
            self.stack[ply].pv.clear();
        }
        if let Some(score) = self.path_score(ply) {
            return self.leave(score);
        }
        if let Some(score) = self.mate_distance_score(ply, alpha, beta) {
            return self.leave_by(Reason::MateDistance, score);
        }
        let (excluded, cut_node) = self.expectations::<A, PV>(ply);
        let uses_table = depth >= self.config.table_min_depth && excluded == NO_CODE;
        let key = if uses_table { self.game.key() } else { 0 };
        let entry = if uses_table { self.probe(key) } else { None };
        if let Some(score) = entry.and_then(|entry| self.cutoff(&entry, depth, ply, alpha, beta)) {
            return self.leave_by(Reason::Table, score);
        }

        let table_move = self.table_move(entry);
        let asked_depth = depth;
        let selects = A::SELECTIVE && self.has_techniques;
        let lacks_move = selects && table_move == NO_CODE && excluded == NO_CODE;
        let depth = if lacks_move { self.depth_without_table_move(depth) } else { depth };
        let mut node = Node {
            depth,
            ply,
            alpha,
            beta,
            entry,
            table_move,
            excluded,
            static_score: None,
            improving: false,
            cut_node,
            extends_only_move: false,
        };
        let mut picker = MovePicker::new(self.lists.len());
        if let Some(score) = self.start_moves::<A, PV>(&mut node, &mut picker)? {
            self.lists.truncate(picker.start());
            return self.leave(score);
        }

        let shared = match excluded {
            NO_CODE => self.open_node(key, [depth, asked_depth], ply, alpha, beta)?,
            _ => None,
        };
        let mut best = Best { score: -Score::INFINITY, code: NO_CODE, alpha };
        let end = self.search_moves::<A, PV>(&node, &mut picker, shared.as_ref(), &mut best);
        self.lists.truncate(picker.start());
        self.close_node(shared.as_ref());
        match end {
            LoopEnd::Searched => {
                if uses_table {
                    if A::SELECTIVE {
                        self.learn_error(&node, &best);
                    }
                    let depth = shared.map_or(depth, |shared| shared.asked_depth());
                    self.store(key, depth, ply, best.score, best.code, alpha, beta);
                }
                self.leave(best.score)
            }
            LoopEnd::Answered(score) => self.leave(score),
            LoopEnd::Stopped => {
                if PV {
                    self.stack[ply].pv.clear();
                }
                self.answer_for(shared.as_ref())
            }
        }
    }

    /// Finds the first move of a node and asks the techniques that may answer for it without its
    /// moves; if one does, or the game is over, returns the score.
    #[inline(always)]
    fn start_moves<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &mut Node,
        picker: &mut MovePicker,
    ) -> Result<Option<Score>, Stopped> {
        let ply = node.ply;
        // Without a table move a killer may lead, where the end of the game is cheap to see. With
        // one, that the position was searched before shows that the game is not over.
        let killer_leads = node.table_move == NO_CODE
            && self.killers_lead
            && !self.wants_transposition_cutoff(node.depth);
        if killer_leads && let Some(score) = self.finished(ply) {
            return Ok(Some(score));
        }
        let lead = self.leading_move(node, killer_leads);
        // Techniques come before generation, except for ProbCut: its shallow searches of the same
        // position learn, which would change the order of the moves.
        let asks = A::SELECTIVE && self.has_techniques;
        let asks_first = asks && self.config.probcut.is_none();
        if asks_first {
            if lead.is_none()
                && let Some(score) = self.finished(ply)
            {
                return Ok(Some(score));
            }
            if let Some(score) = self.ask_techniques::<A, PV>(node)? {
                return Ok(Some(score));
            }
        }
        if let Some(mv) = lead {
            self.pick_lead(picker, mv);
        } else {
            if asks_first {
                self.list_moves();
            } else if let Some(score) = self.generate(ply) {
                return Ok(Some(score));
            }
            self.pick_listed(picker, node.depth, ply, node.table_move);
        }
        if asks
            && !asks_first
            && let Some(score) = self.ask_techniques::<A, PV>(node)?
        {
            return Ok(Some(score));
        }
        node.extends_only_move = A::SELECTIVE
            && self.config.one_reply_extension
            && self.lists.len() == picker.start() + 1;
        if lead.is_some() {
            return Ok(None);
        }
        Ok(self.transposition_cutoff(picker, node.depth, ply, node.beta))
    }

    /// The loop over the moves of a node.
    #[inline(always)]
    fn search_moves<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &Node,
        picker: &mut MovePicker,
        shared: Option<&SharedNode>,
        best: &mut Best,
    ) -> LoopEnd {
        let &Node { depth, ply, beta, .. } = node;
        let side = self.game.side();
        loop {
            if picker.must_generate() {
                self.pick_others(picker, depth, ply);
                if let Some(score) = self.transposition_cutoff(picker, depth, ply, beta) {
                    return LoopEnd::Answered(score);
                }
            }
            let Some(candidate) = self.next_move(picker) else { return LoopEnd::Searched };
            let code = G::code(candidate.mv);
            if A::SELECTIVE && code == node.excluded {
                continue;
            }
            let late = self.late_move::<A, PV>(node, picker, &candidate);
            // Before anything that other threads see: most late moves end here.
            if let Some(late) = &late
                && !PV
                && late.index > 0
                && let Some(bound) =
                    self.skip(candidate.mv, late, node.static_score, best.score, best.alpha)
            {
                best.score = best.score.max(bound);
                continue;
            }
            let mut extension = 0;
            if A::SELECTIVE && self.selects_moves {
                match self.extension::<A, PV>(node, &candidate) {
                    Ok(Verdict::Extend(plies)) => extension = plies,
                    Ok(Verdict::CutOff(score)) => {
                        self.observer.because(Reason::Multicut);
                        return LoopEnd::Answered(score);
                    }
                    Err(Stopped) => return LoopEnd::Stopped,
                }
            }
            let work = shared.map(|shared| shared.work(code));
            if let (Some(shared), Some(work)) = (shared, work)
                && !candidate.is_first
            {
                if let Some(score) = self.answered_elsewhere(shared, best.alpha) {
                    // A variation that began here need not be that of the answer.
                    if PV {
                        self.stack[ply].pv.clear();
                    }
                    return LoopEnd::Answered(score);
                }
                if picker.may_defer() && self.is_searched_elsewhere(work) {
                    self.defer(picker);
                    continue;
                }
            }
            self.begin_work(work);
            let searched = self.search_move::<A, PV>(
                node,
                &candidate,
                late.as_ref(),
                extension,
                side,
                best.alpha,
            );
            self.end_work(work);
            let Ok(value) = searched else { return LoopEnd::Stopped };

            best.code = if value > best.score { code } else { best.code };
            best.score = best.score.max(value);
            if value > best.alpha {
                best.alpha = value;
                if PV {
                    self.update_pv(ply, candidate.mv);
                }
                if value >= beta {
                    self.learn_cutoff(picker, depth, ply);
                    return LoopEnd::Searched;
                }
            }
        }
    }

    /// Plays one move, searches the position after it and takes it back.
    #[inline(always)]
    fn search_move<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate<G::Move>,
        late: Option<&LateMove>,
        extension: i32,
        side: Side,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let &Candidate { mv, is_first, .. } = candidate;
        let (ply, beta) = (node.ply, node.beta);
        if let Some(late) = late {
            return self.search_selectively::<A, PV>(mv, side, late, extension, alpha, beta);
        }
        let token = self.play(mv, ply);
        self.prefetch_child(node.depth);
        let child = node.depth - 1;
        let searched =
            A::child::<G, E, H, O, PV>(self, side, is_first, child, ply + 1, alpha, beta);
        self.undo(mv, token);
        searched
    }

    /// What the techniques that skip or reduce moves need to know about one; `None` if all are off.
    #[inline(always)]
    fn late_move<A: ChildSearch, const PV: bool>(
        &self,
        node: &Node,
        picker: &MovePicker,
        candidate: &Candidate<G::Move>,
    ) -> Option<LateMove> {
        let &Node { depth, ply, cut_node, improving, .. } = node;
        (A::SELECTIVE && self.selects_moves).then(|| LateMove {
            depth,
            ply,
            index: self.number(picker),
            order: candidate.score,
            history: if self.uses_history { self.learned(candidate.mv, ply) } else { 0 },
            pv: PV,
            cut_node,
            improving,
            standard: 0,
        })
    }

    /// The static score, and the techniques that may answer for the whole node.
    #[inline(always)]
    fn ask_techniques<A: ChildSearch, const PV: bool>(
        &mut self,
        node: &mut Node,
    ) -> Result<Option<Score>, Stopped> {
        if self.prunes_by_static || self.compares_static {
            self.assess::<PV>(node);
        }
        if node.excluded != NO_CODE {
            return Ok(None);
        }
        self.before_moves::<A, PV>(node)
    }

    /// What the search above said about the node at this ply: the code of the move to leave out, and
    /// whether some move is expected to cut off.
    #[inline]
    fn expectations<A: ChildSearch, const PV: bool>(&self, ply: usize) -> (u16, bool) {
        if !A::SELECTIVE || !self.has_techniques {
            return (NO_CODE, false);
        }
        let above = &self.stack[ply];
        (above.excluded, above.cut_node && !PV)
    }

    /// Mate-distance pruning: the score if even a win with the next move is too late, or even a loss
    /// now is good enough. A game that is over may have been won without a next move.
    #[inline]
    fn mate_distance_score(&self, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        if !self.config.mate_distance {
            return None;
        }
        if Score::win_in(ply + 1) <= alpha && self.game.outcome().is_none() {
            return Some(Score::win_in(ply + 1));
        }
        (Score::loss_in(ply) >= beta).then_some(Score::loss_in(ply))
    }

    /// The code of the table move, or [`NO_CODE`].
    #[inline]
    fn table_move(&self, entry: Option<Entry>) -> u16 {
        match entry {
            Some(entry) if self.config.ordering.hash_move => entry.code,
            _ => NO_CODE,
        }
    }

    /// The move that is searched before the others are generated, if the game can decode it.
    #[inline]
    fn leading_move(&self, node: &Node, killer_leads: bool) -> Option<G::Move> {
        if killer_leads {
            self.leading_killer(node.ply)
        } else if node.table_move == NO_CODE || self.config.one_reply_extension {
            None
        } else {
            self.game.decode(node.table_move)
        }
    }

    /// The value of a finished game.
    #[inline]
    pub(super) fn finished(&mut self, ply: usize) -> Option<Score> {
        let outcome = self.game.outcome()?;
        self.observer.because(Reason::Terminal);
        Some(self.evaluator.outcome_score(&self.game, outcome, ply))
    }

    /// Lists the moves of an unfinished game, or returns the value of a finished one.
    #[inline]
    pub(super) fn generate(&mut self, ply: usize) -> Option<Score> {
        let outcome = if Self::SEARCHES_ALL_MOVES && !self.config.forced_replies {
            self.game.expand(&mut self.lists.moves)
        } else {
            let outcome = self.game.outcome();
            if outcome.is_none() {
                self.list_moves();
            }
            outcome
        };
        outcome.map(|outcome| {
            self.observer.because(Reason::Terminal);
            self.evaluator.outcome_score(&self.game, outcome, ply)
        })
    }

    /// Lists the moves to search in an unfinished game.
    #[inline]
    pub(super) fn list_moves(&mut self) {
        let moves = &mut self.lists.moves;
        let forced = self.config.forced_replies && self.hooks.forced_replies(&self.game, moves);
        if !forced {
            self.list_candidates();
        }
    }

    /// Lists the domain's candidates in an unfinished game: by default all legal moves.
    #[inline]
    pub(super) fn list_candidates(&mut self) {
        let moves = &mut self.lists.moves;
        match H::CANDIDATES {
            Some(candidates) => candidates(&mut self.hooks, &self.game, moves),
            None => self.game.legal_moves(moves),
        }
    }
}
