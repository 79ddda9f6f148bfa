//! Files of the data folder, which lies beside the repository (`../shared/data`) and is not part of it.
//!
//! Rust's test runner knows no tests that are skipped while they run. So a test whose file is missing
//! passes, but not silently: a line `skipped: TEST: FILE not found` appears on stderr, and in the file
//! that `PLYWOOD_SKIPPED` names, from which `scripts/test` lists all of them at its end. With
//! `PLYWOOD_REQUIRE_DATA=1` such a test fails.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::panic::Location;
use std::path::{Path, PathBuf};

/// The path of a file of the data folder, or `None` if it is not there: the test that asks must end then,
/// and is listed as skipped.
///
/// ```no_run
/// # fn the_published_counts_are_right() {
/// let Some(path) = plywood_testing::data::file("xiangqi/perft.txt") else { return };
/// # }
/// ```
///
/// # Panics
/// If the file is not there and `PLYWOOD_REQUIRE_DATA` is `1`.
#[track_caller]
pub fn file(name: &str) -> Option<PathBuf> {
    let folder = super::root().join("../shared/data");
    let required = std::env::var_os("PLYWOOD_REQUIRE_DATA").is_some_and(|value| value == "1");
    match find(&folder, name, required, &test_name(Location::caller())) {
        Ok(path) => Some(path),
        Err(Missing::Skipped(line)) => {
            report(&line);
            None
        }
        Err(Missing::Required(line)) => panic!("{line}"),
    }
}

/// Lists the test that calls this as skipped, with what it lacks: `npm not found`.
#[track_caller]
pub fn skip(lacks: &str) {
    report(&format!("skipped: {}: {lacks}\n", test_name(Location::caller())));
}

#[derive(Debug, PartialEq)]
enum Missing {
    Skipped(String),
    Required(String),
}

fn find(folder: &Path, name: &str, required: bool, test: &str) -> Result<PathBuf, Missing> {
    let path = folder.join(name);
    match path.is_file() {
        true => Ok(path),
        false if required => Err(Missing::Required(format!(
            "{}: not found, and PLYWOOD_REQUIRE_DATA=1 requires it",
            path.display()
        ))),
        false => Err(Missing::Skipped(format!("skipped: {test}: {name} not found\n"))),
    }
}

/// Tests run on threads that have their names, but for a single test thread.
fn test_name(caller: &Location<'_>) -> String {
    match std::thread::current().name() {
        Some(name) if name != "main" => name.to_owned(),
        _ => format!("{}:{}", caller.file(), caller.line()),
    }
}

/// Written at once, so that lines of several tests do not mix, and not by `eprint!`, which the test
/// runner hides.
fn report(line: &str) {
    let _ = io::stderr().write_all(line.as_bytes());
    if let Some(list) = std::env::var_os("PLYWOOD_SKIPPED") {
        let list = OpenOptions::new().append(true).create(true).open(list);
        let written = list.and_then(|mut list| list.write_all(line.as_bytes()));
        written.expect("PLYWOOD_SKIPPED names a file that can be written");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_skipped_by_the_name_of_the_test_or_fails_where_it_is_required() {
        let folder = tempfile::tempdir().unwrap();
        let name = test_name(Location::caller());
        let missing = |required| find(folder.path(), "a.txt", required, &name).unwrap_err();
        let Missing::Skipped(line) = missing(false) else { panic!("it is not required") };
        assert!(line.starts_with("skipped: ") && line.ends_with(": a.txt not found\n"), "{line}");
        // The name of this test, unless there is but one test thread.
        assert!(line.contains("a_missing_file_is_skipped") || line.contains("data.rs"), "{line}");
        let Missing::Required(line) = missing(true) else { panic!("it is required") };
        assert!(line.contains("a.txt: not found"), "{line}");
        std::fs::write(folder.path().join("a.txt"), "").unwrap();
        assert!(find(folder.path(), "a.txt", true, "").unwrap().ends_with("a.txt"));
    }
}
