//! A search node by node: [`Recording`].
//!
//! [`Analyst::record`](crate::Analyst::record) searches as the engine would with one thread and nothing
//! learned before, and keeps every node up to a limit. The nodes are in the order in which the search
//! entered them, so a node comes after its parent, and it was left after the last of its descendants was
//! entered: the list is the sequence of events.

use crate::tree::observer::{Entered, Observer};
use crate::{Bound, Game, Report, Score, Side};
use serde::{Deserialize, Serialize};

/// Why a node was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A pass over the root moves at a new depth; its node is the root.
    Iteration,
    /// A null-window pass of MTD(f); its node is the root.
    MtdfPass,
    /// A move of its parent.
    Move,
    /// The same again, with another window or depth: a move that was searched before, or a pass whose value
    /// was outside its window.
    ReSearch,
    /// Its parent gives up the turn.
    NullMove,
    /// A tactical move below the horizon.
    Quiescence,
    /// The position of its parent, less deep: a test of ProbCut, razoring, a null move or a singular move.
    Shallow,
}

/// What determined the value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// All its moves.
    Searched,
    /// A move that reached beta: the others were cut off.
    Beta,
    /// The transposition table.
    Table,
    /// Null move.
    NullMove,
    /// Razoring.
    Razoring,
    /// Reverse futility.
    ReverseFutility,
    /// ProbCut.
    Probcut,
    /// Several moves reach beta in a shallow search.
    Multicut,
    /// The game's solver.
    Solver,
    /// Mate-distance pruning.
    MateDistance,
    /// The game is over.
    Terminal,
    /// The static evaluation at the horizon.
    Horizon,
    /// The static evaluation reaches beta, so that no tactical move has to be tried.
    StandPat,
    /// A rule about repeated positions.
    Repetition,
    /// The search was stopped; there is no value.
    Stopped,
}

impl Reason {
    /// Whether the value is that of the position itself, whatever the window.
    fn is_exact(self) -> bool {
        matches!(self, Reason::Terminal | Reason::Horizon | Reason::Repetition)
    }
}

/// Why a move of a node was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// Another move reached beta.
    Beta,
    /// Late-move pruning.
    LateMove,
    /// Futility pruning.
    Futility,
    /// History pruning.
    History,
    /// Exchange pruning.
    Exchange,
    /// Quiescence: it does not win enough.
    Margin,
}

/// One node of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedNode<M> {
    /// The number of the node that searched it; `None` for a pass over the root moves.
    pub parent: Option<u32>,
    /// The move that led to it; `None` if the position is that of the parent.
    pub mv: Option<M>,
    /// Why it was searched.
    pub kind: Kind,
    /// The side to move. Window and value are from its view.
    pub side: Side,
    /// Moves from the root.
    pub ply: usize,
    /// Remaining depth.
    pub depth: u32,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// The value; `None` if the search was stopped before it was known.
    pub value: Option<Score>,
    /// What the value says.
    pub bound: Bound,
    /// What determined the value.
    pub reason: Reason,
    /// The moves that were not searched.
    pub skipped: Vec<(M, SkipReason)>,
    /// Nodes that this node searched after the limit was reached: they are counted but not recorded.
    pub unrecorded: u64,
}

/// A search and its nodes.
#[derive(Clone, Debug)]
pub struct Recording<G: Game> {
    /// What the search found; the same as without recording it.
    pub report: Report<G>,
    /// The nodes in the order in which they were entered.
    pub nodes: Vec<RecordedNode<G::Move>>,
    /// Whether every node was recorded.
    pub is_complete: bool,
}

/// What is recorded, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordOptions {
    /// Record at most this many nodes; the search goes on without.
    pub limit: usize,
    /// Try the moves in the reverse order of their scores, to see what a good order is worth. Table move,
    /// killers and countermoves are off then.
    pub reverse: bool,
}

impl Default for RecordOptions {
    fn default() -> Self {
        RecordOptions { limit: 5000, reverse: false }
    }
}

/// A node that has not been left.
struct Open<M> {
    /// Its number, if it is recorded.
    node: Option<u32>,
    /// How many moves lead to it.
    line: usize,
    /// Its moves that were searched or skipped.
    tried: Vec<M>,
    reason: Option<Reason>,
}

/// Keeps what it observes.
pub(crate) struct Recorder<M> {
    options: RecordOptions,
    nodes: Vec<RecordedNode<M>>,
    is_complete: bool,
    open: Vec<Open<M>>,
    line: Vec<M>,
    announced: Option<Kind>,
}

impl<M> Default for Recorder<M> {
    fn default() -> Self {
        Recorder {
            options: RecordOptions::default(),
            nodes: Vec::new(),
            is_complete: true,
            open: Vec::new(),
            line: Vec::new(),
            announced: None,
        }
    }
}

impl<M: Copy + PartialEq> Recorder<M> {
    pub(crate) fn new(options: RecordOptions) -> Self {
        Recorder { options, ..Recorder::default() }
    }

    /// The nodes, and whether they are all.
    pub(crate) fn finish(&mut self) -> (Vec<RecordedNode<M>>, bool) {
        self.open.clear();
        (std::mem::take(&mut self.nodes), self.is_complete)
    }

    /// Adds a node below the current one and makes it the current one.
    fn add(&mut self, kind: Kind, mv: Option<M>, entered: Entered) {
        // The nearest node above that is recorded.
        let parent = self.open.iter().rev().find_map(|open| open.node);
        let node = if self.nodes.len() < self.options.limit {
            let number = self.nodes.len() as u32;
            self.nodes.push(recorded(parent, kind, mv, entered));
            Some(number)
        } else {
            self.is_complete = false;
            if let Some(parent) = parent {
                self.nodes[parent as usize].unrecorded += 1;
            }
            None
        };
        self.open.push(Open { node, line: self.line.len(), tried: Vec::new(), reason: None });
    }

    fn current(&mut self) -> Option<(&mut Open<M>, &mut RecordedNode<M>)> {
        let open = self.open.last_mut()?;
        let node = self.nodes.get_mut(open.node? as usize)?;
        Some((open, node))
    }
}

fn recorded<M>(
    parent: Option<u32>,
    kind: Kind,
    mv: Option<M>,
    entered: Entered,
) -> RecordedNode<M> {
    let Entered { side, ply, depth, alpha, beta } = entered;
    RecordedNode {
        parent,
        mv,
        kind,
        side,
        ply,
        depth,
        alpha,
        beta,
        value: None,
        bound: Bound::Exact,
        reason: Reason::Stopped,
        skipped: Vec::new(),
        unrecorded: 0,
    }
}

impl<M: Copy + PartialEq + Send> Observer<M> for Recorder<M> {
    const WATCHES: bool = true;

    fn begin_pass(&mut self, kind: Kind, root: Entered) {
        self.open.clear();
        self.line.clear();
        self.announced = None;
        let last = self.nodes.iter().rfind(|node| node.parent.is_none());
        let is_repeated = kind == Kind::Iteration && last.is_some_and(|l| l.depth == root.depth);
        self.add(if is_repeated { Kind::ReSearch } else { kind }, None, root);
    }

    fn played(&mut self, mv: M) {
        self.line.push(mv);
    }

    fn taken_back(&mut self) {
        self.line.pop();
    }

    fn announce(&mut self, kind: Kind) {
        self.announced = Some(kind);
    }

    fn entered(&mut self, node: Entered) {
        let line = self.line.len();
        let last = self.line.last().copied();
        let announced = self.announced.take();
        let (mut mv, mut kind) = (None, Kind::Shallow);
        if let Some(parent) = self.open.last_mut()
            && line > parent.line
            && let Some(last) = last
        {
            mv = Some(last);
            let is_move = announced.is_none();
            kind =
                if is_move && parent.tried.contains(&last) { Kind::ReSearch } else { Kind::Move };
            if is_move && parent.node.is_some() {
                parent.tried.push(last);
            }
        }
        self.add(announced.unwrap_or(kind), mv, node);
    }

    fn skipped(&mut self, mv: M, reason: SkipReason) {
        if let Some((open, node)) = self.current() {
            open.tried.push(mv);
            node.skipped.push((mv, reason));
        }
    }

    fn because(&mut self, reason: Reason) {
        if let Some(open) = self.open.last_mut() {
            open.reason = Some(reason);
        }
    }

    fn left(&mut self, value: Score) {
        if let Some((open, node)) = self.current() {
            let is_high = value >= node.beta;
            let of_moves = if is_high { Reason::Beta } else { Reason::Searched };
            node.reason = open.reason.take().unwrap_or(of_moves);
            node.value = Some(value);
            node.bound = match node.reason {
                reason if reason.is_exact() => Bound::Exact,
                _ if is_high => Bound::Lower,
                _ if value <= node.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
        }
        self.open.pop();
    }

    fn is_cut_off(&self, value: Score) -> bool {
        let Some(open) = self.open.last() else { return false };
        let Some(node) = open.node.and_then(|node| self.nodes.get(node as usize)) else {
            return false;
        };
        open.reason.is_none() && value >= node.beta && node.depth > 0
    }

    fn moves_of_cut_off(&mut self, moves: &[M]) {
        if let Some((open, node)) = self.current() {
            let others = moves.iter().filter(|mv| !open.tried.contains(mv));
            node.skipped.extend(others.map(|&mv| (mv, SkipReason::Beta)));
        }
    }

    fn reverses_order(&self) -> bool {
        self.options.reverse
    }
}
