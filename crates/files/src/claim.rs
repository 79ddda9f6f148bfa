//! Exclusive rights to files: [`Claim`].

use crate::{is_at, is_locked_by_us, resolved};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The exclusive right to [rewrite a file](crate::write_atomically) repeatedly, held by one process at a time.
///
/// It is an OS lock on a second file, `NAME.lock`, because a lock on the file itself is lost when the file is
/// replaced. All names of a file (links, relative paths) share one lock. The system releases the lock of a
/// killed process. A file that grows by rows is a [`Journal`](crate::Journal), which needs no claim.
#[derive(Debug)]
pub struct Claim {
    lock_path: PathBuf,
    _locked: File,
}

impl Claim {
    /// Claims a file, which need not exist; `None` if another process has claimed it.
    pub fn to(path: &Path) -> io::Result<Option<Claim>> {
        let mut lock_path = resolved(path)?.into_os_string();
        lock_path.push(".lock");
        let lock_path = PathBuf::from(lock_path);
        loop {
            let locked =
                OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path)?;
            if !is_locked_by_us(&locked, &lock_path) {
                return Ok(None);
            }
            // The previous owner may have removed the lock file between our opening and locking it;
            // other processes would then lock a new one.
            if is_at(&locked, &lock_path) {
                return Ok(Some(Claim { lock_path, _locked: locked }));
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Removed while it is still locked. A leftover lock file is harmless.
        let _ = fs::remove_file(&self.lock_path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_atomically;

    #[test]
    fn a_file_has_one_claim_at_a_time_and_no_lock_file_is_left() {
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

    #[test]
    fn the_lock_file_of_a_killed_run_does_not_block_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("table.txt.lock"), "").unwrap();
        drop(Claim::to(&folder.path().join("table.txt")).unwrap().unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn all_names_of_a_file_share_one_claim() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        symlink("file", path("link")).unwrap();
        symlink(folder.path(), path("sub/up")).unwrap();
        let names = ["file", "link", "./file", "sub/../file", "sub/up/file", "sub/up/link"];
        for exists in [false, true] {
            if exists {
                fs::write(path("file"), "").unwrap();
            }
            for one in names {
                let claim = Claim::to(&path(one)).unwrap();
                assert!(claim.is_some(), "{one}");
                for other in names {
                    let second = Claim::to(&path(other)).unwrap();
                    assert!(second.is_none(), "{one} and {other}, exists: {exists}");
                }
            }
        }
    }
}
