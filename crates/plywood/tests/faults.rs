//! Runs that are killed, that run out of disk space, or that may not write: what was finished is kept, the
//! error is one line, and the result of the resumed run is that of one without interruption, byte for byte
//! apart from times.
//!
//! Each job is killed at a few random moments; `PLYWOOD_KILLS=50` makes it more (`scripts/faults`).

#![cfg(unix)]

use search::rng::Rng;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_plywood");

/// Work that fills a file and can be continued.
struct Job {
    name: &'static str,
    /// The command line that begins or continues the work in a file.
    args: fn(&Path) -> Vec<String>,
}

const JOBS: &[Job] = &[
    Job { name: "match", args: match_args },
    Job {
        name: "learn",
        args: |file| words("othello train-games FILE --games 8 --depth 1 --solve 6", file),
    },
    Job {
        name: "solve",
        args: |file| words("knight-duel solve --all --size 5 --jobs 1 --table FILE", file),
    },
    Job { name: "book", args: book_args },
];

fn words(line: &str, file: &Path) -> Vec<String> {
    let file = file.to_str().expect("text");
    let line = format!("{line} --quiet");
    line.split(' ').map(|word| word.replace("FILE", file)).collect()
}

fn match_args(file: &Path) -> Vec<String> {
    let line = "gomoku match --first plain --second random --games 6 --depth 1 --random-plies 2 --record FILE";
    let resume = if file.exists() { " --resume" } else { "" };
    words(&format!("{line}{resume}"), file)
}

/// Games to learn, less those that are in the book.
fn book_args(file: &Path) -> Vec<String> {
    let stats = file.exists().then(|| run(&words("othello book stats --json --file FILE", file)));
    let games = stats.map_or(0, |stats| {
        let row: Value = serde_json::from_slice(&stats.stdout).expect("a row of JSON");
        row["games"].as_u64().expect("a number")
    });
    words(
        &format!(
            "othello book learn --depth 1 --set endgame.root=6 --file FILE --games {}",
            (8 - games).max(1)
        ),
        file,
    )
}

fn run(args: &[String]) -> Output {
    Command::new(BINARY).args(args).stdin(Stdio::null()).output().expect("it runs")
}

fn finish(args: &[String]) {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
}

/// The file without times.
fn without_times(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a file of text");
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(mut row) => {
            remove_times(&mut row);
            row.to_string()
        }
        Err(_) if line.starts_with("seconds ") => "seconds".to_owned(),
        Err(_) => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn remove_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !["seconds", "time"].contains(&key.as_str()));
            fields.values_mut().for_each(remove_times);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_times),
        _ => {}
    }
}

/// Starts the command and kills it after this time. Whether it had ended before.
fn kill_after(args: &[String], time: Duration) -> bool {
    let mut child = Command::new(BINARY)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    sleep(time);
    let has_ended = child.try_wait().expect("a child").is_some();
    if !has_ended {
        child.kill().expect("a child");
        child.wait().expect("a child");
    }
    has_ended
}

/// How often each job is killed.
fn kills() -> usize {
    std::env::var("PLYWOOD_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

/// The file of an uninterrupted run without times, and how long it took.
fn uninterrupted(job: &Job, folder: &Path) -> (String, Duration) {
    let file = folder.join("whole");
    let started = Instant::now();
    finish(&(job.args)(&file));
    (without_times(&file), started.elapsed())
}

/// The files of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect()
}

#[test]
fn a_killed_run_continues_to_the_same_result() {
    for job in JOBS {
        let folder = tempfile::tempdir().expect("a folder");
        let (expected, time) = uninterrupted(job, folder.path());
        let parts = folder.path().join("parts");
        fs::create_dir(&parts).expect("a folder");
        let file = parts.join("file");
        let is_complete = || file.exists() && without_times(&file) == expected;
        let mut rng = Rng::new(7);
        for _ in 0..kills() {
            let moment = time.mul_f64(rng.below(1000) as f64 / 1000.0);
            let has_ended = kill_after(&(job.args)(&file), moment);
            assert!(is_complete() || !has_ended, "{}", job.name);
            if is_complete() {
                fs::remove_file(&file).expect("a file");
            }
        }
        finish(&(job.args)(&file));
        assert_eq!(without_times(&file), expected, "{}", job.name);
        // Nothing of the killed runs is left.
        assert_eq!(files(&parts), [file], "{}", job.name);
    }
}

#[test]
fn experience_of_a_killed_match_is_the_beginning_of_what_it_would_have_been() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = |file: &Path| {
        let line =
            "gomoku match --first default --second random --games 3 --depth 1 --random-plies 2";
        words(&format!("{line} --set experience.file=FILE"), file)
    };
    let whole = folder.path().join("whole");
    let started = Instant::now();
    finish(&args(&whole));
    let (expected, time) = (fs::read_to_string(&whole).expect("text"), started.elapsed());
    let mut rng = Rng::new(8);
    for number in 0..kills() {
        let file = folder.path().join(number.to_string());
        kill_after(&args(&file), time.mul_f64(rng.below(1000) as f64 / 1000.0));
        let found = fs::read_to_string(&file).unwrap_or_default();
        assert!(expected.starts_with(&found), "{found}");
        finish(&words("gomoku experience stats --set experience.file=FILE", &file));
    }
}

/// A torn line is what a power cut leaves of a write.
#[test]
fn a_torn_last_line_is_written_again() {
    for job in JOBS.iter().filter(|job| ["match", "learn"].contains(&job.name)) {
        let folder = tempfile::tempdir().expect("a folder");
        let (expected, _) = uninterrupted(job, folder.path());
        let whole = fs::read(folder.path().join("whole")).expect("a file");
        let file = folder.path().join("torn");
        let mut rng = Rng::new(9);
        for _ in 0..4 {
            // Behind the header, which is written at once with the file.
            let header = whole.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
            let cut = header + rng.below(whole.len() - header);
            fs::write(&file, &whole[..cut]).expect("a file");
            finish(&(job.args)(&file));
            assert_eq!(without_times(&file), expected, "{} cut at {cut}", job.name);
        }
    }
}

/// A failure says so in one line that names the file, whatever `--quiet` says.
fn assert_failed(job: &Job, output: &Output, file: &Path) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{}: {errors}", job.name);
    assert_eq!(errors.lines().count(), 1, "{}: {errors}", job.name);
    assert!(errors.contains(file.to_str().expect("text")), "{}: {errors}", job.name);
}

/// No more than this many blocks fit into a file: what a full disk does, without the rights to make one.
fn run_with_small_files(blocks: usize, args: &[String]) -> Output {
    let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limit, "sh", BINARY]).args(args).stdin(Stdio::null());
    command.output().expect("a shell")
}

#[test]
fn a_full_disk_is_an_error_and_what_was_done_is_continued() {
    for job in JOBS {
        let folder = tempfile::tempdir().expect("a folder");
        let (expected, _) = uninterrupted(job, folder.path());
        // In the middle of the work if its file is long enough, and before its first line.
        for blocks in [expected.len() / 1024, 0] {
            let file = folder.path().join(format!("full-{blocks}"));
            let output = run_with_small_files(blocks, &(job.args)(&file));
            assert_failed(job, &output, &file);
            finish(&(job.args)(&file));
            assert_eq!(without_times(&file), expected, "{} in {blocks} blocks", job.name);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_the_right_to_write_is_an_error() {
    // Also for root.
    let file = Path::new("/proc/plywood");
    for job in JOBS {
        assert_failed(job, &run(&(job.args)(file)), file);
    }
}
