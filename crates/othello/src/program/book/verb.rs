//! The verb `book`: looks into a book, or plays games for it.

use super::file::discs;
use super::learn::{Learner, Step};
use super::{Book, Deviation, PLIES, ply};
use crate::OthelloDomain;
use crate::notation::transcript;
use crate::program::config::EvaluatorConfig;
use crate::program::domain::side_name;
use crate::rules::game::Othello;
use clap::{Args, ValueEnum};
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use harness::verbs;
use harness::verbs::input::{self, LimitArgs};
use protocols::{LoadedConfig, Playable};
use report::{Cell, Table, number};
use search::{Game, Notation};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What to do with a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Action {
    /// The moves that the book knows in a position
    Show,
    /// How large the book is and what it thinks of the position
    Stats,
    /// Play games from the position and add them to the book
    Learn,
}

/// Arguments of `book`.
#[derive(Args)]
pub(crate) struct BookArgs {
    /// What to do
    action: Action,
    /// Position string, moves (`f5d6`), a file with one, or `-`; none for the start position
    position: Option<String>,
    /// The book [default: book.file of the configuration]; `learn` makes it if there is none
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// `learn`: how many games to play
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// `learn`: how many discs after the start the book goes
    #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,
    /// `learn`: stop when the book has so many positions
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Runs the verb.
pub(crate) fn run(
    context: &Context<OthelloDomain>,
    args: BookArgs,
) -> Result<Finish, HarnessError> {
    let position = verbs::position(context, args.position.as_deref())?;
    let file = args
        .file
        .clone()
        .or_else(|| context.config().files.book.as_ref().map(|(path, _)| path.clone()));
    let Some(file) = file else {
        let problem = "no book is named: give --file FILE or book.file in the configuration";
        return Err(HarnessError::Usage(format!("othello book: {problem}")));
    };
    match args.action {
        Action::Show => show(context, &load(&file)?, &position),
        Action::Stats => stats(context, &load(&file)?, &position),
        Action::Learn => learn(context, &args, &file, &position),
    }
}

fn load(file: &Path) -> Result<Book, HarnessError> {
    Book::load(file).map_err(|problem| HarnessError::input(file.display().to_string(), problem))
}

fn show(
    context: &Context<OthelloDomain>,
    book: &Book,
    position: &Othello,
) -> Result<Finish, HarnessError> {
    let moves = book.moves(position);
    let entry = book.get(position);
    let mut table = Table::new(&["move", "score", "games", "from"]).right_align(&[1, 2]);
    for one in &moves {
        let from = if one.games > 0 { "book" } else { "search" };
        table.cells(vec![
            position.move_text(one.mv).into(),
            discs(one.value).into(),
            Cell::count(one.games.into()),
            from.into(),
        ]);
    }
    let objects: Vec<Value> = moves
        .iter()
        .map(|one| {
            let score = f64::from(one.value) / 100.0;
            json!({ "move": position.move_text(one.mv), "score": score, "games": one.games })
        })
        .collect();
    let json = json!({
        "position": position.position_text(),
        "known": entry.is_some(),
        "score": entry.map(|entry| f64::from(entry.value()) / 100.0),
        "games": entry.map_or(0, |entry| entry.games),
        "best": book.best(position).map(|best| position.move_text(best.mv)),
        "moves": objects,
    });
    let text = match entry {
        None => "the book does not know this position\n".to_owned(),
        Some(entry) => {
            let side = side_name(position.side());
            let (score, games) = (discs(entry.value()), number::grouped(entry.games));
            let line: Vec<String> = line_texts(book, position);
            format!(
                "score    {score} for {side} to move, from {games} games\nline     {}\n\n{}",
                line.join(" "),
                table.to_text(None)
            )
        }
    };
    context.result(&json, &text)?;
    Ok(Finish::Done)
}

/// The line that the book would play.
fn line_texts(book: &Book, position: &Othello) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::new();
    for mv in book.line(&position, 60) {
        texts.push(position.move_text(mv));
        position.play(mv);
    }
    texts
}

fn stats(
    context: &Context<OthelloDomain>,
    book: &Book,
    position: &Othello,
) -> Result<Finish, HarnessError> {
    let mut plies: Vec<u64> = Vec::new();
    let mut unexplored = 0;
    for (board, entry) in book.entries() {
        let ply = ply(&Othello::new(board, search::Side::First, book.size())) as usize;
        plies.resize(plies.len().max(ply + 1), 0);
        plies[ply] += 1;
        unexplored += u64::from(entry.deviation == Deviation::Unknown);
    }
    let entry = book.get(position);
    let (score, games) = (entry.map(|e| e.value()), entry.map_or(0, |e| e.games));
    let line = line_texts(book, position);
    let json = json!({
        "size": book.size().to_string(),
        "positions": book.len(),
        "unexplored": unexplored,
        "by_ply": plies,
        "games": games,
        "score": score.map(|score| f64::from(score) / 100.0),
        "line": line,
    });
    let mut table = Table::new(&["ply", "positions"]).right_align(&[0, 1]);
    for (ply, &count) in (0..).zip(&plies) {
        table.cells(vec![Cell::count(ply), Cell::count(count)]);
    }
    let count = number::grouped(book.len() as u64);
    let score = score.map_or("unknown".to_owned(), discs);
    let text = format!(
        "board      {}\npositions  {count}, {unexplored} of them unexplored\n\
         games      {games}\nscore      {score}\nline       {}\n\n{}",
        book.size(),
        line.join(" "),
        table.to_text(None)
    );
    context.result(&json, &text)?;
    Ok(Finish::Done)
}

/// The configuration that plays games for a book: in discs, and out of its own head.
fn learning_config(
    config: &LoadedConfig<OthelloDomain>,
) -> Result<LoadedConfig<OthelloDomain>, HarnessError> {
    if matches!(config.evaluator, EvaluatorConfig::Linear(_)) {
        let problem = "found linear, allowed: an evaluator that counts in discs";
        return Err(HarnessError::input("evaluator.name", problem));
    }
    let mut config = config.clone();
    config.files.book = None;
    Ok(config)
}

fn learn(
    context: &Context<OthelloDomain>,
    args: &BookArgs,
    file: &Path,
    root: &Othello,
) -> Result<Finish, HarnessError> {
    context.check_writable(file)?;
    let _claim = context.claim(file)?;
    let mut book = if file.exists() { load(file)? } else { Book::new(root.size()) };
    if book.size() != root.size() {
        let problem = format!("found a board of {}, allowed: {}", root.size(), book.size());
        return Err(HarnessError::input("position", problem));
    }
    let config = learning_config(context.config())?;
    let mut engine =
        OthelloDomain::engine(&config).map_err(|problem| HarnessError::input("config", problem))?;
    let mut learner = Learner {
        engine: &mut *engine,
        limits: input::limits(args.limits.limits(), &config.search),
        plies: args.plies,
        stop: context.stop(),
    };
    let bar = progress::bar(args.games.into(), "games", context.flags().quiet);
    let write = |book: &Book| {
        let failed = |source| HarnessError::Write { path: file.to_owned(), source };
        book.save(file).map_err(failed)
    };
    for number in 1..=args.games {
        if book.len() >= args.most as usize {
            context.remark(&format!("the book has {} positions: enough", book.len()));
            break;
        }
        match learner.play(&mut book, root) {
            Step::Learned(game) => {
                write(&book)?;
                bar.step(1);
                let end = game.position();
                let black = match end.side() {
                    search::Side::First => end.final_score(),
                    search::Side::Second => -end.final_score(),
                };
                let moves = transcript::write(&game);
                let (score, positions) = (book.get(root).map_or(0, |e| e.value()), book.len());
                let json = json!({
                    "game": number, "moves": moves, "black": black, "positions": positions,
                    "score": f64::from(score) / 100.0,
                });
                let shown = discs(score);
                let text = format!("{number:>5}  {black:>+4}  book {shown:>7}  {moves}\n");
                context.result(&json, &text)?;
            }
            Step::NothingLeft => {
                context.remark("nothing is left to learn within --plies");
                break;
            }
            Step::Stopped => {
                bar.finish();
                context.remark("interrupted: every finished game is in the book");
                return Ok(Finish::Different);
            }
        }
    }
    bar.finish();
    Ok(Finish::Done)
}
