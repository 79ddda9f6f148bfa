//! The verb `openings`.

use crate::notation::{offsets, replay};
use crate::rules::symmetry::Symmetry;
use crate::{FiveInARow, Gomoku};
use clap::Args;
use files::read_text;
use harness::cli::{Context, Finish, HarnessError};
use record::PlayedGame;
use serde_json::json;
use std::collections::HashSet;
use std::path::PathBuf;

/// The largest file that is read.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Arguments of `openings`.
#[derive(Args)]
pub(crate) struct Openings {
    /// A file of the Gomocup: one opening a line, x,y pairs as distances from the centre
    file: PathBuf,
    /// Behind the openings also their mirror images, so that a long match repeats fewer games
    #[arg(long)]
    images: bool,
}

/// Prints the openings of a Gomocup file as moves on the configured board: an opening file for
/// `match`.
pub(crate) fn openings(
    context: &Context<FiveInARow>,
    args: Openings,
) -> Result<Finish, HarnessError> {
    let game = &context.config().game;
    let text = read_text(&args.file, MAX_FILE_BYTES)
        .map_err(|error| HarnessError::input(error.place(&args.file), &error))?;
    let openings = offsets::parse(&text, &Gomoku::new(game.size(), game.rule))
        .map_err(|error| HarnessError::input(args.file.display().to_string(), error))?;
    let openings = if args.images { with_images(&openings) } else { openings };
    for opening in openings {
        let moves = replay::move_text(&opening);
        let json = json!({ "moves": moves, "plies": opening.plies() });
        context.result(&json, &format!("{moves}\n"))?;
    }
    Ok(Finish::Done)
}

/// The openings as they are, then turned, upside down and so on; those that look alike once.
fn with_images(openings: &[PlayedGame<Gomoku>]) -> Vec<PlayedGame<Gomoku>> {
    let sizes = openings.first().map(|opening| opening.start().size());
    let ways = sizes.into_iter().flat_map(Symmetry::all);
    let images =
        ways.flat_map(|way| openings.iter().filter_map(move |opening| image(opening, way)));
    let mut seen = HashSet::new();
    images.filter(|image| seen.insert(replay::move_text(image))).collect()
}

/// From an empty board an image is as legal as what it mirrors.
fn image(opening: &PlayedGame<Gomoku>, way: Symmetry) -> Option<PlayedGame<Gomoku>> {
    let start = opening.start();
    let points = opening.moves().map(|point| way.apply(start.size(), point));
    replay::of_points(start.clone(), points).ok()
}
