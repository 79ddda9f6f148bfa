//! Territory: the squares that each side reaches first (a Voronoi division of the board), used as an
//! evaluation and for move ordering.

use crate::rules::duel::Duel;
use crate::rules::squares::{Square, Squares};
use search::hooks::Priority;
use search::{Game, Hooks, Side};

/// The number of free squares that each side reaches first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The squares of the side to move.
    pub mover: u32,
    /// The squares of the opponent.
    pub opponent: u32,
}

impl Balance {
    /// The squares of the side to move minus those of the opponent.
    #[inline]
    pub fn difference(self) -> i32 {
        self.mover as i32 - self.opponent as i32
    }
}

/// Divides the free squares. Both sides expand in turn by one jump, the side to move first, and never
/// through squares that the opponent has already reached.
#[inline]
pub fn territory(duel: &Duel) -> Balance {
    let mut open = duel.free();
    let mut reach = [duel.side(), !duel.side()].map(|side| Squares::of(duel.knight(side)));
    let mut owned = [0; 2];
    loop {
        let mut expanded = false;
        for (reach, owned) in reach.iter_mut().zip(&mut owned) {
            *reach = reach.jumps() & open;
            open = open & !*reach;
            *owned += reach.len();
            expanded |= !reach.is_empty();
        }
        if !expanded {
            return Balance { mover: owned[0], opponent: owned[1] };
        }
    }
}

/// Move ordering: the move that leaves the most territory first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerritoryFirst;

/// Below this depth computing the territory costs more than it saves. There, the square with the
/// fewest onward moves comes first (Warnsdorff 1823).
const TERRITORY_DEPTH: u32 = 2;
/// The ordering weight of a square of territory: more than some history, less than a killer.
const SQUARE_WEIGHT: i32 = 1 << 9;

impl TerritoryFirst {
    #[inline]
    pub(crate) fn priority(duel: &Duel, to: Square, depth: u32) -> i32 {
        if depth < TERRITORY_DEPTH {
            return -((to.jumps() & duel.free()).len() as i32);
        }
        SQUARE_WEIGHT * after(duel, to)
    }
}

impl Hooks<Duel> for TerritoryFirst {
    const PRIORITY: Option<Priority<Self, Duel>> =
        Some(|_, duel, to, depth| TerritoryFirst::priority(duel, to, depth));
}

/// The difference in territory for the mover after its move to a square.
#[inline]
pub(crate) fn after(duel: &Duel, to: Square) -> i32 {
    let mut child = *duel;
    child.play(to);
    -territory(&child).difference()
}

/// The difference in territory from the first player's point of view.
pub(crate) fn for_first(duel: &Duel) -> i32 {
    let difference = territory(duel).difference();
    if duel.side() == Side::First { difference } else { -difference }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{End, Size, random_start};
    use search::rng::Rng;
    use std::collections::HashMap;

    search::hook_law_tests!(
        territory_first_obeys,
        random_start(Size::square(6), Side::First, End::Lab, &mut Rng::new(1)),
        TerritoryFirst
    );

    /// The same division by breadth-first search, square by square.
    fn slow(duel: &Duel) -> Balance {
        let mut owner: HashMap<Square, usize> = HashMap::new();
        let mut front = [duel.side(), !duel.side()].map(|side| vec![duel.knight(side)]);
        while front.iter().any(|squares| !squares.is_empty()) {
            for (index, squares) in front.iter_mut().enumerate() {
                let mut next = Vec::new();
                for square in squares.drain(..) {
                    for to in square.jump_list().filter(|&to| duel.free().contains(to)) {
                        owner.entry(to).or_insert_with(|| {
                            next.push(to);
                            index
                        });
                    }
                }
                *squares = next;
            }
        }
        let count = |index| owner.values().filter(|&&owner| owner == index).count() as u32;
        Balance { mover: count(0), opponent: count(1) }
    }

    #[test]
    fn the_bitboard_division_equals_breadth_first_search() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let size = Size { rows: 3 + rng.below(14) as u8, columns: 3 + rng.below(14) as u8 };
            let mut duel = random_start(size, Side::First, End::Plain, &mut rng);
            let mut moves = Vec::new();
            while duel.expand(&mut moves).is_none() {
                assert_eq!(territory(&duel), slow(&duel), "{duel:?}");
                duel.play(rng.choose(&moves).unwrap());
                moves.clear();
            }
        }
    }
}
