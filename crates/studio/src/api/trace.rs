//! Recorded searches: every node of a small search, for the page Think.

use super::games::{Body, blocking};
use super::{ApiError, App};
use crate::session::Search;
use axum::Json;
use axum::extract::{Path, State};
use harness::trace::{MoveOrder, Trace, TraceRequest};
use search::config::MAX_DEPTH;
use search::{Algorithm, Limits};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// What to record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TraceBody {
    depth: u32,
    algorithm: Option<Algorithm>,
    order: Option<MoveOrder>,
    /// Record at most this many nodes.
    nodes: Option<usize>,
}

impl TraceBody {
    fn request(&self, app: &App, search: &Search) -> Result<TraceRequest, ApiError> {
        let think = &app.settings.think;
        if !(1..=MAX_DEPTH).contains(&self.depth) {
            let problem = format!("found {}, allowed: 1 to {MAX_DEPTH}", self.depth);
            return Err(ApiError::request("depth", &problem));
        }
        let nodes = self.nodes.unwrap_or(think.nodes);
        if !(1..=think.nodes).contains(&nodes) {
            let problem = format!("found {nodes}, allowed: 1 to {}", think.nodes);
            return Err(ApiError::request("nodes", &problem));
        }
        Ok(TraceRequest {
            algorithm: self.algorithm,
            order: self.order,
            limits: Limits::depth(self.depth),
            longest: Some(Duration::from_secs_f64(think.seconds)),
            nodes,
            stop: search.flag(),
        })
    }
}

/// Ends the search when the client leaves.
struct AbandonOnDrop(Arc<Search>);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

/// Records a search of the current position, in place of the search that runs.
pub(super) async fn trace(
    State(app): State<App>,
    Path(id): Path<String>,
    body: Body<TraceBody>,
) -> Result<Json<Trace>, ApiError> {
    let Json(body) = body?;
    let session = app.session(&id)?;
    let search = session.begin();
    let _guard = AbandonOnDrop(Arc::clone(&search));
    let request = body.request(&app, &search).inspect_err(|_| session.end(&search))?;
    // A search that is stopped while it waits needs no engine of its own: it ends at once.
    let permit = tokio::select! {
        permit = app.searches.clone().acquire_owned() => permit.ok(),
        () = search.stopped() => None,
    };
    let trace = blocking(move || {
        let recorded = session.game().trace(&request);
        session.end(&search);
        drop(permit);
        Ok(recorded?)
    });
    Ok(Json(trace.await?))
}
