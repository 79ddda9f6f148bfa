//! `config`: prints the effective configuration, or lists those that can be chosen by name.

use super::{Context, Finish, HarnessError, Tool};
use clap::Args;
use report::Table;
use serde::Serialize;

/// Arguments of `config`.
#[derive(Args)]
pub(super) struct Show {
    /// List the built-in configurations, for --config
    #[arg(long)]
    list: bool,
}

/// Runs the verb.
pub(super) fn run<T: Tool>(context: &Context<T>, args: Show) -> Result<Finish, HarnessError> {
    if args.list {
        return list(context);
    }
    let config = &context.config().config;
    let text = config_text(config).map_err(HarnessError::other)?;
    context.result(config, &text)?;
    Ok(Finish::Done)
}

/// A configuration as a file that builds on no other, so that it can be saved and read back.
pub(crate) fn config_text(config: &impl Serialize) -> Result<String, toml::ser::Error> {
    let text = toml::to_string(config)?;
    Ok(format!("base = \"none\"  # complete: every value is written here\n{text}"))
}

/// A configuration that can be chosen by name.
#[derive(Serialize)]
struct ConfigRow {
    name: &'static str,
    about: &'static str,
}

fn list<T: Tool>(context: &Context<T>) -> Result<Finish, HarnessError> {
    let mut table = Table::new(&["name", "about"]);
    for (name, about) in T::CONFIGS.list() {
        table.row(vec![name.to_owned(), about.to_owned()]);
        if context.flags().json {
            context.result(&ConfigRow { name, about }, "")?;
        }
    }
    if !context.flags().json {
        context.text(&table.to_text(None))?;
    }
    Ok(Finish::Done)
}
