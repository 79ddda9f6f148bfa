//! The page: its built files are those that its sources give, and small.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web")
}

/// The files of a folder without folders: name and contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), std::fs::read(&path).expect("a file"))).collect()
}

/// Runs a command in the folder of the page; `false` if it cannot be started or fails.
fn succeeds(program: &str, args: &[&str]) -> bool {
    let output = Command::new(program).args(args).current_dir(web()).output();
    output.is_ok_and(|output| output.status.success())
}

#[test]
fn the_built_files_are_current() {
    if !succeeds("npm", &["--version"]) {
        return plywood_testing::data::skip("npm not found");
    }
    let modules = web().join("node_modules");
    if !modules.join("esbuild").is_dir() && !succeeds("npm", &["ci", "--silent"]) {
        return plywood_testing::data::skip("npm ci failed; is there a network?");
    }
    assert!(succeeds("node_modules/.bin/tsc", &["--noEmit"]), "tsc finds faults in web/src");
    let folder = tempfile::tempdir().expect("a folder");
    let built = folder.path().join("dist");
    assert!(
        succeeds("node", &["build.mjs", &built.display().to_string()]),
        "the page does not build"
    );
    let (expected, found) = (files(&built), files(&web().join("dist")));
    assert_eq!(expected.keys().collect::<Vec<_>>(), found.keys().collect::<Vec<_>>());
    for (name, contents) in &expected {
        assert!(found[name] == *contents, "web/dist/{name} is old: run scripts/studio build");
    }
}

#[test]
fn the_first_page_is_small() {
    let packed = |contents: &Vec<u8>| miniz_oxide::deflate::compress_to_vec(contents, 6).len();
    let bytes: usize = files(&web().join("dist")).values().map(packed).sum();
    assert!(bytes < 150_000, "{bytes} bytes compressed");
}
