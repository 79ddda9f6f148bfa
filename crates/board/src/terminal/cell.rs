//! The rows of the board: their places, and the characters between them.

use super::{columns_of, lines};
use crate::{BoardView, DrawStyle, Piece, Place, Surface};
use std::collections::HashMap;

/// The marks of a view by place.
pub(super) struct Cells<'a> {
    view: &'a BoardView,
    style: DrawStyle,
    pieces: HashMap<Place, &'a Piece>,
    numbers: HashMap<Place, u32>,
    candidates: HashMap<Place, usize>,
    /// Columns of the terminal from one place to the next.
    pitch: usize,
}

/// The text of a place.
struct Shown {
    text: String,
    /// The ANSI codes of its colour; empty for none.
    colour: &'static str,
}

impl<'a> Cells<'a> {
    pub(super) fn new(view: &'a BoardView, style: DrawStyle) -> Self {
        let places = view.candidates.iter().map(|candidate| candidate.places.to).enumerate();
        let ranked = places.rev().filter_map(|(rank, to)| Some((to?, rank)));
        Cells {
            view,
            style,
            pieces: view.pieces.iter().map(|piece| (piece.place, piece)).collect(),
            numbers: view.numbers.iter().map(|mark| (mark.place, mark.number)).collect(),
            candidates: ranked.collect(),
            pitch: match view.surface {
                Surface::Paper => 4,
                _ if !view.numbers.is_empty() => 4,
                Surface::Wood => 2,
                _ => 3,
            },
        }
    }

    /// The width of a row without its labels, in terminal columns.
    pub(super) fn width(&self) -> usize {
        let shared = usize::from(self.shares_gaps());
        usize::from(self.view.columns) * self.pitch + shared
    }

    /// Whether neighbouring places share the character between them. A row then ends with one more character.
    fn shares_gaps(&self) -> bool {
        self.pitch == 2 || (self.pitch == 4 && self.view.surface != Surface::Paper)
    }

    /// The letters of the columns.
    pub(super) fn header(&self) -> String {
        let labels = self.view.column_labels.iter();
        match self.pitch {
            2 => labels.map(|label| format!("{label:>2}")).collect(),
            4 if self.shares_gaps() => labels.map(|label| format!("{label:>3} ")).collect(),
            pitch => labels.map(|label| format!(" {label:<width$}", width = pitch - 1)).collect(),
        }
    }

    /// A row of the board, without its labels.
    pub(super) fn row(&self, row: u8) -> String {
        let places = (0..self.view.columns).map(|column| Place { column, row });
        if self.shares_gaps() {
            let mut text = String::new();
            for place in places {
                text.push(self.gap_before(place));
                text.push_str(&self.painted(place, self.pitch - 1));
            }
            text.push(self.gap_before(Place { column: self.view.columns, row }));
            return text;
        }
        places.map(|place| self.separate(place)).collect()
    }

    /// A place with its own gaps on both sides.
    fn separate(&self, place: Place) -> String {
        let fill = |inside| if inside { self.fill() } else { ' ' };
        let (left, right) = (fill(place.column > 0), fill(place.column + 1 < self.view.columns));
        let (open, close) = self.brackets(place).unwrap_or((left, right));
        let shown = self.shown(place);
        let wide: usize = shown.text.chars().map(columns_of).sum();
        let filler = right.to_string().repeat((self.pitch - 2).saturating_sub(wide));
        let is_piece = self.pieces.contains_key(&place);
        let text = self.paint(&shown);
        // An empty point in brackets is as wide as a piece.
        match self.brackets(place).is_some() && !is_piece && self.view.surface == Surface::Paper {
            true if self.style.unicode => format!("{open}  {close}"),
            true => format!("{open} {close}{right}"),
            false if wide > 1 || self.style.unicode && !is_piece => {
                format!("{open}{text}{filler}{close}")
            }
            false => format!("{open}{text}{close}{filler}"),
        }
    }

    /// The character before a place, shared with the place on its left.
    fn gap_before(&self, place: Place) -> char {
        let left = place.column.checked_sub(1).map(|column| Place { column, row: place.row });
        let here = self.brackets(place);
        let closing = left.and_then(|left| self.brackets(left)).map(|(_, close)| close);
        let opening = here.map(|(open, _)| open);
        let is_inside = left.is_some() && place.column < self.view.columns;
        match (closing, opening) {
            (Some(']'), _) => ']',
            (_, Some('[')) => '[',
            (Some(mark), _) | (_, Some(mark)) => mark,
            (None, None) if is_inside => self.fill(),
            (None, None) => ' ',
        }
    }

    /// The character that connects two places of a row.
    fn fill(&self) -> char {
        match (self.view.surface, self.style.unicode) {
            (Surface::Wood | Surface::Paper, true) => '─',
            (Surface::Paper, false) => '-',
            _ => ' ',
        }
    }

    /// The characters around a marked place.
    fn brackets(&self, place: Place) -> Option<(char, char)> {
        if self.view.last.is_some_and(|last| last.touches(place)) {
            return Some(('[', ']'));
        }
        self.view.line.contains(&place).then_some(('=', '='))
    }

    /// A place, padded to this many terminal columns.
    fn painted(&self, place: Place, width: usize) -> String {
        let shown = self.shown(place);
        let missing = width.saturating_sub(shown.text.chars().count());
        // Numbers are aligned right, single characters are centred.
        let right = if shown.text.chars().count() == 1 { missing / 2 } else { 0 };
        let fill = |count: usize, inside: bool| {
            (if inside { self.fill() } else { ' ' }).to_string().repeat(count)
        };
        let left = fill(missing - right, place.column > 0);
        let right = fill(right, place.column + 1 < self.view.columns);
        format!("{left}{}{right}", self.paint(&shown))
    }

    fn paint(&self, shown: &Shown) -> String {
        match shown.colour {
            colour if self.style.colour && !colour.is_empty() => {
                format!("\x1b[{colour}m{}\x1b[0m", shown.text)
            }
            _ => shown.text.clone(),
        }
    }

    fn shown(&self, place: Place) -> Shown {
        let pick = |unicode: char, ascii: char| if self.style.unicode { unicode } else { ascii };
        if let Some(piece) = self.pieces.get(&place) {
            let wins = self.view.line.contains(&place);
            let colour = colours(self.view.surface)[usize::from(piece.kind.side.min(1))];
            let text = match self.numbers.get(&place) {
                Some(number) => number.to_string(),
                None => pick(piece.kind.character, piece.kind.letter).to_string(),
            };
            return Shown { text, colour: if wins { "7;1" } else { colour } };
        }
        let is_target = |target: &crate::MoveTarget| target.places.to == Some(place);
        let (mark, colour) = if let Some(rank) = self.candidates.get(&place) {
            (rank_digit(*rank), "1;33")
        } else if self.view.forbidden.iter().any(|point| point.place == place) {
            (pick('×', '!'), "31")
        } else if self.view.visited.contains(&place) {
            (pick('▒', '@'), "2")
        } else if self.view.marks_targets() && self.view.targets.iter().any(is_target) {
            ('*', "33")
        } else {
            (self.empty(place), "2")
        };
        Shown { text: mark.to_string(), colour }
    }

    fn empty(&self, place: Place) -> char {
        let is_star = self.view.stars.contains(&place);
        match (self.view.surface, self.style.unicode) {
            (Surface::Wood, true) if is_star => '╋',
            (Surface::Wood, false) if is_star => '+',
            (Surface::Wood | Surface::Paper, true) => lines::crossing(self.view, place),
            (Surface::Paper, false) | (Surface::Checkerboard, false) => '+',
            (_, true) => '·',
            (_, false) => '.',
        }
    }
}

/// `1` for the best candidate; `+` for those after the ninth.
pub(super) fn rank_digit(rank: usize) -> char {
    u32::try_from(rank + 1).ok().and_then(|rank| char::from_digit(rank, 10)).unwrap_or('+')
}

/// The colours of the two sides: dark pieces must be readable on a dark terminal, light ones on a light one.
pub(super) fn colours(surface: Surface) -> [&'static str; 2] {
    match surface {
        Surface::Wood | Surface::Plain => ["1;31", "1;36"],
        Surface::Paper => ["1;31", "1;32"],
        Surface::Felt => ["1;32", "1;37"],
        Surface::Checkerboard => ["1;31", "1;34"],
        Surface::Rack => ["31", "33"],
    }
}
