//! Recorded searches over the API: counts, limits, refusals.

use crate::support::studio;
use axum::http::StatusCode;
use serde_json::{Value, json};

/// Opens a game with every technique off and returns its address.
async fn plain(studio: &crate::support::Studio) -> String {
    let body = json!({ "game": "connect-four", "engine": { "config": "plain" } });
    let answer = studio.ask("post", "/api/games", Some(body)).await;
    format!("/api/games/{}", answer.json["id"].as_str().expect("an identifier"))
}

#[tokio::test]
async fn every_algorithm_finds_the_value_and_alpha_beta_needs_fewer_nodes() {
    let studio = studio(&[]);
    let game = plain(&studio).await;
    let mut nodes = Vec::new();
    let mut scores = Vec::new();
    for algorithm in ["minimax", "alpha-beta", "pvs", "mtdf"] {
        let body = json!({ "depth": 4, "algorithm": algorithm });
        let answer = studio.ask("post", &format!("{game}/trace"), Some(body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let trace = answer.json;
        assert_eq!(trace["complete"], true);
        let list = trace["nodes"].as_array().expect("a list");
        let passes = list.iter().filter(|node| node["parent"].is_null()).count() as u64;
        let counted = trace["result"]["nodes"].as_u64().expect("a count");
        assert_eq!(list.len() as u64 - passes, counted, "{algorithm}");
        nodes.push(counted);
        scores.push(trace["result"]["score"].clone());
    }
    // All lines of four moves on seven columns, and the positions on the way.
    assert_eq!(nodes[0], 7 + 49 + 343 + 2401);
    assert!(nodes[1] < nodes[0] / 2, "{nodes:?}");
    assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
}

#[tokio::test]
async fn a_recording_that_is_cut_short_says_so() {
    let studio = studio(&["think.nodes=100"]);
    let game = plain(&studio).await;
    let body = json!({ "depth": 4, "algorithm": "minimax" });
    let trace = studio.ask("post", &format!("{game}/trace"), Some(body)).await.json;
    assert_eq!((&trace["complete"], &trace["result"]["nodes"]), (&json!(false), &json!(2800)));
    let list = trace["nodes"].as_array().expect("a list");
    let unrecorded: u64 = list.iter().filter_map(|node| node["unrecorded"].as_u64()).sum();
    assert_eq!((list.len(), unrecorded), (100, 2800 - 99));
}

#[tokio::test]
async fn a_long_search_ends_at_its_limit_of_time() {
    let studio = studio(&["think.seconds=0.05"]);
    let game = plain(&studio).await;
    let body = json!({ "depth": 30, "algorithm": "minimax" });
    let trace = studio.ask("post", &format!("{game}/trace"), Some(body)).await.json;
    assert_eq!(trace["result"]["ended"], "time");
    assert_eq!(trace["nodes"][0]["value"], Value::Null);
}

#[tokio::test]
async fn bad_queries_are_refused_in_one_line() {
    let studio = studio(&["think.nodes=100"]);
    let game = plain(&studio).await;
    for (body, problem) in [
        (json!({}), "depth"),
        (json!({ "depth": 0 }), "depth: found 0, allowed: 1 to "),
        (json!({ "depth": 2, "nodes": 101 }), "nodes: found 101, allowed: 1 to 100"),
        (json!({ "depth": 2, "algorithm": "negamax" }), "alpha-beta"),
        (json!({ "depth": 2, "order": "best" }), "reversed"),
        (json!({ "depth": 2, "seconds": 9 }), "seconds"),
    ] {
        let answer = studio.ask("post", &format!("{game}/trace"), Some(body)).await;
        assert!(answer.status.is_client_error(), "{}", answer.text);
        let text = answer.json["error"].as_str().expect("a text");
        assert!(text.contains(problem) && text.lines().count() == 1, "{text}");
    }
    let answer = studio.ask("post", "/api/games/x/trace", Some(json!({ "depth": 2 }))).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}
