//! Reading lines of bounded length.

use std::io::{BufRead, ErrorKind};

/// Longest line in bytes; the rest of a longer line is discarded.
pub const LONGEST_LINE: usize = 1 << 16;

/// The next line without its line end, cut at [`LONGEST_LINE`]; invalid UTF-8 is replaced. `None` at the end of
/// input.
///
/// ```
/// let mut input = &b"one\r\ntwo"[..];
/// assert_eq!(files::read_line(&mut input).as_deref(), Some("one"));
/// assert_eq!(files::read_line(&mut input).as_deref(), Some("two"));
/// assert_eq!(files::read_line(&mut input), None);
/// ```
pub fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if chunk.is_empty() {
            return any.then(|| text(&line));
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.unwrap_or(chunk.len());
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&chunk[..used.min(room)]);
        input.consume(used + usize::from(end.is_some()));
        if end.is_some() {
            return Some(text(&line));
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn long_and_broken_lines_are_read_to_their_end() {
        let long = "x".repeat(3 * LONGEST_LINE);
        let text = [long.as_bytes(), b"\n\xff\xfe\r\nugi"].concat();
        let mut input = BufReader::with_capacity(7, &text[..]);
        assert_eq!(read_line(&mut input).unwrap().len(), LONGEST_LINE);
        assert_eq!(read_line(&mut input).unwrap(), "\u{fffd}\u{fffd}");
        assert_eq!(read_line(&mut input).unwrap(), "ugi");
        assert_eq!(read_line(&mut input), None);
    }
}
