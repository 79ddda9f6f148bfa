//! Makes one file of the parts of a job: [`merge`].

use super::header::{PartHeader, TimesHeader};
use super::shard::Shard;
use super::with_ending;
use crate::journal::{HeaderLine, JournalError};
use crate::{Fingerprint, read_problem, write_atomically_with};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Endings of files that accompany a part: `part.*` also matches them.
const COMPANIONS: [&str; 3] = ["times", "partial", "lock"];

/// Why parts cannot be merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// No part was given.
    #[error("no parts; give the files that --shard I/N --output FILE wrote")]
    Nothing,
    /// A part cannot be read, or belongs to another job than the first one.
    #[error(transparent)]
    Part(#[from] JournalError),
    /// Two files are the same shard.
    #[error("{}: shard {shard}, as {} is; give each shard once", file.display(), other.display())]
    Twice {
        /// The second file.
        file: PathBuf,
        /// The first file.
        other: PathBuf,
        /// Their shard.
        shard: Shard,
    },
    /// The output cannot be written.
    #[error("{}: cannot be written: {error}", file.display())]
    Output {
        /// The file.
        file: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// What [`merge`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The kind of job: `plywood-match`.
    pub kind: String,
    /// The fingerprint of the job.
    pub job: String,
    /// The number of shards.
    pub shards: u32,
    /// The number of items, all shards together.
    pub items: usize,
    /// The numbers of the shards that are missing. The output was written only if there are none.
    pub missing: Vec<u32>,
}

/// Checks that parts belong together and writes them as one file, in the order of their items: the same bytes that
/// one process writes. Times are merged into `OUTPUT.times`. If shards are missing, nothing is written.
///
/// Files with the endings `.times`, `.partial` and `.lock` are skipped.
pub fn merge(parts: &[PathBuf], output: &Path) -> Result<Merged, MergeError> {
    let is_companion = |path: &&PathBuf| {
        let ending = path.extension().unwrap_or_default();
        COMPANIONS.iter().any(|companion| ending == *companion)
    };
    let mut opened: BTreeMap<u32, Opened> = BTreeMap::new();
    for path in parts.iter().filter(|path| !is_companion(path)) {
        let part = Opened::check(path)?;
        if let Some(first) = opened.values().next() {
            part.same_job(first)?;
        }
        let shard = part.header.shard;
        if let Some(other) = opened.get(&shard.number()) {
            let (file, other) = (path.clone(), other.path.clone());
            return Err(MergeError::Twice { file, other, shard });
        }
        opened.insert(shard.number(), part);
    }
    let first = opened.values().next().ok_or(MergeError::Nothing)?;
    let header = first.header.clone();
    let shards = header.shard.of();
    let missing: Vec<u32> = (1..=shards).filter(|number| !opened.contains_key(number)).collect();
    let kind = header.of.keys().next().cloned().unwrap_or_default();
    let merged = Merged { kind, job: header.job.clone(), shards, items: header.items, missing };
    if !merged.missing.is_empty() {
        return Ok(merged);
    }
    let whole = PartHeader { shard: Shard::ALL, ..header.clone() };
    let fail = |file: &Path, error| MergeError::Output { file: file.to_owned(), error };
    let rows = opened.values().map(|part| Lines::after_header(&part.path)).collect();
    // The times first: a file that exists has them.
    let times = with_ending(output, "times");
    if opened.values().any(|part| with_ending(&part.path, "times").exists()) {
        let lines = opened.values().map(Opened::times).collect::<Result<_, _>>()?;
        let head = TimesHeader::of(&whole).line();
        head.and_then(|head| interleave(&times, &head, &header, lines))
            .map_err(|error| fail(&times, error))?;
    }
    let head = format!("{}\n", serde_json::Value::Object(header.of.clone()));
    interleave(output, head.as_bytes(), &header, rows).map_err(|error| fail(output, error))?;
    Ok(merged)
}

/// A part whose rows are complete.
struct Opened {
    path: PathBuf,
    header: PartHeader,
}

impl Opened {
    fn check(path: &Path) -> Result<Opened, JournalError> {
        let bad = |line, problem| JournalError::BadLine { file: path.to_owned(), line, problem };
        let unreadable = |error: &io::Error| {
            let error = io::Error::new(error.kind(), read_problem(error));
            JournalError::Io { file: path.to_owned(), error }
        };
        let mut reader = BufReader::new(File::open(path).map_err(|error| unreadable(&error))?);
        let mut line = String::new();
        reader.read_line(&mut line).map_err(|error| unreadable(&error))?;
        let header = PartHeader::read(&line).map_err(|problem| bad(1, problem))?;
        let (mut rows, mut print) = (0, Fingerprint::default());
        loop {
            let bytes = reader.fill_buf().map_err(|error| unreadable(&error))?;
            if bytes.is_empty() {
                break;
            }
            rows += bytes.iter().filter(|&&byte| byte == b'\n').count();
            print.add(bytes);
            let length = bytes.len();
            reader.consume(length);
        }
        if rows != header.rows() || header.rows.as_ref() != Some(&print.to_string()) {
            let (shard, expected) = (header.shard, header.rows());
            let problem = format!(
                "found {rows} rows of the {expected} of shard {shard}, or changed ones; copy it again, or \
                 remove it and run the shard again"
            );
            return Err(bad(1, problem));
        }
        Ok(Opened { path: path.to_owned(), header })
    }

    /// Refuses a part of another job, or of the same job split in another way.
    fn same_job(&self, first: &Opened) -> Result<(), JournalError> {
        // Only the number of the shard may differ.
        let of = |part: &Opened| HeaderLine::of(&PartHeader { rows: None, ..part.header.clone() });
        let io = |error| JournalError::Io { file: self.path.clone(), error };
        let (one, other) = (of(first).map_err(io)?, of(self).map_err(io)?);
        let mut differences = one.differences(other.table());
        let is_same_split = self.header.shard.of() == first.header.shard.of();
        differences.retain(|difference| !(difference.key == "shard" && is_same_split));
        if differences.is_empty() {
            return Ok(());
        }
        let place = first.path.display();
        for difference in &mut differences {
            difference.expected = format!("{} in {place}", difference.expected);
        }
        Err(JournalError::Other { file: self.path.clone(), differences })
    }

    /// The times of its rows; without a file of times, endless `null`s.
    fn times(&self) -> Result<Lines, JournalError> {
        let path = with_ending(&self.path, "times");
        if !path.exists() {
            return Ok(Lines::Nulls);
        }
        let lines = Lines::with_header(&path, |head| TimesHeader::of(&self.header).is(head));
        lines.map_err(|error| JournalError::Io { file: path, error })
    }
}

/// The rows of a file, one by one.
enum Lines {
    /// Opened when the first row is read, so that a thousand parts need not be open for long.
    Later(PathBuf),
    Open(BufReader<File>),
    Nulls,
}

impl Lines {
    fn after_header(path: &Path) -> Lines {
        Lines::Later(path.to_owned())
    }

    fn with_header(path: &Path, is_right: impl Fn(&str) -> bool) -> io::Result<Lines> {
        let mut reader = BufReader::new(File::open(path)?);
        let mut head = String::new();
        reader.read_line(&mut head)?;
        if is_right(&head) {
            Ok(Lines::Open(reader))
        } else {
            Err(io::Error::other(
                "not the times of this part; remove the file to merge without them",
            ))
        }
    }

    /// Writes the next row.
    fn copy(&mut self, output: &mut impl Write) -> io::Result<()> {
        if let Lines::Later(path) = self {
            *self = Lines::with_header(path, |_| true)?;
        }
        let mut line = Vec::new();
        match self {
            Lines::Open(reader) => reader.read_until(b'\n', &mut line).map(drop)?,
            _ => line.extend_from_slice(b"null\n"),
        }
        if line.last() != Some(&b'\n') {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a part has too few rows"));
        }
        output.write_all(&line)
    }
}

/// Writes a file with the rows of all parts in the order of their items.
fn interleave(
    path: &Path,
    head: &[u8],
    header: &PartHeader,
    mut parts: Vec<Lines>,
) -> io::Result<()> {
    write_atomically_with(path, |file| {
        let mut output = BufWriter::new(file);
        output.write_all(head)?;
        for item in 0..header.items {
            parts[header.owner(item) as usize - 1].copy(&mut output)?;
        }
        output.flush()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Job, Part};
    use super::*;
    use crate::Header;
    use serde_json::{Value, json};
    use std::fs;

    #[derive(serde::Serialize)]
    struct Squares {
        from: usize,
    }

    impl Header for Squares {
        const KIND: &'static str = "squares";
        const VERSION: u32 = 1;
    }

    /// Does a shard of a job with times; its file.
    fn run(folder: &Path, from: usize, job: &Job, shard: &str) -> PathBuf {
        let path = folder.join(format!("part.{}", shard.replace('/', "-")));
        let shard = shard.parse().unwrap();
        let mut part = Part::<Value>::open(&path, &Squares { from }, job, shard).unwrap();
        for item in part.left() {
            let row = json!({"square": (item + from).pow(2), "seconds": item as f64 / 8.0});
            part.add(&[(item, row)]).unwrap();
        }
        assert!(part.finish().unwrap());
        path
    }

    fn job(items: usize) -> Job {
        Job { items, block: 2, inputs: String::new() }
    }

    #[test]
    fn any_split_gives_the_bytes_of_one_process() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let whole = run(folder, 3, &job(37), "1/1");
        let expected = fs::read(&whole).unwrap();
        assert!(!String::from_utf8_lossy(&expected).contains("seconds"));
        for of in [2, 4, 16, 40] {
            let parts: Vec<PathBuf> = (1..=of)
                .map(|number| run(folder, 3, &job(37), &format!("{number}/{of}")))
                .collect();
            let output = folder.join("merged");
            let merged = merge(&parts, &output).unwrap();
            assert_eq!((merged.kind.as_str(), merged.missing.len()), ("squares", 0));
            assert_eq!(fs::read(&output).unwrap(), expected);
            let times = |path: &Path| fs::read_to_string(with_ending(path, "times")).unwrap();
            assert_eq!(times(&output), times(&whole));
        }
    }

    #[test]
    fn missing_shards_are_named_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let parts = ["1/4", "3/4"].map(|shard| run(folder.path(), 3, &job(9), shard));
        let output = folder.path().join("merged");
        // As the shell would expand `part.*`.
        let mut given = parts.to_vec();
        given.extend(parts.iter().map(|part| with_ending(part, "times")));
        assert_eq!(merge(&given, &output).unwrap().missing, [2, 4]);
        assert!(!output.exists());
        assert!(matches!(merge(&[], &output), Err(MergeError::Nothing)));
    }

    #[test]
    fn parts_that_do_not_belong_together_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let first = run(folder, 3, &job(9), "1/4");
        let output = folder.join("merged");
        let refused = |second: &Path| {
            merge(&[first.clone(), second.to_owned()], &output).unwrap_err().to_string()
        };
        let other = |name: &str, from, job: &Job, shard: &str| {
            let folder = folder.join(name);
            fs::create_dir(&folder).unwrap();
            run(&folder, from, job, shard)
        };
        let error = refused(&other("header", 4, &job(9), "2/4"));
        assert!(error.contains("recorded with job = ") && error.contains("of.from = 4"), "{error}");
        let error = refused(&other("items", 3, &job(8), "2/4"));
        assert!(error.contains("recorded with items = 8, now it is 9 in "), "{error}");
        let error = refused(&other("split", 3, &job(9), "2/3"));
        assert!(error.contains("shard = \"2/3\""), "{error}");
        let inputs = Job { inputs: "openings".to_owned(), ..job(9) };
        assert!(refused(&other("inputs", 3, &inputs, "2/4")).contains("job = "));
        let error = refused(&other("twice", 3, &job(9), "1/4"));
        assert!(
            error.contains("shard 1/4, as ") && error.ends_with("give each shard once"),
            "{error}"
        );
        let whole = other("whole", 3, &job(9), "1/1");
        assert!(refused(&whole).contains("expected \"plywood-part\": 1 in the first line"));
        assert!(refused(&folder.join("absent")).ends_with("absent: no such file"));
    }

    #[test]
    fn a_part_that_was_cut_or_changed_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let part = run(folder.path(), 3, &job(9), "1/2");
        let text = fs::read_to_string(&part).unwrap();
        let other = text.replace("{\"square\":9}", "{\"square\":8}");
        for changed in [&text[..text.len() - 3], &other, &format!("{text}1\n")] {
            assert_ne!(changed, text);
            fs::write(&part, changed).unwrap();
            let error = merge(std::slice::from_ref(&part), &folder.path().join("merged"));
            let error = error.unwrap_err().to_string();
            assert!(error.contains("rows of the 5 of shard 1/2"), "{error}");
        }
    }
}
