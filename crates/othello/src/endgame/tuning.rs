//! The solver's tuning parameters. They affect speed, never the result.

/// Up to this many empty squares no table is used.
pub(crate) const SHALLOW: usize = 6;
/// The stop flag is checked from this many empty squares on.
pub(crate) const POLL: usize = 11;
/// Enhanced transposition cutoffs are tried from this many empty squares on.
pub(crate) const TRANSPOSITION_CUTOFF: usize = 9;
/// Threads split nodes from this many empty squares on, counted after the move.
pub(crate) const SPLIT: usize = 12;

/// The look-ahead depth for each root move, for the initial order and the first guess.
pub(crate) const ROOT_LOOK_AHEAD: u32 = 4;

/// Stable discs are counted if `alpha` is at least this. Below it they seldom cause a cutoff.
#[inline(always)]
pub(crate) const fn stability_alpha(empties: usize) -> i32 {
    2 * empties as i32 - 4
}

/// The look-ahead depth for move ordering; `None` if moves are ordered by mobility only.
#[inline(always)]
pub(crate) const fn look_ahead(empties: usize) -> Option<u32> {
    match empties {
        ..14 => None,
        14..17 => Some(1),
        17..20 => Some(2),
        _ => Some(3),
    }
}
