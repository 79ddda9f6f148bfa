//! An inner node of a pruned search: everything the algorithms have in common.

use super::busy::{self, Work};
use super::picker::PUT_OFF;
use super::worker::{MAX_PLY, Stopped, Worker};
use crate::table::{Entry, NO_CODE};
use crate::{Bound, Evaluator, Game, Hooks, LateMove, Score, Side};

/// The difference between the pruned algorithms: with which window a child is searched.
pub(super) trait ChildSearch: Sized {
    /// The value, from the view of `parent`, of the position after a move of its.
    fn child<G: Game, E: Evaluator<G>, H: Hooks<G>, const PV: bool>(
        worker: &mut Worker<G, E, H>,
        parent: Side,
        is_first: bool,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>;
}

impl<G: Game, E: Evaluator<G>, H: Hooks<G>> Worker<G, E, H> {
    /// Searches the position after a move of `parent`, from `parent`'s view. Depth 0 is the
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
                self.pv[ply].clear();
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
        self.enter()?;
        if PV {
            self.pv[ply].clear();
        }
        if let Some(score) = self.path_score(ply) {
            return Ok(score);
        }
        if self.config.mate_distance {
            // Even a win with the next move comes too late (a game that has ended may have been won
            // without one), or even a loss now is good enough.
            if Score::win_in(ply + 1) <= alpha && self.game.outcome().is_none() {
                return Ok(Score::win_in(ply + 1));
            }
            if Score::loss_in(ply) >= beta {
                return Ok(Score::loss_in(ply));
            }
        }
        let uses_table = depth >= self.config.table_min_depth;
        let key = if uses_table { self.game.key() } else { 0 };
        let entry = if uses_table { self.probe(key) } else { None };
        if let Some(score) = entry.and_then(|entry| self.cutoff(&entry, depth, ply, alpha, beta)) {
            return Ok(score);
        }
        let remembered = match entry {
            Some(entry) if self.config.ordering.hash_move => entry.code,
            _ => NO_CODE,
        };

        let asked_depth = depth;
        let depth = if self.has_techniques && remembered == NO_CODE {
            self.depth_without_move(depth)
        } else {
            depth
        };

        // The list of this node is moves[start..]. A remembered move that can be told from its code
        // is searched before the others are generated; that the position was once searched shows
        // that the game is not over in it. Where none is remembered, a killer may come first.
        let start = self.moves.len();
        let mut all_generated = false;
        let known = if remembered != NO_CODE {
            if self.config.one_reply_extension { None } else { self.game.decode(remembered) }
        } else if self.killers_lead && !self.wants_transposition_cutoff(depth) {
            if let Some(score) = self.finished(ply) {
                return Ok(score);
            }
            self.leading_killer(ply)
        } else {
            None
        };
        // What can answer for the node without its moves comes before they are made; not so shallow
        // searches of the same position, which learn and would change their order.
        let mut standing = None;
        let asks_first = self.has_techniques && self.config.probcut.is_none();
        if asks_first {
            if known.is_none()
                && let Some(score) = self.finished(ply)
            {
                return Ok(score);
            }
            standing = self.standing::<PV>();
            if let Some(score) = self.before_moves::<A>(standing, depth, ply, alpha, beta)? {
                return Ok(score);
            }
        }
        match known {
            Some(mv) => {
                self.moves.push(mv);
                self.order.push(i32::MAX);
            }
            None => {
                if asks_first {
                    self.list_moves();
                } else if let Some(score) = self.generate(ply) {
                    return Ok(score);
                }
                self.score_moves(depth, ply, remembered);
                all_generated = true;
            }
        }
        if self.has_techniques && !asks_first {
            standing = self.standing::<PV>();
            let verdict = self.before_moves::<A>(standing, depth, ply, alpha, beta)?;
            if let Some(score) = verdict {
                self.drop_moves(start);
                return Ok(score);
            }
        }
        let only_move = self.config.one_reply_extension && self.moves.len() == start + 1;
        if all_generated && let Some(score) = self.transposition_cutoff(start, depth, ply, beta) {
            self.drop_moves(start);
            return Ok(score);
        }

        let side = self.game.side();
        let shares_work = self.shares_work(depth);
        // A thread that finds a move here would search deeper than the one that had none and left it,
        // all over again: between threads the result counts as what was asked for.
        let known_as = if shares_work { asked_depth } else { depth };
        let open = self.open_nodes.len();
        if shares_work {
            self.open_node(key, known_as, ply, alpha, beta)?;
        }
        let mut raised = alpha;
        let mut best = -Score::INFINITY;
        let mut best_code = NO_CODE;
        // Moves put off because another thread is at them are appended behind the first round.
        let mut first_round_end = self.moves.len();
        let mut index = start;
        loop {
            if index == self.moves.len() {
                if all_generated {
                    break;
                }
                all_generated = true;
                self.generate_others(start, depth, ply);
                if let Some(score) = self.transposition_cutoff(index, depth, ply, beta) {
                    self.leave_node(start, open);
                    return Ok(score);
                }
                first_round_end = self.moves.len();
                continue;
            }
            if index + 1 < first_round_end {
                self.pick(index, first_round_end);
            }
            let (mv, order) = (self.moves[index], self.order[index]);
            let code = G::code(mv);
            let is_first = index == start;
            let place = index;
            index += 1;
            let late = self.has_techniques.then(|| {
                let number = self.number_in_order(start, place, first_round_end);
                LateMove { depth, ply, index: number, order, pv: PV, standard: 0 }
            });
            // Before anything that other threads see: most late moves end here.
            if let Some(late) = &late
                && let Some(bound) = self.skip(mv, late, standing, best, raised)
            {
                best = best.max(bound);
                continue;
            }
            let work = shares_work.then(|| Work::new(key, code, depth));
            if let Some(work) = work
                && !is_first
            {
                // Another thread may have answered for the whole node meanwhile.
                if let Some(entry) = self.probe(key)
                    && let Some(score) = self.cutoff(&entry, known_as, ply, raised, beta)
                {
                    self.leave_node(start, open);
                    // A line that began here need not be that of the answer.
                    if PV {
                        self.pv[ply].clear();
                    }
                    return Ok(score);
                }
                if place < first_round_end && self.is_busy(work) {
                    self.moves.push(mv);
                    self.order.push(order);
                    self.order[place] = PUT_OFF;
                    continue;
                }
            }
            self.begin_work(work);
            let searched = if let Some(late) = &late {
                self.search_selectively::<A, PV>(mv, side, late, only_move, raised, beta)
            } else {
                let token = self.play(mv, ply);
                self.prefetch_child(depth);
                let (child, low, high) = (depth - 1, raised, beta);
                let searched =
                    A::child::<G, E, H, PV>(self, side, is_first, child, ply + 1, low, high);
                self.undo(mv, token);
                searched
            };
            self.end_work(work);
            let Ok(value) = searched else {
                self.leave_node(start, open);
                if PV {
                    self.pv[ply].clear();
                }
                return self.answer_for(open);
            };

            best_code = if value > best { code } else { best_code };
            best = best.max(value);
            if value > raised {
                raised = value;
                if PV {
                    self.update_pv(ply, mv);
                }
                if value >= beta {
                    self.remember_refutation(start, index, depth, ply);
                    break;
                }
            }
        }
        self.leave_node(start, open);
        if uses_table {
            self.store(key, known_as, ply, best, best_code, alpha, beta);
        }
        Ok(best)
    }

    /// Which move of its node this is, in the order of the first round: a move that was put off is as
    /// good as it was before, and has to be reduced as much as by the thread that was at it.
    #[inline]
    fn number_in_order(&self, start: usize, index: usize, first_round_end: usize) -> usize {
        if index < first_round_end {
            return index - start;
        }
        let code = G::code(self.moves[index]);
        let first_round = &self.moves[start..first_round_end];
        first_round.iter().position(|&mv| G::code(mv) == code).unwrap_or(index - start)
    }

    /// The table will be asked about the position just reached.
    #[inline]
    pub(super) fn prefetch_child(&self, depth: u32) {
        if depth > self.config.table_min_depth
            && let Some(table) = &self.shared.table
        {
            table.prefetch(self.game.key());
        }
    }

    /// The value of a finished game.
    #[inline]
    pub(super) fn finished(&mut self, ply: usize) -> Option<Score> {
        let outcome = self.game.outcome()?;
        Some(self.evaluator.outcome_score(&self.game, outcome, ply))
    }

    /// Lists the moves of an unfinished game, or returns the value of a finished one.
    #[inline]
    pub(super) fn generate(&mut self, ply: usize) -> Option<Score> {
        let outcome = if H::ALL_MOVES_ARE_CANDIDATES && !self.config.forced_replies {
            self.game.expand(&mut self.moves)
        } else {
            let outcome = self.game.outcome();
            if outcome.is_none() {
                self.list_moves();
            }
            outcome
        };
        outcome.map(|outcome| self.evaluator.outcome_score(&self.game, outcome, ply))
    }

    /// Lists what is to be searched in an unfinished game.
    #[inline]
    pub(super) fn list_moves(&mut self) {
        let forced =
            self.config.forced_replies && self.hooks.forced_replies(&self.game, &mut self.moves);
        if !forced {
            self.hooks.candidates(&self.game, &mut self.moves);
        }
    }

    /// Lists the moves other than the one at `start`, which has been searched.
    fn generate_others(&mut self, start: usize, depth: u32, ply: usize) {
        self.list_moves();
        let searched = G::code(self.moves[start]);
        let others = start + 1;
        let known = self.moves[others..].iter().position(|&mv| G::code(mv) == searched);
        if let Some(position) = known {
            self.moves.remove(others + position);
        }
        self.score_moves(depth, ply, NO_CODE);
    }

    /// After the moves of a node: its list goes, and it is no longer open.
    #[inline]
    fn leave_node(&mut self, start: usize, open: usize) {
        self.drop_moves(start);
        self.open_nodes.truncate(open);
    }

    #[inline]
    pub(super) fn drop_moves(&mut self, start: usize) {
        self.moves.truncate(start);
        self.order.truncate(start);
    }

    /// Looks whether the table refutes this node through one of its moves.
    #[inline]
    fn transposition_cutoff(
        &mut self,
        from: usize,
        depth: u32,
        ply: usize,
        beta: Score,
    ) -> Option<Score> {
        if self.wants_transposition_cutoff(depth) {
            self.refuting_child(from, depth, ply, beta)
        } else {
            None
        }
    }

    #[inline]
    fn wants_transposition_cutoff(&self, depth: u32) -> bool {
        depth > self.config.table_min_depth
            && self.config.transposition_cutoff.is_some_and(|least| depth >= least)
            && !H::SEES_PATH
    }

    #[inline(never)]
    fn refuting_child(
        &mut self,
        from: usize,
        depth: u32,
        ply: usize,
        beta: Score,
    ) -> Option<Score> {
        let side = self.game.side();
        for index in from..self.moves.len() {
            let mv = self.moves[index];
            let token = self.game.play(mv);
            let entry = self.probe(self.game.key());
            let again = self.still_moves(side);
            self.game.undo(mv, token);
            let Some(entry) = entry else { continue };
            let score = entry.score.from_relative(ply + 1);
            let (score, refuting) =
                if again { (score, Bound::Lower) } else { (-score, Bound::Upper) };
            if self.depth_suffices(entry.depth, depth - 1)
                && (entry.bound == Bound::Exact || entry.bound == refuting)
                && score >= beta
            {
                return Some(score);
            }
        }
        None
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.shared.table.as_ref().and_then(|table| table.probe(key))
    }

    /// The value of an entry that answers for this node.
    #[inline]
    pub(super) fn cutoff(
        &self,
        entry: &Entry,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let score = entry.score.from_relative(ply);
        (self.depth_suffices(entry.depth, depth) && answers(score, entry.bound, alpha, beta))
            .then_some(score)
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the state of a node, kept in registers")]
    pub(super) fn store(
        &mut self,
        key: u64,
        depth: u32,
        ply: usize,
        best: Score,
        code: u16,
        alpha: Score,
        beta: Score,
    ) {
        let Some(table) = &self.shared.table else { return };
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        table.store(key, Entry { score: best.relative_to(ply), bound, depth, code });
    }

    /// Whether the moves of a node of this depth are shared out: another thread's result must find
    /// its way here through the table.
    #[inline]
    pub(super) fn shares_work(&self, depth: u32) -> bool {
        depth >= busy::MIN_DEPTH
            && depth > self.config.table_min_depth
            && self.shared.busy.is_some()
    }

    #[inline]
    pub(super) fn is_busy(&self, work: Work) -> bool {
        self.shared.busy.as_ref().is_some_and(|busy| busy.contains(work))
    }

    #[inline]
    pub(super) fn begin_work(&self, work: Option<Work>) {
        if let (Some(work), Some(busy)) = (work, &self.shared.busy) {
            busy.begin(work);
        }
    }

    #[inline]
    pub(super) fn end_work(&self, work: Option<Work>) {
        if let (Some(work), Some(busy)) = (work, &self.shared.busy) {
            busy.end(work);
        }
    }
}

/// Whether a score of this kind settles a node with this window.
#[inline]
pub(super) fn answers(score: Score, bound: Bound, alpha: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}
