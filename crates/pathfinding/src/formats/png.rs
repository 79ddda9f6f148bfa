//! PNG images: a dark pixel is a wall, a light one is free. Start and goal are not in the file.
//!
//! A pixel is free if its luma (0.299 red + 0.587 green + 0.114 blue, ITU-R BT.601) is at least 128 of
//! 255. Transparent pixels are blended with white, so a fully transparent pixel is free.
//!
//! Accepted: every colour type and depth, interlacing, text chunks and colour profiles (ignored), frames
//! after the first (ignored). Rejected: a truncated file or wrong checksums.
//!
//! The size is checked before memory is allocated. Reading takes at most 4 bytes per pixel.

use super::sheet::too_large;
use super::{FormatError, Puzzle};
use crate::map::{Cell, Map, Terrain};
use png::{ColorType, Decoder, DecodingError, Transformations};
use std::io::Cursor;

/// The minimum brightness of a free pixel.
const THRESHOLD: u32 = 128;

/// Whether a file has the signature of this format.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG")
}

/// Reads an image.
pub fn read(bytes: &[u8]) -> Result<Puzzle, FormatError> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (columns, rows) = (reader.info().width, reader.info().height);
    let size = match reader.output_buffer_size() {
        Some(size) if rows.max(columns) <= Map::MAX_SIDE => size,
        _ => {
            let found = format!("{columns} x {rows} pixels");
            return Err(FormatError::new("PNG", found, too_large()));
        }
    };
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    let samples = frame.color_type.samples();
    let at = |cell: Cell| {
        let first = cell.row as usize * frame.line_size + cell.column as usize * samples;
        let pixel = &pixels[first..first + samples];
        if brightness(frame.color_type, pixel) < THRESHOLD { Terrain::Wall } else { Terrain::Floor }
    };
    Ok(Puzzle { map: Map::new(rows, columns, at), start: None, goal: None, supply: None })
}

fn brightness(colours: ColorType, pixel: &[u8]) -> u32 {
    let of = |red: u8, green: u8, blue: u8| {
        (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
    };
    let on_paper = |bright: u32, alpha: u8| 255 - (255 - bright) * u32::from(alpha) / 255;
    match (colours, pixel) {
        (ColorType::GrayscaleAlpha, &[grey, alpha]) => on_paper(grey.into(), alpha),
        (ColorType::Rgba, &[red, green, blue, alpha]) => on_paper(of(red, green, blue), alpha),
        (_, &[red, green, blue]) => of(red, green, blue),
        (_, pixel) => pixel.first().copied().unwrap_or_default().into(),
    }
}

fn broken(error: DecodingError) -> FormatError {
    let found = error.to_string().replace(char::is_control, " ");
    FormatError::new("PNG", found, "a complete and valid PNG file")
}

#[cfg(test)]
mod tests {
    use super::*;
    use png::{BitDepth, Encoder};
    use proptest::prelude::*;

    fn picture(
        columns: u32,
        rows: u32,
        colours: ColorType,
        depth: BitDepth,
        data: &[u8],
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, columns, rows);
        encoder.set_color(colours);
        encoder.set_depth(depth);
        if colours == ColorType::Indexed {
            encoder.set_palette(&[255, 255, 255, 0, 0, 0][..]);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(data).unwrap();
        writer.finish().unwrap();
        bytes
    }

    /// Whether each cell of a one-row image is free.
    fn free(columns: u32, colours: ColorType, depth: BitDepth, data: &[u8]) -> Vec<bool> {
        let map = read(&picture(columns, 1, colours, depth, data)).unwrap().map;
        map.cells().map(|cell| map.terrain(cell) == Terrain::Floor).collect()
    }

    #[test]
    fn every_colour_type_and_depth_is_read() {
        use BitDepth::{Eight, One, Sixteen};
        assert_eq!(free(2, ColorType::Grayscale, Eight, &[127, 128]), [false, true]);
        assert_eq!(free(3, ColorType::Grayscale, One, &[0b1010_0000]), [true, false, true]);
        assert_eq!(free(2, ColorType::Grayscale, Sixteen, &[127, 255, 128, 0]), [false, true]);
        assert_eq!(free(2, ColorType::Rgb, Eight, &[0, 255, 0, 0, 0, 255]), [true, false]);
        assert_eq!(free(2, ColorType::Indexed, One, &[0b0100_0000]), [true, false]);
    }

    #[test]
    fn transparent_pixels_are_free() {
        let black = [0, 0, 0, 255, 0, 0, 0, 0];
        assert_eq!(free(2, ColorType::Rgba, BitDepth::Eight, &black), [false, true]);
        assert_eq!(
            free(2, ColorType::GrayscaleAlpha, BitDepth::Eight, &[0, 255, 0, 99]),
            [false, true]
        );
    }

    #[test]
    fn an_image_that_is_too_large_is_rejected_before_its_pixels_are_read() {
        let mut wide = picture(8192, 1, ColorType::Grayscale, BitDepth::Eight, &[255; 8192]);
        assert!(read(&wide).is_ok());
        wide = picture(8193, 1, ColorType::Grayscale, BitDepth::Eight, &[255; 8193]);
        let error = read(&wide).unwrap_err().to_string();
        assert_eq!(error, "PNG: found 8193 x 1 pixels, allowed: at most 8192 rows and columns");
    }

    proptest! {
        #[test]
        fn reading_damaged_files_never_panics(
            at in 0usize..200,
            byte in any::<u8>(),
            end in 0usize..200,
        ) {
            let whole = picture(9, 9, ColorType::Grayscale, BitDepth::Eight, &[200; 81]);
            let mut bytes = whole[..end.min(whole.len())].to_vec();
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
            if let Err(error) = read(&bytes) {
                prop_assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
}
