//! Score formatting: text and JSON.

use search::Score;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// A score as fields of a row (`#[serde(flatten)]`): `score` in points; for a proven score `score` is `null`
/// and `win_in` or `loss_in` has the distance in plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreFields {
    #[serde(serialize_with = "as_number")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss_in: Option<u32>,
}

impl ScoreFields {
    /// The fields of this score.
    pub fn new(score: Score, units_per_point: i64) -> Self {
        let distance = score.distance();
        let is_win = score > Score::ZERO;
        let plies = |distance| u32::try_from(distance).unwrap_or(u32::MAX);
        ScoreFields {
            score: distance.is_none().then(|| score.points(units_per_point)),
            win_in: distance.filter(|_| is_win).map(plies),
            loss_in: distance.filter(|_| !is_win).map(plies),
        }
    }
}

/// A number field of a row, an integer if the value is one; for `#[serde(serialize_with)]`.
fn as_number<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(number).serialize(serializer)
}

/// The same text as [`text`], from fields.
pub fn fields_text(fields: &ScoreFields) -> String {
    match (fields.win_in, fields.loss_in) {
        (Some(plies), _) => text(Score::win_in(plies as usize), 1),
        (None, Some(plies)) => text(Score::loss_in(plies as usize), 1),
        (None, None) => signed(fields.score.unwrap_or_default(), 2),
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

/// The score in at most five characters, to be written on a board: `+0.8`, `-12`, `+3k`, `W5` for a win in
/// five plies, `L4` for a loss in four.
pub fn short(score: Score, units_per_point: i64) -> String {
    if let Some(plies) = score.distance() {
        return format!("{}{plies}", if score > Score::ZERO { 'W' } else { 'L' });
    }
    let points = score.points(units_per_point);
    match points.abs() {
        ..9.95 => signed(points, 1),
        ..9_999.5 => signed(points.round(), 0),
        ..999_500.0 => format!("{:+.0}k", points / 1e3),
        _ => format!("{:+.0}M", points / 1e6),
    }
}

/// The points of one term, with up to four decimals so that small terms show.
pub fn points(value: f64) -> String {
    signed(value, 4)
}

/// A signed number with at most this many decimals, without trailing zeros.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    let text = match decimals {
        0 => text.as_str(),
        _ => text.trim_end_matches('0').trim_end_matches('.'),
    };
    match text {
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
        serde_json::to_value(ScoreFields::new(score, units)).unwrap()
    }

    #[test]
    fn a_proven_score_has_a_distance_and_no_points() {
        assert_eq!(object(Score::win_in(5), 1), json!({ "score": null, "win_in": 5 }));
        assert_eq!(object(Score::loss_in(2), 1), json!({ "score": null, "loss_in": 2 }));
        assert_eq!(text(Score::win_in(1), 1), "win in 1 ply");
        assert_eq!(text(Score::loss_in(4), 1), "loss in 4 plies");
    }

    #[test]
    fn a_score_on_a_board_is_short() {
        assert_eq!(short(Score::new(83), 100), "+0.8");
        assert_eq!(short(Score::new(-1250), 100), "-13");
        assert_eq!(short(Score::new(-1300), 1), "-1300");
        assert_eq!(short(Score::new(200_000), 1), "+200k");
        assert_eq!(short(Score::ZERO, 1), "0");
        assert_eq!(short(Score::win_in(11), 1), "W11");
        assert_eq!(short(Score::loss_in(4), 1), "L4");
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
