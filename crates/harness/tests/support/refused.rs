//! Bad input to the binary of a domain. The tests of every domain include this file and say which
//! `BINARY` it is.

use super::BINARY;
use std::path::Path;
use std::process::{Command, Stdio};

/// Asserts that the command line is refused with one line that says all of `words`, the first of
/// them at its beginning.
pub(crate) fn refused(folder: &Path, args: &[&str], words: &[&str]) {
    let mut command = Command::new(BINARY);
    command.current_dir(folder).args(args).stdin(Stdio::null());
    let output = command.output().expect("the binary starts");
    let stderr = String::from_utf8(output.stderr).expect("stderr is text");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert!(stderr.starts_with(words[0]), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: {word:?} is not in {stderr}");
    }
}
