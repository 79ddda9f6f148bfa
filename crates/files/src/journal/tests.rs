//! Journals that are cut off, damaged, shared and rewritten.

use super::*;
use proptest::prelude::*;
use std::fs;

#[derive(Clone, Serialize)]
struct Settings {
    seed: u64,
    search: Search,
}

#[derive(Clone, Serialize)]
struct Search {
    depth: Option<u32>,
    weight: f64,
}

impl Header for Settings {
    const KIND: &'static str = "numbers";
    const VERSION: u32 = 3;
}

fn settings(seed: u64) -> Settings {
    Settings { seed, search: Search { depth: None, weight: 0.1 } }
}

fn open(path: &Path, mode: Mode) -> Result<Vec<u32>, String> {
    let opened = Journal::open(path, &settings(1), mode);
    opened.map(|(_, rows)| rows).map_err(|error| error.to_string())
}

/// A folder, and a file in it with two rows.
fn with_rows() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let (mut journal, rows) = Journal::open(&path, &settings(1), Mode::New).unwrap();
    assert!(rows.is_empty());
    journal.append(&[10]).unwrap();
    journal.append(&[11, 12]).unwrap();
    (folder, path)
}

#[test]
fn a_journal_cut_off_anywhere_continues_after_its_complete_rows() {
    let (_folder, path) = with_rows();
    let whole = fs::read(&path).unwrap();
    let ends: Vec<usize> = (1..=whole.len()).filter(|&end| whole[end - 1] == b'\n').collect();
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let rows = ends.iter().skip(1).filter(|&&end| end <= length).count();
        let expected = &[10, 11, 12][..rows];
        assert_eq!(open(&path, Mode::Resume).as_deref(), Ok(expected), "{length} bytes");
        let (mut journal, _) = Journal::open(&path, &settings(1), Mode::Resume).unwrap();
        journal.append(&[7u32]).unwrap();
        drop(journal);
        let expected = [expected, &[7]].concat();
        assert_eq!(open(&path, Mode::Share), Ok(expected), "{length} bytes, continued");
    }
}

#[test]
fn one_process_writes_at_a_time() {
    let (_folder, path) = with_rows();
    let (journal, _) = Journal::<u32>::open(&path, &settings(1), Mode::Resume).unwrap();
    let refused = Journal::<u32>::open(&path, &settings(1), Mode::Resume);
    assert!(matches!(refused, Err(JournalError::InUse(_))));
    assert_eq!(Journal::<u32>::read::<Settings>(&path).unwrap().len(), 3, "readers need no lock");
    drop(journal);
    assert!(open(&path, Mode::Resume).is_ok());
}

#[test]
fn writers_that_share_a_file_and_rewrite_it_lose_nothing() {
    let (_folder, path) = with_rows();
    std::thread::scope(|scope| {
        for writer in 0..4u32 {
            let path = &path;
            scope.spawn(move || {
                for number in 0..20 {
                    let (mut journal, mut rows) =
                        Journal::open(path, &settings(1), Mode::Share).unwrap();
                    let row = 100 * (writer + 1) + number;
                    if number % 3 == 0 {
                        rows.push(row);
                        journal.rewrite(&rows).unwrap();
                    } else {
                        journal.append(&[row]).unwrap();
                    }
                }
            });
        }
    });
    let mut rows = open(&path, Mode::Resume).unwrap();
    rows.sort_unstable();
    let written = (1..=4).flat_map(|writer| (0..20).map(move |number| 100 * writer + number));
    assert_eq!(rows, [10, 11, 12].into_iter().chain(written).collect::<Vec<_>>());
}

#[test]
fn a_rewritten_journal_stays_locked_and_can_grow() {
    let (folder, path) = with_rows();
    let (mut journal, _) = Journal::<u32>::open(&path, &settings(1), Mode::Resume).unwrap();
    journal.rewrite(&[5]).unwrap();
    assert!(open(&path, Mode::Resume).unwrap_err().contains("another process"));
    journal.append(&[6]).unwrap();
    drop(journal);
    assert_eq!(open(&path, Mode::Resume), Ok(vec![5, 6]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn rows_are_not_overwritten_by_accident() {
    let (_folder, path) = with_rows();
    assert!(open(&path, Mode::New).unwrap_err().contains("--resume"));
    fs::write(&path, "notes\n").unwrap();
    assert!(open(&path, Mode::New).unwrap_err().contains("not empty"));
    fs::write(&path, "{\"numbers\":3,\"seed\":7}\n").unwrap();
    assert_eq!(open(&path, Mode::New), Ok(vec![]), "a header alone is nothing to lose");
}

#[test]
fn other_settings_are_refused_with_all_differences() {
    let (_folder, path) = with_rows();
    let search = Search { depth: Some(2), weight: 0.1 };
    let other = Settings { seed: 2, search };
    let error = Journal::<u32>::open(&path, &other, Mode::Resume).unwrap_err().to_string();
    assert!(
        error.ends_with(
            "rows.jsonl:1: recorded with seed = 1, now it is 2; \
             recorded with search.depth = null, now it is 2"
        ),
        "{error}"
    );
}

#[test]
fn damaged_files_are_refused_with_the_line_and_left_alone() {
    let (_folder, path) = with_rows();
    let head = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    let refused = |text: &str| {
        fs::write(&path, text).unwrap();
        let error = open(&path, Mode::Resume).unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{error}");
        error
    };
    assert!(refused("hello\n").contains(":1: not the header"));
    assert!(refused("my diary, without a line end").contains(":1: not the header"));
    let error = refused("{\"numbers\":2}\n");
    assert!(error.ends_with(":1: found \"numbers\": 2, expected \"numbers\": 3 in the first line"));
    let error = refused(&format!("{head}\n1\n\"x\"\n2\n"));
    assert!(
        error.ends_with(":3: not a row of this file: invalid type: string \"x\", expected u32")
    );
}

#[cfg(unix)]
#[test]
fn a_device_is_refused() {
    let error = open(Path::new("/dev/zero"), Mode::Resume).unwrap_err();
    assert_eq!(error, "/dev/zero: found a pipe or device, allowed: a file");
}

proptest! {
    #[test]
    fn reading_any_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let expected = HeaderLine::of(&settings(1)).unwrap();
        let _ = Contents::<u32>::parse(&bytes, Path::new("x"), &expected, Check::Same);
        let head = [&expected.line()[..], &bytes].concat();
        let _ = Contents::<u32>::parse(&head, Path::new("x"), &expected, Check::SameKind);
    }
}
