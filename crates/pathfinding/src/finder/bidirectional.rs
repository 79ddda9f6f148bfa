//! Breadth first from both ends at once (Pohl 1971), always in the narrower of the two fronts.
//!
//! Both fronts grow by whole layers. When a cell of one is first entered by the other, every cell nearer
//! to either end has been entered from there, so no shorter way can be left: the first meeting ends
//! the search.
//!
//! Made for mazes, where most cells have one way on: a single load, of a word that says which neighbours
//! are free and who has entered the cell, tells how the search goes on there. Walls are never looked
//! at, and whether a cell is new is asked once, when its turn comes. As in A\* (see the file
//! `astar`) there is no branch that depends on the map: ways on are stored always, and counted if the
//! cell is new. In the open, where a cell has many neighbours, it is entered from most of them.

use super::budget::{Budget, Watch};
use super::{Ends, Work};
use crate::map::{Map, Spot};
use crate::movement::Direction;
use search::graph::Unsolved;
use std::hint::select_unpredictable;

/// What this search alone writes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Fronts {
    /// A word per place: the number of the side that entered it in the high bits, then the direction
    /// it was entered in, then a bit for each direction in which its neighbour is free.
    words: Vec<u16>,
    /// The number of the last side.
    side: u16,
    forward: Vec<Entry>,
    backward: Vec<Entry>,
    next: Vec<Entry>,
}

const SIDE: u32 = 6;
const LAST_SIDE: u16 = u16::MAX >> SIDE;
const ENTERED: u32 = 4;
const EXITS: u16 = 0b1111;

impl Fronts {
    /// Forgets who entered what; the words, and the numbers of the sides of a new search in their place
    /// in a word.
    fn begin(&mut self, map: &Map) -> (&mut [u16], [u16; 2]) {
        if self.words.is_empty() {
            let exits = |index: usize| {
                let is_exit = |beside: usize| u16::from(map.is_open(beside));
                let [up, right, down, left] = map.neighbours(index).map(is_exit);
                up | right << 1 | down << 2 | left << 3
            };
            let word = |index| if map.is_open(index) { exits(index) } else { 0 };
            self.words = (0..map.places()).map(word).collect();
        }
        if self.side > LAST_SIDE - 2 {
            self.words.iter_mut().for_each(|word| *word &= EXITS);
            self.side = 0;
        }
        self.side += 2;
        (&mut self.words, [self.side - 1, self.side].map(|side| side << SIDE))
    }
}

/// A cell by its place, and in the two lowest bits the direction it is entered in.
#[derive(Clone, Copy, Debug, Default)]
struct Entry(u32);

impl Entry {
    #[inline]
    fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// The number of the direction.
    #[inline]
    fn number(self) -> u16 {
        self.0 as u16 & 0b11
    }

    fn entered(self) -> Direction {
        Direction::STRAIGHT[usize::from(self.number())]
    }
}

/// The ways on from a cell.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// What is added to the entry of a cell entered in direction 0.
    steps: [u32; 3],
    count: u32,
}

/// One side of the search: its last layer, its number and the other's.
struct Front<'a> {
    /// The first `length` of them.
    cells: &'a mut Vec<Entry>,
    length: usize,
    own: u16,
    other: u16,
}

/// A cell of the other side with the direction it was entered in, and the number of the side that
/// entered it.
type Meeting = (Entry, u16);

pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let (_, [from_start, from_goal]) = work.fronts.begin(map);
    let Fronts { words, forward, backward, next, .. } = &mut work.fronts;
    let (start, goal) = (map.index(ends.from), map.index(ends.to));
    let mut ground = Ground::new(words, map.stride(), from_start);
    let mut start_side = Front { cells: forward, length: 0, own: from_start, other: from_goal };
    let mut goal_side = Front { cells: backward, length: 0, own: from_goal, other: from_start };
    ground.begin(&mut start_side, start, budget)?;
    ground.begin(&mut goal_side, goal, budget)?;
    let (meeting, own) = loop {
        if start_side.length == 0 || goal_side.length == 0 {
            return Err(Unsolved::Exhausted);
        }
        let found = match start_side.length <= goal_side.length {
            true => ground.grow(&mut start_side, next, budget)?,
            false => ground.grow(&mut goal_side, next, budget)?,
        };
        if let Some(found) = found {
            break found;
        }
    };
    budget.generated += (start_side.length + goal_side.length) as u64;
    // The last step goes from the side that grew to the other.
    let step = meeting.entered();
    let (near, far) = (ground.beside(meeting.index(), step.reversed()), meeting.index());
    let (before, step, after) = match own == from_start {
        true => (near, step, far),
        false => (far, step.reversed(), near),
    };
    let path = &mut work.path;
    ground.follow(before, start, |entered| path.push(entered));
    path.reverse();
    path.push(step);
    ground.follow(after, goal, |entered| path.push(entered.reversed()));
    Ok(())
}

/// What came of entering some cells.
struct Found {
    /// How many ways lead on.
    ways: usize,
    /// How many cells were new.
    expanded: u32,
    /// Whether the other side had been there before.
    is_met: bool,
}

struct Ground<'a> {
    words: &'a mut [u16],
    stride: usize,
    /// Words from this one on are of cells that were entered.
    entered: u16,
    /// By the direction a cell is entered in, and the directions in which its neighbours are free.
    ways: [Ways; 64],
}

impl<'a> Ground<'a> {
    fn new(words: &'a mut [u16], stride: usize, entered: u16) -> Self {
        let mut ground = Ground { words, stride, entered, ways: [Ways::default(); 64] };
        for direction in Direction::STRAIGHT {
            for exits in 0..16 {
                let mut ways = Ways::default();
                for onward in Direction::STRAIGHT {
                    if exits >> onward as u16 & 1 != 0 && onward != direction.reversed() {
                        ways.steps[ways.count as usize] = ground.step(onward);
                        ways.count += 1;
                    }
                }
                ground.ways[(direction as usize) << ENTERED | exits] = ways;
            }
        }
        ground
    }

    /// What a step adds to an entry in direction 0.
    fn step(&self, direction: Direction) -> u32 {
        let places = match direction {
            Direction::Up => (self.stride as u32).wrapping_neg(),
            Direction::Down => self.stride as u32,
            Direction::Left => 1u32.wrapping_neg(),
            _ => 1,
        };
        places << 2 | direction as u32
    }

    fn beside(&self, index: usize, direction: Direction) -> usize {
        Entry(((index as u32) << 2).wrapping_add(self.step(direction))).index()
    }

    /// The first layer of a front: what is beside its end.
    fn begin<W: Watch>(
        &mut self,
        front: &mut Front<'_>,
        end: usize,
        budget: &mut Budget<'_, W>,
    ) -> Result<(), Unsolved> {
        budget.allowance()?;
        budget.expand_run(1);
        budget.watch(|| spot(end, self.stride));
        front.cells.resize(front.cells.len().max(4), Entry::default());
        let exits = self.words[end] & EXITS;
        for direction in Direction::STRAIGHT {
            if exits >> direction as u16 & 1 != 0 {
                let entry = ((end as u32) << 2).wrapping_add(self.step(direction));
                front.cells[front.length] = Entry(entry);
                front.length += 1;
            }
        }
        self.words[end] = front.own | exits;
        Ok(())
    }

    /// Enters a layer, which makes the next; where it meets the other side, if it does.
    #[inline(never)]
    fn grow<W: Watch>(
        &mut self,
        front: &mut Front<'_>,
        next: &mut Vec<Entry>,
        budget: &mut Budget<'_, W>,
    ) -> Result<Option<Meeting>, Unsolved> {
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
            let found = self.enter(front.own, front.other, layer, &mut next[length..], budget);
            length += found.ways;
            budget.expand_run(found.expanded);
            if found.is_met {
                front.length = length;
                return Ok(self.meeting(front.other, layer).map(|entry| (entry, front.own)));
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
        own: u16,
        other: u16,
        layer: &[Entry],
        next: &mut [Entry],
        budget: &mut Budget<'_, W>,
    ) -> Found {
        let (entered, stride) = (self.entered, self.stride);
        let words = &mut *self.words;
        let (mut length, mut expanded, mut nearest) = (0, 0, u16::MAX);
        for at in layer {
            let Some(room) = next[length..].first_chunk_mut::<3>() else { break };
            let word = &mut words[at.index()];
            let was = *word;
            nearest = nearest.min(was ^ other);
            let is_new = was < entered;
            let now = at.number() << ENTERED | was & EXITS;
            *word = select_unpredictable(is_new, own | now, was);
            let ways = &self.ways[usize::from(now)];
            let base = at.0 & !0b11;
            *room = ways.steps.map(|step| Entry(base.wrapping_add(step)));
            length += select_unpredictable(is_new, ways.count, 0) as usize;
            expanded += u32::from(is_new);
            if is_new {
                budget.watch(|| spot(at.index(), stride));
            }
        }
        // Words of one side differ in direction and exits only.
        Found { ways: length, expanded, is_met: nearest >> SIDE == 0 }
    }

    /// Where the other side was met.
    #[cold]
    fn meeting(&self, other: u16, layer: &[Entry]) -> Option<Entry> {
        layer.iter().copied().find(|entry| (self.words[entry.index()] ^ other) >> SIDE == 0)
    }

    /// Goes back from a cell to the end it was entered from.
    fn follow(&self, mut at: usize, end: usize, mut step: impl FnMut(Direction)) {
        while at != end {
            let number = usize::from(self.words[at] >> ENTERED & 0b11);
            let entered = Direction::STRAIGHT[number];
            step(entered);
            at = self.beside(at, entered.reversed());
        }
    }
}

fn spot(index: usize, stride: usize) -> Spot {
    Spot::new((index / stride) as u32, (index % stride) as u32)
}
