//! Lines of input that can be waited for without being deaf to Ctrl-C.

use files::read_line;
use search::StopFlag;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

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
    pub fn new(mut input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(0);
        let reader = std::thread::Builder::new().name("input".into());
        reader.spawn(move || {
            while let Some(line) = read_line(&mut input)
                && sender.send(line).is_ok()
            {}
        })?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let lines = Lines::new(Cursor::new("a\nb\r\nlast")).unwrap();
        let stop = StopFlag::new();
        assert_eq!(lines.next(&stop), Next::Line("a".into()));
        assert_eq!(lines.next(&stop), Next::Line("b".into()));
        assert_eq!(lines.next(&stop), Next::Line("last".into()));
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
