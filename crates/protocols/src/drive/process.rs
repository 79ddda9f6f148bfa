//! A child process with line-based input and output: [`LineProcess`].
//!
//! Nothing here blocks on the child. One thread writes to it, one reads its output into a bounded channel,
//! one reads its error output and keeps the last lines. The owner waits on the channel with a deadline.
//! Dropping the value ends the child.

use files::read_line;
use search::StopFlag;
use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The maximum number of lines read ahead; beyond it the child blocks.
const MAX_QUEUE: usize = 4096;
/// Lines of error output that are kept.
const STDERR_TAIL: usize = 5;
/// How often the stop flag is checked while waiting.
const POLL: Duration = Duration::from_millis(5);
/// How often the exit of the child is checked.
const LOOK: Duration = Duration::from_millis(2);
/// Time between the request to quit and killing the child.
const QUIT_GRACE: Duration = Duration::from_millis(200);

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl CommandLine {
    /// Splits at white space outside `"quotes"`. `None` if there is no program or a quote is not closed.
    pub fn parse(text: &str) -> Option<CommandLine> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quoted = false;
        for c in text.chars() {
            match c {
                '"' => {
                    quoted = !quoted;
                    word.get_or_insert_default();
                }
                c if c.is_whitespace() && !quoted => words.extend(word.take()),
                c => word.get_or_insert_default().push(c),
            }
        }
        if quoted {
            return None;
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty())?;
        Some(CommandLine { program, arguments: words.collect() })
    }
}

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// A line, without its end.
    Line(String),
    /// The deadline has passed.
    Timeout,
    /// The process has ended or closed its output.
    Ended,
    /// The stop flag was raised.
    Stopped,
}

/// A running child.
pub(super) struct LineProcess {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// Collects the error output until its end.
    listener: Option<JoinHandle<()>>,
    farewell: Vec<String>,
}

impl LineProcess {
    /// Starts the child. `farewell` is sent to it when the value is dropped.
    pub(super) fn start(command: &CommandLine, farewell: Vec<String>) -> io::Result<LineProcess> {
        let mut builder = Command::new(&command.program);
        builder
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Its own process group: Ctrl-C in the terminal does not reach the child, which would look like a
        // crash, and all processes of the group can be killed together.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn()?;

        let (input, to_write) = channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in to_write {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        let (read, output) = sync_channel(MAX_QUEUE);
        if let Some(stdout) = child.stdout.take() {
            let mut stdout = BufReader::new(stdout);
            thread::spawn(move || {
                while let Some(line) = read_line(&mut stdout)
                    && read.send(line).is_ok()
                {}
            });
        }
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let listener = child.stderr.take().map(|stderr| {
            let tail = Arc::clone(&errors);
            let mut stderr = BufReader::new(stderr);
            thread::spawn(move || {
                while let Some(line) = read_line(&mut stderr) {
                    let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                    if tail.len() == STDERR_TAIL {
                        tail.pop_front();
                    }
                    tail.push_back(line);
                }
            })
        });
        Ok(LineProcess { child, input, output, errors, listener, farewell })
    }

    /// Sends a line. A child that does not read it is noticed when its answer is missing.
    pub(super) fn send(&self, line: &str) {
        tracing::trace!(target: "match.engine", "> {line}");
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Waits for a line until the deadline.
    pub(super) fn receive(&self, deadline: Instant, stop: &StopFlag) -> Received {
        loop {
            // Checked before every line: the deadline also holds for a child that never stops writing.
            let left = deadline.saturating_duration_since(Instant::now());
            if stop.is_stopped() {
                return Received::Stopped;
            }
            if left.is_zero() {
                return Received::Timeout;
            }
            match self.output.recv_timeout(left.min(POLL)) {
                Ok(line) => {
                    tracing::trace!(target: "match.engine", "< {line}");
                    return Received::Line(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Received::Ended,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Discards lines that were not read.
    pub(super) fn discard_pending(&self) {
        self.output.try_iter().take(MAX_QUEUE).for_each(drop);
    }

    /// The exit status and last error output of a child that has [`Ended`](Received::Ended).
    pub(super) fn obituary(&mut self) -> String {
        let deadline = Instant::now() + QUIT_GRACE;
        let status = match self.wait_until(deadline) {
            Some(status) => status.to_string(),
            None => "closed its output but is still running".into(),
        };
        // Its last error output may still be in the pipe.
        let all_heard = || self.listener.as_ref().is_none_or(JoinHandle::is_finished);
        while !all_heard() && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        if errors.is_empty() {
            status
        } else {
            let lines: Vec<&str> = errors.iter().map(String::as_str).collect();
            format!("{status}; stderr: {}", lines.join(" | "))
        }
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(LOOK),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

/// Asks the child to quit and kills it if it does not, together with the processes that it has started:
/// an engine is often wrapped in a script.
impl Drop for LineProcess {
    fn drop(&mut self) {
        for line in std::mem::take(&mut self.farewell) {
            self.send(&line);
        }
        // Closing the channel ends the writer thread, which then closes the input of the child.
        self.input = channel().0;
        let exited = self.wait_until(Instant::now() + QUIT_GRACE).is_some();
        // These fail only if the processes have already ended.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        if !exited {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_splits_at_blanks_outside_quotes() {
        let parsed = CommandLine::parse(r#" "./my engine" --hash 64 "" "#).unwrap();
        assert_eq!(parsed.program, "./my engine");
        assert_eq!(parsed.arguments, ["--hash", "64", ""]);
        assert_eq!(CommandLine::parse("  "), None);
        assert_eq!(CommandLine::parse("\"\" x"), None);
        assert_eq!(CommandLine::parse("engine \"open"), None);
    }
}
