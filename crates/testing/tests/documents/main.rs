//! The documents keep their word: the commands they show work, and the scripts they name exist.
#![cfg(unix)]

mod shown;

use plywood_testing::{programs, root};
use shown::Shown;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const DOCUMENTS: &[&str] = &[
    "README.md",
    "CONTRIBUTING.md",
    "docs/games.md",
    "docs/guis.md",
    "docs/measurements.md",
    "docs/players.md",
    "docs/students.md",
    "docs/engine-authors.md",
    "docs/pictures/README.md",
];

/// Far longer than any command of a document takes, however busy the machine is.
const LIMIT: Duration = Duration::from_secs(300);

/// Takes the place of cargo: the programs are built already, and as the tests need them.
const CARGO: &str = r#"#!/bin/sh
if [ "$1 $2 $3 $5" != "run --release --bin --" ]; then
  echo "found cargo $*, accepted: cargo run --release --bin PROGRAM -- ..." >&2
  exit 101
fi
program=$4
shift 5
exec "$PROGRAMS/$program" "$@"
"#;

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("the document is there")
}

/// A folder in which commands can be tried: what the repository has, and nothing they write stays.
fn playground() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let root = root().canonicalize().expect("the repository is there");
    for name in ["README.md", "configs", "docs", "fixtures", "scripts"] {
        symlink(root.join(name), folder.path().join(name)).expect("a link can be made");
    }
    let cargo = folder.path().join("bin/cargo");
    fs::create_dir(folder.path().join("bin")).expect("a folder can be made");
    fs::write(&cargo, CARGO).expect("a file can be written");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

/// What is wrong with a command, if anything.
fn problem(shown: &Shown, folder: &Path, programs: &Path) -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", folder.join("bin").display(), programs.display());
    let printed = folder.join("printed");
    let file = fs::File::create(&printed).expect("a file can be made");
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{}", shown.text)])
        .current_dir(folder)
        .env("PATH", path)
        .env("PROGRAMS", programs)
        .stdin(Stdio::null())
        .stdout(file)
        .spawn()
        .expect("a shell starts");
    let began = std::time::Instant::now();
    let status = loop {
        match child.try_wait().expect("a shell can be waited for") {
            Some(status) => break status,
            None if began.elapsed() > LIMIT => {
                let _ = child.kill();
                return Some(format!("takes longer than {} s", LIMIT.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let output = fs::read_to_string(&printed).expect("commands print text");
    if status.code() != Some(shown.code) {
        return Some(format!("{status}, documented: exit code {}\n{output}", shown.code));
    }
    let expected = shown.output.as_ref().filter(|expected| **expected != output)?;
    Some(format!("prints\n{output}documented:\n{expected}"))
}

#[test]
fn every_command_that_a_document_shows_works() {
    let programs = programs();
    let mut problems = Vec::new();
    let mut run = 0;
    for name in DOCUMENTS {
        let folder = playground();
        let shown =
            shown::commands(&document(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        for shown in shown {
            run += 1;
            if let Some(problem) = problem(&shown, folder.path(), &programs) {
                problems.push(format!("{name}:{}: {}: {problem}", shown.line, shown.text));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(run > 20, "{run} commands were found");
}

#[test]
fn every_script_that_a_document_names_exists() {
    for name in DOCUMENTS {
        for script in shown::scripts(&document(name)) {
            assert!(root().join(&script).exists(), "{name}: {script} does not exist");
        }
    }
}
