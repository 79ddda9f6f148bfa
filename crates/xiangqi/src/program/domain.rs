//! Xiangqi as a [`Domain`]: the configuration, engine and verbs of the binary.

use crate::evaluators::{MaterialPosition, Tapered};
use crate::hooks::{LabCount, Tactics};
use crate::notation::fen;
use crate::program::config::{Config, EvaluatorConfig};
use crate::program::files::Files;
use crate::program::gains;
use crate::program::protocol;
use crate::program::{formats, mate, view};
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::variant::Rules;
use board::{BoardView, MovePlaces};
use config::{ConfigProblem, Document, Embedded};
use harness::Domain;
use harness::cli::Verb;
use harness::facade::{GameOption, OptionValue};
use harness::formats::Format;
use protocols::{LoadedConfig, Playable, ProtocolMaker};
use search::{Analyst, Engine, Evaluator, NotationError, PathRule, SearchConfig, Side};

/// An engine with the hooks for the configured rules.
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

impl Playable for Xiangqi {
    type Game = Position;
    type Config = Config;
    type Files = Files;
    const NAME: &'static str = "xiangqi";

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

    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Position>>, ConfigProblem> {
        Ok(match &config.evaluator {
            EvaluatorConfig::MaterialPosition { .. } => {
                engine_with(config, MaterialPosition::new(config.files.tables()))?
            }
            EvaluatorConfig::Tapered { .. } => {
                engine_with(config, Tapered::new(config.files.weights()))?
            }
        })
    }

    fn path_rule(config: &Config) -> Option<&dyn PathRule<Position>> {
        Some(&config.game.repetition)
    }

    fn view(_: &Config, position: &Position) -> BoardView {
        view::view(position)
    }

    fn places(_: &Position, mv: Move) -> MovePlaces {
        view::places(mv)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "red",
            Side::Second => "black",
        }
    }

    fn protocols() -> Vec<(&'static str, ProtocolMaker<Position>)> {
        protocol::engines()
    }
}

impl Domain for Xiangqi {
    const ABOUT: &'static str =
        "Xiangqi (Chinese chess): play, analyse, prove mates, reproduce the lab";
    const CONFIGS: Embedded =
        config::embed!("configs": "default", "plain", "lab", "modern"; levels);
    const OPTIONS: &'static [GameOption] = &[GameOption {
        name: "repetition",
        values: &[
            OptionValue::new("axf", &["game.repetition=axf"]),
            OptionValue::new("simple", &["game.repetition=simple"]),
            OptionValue::new("none", &["game.repetition=none"]),
        ],
    }];

    fn read_files(config: &Config, document: &Document) -> Result<Files, ConfigProblem> {
        Files::read(config, document)
    }

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[
            (fen::START, 6),
            ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 6),
            ("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1", 5),
            ("3ak4/4a4/9/9/4c4/4C4/9/9/4A4/3K1A3 w - - 0 1", 8),
        ]
    }

    fn formats() -> Vec<Format<Self>> {
        formats::all()
    }

    fn extra_verbs() -> Vec<Verb<Self>> {
        let mut verbs = vec![
            Verb::new("mate", "Search for a forced mate and prove it", mate::run),
            Verb::new(
                "gains",
                "List all moves with their table gains, as the lab does",
                gains::run,
            ),
            harness::tuning::verb(),
        ];
        verbs.extend(protocol::verbs());
        verbs
    }
}
