//! The studio: a web page to play against the engines and to analyse with them, and the server behind it.
//!
//! The server holds a game per [session] and speaks JSON; rows are those of the command line
//! (`harness::rows`) and boards are `board::BoardView`s. It knows games only through `harness::facade`, so
//! the suite whose command it is brings the list: `plywood studio`.
//!
//! - [`settings`]: the configuration, `configs/studio/default.toml`.
//! - [`command`]: the command line.
//! - [`server`]: routes and layers; [`guard`]: who may ask; [`assets`]: the page.
//! - [`session`], [`sessions`]: games in progress, their searches and their limits.
//! - [`api`]: requests and responses; `openapi.json` describes them.
//!
//! ```
//! use harness::suite::SuiteCommand;
//!
//! let matches = studio::StudioCommand.command().try_get_matches_from(["studio", "--port", "0"]);
//! assert!(matches.is_ok());
//! ```

pub mod api;
mod assets;
mod command;
mod guard;
pub mod server;
mod session;
mod sessions;
pub mod settings;

pub use command::StudioCommand;
