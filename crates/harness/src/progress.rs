//! Progress bars and logs, both on stderr, without one garbling the other.
//!
//! ```
//! let bar = harness::progress::bar(200, "games", true);
//! bar.step(1);
//! bar.message("games, 1 forfeit");
//! bar.finish();
//! ```

use indicatif::{MultiProgress, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};
use report::{number, terminal};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// All bars of the process: there is one terminal, and log lines must go above the bars on it.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// How often a bar is redrawn when nothing happens, so that its time keeps running.
const TICK: Duration = Duration::from_millis(200);

const BAR: &str = "{msg}  {bar:30}  {human_pos}/{human_len}  {rate}  {eta} left";
const SPINNER: &str = "{spinner} {msg}  {human_pos}  {rate}  {elapsed}";

/// A progress bar. Clones show the same bar and may be used from several threads.
#[derive(Clone, Debug)]
pub struct Bar(ProgressBar);

/// A bar for `len` steps with rate and remaining time. Nothing is shown when `quiet`, or when stderr
/// is not a terminal.
pub fn bar(len: u64, message: &str, quiet: bool) -> Bar {
    show(ProgressBar::new(len), BAR, message, quiet)
}

/// A spinner for work of unknown length, with the steps so far.
pub fn spinner(message: &str, quiet: bool) -> Bar {
    show(ProgressBar::no_length(), SPINNER, message, quiet)
}

fn show(bar: ProgressBar, template: &str, message: &str, quiet: bool) -> Bar {
    let message = message.to_owned();
    if quiet || !io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        return Bar(bar.with_message(message));
    }
    let (bars, spins) = match terminal::style_for(&io::stderr()).unicode {
        true => ("━╸─", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ "),
        false => ("=>-", "-\\|/ "),
    };
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, to: &mut dyn fmt::Write| {
            // A line that cannot be formatted is drawn again a moment later.
            let _ = write!(to, "{}/s", number::short(state.per_sec()));
        })
        .progress_chars(bars)
        .tick_chars(spins);
    let bar =
        BARS.add(bar.with_style(style).with_message(message).with_finish(ProgressFinish::AndClear));
    bar.enable_steady_tick(TICK);
    Bar(bar)
}

impl Bar {
    /// `n` more steps are done.
    pub fn step(&self, n: u64) {
        self.0.inc(n);
    }

    /// How many steps are done.
    pub fn steps(&self) -> u64 {
        self.0.position()
    }

    /// Changes the text.
    pub fn message(&self, message: impl Into<Cow<'static, str>>) {
        self.0.set_message(message);
    }

    /// Removes the bar: what comes next is the result. Dropping the last clone does the same.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Sends log lines to stderr, above any progress bar.
///
/// Warnings are shown by default, errors alone when `quiet`; each step of `verbosity` shows one level
/// more (information, debugging, tracing). Only the first call of a process has an effect.
pub fn init_logs(verbosity: u8, quiet: bool) {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level(verbosity, quiet))
        .without_time()
        .with_target(verbosity > 1)
        .with_ansi(terminal::style_for(&io::stderr()).colour)
        .with_writer(Logs);
    // An embedding program or test may have its own subscriber: then that one stays.
    let _ = subscriber.try_init();
}

fn level(verbosity: u8, quiet: bool) -> Level {
    match (quiet, verbosity) {
        (true, _) => Level::ERROR,
        (false, 0) => Level::WARN,
        (false, 1) => Level::INFO,
        (false, 2) => Level::DEBUG,
        (false, _) => Level::TRACE,
    }
}

/// Whether an error was logged: work that failed while the verb went on, such as a game that could not
/// be saved. The exit code must not say that all is well.
pub(crate) fn has_logged_errors() -> bool {
    ERRORS_LOGGED.load(Relaxed)
}

static ERRORS_LOGGED: AtomicBool = AtomicBool::new(false);

/// Gives every log line its writer, and notes errors.
struct Logs;

impl MakeWriter<'_> for Logs {
    type Writer = AboveBars;

    fn make_writer(&self) -> AboveBars {
        AboveBars
    }

    fn make_writer_for(&self, meta: &Metadata<'_>) -> AboveBars {
        if *meta.level() == Level::ERROR {
            ERRORS_LOGGED.store(true, Relaxed);
        }
        AboveBars
    }
}

/// Writes to stderr while the bars are taken off the screen.
struct AboveBars;

impl Write for AboveBars {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        BARS.suspend(|| io::stderr().write_all(line)).map(|()| line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_several_threads_add_up() {
        let bar = bar(4000, "work", true);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let bar = bar.clone();
                scope.spawn(move || (0..1000).for_each(|_| bar.step(1)));
            }
        });
        assert_eq!(bar.steps(), 4000);
        bar.finish();
    }

    #[test]
    fn a_spinner_counts_without_knowing_the_end() {
        let spinner = spinner("reading", true);
        spinner.step(3);
        spinner.message("still reading");
        assert_eq!(spinner.steps(), 3);
    }

    #[test]
    fn quiet_beats_verbosity() {
        assert_eq!(level(3, true), Level::ERROR);
        assert_eq!(level(0, false), Level::WARN);
        assert_eq!(level(9, false), Level::TRACE);
    }

    #[test]
    fn every_template_is_valid() {
        for template in [BAR, SPINNER] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }
}
