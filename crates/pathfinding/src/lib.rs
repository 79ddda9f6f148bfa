//! Shortest paths on grids: the maze lab, the supply lab, and the searches behind them.
//!
//! Text becomes a [`Puzzle`](formats::Puzzle) (a [`Map`] with a start, a goal and perhaps a supply),
//! a [`Finder`] answers [`Query`]s on the map with the search of a [`SearchConfig`], and [`replay`] checks
//! any path against the rules.
//!
//! ```
//! use pathfinding::formats::{self, Format};
//! use pathfinding::{Finder, Query, SearchConfig, letters, replay};
//! use search::StopFlag;
//!
//! let puzzle = formats::parse("0 0 0\n1 1 0\n0 0 0\n", Format::Maze)?;
//! let mut finder = Finder::new(&puzzle.map);
//! let query = Query::new((0, 0).into(), (2, 0).into());
//! let report = finder.solve(&query, &SearchConfig::default(), &StopFlag::new())?;
//!
//! assert_eq!(report.steps(), Some(6));
//! assert_eq!(letters(finder.path()), "RRDDLL");
//! replay(&puzzle.map, &query, finder.path())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`map`]: grids, cells, movement, paths, and generated maps. [`formats`]: maps as text and pictures.
//! - [`finder`]: the searches, one file each.
//! - [`draw`]: maps and paths as text, SVG and PNG (feature `pictures`, on by default).
//! - `program`: the command line (feature `program`, on by default).

#[cfg(feature = "pictures")]
pub mod draw;
pub mod finder;
pub mod formats;
pub mod map;
#[cfg(feature = "program")]
pub mod program;

pub use finder::{
    Algorithm, Finder, Heuristic, Query, QueryError, Report, SearchConfig, StationGraph, Watch,
};
pub use map::{
    Cell, Character, Direction, Length, Map, Movement, ReplayError, Terrain, letters, replay,
};
