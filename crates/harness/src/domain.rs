//! What a game brings to the harness: [`Domain`]. Implement it once and the binary has every verb.

use crate::cli::{Tool, Verb};
use crate::config::ConfigProblem;
use crate::matches::{ProtocolMaker, Uci};
use crate::play::OpeningRule;
use crate::verbs;
use crate::verbs::batch::Kind;
use search::{Analyst, Game, Notation, NotationError, PathRule, SearchConfig, Side};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// How a board is drawn in a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// ANSI colours may be used.
    pub colour: bool,
    /// Characters beyond ASCII may be used.
    pub unicode: bool,
}

/// Answers an unfinished position with a legal move.
pub type Chooser<G> = Box<dyn FnMut(&G) -> <G as Game>::Move + Send>;

/// A player that is not a search: one of the labs' fixed opponents, say.
pub struct Opponent<G: Game> {
    /// What it is called on the command line.
    pub name: &'static str,
    /// How it chooses.
    pub choose: Chooser<G>,
}

/// A game with its configuration, evaluators and drawing. One zero-size type per binary.
pub trait Domain: Sized + 'static {
    /// The position type.
    type Game: Game<Move: 'static> + Notation + 'static;

    /// The whole configuration file: `[game]`, `[search]`, `[evaluator]`, ... with
    /// `deny_unknown_fields` on every table.
    type Config: DeserializeOwned + Serialize + Clone + Send + Sync + 'static;

    /// The name of the binary and of its folder below `configs/`.
    const NAME: &'static str;

    /// One line for `--help`.
    const ABOUT: &'static str;

    /// The text of `configs/<name>/default.toml`, compiled in, so that the binary runs anywhere.
    const DEFAULT_CONFIG: &'static str;

    /// Reads the files that a configuration names; see [`Tool::read_files`].
    fn read_files(config: &mut Self::Config, folder: &Path) -> Result<(), ConfigProblem> {
        let _ = (config, folder);
        Ok(())
    }

    /// Checks what serde cannot: ranges and values that must fit together, `[search]` included.
    fn check(config: &Self::Config) -> Result<(), ConfigProblem>;

    /// The `[search]` section.
    fn search(config: &Self::Config) -> &SearchConfig;

    /// The `[search]` section, to be changed by a verb (`compare` runs several algorithms).
    fn search_mut(config: &mut Self::Config) -> &mut SearchConfig;

    /// The start position of the configured rules.
    fn start(config: &Self::Config) -> Self::Game;

    /// Reads a position under the configured rules (board size, variant).
    fn parse_position(config: &Self::Config, text: &str) -> Result<Self::Game, NotationError> {
        let _ = config;
        Self::Game::parse_position(text)
    }

    /// The engine that the configuration describes.
    fn engine(config: &Self::Config) -> Result<Box<dyn Analyst<Self::Game>>, ConfigProblem>;

    /// The board with coordinates, the last move marked; several lines, ending in a newline.
    fn draw(
        game: &Self::Game,
        last: Option<<Self::Game as Game>::Move>,
        style: DrawStyle,
    ) -> String;

    /// What people call a side: `black`, `red`, `X`.
    fn side_name(side: Side) -> &'static str;

    /// The rule about the course of the game (repetition), if there is one. The engine's
    /// [`PATH_RULE`](search::Hooks::PATH_RULE) is the same rule.
    fn path_rule(config: &Self::Config) -> Option<&dyn PathRule<Self::Game>> {
        let _ = config;
        None
    }

    /// Opponents of the domain's own that can be named in `play` and `match`, beside `human`, `ai`,
    /// `default` and `random`. Those that use chance take it from the seed.
    fn opponents(config: &Self::Config, seed: u64) -> Vec<Opponent<Self::Game>> {
        let _ = (config, seed);
        Vec::new()
    }

    /// What the players of a terminal game settle before its first free move; `None` for nothing.
    fn opening_rule(config: &Self::Config) -> Option<Box<dyn OpeningRule<Self::Game>>> {
        let _ = config;
        None
    }

    /// The fixed positions of `bench`, as position strings, each with the depth to search it to.
    fn bench_positions() -> &'static [(&'static str, u32)];

    /// Verbs beyond the standard ones: protocols (`uci`, `gtp`), solvers.
    fn extra_verbs() -> Vec<Verb<Self>> {
        Vec::new()
    }

    /// The protocols that an external engine in a match may speak, by name. By default `ugi`, which
    /// works for every game.
    fn protocols() -> Vec<(&'static str, ProtocolMaker<Self::Game>)> {
        vec![("ugi", || Box::new(Uci::universal()))]
    }

    /// Kinds of fixture cases beyond `analyse`, `eval` and `perft`.
    fn extra_fixture_kinds() -> Vec<Kind<Self>> {
        Vec::new()
    }
}

/// Every game is a tool with the standard verbs and its own.
impl<D: Domain> Tool for D {
    type Config = <D as Domain>::Config;
    const NAME: &'static str = <D as Domain>::NAME;
    const ABOUT: &'static str = <D as Domain>::ABOUT;
    const DEFAULT_CONFIG: &'static str = <D as Domain>::DEFAULT_CONFIG;

    fn read_files(config: &mut <D as Domain>::Config, folder: &Path) -> Result<(), ConfigProblem> {
        <D as Domain>::read_files(config, folder)
    }

    fn check(config: &<D as Domain>::Config) -> Result<(), ConfigProblem> {
        <D as Domain>::check(config)
    }

    fn verbs() -> Vec<Verb<D>> {
        let mut all = verbs::standard();
        all.extend(D::extra_verbs());
        all
    }

    fn fixture_kinds() -> Vec<Kind<D>> {
        let mut all = verbs::batch::standard_kinds();
        all.extend(D::extra_fixture_kinds());
        all
    }

    fn threads(config: &<D as Domain>::Config) -> usize {
        D::search(config).threads
    }
}
