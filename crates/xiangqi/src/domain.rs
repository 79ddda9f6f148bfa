//! Xiangqi as a [`Domain`]: what gives the binary its verbs.

use crate::config::{Config, EvaluatorConfig};
use crate::evaluators::MaterialPosition;
use crate::hooks::LabCount;
use crate::moves::Move;
use crate::position::Position;
use crate::{board, fen};
use harness::config::ConfigProblem;
use harness::{Domain, DrawStyle};
use search::{Analyst, Engine, NotationError, SearchConfig, Side};
use std::path::Path;

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct Xiangqi;

impl Domain for Xiangqi {
    type Game = Position;
    type Config = Config;
    const NAME: &'static str = "xiangqi";
    const ABOUT: &'static str = "Chinese chess";
    const DEFAULT_CONFIG: &'static str = include_str!("../../../configs/xiangqi/default.toml");

    fn read_files(config: &mut Config, folder: &Path) -> Result<(), ConfigProblem> {
        config.evaluator.read_files(folder)
    }

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        Ok(config.search.validate()?)
    }

    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }

    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }

    fn start(config: &Config) -> Position {
        config.game.start()
    }

    fn parse_position(config: &Config, text: &str) -> Result<Position, NotationError> {
        fen::parse_position(text, config.game.rules)
    }

    fn engine(config: &Config) -> Result<Box<dyn Analyst<Position>>, ConfigProblem> {
        let search = config.search.clone();
        Ok(match &config.evaluator {
            EvaluatorConfig::MaterialPosition { .. } => {
                let evaluator = MaterialPosition::new(config.evaluator.piece_tables());
                Box::new(Engine::new(search, evaluator, LabCount)?)
            }
        })
    }

    fn draw(position: &Position, last: Option<Move>, style: DrawStyle) -> String {
        board::draw(position, last, style)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "red",
            Side::Second => "black",
        }
    }

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[
            (fen::START, 6),
            ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 6),
            ("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1", 5),
            ("3ak4/4a4/9/9/4c4/4C4/9/9/4A4/3K1A3 w - - 0 1", 8),
        ]
    }
}
