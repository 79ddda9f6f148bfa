//! Searches, reported as server-sent events: `iteration` after every depth, `analysis` at the end, `state` if
//! the best move was played, `failure` if the search was refused.
//!
//! The response is the search: it ends when the client closes the connection, and `stop` ends it early.

use super::games::{Body, blocking};
use super::{ApiError, App, GameState};
use crate::session::{Search, Session};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use harness::facade::{FacadeError, SearchRequest};
use search::Limits;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::Stream;

/// Events that may wait for a slow client.
const QUEUE: usize = 64;

/// Places in the queue for the last events of a search. Iterations that would take them are left out: a client
/// that does not read must not hold up an engine.
const RESERVED: usize = 4;

/// What to search for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchBody {
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    lines: Option<usize>,
    /// Whether to search until it is stopped, whatever limits the configuration has.
    #[serde(default)]
    endless: bool,
    /// Whether to play the best move.
    #[serde(default)]
    play: bool,
}

impl SearchBody {
    fn request(&self, app: &App, search: &Search) -> Result<SearchRequest, ApiError> {
        let engine = &app.settings.engine;
        let longest = engine.longest();
        let time = match self.seconds {
            Some(seconds) if seconds > 0.0 && seconds <= engine.seconds => {
                Some(Duration::from_secs_f64(seconds))
            }
            Some(seconds) => {
                let problem =
                    format!("found {seconds}, allowed: above 0, at most {}", engine.seconds);
                return Err(ApiError::request("seconds", &problem));
            }
            None => self.endless.then_some(longest),
        };
        let lines = self.lines.unwrap_or(1);
        if !(1..=engine.lines).contains(&lines) {
            let problem = format!("found {lines}, allowed: 1 to {}", engine.lines);
            return Err(ApiError::request("lines", &problem));
        }
        if self.depth.is_some_and(|depth| !(1..=search::config::MAX_DEPTH).contains(&depth)) {
            let problem = format!("allowed: 1 to {}", search::config::MAX_DEPTH);
            return Err(ApiError::request("depth", &problem));
        }
        Ok(SearchRequest {
            limits: Limits { depth: self.depth, nodes: self.nodes, time, soft_time: None },
            longest: Some(longest),
            lines,
            moves: Vec::new(),
            stop: search.flag(),
        })
    }
}

/// Begins a search in place of the one that runs.
pub(super) async fn search(
    State(app): State<App>,
    Path(id): Path<String>,
    body: Body<SearchBody>,
) -> Result<Sse<KeepAliveStream<Events>>, ApiError> {
    let Json(body) = body?;
    let session = app.session(&id)?;
    let search = session.begin();
    let request = body.request(&app, &search).inspect_err(|_| session.end(&search))?;
    let (sender, receiver) = mpsc::channel(QUEUE);
    let events = Events { receiver, search: Arc::clone(&search) };
    tokio::spawn(async move {
        // A search that is stopped while it waits needs no engine of its own: it ends at once.
        let permit = tokio::select! {
            permit = app.searches.acquire() => permit.ok(),
            () = search.stopped() => None,
        };
        let job = Job { id, session, search, sender, play: body.play };
        let _ = blocking(move || {
            job.run(&request);
            Ok(())
        })
        .await;
        drop(permit);
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(1))))
}

/// Ends the search that runs; its result counts.
pub(super) async fn stop(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    if let Some(search) = app.session(&id)?.running() {
        search.stop();
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The events of one search. Dropped when the client leaves, which ends the search.
pub(super) struct Events {
    receiver: mpsc::Receiver<Event>,
    search: Arc<Search>,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.search.abandon();
    }
}

/// Also after a panic, or the session would be busy for ever.
impl Drop for Job {
    fn drop(&mut self) {
        self.session.end(&self.search);
    }
}

/// A search on its own thread.
struct Job {
    id: String,
    session: Arc<Session>,
    search: Arc<Search>,
    sender: mpsc::Sender<Event>,
    play: bool,
}

impl Job {
    fn run(self, request: &SearchRequest) {
        if let Err(error) = self.try_run(request) {
            self.send("failure", &ApiError::from(error));
        }
    }

    fn try_run(&self, request: &SearchRequest) -> Result<(), FacadeError> {
        let mut game = self.session.game();
        if self.search.is_abandoned() {
            return Ok(());
        }
        let row = game.search(request, &mut |row| {
            if self.sender.capacity() > RESERVED {
                self.send("iteration", &row);
            }
        })?;
        self.send("analysis", &row);
        if let Some(best) = row.best.as_ref().filter(|_| self.play && !self.search.is_abandoned()) {
            game.play(best)?;
            self.send("state", &GameState::new(self.id.clone(), self.session.kind, game.as_ref()));
        }
        Ok(())
    }

    /// Sends an event. A client that has left needs none: its search is abandoned already.
    fn send(&self, name: &'static str, data: &impl Serialize) {
        if let Ok(event) = Event::default().event(name).json_data(data) {
            let _ = self.sender.try_send(event);
        }
    }
}
