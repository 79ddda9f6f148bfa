//! Options: what can be set, and to what.

use std::fmt;

/// What an option may be set to. Written as UCI does: `type spin default 16 min 1 max 1024`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Spin {
        /// Its value before it is set.
        default: u64,
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// `true` or `false`.
    Check {
        /// Its value before it is set.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// Its value before it is set.
        default: &'static str,
        /// All of them.
        choices: &'static [&'static str],
    },
    /// Something that happens when it is set.
    Button,
}

impl Kind {
    /// Refuses a value that is not of this kind, saying what is. Letters may be of either case.
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

/// What an option does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The size of the table in MiB.
    TableMib,
    /// How many threads search.
    Threads,
    /// How many lines of play are told.
    Lines,
    /// Milliseconds kept back from every time.
    Overhead,
    /// Whether the manager will let us ponder; nothing to do but to know the word.
    Ponder,
    /// Forgets what was learned.
    Forget,
    /// Something of the dialect's own.
    Own(Kind),
}
