//! Engine options and their values.

use std::fmt;

/// The type of an option. Written as UCI does: `type spin default 16 min 1 max 1024`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer.
    Spin {
        /// Default value.
        default: u64,
        /// Minimum.
        min: u64,
        /// Maximum.
        max: u64,
    },
    /// `true` or `false`.
    Check {
        /// Default value.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// Default value.
        default: &'static str,
        /// The accepted words.
        choices: &'static [&'static str],
    },
    /// An action.
    Button,
}

impl Kind {
    /// Checks a value, ignoring case; the error states the accepted values.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let (fits, allowed) = match self {
            Kind::Spin { min, max, .. } => {
                let number = value.parse::<u64>();
                (number.is_ok_and(|n| (*min..=*max).contains(&n)), format!("{min} to {max}"))
            }
            Kind::Check { .. } => (truth(value).is_some(), "true or false".into()),
            Kind::Combo { choices, .. } => {
                let known = choices.iter().any(|choice| choice.eq_ignore_ascii_case(value));
                (known, choices.join(", "))
            }
            Kind::Button => (true, String::new()),
        };
        if fits { Ok(()) } else { Err(format!("found {value:.40?}, allowed: {allowed}")) }
    }
}

/// `true` or `false` in any case, or UCCI's `on` and `off`.
pub(super) fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Spin { default, min, max } => {
                write!(f, "type spin default {default} min {min} max {max}")
            }
            Kind::Check { default } => write!(f, "type check default {default}"),
            Kind::Combo { default, choices } => {
                write!(f, "type combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Button => f.write_str("type button"),
        }
    }
}

/// The effect of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Size of the transposition table in MiB.
    TableMib,
    /// Number of search threads.
    Threads,
    /// Number of variations (MultiPV).
    Lines,
    /// Milliseconds subtracted from every time limit.
    Overhead,
    /// Whether the manager will ponder; accepted without effect.
    Ponder,
    /// Clears the transposition table.
    Forget,
    /// An option of the dialect.
    Own(Kind),
}
