//! Checks that both players of a match play by the same rules.

use protocols::{LoadedConfig, Playable};
use search::Notation;
use serde_json::{Map, Value};

/// The table of a configuration that holds the rules.
const RULES: &str = "game";

/// Refuses two configurations with different start positions or variants. The error names the keys that
/// differ.
pub(crate) fn same_rules<D: Playable>(
    first: &LoadedConfig<D>,
    second: &LoadedConfig<D>,
) -> Result<(), String> {
    let start = |config: &LoadedConfig<D>| D::start(config).position_text();
    if start(first) == start(second) && D::rules(first) == D::rules(second) {
        return Ok(());
    }
    let [one, other] = [first, second].map(|config| rules_table(&config.config));
    let difference = match differing(&one, &other) {
        Some(difference) => difference,
        None => format!("start \"{}\" against \"{}\"", start(first), start(second)),
    };
    Err(format!(
        "the players have different rules: {difference} (first against second); give both the same, \
         for example by --set, which applies to both"
    ))
}

fn rules_table(config: &impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(config) {
        Ok(Value::Object(mut config)) => match config.remove(RULES) {
            Some(Value::Object(table)) => table,
            _ => Map::new(),
        },
        _ => Map::new(),
    }
}

/// `game.rule "freestyle" against "renju"`, for all keys that differ.
fn differing(one: &Map<String, Value>, other: &Map<String, Value>) -> Option<String> {
    let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
    let value = |table: &Map<String, Value>, key: &String| match table.get(key) {
        Some(value) => value.to_string(),
        None => "nothing".to_owned(),
    };
    let text =
        |key: &String| format!("{RULES}.{key} {} against {}", value(one, key), value(other, key));
    let differing: Vec<String> =
        keys.filter(|key| one.get(*key) != other.get(*key)).map(text).collect();
    (!differing.is_empty()).then(|| differing.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table(value: Value) -> Map<String, Value> {
        rules_table(&json!({ "game": value, "search": { "depth": 3 } }))
    }

    #[test]
    fn every_key_that_differs_is_named_with_both_values() {
        let one = table(json!({ "rule": "freestyle", "rows": 15, "start": "h8" }));
        let other = table(json!({ "rule": "renju", "rows": 15 }));
        assert_eq!(
            differing(&one, &other).as_deref(),
            Some("game.rule \"freestyle\" against \"renju\", game.start \"h8\" against nothing")
        );
        assert_eq!(differing(&one, &one), None);
    }

    #[test]
    fn a_configuration_without_the_table_has_no_keys() {
        assert!(rules_table(&json!({ "stones": 9 })).is_empty());
        assert!(rules_table(&json!(3)).is_empty());
    }
}
