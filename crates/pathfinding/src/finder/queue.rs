//! The open list of the jump point searches: buckets by the integer part of `f`, each a linked list within
//! one array of nodes.
//!
//! A node stays in the array after its expansion, because its parent is needed for the path. Within a bucket
//! the order is last in, first out. With integer costs a bucket holds one `f`, and the order is that of A\*.
//! With other costs the search stays exact in two ways: it ends only at a bucket beyond the best path to the
//! goal, and it expands a cell again that was expanded too early.

use crate::map::Spot;

/// A reached cell, with its entering direction and its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<C> {
    pub(super) at: Spot,
    /// The number of the entering direction; [`START`] for the start.
    pub(super) entered: u8,
    pub(super) cost: C,
    /// The parent; [`NONE`] for the start.
    pub(super) parent: u32,
    /// The next node in its bucket.
    next: u32,
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The entering direction of the start.
pub(super) const START: u8 = 8;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Queue<C> {
    nodes: Vec<Node<C>>,
    /// The first node of each bucket.
    buckets: Vec<u32>,
    /// All buckets before this one are empty.
    turn: usize,
    /// The buckets from this one on have not been used in this query.
    end: usize,
}

impl<C> Default for Queue<C> {
    fn default() -> Self {
        Queue { nodes: Vec::new(), buckets: Vec::new(), turn: 0, end: 0 }
    }
}

impl<C: Copy> Queue<C> {
    /// Empties the list.
    pub(super) fn begin(&mut self) {
        self.nodes.clear();
        self.buckets[..self.end].fill(NONE);
        (self.turn, self.end) = (0, 0);
    }

    /// Adds a node.
    #[inline]
    pub(super) fn push(&mut self, bucket: u32, at: Spot, entered: u8, cost: C, parent: u32) {
        // Rounding of the estimate can put a node slightly before the current bucket.
        let bucket = (bucket as usize).max(self.turn);
        if bucket >= self.end {
            self.end = bucket + 1;
            if self.end > self.buckets.len() {
                self.buckets.resize(self.end.next_power_of_two(), NONE);
            }
        }
        let next = std::mem::replace(&mut self.buckets[bucket], self.nodes.len() as u32);
        self.nodes.push(Node { at, entered, cost, parent, next });
    }

    /// Removes the next node. Returns its number and its bucket.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while self.turn < self.end {
            let number = self.buckets[self.turn];
            if number != NONE {
                self.buckets[self.turn] = self.nodes[number as usize].next;
                return Some((number, self.turn as u32));
            }
            self.turn += 1;
        }
        None
    }

    /// A node by its number.
    #[inline]
    pub(super) fn node(&self, number: u32) -> Node<C> {
        self.nodes[number as usize]
    }

    /// The number of nodes added so far.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

const _: () = assert!(size_of::<Node<u32>>() == 20 && size_of::<Node<u64>>() == 24);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_by_bucket_and_the_last_one_of_a_bucket_first() {
        let mut queue = Queue::default();
        for _ in 0..2 {
            queue.begin();
            for (bucket, cost) in [(3, 'a'), (0, 'b'), (3, 'c'), (100, 'd')] {
                queue.push(bucket, Spot::new(1, 1), START, cost, NONE);
            }
            let mut order = String::new();
            while let Some((number, bucket)) = queue.pop() {
                order.push(queue.node(number).cost);
                if order == "b" {
                    queue.push(bucket, Spot::new(1, 1), START, 'e', number);
                }
            }
            assert_eq!((order.as_str(), queue.len()), ("becad", 5));
        }
    }
}
