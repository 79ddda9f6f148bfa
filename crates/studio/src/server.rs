//! The server: routes, layers, and its life from the first request to Ctrl-C.

use crate::api::{self, App};
use crate::guard::{self, Guard};
use crate::settings::Settings;
use crate::{api::ApiError, assets};
use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use harness::facade::AnyDomain;
use search::StopFlag;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

/// How often idle games are looked for, and the stop flag is read.
const CHECK: Duration = Duration::from_millis(100);

/// The routes with everything around them, for a server that listens on this address.
pub fn router(app: App, address: SocketAddr) -> Router {
    let server = &app.settings.server;
    let guard = Guard::new(address, &server.hosts);
    let body_limit = server.body_kib * 1024;
    api::routes()
        .fallback(assets::serve)
        .with_state(app)
        .layer(RequestBodyLimitLayer::new(body_limit))
        .layer(middleware::from_fn_with_state(guard, guard::check))
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(|_| ApiError::internal().into_response()))
        .layer(middleware::from_fn(finish))
}

/// Security headers on every response, errors as JSON, and nothing but reading outside the API.
async fn finish(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = match is_api || reads {
        true => next.run(request).await,
        false => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    };
    let status = response.status();
    let has_json = response
        .headers()
        .get("content-type")
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    if (status.is_client_error() || status.is_server_error()) && !has_json {
        response = ApiError::of_status(status).into_response();
    }
    for (name, value) in guard::headers() {
        response.headers_mut().insert(name, value);
    }
    response
}

/// Serves until the flag is raised. `ready` is called with the address once it listens.
pub fn serve(
    games: &'static [&'static dyn AnyDomain],
    settings: Settings,
    stop: &StopFlag,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let address = SocketAddr::new(settings.server.address, settings.server.port);
    let app = App::new(games, settings);
    let sessions = app.sessions.clone();
    let result = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let router = router(app, address);
        ready(address);
        tokio::select! {
            served = axum::serve(listener, router) => served,
            () = watch(stop, || sessions.end_idle()) => Ok(()),
        }
    });
    sessions.end_all();
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// Waits for the flag, with something to do now and then.
async fn watch(stop: &StopFlag, mut now_and_then: impl FnMut()) {
    while !stop.is_stopped() {
        tokio::time::sleep(CHECK).await;
        now_and_then();
    }
}
