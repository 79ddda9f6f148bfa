//! Ctrl-C: one flag for the whole process, so that long work ends cleanly and keeps what was done.

use search::StopFlag;
use std::sync::OnceLock;

static FLAG: OnceLock<StopFlag> = OnceLock::new();

/// The flag that Ctrl-C (or a termination signal) raises. The first call installs the handler; a
/// second Ctrl-C ends the process at once, for the case that something hangs.
pub fn flag() -> StopFlag {
    FLAG.get_or_init(|| {
        let flag = StopFlag::new();
        let raised = flag.clone();
        let installed = ctrlc::set_handler(move || {
            if raised.is_stopped() {
                std::process::exit(130);
            }
            raised.stop();
        });
        if let Err(error) = installed {
            tracing::warn!("Ctrl-C cannot be caught: {error}");
        }
        flag
    })
    .clone()
}
