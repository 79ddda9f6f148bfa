//! The command line: [`StudioCommand`].

use crate::server;
use crate::settings::Settings;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use config::Assignment;
use harness::cli::{Finish, HarnessError};
use harness::suite::{Suite, SuiteCommand};
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::Stdio;

/// `studio`: serves the games of a suite, `plywood studio`.
pub struct StudioCommand;

#[derive(Args)]
struct Flags {
    /// Configuration to use: a name or a file [default: default]
    #[arg(long, value_name = "NAME|FILE")]
    config: Option<String>,
    /// Override one value, for example engine.seconds=30 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Port to listen on, 0 for any free one [default: 7878]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen on; another than 127.0.0.1 lets other machines in, without a password, and for
    /// 0.0.0.0 their names for this machine must be in server.hosts [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Print errors only
    #[arg(long, short)]
    quiet: bool,
}

impl Flags {
    fn settings(&self) -> Result<Settings, HarnessError> {
        let sets: Vec<Assignment> = self.set.iter().map(|set| set.as_str().into()).collect();
        let mut settings = Settings::load(self.config.as_deref(), &sets)?;
        settings.server.port = self.port.unwrap_or(settings.server.port);
        settings.server.address = self.address.unwrap_or(settings.server.address);
        Ok(settings)
    }
}

impl SuiteCommand for StudioCommand {
    fn command(&self) -> Command {
        Flags::augment_args(Command::new("studio"))
            .about("Play and analyse in the browser")
            .long_about(None::<&str>)
    }

    fn run(&self, suite: &Suite, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        let flags = Flags::from_arg_matches(matches)?;
        let settings = flags.settings()?;
        let asked = SocketAddr::new(settings.server.address, settings.server.port);
        let ready = |address: SocketAddr| {
            let url = url(address);
            if !flags.quiet {
                // A remark that cannot be shown is no reason to fail.
                let _ = writeln!(io::stderr(), "studio: {url} (Ctrl-C ends it)");
            }
            if flags.open && !open_browser(&url) {
                let _ = writeln!(io::stderr(), "--open: no browser could be started; open {url}");
            }
        };
        server::serve(suite.games, settings, &harness::interrupt::flag(), ready).map_err(
            |error| {
                HarnessError::input(asked.to_string(), format!("{error}; choose another --port"))
            },
        )?;
        Ok(Finish::Done)
    }
}

/// The address of the page; an address that means every network is not one to visit.
fn url(address: SocketAddr) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        ip => ip.to_string(),
    };
    format!("http://{host}:{}/", address.port())
}

/// Asks the system to show a page; `false` if that fails.
fn open_browser(url: &str) -> bool {
    let (program, args): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("explorer", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    command.args(args).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(args: &[&str]) -> Result<Settings, HarnessError> {
        let matches = StudioCommand.command().try_get_matches_from([&["studio"], args].concat())?;
        Flags::from_arg_matches(&matches)?.settings()
    }

    #[test]
    fn flags_win_over_the_configuration() {
        let found = settings(&["--set", "server.port=1", "--port", "2"]).expect("valid");
        assert_eq!((found.server.port, found.server.address.is_loopback()), (2, true));
        let found = settings(&["--address", "0.0.0.0"]).expect("valid");
        assert!(found.server.address.is_unspecified());
        assert!(settings(&["--set", "server.prot=1"]).is_err());
    }

    #[test]
    fn the_page_has_an_address_that_a_browser_can_visit() {
        let url = |text: &str| url(text.parse().expect("an address"));
        assert_eq!(url("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(url("[::1]:80"), "http://[::1]:80/");
    }
}
