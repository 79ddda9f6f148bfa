//! A map as an SVG picture: walls, stations, the path, and the expansions as a heat map.
//!
//! Neighbours of one colour in a row become one rectangle, and the heat has few shades, so that a map
//! of millions of cells still makes a file that a browser opens.

use super::Picture;
use crate::map::{Cell, Map, Terrain};
use std::fmt::Write;

/// The longer side of the picture, in pixels, unless its cells would become too small or too large.
const SIDE: u32 = 1000;
/// Pixels of a cell.
const SMALLEST: u32 = 1;
const LARGEST: u32 = 24;
/// Shades of the heat map, from the first expansion to the last.
const SHADES: usize = 24;
/// Where the shades begin and end.
const FIRST: [f64; 3] = [255.0, 244.0, 204.0];
const LAST: [f64; 3] = [222.0, 120.0, 40.0];

const WALL: &str = "#3b4252";
const FLOOR: &str = "#ffffff";
const STATION: &str = "#009e73";
const PATH: &str = "#0072b2";
const END: &str = "#b0207c";

/// The picture with a caption below.
pub fn draw(picture: &Picture<'_>, caption: &str) -> String {
    let map = picture.map;
    let (rows, columns) = (map.rows(), map.columns());
    let scale = (SIDE / rows.max(columns).max(1)).clamp(SMALLEST, LARGEST);
    let (width, height) = (columns * scale, rows * scale);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\">\n<title>{caption}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <g transform=\"scale({scale})\" shape-rendering=\"crispEdges\">\n",
        width.max(CAPTION_WIDTH),
        height + 28,
        width.max(CAPTION_WIDTH),
        height + 28
    );
    let heat = heat(picture);
    for row in 0..rows {
        draw_row(&mut svg, map, &heat, row);
    }
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        svg,
        "</g>\n<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{WALL}\"/>"
    );
    draw_path(&mut svg, picture, scale);
    let _ = write!(
        svg,
        "<text x=\"4\" y=\"{}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">\
         {caption}; light first, dark last</text>\n</svg>\n",
        height + 19
    );
    svg
}

/// Room for the caption of a small map.
const CAPTION_WIDTH: u32 = 460;

/// The shade of each cell by when it was first expanded, from 1; 0 for the others.
fn heat(picture: &Picture<'_>) -> Vec<u8> {
    let map = picture.map;
    let mut heat = vec![0; map.rows() as usize * map.columns() as usize];
    let all = picture.expanded.len().max(1);
    for (order, cell) in picture.expanded.iter().enumerate() {
        let shade = &mut heat[cell.row as usize * map.columns() as usize + cell.column as usize];
        if *shade == 0 {
            *shade = 1 + (order * SHADES / all) as u8;
        }
    }
    heat
}

fn draw_row(svg: &mut String, map: &Map, heat: &[u8], row: u32) {
    let colour = |column: u32| {
        let shade = heat[row as usize * map.columns() as usize + column as usize];
        match (map.terrain(Cell { row, column }), shade) {
            (Terrain::Wall, _) => WALL.to_owned(),
            (_, 0) => FLOOR.to_owned(),
            (_, shade) => shade_colour(shade),
        }
    };
    let mut column = 0;
    while column < map.columns() {
        let fill = colour(column);
        let length =
            (column..map.columns()).take_while(|&next| colour(next) == fill).count() as u32;
        if fill != FLOOR {
            let _ = writeln!(
                svg,
                "<rect x=\"{column}\" y=\"{row}\" width=\"{length}\" height=\"1\" fill=\"{fill}\"/>"
            );
        }
        column += length;
    }
    // Smaller than their cells, so that the heat shows around them.
    let is_station = |&column: &u32| map.terrain(Cell { row, column }) == Terrain::Station;
    for column in (0..map.columns()).filter(is_station) {
        let (x, y) = (f64::from(column) + 0.2, f64::from(row) + 0.2);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"0.6\" height=\"0.6\" fill=\"{STATION}\"/>"
        );
    }
}

fn shade_colour(shade: u8) -> String {
    let share = f64::from(shade - 1) / (SHADES - 1) as f64;
    let mix = |index: usize| (FIRST[index] + (LAST[index] - FIRST[index]) * share) as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

fn draw_path(svg: &mut String, picture: &Picture<'_>, scale: u32) {
    let middle = |cell: Cell| {
        let place = |along: u32| f64::from(along * scale) + f64::from(scale) / 2.0;
        (place(cell.column), place(cell.row))
    };
    let points = picture.cells().into_iter().map(|(cell, _)| {
        let (x, y) = middle(cell);
        format!("{x},{y}")
    });
    let stroke = (f64::from(scale) / 4.0).max(1.5);
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{PATH}\" stroke-width=\"{stroke}\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
        points.collect::<Vec<_>>().join(" ")
    );
    for (cell, fill) in [(picture.query.from, PATH), (picture.query.to, END)] {
        let (x, y) = middle(cell);
        let radius = (f64::from(scale) * 0.36).max(3.0);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finder::Query;
    use crate::formats::{self, Format};
    use crate::movement::Direction;

    #[test]
    fn neighbours_of_one_colour_are_one_rectangle_and_expansions_have_their_shade() {
        let puzzle = formats::parse("S###\n..+G\n", Format::Drawing).unwrap();
        let query = Query::new((0, 0).into(), (1, 3).into());
        let path = [Direction::Down, Direction::Right, Direction::Right, Direction::Right];
        let expanded = [(0, 0), (1, 0), (1, 1), (1, 2)].map(Cell::from);
        let picture = Picture { map: &puzzle.map, query: &query, path: &path, expanded: &expanded };
        let svg = draw(&picture, "4 steps");
        assert_eq!(svg.matches(&format!("fill=\"{WALL}\"")).count(), 1);
        assert_eq!(svg.matches(STATION).count(), 1);
        assert!(svg.contains("width=\"3\" height=\"1\" fill=\"#3b4252\""), "{svg}");
        assert!(svg.contains("#fff4cc") && svg.contains("<title>4 steps</title>"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}
