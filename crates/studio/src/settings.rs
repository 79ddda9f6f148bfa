//! The configuration of the server: [`Settings`].

use config::{Assignment, Choice, ConfigError, ConfigProblem, Embedded};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::time::Duration;

/// The files of `configs/studio/`.
pub const CONFIGS: Embedded = config::embed!("configs": "default");

/// A configuration file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Where it listens and who may ask.
    pub server: Server,
    /// How many games, and how long.
    pub sessions: Sessions,
    /// What one engine may use.
    pub engine: Engine,
    /// What a recorded search may use.
    pub think: Think,
    /// What a search for a path may use.
    pub paths: Paths,
}

/// The section `[server]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Server {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Values of the header `Host` that are accepted in addition to the loopback names.
    pub hosts: Vec<String>,
    /// The largest request body.
    pub body_kib: usize,
}

/// The section `[sessions]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sessions {
    /// Games at once.
    pub limit: usize,
    /// A game without a request ends after this time.
    pub idle_minutes: f64,
    /// A game used within this time is not ended to make room.
    pub grace_seconds: f64,
}

impl Sessions {
    /// How long a game lasts without a request.
    pub fn idle(&self) -> Duration {
        Duration::from_secs_f64(self.idle_minutes * 60.0)
    }

    /// How long a game is safe after a request.
    pub fn grace(&self) -> Duration {
        Duration::from_secs_f64(self.grace_seconds)
    }
}

/// The section `[engine]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Engine {
    /// Searches at once; 0 for one per core.
    pub searches: usize,
    /// The longest search.
    pub seconds: f64,
    /// The most lines of one search.
    pub lines: usize,
    /// The largest table of one engine.
    pub table_mib: usize,
    /// The most threads of one search.
    pub threads: usize,
}

/// The section `[think]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Think {
    /// The most nodes of one recording.
    pub nodes: usize,
    /// The longest recorded search.
    pub seconds: f64,
}

/// The section `[paths]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Paths {
    /// The largest map, in cells.
    pub cells: usize,
    /// A search gives up after this many expansions.
    pub expansions: usize,
    /// The most expansions that are reported one by one.
    pub shown: usize,
}

impl Engine {
    /// Searches that run at the same time.
    pub fn searches(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        if self.searches == 0 { cores() } else { self.searches }
    }

    /// The longest search.
    pub fn longest(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

impl Settings {
    /// The chosen configuration with these changes, checked.
    pub fn load(choice: Option<&str>, sets: &[Assignment]) -> Result<Settings, ConfigError> {
        let choice = choice.map(|text| Choice::option("--config", text));
        let document = CONFIGS.document(choice.as_ref(), sets)?;
        let settings: Settings = document.root().read_without(CONFIGS.own_keys())?;
        settings.check().map_err(|problem| document.locate(problem))?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), ConfigProblem> {
        let Settings { server, sessions, engine, think, paths } = self;
        let counts = [
            ("server.body-kib", server.body_kib, 1, 1 << 14),
            ("sessions.limit", sessions.limit, 1, 10_000),
            ("engine.searches", engine.searches, 0, 1024),
            ("engine.lines", engine.lines, 1, 100),
            ("engine.table-mib", engine.table_mib, 1, 1 << 20),
            ("engine.threads", engine.threads, 1, 1024),
            ("think.nodes", think.nodes, 1, 1 << 20),
            ("paths.cells", paths.cells, 1, 1 << 24),
            ("paths.expansions", paths.expansions, 1, 1 << 30),
            ("paths.shown", paths.shown, 0, 1 << 24),
        ];
        for (key, value, least, most) in counts {
            if !(least..=most).contains(&value) {
                let allowed = format!("{least} to {most}");
                return Err(ConfigProblem::new(key, value.to_string(), allowed));
            }
        }
        let times = [
            ("sessions.idle-minutes", sessions.idle_minutes, 0.001, 1e6),
            ("sessions.grace-seconds", sessions.grace_seconds, 0.0, 1e6),
            ("engine.seconds", engine.seconds, 0.001, 1e6),
            ("think.seconds", think.seconds, 0.001, 1e6),
        ];
        for (key, value, least, most) in times {
            if !(least..=most).contains(&value) {
                let allowed = format!("a number from {least} to {most}");
                return Err(ConfigProblem::new(key, value.to_string(), allowed));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_with_their_place() {
        let load = |set: &str| Settings::load(None, &[set.into()]);
        assert!(load("server.port=0").is_ok());
        for (set, error) in [
            (
                "sessions.limit=0",
                "--set sessions.limit=0: sessions.limit: found 0, allowed: 1 to 10000",
            ),
            (
                "engine.seconds=nan",
                "--set engine.seconds=nan: engine.seconds: found NaN, allowed: ",
            ),
            ("engine.thread=1", "--set engine.thread=1: engine.thread: unknown key; allowed: "),
        ] {
            let message = load(set).expect_err(set).to_string();
            assert!(message.starts_with(error), "{message}");
        }
    }

    #[test]
    fn the_default_listens_on_this_machine_only() {
        let settings = Settings::load(None, &[]).expect("the default is valid");
        assert!(settings.server.address.is_loopback());
        assert!(settings.engine.searches() >= 1);
    }
}
