//! Graph search against an independent oracle, on single facts, and at its limits.

mod facts;
mod limits;
mod oracle;
mod spaces;
