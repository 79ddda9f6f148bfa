//! Move ordering: the scale on which remembered, killer, historical and domain knowledge add up.

/// What being a killer adds to a move's ordering score.
pub const KILLER: i32 = 1 << 20;
/// History counters stay within ± this.
pub const HISTORY_MAX: i32 = 1 << 14;
