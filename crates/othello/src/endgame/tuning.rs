//! The numbers of the solver, in one place. They change how long a solution takes, never what it is.

/// Up to this many empty squares no table is used.
pub(crate) const SHALLOW: usize = 6;
/// From here on the stop flag is looked at.
pub(crate) const POLL: usize = 11;
/// From here on the table is asked about all moves before one is searched.
pub(crate) const TRANSPOSITION_CUTOFF: usize = 9;
/// From here on, counted below the move, threads help each other.
pub(crate) const SPLIT: usize = 12;

/// How deep each move of the position to solve is looked into: for the first order, and for a guess.
pub(crate) const ROOT_LOOK_AHEAD: u32 = 4;

/// Stable discs are counted where the window lies at least this high: below, they seldom suffice.
#[inline(always)]
pub(crate) const fn stability_alpha(empties: usize) -> i32 {
    2 * empties as i32 - 4
}

/// How deep each move is looked into before it is placed; `None` where the order by mobility must do.
#[inline(always)]
pub(crate) const fn look_ahead(empties: usize) -> Option<u32> {
    match empties {
        ..14 => None,
        14..17 => Some(1),
        17..20 => Some(2),
        _ => Some(3),
    }
}
