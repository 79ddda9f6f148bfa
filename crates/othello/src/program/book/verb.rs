//! The verb `book`: shows an opening book, or plays games for it.

use super::file::discs;
use super::learn::{Learner, Step};
use super::{Book, Deviation, Hundredths, PLIES, ply};
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
use record::PlayedGame;
use report::{Cell, Table, number};
use search::{Game, Notation, Side};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What to do with a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Action {
    /// Show the book moves of the position
    Show,
    /// Show the size of the book and its score of the position
    Stats,
    /// Play games from the position and add them to the book
    Learn,
}

/// Arguments of `book`.
#[derive(Args)]
pub(crate) struct BookArgs {
    /// What to do
    action: Action,
    /// Position string, moves (`f5d6`), a file that contains one, or `-` for standard input [default: the
    /// start position]
    position: Option<String>,
    /// Book file, created by `learn` if it does not exist [default: book.file of the configuration]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// learn: number of games to play
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// learn: depth of the book, in discs after the start
    #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,
    /// learn: stop when the book has this many positions
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
        let problem = "no book given; use --file FILE, or set book.file in the configuration";
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

/// A value of the book, written in discs.
#[derive(Clone, Copy, Serialize)]
#[serde(into = "f64")]
struct Discs(Hundredths);

impl From<Discs> for f64 {
    fn from(value: Discs) -> f64 {
        f64::from(value.0) / 100.0
    }
}

impl std::fmt::Display for Discs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&discs(self.0))
    }
}

/// A position in the book: the result of `show`.
#[derive(Serialize)]
struct PositionRow {
    /// The position.
    position: String,
    /// Whether it is in the book.
    known: bool,
    /// Its score for the side to move in discs; `null` if it is not in the book.
    score: Option<Discs>,
    /// The games through it.
    games: u32,
    /// The move to play; `null` if the book recommends none.
    best: Option<String>,
    /// The moves with a value, best first.
    moves: Vec<MoveRow>,
}

/// A move of a position.
#[derive(Serialize)]
struct MoveRow {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// Its score for the side to move in discs.
    score: Discs,
    /// The games with it; 0 if its score comes from a search.
    games: u32,
}

fn show(
    context: &Context<OthelloDomain>,
    book: &Book,
    position: &Othello,
) -> Result<Finish, HarnessError> {
    let entry = book.get(position);
    let moves = book.moves(position).into_iter().map(|one| MoveRow {
        mv: position.move_text(one.mv),
        score: Discs(one.value),
        games: one.games,
    });
    let row = PositionRow {
        position: position.position_text(),
        known: entry.is_some(),
        score: entry.map(|entry| Discs(entry.value())),
        games: entry.map_or(0, |entry| entry.games),
        best: book.best(position).map(|best| position.move_text(best.mv)),
        moves: moves.collect(),
    };
    let text = match row.score {
        None => "this position is not in the book\n".to_owned(),
        Some(score) => {
            let side = side_name(position.side());
            let games = number::grouped(row.games);
            let line = line_texts(book, position).join(" ");
            let table = moves_table(&row.moves).to_text(None);
            format!(
                "score    {score} for {side} to move, from {games} games\nline     {line}\n\n{table}"
            )
        }
    };
    context.result(&row, &text)?;
    Ok(Finish::Done)
}

fn moves_table(moves: &[MoveRow]) -> Table {
    let mut table = Table::new(&["move", "score", "games", "from"]).right_align(&[1, 2]);
    for row in moves {
        let from = if row.games > 0 { "book" } else { "search" };
        table.cells(vec![
            row.mv.as_str().into(),
            row.score.to_string().into(),
            Cell::count(row.games.into()),
            from.into(),
        ]);
    }
    table
}

/// The line of best moves.
fn line_texts(book: &Book, position: &Othello) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::new();
    for mv in book.line(&position, 60) {
        texts.push(position.move_text(mv));
        position.play(mv);
    }
    texts
}

/// The size of a book and its score of a position: the result of `stats`.
#[derive(Serialize)]
struct StatsRow {
    /// `8x8`.
    size: String,
    /// Positions in the book.
    positions: usize,
    /// Positions not explored yet.
    unexplored: u64,
    /// Positions by the number of discs played.
    by_ply: Vec<u64>,
    /// The games through the position.
    games: u32,
    /// The score of the position in discs; `null` if it is not in the book.
    score: Option<Discs>,
    /// The line of best moves from the position.
    line: Vec<String>,
}

fn stats(
    context: &Context<OthelloDomain>,
    book: &Book,
    position: &Othello,
) -> Result<Finish, HarnessError> {
    let mut plies: Vec<u64> = Vec::new();
    let mut unexplored = 0;
    for (board, entry) in book.entries() {
        let ply = ply(&Othello::new(board, Side::First, book.size())) as usize;
        plies.resize(plies.len().max(ply + 1), 0);
        plies[ply] += 1;
        unexplored += u64::from(entry.deviation == Deviation::Unknown);
    }
    let entry = book.get(position);
    let row = StatsRow {
        size: book.size().to_string(),
        positions: book.len(),
        unexplored,
        by_ply: plies,
        games: entry.map_or(0, |entry| entry.games),
        score: entry.map(|entry| Discs(entry.value())),
        line: line_texts(book, position),
    };
    let mut table = Table::new(&["ply", "positions"]).right_align(&[0, 1]);
    for (ply, &count) in (0..).zip(&row.by_ply) {
        table.cells(vec![Cell::count(ply), Cell::count(count)]);
    }
    let text = format!(
        "board      {}\npositions  {}, {unexplored} of them unexplored\n\
         games      {}\nscore      {}\nline       {}\n\n{}",
        row.size,
        number::grouped(row.positions as u64),
        row.games,
        row.score.map_or("unknown".to_owned(), |score| score.to_string()),
        row.line.join(" "),
        table.to_text(None)
    );
    context.result(&row, &text)?;
    Ok(Finish::Done)
}

/// The configuration that plays games for a book: scores in discs, and no book.
fn learning_config(
    config: &LoadedConfig<OthelloDomain>,
) -> Result<LoadedConfig<OthelloDomain>, HarnessError> {
    if matches!(config.evaluator, EvaluatorConfig::Linear(_)) {
        let problem =
            "found \"linear\", allowed: \"pattern\" or \"mobility\" (a book has scores in discs)";
        return Err(HarnessError::input("evaluator.name", problem));
    }
    let mut config = config.clone();
    config.files.book = None;
    Ok(config)
}

/// A game that was added to the book: a result of `learn`.
#[derive(Serialize)]
struct LearnedRow {
    /// Its number in this run, from 1.
    game: u32,
    /// Its moves, without passes.
    moves: String,
    /// Its result for black in discs.
    black: i32,
    /// Positions in the book.
    positions: usize,
    /// The score of the first position in discs.
    score: Discs,
}

impl LearnedRow {
    fn new(number: u32, game: &PlayedGame<Othello>, book: &Book) -> LearnedRow {
        let end = game.position();
        LearnedRow {
            game: number,
            moves: transcript::write(game),
            black: match end.side() {
                Side::First => end.final_score(),
                Side::Second => -end.final_score(),
            },
            positions: book.len(),
            score: Discs(book.get(game.start()).map_or(0, |entry| entry.value())),
        }
    }

    fn text(&self) -> String {
        let LearnedRow { game, moves, black, score, .. } = self;
        format!("{game:>5}  {black:>+4}  book {score:>7}  {moves}\n")
    }
}

fn learn(
    context: &Context<OthelloDomain>,
    args: &BookArgs,
    file: &Path,
    root: &Othello,
) -> Result<Finish, HarnessError> {
    context.check_writable(file)?;
    // Held from before the book is read until it was written for the last time.
    let _claim = context.claim(file)?;
    let mut book = if file.exists() { load(file)? } else { Book::new(root.size()) };
    if book.size() != root.size() {
        let problem = format!("the board is {}, but the book is for {}", root.size(), book.size());
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
            let positions = number::grouped(book.len() as u64);
            context.remark(&format!("stopped: the book has {positions} positions (--most)"));
            break;
        }
        match learner.play(&mut book, root) {
            Step::Learned(game) => {
                write(&book)?;
                bar.step(1);
                let row = LearnedRow::new(number, &game, &book);
                context.result(&row, &row.text())?;
            }
            Step::NothingLeft => {
                context.remark("stopped: every line within --plies is in the book");
                break;
            }
            Step::Stopped => {
                bar.finish();
                context.remark("interrupted: the finished games are in the book");
                return Ok(Finish::Different);
            }
        }
    }
    bar.finish();
    Ok(Finish::Done)
}
