//! Gomoku as a [`Domain`]: what gives the binary its verbs.

use crate::config::Config;
use crate::gomoku::Gomoku;
use crate::nearby::Nearby;
use crate::point::Point;
use crate::protocol::{self, GomocupEngine};
use crate::{board, formats, notation};
use harness::cli::Verb;
use harness::config::ConfigProblem;
use harness::matches::{ProtocolMaker, Ugi};
use harness::{Domain, DrawStyle};
use search::{Analyst, Engine, NotationError, SearchConfig, Side};

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct FiveInARow;

impl Domain for FiveInARow {
    type Game = Gomoku;
    type Config = Config;
    const NAME: &'static str = "gomoku";
    const ABOUT: &'static str = "Five in a row: freestyle, standard, renju and caro";
    const DEFAULT_CONFIG: &'static str = include_str!("../../../configs/gomoku/default.toml");

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        config.game.check()?;
        config.moves.check()?;
        config.evaluator.check()?;
        Ok(config.search.validate()?)
    }

    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }

    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }

    fn start(config: &Config) -> Gomoku {
        config.game.start()
    }

    fn parse_position(config: &Config, text: &str) -> Result<Gomoku, NotationError> {
        notation::parse_position(text, config.game.size(), config.game.rule)
    }

    fn engine(config: &Config) -> Result<Box<dyn Analyst<Gomoku>>, ConfigProblem> {
        let search = config.search.clone();
        let hooks = Nearby { radius: config.moves.radius, order: config.moves.order };
        if let Some(evaluator) = config.evaluator.pattern_count() {
            Ok(Box::new(Engine::new(search, evaluator, hooks)?))
        } else if let Some(evaluator) = config.evaluator.shape_score() {
            Ok(Box::new(Engine::new(search, evaluator, hooks)?))
        } else {
            Err(ConfigProblem::new("evaluator", "none", "an evaluator"))
        }
    }

    fn draw(game: &Gomoku, last: Option<Point>, style: DrawStyle) -> String {
        board::draw(game, last, style)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "black",
            Side::Second => "white",
        }
    }

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[("h8", 3), ("h8i9g9", 3)]
    }
    fn extra_verbs() -> Vec<Verb<Self>> {
        vec![
            Verb::new("gomocup", "Speak the Gomocup protocol on stdin and stdout", protocol::run),
            Verb::new("convert", "Turn a game into moves, psq or SGF", formats::cli::convert),
            Verb::new(
                "openings",
                "Print the openings of a Gomocup file, an opening file",
                formats::cli::openings,
            ),
        ]
    }

    fn protocols() -> Vec<(&'static str, ProtocolMaker<Gomoku>)> {
        vec![("gomocup", || Box::new(GomocupEngine::default())), ("ugi", || Box::new(Ugi))]
    }
}
