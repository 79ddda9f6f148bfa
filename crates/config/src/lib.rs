//! Configuration files: loading, `--set`, and errors that name the place.
//!
//! A [`Document`] is a TOML text whose every key remembers where it stands. `--set` changes it,
//! [`Document::read`] turns it into a typed configuration, and whatever is wrong with it comes back
//! as one line: the file and line (or the `--set`), the key, what was found, what is allowed and
//! the nearest valid name. Fixtures are read the same way.
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
//!     "lab.toml:2: search.dept: unknown key, found \"dept = 6\", allowed: depth; did you mean \"depth\"?",
//! );
//! let mut document = Document::parse("lab.toml", "[search]\ndepth = 6\n")?;
//! document.set("search.depth=8")?;
//! assert_eq!(document.read::<Config>()?.search.depth, 8);
//! # Ok::<(), config::ConfigError>(())
//! ```
//!
//! # What `--set` accepts
//! `key.path=value`, where the value is TOML (`6`, `true`, `[1, 2]`, `{ min-depth = 3 }`); what is
//! not TOML is taken as a string, so that `search.algorithm=pvs` needs no quotes. An empty value
//! removes the key, so that its default applies.

mod deserialize;
mod document;
mod error;
mod node;

pub use document::{Assignment, Document, MAX_FILE_BYTES, Section, read_text};
pub use error::{ConfigError, ConfigErrorKind, ConfigProblem, nearest, one_line};
