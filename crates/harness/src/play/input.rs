//! Lines of input that can be waited for without being deaf to Ctrl-C.

use search::StopFlag;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Longer lines are cut: no command or move comes near, and a file without line ends must not fill
/// the memory.
const LONGEST: u64 = 4096;
/// How often the flag is looked at while waiting.
const LOOK: Duration = Duration::from_millis(20);

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Line(String),
    End,
    Interrupted,
}

/// The lines of a reader, read on a thread of its own, at most one ahead.
pub(super) struct Lines {
    receiver: Receiver<String>,
}

impl Lines {
    /// Starts to read.
    pub fn new(input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(0);
        let reader = std::thread::Builder::new().name("input".into());
        reader.spawn(move || send_lines(input, &sender))?;
        Ok(Lines { receiver })
    }

    /// Waits for the next line, the end, or the flag.
    pub fn next(&self, stop: &StopFlag) -> Next {
        loop {
            if stop.is_stopped() {
                return Next::Interrupted;
            }
            match self.receiver.recv_timeout(LOOK) {
                Ok(line) => return Next::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Sends every line until the end, a read error, or the loss of the listener.
fn send_lines(mut input: impl BufRead, sender: &SyncSender<String>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let cut = line.len() as u64 == LONGEST && line.last() != Some(&b'\n');
        if cut && input.skip_until(b'\n').is_err() {
            return;
        }
        if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let lines = Lines::new(Cursor::new("a\nb\r\nlast")).unwrap();
        let stop = StopFlag::new();
        assert_eq!(lines.next(&stop), Next::Line("a\n".into()));
        assert_eq!(lines.next(&stop), Next::Line("b\r\n".into()));
        assert_eq!(lines.next(&stop), Next::Line("last".into()));
        assert_eq!(lines.next(&stop), Next::End);
    }

    #[test]
    fn an_endless_line_is_cut_and_bad_bytes_are_replaced() {
        let mut input = vec![b'x'; 3 * LONGEST as usize];
        input.extend(b"\n\xff\n");
        let lines = Lines::new(Cursor::new(input)).unwrap();
        let stop = StopFlag::new();
        assert_eq!(lines.next(&stop), Next::Line("x".repeat(LONGEST as usize)));
        assert_eq!(lines.next(&stop), Next::Line("\u{fffd}\n".into()));
        assert_eq!(lines.next(&stop), Next::End);
    }

    #[test]
    fn a_raised_flag_ends_the_wait() {
        let (reader, _writer) = std::io::pipe().unwrap();
        let lines = Lines::new(std::io::BufReader::new(reader)).unwrap();
        let stop = StopFlag::new();
        stop.stop();
        assert_eq!(lines.next(&stop), Next::Interrupted);
    }
}
