//! The requests of the page and their answers, as JSON. `openapi.json` describes them, and a test compares.

mod error;
mod games;
mod paths;
mod search;
mod trace;

pub use error::ApiError;
pub use games::GameState;

use crate::sessions::Sessions;
use crate::settings::Settings;
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::{get, post};
use harness::facade::AnyDomain;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The description of the API.
pub const DESCRIPTION: &str = include_str!("../../openapi.json");

/// What every request can use.
#[derive(Clone)]
pub struct App {
    /// The games that can be played.
    pub games: &'static [&'static dyn AnyDomain],
    /// The configuration.
    pub settings: Arc<Settings>,
    /// The games in progress.
    pub sessions: Arc<Sessions>,
    /// One permit per search that may run.
    pub searches: Arc<Semaphore>,
}

impl App {
    /// A server of these games.
    pub fn new(games: &'static [&'static dyn AnyDomain], settings: Settings) -> App {
        App {
            games,
            sessions: Arc::new(Sessions::new(settings.sessions.clone())),
            searches: Arc::new(Semaphore::new(settings.engine.searches())),
            settings: Arc::new(settings),
        }
    }
}

/// Every route of the API: methods and path, as `openapi.json` writes them.
pub const ROUTES: [(&str, &str); 19] = [
    ("get", "/api/games"),
    ("post", "/api/games"),
    ("get", "/api/games/{id}"),
    ("delete", "/api/games/{id}"),
    ("post", "/api/games/{id}/moves"),
    ("put", "/api/games/{id}/moves"),
    ("post", "/api/games/{id}/resign"),
    ("post", "/api/games/{id}/search"),
    ("post", "/api/games/{id}/stop"),
    ("post", "/api/games/{id}/trace"),
    ("get", "/api/games/{id}/evaluation"),
    ("get", "/api/games/{id}/config"),
    ("put", "/api/games/{id}/config"),
    ("post", "/api/games/{id}/import"),
    ("get", "/api/games/{id}/export/{format}"),
    ("get", "/api/paths"),
    ("post", "/api/paths/read"),
    ("post", "/api/paths/generate"),
    ("post", "/api/paths/search"),
];

/// The routes of the API.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/api/games", get(games::kinds).post(games::open))
        .route("/api/games/{id}", get(games::show).delete(games::close))
        .route("/api/games/{id}/moves", post(games::play).put(games::line))
        .route("/api/games/{id}/resign", post(games::resign))
        .route("/api/games/{id}/search", post(search::search))
        .route("/api/games/{id}/stop", post(search::stop))
        .route("/api/games/{id}/trace", post(trace::trace))
        .route("/api/games/{id}/evaluation", get(games::evaluation))
        .route("/api/games/{id}/config", get(games::config).put(games::reconfigure))
        .route("/api/games/{id}/import", post(games::import))
        .route("/api/games/{id}/export/{format}", get(games::export))
        .route("/api/paths", get(paths::choices))
        .route("/api/paths/read", post(paths::read))
        .route("/api/paths/generate", post(paths::generate))
        .route("/api/paths/search", post(paths::search))
        .route(
            "/api/openapi.json",
            get(|| async { ([(CONTENT_TYPE, "application/json")], DESCRIPTION) }),
        )
        .route("/api/{*rest}", axum::routing::any(|| async { ApiError::not_found("address") }))
}
