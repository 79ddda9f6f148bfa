//! The temporary file that becomes the new version of a file: [`Replacement`].

use crate::{folder, is_at, is_locked_by_us};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How often a writer looks whether another one has finished.
const POLL: Duration = Duration::from_millis(1);

/// A complete and synchronised file that is ready to take the place of another one.
///
/// Its name is `.NAME.plywood-tmp`, one for each file, and it is locked while it is written. A temporary file
/// without a lock was left by a killed process and is removed by the next writer.
#[derive(Debug)]
pub(crate) struct Replacement {
    /// `None` after it was renamed.
    file: Option<File>,
    temporary: PathBuf,
    target: PathBuf,
}

impl Replacement {
    /// Writes the contents and sets the permissions, if there are any to keep.
    pub(crate) fn write(
        target: &Path,
        permissions: Option<Permissions>,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<Replacement> {
        let temporary = temporary_path(target)?;
        let file = Some(create_locked(&temporary)?);
        let mut made = Replacement { file, temporary, target: target.to_owned() };
        if let Some(file) = &mut made.file {
            write(file)?;
            if let Some(permissions) = permissions {
                file.set_permissions(permissions)?;
            }
            file.sync_all()?;
        }
        Ok(made)
    }

    /// Renames it to its target and returns it, still open and locked.
    pub(crate) fn persist(mut self) -> io::Result<File> {
        fs::rename(&self.temporary, &self.target)?;
        self.file.take().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if self.file.is_some() {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn temporary_path(target: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(".");
    name.push(target.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
    name.push(".plywood-tmp");
    Ok(folder(target).join(name))
}

/// Creates a file and locks it. A leftover at the path is removed; a file that another writer has locked is
/// waited for.
fn create_locked(path: &Path) -> io::Result<File> {
    loop {
        match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
            Ok(file) => {
                // Another writer may have taken it for a leftover before it was locked.
                if is_locked_by_us(&file, path) && is_at(&file, path) {
                    return Ok(file);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => remove_leftover(path)?,
            Err(error) => return Err(error),
        }
    }
}

/// Removes a file that no process has locked; otherwise waits a moment.
fn remove_leftover(path: &Path) -> io::Result<()> {
    let found = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    if !is_locked_by_us(&found, path) {
        thread::sleep(POLL);
    } else if is_at(&found, path) {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_atomically;
    use std::io::Write;

    fn names(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_temporary_file_of_a_killed_run_is_removed_by_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let leftover = temporary_path(&path).unwrap();
        fs::write(&leftover, "half of a much longer file").unwrap();
        write_atomically(&path, b"1").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"1");
        assert_eq!(names(folder.path()), ["table.txt"]);
    }

    #[test]
    fn a_replacement_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let made = Replacement::write(&path, None, |file| file.write_all(b"1")).unwrap();
        assert_eq!(names(folder.path()), [".table.txt.plywood-tmp"]);
        drop(made);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn writers_of_one_file_wait_for_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        thread::scope(|scope| {
            for writer in 0..4u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..25 {
                        write_atomically(path, &[b'a' + writer; 4000]).unwrap();
                    }
                });
            }
        });
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.len() == 4000 && bytes.iter().all(|&byte| byte == bytes[0]));
        assert_eq!(names(folder.path()), ["table.txt"]);
    }
}
