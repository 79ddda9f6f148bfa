//! A studio of two small games, asked without a network.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use harness::facade::{AnyDomain, GameOf};
use http_body_util::BodyExt;
use serde_json::Value;
use studio::api::App;
use studio::settings::Settings;
use tower::ServiceExt;

pub(crate) static GAMES: [&dyn AnyDomain; 2] =
    [&GameOf::<gomoku::FiveInARow>::NEW, &GameOf::<proof_games::domain::ConnectFourDomain>::NEW];

pub(crate) const HOST: &str = "127.0.0.1:80";

/// A server and its state.
pub(crate) struct Studio {
    pub app: App,
    pub router: Router,
}

/// A server with these changes to its configuration.
pub(crate) fn studio(sets: &[&str]) -> Studio {
    let sets: Vec<_> = sets.iter().map(|&set| set.into()).collect();
    let settings = Settings::load(None, &sets).expect("the settings are valid");
    let app = App::new(&GAMES, settings);
    Studio { router: studio::server::router(app.clone(), HOST.parse().expect("an address")), app }
}

/// The answer to a request.
pub(crate) struct Answer {
    pub status: StatusCode,
    pub text: String,
    pub json: Value,
}

impl Studio {
    /// Sends a request as it is.
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let status = response.status();
        let bytes = response.into_body().collect().await.expect("a body").to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, text, json }
    }

    /// Sends a JSON body, or none.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
        let request = Request::builder().method(method).uri(path).header("host", HOST);
        let request = match body {
            Some(json) => request
                .header("content-type", "application/json")
                .body(Body::from(json.to_string())),
            None => request.body(Body::empty()),
        };
        self.send(request.expect("a request")).await
    }

    /// Opens a game with small tables and returns its address.
    pub(crate) async fn open(&self, game: &str) -> String {
        let engine = serde_json::json!({ "sets": ["search.table-mib=1"] });
        let body = serde_json::json!({ "game": game, "engine": engine });
        let answer = self.ask("post", "/api/games", Some(body)).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        format!("/api/games/{}", answer.json["id"].as_str().expect("an identifier"))
    }
}

/// The events of a search: name and data.
pub(crate) fn events(text: &str) -> Vec<(String, Value)> {
    let field = |block: &str, name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.trim().to_owned())
    };
    let event = |block: &str| {
        let data = serde_json::from_str(&field(block, "data:")?).expect("data is JSON");
        Some((field(block, "event:")?, data))
    };
    text.split("\n\n").filter_map(event).collect()
}
