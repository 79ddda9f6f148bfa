//! `config`: prints the effective configuration, or lists those that can be chosen by name.

use super::{Context, Finish, HarnessError, Tool};
use clap::Args;
use report::Table;
use serde_json::json;

/// Arguments of `config`.
#[derive(Args)]
pub(super) struct Show {
    /// List the built-in configurations, for --config
    #[arg(long)]
    list: bool,
}

/// Runs the verb. What it prints stands alone, so that it can be saved and read back.
pub(super) fn run<T: Tool>(context: &Context<T>, args: Show) -> Result<Finish, HarnessError> {
    if args.list {
        return list(context);
    }
    let config = &context.config().config;
    let text = toml::to_string(config).map_err(HarnessError::other)?;
    let alone = "base = \"none\"  # stands alone: every value is written here\n";
    context.result(config, &format!("{alone}{text}"))?;
    Ok(Finish::Done)
}

fn list<T: Tool>(context: &Context<T>) -> Result<Finish, HarnessError> {
    let mut table = Table::new(&["name", "about"]);
    for (name, about) in T::CONFIGS.list() {
        table.row(vec![name.to_owned(), about.to_owned()]);
        if context.flags().json {
            context.result(&json!({ "name": name, "about": about }), "")?;
        }
    }
    if !context.flags().json {
        context.text(&table.to_text(None))?;
    }
    Ok(Finish::Done)
}
