//! Gomoku as a [`Domain`], from which the binary gets its verbs.

use crate::evaluators::{Classes, Crossings, PatternCount, Patterns, ShapeScore};
use crate::hooks::nearby::{Nearby, Order};
use crate::hooks::tactics::Tactics;
use crate::notation;
use crate::program::config::{Config, EvaluatorConfig, MovesConfig};
use crate::program::experience::Experienced;
use crate::program::files::Files;
use crate::program::opening::{Opening, Settlement};
use crate::program::protocol::{self, GomocupEngine};
use crate::program::threats;
use crate::program::{experience, formats, openings, view};
use crate::rules::gomoku::Gomoku;
use crate::rules::point::Point;
use board::{BoardView, MovePlaces};
use config::{ConfigProblem, Document, Embedded};
use harness::Domain;
use harness::cli::Verb;
use harness::facade::{GameOption, OptionValue};
use harness::formats::Format;
use harness::verbs::batch::Kind;
use protocols::drive::Uci;
use protocols::{LoadedConfig, OpeningRule, Playable, ProtocolMaker};
use record::PlayedGame;
use search::{Analyst, Engine, Evaluator, NotationError, SearchConfig, Side};

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct FiveInARow;

impl Playable for FiveInARow {
    type Game = Gomoku;
    type Config = Config;
    type Files = Files;
    const NAME: &'static str = "gomoku";

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        config.game.check()?;
        config.moves.check()?;
        config.experience.check()?;
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

    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Gomoku>>, ConfigProblem> {
        let engine = match &config.evaluator {
            EvaluatorConfig::PatternCount { centre, turn_factor, classes } => {
                let classes = Classes::new(classes.clone());
                with_moves(config, PatternCount::new(classes, *centre, *turn_factor))
            }
            EvaluatorConfig::ShapeScore { black, white, shapes } => {
                with_moves(config, ShapeScore::new(shapes, [*black, *white]))
            }
            EvaluatorConfig::Patterns(weights) => {
                with_moves(config, Patterns::new(weights.clone()))
            }
            EvaluatorConfig::Crossings { .. } => {
                with_moves(config, Crossings::new(config.files.crossing_weights()))
            }
        };
        let engine = engine?;
        Ok(match config.files.memory(&config.experience)? {
            Some(store) => {
                let radius = config.moves.radius;
                Box::new(Experienced::new(engine, store, &config.experience, radius))
            }
            None => engine,
        })
    }

    fn view(_: &Config, game: &Gomoku) -> BoardView {
        view::view(game)
    }

    fn places(_: &Gomoku, point: Point) -> MovePlaces {
        view::places(point)
    }

    fn parse_game(config: &Config, text: &str) -> Result<PlayedGame<Gomoku>, NotationError> {
        notation::parse_game(text, config.game.size(), config.game.rule)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "black",
            Side::Second => "white",
        }
    }

    fn learns(config: &Config) -> Option<&'static str> {
        config.experience.file.is_some().then_some("experience.file")
    }

    /// Only on an empty board: a configured start position is already an opening.
    fn opening_rule(config: &Config) -> Option<Box<dyn OpeningRule<Gomoku>>> {
        let game = &config.game;
        if game.start.is_some() || game.opening == Opening::Free {
            return None;
        }
        Some(Box::new(Settlement::new(game.opening)))
    }

    fn protocols() -> Vec<(&'static str, ProtocolMaker<Gomoku>)> {
        vec![
            ("gomocup", || Box::new(GomocupEngine::default())),
            ("ugi", || Box::new(Uci::universal())),
        ]
    }
}

impl Domain for FiveInARow {
    const ABOUT: &'static str = "Five in a row: freestyle, standard, renju and caro";
    const CONFIGS: Embedded = config::embed!("configs": "default", "patterns", "plain", "lab-15", "lab-11", "classic"; levels);
    const OPTIONS: &'static [GameOption] = &[
        GameOption {
            name: "size",
            values: &[
                OptionValue::new("15", &["game.rows=15", "game.columns=15"]),
                OptionValue::new("9", &["game.rows=9", "game.columns=9"]),
                OptionValue::new("11", &["game.rows=11", "game.columns=11"]),
                OptionValue::new("13", &["game.rows=13", "game.columns=13"]),
                OptionValue::new("19", &["game.rows=19", "game.columns=19"]),
            ],
        },
        GameOption {
            name: "rule",
            values: &[
                OptionValue::new("freestyle", &["game.rule=freestyle"]),
                OptionValue::new("standard", &["game.rule=standard"]),
                OptionValue::new("renju", &["game.rule=renju"]),
                OptionValue::new("caro", &["game.rule=caro"]),
            ],
        },
    ];

    fn read_files(config: &Config, document: &Document) -> Result<Files, ConfigProblem> {
        Files::read(config, document)
    }

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[("h8", 8), ("h8i9g9", 9), ("h8h9i9g7j10k11", 8), ("h8h9i9g7j10k11i8j8g10f11i7i10", 8)]
    }

    /// Gomocup's managers start `pbrain-*` without arguments and speak their protocol.
    fn verb_of_program(program: &str) -> Option<&'static str> {
        program.starts_with("pbrain-").then_some("gomocup")
    }

    fn formats() -> Vec<Format<Self>> {
        formats::all()
    }

    fn extra_verbs() -> Vec<Verb<Self>> {
        vec![
            Verb::new("vcf", "Find a win by continuous fours, and prove it", threats::run_vcf),
            Verb::new("vct", "Find a win by fours and threes, and prove it", threats::run_vct),
            Verb::new("gomocup", "Speak the Gomocup protocol on stdin and stdout", protocol::run),
            Verb::new(
                "experience",
                "Show or forget what was learned from games",
                experience::verb::run,
            ),
            harness::tuning::verb(),
            Verb::new(
                "openings",
                "Print the openings of a Gomocup file, an opening file",
                openings::openings,
            ),
        ]
    }

    fn extra_fixture_kinds() -> Vec<Kind<Self>> {
        threats::kinds()
    }
}

/// The engine with this evaluator and the configured moves.
fn with_moves<E: Evaluator<Gomoku> + 'static>(
    config: &Config,
    evaluator: E,
) -> Result<Box<dyn Analyst<Gomoku>>, ConfigProblem> {
    let search = config.search.clone();
    let MovesConfig { radius, order } = config.moves;
    Ok(match order {
        Order::Threats => {
            Box::new(Engine::new(search, evaluator, Tactics::new(radius, config.threats))?)
        }
        Order::Rows | Order::Centre => {
            Box::new(Engine::new(search, evaluator, Nearby { radius, order })?)
        }
    })
}
