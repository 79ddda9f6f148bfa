//! The longest path of a knight alone, which decides the duel once the knights can no longer meet.
//!
//! Then each side simply makes as many moves as it can, and the side to move wins if it can make
//! more. Bounds decide most of these races. The lower bound is a path by Warnsdorff's rule (1823: go to
//! the square with the fewest onward moves). The upper bounds use the colours, which alternate along a
//! path, and the dead ends, of which a path can visit at most one, as its last square. The remaining
//! cases are searched.

use super::Stopped;
use super::grid::{Cell, Grid};
use super::search::Search;
use search::arch::{Arch, Task};

/// An upper bound on the moves of a path from a cell through a region: the colours alternate.
#[inline(always)]
fn colour_bound<G: Grid>(from: Cell, region: G) -> u32 {
    let dark = (region & G::dark()).count();
    let light = region.count() - dark;
    let (other, own) = if G::dark().has(from) { (light, dark) } else { (dark, light) };
    (2 * other).min(2 * own + 1)
}

/// An upper bound that also uses dead ends: every cell of a path but the last has two neighbours on it.
#[inline(always)]
fn dead_end_bound<G: Grid>(from: Cell, region: G) -> u32 {
    let inner = region & (region | G::of(from)).forks();
    let bound = colour_bound(from, region);
    if inner == region { bound } else { bound.min(colour_bound(from, inner) + 1) }
}

/// The cell with the fewest onward moves, but at least one.
#[inline(always)]
fn fewest_onward<G: Grid>(moves: G, region: G) -> Option<Cell> {
    let (mut fewest, mut fewest_onward) = (u32::MAX, None);
    for to in moves.cells() {
        let onward = (G::jumps_from(to) & region).count();
        if (1..fewest).contains(&onward) {
            (fewest, fewest_onward) = (onward, Some(to));
        }
    }
    fewest_onward
}

/// The length of a path by Warnsdorff's rule, cut off at `enough`.
#[inline(always)]
fn greedy<G: Grid>(mut from: Cell, mut region: G, enough: u32) -> u32 {
    let mut length = 0;
    loop {
        let moves = G::jumps_from(from) & region;
        if moves.is_empty() || length >= enough {
            return length;
        }
        length += 1;
        let Some(to) = fewest_onward(moves, region) else { return length };
        (from, region) = (to, region.without(to));
    }
}

/// The arguments of [`Search::wins_apart`].
pub(crate) struct Apart<'s, 'a, G> {
    pub(super) search: &'s mut Search<'a, G>,
    /// The knight of the side to move and the squares it can reach.
    pub(super) mover: (Cell, G),
    /// The same for the opponent.
    pub(super) waiter: (Cell, G),
}

impl<G: Grid> Task for Apart<'_, '_, G> {
    type Output = Result<bool, Stopped>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Result<bool, Stopped> {
        self.search.wins_apart(arch, self.mover, self.waiter)
    }
}

/// The arguments of [`Search::has_path`].
struct Path<'s, 'a, G> {
    search: &'s mut Search<'a, G>,
    from: Cell,
    region: G,
    length: u32,
}

impl<G: Grid> Task for Path<'_, '_, G> {
    type Output = Result<bool, Stopped>;

    #[inline(always)]
    fn run<A: Arch>(self, arch: A) -> Result<bool, Stopped> {
        self.search.has_path(arch, self.from, self.region, self.length)
    }
}

impl<G: Grid> Search<'_, G> {
    /// Whether the side to move can make more moves, with each knight in its own region.
    #[inline(always)]
    fn wins_apart<A: Arch>(
        &mut self,
        arch: A,
        (mover, its): (Cell, G),
        (waiter, others): (Cell, G),
    ) -> Result<bool, Stopped> {
        let (most, most_answer) = (colour_bound(mover, its), colour_bound(waiter, others));
        // A greedy path of the side with more room decides most cases.
        let (sure, answer);
        if most > most_answer {
            sure = greedy(mover, its, most_answer + 1);
            if sure > most_answer {
                return Ok(true);
            }
            answer = greedy(waiter, others, most);
        } else {
            answer = greedy(waiter, others, most);
            if answer >= most {
                return Ok(false);
            }
            sure = greedy(mover, its, most_answer + 1);
        }
        if sure > most_answer || answer >= most {
            return Ok(sure > most_answer);
        }
        let (most, most_answer) = (dead_end_bound(mover, its), dead_end_bound(waiter, others));
        if sure > most_answer || answer >= most {
            return Ok(sure > most_answer);
        }
        // Find the longest path of the side with the smaller bound. The other side has to match or
        // exceed it.
        if most <= most_answer {
            let longest = self.longest(arch, mover, its, sure..most)?;
            Ok(answer < longest && !self.seek_path(arch, waiter, others, longest)?)
        } else {
            let longest = self.longest(arch, waiter, others, answer..most_answer)?;
            Ok(sure > longest || self.seek_path(arch, mover, its, longest + 1)?)
        }
    }

    /// The length of the longest path, given a lower and an upper bound.
    #[inline(always)]
    fn longest<A: Arch>(
        &mut self,
        arch: A,
        from: Cell,
        region: G,
        known: std::ops::Range<u32>,
    ) -> Result<u32, Stopped> {
        let mut length = known.start;
        while length < known.end && self.seek_path(arch, from, region, length + 1)? {
            length += 1;
        }
        Ok(length)
    }

    /// [`Search::has_path`], called without inlining.
    #[inline(always)]
    fn seek_path<A: Arch>(
        &mut self,
        arch: A,
        from: Cell,
        region: G,
        length: u32,
    ) -> Result<bool, Stopped> {
        arch.enter(Path { search: self, from, region, length })
    }

    /// Whether there is a path of this many moves.
    #[inline(always)]
    fn has_path<A: Arch>(
        &mut self,
        arch: A,
        from: Cell,
        mut region: G,
        length: u32,
    ) -> Result<bool, Stopped> {
        self.count_node()?;
        let moves = G::jumps_from(from) & region;
        if moves.is_empty() || length <= 1 {
            return Ok(length == 0 || !moves.is_empty());
        }
        if colour_bound(from, region) < length {
            return Ok(false);
        }
        let (mut left, mut is_first) = (moves, true);
        while let Some(to) = fewest_onward(left, region) {
            if self.seek_path(arch, to, region.without(to), length - 1)? {
                return Ok(true);
            }
            left = left.without(to);
            // The first attempt failed: reduce the region to what can be reached, and try the bound.
            if is_first {
                is_first = false;
                region = region.flood(moves);
                if dead_end_bound(from, region) < length {
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Techniques;
    use super::super::mirror::Mirrors;
    use super::super::table::Table;
    use super::*;
    use crate::rules::duel::Size;
    use proptest::prelude::*;
    use search::arch::Portable;

    fn longest_by_brute_force(from: Cell, region: u64) -> u32 {
        let onward = (u64::jumps_from(from) & region).cells();
        onward.map(|to| 1 + longest_by_brute_force(to, region.without(to))).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn bounds_and_search_agree_with_brute_force(
            region in any::<[u64; 2]>().prop_map(|[a, b]| a & b & 0x003f_3f3f_3f3f_3f3f),
            from in (0u8..6, 0u8..6).prop_map(|(row, column)| 8 * row + column),
        ) {
            let region = region.without(from);
            let region = region.flood(u64::jumps_from(from));
            let longest = longest_by_brute_force(from, region);
            prop_assert!(greedy(from, region, 64) <= longest);
            prop_assert_eq!(greedy(from, region, 3), greedy(from, region, 64).min(3));
            prop_assert!(dead_end_bound(from, region) >= longest);
            prop_assert!(colour_bound(from, region) >= dead_end_bound(from, region));
            let (mut table, mirrors) = (Table::new(0), Mirrors::new::<u64>(Size::square(8)));
            let mut search =
                Search::new(&mut table, &mirrors, Techniques::default(), u64::MAX, &|| false);
            prop_assert_eq!(search.longest(Portable, from, region, 0..64), Ok(longest));
        }
    }
}
