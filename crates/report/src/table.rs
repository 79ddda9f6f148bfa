//! Tables: aligned text, CSV and JSON from the same rows.

use super::{ReportError, number};
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, TableStyle};
use serde_json::{Map, Value};

/// A header with a thin rule below it; columns are two spaces apart.
const PLAIN: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A cell: the displayed text, and the value for CSV and JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    text: String,
    value: Value,
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Cell { value: Value::String(text.clone()), text }
    }

    /// A value with its displayed text.
    pub fn shown(text: impl Into<String>, value: impl Into<Value>) -> Self {
        Cell { text: text.into(), value: value.into() }
    }

    /// A count: displayed as `1,234,567`, exported as 1234567.
    pub fn count(count: u64) -> Self {
        Cell::shown(number::grouped(count), count)
    }

    /// Seconds: displayed as `1.24 s`, exported as a number.
    pub fn seconds(seconds: f64) -> Self {
        Cell::shown(number::seconds(seconds), seconds)
    }

    /// A factor: displayed as `2.13x`, exported as a number.
    pub fn ratio(ratio: f64) -> Self {
        Cell::shown(number::ratio(ratio), ratio)
    }

    /// A rounded number: displayed as `12.3 M`, exported with full precision.
    pub fn short(value: f64) -> Self {
        Cell::shown(number::short(value), value)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::text(text)
    }
}

/// A table with a header. See the [module](super) for an example.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    header: Vec<String>,
    right: Vec<usize>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table with these columns.
    pub fn new(header: &[&str]) -> Self {
        Table { header: header.iter().map(|&name| name.to_owned()).collect(), ..Table::default() }
    }

    /// Right-aligns these columns (from 0) even if their cells are text. Numeric cells are always
    /// right-aligned, and so is a header with only numeric cells below it.
    #[must_use]
    pub fn right_align(mut self, columns: &[usize]) -> Self {
        self.right.extend_from_slice(columns);
        self
    }

    /// Adds a row of texts. A short row is padded with empty cells. A long row adds columns without
    /// a name, so that nothing is lost.
    pub fn row(&mut self, row: Vec<String>) -> &mut Self {
        self.cells(row.into_iter().map(Cell::text).collect())
    }

    /// Adds a row of typed cells; see [`row`](Table::row).
    pub fn cells(&mut self, row: Vec<Cell>) -> &mut Self {
        if row.len() > self.header.len() {
            self.header.resize(row.len(), String::new());
        }
        self.rows.push(row);
        self
    }

    /// The names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// The displayed texts of every row; short rows are padded with empty cells.
    pub fn texts(&self) -> impl Iterator<Item = Vec<&str>> {
        let columns = 0..self.header.len();
        self.rows.iter().map(move |row| {
            let text = |column| row.get(column).map_or("", |cell: &Cell| cell.text.as_str());
            columns.clone().map(text).collect()
        })
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Aligned text, one line per row, ending in a newline. With a width (of the terminal), text
    /// cells that do not fit are wrapped.
    pub fn to_text(&self, width: Option<u16>) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(PLAIN);
        if let Some(width) = width {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        let right = |column: usize, cell: &Cell| {
            self.right.contains(&column) || !matches!(cell.value, Value::String(_))
        };
        table.set_header(self.header.iter().enumerate().map(|(column, name)| {
            let all = self.rows.iter().all(|row| row.get(column).is_none_or(|c| right(column, c)));
            aligned(name, all && !self.rows.is_empty())
        }));
        for row in &self.rows {
            let cells = row.iter().enumerate();
            table.add_row(cells.map(|(column, cell)| aligned(&cell.text, right(column, cell))));
        }
        let last = self.header.len().saturating_sub(1);
        for (index, column) in table.column_iter_mut().enumerate() {
            // The junction of the rule takes one more character between two columns.
            column.set_padding((0, if index == last { 0 } else { 1 }));
        }
        let mut text = table.trim_fmt();
        text.push('\n');
        text
    }

    /// The header and the values of the cells as CSV, with full precision.
    pub fn to_csv(&self) -> Result<String, ReportError> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(&self.header)?;
        for row in &self.rows {
            csv.write_record((0..self.header.len()).map(|column| {
                match row.get(column).map(|cell| &cell.value) {
                    None | Some(Value::Null) => String::new(),
                    Some(Value::String(text)) => text.clone(),
                    Some(value) => value.to_string(),
                }
            }))?;
        }
        let bytes = csv.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// An array with one object per row, keyed by the header. Missing cells are omitted; numbers that
    /// are not finite are `null`.
    pub fn to_json(&self) -> Value {
        let object = |row: &Vec<Cell>| {
            let pairs = self.header.iter().zip(row);
            pairs.map(|(name, cell)| (name.clone(), cell.value.clone())).collect::<Map<_, _>>()
        };
        self.rows.iter().map(object).map(Value::Object).collect()
    }
}

fn aligned(text: &str, right: bool) -> comfy_table::Cell {
    let alignment = if right { CellAlignment::Right } else { CellAlignment::Left };
    comfy_table::Cell::new(text).set_alignment(alignment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|&cell| cell.to_owned()).collect()
    }

    #[test]
    fn columns_are_aligned_with_wide_characters() {
        let mut table = Table::new(&["opening", "games"]).right_align(&[1]);
        table.row(words(&["炮二平五", "12"])).row(words(&["h2e2", "1,204"]));
        assert_eq!(
            table.to_text(None),
            "opening   games\n───────────────\n炮二平五     12\nh2e2      1,204\n"
        );
    }

    #[test]
    fn text_wraps_when_the_terminal_is_narrow() {
        let mut table = Table::new(&["fixture", "reason"]);
        table.row(words(&["a.toml", "the engine played an illegal move"]));
        let text = table.to_text(Some(30));
        assert!(
            text.lines().count() > 3 && text.lines().all(|l| l.chars().count() <= 30),
            "{text}"
        );
    }

    #[test]
    fn csv_quotes_where_needed_and_keeps_full_precision() {
        let mut table = Table::new(&["name", "nodes", "time"]);
        table.cells(vec!["a, \"b\"".into(), Cell::count(1_000_000), Cell::seconds(0.125)]);
        table.cells(vec!["unfinished".into(), Cell::shown("-", Value::Null)]);
        assert_eq!(
            table.to_csv().unwrap(),
            "name,nodes,time\n\"a, \"\"b\"\"\",1000000,0.125\nunfinished,,\n"
        );
        assert_eq!(
            table.to_json().to_string(),
            r#"[{"name":"a, \"b\"","nodes":1000000,"time":0.125},{"name":"unfinished","nodes":null}]"#
        );
    }

    #[test]
    fn a_table_without_rows_prints_its_header() {
        let table = Table::new(&["a", "b"]);
        assert!(table.is_empty());
        assert_eq!(table.to_text(None), "a  b\n────\n");
        assert_eq!(table.to_csv().unwrap(), "a,b\n");
    }

    proptest! {
        #[test]
        fn csv_round_trips_and_text_never_panics(
            rows in prop::collection::vec(prop::collection::vec(".{0,8}", 0..5), 0..5),
            width in prop::option::of(0u16..40),
        ) {
            let mut table = Table::new(&["x", "y"]);
            for row in &rows {
                table.row(row.clone());
            }
            table.to_text(width);
            let csv = table.to_csv().unwrap();
            let mut reader = csv::Reader::from_reader(csv.as_bytes());
            for (row, record) in rows.iter().zip(reader.records()) {
                let record = record.unwrap();
                let columns = table.header.len();
                prop_assert_eq!(record.len(), columns);
                for column in 0..columns {
                    let cell = row.get(column).map_or("", String::as_str);
                    prop_assert_eq!(&record[column], cell);
                }
            }
        }
    }
}
