//! Whole matches between small players: in this process, in others, and through the `match` verb.

#[path = "../../src/heap.rs"]
mod heap;

#[cfg(unix)]
mod external;
mod inside;
mod resume;
mod support;
mod verb;

/// One or two stones at a time.
type Heap = heap::Heap<2>;
