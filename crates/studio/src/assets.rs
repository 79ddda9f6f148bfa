//! The page, compiled in: the files of `web/dist`.

use crate::api::ApiError;
use axum::http::Uri;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The built page. A name in it is a key of a list, never a path of the file system.
#[derive(RustEmbed)]
#[folder = "web/dist"]
struct Dist;

/// Addresses that show the page; the rest of the address is for its script.
const SCREENS: [&str; 3] = ["/play/", "/think", "/paths"];

/// A file of the page, or the page itself for the address of a screen.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let is_screen = path == "/" || SCREENS.iter().any(|screen| path.starts_with(screen));
    let name = if is_screen { "index.html" } else { path.trim_start_matches('/') };
    let Some(file) = Dist::get(name) else {
        return ApiError::not_found("address").into_response();
    };
    let tag: String = file.metadata.sha256_hash()[..8].iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{tag}\"");
    // The browser asks each time; a short answer says that nothing has changed.
    let fresh = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, fresh).into_response();
    }
    (fresh, [(CONTENT_TYPE, content_type(name))], file.data.into_owned()).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "map") => "application/json",
        _ => "application/octet-stream",
    }
}
