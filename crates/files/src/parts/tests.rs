use super::*;
use serde_json::json;

#[derive(Serialize)]
struct Squares {
    from: u32,
}

impl Header for Squares {
    const KIND: &'static str = "squares";
    const VERSION: u32 = 1;
}

fn open(path: &Path, items: usize, shard: &str) -> Result<Part<Value>, JournalError> {
    let job = Job { items, ..Job::default() };
    Part::open(path, &Squares { from: 3 }, &job, shard.parse().unwrap())
}

fn row(item: usize) -> Value {
    json!({"item": item, "score": 0.1 * item as f64, "seconds": 1.5})
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_interrupted_part_continues_and_a_complete_one_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.2");
    let mut part = open(&path, 7, "2/3").unwrap();
    assert_eq!((part.left(), part.items()), (vec![1, 4], 2));
    // Out of order, as threads finish.
    part.add(&[(4, row(4))]).unwrap();
    assert!(!part.finish().unwrap());
    assert_eq!(names(folder.path()), ["part.2.partial"]);

    let mut part = open(&path, 7, "2/3").unwrap();
    assert_eq!(part.left(), [1]);
    part.add(&[(1, row(1))]).unwrap();
    assert!(part.finish().unwrap());
    assert_eq!(names(folder.path()), ["part.2", "part.2.times"]);

    let part = open(&path, 7, "2/3").unwrap();
    assert!(part.was_complete() && part.left().is_empty());
    assert_eq!(part.rows().unwrap(), [(1, row(1)), (4, row(4))]);
}

#[test]
fn the_part_of_another_job_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part");
    let mut part = open(&path, 2, "1/2").unwrap();
    let error = open(&path, 2, "1/2").unwrap_err().to_string();
    assert!(error.ends_with("part.partial: another process is writing this file"), "{error}");
    part.add(&[(0, row(0))]).unwrap();
    drop(part);
    let error = open(&path, 3, "1/2").unwrap_err().to_string();
    assert!(error.contains("recorded with items = 2, now it is 3"), "{error}");
    assert!(open(&path, 2, "1/2").unwrap().finish().unwrap());
    let error = open(&path, 2, "2/2").unwrap_err().to_string();
    assert!(error.contains("recorded with shard = \"1/2\", now it is \"2/2\""), "{error}");
}

#[test]
fn the_file_of_a_job_that_is_not_split_can_grow() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.jsonl");
    let fill = |items| {
        let mut part = open(&path, items, "1/1").unwrap();
        let left = part.left();
        for &item in &left {
            part.add(&[(item, row(item))]).unwrap();
        }
        assert!(part.finish().unwrap());
        left
    };
    assert_eq!((fill(2), fill(4)), (vec![0, 1], vec![2, 3]));
    let rows = Journal::<Value>::read::<Squares>(&path).unwrap();
    assert_eq!(rows.len(), 4);
    let part = open(&path, 4, "1/1").unwrap();
    assert_eq!(part.rows().unwrap()[1], (1, row(1)));
    assert!(open(&path, 3, "1/1").unwrap_err().to_string().contains("found 4 rows"));
}

#[test]
fn a_journal_left_after_the_rename_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part");
    let mut part = open(&path, 1, "1/1").unwrap();
    part.add(&[(0, json!(1))]).unwrap();
    assert!(part.finish().unwrap());
    fs::write(with_ending(&path, "partial"), "anything").unwrap();
    assert!(open(&path, 1, "1/1").unwrap().was_complete());
    assert_eq!(names(folder.path()), ["part"]);
}
