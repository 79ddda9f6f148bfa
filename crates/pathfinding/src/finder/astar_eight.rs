//! A\* for eight neighbours: straight steps cost 1, diagonal ones √2.

use super::budget::{Budget, Watch};
use super::octile::{self, DIAGONAL, STRAIGHT};
use super::queue::{NONE, START};
use super::{Ends, Work};
use crate::map::{Map, Spot};
use crate::movement::Direction;
use search::graph::Unsolved;

/// Searches with the octile estimate, or with none.
pub(super) fn search<W: Watch>(
    map: &Map,
    work: &mut Work,
    ends: Ends,
    estimates: bool,
    budget: &mut Budget<'_, W>,
) -> Result<(), Unsolved> {
    let jumps = &mut work.octile_jumps;
    jumps.known.begin(map.places());
    jumps.queue.begin();
    let (known, queue) = (&mut jumps.known, &mut jumps.queue);
    let estimate = |spot: Spot| match estimates {
        true => octile::estimate(spot, ends.to),
        false => 0,
    };
    let shortest = estimate(ends.from);
    known.improve(map.index(ends.from), 0, 0);
    queue.push(0, ends.from, START, 0, NONE);
    let mut best = None;
    while let Some((number, _)) = queue.pop() {
        let node = queue.node(number);
        let (at, cost) = (node.at, node.cost);
        let f = cost + estimate(at);
        match best {
            Some((_, least)) if octile::bucket(f - shortest) > octile::bucket(least - shortest) => {
                break;
            }
            Some((_, least)) if f >= least => continue,
            _ => {}
        }
        if !known.is_least(map.index(at), cost) {
            continue;
        }
        if at == ends.to {
            best = Some((number, cost));
            continue;
        }
        budget.expand(at)?;
        let is_open = |direction: Direction| map.is_open(map.index(at.step(direction)));
        let [up, right, down, left] = Direction::STRAIGHT.map(is_open);
        let beside = [up && left, up && right, down && right, down && left];
        let straight = Direction::STRAIGHT.into_iter().zip([up, right, down, left]);
        let diagonal = Direction::DIAGONAL.into_iter().zip(beside);
        let diagonal = diagonal.map(|(way, beside)| (way, beside && is_open(way), DIAGONAL));
        for (direction, _, step) in straight
            .map(|(way, open)| (way, open, STRAIGHT))
            .chain(diagonal)
            .filter(|&(_, is_open, _)| is_open)
        {
            let spot = at.step(direction);
            let cost = cost + step;
            if known.improve(map.index(spot), cost, 0) {
                let bucket = octile::bucket(cost + estimate(spot) - shortest);
                queue.push(bucket, spot, direction as u8, cost, number);
            }
        }
    }
    budget.generated += queue.len() as u64 - 1;
    let (last, _) = best.ok_or(Unsolved::Exhausted)?;
    octile::recover(queue, last, &mut work.path);
    Ok(())
}
