//! Files that survive a crash: bounded reading, atomic writing, claims, journals, and the parts of a long job that
//! several processes share.

mod claim;
mod fingerprint;
mod journal;
mod lines;
mod log;
mod parts;
mod replacement;

pub use claim::Claim;
pub use fingerprint::{Fingerprint, fingerprint};
pub use journal::{Difference, Header, Journal, JournalError, Mode};
pub use lines::{LONGEST_LINE, read_line};
pub use log::Log;
pub use parts::{BadShard, Job, MergeError, Merged, Part, Shard, TIMED, merge};

use replacement::Replacement;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a text file could not be read. The caller adds the name of the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The error of the system.
    #[error("{}", read_problem(.0))]
    Io(#[from] io::Error),
    /// It is larger than this many bytes.
    #[error("larger than {} KiB", .0 / 1024)]
    TooLarge(u64),
    /// It is not UTF-8.
    #[error("not UTF-8 text")]
    NotText {
        /// The line, from 1.
        line: usize,
    },
}

impl ReadError {
    /// The file, with the line if the problem has one: `map.txt:3`.
    pub fn place(&self, path: &Path) -> String {
        match self {
            ReadError::NotText { line } => format!("{}:{line}", path.display()),
            _ => path.display().to_string(),
        }
    }
}

/// Why the system could not read a file, in words for the user: `no such file`.
pub fn read_problem(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "cannot be read: permission denied".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

/// Reads a text file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, ReadError> {
    read_text_from(File::open(path)?, most)
}

/// Reads a text of at most `most` bytes.
pub fn read_text_from(source: impl Read, most: u64) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge(most));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ReadError::NotText { line: 1 + valid.iter().filter(|byte| **byte == b'\n').count() }
    })
}

/// Writes a temporary file in the folder of `path` and renames it to `path`, so that neither a reader nor a
/// crash sees a partial file. A link is followed and the permissions of a replaced file are kept. A pipe or
/// device is written directly.
pub fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |file| file.write_all(contents))
}

/// The same for contents that are too large for memory: `write` writes them to the new file.
pub fn write_atomically_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    match Target::of(path)? {
        Target::Stream => write(&mut OpenOptions::new().write(true).open(path)?),
        Target::File { path, permissions } => {
            Replacement::write(&path, permissions, write)?.persist().map(drop)
        }
    }
}

/// Checks that a file can be written, before long work is done for it.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::Stream => OpenOptions::new().write(true).open(path).map(drop),
        Target::File { path, .. } => {
            tempfile::tempfile_in(folder(&path)).map(drop).map_err(without_path)
        }
    }
}

/// Locks a file while it is open; `false` if another process has locked it. A file system without locks gives
/// a warning only: saving the results is more important than the lock.
fn is_locked_by_us(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => {
            tracing::warn!("{}: cannot be locked: {error}", path.display());
            true
        }
    }
}

/// Whether an open file is still the one at its path, that is, was not removed or replaced.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: io::Result<fs::Metadata>| found.map(|found| (found.dev(), found.ino()));
    match (place(file.metadata()), place(fs::metadata(path))) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// On other systems an open file can be neither removed nor replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// What is at a path that is to be written.
enum Target {
    /// A file or nothing, with links followed; the permissions of an existing file.
    File { path: PathBuf, permissions: Option<fs::Permissions> },
    /// A pipe or device, which renaming a file to its path would destroy.
    Stream,
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Target::File { path: resolved(path)?, permissions: None });
            }
            found => found?,
        };
        if found.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !found.is_file() {
            return Ok(Target::Stream);
        }
        if found.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let permissions = Some(found.permissions());
        Ok(Target::File { path: fs::canonicalize(path)?, permissions })
    }
}

/// Most links from one path to another.
const MAX_LINKS: usize = 40;

/// The real path of a file, which need not exist: all names of a file have the same one.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => return found,
        }
        match fs::read_link(&path) {
            // A link to a file that does not exist yet.
            Ok(target) => path = folder(&path).join(target),
            Err(_) => {
                let name = path.file_name().ok_or(io::ErrorKind::NotFound)?;
                return Ok(fs::canonicalize(folder(&path))?.join(name));
            }
        }
    }
    Err(io::Error::other("too many links"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The error without the name of the temporary file, which the user does not know.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_up_to_its_limit_and_no_further() {
        assert_eq!(read_text_from(&b"abc"[..], 3).unwrap(), "abc");
        assert!(matches!(read_text_from(&b"abcd"[..], 3), Err(ReadError::TooLarge(3))));
        assert!(matches!(read_text_from(io::repeat(b'a'), 1 << 10), Err(ReadError::TooLarge(_))));
        let error = read_text_from(&b"a\nb\xff"[..], 9).unwrap_err();
        assert_eq!(format!("{}: {error}", error.place(Path::new("a"))), "a:2: not UTF-8 text");
    }

    #[test]
    fn an_error_names_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/x.csv");
        for error in [check_writable(&path), write_atomically(&path, b"x")] {
            let error = error.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
            assert!(!error.to_string().contains(".tmp"), "{error}");
        }
    }

    #[test]
    fn a_folder_is_refused_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let error = check_writable(folder.path()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    }

    #[cfg(unix)]
    mod on_unix {
        use super::*;
        use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};

        #[test]
        fn a_device_is_written_to_and_not_replaced() {
            let null = Path::new("/dev/null");
            // Checked first: if this were wrong, the write would destroy the device for a superuser.
            assert!(matches!(Target::of(null), Ok(Target::Stream)));
            assert!(write_atomically(null, b"x").is_ok());
            assert!(fs::metadata(null).unwrap().file_type().is_char_device());
        }

        #[test]
        fn others_may_read_a_new_file_and_an_old_one_keeps_its_permissions() {
            let folder = tempfile::tempdir().unwrap();
            let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
            let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
            write_atomically(&ours, b"1").unwrap();
            fs::write(&plain, b"1").unwrap();
            assert_eq!(mode(&ours), mode(&plain));
            fs::set_permissions(&ours, fs::Permissions::from_mode(0o640)).unwrap();
            write_atomically(&ours, b"2").unwrap();
            assert_eq!((mode(&ours), fs::read(&ours).unwrap()), (0o640, b"2".to_vec()));
        }

        #[test]
        fn a_link_to_a_file_that_does_not_exist_creates_that_file() {
            let folder = tempfile::tempdir().unwrap();
            let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
            symlink("file", &link).unwrap();
            write_atomically(&link, b"1").unwrap();
            assert_eq!(fs::read(&file).unwrap(), b"1");
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }

        #[test]
        fn a_link_is_followed_and_a_loop_or_a_read_only_file_refused() {
            let folder = tempfile::tempdir().unwrap();
            let [file, link, circle] =
                ["file", "link", "loop"].map(|name| folder.path().join(name));
            fs::write(&file, b"1").unwrap();
            symlink(&file, &link).unwrap();
            write_atomically(&link, b"2").unwrap();
            assert_eq!(fs::read(&file).unwrap(), b"2");
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            symlink(&circle, &circle).unwrap();
            assert!(write_atomically(&circle, b"2").is_err());
            fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
            let error = write_atomically(&file, b"3").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        }
    }
}
