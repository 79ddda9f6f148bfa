//! A program in a pseudo-terminal: it believes that a person sits there.

use rustix::process::{ioctl_tiocsctty, setsid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// What Ctrl-C sends.
pub const INTERRUPT: &str = "\x03";

/// A terminal with a program in it, which is killed when this is dropped.
pub struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    shown: Vec<u8>,
    deadline: Instant,
}

impl Terminal {
    /// Starts a program. After the limit it counts as hanging, and whatever waits for it panics.
    pub fn start(mut command: Command, limit: Duration) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal opens");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("the terminal is ours");
        let name = ptsname(&master, Vec::new()).expect("the terminal has a name");
        let name = std::ffi::OsStr::from_bytes(name.as_bytes());
        let open = || OpenOptions::new().read(true).write(true).open(name);
        let slave = [open(), open(), open()].map(|end| end.expect("the terminal can be used"));
        let [stdin, stdout, stderr] = slave;
        command.stdin(stdin).stdout(stdout).stderr(stderr).env("TERM", "xterm");
        // SAFETY: between fork and exec only two system calls are made, which touch no memory.
        unsafe {
            command.pre_exec(|| {
                setsid()?;
                Ok(ioctl_tiocsctty(rustix::stdio::stdin())?)
            });
        }
        let child = command.spawn().expect("the program starts");
        // The command keeps our copies of the terminal's other end open: with them it would never end.
        drop(command);
        let keyboard = File::from(master);
        let mut output = keyboard.try_clone().expect("a terminal can be read and written");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            // Reading fails once no program has the terminal open.
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keyboard, screen, shown: Vec::new(), deadline: Instant::now() + limit }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal listens");
    }

    /// Types a line.
    pub fn enter(&mut self, line: &str) {
        self.press(&format!("{line}\n"));
    }

    /// Waits until the screen shows a text, and forgets everything up to its end.
    pub fn wait_for(&mut self, text: &str) {
        loop {
            let found = self.shown.windows(text.len()).position(|part| part == text.as_bytes());
            if let Some(start) = found {
                self.shown.drain(..start + text.len());
                return;
            }
            assert!(self.more(), "the program ended without {text:?}: {}", self.text());
        }
    }

    /// Waits for the end; how the program ended, and what it has shown since the last wait.
    pub fn end(mut self) -> (ExitStatus, String) {
        while self.more() {}
        (self.child.wait().expect("the program ends"), self.text())
    }

    /// Waits for more output; false once there will be none.
    fn more(&mut self) -> bool {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.screen.recv_timeout(left) {
            Ok(part) => self.shown.extend(part),
            Err(Disconnected) => return false,
            Err(Timeout) => panic!("the program hangs after: {}", self.text()),
        }
        true
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.shown).replace("\r\n", "\n")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Its whole session: a script leaves no program behind.
        if let Ok(None) = self.child.try_wait()
            && let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            let _ = self.child.wait();
        }
    }
}
