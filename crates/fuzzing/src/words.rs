//! Words of a grammar from single bytes: [`expand`].

/// Bytes from this value on encode words of the grammar.
pub const FIRST_WORD: u8 = 0x80;

/// The text in which every byte from [`FIRST_WORD`] on is replaced by a word, and the others are themselves.
///
/// ```
/// assert_eq!(fuzzing::words::expand(b"a \x80, \x82", &["go", "stop"]), "a go, go");
/// ```
pub fn expand(bytes: &[u8], words: &[&str]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte.checked_sub(FIRST_WORD) {
            Some(number) => text.push_str(words[usize::from(number) % words.len()]),
            None => text.push(char::from(byte)),
        }
    }
    text
}

/// The text with numbers of at most `digits` digits: a session may ask for hours or for all memory.
pub fn with_small_numbers(text: &str, digits: usize) -> String {
    let mut run = 0;
    text.chars()
        .filter(|c| {
            run = if c.is_ascii_digit() { run + 1 } else { 0 };
            run <= digits
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_lose_their_end() {
        assert_eq!(with_small_numbers("go 12345 x9", 2), "go 12 x9");
    }
}
