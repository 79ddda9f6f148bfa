//! The verbs of the binary, and their shared code.

pub(crate) mod cases;
pub(crate) mod compare;
pub(crate) mod generate;
mod input;
mod many;
pub(crate) mod render;
pub(crate) mod run;
mod scenario;
pub(crate) mod solve;
