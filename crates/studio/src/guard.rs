//! Who may ask: the headers `Host` and `Origin`, and what the page may do ([`CONTENT_POLICY`]).
//!
//! A page of another site can make a browser send requests to this server. It cannot choose their `Host` (a
//! name of its own that resolves to this machine shows there) nor their `Origin`, so both are checked.

use crate::api::ApiError;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;

/// The Content-Security-Policy: everything from this server, no inline script or style, no frames.
pub(crate) const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The names under which the server may be asked.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    hosts: Arc<[String]>,
}

impl Guard {
    /// Accepts the loopback names with the port of this address, the address itself, and these hosts.
    pub(crate) fn new(address: SocketAddr, hosts: &[String]) -> Guard {
        let loopback = ["127.0.0.1", "localhost", "[::1]"];
        let own = loopback.iter().map(|name| format!("{name}:{}", address.port()));
        let own = own.chain([address.to_string()]);
        Guard { hosts: own.chain(hosts.iter().map(|host| host.to_lowercase())).collect() }
    }

    fn knows(&self, host: &str) -> bool {
        self.hosts.contains(&host.to_lowercase())
    }

    /// Whether a request with these headers comes from the page itself, or from a program on this machine.
    fn admit(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().map(text).unwrap_or_default();
        if !self.knows(&host) || hosts.next().is_some() {
            return Err(ApiError::forbidden("Host", &host));
        }
        for origin in headers.get_all(ORIGIN).iter().map(text) {
            let known = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            if !known.is_some_and(|host| self.knows(host)) {
                return Err(ApiError::forbidden("Origin", &origin));
            }
        }
        Ok(())
    }
}

/// Refuses requests that [`Guard`] does not admit.
pub(crate) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    match guard.admit(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// The headers that every response carries.
pub(crate) fn headers() -> [(HeaderName, HeaderValue); 5] {
    let header = |name, value| (HeaderName::from_static(name), HeaderValue::from_static(value));
    [
        header("content-security-policy", CONTENT_POLICY),
        header("x-content-type-options", "nosniff"),
        header("referrer-policy", "no-referrer"),
        header("cross-origin-opener-policy", "same-origin"),
        header("cross-origin-resource-policy", "same-origin"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().expect("a header"));
        }
        let address = "10.0.0.7:80".parse().expect("an address");
        Guard::new(address, &["Lab.example".to_owned()]).admit(&headers).is_ok()
    }

    #[test]
    fn only_known_hosts_and_origins_are_admitted() {
        assert!(admits("127.0.0.1:80", None));
        assert!(admits("LOCALHOST:80", Some("http://localhost:80")));
        assert!(admits("10.0.0.7:80", None));
        assert!(admits("lab.example", Some("https://lab.example")));
        assert!(!admits("127.0.0.1:81", None));
        assert!(!admits("evil.example:80", None));
        assert!(!admits("127.0.0.1:80", Some("http://evil.example")));
        assert!(!admits("127.0.0.1:80", Some("null")));
        assert!(!admits("127.0.0.1:80", Some("http://127.0.0.1:80.evil.example")));
        let address = "127.0.0.1:80".parse().expect("an address");
        assert!(Guard::new(address, &[]).admit(&HeaderMap::new()).is_err());
    }
}
