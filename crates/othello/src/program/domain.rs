//! Othello as a [`Domain`]: the configuration, engine and verbs of the binary.

use crate::endgame::{Solver, SolverError};
use crate::evaluators::linear::Linear;
use crate::evaluators::mobility::Mobility;
use crate::evaluators::pattern::Pattern;
use crate::hooks::{OthelloHooks, Scale};
use crate::notation::transcript;
use crate::program::book::{self, Booked};
use crate::program::config::{Config, EvaluatorConfig};
use crate::program::count;
use crate::program::files::Files;
use crate::program::formats;
use crate::program::kinds;
use crate::program::protocol::{gtp, nboard};
use crate::program::solve;
use crate::program::train;
use crate::program::view;
use crate::rules::board::Board;
use crate::rules::game::{Othello, Scoring};
use crate::rules::square::Move;
use board::{BoardView, MovePlaces};
use config::{ConfigProblem, Document, Embedded};
use harness::Domain;
use harness::cli::Verb;
use harness::formats::Format;
use harness::verbs::batch::Kind;
use protocols::drive::{Gtp, GtpRules, OurNotation, Uci};
use protocols::{LoadedConfig, Playable, ProtocolMaker};
use record::PlayedGame;
use search::{Analyst, Engine, Game, Notation, NotationError, SearchConfig, Side};
use std::sync::Arc;

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct OthelloDomain;

/// The name of a side.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// The configured endgame solver.
fn solver(config: &LoadedConfig<OthelloDomain>) -> Result<Solver, ConfigProblem> {
    let threads = config.search.threads;
    let solver = Solver::new(config.endgame.table_mib, threads).map_err(|error| match error {
        SolverError::Memory(mib) => {
            ConfigProblem::new("endgame.table-mib", mib.to_string(), "what fits into memory")
        }
        error => {
            let found = format!("{threads} ({error})");
            ConfigProblem::new("search.threads", found, "as many as the system can start")
        }
    })?;
    Ok(config.files.order(&config.evaluator, solver))
}

/// A position string, or the moves of a game from the start.
fn parse(config: &Config, text: &str) -> Result<PlayedGame<Othello>, NotationError> {
    let looks_like_moves = text.trim_start().starts_with(|c: char| c.is_ascii_alphabetic())
        && text.trim().chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    match Othello::parse_position(text) {
        Ok(position) => Ok(PlayedGame::new(position.scored(config.game.score))),
        Err(_) if looks_like_moves => transcript::parse(config.game.start(), text),
        Err(error) => Err(error),
    }
}

impl Playable for OthelloDomain {
    type Game = Othello;
    type Config = Config;
    type Files = Files;
    const NAME: &'static str = "othello";

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        config.game.check()?;
        config.evaluator.check()?;
        config.endgame.check()?;
        Ok(config.search.validate()?)
    }

    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }

    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }

    fn cap_tables(config: &mut Config, mib: usize) {
        config.search.table_mib = config.search.table_mib.min(mib);
        config.endgame.table_mib = config.endgame.table_mib.min(mib.max(1));
    }

    fn start(config: &Config) -> Othello {
        config.game.start()
    }

    /// A position string, or the moves of a game from the start.
    fn parse_position(config: &Config, text: &str) -> Result<Othello, NotationError> {
        parse(config, text).map(|game| *game.position())
    }

    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Othello>>, ConfigProblem> {
        let search = config.search.clone();
        let solver = match search.solver {
            // The solver implements only this scoring.
            Some(_) if config.game.score == Scoring::WinnerTakesEmpties => {
                Some(Arc::new(solver(config)?))
            }
            _ => None,
        };
        let hooks = |scale| OthelloHooks::new(solver, config.endgame, scale);
        let engine: Box<dyn Analyst<Othello>> = match &config.evaluator {
            EvaluatorConfig::Mobility => {
                Box::new(Engine::new(search, Mobility, hooks(Scale::Discs))?)
            }
            EvaluatorConfig::Pattern(_) => {
                let files = &config.files;
                let evaluator = Pattern::new(files.weights());
                let hooks = hooks(Scale::Discs).with_patterns(files.weights(), files.probcut());
                Box::new(Engine::new(search, evaluator, hooks)?)
            }
            EvaluatorConfig::Linear(weights) => {
                let scale = Scale::Linear { win: weights.win };
                Box::new(Engine::new(search, Linear::new(*weights), hooks(scale))?)
            }
        };
        Ok(match &config.files.book {
            Some((_, book)) => Box::new(Booked::new(engine, book.clone())),
            None => engine,
        })
    }

    fn view(_: &Config, position: &Othello) -> BoardView {
        view::view(position)
    }

    fn places(position: &Othello, mv: Move) -> MovePlaces {
        view::places(position, mv)
    }

    fn parse_game(config: &Config, text: &str) -> Result<PlayedGame<Othello>, NotationError> {
        parse(config, text)
    }

    fn side_name(side: Side) -> &'static str {
        side_name(side)
    }

    fn protocols() -> Vec<(&'static str, ProtocolMaker<Othello>)> {
        let gtp: ProtocolMaker<Othello> = || {
            let rules = GtpRules {
                board_size: |position: &Othello| position.size().rows().into(),
                is_usual: |position| {
                    position.board() == Board::START && position.side() == Side::First
                },
                forced_pass: |position| position.is_legal(Move::PASS).then_some(Move::PASS),
            };
            Box::new(Gtp::new(OurNotation, rules))
        };
        vec![("gtp", gtp), ("ugi", || Box::new(Uci::universal()))]
    }
}

impl Domain for OthelloDomain {
    const ABOUT: &'static str = "Othello: play, analyse, solve endgames, reproduce the lab";
    const CONFIGS: Embedded =
        config::embed!("configs": "default", "plain", "lab-v1", "lab-v2", "lab-mtdf"; levels);

    fn read_files(config: &Config, document: &Document) -> Result<Files, ConfigProblem> {
        Files::read(config, document)
    }

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[
            ("---------------------------OX------XO--------------------------- X", 9),
            ("------------------X--------XX------OXX-----O-------------------- O", 8),
            ("----X------XXX--X-XXXXO--OXXOXXO-XXOOXXX--OOXX---O-XX----------- O", 7),
            ("---X------XXOX----OOOOOO-OOXXOXX--OXOXX--OOOOOXX-XO-OO-X-----O-- X", 8),
        ]
    }

    fn formats() -> Vec<Format<Self>> {
        formats::all()
    }

    fn extra_verbs() -> Vec<Verb<Self>> {
        vec![
            Verb::new("solve", "Solve endgames exactly, and check scores in OBF files", solve::run),
            Verb::new("count", "Fast perft, with passes as plies or not", count::run),
            Verb::new("train-games", "Play training games for the evaluator", train::games),
            Verb::new(
                "train-fit",
                "Fit the weights of the evaluator to training games",
                train::fit,
            ),
            Verb::new("train-test", "Measure the error against exact scores", train::test),
            Verb::new("train-probcut", "Fit the parameters of Multi-ProbCut", train::probcut),
            Verb::new("book", "Show an opening book, or play games for it", book::run),
            Verb::new("gtp", "Run as a GTP engine on stdin and stdout", gtp::run),
            Verb::new("nboard", "Run as an NBoard engine on stdin and stdout", nboard::run),
        ]
    }

    fn extra_fixture_kinds() -> Vec<Kind<Self>> {
        kinds::all()
    }
}
