//! Small games with known answers.
