//! Rows as tables and figures: [`Pivot`].

use crate::experiment::{Chart, ChartKind, Reduce};
use crate::rows::{Row, plain};
use report::{Bars, Cell, Plot, ReportError, Series, Table, number};
use serde_json::Value;

/// The values of a [`Chart`]: one row per value of `by`, one column per value of `across`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pivot<'a> {
    chart: &'a Chart,
    by: Vec<String>,
    across: Vec<String>,
    /// `values[by][across]`.
    values: Vec<Vec<Option<Value>>>,
    /// The intervals of the values, where the chart has them.
    intervals: Vec<Vec<Option<[f64; 2]>>>,
}

impl<'a> Pivot<'a> {
    /// Groups rows. Values that are not numbers are shown as they are if all rows of a group agree.
    pub(crate) fn new(chart: &'a Chart, rows: &[Row]) -> Pivot<'a> {
        let label = |row: &Row, key: &str| row.get(key).map(plain).unwrap_or_default();
        let column = |row: &Row| chart.across.as_ref().map_or(String::new(), |key| label(row, key));
        let is_wanted =
            |row: &&Row| chart.only.iter().all(|(key, wanted)| label(row, key) == plain(wanted));
        let rows: Vec<&Row> = rows.iter().filter(is_wanted).collect();
        let by = distinct(rows.iter().map(|row| label(row, &chart.by)));
        let across = distinct(rows.iter().map(|row| column(row)));
        let value = |field: &str, one: &String, other: &String| {
            let group =
                rows.iter().filter(|row| label(row, &chart.by) == *one && column(row) == *other);
            let values: Vec<&Value> = group.filter_map(|row| row.get(field)).collect();
            reduce(&values, chart.reduce)
        };
        let interval = |one: &String, other: &String| {
            let [low, high] = chart.interval.as_ref()?;
            let end = |field: &str| value(field, one, other)?.as_f64();
            Some([end(low)?, end(high)?])
        };
        let of_row =
            |one: &String| across.iter().map(|other| value(&chart.show, one, other)).collect();
        let mut values: Vec<Vec<Option<Value>>> = by.iter().map(of_row).collect();
        if chart.growth {
            values = growth(&values);
        }
        let of_row = |one: &String| across.iter().map(|other| interval(one, other)).collect();
        let intervals = by.iter().map(of_row).collect();
        Pivot { chart, values, intervals, across: across.clone(), by: by.clone() }
    }

    /// As a table.
    pub(crate) fn table(&self) -> Table {
        let columns =
            self.across.iter().map(|name| if name.is_empty() { &self.chart.show } else { name });
        let header: Vec<&str> =
            std::iter::once(&self.chart.by).chain(columns).map(String::as_str).collect();
        let mut table = Table::new(&header);
        for ((name, values), intervals) in self.by.iter().zip(&self.values).zip(&self.intervals) {
            let cells = values.iter().zip(intervals);
            let cells = cells.map(|(value, interval)| self.cell(value.as_ref(), *interval));
            table.cells(std::iter::once(Cell::text(name.as_str())).chain(cells).collect());
        }
        table
    }

    fn cell(&self, value: Option<&Value>, interval: Option<[f64; 2]>) -> Cell {
        let Some(value) = value else { return Cell::text("") };
        match (value.as_f64(), interval) {
            (None, _) => Cell::text(plain(value)),
            (Some(rate), Some([low, high])) => {
                Cell::shown(format!("{rate:.2} ({low:.2} to {high:.2})"), rate)
            }
            (Some(number), None) => self.number(number),
        }
    }

    fn number(&self, number: f64) -> Cell {
        match number {
            _ if self.chart.growth => Cell::ratio(number),
            _ if self.chart.show.ends_with("seconds") => Cell::seconds(number),
            _ if number.fract() == 0.0 && number.abs() < 1e15 => {
                Cell::shown(number::grouped(number as i64), number as i64)
            }
            _ => Cell::shown(format!("{number:.3}"), number),
        }
    }

    /// As a figure.
    pub(crate) fn svg(&self) -> Result<String, ReportError> {
        let number =
            |value: &Option<Value>| value.as_ref().and_then(Value::as_f64).unwrap_or(f64::NAN);
        let unit = if self.chart.unit.is_empty() { &self.chart.show } else { &self.chart.unit };
        let column = |index: usize| self.values.iter().map(move |row| number(&row[index]));
        match self.chart.kind {
            ChartKind::Bars => {
                let series = self.across.iter().enumerate();
                Bars {
                    title: self.chart.title.clone(),
                    value_title: unit.clone(),
                    groups: self.by.clone(),
                    series: series
                        .map(|(index, name)| (name.clone(), column(index).collect()))
                        .collect(),
                }
                .to_svg()
            }
            ChartKind::Lines => {
                let places = self.by.iter().enumerate().map(|(index, name)| {
                    // A label that is no number has its place in the order.
                    name.parse().unwrap_or((index + 1) as f64)
                });
                let places: Vec<f64> = places.collect();
                let series = self.across.iter().enumerate().map(|(index, name)| {
                    Series::new(name.as_str(), places.iter().copied().zip(column(index)).collect())
                });
                Plot {
                    title: self.chart.title.clone(),
                    x_title: self.chart.by.clone(),
                    y_title: unit.clone(),
                    series: series.collect(),
                }
                .to_svg()
            }
        }
    }
}

/// Each value as a factor of the one above it.
fn growth(values: &[Vec<Option<Value>>]) -> Vec<Vec<Option<Value>>> {
    let number = |row: usize, column: usize| values[row][column].as_ref().and_then(Value::as_f64);
    let factor = |row: usize, column: usize| {
        let before = number(row.checked_sub(1)?, column).filter(|&before| before != 0.0)?;
        Some(Value::from(number(row, column)? / before))
    };
    let of_row = |row: usize| (0..values[row].len()).map(|column| factor(row, column)).collect();
    (0..values.len()).map(of_row).collect()
}

/// The values without repetition, in the order of their first appearance.
fn distinct(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

fn reduce(values: &[&Value], how: Reduce) -> Option<Value> {
    let first = *values.first()?;
    if values.iter().all(|value| *value == first) && (values.len() == 1 || how != Reduce::Sum) {
        return Some(first.clone());
    }
    let mut numbers: Vec<f64> = values.iter().map(|value| value.as_f64()).collect::<Option<_>>()?;
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len();
    let sum: f64 = numbers.iter().sum();
    Some(crate::evaluate::json(match how {
        Reduce::Sum => sum,
        Reduce::Mean => sum / count as f64,
        Reduce::Median => (numbers[(count - 1) / 2] + numbers[count / 2]) / 2.0,
        Reduce::Min => numbers[0],
        Reduce::Max => numbers[count - 1],
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_are_grouped_in_the_order_of_their_labels() {
        let rows: Vec<Row> = [("b", "x", 1), ("b", "y", 2), ("a", "x", 3), ("a", "x", 4)]
            .map(|(by, across, n)| json!({ "by": by, "across": across, "n": n }))
            .iter()
            .map(|row| row.as_object().unwrap().clone())
            .collect();
        let chart: Chart = serde_json::from_value(json!({
            "title": "t", "run": "r", "by": "by", "across": "across", "show": "n"
        }))
        .unwrap();
        let pivot = Pivot::new(&chart, &rows);
        assert_eq!(pivot.table().to_csv().unwrap(), "by,x,y\nb,1,2\na,7,\n");
        assert!(pivot.svg().unwrap().starts_with("<svg"));
        let only =
            Chart { only: json!({ "by": "a" }).as_object().unwrap().clone(), ..chart.clone() };
        assert_eq!(Pivot::new(&only, &rows).table().to_csv().unwrap(), "by,x\na,7\n");
        let growth = Chart { growth: true, ..chart };
        assert_eq!(Pivot::new(&growth, &rows).table().to_csv().unwrap(), "by,x,y\nb,,\na,7.0,\n");
    }
}
