//! `render`: draws a map with its path and the expanded cells.

use super::input::{self, Ends};
use super::run::{self, AnswerRow};
use crate::draw::{Heat, Picture, raster, svg, terminal};
use crate::map::movement::Direction;
use crate::program::tool::Pathfinding;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use report::terminal::style_for;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Arguments of `render`.
#[derive(Args)]
pub(crate) struct Render {
    /// The map file
    map: PathBuf,
    #[command(flatten)]
    ends: Ends,
    /// Stations of the map [default: NAME.stations next to NAME.map, if it exists]
    #[arg(long, value_name = "FILE")]
    stations: Option<PathBuf>,
    /// Write a picture to this file, .svg or .png, with the expansions as a heat map
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Animate the search (.svg only)
    #[arg(long, requires = "output")]
    animate: bool,
}

/// The result if no picture is written.
#[derive(Serialize)]
struct RenderRow {
    #[serde(flatten)]
    answer: AnswerRow,
    /// The map with its path as text.
    drawing: String,
}

/// A kind of picture, chosen by the extension of its file.
#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Animation,
    Png,
}

impl Kind {
    fn of(path: &Path, animate: bool) -> Result<Self, HarnessError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match (extension.as_str(), animate) {
            ("svg", false) => Ok(Kind::Svg),
            ("svg", true) => Ok(Kind::Animation),
            ("png", false) => Ok(Kind::Png),
            ("png", true) => {
                let problem = format!("{} cannot be animated; use a .svg file", path.display());
                Err(HarnessError::input("--animate", problem))
            }
            _ => {
                let place = format!("--output {}", path.display());
                let problem = "unknown kind of picture; use .svg or .png";
                Err(HarnessError::input(place, problem))
            }
        }
    }
}

/// Runs the verb.
pub(crate) fn run(context: &Context<Pathfinding>, args: Render) -> Result<Finish, HarnessError> {
    let config = context.config();
    let refused = |error: String| HarnessError::input(args.map.display().to_string(), error);
    let output = match &args.output {
        Some(path) => Some((path, Kind::of(path, args.animate)?)),
        None => None,
    };
    let stations = args.stations.as_deref();
    let (puzzle, query) = input::read_with(&args.map, stations, &config.map, args.ends)?;
    if let Some((path, _)) = output {
        context.check_writable(path)?;
    } else if !terminal::fits(&puzzle.map) {
        let (rows, columns) = (puzzle.map.rows(), puzzle.map.columns());
        let most = terminal::LARGEST;
        return Err(refused(format!(
            "{rows} x {columns} cells do not fit a terminal, at most {most} x {most} do; \
             use --output FILE.svg or FILE.png"
        )));
    }
    let mut heat = Heat::new(&puzzle.map);
    let stop = context.stop();
    let answer = run::answer(&puzzle.map, &query, &config.search, &stop, &mut heat)
        .map_err(|error| refused(error.to_string()))?;
    if let Some(reason) = answer.gave_up(&config.search) {
        return Err(refused(format!("from {} to {}: {reason}", query.from, query.to)));
    }
    let letters = answer.path.as_deref().unwrap_or_default();
    let path: Vec<Direction> = letters.chars().filter_map(Direction::from_letter).collect();
    let picture = Picture { map: &puzzle.map, query: &query, path: &path, heat: &heat };
    let result = match answer.report.outcome {
        Ok(length) if length.diagonal > 0 => {
            format!("{} steps of length {:.2}", length.steps(), length.cost())
        }
        Ok(length) => format!("{} steps", length.steps()),
        Err(_) => "no path".to_owned(),
    };
    let what = if query.supply.is_some() { "states" } else { "cells" };
    let algorithm = config.search.algorithm;
    let caption = format!("{result}, {} {what} expanded by {algorithm}", heat.expansions());
    match output {
        Some((file, Kind::Svg)) => context.write_file(file, svg::draw(&picture, &caption))?,
        Some((file, Kind::Animation)) => {
            context.write_file(file, svg::animate(&picture, &caption))?;
        }
        Some((file, Kind::Png)) => context.write_file(file, raster::draw(&picture, &caption))?,
        None => {
            let drawing = terminal::draw(&picture, style_for(&std::io::stdout()));
            let text = format!("{drawing}{caption}\n");
            context.result(&RenderRow { answer: answer.row(), drawing }, &text)?;
        }
    }
    Ok(Finish::Done)
}
