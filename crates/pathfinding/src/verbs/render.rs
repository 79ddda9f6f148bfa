//! `render`: a map with its path and how the search spread.

use super::input::{self, Ends};
use super::run;
use crate::draw::{Picture, svg, terminal};
use crate::map::Cell;
use crate::movement::Direction;
use crate::tool::Pathfinding;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::report::terminal::style_for;
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `render`.
#[derive(Args)]
pub(crate) struct Render {
    /// The map file
    map: PathBuf,
    #[command(flatten)]
    ends: Ends,
    /// Write a picture to this file instead: walls, stations, path, and the expansions as a heat map
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Render) -> Result<Finish, HarnessError> {
    let config = context.config();
    let refused = |error: String| HarnessError::input(args.map.display().to_string(), error);
    let (puzzle, query) = input::read(&args.map, &config.map, args.ends)?;
    if let Some(path) = &args.svg {
        context.check_writable(path)?;
    } else if !terminal::fits(&puzzle.map) {
        let (rows, columns) = (puzzle.map.rows(), puzzle.map.columns());
        let most = terminal::LARGEST;
        return Err(refused(format!(
            "found {rows} x {columns} cells, allowed in a terminal: {most} x {most}; use --svg FILE"
        )));
    }
    let mut expanded: Vec<Cell> = Vec::new();
    let stop = context.stop();
    let answer = run::answer(&puzzle.map, &query, &config.search, &stop, &mut expanded)
        .map_err(|error| refused(error.to_string()))?;
    if let Some(reason) = answer.gave_up(&config.search) {
        return Err(refused(format!("from {} to {}: {reason}", query.from, query.to)));
    }
    let letters = answer.path.as_deref().unwrap_or_default();
    let path: Vec<Direction> = letters.chars().filter_map(Direction::from_letter).collect();
    let picture = Picture { map: &puzzle.map, query: &query, path: &path, expanded: &expanded };
    let result = match answer.path {
        Some(_) => format!("{} steps", path.len()),
        None => "no path".to_owned(),
    };
    let what = if query.supply.is_some() { "states" } else { "cells" };
    let algorithm = config.search.algorithm;
    let caption = format!("{result}, {} {what} expanded by {algorithm}", expanded.len());
    match &args.svg {
        Some(file) => context.write_file(file, &svg::draw(&picture, &caption))?,
        None => {
            let drawing = terminal::draw(&picture, style_for(&std::io::stdout()));
            let mut object = answer.fields();
            object.insert("drawing".into(), json!(drawing));
            context.result(&object, &format!("{drawing}{caption}\n"))?;
        }
    }
    Ok(Finish::Done)
}
