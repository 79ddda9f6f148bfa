//! What the tests of several crates share; for dev-dependencies only.
//!
//! - [`data`]: files beside the repository, and tests that are skipped without them.
//! - [`terminal`]: a program in a pseudo-terminal, as a person runs it.

pub mod data;
#[cfg(unix)]
pub mod terminal;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("crates are two folders below the root").to_owned()
}

/// The folder with the programs of the workspace, up to date. For tests of what several programs do
/// together; a test of one program finds it in `CARGO_BIN_EXE_<name>`.
pub fn programs() -> PathBuf {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    // With the tests, as they are built by now: other features would build everything a second time.
    cargo.args(["build", "--quiet", "--workspace", "--bins", "--tests"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let built = cargo.current_dir(root()).status().expect("cargo starts");
    assert!(built.success(), "the workspace does not build");
    let test = std::env::current_exe().expect("a test knows where it is");
    test.parent().and_then(Path::parent).expect("a test is in target/debug/deps").to_owned()
}
