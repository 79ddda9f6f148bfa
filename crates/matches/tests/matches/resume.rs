//! Interrupted matches.

use crate::support::{perfect, play, random, setup};
use matches::{MatchSetup, RecordFile, Sprt, run_match};
use record::PlayedGame;
use search::StopFlag;
use std::fs;
use std::path::Path;

use crate::Heap;

fn recorded(path: &Path, resume: bool, concurrency: usize) -> MatchSetup<Heap> {
    let mut setup = setup(perfect(), random("random"), 30);
    setup.conditions.concurrency = concurrency;
    setup.record = Some(RecordFile::Journal { path: path.to_owned(), resume });
    setup
}

/// Plays until `games` more games have ended, as Ctrl-C would.
fn interrupt_after(setup: &MatchSetup<Heap>, games: usize) {
    let stop = StopFlag::new();
    let mut ended = 0;
    let report = run_match(
        setup,
        &mut |progress| {
            ended += usize::from(progress.game.is_some());
            if ended == games {
                stop.stop();
            }
        },
        &stop,
    )
    .expect("the match can be played");
    assert!(report.games >= games as u64);
}

#[test]
fn a_match_interrupted_again_and_again_ends_like_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let parts = folder.path().join("parts.jsonl");
    let (expected, _) = play(&recorded(&whole, false, 1));
    interrupt_after(&recorded(&parts, false, 1), 3);
    interrupt_after(&recorded(&parts, true, 3), 4);
    // The power fails in the middle of a line.
    let mut text = fs::read_to_string(&parts).unwrap();
    text.truncate(text.len() - 20);
    fs::write(&parts, text).unwrap();
    let (report, _) = play(&recorded(&parts, true, 2));
    assert_eq!(report, expected);
    assert!(report.wins > 0 && report.complete);
    assert_eq!(fs::read_to_string(&parts).unwrap().lines().count(), 31);

    let (again, games) = play(&recorded(&parts, true, 2));
    assert_eq!(again, expected);
    assert!(games.is_empty(), "a finished match plays nothing");
}

#[test]
fn a_decided_sequential_test_stays_decided() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let tested = |resume, concurrency| {
        let mut setup = recorded(&path, resume, concurrency);
        setup.sprt = Some(Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.2, beta: 0.2 });
        setup
    };
    let (report, _) = play(&tested(false, 3));
    assert!(report.complete && report.games < 30, "{report}");
    let (again, games) = play(&tested(true, 1));
    assert_eq!(again, report);
    assert!(games.is_empty());
}

#[test]
fn a_finished_match_can_be_made_longer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    play(&recorded(&path, false, 1));
    let mut longer = recorded(&path, true, 1);
    longer.games = 34;
    let (report, games) = play(&longer);
    assert_eq!((report.games, games.len()), (34, 4));
}

#[test]
fn the_record_of_another_match_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    interrupt_after(&recorded(&path, false, 1), 2);
    let refused = |change: fn(&mut MatchSetup<Heap>)| {
        let mut setup = recorded(&path, true, 1);
        change(&mut setup);
        run_match(&setup, &mut |_| {}, &StopFlag::new()).unwrap_err().to_string()
    };
    assert!(refused(|s| s.conditions.seed = 2).contains("recorded with seed = 1, now it is 2"));
    assert!(refused(|s| s.first.control.depth = Some(2)).contains("first.control.depth = null"));
    assert!(refused(|s| s.second.identity = "other".into()).contains("second.identity"));
    let error = refused(|s| s.conditions.openings = vec![PlayedGame::new(Heap::of(23))].into());
    assert!(error.contains("game 1: opening = 20 A, now it is 23 A"), "{error}");
}

#[test]
fn a_record_that_cannot_be_written_ends_the_match_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no such folder").join("games.jsonl");
    let setup = recorded(&path, false, 1);
    let error = run_match(&setup, &mut |_| {}, &StopFlag::new()).unwrap_err().to_string();
    assert!(error.contains("no such folder"), "{error}");
}

#[test]
fn a_game_that_is_recorded_twice_or_without_a_result_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    interrupt_after(&recorded(&path, false, 1), 2);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let refused = |line: &str| {
        fs::write(&path, format!("{}\n{}\n{line}\n", lines[0], lines[1])).unwrap();
        let setup = recorded(&path, true, 1);
        run_match(&setup, &mut |_| {}, &StopFlag::new()).unwrap_err().to_string()
    };
    assert!(refused(lines[1]).ends_with(":3: game 1 is recorded twice"));
    assert!(refused(&lines[1].replace("\"number\":1,", "")).contains(":3: number: "));
    let end = lines[1].find(",\"result\"").unwrap();
    assert!(refused(&format!("{}}}", &lines[1][..end])).ends_with(":3: result: missing"));
}
