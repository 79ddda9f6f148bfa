//! `render`: the board of a position, in the terminal or as a picture.

use super::input::{self, LimitArgs};
use crate::Domain;
use crate::candidates::candidates;
use crate::cli::{Context, Finish, HarnessError};
use board::{BoardView, PictureStyle, Theme, png, svg};
use clap::{Args, ValueEnum};
use protocols::view;
use report::terminal;
use search::{Limits, Notation, Request};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the search for candidates takes without a limit on the command line.
const THINKING_TIME: Duration = Duration::from_secs(1);

/// Arguments of `render`.
#[derive(Args)]
pub struct Render {
    /// Position string, a file with one, or `-` for standard input; none for the start position
    position: Option<String>,
    /// Moves played from the position, separated by commas
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    played: Vec<String>,
    /// Write a picture to this file, .svg or .png, instead of printing the board
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Mark the last move
    #[arg(long)]
    last: bool,
    /// Number the pieces in the order they were placed
    #[arg(long)]
    numbers: bool,
    /// Search, and show this many of the best moves with their scores; one second if no limit is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=99))]
    candidates: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Latin letters in place of Chinese characters
    #[arg(long)]
    letters: bool,
    /// Pixels from one square or point to the next
    #[arg(long, value_name = "PIXELS", default_value_t = 40, value_parser = clap::value_parser!(u16).range(8..=200))]
    cell: u16,
    /// Colours of the text around the board; an SVG with `auto` follows the page it is shown on
    #[arg(long, value_enum, default_value_t = ThemeName::Auto)]
    theme: ThemeName,
}

/// The themes by name.
#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    Auto,
    Light,
    Dark,
}

/// A kind of picture, known by the name of its file.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
}

impl Format {
    fn of(path: &Path) -> Result<Self, HarnessError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match extension.as_str() {
            "svg" => Ok(Format::Svg),
            "png" => Ok(Format::Png),
            _ => {
                let place = format!("--output {}", path.display());
                let problem = format!("found {extension:?} after the dot, allowed: svg, png");
                Err(HarnessError::input(place, problem))
            }
        }
    }
}

/// Runs the verb.
pub fn run<D: Domain>(context: &Context<D>, args: Render) -> Result<Finish, HarnessError> {
    let picture = args.output.as_deref().map(|path| Ok((path, Format::of(path)?))).transpose();
    let picture: Option<(&Path, Format)> = picture.map_err(|error: HarnessError| error)?;
    if let Some((path, _)) = picture {
        context.check_writable(path)?;
    }
    let (view, position) = shown(context, &args)?;
    let row = PictureRow { position: &position, output: args.output.as_deref(), view: &view };
    let Some((path, format)) = picture else {
        return print(context, &args, &row);
    };
    let style = PictureStyle {
        cell: args.cell,
        letters: args.letters,
        theme: match args.theme {
            ThemeName::Auto => Theme::Auto,
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        },
        ..PictureStyle::default()
    };
    match format {
        Format::Svg => context.write_file(path, svg::draw(&view, &style))?,
        Format::Png => {
            let bytes = png::draw(&view, &style).map_err(HarnessError::other)?;
            context.write_file(path, bytes)?;
        }
    }
    context.result(&row, "")?;
    Ok(Finish::Done)
}

/// What was drawn.
#[derive(Serialize)]
struct PictureRow<'a> {
    position: &'a str,
    output: Option<&'a Path>,
    view: &'a BoardView,
}

/// The view that the arguments describe, and its position string.
fn shown<D: Domain>(
    context: &Context<D>,
    args: &Render,
) -> Result<(BoardView, String), HarnessError> {
    let config = context.config();
    let mut game = input::game(context, args.position.as_deref())?;
    input::play_all::<D>(config, &mut game, &args.played)?;
    if game.plies() == 0 && (args.last || args.numbers) {
        let flag = if args.last { "--last" } else { "--numbers" };
        let problem = "the position does not say how it was reached; give the moves with --played";
        return Err(HarnessError::input(flag, problem));
    }
    let mut view = view::after::<D>(config, &game);
    if !args.last {
        view.last = None;
    }
    if args.numbers {
        view.numbers = view::numbers::<D>(&game);
        if view.numbers.is_empty() {
            let problem = "pieces that move have no numbers; use --last";
            return Err(HarnessError::input("--numbers", problem));
        }
    }
    if let Some(lines) = args.candidates {
        let own = args.limits.limits();
        let limits = if own.is_unlimited() { Limits::time(THINKING_TIME) } else { own };
        let mut engine = input::engine::<D>(config)?;
        let request = Request { lines: lines.into(), stop: context.stop(), ..game.request(limits) };
        let report = engine.search(&request, &mut |_| ());
        view.candidates = candidates::<D>(game.position(), &report.lines, engine.units_per_point());
    }
    Ok((view, game.position().position_text()))
}

/// The board in the terminal.
fn print<D: Domain>(
    context: &Context<D>,
    args: &Render,
    row: &PictureRow<'_>,
) -> Result<Finish, HarnessError> {
    let mut style = terminal::style_for(&io::stdout());
    if args.letters {
        style.unicode = false;
    }
    let text = board::terminal::draw(row.view, style, terminal::width(&io::stdout()));
    context.result(row, &text)?;
    Ok(Finish::Done)
}
