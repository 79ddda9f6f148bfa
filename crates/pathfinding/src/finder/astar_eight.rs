//! A\* for eight neighbours: straight steps cost 1, diagonal ones √2.
//!
//! Of all shortest paths between two cells, the canonical one takes its diagonal steps as early as
//! possible. Only steps of canonical paths are generated (the pruning of Harabor and Grastien 2011
//! without its jumps: the canonical A\* of Sturtevant and Rabin 2016). They depend on the direction in
//! which a cell was entered and on its free neighbours, and are read from a table. A step that is pruned
//! because of a shorter path is never needed. A step that is pruned because of a path of equal length is
//! diagonal, and the other path enters the same cell by a straight step, which is only pruned because of
//! a shorter path. So one direction per cell is enough: that of the cheapest path found first.
//!
//! The open list has a stack for each value of `f` ([`Levels`]). Cells are expanded in the exact order
//! of `f`, so the first path to a cell is the cheapest. No cost is stored: it follows from `f` and the
//! estimate.

use super::budget::{Budget, Watch};
use super::levels::Levels;
use super::octile::{self, DIAGONAL, STRAIGHT};
use super::queue::START;
use super::{Ends, Work};
use crate::map::movement::Direction;
use crate::map::{Map, Spot};
use search::graph::Unsolved;

/// The working memory of this search.
#[derive(Clone, Debug, Default)]
pub(super) struct Octile {
    cells: Vec<Known>,
    generation: u16,
    levels: Levels<Place>,
}

/// The state of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The query that expanded it last.
    generation: u16,
    /// The number of the direction in which it was entered then.
    entered: u8,
    /// A bit for each direction in which the neighbour is free.
    free: u8,
}

const _: () = assert!(size_of::<Known>() == 4);

impl Octile {
    /// Starts a query: marks every cell as not expanded.
    fn begin(&mut self, map: &Map) {
        if self.cells.is_empty() {
            self.cells = vec![Known::default(); map.places()];
            for cell in map.cells().map(Spot::from) {
                let is_free = |way: &Direction| map.is_open(map.index(cell.step(*way)));
                let free = Direction::ALL.into_iter().filter(is_free);
                self.cells[map.index(cell)].free = free.map(|way| 1 << way as u8).sum();
            }
        }
        if self.generation == u16::MAX {
            self.cells.iter_mut().for_each(|cell| cell.generation = 0);
            self.generation = 0;
        }
        self.generation += 1;
        self.levels.begin();
    }
}

/// The coordinates and the index of a cell in one word, so that a step is one addition. The bits above the
/// index are the number of the entering direction.
#[derive(Clone, Copy, Debug)]
struct Place(u64);

const TAG: u32 = 28;

const _: () = assert!((crate::Map::MAX_SIDE as u64 + 2).pow(2) <= 1 << TAG);

impl Place {
    fn new(map: &Map, spot: Spot) -> Self {
        Place(u64::from(spot.word()) << 32 | map.index(spot) as u64)
    }

    #[inline]
    fn index(self) -> usize {
        (self.0 & ((1 << TAG) - 1)) as usize
    }

    #[inline]
    fn spot(self) -> Spot {
        Spot::from_word((self.0 >> 32) as u32)
    }

    #[inline]
    fn entered(self) -> u8 {
        (self.0 >> TAG) as u8 & 0b1111
    }

    #[inline]
    fn untagged(self) -> Self {
        Place(self.0 & !(0b1111 << TAG))
    }
}

/// For each direction, the number that a step adds to a place without a direction, and its cost.
fn steps(map: &Map) -> [(u64, u64); 8] {
    Direction::ALL.map(|direction| {
        // From a cell that has neighbours on all sides.
        let from = Spot::new(1, 1);
        let to = from.step(direction);
        let place = |spot: Spot| u64::from(spot.word()) << 32 | map.index(spot) as u64;
        let cost = if direction.parts().is_some() { DIAGONAL } else { STRAIGHT };
        (place(to).wrapping_sub(place(from)).wrapping_add((direction as u64) << TAG), cost)
    })
}

/// The canonical steps, one bit each, by the entering direction of a cell and its free neighbours.
static CANONICAL: [[u8; 256]; 9] = {
    let mut steps = [[0; 256]; 9];
    let mut entered = 0;
    while entered < 9 {
        let mut free = 0;
        while free < 256 {
            steps[entered][free] = canonical(entered, free);
            free += 1;
        }
        entered += 1;
    }
    steps
};

const fn canonical(entered: usize, free: usize) -> u8 {
    // Clockwise, the diagonal of number 4 + n lies between the straight directions n - 1 and n.
    let mut possible = free & 0b1111;
    let mut diagonal = 0;
    while diagonal < 4 {
        let beside = 1 << ((diagonal + 3) % 4) | 1 << diagonal;
        if free & beside == beside {
            possible |= free & 1 << (4 + diagonal);
        }
        diagonal += 1;
    }
    let worth = if entered == START as usize {
        0xff
    } else if entered >= 4 {
        1 << entered | 1 << ((entered + 3) % 4) | 1 << (entered % 4)
    } else {
        let (left, right) = ((entered + 3) % 4, (entered + 1) % 4);
        let (ahead_left, ahead_right) = (4 + entered, 4 + right);
        let (behind_left, behind_right) = (4 + left, 4 + (entered + 2) % 4);
        let mut worth = 1 << entered;
        if free & 1 << behind_left == 0 {
            worth |= 1 << left | 1 << ahead_left;
        }
        if free & 1 << behind_right == 0 {
            worth |= 1 << right | 1 << ahead_right;
        }
        worth
    };
    (possible & worth) as u8
}

/// Searches with the octile estimate, or without an estimate.
pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    estimates: bool,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    work.octile.begin(map);
    if estimates {
        spread(map, &mut work.octile, ends, |spot| octile::estimate(spot, ends.to), budget)?;
    } else {
        spread(map, &mut work.octile, ends, |_| 0, budget)?;
    }
    let mut at = ends.to;
    while at != ends.from {
        let entered = Direction::ALL[work.octile.cells[map.index(at)].entered as usize];
        work.path.push(entered);
        at = at.step(entered.reversed());
    }
    work.path.reverse();
    Ok(())
}

/// Expands cells until the goal is next.
fn spread<W: Watch>(
    map: &Map,
    octile: &mut Octile,
    ends: Ends,
    estimate: impl Fn(Spot) -> u64,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let steps = steps(map);
    let Octile { cells, generation, levels } = octile;
    let first = Place::new(map, ends.from);
    levels.push(estimate(ends.from), Place(first.0 | u64::from(START) << TAG));
    while let Some(f) = levels.rise() {
        while let Some(place) = levels.pop() {
            let cell = &mut cells[place.index()];
            if cell.generation == *generation {
                continue;
            }
            (cell.generation, cell.entered) = (*generation, place.entered());
            let at = place.spot();
            if at == ends.to {
                return Ok(());
            }
            budget.expand(at)?;
            let mut worth = CANONICAL[usize::from(place.entered())][usize::from(cell.free)];
            let place = place.untagged();
            let cost = f - estimate(at);
            while worth != 0 {
                let (step, price) = steps[worth.trailing_zeros() as usize % 8];
                worth &= worth - 1;
                let beside = Place(place.0.wrapping_add(step));
                if cells[beside.index()].generation != *generation {
                    levels.push(cost + price + estimate(beside.spot()), beside);
                    budget.generated += 1;
                }
            }
        }
    }
    Err(Unsolved::Exhausted)
}
