//! Matches that several processes share.

use crate::Heap;
use crate::support::{perfect, play, random, setup, taker};
use files::{Shard, merge};
use matches::{MatchError, MatchReport, MatchSetup, Openings, RecordFile, run_match};
use record::{GameRecord, PlayedGame};
use search::StopFlag;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn split(path: &Path, shard: &str, concurrency: usize) -> MatchSetup<Heap> {
    let mut setup = setup(perfect(), random("random"), 41);
    setup.conditions.concurrency = concurrency;
    setup.conditions.openings = Openings::random(vec![PlayedGame::new(Heap::of(20))], 3, 1);
    let (path, shard) = (path.to_owned(), shard.parse::<Shard>().expect("a shard"));
    setup.record = Some(RecordFile::Part { path, shard });
    setup
}

fn run(path: &Path, shard: &str, concurrency: usize) -> (MatchReport, Vec<GameRecord>) {
    play(&split(path, shard, concurrency))
}

#[test]
fn any_number_of_shards_gives_the_bytes_and_the_report_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let (expected, games) = run(&whole, "1/1", 3);
    assert!(expected.complete && games.len() == 41);
    for of in [1, 4, 16] {
        let parts: Vec<PathBuf> =
            (1..=of).map(|number| folder.path().join(format!("part.{number}-{of}"))).collect();
        let mut played = 0;
        for (number, part) in (1..).zip(&parts) {
            let (report, games) = run(part, &format!("{number}/{of}"), 1 + number % 3);
            assert!(report.complete);
            played += games.len();
        }
        assert_eq!(played, 41);
        let merged = folder.path().join(format!("merged-{of}"));
        if of == 1 {
            fs::copy(&parts[0], &merged).unwrap();
        } else {
            assert!(merge(&parts, &merged).unwrap().missing.is_empty());
        }
        assert_eq!(fs::read_to_string(&merged).unwrap(), fs::read_to_string(&whole).unwrap());
        // The same command with the merged file plays nothing and reports everything.
        let (report, games) = run(&merged, "1/1", 1);
        assert_eq!((report, games.len()), (expected.clone(), 0));
    }
}

#[test]
fn a_shard_that_was_interrupted_continues_and_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    run(&one, "2/3", 1);
    // Ctrl-C in the middle of a game.
    let stop = StopFlag::new();
    let (raised, moves) = (stop.clone(), Arc::new(AtomicUsize::new(0)));
    let mut setup = split(&other, "2/3", 1);
    setup.first = taker("perfect", move |state| {
        if moves.fetch_add(1, Ordering::Relaxed) == 30 {
            raised.stop();
            while !state.stop.is_stopped() {
                std::thread::yield_now();
            }
        }
        Ok((state.game.position().stones % 3).max(1))
    });
    let before = run_match(&setup, &mut |_| {}, &stop).unwrap();
    assert!(before.games > 0 && !before.complete && !other.exists());
    let (report, games) = run(&other, "2/3", 2);
    assert!(report.complete && games.len() == (report.games - before.games) as usize);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
}

#[test]
fn a_shard_with_other_openings_does_not_belong_to_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["1", "2"].map(|name| folder.path().join(name));
    run(&one, "1/2", 1);
    let mut setup = split(&other, "2/2", 1);
    setup.conditions.openings = Openings::random(vec![PlayedGame::new(Heap::of(20))], 2, 1);
    run_match(&setup, &mut |_| {}, &StopFlag::new()).unwrap();
    let error = merge(&[one.clone(), other], &folder.path().join("merged")).unwrap_err();
    assert!(error.to_string().contains("recorded with job = "), "{error}");
    let error = run_match(&split(&one, "2/2", 1), &mut |_| {}, &StopFlag::new()).unwrap_err();
    assert!(matches!(error, MatchError::Journal(_)), "{error}");
}
