//! Reading files without being flooded, and writing them so that a reader, or a crash, never sees
//! half of one.

mod journal;
mod lines;

pub use journal::{Difference, Header, Journal, JournalError, Mode};
pub use lines::{LONGEST_LINE, read_line};

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use thiserror::Error;

/// Why a text file could not be read. Whoever asked for it names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// What the system said.
    #[error("cannot be read: {0}")]
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
    /// The file, and the line if one is to blame: `map.txt:3`.
    pub fn place(&self, path: &Path) -> String {
        match self {
            ReadError::NotText { line } => format!("{}:{line}", path.display()),
            _ => path.display().to_string(),
        }
    }
}

/// Reads a text file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String, ReadError> {
    read_text_from(File::open(path)?, most)
}

/// Reads a text of at most `most` bytes from whatever holds it.
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

/// Writes `contents` beside `path` and renames it into place. A link is followed, the permissions of
/// a file that is replaced are kept, and what is no file at all (a pipe, a device) is written to.
pub fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    match Target::of(path)? {
        Target::Stream => OpenOptions::new().write(true).open(path)?.write_all(contents),
        Target::File { path, permissions } => {
            let file = replacement(&path, permissions, contents)?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        }
    }
}

/// A file with these contents in the folder of `path`, on the disk and ready to take its place.
fn replacement(
    path: &Path,
    permissions: Option<fs::Permissions>,
    contents: &[u8],
) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // As for any other new file, less what the umask takes away.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(path)).map_err(without_path)?;
    file.write_all(contents).map_err(without_path)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// Refuses a file that could not be written later, before long work is done for it.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::Stream => OpenOptions::new().write(true).open(path).map(drop),
        Target::File { path, .. } => {
            tempfile::tempfile_in(folder(&path)).map(drop).map_err(without_path)
        }
    }
}

/// Locks a file as long as it is open; `false` if another process has it. Some file systems have no
/// locks: what is to be written is worth more than the guard, so that is only a warning.
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

/// Whether an open file is still the one at its path, and was not removed or replaced.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: io::Result<fs::Metadata>| found.map(|found| (found.dev(), found.ino()));
    match (place(file.metadata()), place(fs::metadata(path))) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Elsewhere an open file can be neither removed nor replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// The right to [write a whole file](write_atomically) again and again, which one process has at a
/// time. The lock is on a second file, `NAME.lock`, because a lock does not outlive the file it is on.
/// A file that grows by rows is a [`Journal`], which needs no claim.
#[derive(Debug)]
pub struct Claim {
    beside: PathBuf,
    _locked: File,
}

impl Claim {
    /// Claims a file, which need not exist; `None` if another process has it.
    pub fn to(path: &Path) -> io::Result<Option<Claim>> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".lock");
        let beside = PathBuf::from(beside);
        loop {
            let locked =
                OpenOptions::new().create(true).truncate(false).write(true).open(&beside)?;
            if !is_locked_by_us(&locked, &beside) {
                return Ok(None);
            }
            // The one before us may have removed the lock file after we opened it: then others
            // would lock a new one.
            if is_at(&locked, &beside) {
                return Ok(Some(Claim { beside, _locked: locked }));
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Removed while it is locked. A leftover lock file is harmless.
        let _ = fs::remove_file(&self.beside);
    }
}

/// What stands at a path that is to be written.
enum Target {
    /// A file or nothing; with links followed, and what the present file permits.
    File { path: PathBuf, permissions: Option<fs::Permissions> },
    /// A pipe or a device: renaming a file onto it would destroy it.
    Stream,
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Target::File { path: path.to_owned(), permissions: None });
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

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The error without the name of the temporary file, which would mean nothing to the user.
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

    #[test]
    fn a_file_is_claimed_once_at_a_time_and_nothing_stays_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let claim = Claim::to(&path).unwrap();
        assert!(claim.is_some());
        write_atomically(&path, b"1").unwrap();
        assert!(Claim::to(&path).unwrap().is_none());
        assert!(Claim::to(&folder.path().join("other.txt")).unwrap().is_some());
        drop(claim);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(Claim::to(&path).unwrap().is_some());
    }

    #[test]
    fn threads_that_claim_a_file_in_turn_never_have_it_together() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("count.txt");
        fs::write(&path, "0").unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut left = 50;
                    while left > 0 {
                        let Some(_claim) = Claim::to(&path).unwrap() else { continue };
                        let count: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
                        write_atomically(&path, (count + 1).to_string().as_bytes()).unwrap();
                        left -= 1;
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "200");
    }

    #[cfg(unix)]
    mod on_unix {
        use super::*;
        use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};

        #[test]
        fn a_device_is_written_to_and_not_replaced() {
            let null = Path::new("/dev/null");
            // Were this wrong, a superuser's test would destroy the device: ask first.
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
