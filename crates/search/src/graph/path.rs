//! The current path of iterative deepening, and which states are on it.
//!
//! A path grows and shrinks at its end alone. In a hash index with linear probing the entry that came
//! last is then always the one to remove, and no other entry was placed past it: removing it is
//! clearing its slot, without tombstones and without moving others.

use super::Cost;
use super::deepening::Below;
use super::hash::WordHash;
use std::hash::{BuildHasher, Hash};

/// A state on the path.
pub(super) struct Frame<S, A> {
    pub(super) state: S,
    /// `None` for the start.
    pub(super) action: Option<A>,
    pub(super) g: Cost,
    pub(super) below: Below,
    /// Where its own untried actions begin; those after are of this state alone.
    pub(super) untried_from: usize,
}

/// An empty slot.
const NONE: u32 = u32::MAX;

/// Slots of an empty path, 1 KiB: the paths of most puzzles never outgrow them.
const FIRST_SLOTS: usize = 256;

/// The path from the start to the current state; no state is on it twice.
pub(super) struct Path<S, A> {
    frames: Vec<Frame<S, A>>,
    /// The slot of each frame.
    places: Vec<u32>,
    /// Positions of frames; a power of two in length, at most half full.
    slots: Vec<u32>,
    hash: WordHash,
}

impl<S: Eq + Hash, A> Path<S, A> {
    pub(super) fn new() -> Self {
        Path {
            frames: Vec::new(),
            places: Vec::new(),
            slots: vec![NONE; FIRST_SLOTS],
            hash: WordHash::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    /// The last state but one and the last one.
    pub(super) fn last_two(&self) -> [Option<&S>; 2] {
        let mut last = self.frames.iter().rev().map(|frame| &frame.state);
        let (last, before) = (last.next(), last.next());
        [before, last]
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Frame<S, A>> {
        self.frames.last_mut()
    }

    /// The frame of a state, if it is on the path.
    #[inline]
    pub(super) fn find(&self, state: &S) -> Option<&Frame<S, A>> {
        let mask = self.slots.len() - 1;
        let mut slot = self.hash.hash_one(state) as usize & mask;
        loop {
            match self.slots[slot] {
                NONE => return None,
                at if self.frames[at as usize].state == *state => {
                    return Some(&self.frames[at as usize]);
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Adds a state that is not on the path.
    #[inline]
    pub(super) fn push(&mut self, frame: Frame<S, A>) {
        if (self.frames.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let place = self.free_slot(&frame.state);
        self.slots[place] = self.frames.len() as u32;
        self.places.push(place as u32);
        self.frames.push(frame);
    }

    /// Removes the last state.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Frame<S, A>> {
        let place = self.places.pop()?;
        self.slots[place as usize] = NONE;
        self.frames.pop()
    }

    /// Empties the path and returns its states in order.
    pub(super) fn take(&mut self) -> Vec<Frame<S, A>> {
        self.slots.fill(NONE);
        self.places.clear();
        std::mem::take(&mut self.frames)
    }

    fn free_slot(&self, state: &S) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.hash.hash_one(state) as usize & mask;
        while self.slots[slot] != NONE {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Doubles the slots. States are placed again in the order of the path, so that the last one is
    /// still the one that nothing was placed past.
    #[cold]
    fn grow(&mut self) {
        self.slots = vec![NONE; self.slots.len() * 2];
        for at in 0..self.frames.len() {
            let place = self.free_slot(&self.frames[at].state);
            self.slots[place] = at as u32;
            self.places[at] = place as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn frame(state: u64) -> Frame<u64, ()> {
        Frame { state, action: None, g: state, below: Below::NOTHING, untried_from: 0 }
    }

    proptest! {
        /// Few different states, so that they collide and come back; long enough to grow.
        #[test]
        fn a_path_finds_the_states_that_are_on_it_and_no_others(
            steps in prop::collection::vec(prop::option::weighted(0.7, 0u64..600), 0..2000),
        ) {
            let mut path = Path::new();
            let mut listed: Vec<u64> = Vec::new();
            for step in steps {
                match step {
                    Some(state) if !listed.contains(&state) => {
                        path.push(frame(state));
                        listed.push(state);
                    }
                    Some(_) => {}
                    None => prop_assert_eq!(path.pop().map(|frame| frame.state), listed.pop()),
                }
                prop_assert_eq!(path.len(), listed.len());
            }
            for state in 0..600 {
                let found = path.find(&state).map(|frame| frame.g);
                prop_assert_eq!(found, listed.contains(&state).then_some(state));
            }
        }
    }
}
