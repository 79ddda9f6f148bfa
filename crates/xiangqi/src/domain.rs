//! Xiangqi as a [`Domain`]: what gives the binary its verbs.

use crate::config::{Config, EvaluatorConfig};
use crate::evaluators::{MaterialPosition, Tapered, Weights};
use crate::hooks::{LabCount, Tactics};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::{board, fen, gains, mate, notation, protocol};
use harness::cli::Verb;
use harness::config::ConfigProblem;
use harness::matches::ProtocolMaker;
use harness::{Domain, DrawStyle};
use search::{Analyst, Engine, Evaluator, NotationError, PathRule, SearchConfig, Side};
use std::path::Path;
use std::sync::Arc;

/// An engine with the hooks that fit the configured rules.
fn engine_with<E: Evaluator<Position> + 'static>(
    config: &Config,
    evaluator: E,
) -> Result<Box<dyn Analyst<Position>>, ConfigProblem> {
    let search = config.search.clone();
    Ok(match config.game.rules {
        Rules::Full => {
            Box::new(Engine::new(search, evaluator, Tactics::new(config.game.repetition))?)
        }
        Rules::Lab | Rules::LabFreeHorses => Box::new(Engine::new(search, evaluator, LabCount)?),
    })
}

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
        Ok(match &config.evaluator {
            EvaluatorConfig::MaterialPosition { .. } => {
                engine_with(config, MaterialPosition::new(config.evaluator.piece_tables()))?
            }
            EvaluatorConfig::Tapered { content, .. } => {
                let built_in = || Arc::new(Weights::built_in());
                engine_with(config, Tapered::new(content.clone().unwrap_or_else(built_in)))?
            }
        })
    }

    fn path_rule(config: &Config) -> Option<&dyn PathRule<Position>> {
        Some(&config.game.repetition)
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

    fn extra_verbs() -> Vec<Verb<Self>> {
        let mut verbs = vec![
            Verb::new("mate", "Prove a forced mate: an answer to every reply", mate::run),
            Verb::new("gains", "List all moves with their gains, as the lab does", gains::run),
            Verb::new("convert", "Write games in another notation", notation::convert::run),
            harness::tuning::verb(),
        ];
        verbs.extend(protocol::verbs());
        verbs
    }

    fn protocols() -> Vec<(&'static str, ProtocolMaker<Position>)> {
        protocol::engines()
    }
}
