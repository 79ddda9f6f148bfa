//! The knight duel as a [`Domain`]: the configuration, engine and verbs of the binary.

use crate::evaluators::TerritoryFirst;
use crate::evaluators::blind;
use crate::evaluators::{Mobility, Territory};
use crate::known::KnownStarts;
use crate::notation;
use crate::program::config::{Config, EvaluatorConfig};
use crate::program::conjectures;
use crate::program::expert::Expert;
use crate::program::solve;
use crate::program::starts;
use crate::program::tables;
use crate::program::view;
use crate::rules::duel::{Duel, End};
use crate::rules::squares::Square;
use board::{BoardView, MovePlaces};
use config::{ConfigProblem, Document, Embedded};
use harness::Domain;
use harness::cli::Verb;
use harness::facade::{GameOption, OptionValue};
use harness::protocol::run_ugi;
use protocols::{LoadedConfig, Opponent, Playable};
use search::{Analyst, Engine, NotationError, SearchConfig, Side};

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct KnightDuel;

/// An engine that finds exact distances once it searches to the end of the game.
pub(crate) fn plain_engine(table_mib: usize) -> Result<Box<dyn Analyst<Duel>>, ConfigProblem> {
    let search = SearchConfig { table_mib, ..SearchConfig::default() };
    Ok(Box::new(Engine::new(search, Mobility, TerritoryFirst)?))
}

impl Playable for KnightDuel {
    type Game = Duel;
    type Config = Config;
    type Files = KnownStarts;
    const NAME: &'static str = "knight-duel";

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        config.game.check()?;
        config.evaluator.check()?;
        config.search.validate()?;
        // The engine rejects this too, but later, when the place in the file is not known any more.
        if config.search.table_mib > 0
            && matches!(config.evaluator, EvaluatorConfig::Inertia { .. })
        {
            return Err(ConfigProblem::new(
                "search.table-mib",
                config.search.table_mib.to_string(),
                "0 with the evaluator inertia, whose value depends on how a position was reached",
            ));
        }
        Ok(())
    }

    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }

    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }

    fn start(config: &Config) -> Duel {
        config.game.start()
    }

    fn parse_position(config: &Config, text: &str) -> Result<Duel, NotationError> {
        notation::parse_position(text, config.game.end)
    }

    /// A position string need not contain the end rule.
    fn rules(config: &Config) -> Option<String> {
        let end = match config.game.end {
            End::Lab => "lab",
            End::Plain => "plain",
        };
        Some(format!("end {end}"))
    }

    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Duel>>, ConfigProblem> {
        let search = config.search.clone();
        let expert = || Expert::new(config.solver.clone(), config.files.clone());
        Ok(match config.evaluator {
            EvaluatorConfig::Inertia { .. } => {
                Box::new(Engine::new(search, config.evaluator.inertia(), TerritoryFirst)?)
            }
            EvaluatorConfig::Territory { territory, mobility } => {
                let evaluator = Territory { territory, mobility };
                Box::new(Engine::new(search, evaluator, expert())?)
            }
            EvaluatorConfig::Mobility => Box::new(Engine::new(search, Mobility, expert())?),
        })
    }

    fn view(_: &Config, duel: &Duel) -> BoardView {
        view::view(duel)
    }

    fn places(duel: &Duel, to: Square) -> MovePlaces {
        view::places(duel, to)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "A",
            Side::Second => "B",
        }
    }

    fn opponents(config: &Config, _seed: u64) -> Vec<Opponent<Duel>> {
        let mut evaluator = config.evaluator.inertia();
        // Called only in unfinished games, so there is a move.
        let choose = move |duel: &Duel| {
            blind::choose(&mut evaluator, duel).unwrap_or_else(|| duel.knight(Side::First))
        };
        vec![Opponent { name: "blind", choose: Box::new(choose) }]
    }
}

impl Domain for KnightDuel {
    const ABOUT: &'static str = "Two knights, one board, no square twice: who runs out of moves?";
    const CONFIGS: Embedded =
        config::embed!("configs": "default", "plain", "lab", "lab-blind"; levels);
    const OPTIONS: &'static [GameOption] = &[
        GameOption {
            name: "size",
            values: &[
                OptionValue::new("8", &["game.rows=8", "game.columns=8"]),
                OptionValue::new("4", &["game.rows=4", "game.columns=4"]),
                OptionValue::new("5", &["game.rows=5", "game.columns=5"]),
                OptionValue::new("6", &["game.rows=6", "game.columns=6"]),
                OptionValue::new("7", &["game.rows=7", "game.columns=7"]),
                OptionValue::new("10", &["game.rows=10", "game.columns=10"]),
                OptionValue::new("12", &["game.rows=12", "game.columns=12"]),
            ],
        },
        GameOption {
            name: "end",
            values: &[
                OptionValue::new("lab", &["game.end=lab"]),
                OptionValue::new("plain", &["game.end=plain"]),
            ],
        },
        GameOption {
            name: "start",
            values: &[
                OptionValue::new("1", &["game.seed=0"]),
                OptionValue::new("2", &["game.seed=1"]),
                OptionValue::new("3", &["game.seed=2"]),
                OptionValue::new("4", &["game.seed=3"]),
                OptionValue::new("5", &["game.seed=4"]),
                OptionValue::new("6", &["game.seed=5"]),
                OptionValue::new("7", &["game.seed=6"]),
                OptionValue::new("8", &["game.seed=7"]),
                OptionValue::new("9", &["game.seed=8"]),
                OptionValue::new("10", &["game.seed=9"]),
            ],
        },
    ];

    fn read_files(config: &Config, document: &Document) -> Result<KnownStarts, ConfigProblem> {
        config.solver.read_tables(document)
    }

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[
            ("++++++/++++++/++A+++/++++++/++++B+/++++++ A", 14),
            ("++++++++/++++++++/++A+++++/++++++++/++++++++/+++++B++/++++++++/++++++++ A", 11),
            ("++++++++/+@+@++++/++@+@+++/+@+A++++/++@++@++/++++@B++/+++@++++/++++++++ B", 12),
            (
                "++++++++++/++++++++++/++A+++++++/++++++++++/++++++++++/++++++++++/++++++++++/\
                 +++++++B++/++++++++++/++++++++++ A",
                10,
            ),
        ]
    }

    fn extra_verbs() -> Vec<Verb<Self>> {
        vec![
            Verb::new("tables", "Reproduce the two tables of the lab report", tables::run),
            Verb::new("solve", "Find the winner with perfect play", solve::run),
            Verb::new("conjectures", "Test two conjectures on the solved boards", conjectures::run),
            Verb::new(
                "starts",
                "Print random start positions, for `match --openings`",
                starts::run,
            ),
            Verb::new("ugi", "Speak the universal game interface on stdin and stdout", run_ugi),
        ]
    }
}
