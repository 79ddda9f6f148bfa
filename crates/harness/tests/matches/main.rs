//! Whole matches between small players: in this process, in others, and through the `match` verb.

#[path = "../../src/matches/heap.rs"]
mod heap;

#[cfg(unix)]
mod external;
mod inside;
mod resume;
mod support;
mod verb;
