//! The server: games, searches, paths, refusals, limits, and its description.

mod api;
mod description;
mod paths;
mod searches;
mod support;
mod traces;
