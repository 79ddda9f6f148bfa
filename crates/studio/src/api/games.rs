//! Games: open, show, play, take back, import and export.

use super::{ApiError, App};
use crate::session::{Session, same_start, set_line};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use board::BoardView;
use harness::facade::{AnyDomain, AnyGame, Caps, ConfigSource, FacadeError, GameOption, Opening};
use harness::rows::{EvaluationRow, FormatRow};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The body of a request, or why it cannot be read.
pub(super) type Body<T> = Result<Json<T>, JsonRejection>;

/// A game that can be played.
#[derive(Serialize)]
pub(super) struct Kind {
    name: &'static str,
    about: &'static str,
    levels: usize,
    configs: Vec<Named>,
    options: &'static [GameOption],
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
}

/// A game in progress as the page shows it.
#[derive(Serialize)]
pub struct GameState {
    id: String,
    game: &'static str,
    start: String,
    position: String,
    moves: Vec<String>,
    view: BoardView,
    formats: Vec<FormatRow>,
}

impl GameState {
    pub(super) fn new(id: String, kind: &'static str, game: &dyn AnyGame) -> GameState {
        GameState {
            id,
            game: kind,
            start: game.start(),
            position: game.position(),
            moves: game.moves(),
            view: game.view(),
            formats: game.formats(),
        }
    }
}

/// What a game is opened or configured with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenRequest {
    game: String,
    #[serde(default)]
    engine: EngineRequest,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// The configuration of an engine.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EngineRequest {
    config: Option<String>,
    toml: Option<String>,
    level: Option<u32>,
    #[serde(default)]
    sets: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveRequest {
    r#move: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineRequest {
    moves: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportRequest {
    text: String,
}

/// The effective configuration.
#[derive(Serialize)]
pub(super) struct ConfigText {
    toml: String,
}

pub(super) async fn kinds(State(app): State<App>) -> Json<Vec<Kind>> {
    let named = |(name, about)| Named { name, about };
    let kind = |game: &&'static dyn AnyDomain| Kind {
        name: game.name(),
        about: game.about(),
        levels: game.levels(),
        configs: game.configs().into_iter().map(named).collect(),
        options: game.options(),
    };
    Json(app.games.iter().map(kind).collect())
}

pub(super) async fn open(
    State(app): State<App>,
    body: Body<OpenRequest>,
) -> Result<(StatusCode, Json<GameState>), ApiError> {
    let Json(request) = body?;
    let domain = app.domain(&request.game)?;
    app.sessions.make_room().map_err(|_| ApiError::full())?;
    let opening = Opening { position: request.position, ..app.opening(request.engine)? };
    let state = blocking(move || {
        let mut game = domain.open(&opening)?;
        set_line(game.as_mut(), &request.moves)?;
        let state = GameState::new(String::new(), domain.name(), game.as_ref());
        let added = app.sessions.add(Session::new(domain.name(), game));
        let (id, _) = added.map_err(|_| ApiError::full())?;
        Ok(GameState { id, ..state })
    });
    Ok((StatusCode::CREATED, Json(state.await?)))
}

pub(super) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameState>, ApiError> {
    app.with_game(id, |_| Ok(())).await
}

pub(super) async fn close(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    if app.sessions.remove(&id) { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::no_session()) }
}

pub(super) async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    body: Body<MoveRequest>,
) -> Result<Json<GameState>, ApiError> {
    let Json(request) = body?;
    app.with_game(id, move |game| game.play(&request.r#move)).await
}

pub(super) async fn line(
    State(app): State<App>,
    Path(id): Path<String>,
    body: Body<LineRequest>,
) -> Result<Json<GameState>, ApiError> {
    let Json(request) = body?;
    app.with_game(id, move |game| set_line(game, &request.moves)).await
}

pub(super) async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<GameState>, ApiError> {
    app.with_game(id, |game| game.resign()).await
}

pub(super) async fn import(
    State(app): State<App>,
    Path(id): Path<String>,
    body: Body<ImportRequest>,
) -> Result<Json<GameState>, ApiError> {
    let Json(request) = body?;
    app.with_game(id, move |game| game.import(request.text.as_bytes())).await
}

pub(super) async fn export(
    State(app): State<App>,
    Path((id, format)): Path<(String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    let session = app.session(&id)?;
    let text = blocking(move || {
        session.interrupt();
        Ok(session.game().export(&format)?)
    });
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text.await?))
}

pub(super) async fn evaluation(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<EvaluationRow>, ApiError> {
    let session = app.session(&id)?;
    let row = blocking(move || {
        session.interrupt();
        Ok(session.game().evaluate())
    });
    Ok(Json(row.await?))
}

pub(super) async fn config(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<ConfigText>, ApiError> {
    let session = app.session(&id)?;
    let toml = blocking(move || {
        session.interrupt();
        Ok(session.game().config()?)
    });
    Ok(Json(ConfigText { toml: toml.await? }))
}

/// Replaces the engine; the game goes on.
pub(super) async fn reconfigure(
    State(app): State<App>,
    Path(id): Path<String>,
    body: Body<EngineRequest>,
) -> Result<Json<GameState>, ApiError> {
    let Json(request) = body?;
    let session = app.session(&id)?;
    let domain = app.domain(session.kind)?;
    let opening = app.opening(request)?;
    let state = blocking(move || {
        session.interrupt();
        let mut game = session.game();
        let mut next = domain.open(&same_start(game.as_ref(), opening))?;
        set_line(next.as_mut(), &game.moves())?;
        *game = next;
        Ok(GameState::new(id, session.kind, game.as_ref()))
    });
    Ok(Json(state.await?))
}

/// Runs work that takes time, or waits for a game, off the threads that answer requests.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(ApiError::internal()))
}

impl App {
    pub(super) fn session(&self, id: &str) -> Result<Arc<Session>, ApiError> {
        self.sessions.find(id).ok_or_else(ApiError::no_session)
    }

    fn domain(&self, name: &str) -> Result<&'static dyn AnyDomain, ApiError> {
        let found = self.games.iter().find(|game| game.name() == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = self.games.iter().map(|game| game.name()).collect();
            ApiError::request("game", &format!("found {name:?}, allowed: {}", names.join(", ")))
        })
    }

    fn opening(&self, request: EngineRequest) -> Result<Opening, ApiError> {
        let config = match (request.config, request.toml) {
            (None, None) => ConfigSource::Default,
            (Some(name), None) => ConfigSource::Named(name),
            (None, Some(text)) => ConfigSource::Text(text),
            (Some(_), Some(_)) => {
                return Err(ApiError::request("config", "give a name or a text, not both"));
            }
        };
        let engine = &self.settings.engine;
        let caps = Some(Caps { table_mib: engine.table_mib, threads: engine.threads });
        Ok(Opening { config, level: request.level, sets: request.sets, position: None, caps })
    }

    /// Changes a game, ending its search, and shows it.
    async fn with_game(
        &self,
        id: String,
        change: impl FnOnce(&mut dyn AnyGame) -> Result<(), FacadeError> + Send + 'static,
    ) -> Result<Json<GameState>, ApiError> {
        let session = self.session(&id)?;
        let state = blocking(move || {
            session.interrupt();
            let mut game = session.game();
            change(game.as_mut())?;
            Ok(GameState::new(id, session.kind, game.as_ref()))
        });
        Ok(Json(state.await?))
    }
}
