//! The verb `openings`.

use crate::notation::{offsets, replay};
use crate::rules::symmetry::Symmetry;
use crate::{FiveInARow, Gomoku};
use clap::Args;
use files::read_text;
use harness::cli::{Context, Finish, HarnessError};
use record::PlayedGame;
use serde::Serialize;
use std::collections::HashSet;
use std::path::PathBuf;

/// The largest file that is read.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Arguments of `openings`.
#[derive(Args)]
pub(crate) struct Openings {
    /// Gomocup opening file: one opening per line, x,y pairs relative to the centre
    file: PathBuf,
    /// Add the rotations and reflections of each opening, so that a long match repeats fewer games
    #[arg(long)]
    images: bool,
}

/// An opening on the configured board.
#[derive(Serialize)]
struct OpeningRow {
    /// Its moves without spaces: `h8i9`.
    moves: String,
    /// The number of moves.
    plies: usize,
}

/// Prints the openings of a Gomocup file as moves on the configured board, in the form that `match
/// --openings` reads.
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
        let row = OpeningRow { moves: replay::move_text(&opening), plies: opening.plies() };
        context.result(&row, &format!("{}\n", row.moves))?;
    }
    Ok(Finish::Done)
}

/// The openings, then their rotations and reflections, without duplicates.
fn with_images(openings: &[PlayedGame<Gomoku>]) -> Vec<PlayedGame<Gomoku>> {
    let sizes = openings.first().map(|opening| opening.start().size());
    let ways = sizes.into_iter().flat_map(Symmetry::all);
    let images =
        ways.flat_map(|way| openings.iter().filter_map(move |opening| image(opening, way)));
    let mut seen = HashSet::new();
    images.filter(|image| seen.insert(replay::move_text(image))).collect()
}

/// The opening under a symmetry of the board. On an empty board it is as legal as the opening itself.
fn image(opening: &PlayedGame<Gomoku>, way: Symmetry) -> Option<PlayedGame<Gomoku>> {
    let start = opening.start();
    let points = opening.moves().map(|point| way.apply(start.size(), point));
    replay::of_points(start.clone(), points).ok()
}
