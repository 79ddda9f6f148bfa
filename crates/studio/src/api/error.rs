//! Errors as the page sees them: [`ApiError`].

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use harness::facade::FacadeError;
use serde::Serialize;

/// A refused request: the text of the command line, and its place apart.
#[derive(Clone, Debug, Serialize)]
pub struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    /// Where the problem is: `move "z9"`, `config:3`.
    pub place: String,
    /// One line with the place, the problem and what is accepted.
    pub error: String,
}

impl ApiError {
    fn new(status: StatusCode, place: &str, problem: &str) -> ApiError {
        let error = config::one_line(&format!("{place}: {problem}"));
        ApiError { status, place: config::one_line(place), error }
    }

    /// The request itself is wrong.
    pub fn request(place: &str, problem: &str) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, place, problem)
    }

    /// An input that cannot be used.
    pub fn input(place: &str, problem: &str) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, place, problem)
    }

    /// Nothing of that name.
    pub fn not_found(place: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, place, "not found")
    }

    /// The game has ended, or never began.
    pub fn no_session() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "game", "not found; it has ended, open another")
    }

    /// A request of another site.
    pub fn forbidden(header: &str, found: &str) -> ApiError {
        let problem = format!("found {found:?}, allowed: this server's own address");
        ApiError::new(StatusCode::FORBIDDEN, header, &problem)
    }

    /// Too many games.
    pub fn full() -> ApiError {
        let problem = "too many games at once; close one or try again later";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "game", problem)
    }

    /// What the routes and layers refuse by themselves.
    pub fn of_status(status: StatusCode) -> ApiError {
        let problem = status.canonical_reason().unwrap_or("refused").to_lowercase();
        ApiError::new(status, "request", &problem)
    }

    /// A fault of the server.
    pub fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "server", "the request failed")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

impl From<FacadeError> for ApiError {
    fn from(error: FacadeError) -> ApiError {
        let status = match error {
            FacadeError::Over => StatusCode::CONFLICT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let place = config::one_line(error.place());
        ApiError { status, place, error: config::one_line(&error.to_string()) }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        ApiError::new(rejection.status(), "request", &rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::new(rejection.status(), "address", &rejection.body_text())
    }
}
