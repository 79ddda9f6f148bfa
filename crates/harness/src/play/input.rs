//! Line input that Ctrl-C can interrupt.

use files::read_line;
use search::StopFlag;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// How often the stop flag is checked while waiting.
const LOOK: Duration = Duration::from_millis(20);

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Line(String),
    End,
    Interrupted,
}

/// The lines of a reader, read on a separate thread, at most one ahead. Nothing is read before the first
/// line is requested: a game without a human leaves the input to the programs after it, and may run in
/// the background of a terminal, where reading would suspend it.
pub(super) struct Lines<R> {
    /// The input and the channel for its lines, until the first line is requested.
    unread: Option<(R, SyncSender<String>)>,
    receiver: Receiver<String>,
}

impl<R: BufRead + Send + 'static> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        let (sender, receiver) = sync_channel(0);
        Lines { unread: Some((input, sender)), receiver }
    }

    /// Waits for the next line, the end of input, or the stop flag.
    pub(super) fn next(&mut self, stop: &StopFlag) -> io::Result<Next> {
        if let Some((input, sender)) = self.unread.take() {
            let reader = std::thread::Builder::new().name("input".into());
            reader.spawn(move || send_lines(input, &sender))?;
        }
        loop {
            if stop.is_stopped() {
                return Ok(Next::Interrupted);
            }
            match self.receiver.recv_timeout(LOOK) {
                Ok(line) => return Ok(Next::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Next::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn send_lines(mut input: impl BufRead, sender: &SyncSender<String>) {
    while let Some(line) = read_line(&mut input)
        && sender.send(line).is_ok()
    {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_in_order_and_then_the_end() {
        let mut lines = Lines::new(Cursor::new("a\nb\r\nlast"));
        let stop = StopFlag::new();
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("a".into()));
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("b".into()));
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("last".into()));
        assert_eq!(lines.next(&stop).unwrap(), Next::End);
    }

    #[test]
    fn a_raised_flag_ends_the_wait() {
        let (reader, _writer) = std::io::pipe().unwrap();
        let mut lines = Lines::new(std::io::BufReader::new(reader));
        let stop = StopFlag::new();
        stop.stop();
        assert_eq!(lines.next(&stop).unwrap(), Next::Interrupted);
    }
}
