//! `openapi.json` says what the server does: the same routes, and answers of the described form.

use crate::support::{events, studio};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use studio::api::{DESCRIPTION, ROUTES};

fn description() -> Value {
    serde_json::from_str(DESCRIPTION).expect("the description is JSON")
}

/// Where a value differs from its schema; `None` if nowhere.
fn differs(value: &Value, schema: &Value, all: &Value, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().expect("a name");
        let found = &all["components"]["schemas"][name];
        assert!(found.is_object(), "no schema {name}");
        return differs(value, found, all, place);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let problems: Option<Vec<String>> =
            choices.iter().map(|choice| differs(value, choice, all, place)).collect();
        return problems.map(|problems| problems.join("; or "));
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        return Some(format!("{place}: {value} is not one of {}", schema["enum"]));
    }
    let fits = match schema["type"].as_str().expect("a schema has a type") {
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => {
            let items = value.as_array();
            return match items {
                None => Some(format!("{place}: {value} is not a list")),
                Some(items) => items
                    .iter()
                    .find_map(|item| differs(item, &schema["items"], all, &format!("{place}[]"))),
            };
        }
        "object" => return object_differs(value, schema, all, place),
        other => panic!("a type that this test does not know: {other}"),
    };
    (!fits).then(|| format!("{place}: {value} is not {}", schema["type"]))
}

fn object_differs(value: &Value, schema: &Value, all: &Value, place: &str) -> Option<String> {
    let Some(object) = value.as_object() else { return Some(format!("{place}: not an object")) };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = required.clone().find(|name| !object.contains_key(*name)) {
        return Some(format!("{place}: {name} is missing"));
    }
    object.iter().find_map(|(name, value)| {
        let place = format!("{place}.{name}");
        match (&schema["properties"][name], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => Some(format!("{place}: not described")),
            (Value::Null, other) => differs(value, other, all, &place),
            (own, _) => differs(value, own, all, &place),
        }
    })
}

#[test]
fn the_described_routes_are_those_of_the_server() {
    let all = description();
    let paths = all["paths"].as_object().expect("paths");
    let described: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").keys();
            methods.map(|method| (method.clone(), path.clone())).collect::<Vec<_>>()
        })
        .collect();
    let own = ROUTES.iter().map(|&(method, path)| (method.to_owned(), path.to_owned())).collect();
    assert_eq!(described, own);
}

/// Sends every described request with a body that is accepted.
#[tokio::test]
async fn every_answer_has_the_described_form() {
    let studio = studio(&[]);
    let all = description();
    let game = studio.open("gomoku").await;
    // The game ends with the last route: `delete`.
    let mut routes = ROUTES;
    routes.sort_by_key(|(method, _)| *method == "delete");
    for (method, route) in routes {
        let operation = &all["paths"][route][method];
        let path = route.replace("/api/games/{id}", &game).replace("{format}", "moves");
        let body = match (method, route.rsplit('/').next().expect("a path")) {
            ("post", "games") => Some(json!({ "game": "gomoku", "moves": ["h8"] })),
            ("post", "moves") => Some(json!({ "move": "h8" })),
            ("put", "moves") => Some(json!({ "moves": ["h8", "i9"] })),
            ("put", "config") => Some(json!({ "level": 2, "sets": [] })),
            ("post", "read") => Some(json!({ "text": "S.#\n..G\n" })),
            ("post", "generate") => {
                Some(json!({ "kind": "maze", "rows": 9, "columns": 9, "seed": 1 }))
            }
            ("post", "search") if route.starts_with("/api/paths") => {
                Some(json!({ "rows": ["S.#", "..G"], "algorithm": "astar", "movement": "four" }))
            }
            ("post", "search") => Some(json!({ "depth": 2, "lines": 2, "play": true })),
            ("post", "trace") => {
                Some(json!({ "depth": 2, "algorithm": "pvs", "order": "on", "nodes": 50 }))
            }
            ("post", "import") => Some(json!({ "text": "h8i9" })),
            _ => None,
        };
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        match &body {
            Some(body) => assert_eq!(differs(body, schema, &all, route), None),
            None => assert!(schema.is_null(), "{method} {route} has a body"),
        }
        let answer = studio.ask(method, &path, body).await;
        let response = &operation["responses"][answer.status.as_str()];
        assert!(response.is_object(), "{method} {route}: {} {}", answer.status, answer.text);
        match &response["content"]["application/json"]["schema"] {
            Value::Null => {}
            schema => assert_eq!(differs(&answer.json, schema, &all, route), None),
        }
        if route.starts_with("/api/games") && route.ends_with("/search") {
            for (name, data) in events(&answer.text) {
                let schema = match name.as_str() {
                    "iteration" => "Iteration",
                    "analysis" => "Analysis",
                    "state" => "Game",
                    other => panic!("an event that is not described: {other}"),
                };
                let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
                assert_eq!(differs(&data, &schema, &all, &name), None);
            }
        }
        // A game that was resigned goes on for the rest of the routes.
        if route.ends_with("/resign") {
            studio.ask("put", &format!("{game}/moves"), Some(json!({ "moves": [] }))).await;
        }
    }
    assert_eq!(studio.app.sessions.count(), 1, "the other game that was opened");
    let answer = studio.ask("get", &game, None).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    let schema = json!({ "$ref": "#/components/schemas/Error" });
    assert_eq!(differs(&answer.json, &schema, &all, "error"), None);
}
