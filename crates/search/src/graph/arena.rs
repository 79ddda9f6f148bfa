//! Every state a search has reached, once, with the way it was reached: the closed and open lists of
//! the textbooks in one array.
//!
//! States are stored in the order of their discovery and named by their position; a hash index of
//! those positions finds them again. A state is thus neither stored twice nor cloned, and the open
//! list moves only small numbers.

use super::hash::WordHash;
use super::limits::Meter;
use super::report::{Solution, Unsolved};
use super::{Cost, StateSpace};
use std::hash::{BuildHasher, Hash};

/// The position of a state in an [`Arena`].
pub(super) type NodeId = u32;

/// The position of the start.
pub(super) const START: NodeId = 0;

/// No node: the parent of the start, and an empty slot of the index.
const NONE: NodeId = NodeId::MAX;

/// How the best known path enters a state.
#[derive(Clone, Copy)]
pub(super) struct Arrival<A> {
    /// The cost of the path.
    pub(super) g: Cost,
    /// The state before this one.
    pub(super) parent: NodeId,
    /// The last action.
    pub(super) action: A,
    /// The cost of the last action.
    pub(super) step: Cost,
}

/// A node without its state.
pub(super) struct Node<A> {
    /// The cost of the best known path.
    pub(super) g: Cost,
    /// Whether it was expanded at that cost.
    pub(super) closed: bool,
    parent: NodeId,
    /// `None` for the start.
    action: Option<A>,
    step: Cost,
}

impl<A> Node<A> {
    /// Takes a better path: the state has to be expanded (again).
    pub(super) fn reroute(&mut self, arrival: Arrival<A>) {
        *self = Node::from(arrival);
    }
}

impl<A> From<Arrival<A>> for Node<A> {
    fn from(Arrival { g, parent, action, step }: Arrival<A>) -> Self {
        Node { g, closed: false, parent, action: Some(action), step }
    }
}

/// All states reached.
pub(super) struct Arena<S, A> {
    states: Vec<S>,
    nodes: Vec<Node<A>>,
    /// Open addressing with linear probing; a power of two in length, at most three quarters full.
    index: Vec<NodeId>,
    hash: WordHash,
}

/// Where a state is, or where it would go.
pub(super) enum Place {
    Known(NodeId),
    Free(usize),
}

impl<S: Clone + Eq + Hash, A: Copy> Arena<S, A> {
    /// An arena that holds the start alone.
    pub(super) fn new(start: S, meter: &Meter<'_>) -> Result<Self, Unsolved> {
        let mut arena = Arena {
            states: Vec::new(),
            nodes: Vec::new(),
            index: vec![NONE; 64],
            hash: WordHash::default(),
        };
        let node = Node { g: 0, closed: false, parent: NONE, action: None, step: 0 };
        if let Place::Free(slot) = arena.place(&start) {
            arena.store(slot, start, node, meter)?;
        }
        Ok(arena)
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn state(&self, id: NodeId) -> &S {
        &self.states[id as usize]
    }

    pub(super) fn node(&self, id: NodeId) -> &Node<A> {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<A> {
        &mut self.nodes[id as usize]
    }

    /// Looks a state up.
    #[inline]
    pub(super) fn place(&self, state: &S) -> Place {
        let mask = self.index.len() - 1;
        let mut slot = self.hash.hash_one(state) as usize & mask;
        loop {
            match self.index[slot] {
                NONE => return Place::Free(slot),
                id if self.states[id as usize] == *state => return Place::Known(id),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Adds a state at the free slot that [`Arena::place`] has just found for it.
    pub(super) fn insert(
        &mut self,
        slot: usize,
        state: S,
        arrival: Arrival<A>,
        meter: &Meter<'_>,
    ) -> Result<NodeId, Unsolved> {
        self.store(slot, state, arrival.into(), meter)
    }

    fn store(
        &mut self,
        slot: usize,
        state: S,
        node: Node<A>,
        meter: &Meter<'_>,
    ) -> Result<NodeId, Unsolved> {
        let count = self.states.len();
        meter.hold(count + 1)?;
        let id = match NodeId::try_from(count) {
            Ok(id) if id != NONE => id,
            _ => return Err(Unsolved::StateLimit(count)),
        };
        self.index[slot] = id;
        self.states.push(state);
        self.nodes.push(node);
        if self.states.len() > self.index.len() / 4 * 3 {
            self.grow();
        }
        Ok(id)
    }

    fn grow(&mut self) {
        let mask = self.index.len() * 2 - 1;
        let mut index = vec![NONE; mask + 1];
        for (state, id) in self.states.iter().zip(0..) {
            let mut slot = self.hash.hash_one(state) as usize & mask;
            while index[slot] != NONE {
                slot = (slot + 1) & mask;
            }
            index[slot] = id;
        }
        self.index = index;
    }

    /// The path that leads to `goal`.
    ///
    /// Its cost is computed again from the actions: when a heuristic overestimates, the path may have
    /// become cheaper after `goal` was reached, before the cost stored at `goal` was updated.
    pub(super) fn solution(&self, goal: NodeId) -> Solution<S, A> {
        let mut solution =
            Solution { cost: 0, states: vec![self.state(goal).clone()], actions: Vec::new() };
        let mut node = self.node(goal);
        while let Some(action) = node.action {
            solution.cost += node.step;
            solution.actions.push(action);
            solution.states.push(self.state(node.parent).clone());
            node = self.node(node.parent);
        }
        solution.states.reverse();
        solution.actions.reverse();
        solution
    }
}

/// The buffer that a space writes successors to.
pub(super) type Successors<P> = Vec<(<P as StateSpace>::Action, <P as StateSpace>::State, Cost)>;
