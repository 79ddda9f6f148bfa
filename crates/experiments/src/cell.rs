//! Axes, cells and placeholders: which command lines a run has.

use crate::evaluate::single;
use crate::expression;
use crate::rows::{Rows, plain};
use report::number;
use serde_json::{Map, Value};

/// The values of an axis: each has a `name`, and may have more fields for placeholders.
pub(crate) type Axis = Vec<Map<String, Value>>;

/// One value of each axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels(Vec<(String, Map<String, Value>)>);

impl Labels {
    /// Labels with nothing but names.
    pub fn of(pairs: &[(&str, &str)]) -> Labels {
        let named = |text: &str| Map::from_iter([("name".to_owned(), Value::from(text))]);
        Labels(pairs.iter().map(|(axis, name)| ((*axis).to_owned(), named(name))).collect())
    }

    /// The same labels and one more.
    #[must_use]
    pub fn and(&self, axis: &str, value: Map<String, Value>) -> Labels {
        let mut labels = self.clone();
        labels.0.push((axis.to_owned(), value));
        labels
    }

    /// The name on an axis.
    pub fn name(&self, axis: &str) -> Option<String> {
        self.field(axis, "name").map(plain)
    }

    fn field(&self, axis: &str, field: &str) -> Option<&Value> {
        self.0.iter().find(|(own, _)| own == axis).and_then(|(_, value)| value.get(field))
    }

    /// The names of all axes, for rows: `{"board": "1"}`.
    pub fn names(&self) -> Map<String, Value> {
        let name = |(axis, value): &(String, Map<String, Value>)| {
            (axis.clone(), value.get("name").cloned().unwrap_or_default())
        };
        self.0.iter().map(name).collect()
    }

    /// The other fields of all values, except files.
    pub fn extra(&self) -> Map<String, Value> {
        let fields = self.0.iter().flat_map(|(_, value)| value);
        let fields = fields.filter(|(key, _)| !matches!(key.as_str(), "name" | "file"));
        fields.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// `board 1, algorithm minimax`.
    pub fn text(&self) -> String {
        let part = |(axis, value): &(String, Map<String, Value>)| {
            format!("{axis} {}", value.get("name").map(plain).unwrap_or_default())
        };
        self.0.iter().map(part).collect::<Vec<_>>().join(", ")
    }
}

/// All combinations of these axes, the last one fastest.
pub(crate) fn combinations<'a>(axes: impl IntoIterator<Item = (&'a str, &'a Axis)>) -> Vec<Labels> {
    axes.into_iter().fold(vec![Labels::default()], |cells, (name, values)| {
        let with =
            |cell: &Labels| values.iter().map(|value| cell.and(name, value.clone())).collect();
        cells.iter().flat_map(|cell| -> Vec<Labels> { with(cell) }).collect()
    })
}

/// What placeholders may name.
pub(crate) struct Scope<'a> {
    /// The cell.
    pub labels: &'a Labels,
    /// Parameters of the experiment, `seed` included.
    pub parameters: &'a Map<String, Value>,
    /// Results, where they are known.
    pub rows: Option<&'a Rows>,
}

impl Scope<'_> {
    /// Replaces `{axis}`, `{axis.field}`, `{parameter}`, `{expression}` and `{expression|format}`, where a
    /// format is `count`, `percent`, `ratio`, `seconds` or `short`.
    pub(crate) fn fill(&self, text: &str) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (inner, after) =
                after.split_once('}').ok_or_else(|| format!("{text:?}: {{ without }}"))?;
            filled += before;
            filled +=
                &self.placeholder(inner).map_err(|problem| format!("{{{inner}}}: {problem}"))?;
            rest = after;
        }
        filled += rest;
        Ok(filled)
    }

    fn placeholder(&self, inner: &str) -> Result<String, String> {
        if let Some(value) = self.known(inner) {
            return Ok(value);
        }
        let Some(rows) = self.rows else {
            return Err("allowed: an axis of this run, axis.field, a parameter, seed".to_owned());
        };
        let (inner, format) = inner.split_once('|').unwrap_or((inner, ""));
        let expression = expression::parse(inner).map_err(|error| error.to_string())?;
        shown(&single(&expression, rows, self.labels)?, format)
    }

    fn known(&self, name: &str) -> Option<String> {
        let (axis, field) = name.split_once('.').unwrap_or((name, "name"));
        let label = self.labels.field(axis, field);
        label.or_else(|| self.parameters.get(name)).map(plain)
    }
}

/// A value in a format; `n/a` for null, such as the Elo of a match without a loss.
fn shown(value: &Value, format: &str) -> Result<String, String> {
    if value.is_null() {
        return Ok("n/a".to_owned());
    }
    let number = value.as_f64().ok_or_else(|| format!("{value} is not a number"));
    Ok(match format {
        "" => match value {
            Value::Number(_) if value.as_i64().is_none() => {
                let text = format!("{:.3}", number?);
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            Value::Number(integer) => number::grouped(integer.as_i64().unwrap_or_default()),
            other => plain(other),
        },
        "count" => number::grouped(number?.round() as i64),
        "percent" => number::percent(number?),
        "ratio" => number::ratio(number?),
        "seconds" => number::seconds(number?),
        "short" => number::short(number?),
        other => {
            let allowed = "count, percent, ratio, seconds, short";
            return Err(format!("unknown format {other}; allowed: {allowed}"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn axis(names: &[&str]) -> Axis {
        names.iter().map(|name| Map::from_iter([("name".to_owned(), json!(name))])).collect()
    }

    #[test]
    fn cells_are_all_combinations_in_order() {
        let (board, depth) = (axis(&["1", "2"]), axis(&["3", "5"]));
        let cells = combinations([("board", &board), ("depth", &depth)]);
        let texts: Vec<String> = cells.iter().map(Labels::text).collect();
        let expected =
            ["board 1, depth 3", "board 1, depth 5", "board 2, depth 3", "board 2, depth 5"];
        assert_eq!(texts, expected);
        assert_eq!(combinations([]), [Labels::default()], "a run without axes is one cell");
    }

    #[test]
    fn placeholders_are_labels_parameters_and_results() {
        let board = json!({ "name": "1", "position": "3ck4/9 w" });
        let labels = Labels::default().and("board", board.as_object().unwrap().clone());
        let parameters = json!({ "games": 20, "seed": 7 });
        let parameters = parameters.as_object().unwrap();
        let mut rows = Rows::default();
        rows.push("counts", json!({ "board": "1", "nodes": 1234567 }).as_object().unwrap().clone());
        let scope = |rows| Scope { labels: &labels, parameters, rows };
        let fill = |text: &str| scope(Some(&rows)).fill(text);
        assert_eq!(fill("{board}: {board.position}, {games}").unwrap(), "1: 3ck4/9 w, 20");
        assert_eq!(fill("{counts[board].nodes} nodes").unwrap(), "1,234,567 nodes");
        assert_eq!(fill("{1 / 4|percent}").unwrap(), "25.0 %");
        assert!(fill("{1|words}").unwrap_err().contains("unknown format words"));
        assert!(fill("{board").unwrap_err().contains("{ without }"));
        let unknown = scope(None).fill("{bord}").unwrap_err();
        assert!(unknown.starts_with("{bord}: allowed: an axis"), "{unknown}");
    }
}
