//! Takes the times out of a row, and puts them back.
//!
//! Times differ from run to run, so rows that contain them cannot be the same bytes again. They are kept in a
//! second file, row by row.

use serde_json::{Map, Value};

/// Fields of rows that are times, or are made of them.
pub const TIMED: [&str; 5] = ["seconds", "nps", "time_ratio", "cpu_seconds", "elapsed"];

/// Removes the times from a value and returns them in the same shape; `Null` if there are none.
pub(super) fn take(value: &mut Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut times = Map::new();
            fields.retain(|key, value| {
                let is_time = TIMED.contains(&key.as_str());
                let taken = if is_time { value.take() } else { take(value) };
                if is_time || !taken.is_null() {
                    times.insert(key.clone(), taken);
                }
                !is_time
            });
            if times.is_empty() { Value::Null } else { Value::Object(times) }
        }
        Value::Array(items) => {
            let times: Vec<Value> = items.iter_mut().map(take).collect();
            if times.iter().all(Value::is_null) { Value::Null } else { Value::Array(times) }
        }
        _ => Value::Null,
    }
}

/// Puts back what [`take`] has removed; the times come after the other fields.
pub(super) fn put_back(value: &mut Value, times: Value) {
    match (value, times) {
        (Value::Object(fields), Value::Object(times)) => {
            for (key, time) in times {
                match fields.get_mut(&key) {
                    Some(value) => put_back(value, time),
                    None => {
                        fields.insert(key, time);
                    }
                }
            }
        }
        (Value::Array(items), Value::Array(times)) => {
            for (item, time) in items.iter_mut().zip(times) {
                put_back(item, time);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn times_are_taken_wherever_they_are() {
        let mut row = json!({
            "nodes": 7, "seconds": 0.5, "moves": ["f5", {"move": "d6", "seconds": 0.1}], "nps": 14,
        });
        let times = take(&mut row);
        assert_eq!(row.to_string(), r#"{"nodes":7,"moves":["f5",{"move":"d6"}]}"#);
        let expected = json!({"seconds": 0.5, "moves": [null, {"seconds": 0.1}], "nps": 14});
        assert_eq!(times, expected);
        assert_eq!(take(&mut json!({"a": [1, {"b": null}]})), Value::Null);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from)];
        leaf.prop_recursive(4, 40, 4, |inner| {
            let key = prop_oneof![Just("seconds"), Just("nps"), Just("a"), Just("b")];
            let fields = prop::collection::vec((key, inner.clone()), 0..4);
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(Value::Array),
                fields.prop_map(|fields| {
                    Value::Object(fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_was_taken_is_put_back(value in any_value()) {
            let mut row = value.clone();
            let times = take(&mut row);
            prop_assert_eq!(take(&mut row.clone()), Value::Null);
            put_back(&mut row, times);
            prop_assert_eq!(row, value);
        }
    }
}
