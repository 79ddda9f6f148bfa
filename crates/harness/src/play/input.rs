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

/// The lines of a reader, read on a thread of its own, at most one ahead. Nothing is read before the
/// first line is asked for: a game without a human leaves the input to the programs after it, and may
/// run in the background of a terminal, where reading would suspend it.
pub(super) struct Lines<R> {
    /// The input and where its lines go, until the first is asked for.
    unread: Option<(R, SyncSender<String>)>,
    receiver: Receiver<String>,
}

impl<R: BufRead + Send + 'static> Lines<R> {
    pub fn new(input: R) -> Self {
        let (sender, receiver) = sync_channel(0);
        Lines { unread: Some((input, sender)), receiver }
    }

    /// Waits for the next line, the end, or the flag.
    pub fn next(&mut self, stop: &StopFlag) -> io::Result<Next> {
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
        let mut lines = Lines::new(Cursor::new("a\nb\r\nlast"));
        let stop = StopFlag::new();
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("a\n".into()));
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("b\r\n".into()));
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("last".into()));
        assert_eq!(lines.next(&stop).unwrap(), Next::End);
    }

    #[test]
    fn an_endless_line_is_cut_and_bad_bytes_are_replaced() {
        let mut input = vec![b'x'; 3 * LONGEST as usize];
        input.extend(b"\n\xff\n");
        let mut lines = Lines::new(Cursor::new(input));
        let stop = StopFlag::new();
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("x".repeat(LONGEST as usize)));
        assert_eq!(lines.next(&stop).unwrap(), Next::Line("\u{fffd}\n".into()));
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
