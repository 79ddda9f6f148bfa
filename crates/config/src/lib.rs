//! Configuration files: names and bases, `--set`, and errors that name the place.
//!
//! A [`Document`] is a TOML text in which every key remembers its place. `--set` changes it and
//! [`Document::read`] turns it into a typed configuration. Every error is one line: the file and line
//! (or the `--set`), the key, the problem, the accepted values and the nearest valid name. Fixtures are
//! read in the same way.
//!
//! ```
//! use config::Document;
//!
//! #[derive(serde::Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Config { search: Search }
//! #[derive(serde::Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Search { depth: u32 }
//!
//! let document = Document::parse("lab.toml", "[search]\ndept = 6\n")?;
//! assert_eq!(
//!     document.read::<Config>().unwrap_err().to_string(),
//!     "lab.toml:2: search.dept: unknown key; allowed: depth; did you mean \"depth\"?",
//! );
//! let mut document = Document::parse("lab.toml", "[search]\ndepth = 6\n")?;
//! document.set("search.depth=8")?;
//! assert_eq!(document.read::<Config>()?.search.depth, 8);
//! # Ok::<(), config::ConfigError>(())
//! ```
//!
//! # Names and bases
//! A program has its configurations compiled in ([`Embedded`]), and a user chooses one by name or a file
//! by path. A file is an overlay: it changes its `base`, and a file with two lines changes two values.
//!
//! ```toml
//! base = "lab-v1"       # a name, or a path relative to this file; "default" if there is no base
//! [search]
//! depth = 6
//! ```
//!
//! A file with `base = "none"` stands alone: what it leaves out has the value that the program gives
//! it. That is how `default.toml` works, and how the verb `config` prints a configuration, so that the
//! output can be read back.
//!
//! How an overlay is merged:
//! - Tables merge key by key. Any other value, lists included, replaces the one below.
//! - The key `name` says which variant a table describes (`[evaluator] name = "linear"`); its other keys
//!   belong to that variant. An overlay that names another variant therefore replaces the whole table,
//!   and one that names the same variant, or none, merges.
//! - `false` turns an optional value off: `aspiration = false`.
//! - A path in a value is relative to the file in which it is written ([`Document::path_of`]).
//!
//! # Levels
//! `level = 4` sets a playing strength, in games that have a `levels.toml`. A level is one more overlay,
//! above the files and below the `--set`s.
//!
//! # `--set`
//! `key.path=value`, where the value is TOML (`6`, `true`, `[1, 2]`, `{ min-depth = 3 }`). Text that is
//! not TOML is a string, so that `search.algorithm=pvs` needs no quotes. It is merged like an overlay
//! with this one value; the order of several `--set`s matters only for the same key. An empty value
//! removes the key, so that the program's own default applies.

mod deserialize;
mod document;
mod embedded;
mod error;
mod level;
mod loaded;
mod node;
mod overlay;

pub use document::{Assignment, Document, MAX_FILE_BYTES, Section, read_text};
pub use embedded::{Choice, Embedded};
pub use error::{ConfigError, ConfigErrorKind, ConfigProblem, nearest, one_line};
pub use loaded::Loaded;
