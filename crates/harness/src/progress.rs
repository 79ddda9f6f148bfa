//! Progress bars and logs.
