//! PBM bitmaps (Netpbm): `P1` with the digits 0 and 1, and `P4` with eight bits per byte. A black pixel
//! (1) is a wall, a white one (0) is free. Start and goal are not in the file.
//!
//! Also accepted: any white space and comments (from `#` to the end of the line) in the header, between
//! the digits of `P1` and after the last one; digits without white space between them; any value of the
//! padding bits in the last byte of a row of `P4`. Rejected: fewer or more pixels than the size says.
//!
//! ```
//! use pathfinding::formats::pbm;
//!
//! let digits = pbm::read(b"P1 # a corner\n3 2\n0 0 1\n1 0 0\n")?;
//! let packed = pbm::read(b"P4\n3 2\n\x20\x80")?;
//! assert_eq!(digits.map, packed.map);
//! assert_eq!(
//!     pbm::read(b"P1\n3 2\n0 0 1\n1 0\n").unwrap_err().to_string(),
//!     "pixels: found 5, allowed: 6, as the size says",
//! );
//! # Ok::<(), pathfinding::formats::FormatError>(())
//! ```

use super::sheet::side;
use super::{FormatError, Puzzle};
use crate::map::{Cell, Map, Terrain};
use search::notation::quote;

/// Whether a file has the signature of this format.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'#';
    matches!(bytes, [b'P', b'1' | b'4', next, ..] if end(next))
}

/// Reads a bitmap.
pub fn read(bytes: &[u8]) -> Result<Puzzle, FormatError> {
    let magic = &bytes[..bytes.len().min(2)];
    let packed = match magic {
        b"P1" => false,
        b"P4" => true,
        _ => {
            let found = quote(&String::from_utf8_lossy(magic));
            return Err(FormatError::new("first two bytes", found, "P1 or P4"));
        }
    };
    let mut scanner = Scanner { bytes, at: magic.len(), line: 1 };
    let columns = side("width", &scanner.word())?;
    let rows = side("height", &scanner.word())?;
    let map = match packed {
        true => unpack(scanner.rest(), rows, columns)?,
        false => read_digits(scanner, rows, columns)?,
    };
    Ok(Puzzle { map, start: None, goal: None, supply: None })
}

fn terrain(black: bool) -> Terrain {
    if black { Terrain::Wall } else { Terrain::Floor }
}

fn read_digits(mut scanner: Scanner<'_>, rows: u32, columns: u32) -> Result<Map, FormatError> {
    let size = rows as usize * columns as usize;
    // Grows with the digits that are present, not with the declared size.
    let mut pixels = Vec::new();
    while let Some(byte) = scanner.next_byte() {
        let black = match byte {
            b'0' => false,
            b'1' => true,
            other => {
                let (row, column) = (pixels.len() as u32 / columns, pixels.len() as u32 % columns);
                let place = format!("line {}, row {row}, column {column}", scanner.line);
                let found = quote(&String::from_utf8_lossy(&[other]));
                return Err(FormatError::new(place, found, "0 (free) or 1 (wall)"));
            }
        };
        if pixels.len() == size {
            return Err(miscounted("more", size));
        }
        pixels.push(black);
    }
    if pixels.len() < size {
        return Err(miscounted(&pixels.len().to_string(), size));
    }
    let at = |cell: Cell| cell.row as usize * columns as usize + cell.column as usize;
    Ok(Map::new(rows, columns, |cell| terrain(pixels[at(cell)])))
}

fn unpack(bytes: &[u8], rows: u32, columns: u32) -> Result<Map, FormatError> {
    let row_bytes = columns.div_ceil(8) as usize;
    let expected = rows as usize * row_bytes;
    if bytes.len() != expected {
        let found = format!("{} bytes", bytes.len());
        let allowed = format!("{expected}, {row_bytes} for each of {rows} rows");
        return Err(FormatError::new("pixels", found, allowed));
    }
    Ok(Map::new(rows, columns, |cell| {
        let byte = bytes[cell.row as usize * row_bytes + cell.column as usize / 8];
        terrain(byte & (0x80 >> (cell.column % 8)) != 0)
    }))
}

fn miscounted(found: &str, size: usize) -> FormatError {
    FormatError::new("pixels", found, format!("{size}, as the size says"))
}

/// Scans a header and skips its comments.
struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// The next byte that is neither white space nor in a comment.
    fn next_byte(&mut self) -> Option<u8> {
        let mut in_comment = false;
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            match byte {
                b'\n' => {
                    self.line += 1;
                    in_comment = false;
                }
                b'#' => in_comment = true,
                _ if in_comment || byte.is_ascii_whitespace() => {}
                _ => return Some(byte),
            }
        }
    }

    /// The next word, empty at the end.
    fn word(&mut self) -> String {
        let Some(_) = self.next_byte() else { return String::new() };
        let from = self.at - 1;
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'#';
        let length = self.bytes[from..].iter().position(ends).unwrap_or(self.bytes.len() - from);
        self.at = from + length;
        String::from_utf8_lossy(&self.bytes[from..self.at]).into_owned()
    }

    /// The bytes after the single white space that ends a header.
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at + 1..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn comments_and_white_space_are_skipped_and_digits_may_touch() {
        let map = read(b"P1\n# by hand\n 3 # wide\n2\n# rows\n001\n1#x\n00\n# end\n").unwrap().map;
        assert_eq!(map, read(b"P1 3 2 0 0 1 1 0 0").unwrap().map);
        assert_eq!(map.terrain((0, 2).into()), Terrain::Wall);
        assert_eq!(map.terrain((1, 1).into()), Terrain::Floor);
    }

    #[test]
    fn a_declared_size_allocates_nothing_before_its_pixels_are_read() {
        let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert!(error(b"P1 8192 8192 0").starts_with("pixels: found 1, allowed: 67108864"));
        assert!(error(b"P4 8192 8192 0").starts_with("pixels: found 1 bytes, allowed: 8388608"));
        assert!(error(b"P4 9000 1 0").starts_with("width: found `9000`, allowed: at most 8192"));
    }

    proptest! {
        #[test]
        fn packed_bits_and_digits_give_the_same_map(
            rows in 1u32..5,
            columns in 1u32..20,
            bytes in prop::collection::vec(any::<u8>(), 12),
        ) {
            let row_bytes = columns.div_ceil(8) as usize;
            let packed = &bytes[..rows as usize * row_bytes];
            let mut digits = format!("P1 {columns} {rows}\n");
            for row in packed.chunks(row_bytes) {
                for column in 0..columns as usize {
                    digits.push(if row[column / 8] >> (7 - column % 8) & 1 == 1 { '1' } else { '0' });
                }
            }
            let header = format!("P4 {columns} {rows}\n");
            let packed = read(&[header.as_bytes(), packed].concat()).unwrap();
            prop_assert_eq!(packed, read(digits.as_bytes()).unwrap());
        }

        #[test]
        fn reading_never_panics(
            head in "P[14][ #\n]{1,2}[0-9 #\n]{0,12}",
            body in prop::collection::vec(any::<u8>(), 0..40),
        ) {
            for bytes in [&body[..], &[head.as_bytes(), &body].concat()] {
                if let Err(error) = read(bytes) {
                    prop_assert!(!error.to_string().contains('\n'), "{error}");
                }
            }
        }
    }
}
