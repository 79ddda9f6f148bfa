//! Compares a result with what a fixture expects.

use serde_json::{Map, Value};

/// Relative tolerance for equal numbers: the rounding error between a decimal fraction and a sum of binary
/// ones.
const TOLERANCE: f64 = 1e-9;

/// Whether every expected field exists and matches.
pub(super) fn object_matches(expected: &Map<String, Value>, got: &Map<String, Value>) -> bool {
    expected.iter().all(|(key, value)| got.get(key).is_some_and(|got| matches(value, got)))
}

fn matches(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Array(expected), Value::Array(got)) => {
            expected.len() == got.len() && expected.iter().zip(got).all(|(e, g)| matches(e, g))
        }
        (Value::Array(accepted), got) => accepted.iter().any(|expected| matches(expected, got)),
        (Value::Object(range), Value::Number(_)) => in_range(range, got),
        (Value::Object(expected), Value::Object(got)) => object_matches(expected, got),
        (Value::Number(_), Value::Number(_)) => match (expected.as_f64(), got.as_f64()) {
            (Some(a), Some(b)) => {
                expected == got || (a - b).abs() <= TOLERANCE * a.abs().max(b.abs())
            }
            _ => false,
        },
        _ => expected == got,
    }
}

/// `{ at-least = 3, at-most = 5 }`; a table with any other key matches no number.
fn in_range(range: &Map<String, Value>, got: &Value) -> bool {
    let Some(got) = got.as_f64() else { return false };
    range.iter().all(|(key, bound)| match (key.as_str(), bound.as_f64()) {
        ("at-least", Some(bound)) => got >= bound,
        ("at-most", Some(bound)) => got <= bound,
        _ => false,
    })
}

/// The part of a result that is compared, which is the part to show.
pub(super) fn compared(
    expected: &Map<String, Value>,
    got: &Map<String, Value>,
) -> Map<String, Value> {
    let field = |(key, value): (&String, &Value)| {
        let part = match (value, got.get(key)?) {
            (Value::Object(value), Value::Object(got)) => Value::Object(compared(value, got)),
            (_, got) => got.clone(),
        };
        Some((key.clone(), part))
    };
    expected.iter().filter_map(field).collect()
}

/// The fields on one line: `best d, score 3`.
pub(super) fn text(fields: &Map<String, Value>) -> String {
    fn value_text(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Array(items) => items.iter().map(value_text).collect::<Vec<_>>().join(" or "),
            Value::Object(fields) => format!("({})", text(fields)),
            other => other.to_string(),
        }
    }
    let fields = fields.iter().map(|(key, value)| format!("{key} {}", value_text(value)));
    fields.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_list_accepts_any_of_its_values() {
        assert!(matches(&json!(["c", "d"]), &json!("d")));
        assert!(!matches(&json!(["c", "d"]), &json!("e")));
        assert!(matches(&json!(["c", "d"]), &json!(["c", "d"])));
        assert!(!matches(&json!(["c", "d"]), &json!(["d", "c"])));
    }

    #[test]
    fn numbers_are_equal_up_to_rounding_and_large_ones_exactly() {
        assert!(matches(&json!(0.3), &json!(0.1 + 0.2)));
        assert!(matches(&json!(3), &json!(3.0)));
        assert!(!matches(&json!(3), &json!(3.001)));
        assert!(!matches(&json!(3), &json!("3")));
        assert!(!matches(&json!(0), &Value::Null));
    }

    #[test]
    fn a_range_has_both_ends_included() {
        let range = json!({ "at-least": 2, "at-most": 4 });
        assert!(matches(&range, &json!(2)) && matches(&range, &json!(4)));
        assert!(!matches(&range, &json!(1)) && !matches(&range, &json!(5)));
        assert!(!matches(&json!({ "atleast": 2 }), &json!(3)));
    }

    #[test]
    fn a_table_is_compared_key_by_key() {
        let got = json!({ "a": 1, "b": 2 });
        assert!(matches(&json!({ "a": 1 }), &got));
        assert!(!matches(&json!({ "a": 2 }), &got));
        assert!(!matches(&json!({ "c": 1 }), &got));
    }
}
