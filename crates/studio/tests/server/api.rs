//! The API: games, searches, refusals, limits.

use crate::support::{HOST, events, studio};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

#[tokio::test]
async fn a_game_is_played_taken_back_and_branched() {
    let studio = studio(&[]);
    let game = studio.open("connect-four").await;
    let moves = format!("{game}/moves");
    studio.ask("post", &moves, Some(json!({ "move": "d" }))).await;
    let answer = studio.ask("post", &moves, Some(json!({ "move": "e" }))).await;
    assert_eq!(answer.json["moves"], json!(["d", "e"]));
    assert_eq!(answer.json["view"]["to-move"], 0);
    let answer = studio.ask("put", &moves, Some(json!({ "moves": ["d", "c", "c"] }))).await;
    assert_eq!(answer.json["moves"], json!(["d", "c", "c"]));
    // A line with an illegal move changes nothing.
    let answer = studio.ask("put", &moves, Some(json!({ "moves": ["d", "z"] }))).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(studio.ask("get", &game, None).await.json["moves"], json!(["d", "c", "c"]));
    let answer = studio.ask("put", &moves, Some(json!({ "moves": [] }))).await;
    assert_eq!(answer.json["position"], answer.json["start"]);
    assert_eq!(studio.ask("delete", &game, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(studio.ask("get", &game, None).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn errors_carry_the_text_and_the_place_of_the_command_line() {
    let studio = studio(&[]);
    let game = studio.open("gomoku").await;
    let answer = studio.ask("post", &format!("{game}/moves"), Some(json!({ "move": "z9" }))).await;
    assert_eq!(answer.json["place"], r#"move "z9""#);
    let text = answer.json["error"].as_str().expect("a text");
    assert!(text.starts_with(r#"move "z9": "#), "{text}");
    let toml = "base = 'default'\n[search]\ndept = 4\n";
    let answer = studio.ask("put", &format!("{game}/config"), Some(json!({ "toml": toml }))).await;
    assert_eq!(answer.json["place"], "config:3");
    let text = answer.json["error"].as_str().expect("a text");
    assert!(text.contains("search.dept: unknown key"), "{text}");
    let answer = studio.ask("post", &format!("{game}/resign"), None).await;
    assert_eq!(answer.json["view"]["ending"]["winner"], 1);
    let answer = studio.ask("post", &format!("{game}/moves"), Some(json!({ "move": "h8" }))).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_search_reports_depths_and_plays_if_asked_to() {
    let studio = studio(&[]);
    let game = studio.open("connect-four").await;
    let body = json!({ "depth": 4, "lines": 2, "play": true });
    let answer = studio.ask("post", &format!("{game}/search"), Some(body)).await;
    let found = events(&answer.text);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[names.len() - 2..], ["analysis", "state"], "{names:?}");
    assert!(names[..names.len() - 2].iter().all(|&name| name == "iteration"));
    let (analysis, state) = (&found[found.len() - 2].1, &found[found.len() - 1].1);
    assert_eq!(
        (analysis["depth"].as_u64(), state["moves"][0] == analysis["best"]),
        (Some(4), true)
    );
    assert_eq!(analysis["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        analysis["places"][0].as_array().map(Vec::len),
        analysis["pv"].as_array().map(Vec::len)
    );
}

#[tokio::test]
async fn another_engine_takes_over_the_game() {
    let studio = studio(&["engine.table-mib=2"]);
    let game = studio.open("gomoku").await;
    studio.ask("post", &format!("{game}/moves"), Some(json!({ "move": "h8" }))).await;
    let asked = json!({ "config": "patterns", "sets": ["search.table-mib=1000", "search.threads=64", "search.parallel=shared-table"] });
    let answer = studio.ask("put", &format!("{game}/config"), Some(asked)).await;
    assert_eq!(answer.json["moves"], json!(["h8"]), "{}", answer.text);
    let answer = studio.ask("get", &format!("{game}/config"), None).await;
    let toml = answer.json["toml"].as_str().expect("a text");
    for line in ["name = \"patterns\"", "table-mib = 2", "threads = 1"] {
        assert!(toml.contains(line), "{line} in {toml}");
    }
}

#[tokio::test]
async fn games_are_imported_and_exported() {
    let studio = studio(&[]);
    let game = studio.open("gomoku").await;
    let answer =
        studio.ask("post", &format!("{game}/import"), Some(json!({ "text": "h8i9g7" }))).await;
    assert_eq!(answer.json["moves"], json!(["h8", "i9", "g7"]), "{}", answer.text);
    assert_eq!(
        studio.ask("get", &format!("{game}/export/moves"), None).await.text.trim(),
        "h8i9g7"
    );
    let answer = studio.ask("get", &format!("{game}/export/..%2F..%2Fetc"), None).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn requests_of_other_sites_are_refused() {
    let studio = studio(&[]);
    let ask = |host: &str, origin: Option<&str>| {
        let request = Request::post("/api/games").header("host", host);
        let request = request.header("content-type", "application/json");
        let request = match origin {
            Some(origin) => request.header("origin", origin),
            None => request,
        };
        request.body(Body::from(r#"{"game":"connect-four"}"#)).expect("a request")
    };
    let own = format!("http://{HOST}");
    assert_eq!(studio.send(ask(HOST, Some(&own))).await.status, StatusCode::CREATED);
    for request in [ask(HOST, Some("http://evil.example")), ask("evil.example", None)] {
        let answer = studio.send(request).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert!(answer.json["error"].is_string());
    }
}

#[tokio::test]
async fn malformed_requests_get_a_clean_refusal() {
    let studio = studio(&["server.body-kib=1"]);
    let game = studio.open("connect-four").await;
    let long = "x".repeat(4096);
    let bodies = [
        "",
        "{",
        "[]",
        "null",
        "{}",
        r#"{"move":1}"#,
        r#"{"moves":"d"}"#,
        r#"{"game":"chess"}"#,
        "\u{0}",
        r#"{"game":"gomoku","position":"zzz"}"#,
        r#"{"game":"gomoku","engine":{"level":99}}"#,
        r#"{"game":"gomoku","engine":{"sets":["x"]}}"#,
        r#"{"seconds":-1}"#,
        r#"{"seconds":1e99}"#,
        r#"{"lines":0}"#,
        r#"{"depth":100000}"#,
        r#"{"text":""}"#,
        r#"{"unknown":true}"#,
        r#"{"game":"gomoku","engine":{"config":"/etc/passwd"}}"#,
        &long,
    ];
    let paths = [
        "",
        "/moves",
        "/resign/x",
        "/search",
        "/import",
        "/config",
        "/evaluation",
        "/export/x",
        "/%00",
        "/../..",
    ];
    let mut asked = 0;
    for method in ["POST", "PUT", "PATCH", "GET", "DELETE"] {
        for body in bodies {
            for path in ["/api/games".to_owned(), "/api/games/0123/moves".to_owned()]
                .into_iter()
                .chain(paths.iter().map(|path| format!("{game}{path}")))
            {
                // What would succeed is not malformed.
                let reads = method == "GET" || (method == "DELETE" && path == game);
                if reads
                    || (path.ends_with("/config") && body == "{}")
                    || (path.ends_with("/search") && body == "{}")
                {
                    continue;
                }
                let request = Request::builder().method(method).uri(&path).header("host", HOST);
                let request = request.header("content-type", "application/json");
                let answer = studio
                    .send(request.body(Body::from(body.to_owned())).expect("a request"))
                    .await;
                assert!(
                    answer.status.is_client_error(),
                    "{method} {path} {body}: {} {}",
                    answer.status,
                    answer.text
                );
                assert!(
                    answer.json["error"].is_string() && answer.json["place"].is_string(),
                    "{}",
                    answer.text
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 900, "{asked}");
    assert_eq!(studio.app.sessions.count(), 1);
    assert_eq!(studio.ask("get", &game, None).await.status, StatusCode::OK);
}

#[tokio::test]
async fn no_address_reaches_the_file_system() {
    let studio = studio(&[]);
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/web/dist/app.js",
        "//etc/passwd",
        "/index.html/../../Cargo.toml",
    ] {
        let request =
            Request::get(path).header("host", HOST).body(Body::empty()).expect("a request");
        let answer = studio.send(request).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn the_page_is_served_with_a_strict_policy() {
    use tower::ServiceExt;
    let studio = studio(&[]);
    for path in ["/", "/play/gomoku?moves=h8", "/app.js", "/style.css", "/api/games", "/nothing"] {
        let request =
            Request::get(path).header("host", HOST).body(Body::empty()).expect("a request");
        let response = studio.router.clone().oneshot(request).await.expect("an answer");
        let policy = response.headers()["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    }
    let page = studio.ask("get", "/", None).await.text;
    assert!(
        page.contains("<div id=\"app\">") && !page.contains("<script>") && !page.contains("style=")
    );
}

#[tokio::test]
async fn a_thousand_games_opened_and_abandoned_leave_the_server_alive() {
    let studio = studio(&["sessions.limit=8", "sessions.grace-seconds=0"]);
    for _ in 0..1000 {
        studio.open("connect-four").await;
    }
    assert_eq!(studio.app.sessions.count(), 8);
}

#[tokio::test]
async fn a_full_server_refuses_politely() {
    let studio = studio(&["sessions.limit=1", "sessions.grace-seconds=1000"]);
    let game = studio.open("connect-four").await;
    let answer = studio.ask("post", "/api/games", Some(json!({ "game": "connect-four" }))).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    studio.ask("delete", &game, None).await;
    studio.open("connect-four").await;
}
