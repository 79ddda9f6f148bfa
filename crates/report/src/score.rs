//! Score formatting: text and JSON.

use search::Score;
use serde_json::{Map, Value, json};

/// Adds `score` in points; for a proven score, `null` and the plies in `win_in` or `loss_in`.
pub fn insert(object: &mut Map<String, Value>, score: Score, units_per_point: i64) {
    match score.distance() {
        None => {
            object.insert("score".into(), number(score.points(units_per_point)));
        }
        Some(plies) => {
            let key = if score > Score::ZERO { "win_in" } else { "loss_in" };
            object.insert("score".into(), Value::Null);
            object.insert(key.into(), json!(plies));
        }
    }
}

/// `+3`, `-0.25`, `win in 5 plies`.
pub fn text(score: Score, units_per_point: i64) -> String {
    match score.distance() {
        Some(1) => format!("{score} ply"),
        Some(_) => format!("{score} plies"),
        None => signed(score.points(units_per_point), 2),
    }
}

/// The points of one term, with up to four decimals so that small terms show.
pub fn points(value: f64) -> String {
    signed(value, 4)
}

/// A signed number with at most this many decimals, without trailing zeros.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "+0" | "-0" | "+" | "-" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A JSON number; an integer if the value is one.
pub fn number(value: f64) -> Value {
    /// Every integer up to this is exact as `f64`.
    const EXACT: f64 = (1u64 << 53) as f64;
    if value.fract() == 0.0 && value.abs() <= EXACT { json!(value as i64) } else { json!(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(score: Score, units: i64) -> Value {
        let mut object = Map::new();
        insert(&mut object, score, units);
        Value::Object(object)
    }

    #[test]
    fn a_proven_score_has_a_distance_and_no_points() {
        assert_eq!(object(Score::win_in(5), 1), json!({ "score": null, "win_in": 5 }));
        assert_eq!(object(Score::loss_in(2), 1), json!({ "score": null, "loss_in": 2 }));
        assert_eq!(text(Score::win_in(1), 1), "win in 1 ply");
        assert_eq!(text(Score::loss_in(4), 1), "loss in 4 plies");
    }

    #[test]
    fn integral_points_are_written_as_integers() {
        assert_eq!(object(Score::new(-7), 1).to_string(), r#"{"score":-7}"#);
        assert_eq!(object(Score::new(-7), 4).to_string(), r#"{"score":-1.75}"#);
        assert_eq!(text(Score::new(7), 1), "+7");
        assert_eq!(text(Score::ZERO, 1), "0");
        assert_eq!(text(Score::new(1), 3), "+0.33");
        assert_eq!(text(Score::new(-1), 1000), "0");
        assert_eq!(
            (points(-0.00001), points(100.0), points(-0.0625)),
            ("0".into(), "+100".into(), "-0.0625".into())
        );
    }
}
