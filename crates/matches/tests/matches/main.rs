//! Whole matches between small players: in this process and in others.

#[cfg(unix)]
mod external;
mod inside;
mod resume;
mod shards;
mod support;
mod tournaments;

/// One or two stones at a time.
type Heap = proof_games::heap::Heap<2>;
