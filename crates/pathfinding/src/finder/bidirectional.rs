//! Bidirectional breadth-first search (Pohl 1971), which always grows the smaller of the two frontiers.
//!
//! Both frontiers grow by complete layers. When one first enters a cell of the other, every cell nearer
//! to either end has been entered from that end, so no shorter path exists: the first meeting ends the
//! search.
//!
//! It is best in mazes, where the estimate of A\* has little value. An expansion has no branch that depends
//! on the map, because such a branch would be mispredicted at every corner: successors are always stored,
//! but counted only if the cell is new, which is checked when it is entered. See the file `trails` for the
//! successors of a cell.

use super::budget::{Budget, Watch};
use super::entries::{Entry, Steps};
use super::trails::{bit, enter, enter_end, exits, is_by};
use super::{Ends, Work};
use crate::map::movement::Direction;
use crate::map::{Map, Spot};
use search::graph::Unsolved;

/// The working memory of this search.
#[derive(Clone, Debug, Default)]
pub(super) struct Fronts {
    forward: Vec<Entry>,
    backward: Vec<Entry>,
    next: Vec<Entry>,
}

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let Work { trails, fronts: Fronts { forward, backward, next }, path, .. } = work;
    let (words, [start, goal]) = trails.begin(map);
    let mut ground = Ground { words, lowest: start, steps: Steps::new(map) };
    let mut start_side = Front { cells: forward, length: 0, own: start, other: goal };
    let mut goal_side = Front { cells: backward, length: 0, own: goal, other: start };
    ground.begin(map, &mut start_side, ends.from, budget)?;
    ground.begin(map, &mut goal_side, ends.to, budget)?;
    let (meeting, is_forward) = loop {
        if start_side.length == 0 || goal_side.length == 0 {
            return Err(Unsolved::Exhausted);
        }
        let is_forward = start_side.length <= goal_side.length;
        let side = if is_forward { &mut start_side } else { &mut goal_side };
        if let Some(meeting) = ground.grow(side, next, budget)? {
            break (meeting, is_forward);
        }
    };
    budget.generated += (start_side.length + goal_side.length) as u64;
    // The last step goes from the side that grew to the other.
    let step = meeting.entered();
    let (near, far) = (meeting.spot().step(step.reversed()), meeting.spot());
    let (before, step, after) = match is_forward {
        true => (near, step, far),
        false => (far, step.reversed(), near),
    };
    trails.follow(map, ends.from, before, path);
    path.reverse();
    path.push(step);
    let beginning = path.len();
    trails.follow(map, ends.to, after, path);
    path[beginning..].iter_mut().for_each(|step| *step = step.reversed());
    Ok(())
}

/// One side of the search: its frontier, its mark and the mark of the other side.
struct Front<'a> {
    /// The frontier is the first `length` entries.
    cells: &'a mut Vec<Entry>,
    length: usize,
    own: u16,
    other: u16,
}

/// The result of entering some cells.
struct Found {
    /// The number of successors.
    ways: usize,
    /// The number of new cells.
    expanded: u32,
    /// A cell that the other side has already entered, with the step of this side into it.
    meeting: Option<Entry>,
}

struct Ground<'a> {
    words: &'a mut [u16],
    /// The lower of both marks.
    lowest: u16,
    steps: Steps,
}

impl Ground<'_> {
    /// Creates the first layer of a frontier: the neighbours of its end.
    fn begin<W: Watch>(
        &mut self,
        map: &Map,
        front: &mut Front<'_>,
        end: Spot,
        budget: &mut Budget<'_, W>,
    ) -> Result<(), Unsolved> {
        budget.allowance()?;
        budget.expand_run(1);
        budget.watch(|| end);
        let word = &mut self.words[map.index(end)];
        let exits = exits(*word);
        enter_end(word, front.own);
        front.cells.resize(front.cells.len().max(4), Entry::default());
        for direction in Direction::STRAIGHT.into_iter().filter(|&one| exits & bit(one) != 0) {
            front.cells[front.length] = Entry::new(map, end.step(direction), direction);
            front.length += 1;
        }
        Ok(())
    }

    /// Enters a layer and creates the next one. Returns the cell where it meets the other side, if any.
    #[inline(never)]
    fn grow<W: Watch>(
        &mut self,
        front: &mut Front<'_>,
        next: &mut Vec<Entry>,
        budget: &mut Budget<'_, W>,
    ) -> Result<Option<Entry>, Unsolved> {
        let room = 3 * front.length;
        if next.len() < room {
            next.resize(room.next_power_of_two(), Entry::default());
        }
        let mut length = 0;
        let mut left = &front.cells[..front.length];
        while !left.is_empty() {
            let allowance = budget.allowance()?;
            let (layer, rest) = left.split_at(left.len().min(allowance as usize));
            left = rest;
            let marks = [front.own, front.other];
            let found = self.enter(marks, layer, &mut next[length..], budget);
            length += found.ways;
            budget.expand_run(found.expanded);
            budget.generated += layer.len() as u64 - u64::from(found.expanded);
            if found.meeting.is_some() {
                front.length = length;
                return Ok(found.meeting);
            }
        }
        std::mem::swap(front.cells, next);
        front.length = length;
        Ok(None)
    }

    /// Enters some cells.
    #[inline]
    fn enter<W: Watch>(
        &mut self,
        [own, other]: [u16; 2],
        layer: &[Entry],
        next: &mut [Entry],
        budget: &mut Budget<'_, W>,
    ) -> Found {
        let lowest = self.lowest;
        let words = &mut *self.words;
        let (mut ways, mut expanded, mut nearest) = (0, 0, u16::MAX);
        for &at in layer {
            let Some(room) = next[ways..].first_chunk_mut::<3>() else { break };
            let word = &mut words[at.index()];
            nearest = nearest.min(*word ^ other);
            let (is_new, onward) = enter(word, lowest, own, at.number());
            ways += self.steps.write(at, onward, room);
            expanded += u32::from(is_new);
            if is_new {
                budget.watch(|| at.spot());
            }
        }
        // The loop only detects a meeting; the cell is searched for once.
        let is_met = is_by(nearest, 0);
        let is_meeting = |at: &&Entry| is_by(words[at.index()], other);
        let meeting = if is_met { layer.iter().find(is_meeting).copied() } else { None };
        Found { ways, expanded, meeting }
    }
}
