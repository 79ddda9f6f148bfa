//! Othello as a [`Domain`]: what gives the binary its verbs.

use crate::config::Config;
use crate::game::Othello;
use crate::square::Move;
use crate::{count, draw, kinds, solve};
use harness::cli::Verb;
use harness::config::ConfigProblem;
use harness::verbs::batch::Kind;
use harness::{Domain, DrawStyle};
use search::{Analyst, Engine, NoHooks, SearchConfig, Side};

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct OthelloDomain;

/// What people call a side.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

impl Domain for OthelloDomain {
    type Game = Othello;
    type Config = Config;
    const NAME: &'static str = "othello";
    const ABOUT: &'static str = "Othello: play, analyse, solve endgames, reproduce the lab";
    const DEFAULT_CONFIG: &'static str = include_str!("../../../configs/othello/default.toml");

    fn check(config: &Config) -> Result<(), ConfigProblem> {
        config.game.check()?;
        config.evaluator.check()?;
        Ok(config.search.validate()?)
    }

    fn search(config: &Config) -> &SearchConfig {
        &config.search
    }

    fn search_mut(config: &mut Config) -> &mut SearchConfig {
        &mut config.search
    }

    fn start(config: &Config) -> Othello {
        config.game.start()
    }

    fn engine(config: &Config) -> Result<Box<dyn Analyst<Othello>>, ConfigProblem> {
        let search = config.search.clone();
        Ok(Box::new(Engine::new(search, config.evaluator.linear(), NoHooks)?))
    }

    fn draw(position: &Othello, last: Option<Move>, style: DrawStyle) -> String {
        draw::draw(position, last, style)
    }

    fn side_name(side: Side) -> &'static str {
        side_name(side)
    }

    fn bench_positions() -> &'static [(&'static str, u32)] {
        &[
            ("---------------------------OX------XO--------------------------- X", 9),
            ("------------------X--------XX------OXX-----O-------------------- O", 8),
            ("----X------XXX--X-XXXXO--OXXOXXO-XXOOXXX--OOXX---O-XX----------- O", 7),
            ("-OOO------OOOO--XXXOOXXX-XOOOXX-XXXXOOOOOXXOOOO---OXOO---OOOO--- X", 8),
        ]
    }

    fn extra_verbs() -> Vec<Verb<Self>> {
        vec![
            Verb::new("solve", "Solve endgames exactly and check the scores given", solve::run),
            Verb::new("count", "Count lines of play, passes as plies or free", count::run),
        ]
    }

    fn extra_fixture_kinds() -> Vec<Kind<Self>> {
        kinds::all()
    }
}
