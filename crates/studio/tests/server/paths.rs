//! Paths over the API: maps, searches, refusals.

use crate::support::studio;
use axum::http::StatusCode;
use serde_json::{Value, json};

const ROWS: [&str; 4] = ["S.#.", "..#.", "....", "#..G"];

#[tokio::test]
async fn every_algorithm_finds_the_same_length_and_says_what_it_expanded() {
    let studio = studio(&[]);
    let choices = studio.ask("get", "/api/paths", None).await.json;
    let mut asked = 0;
    for algorithm in choices["algorithms"].as_array().expect("a list") {
        let body = json!({ "rows": ROWS, "algorithm": algorithm["name"] });
        let answer = studio.ask("post", "/api/paths/search", Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let row = answer.json;
        assert_eq!(row["steps"], 6, "{row}");
        assert_eq!(row["cells"].as_array().map(Vec::len), Some(7), "{row}");
        assert_eq!((&row["cells"][0], &row["cells"][6]), (&json!(0), &json!(15)));
        let shown = row["order"].as_array().expect("a list").len() as u64;
        assert_eq!(row["expanded"].as_u64(), Some(shown), "{row}");
        asked += 1;
    }
    assert_eq!(asked, pathfinding::Algorithm::ALL.len());
}

#[tokio::test]
async fn maps_of_the_labs_are_read_and_searched() {
    let studio = studio(&[]);
    let choices = studio.ask("get", "/api/paths", None).await.json;
    let maps = choices["maps"].as_array().expect("a list");
    assert!(maps.len() >= 10);
    for map in maps {
        let read =
            studio.ask("post", "/api/paths/read", Some(json!({ "text": map["text"] }))).await;
        assert_eq!(read.status, StatusCode::OK, "{}: {}", map["name"], read.text);
        assert!(read.json["rows"].as_array().is_some_and(|rows| rows.len() > 1));
    }
}

#[tokio::test]
async fn generated_maps_have_a_start_and_a_goal_that_are_connected() {
    let studio = studio(&[]);
    for kind in ["random", "maze", "rooms", "supply"] {
        for seed in 0..5 {
            let body = json!({ "kind": kind, "rows": 21, "columns": 31, "seed": seed });
            let map = studio.ask("post", "/api/paths/generate", Some(body)).await.json;
            let body = json!({ "rows": map["rows"], "algorithm": "astar" });
            let row = studio.ask("post", "/api/paths/search", Some(body)).await.json;
            assert!(row["steps"].as_i64().is_some_and(|steps| steps > 0), "{kind} {seed}: {row}");
        }
    }
}

#[tokio::test]
async fn bad_maps_and_queries_are_refused_in_one_line() {
    let studio = studio(&["paths.cells=20"]);
    let query = |rows: Value, algorithm: &str| json!({ "rows": rows, "algorithm": algorithm, "movement": "eight" });
    for (path, body, problem) in [
        ("search", query(json!(["S.", ".x"]), "astar"), "line 2, row 1, column 1"),
        ("search", query(json!(["S.", ".."]), "astar"), "no goal"),
        ("search", query(json!(["S.", ".G"]), "bfs"), "movement eight"),
        ("search", query(json!(["S....................G"]), "astar"), "at most 20 cells"),
        ("read", json!({ "text": "1 0\n0" }), "map: "),
        (
            "generate",
            json!({ "kind": "maze", "rows": 4294967295u32, "columns": 4294967295u32, "seed": 0 }),
            "at most 20 cells",
        ),
        ("generate", json!({ "kind": "maze", "rows": 1, "columns": 1, "seed": 0 }), "at least 4"),
    ] {
        let answer = studio.ask("post", &format!("/api/paths/{path}"), Some(body)).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
        let text = answer.json["error"].as_str().expect("a text");
        assert!(text.contains(problem), "{text}");
    }
}

#[tokio::test]
async fn a_search_that_runs_away_gives_up() {
    let studio = studio(&["paths.expansions=100", "paths.shown=10"]);
    let rows: Vec<String> = (0..30)
        .map(|row| {
            if row == 0 {
                "S".to_owned() + &".".repeat(29)
            } else if row == 29 {
                ".".repeat(29) + "G"
            } else {
                ".".repeat(30)
            }
        })
        .collect();
    let body = json!({ "rows": rows, "algorithm": "bfs" });
    let row = studio.ask("post", "/api/paths/search", Some(body)).await.json;
    assert!(row["gave_up"].as_str().is_some_and(|text| text.contains("max-expansions")), "{row}");
    assert_eq!((row["order"].as_array().map(Vec::len), &row["steps"]), (Some(10), &Value::Null));
}
