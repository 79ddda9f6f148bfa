//! Training.
mod games;
mod record;

pub(crate) use games::run as games;
