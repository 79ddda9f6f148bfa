//! The interface that protocols and matches need from a game: [`Playable`].

use crate::drive::{Protocol, Uci};
use crate::opening::OpeningRule;
use board::{BoardView, MovePlaces};
use config::{ConfigProblem, Loaded};
use record::{GameRecord, PlayedGame, RecordError};
use search::{Analyst, Game, Notation, NotationError, PathRule, SearchConfig, Side};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Chooses a legal move in an unfinished position.
pub type Chooser<G> = Box<dyn FnMut(&G) -> <G as Game>::Move + Send>;

/// A player that does not search, for example the fixed opponent of a lab.
pub struct Opponent<G: Game> {
    /// Its name on the command line.
    pub name: &'static str,
    /// Chooses its moves.
    pub choose: Chooser<G>,
}

/// A configuration of a game with the contents of its files.
pub type LoadedConfig<D> = Loaded<<D as Playable>::Config, <D as Playable>::Files>;

/// Creates a [`Protocol`] for one engine process.
pub type ProtocolMaker<G> = fn() -> Box<dyn Protocol<G>>;

/// A game with its configuration: start position, engine, opponents and drawing. One zero-size type
/// per game.
pub trait Playable: Sized + 'static {
    /// The position type.
    type Game: Game<Move: 'static> + Notation + 'static;

    /// The contents of a configuration file: `[game]`, `[search]`, `[evaluator]`, ... with
    /// `deny_unknown_fields` on every table.
    type Config: DeserializeOwned + Serialize + Clone + Send + Sync + 'static;

    /// What is read from the files that a configuration names (weights, books, tables); `()` if it
    /// names none. The default is what a configuration without files uses.
    type Files: Default + Clone + Send + Sync + 'static;

    /// The name of the game, of its binary and of its folder below `configs/`.
    const NAME: &'static str;

    /// Checks what serde cannot: ranges, and values that must fit together. Includes `[search]`.
    fn check(config: &Self::Config) -> Result<(), ConfigProblem>;

    /// The `[search]` section.
    fn search(config: &Self::Config) -> &SearchConfig;

    /// The `[search]` section for changes (`compare` runs several algorithms).
    fn search_mut(config: &mut Self::Config) -> &mut SearchConfig;

    /// Makes every table of the engine at most this large, for programs that hold many games. A game with
    /// tables beyond the one of `[search]` adds them.
    fn cap_tables(config: &mut Self::Config, mib: usize) {
        let search = Self::search_mut(config);
        search.table_mib = search.table_mib.min(mib);
    }

    /// The start position of the configured rules.
    fn start(config: &Self::Config) -> Self::Game;

    /// Reads a position under the configured rules (board size, variant).
    fn parse_position(config: &Self::Config, text: &str) -> Result<Self::Game, NotationError> {
        let _ = config;
        Self::Game::parse_position(text)
    }

    /// The configured variant of the rules, if the position string does not include it; `None` for a game
    /// without variants. Records store it, and a record of another variant is refused.
    fn rules(config: &Self::Config) -> Option<String> {
        let _ = config;
        None
    }

    /// The engine that the configuration describes.
    fn engine(config: &LoadedConfig<Self>) -> Result<Box<dyn Analyst<Self::Game>>, ConfigProblem>;

    /// The position as a picture: surface, pieces and marks of the rules (a winning line, forbidden points,
    /// visited squares); for a finished game its [`end`](BoardView::end) with the reason. [`view`](crate::view)
    /// adds the side to move, the targets and the last move.
    fn view(config: &Self::Config, game: &Self::Game) -> BoardView;

    /// The squares that a legal move starts from and goes to.
    fn places(game: &Self::Game, mv: <Self::Game as Game>::Move) -> MovePlaces;

    /// Reads a position string; if it is a list of moves, the game that they make up. By default a game that
    /// starts from the position.
    fn parse_game(
        config: &Self::Config,
        text: &str,
    ) -> Result<PlayedGame<Self::Game>, NotationError> {
        Self::parse_position(config, text).map(PlayedGame::new)
    }

    /// The name of a side: `black`, `red`, `X`.
    fn side_name(side: Side) -> &'static str;

    /// The rule about the moves of the game (repetition), if there is one. The engine's
    /// [`PATH_RULE`](search::Hooks::PATH_RULE) is the same rule.
    fn path_rule(config: &Self::Config) -> Option<&dyn PathRule<Self::Game>> {
        let _ = config;
        None
    }

    /// Opponents that the game defines; `play` and `match` accept their names. Random choices use the
    /// seed.
    fn opponents(config: &Self::Config, seed: u64) -> Vec<Opponent<Self::Game>> {
        let _ = (config, seed);
        Vec::new()
    }

    /// The rule by which players choose sides in the opening, if there is one.
    fn opening_rule(config: &Self::Config) -> Option<Box<dyn OpeningRule<Self::Game>>> {
        let _ = config;
        None
    }

    /// The setting by which an engine learns from its games, so that they depend on one another; `None` if it does
    /// not.
    fn learns(config: &Self::Config) -> Option<&'static str> {
        let _ = config;
        None
    }

    /// The protocols for external engines in a match, by name. By default `ugi`, which works for every
    /// game.
    fn protocols() -> Vec<(&'static str, ProtocolMaker<Self::Game>)> {
        vec![("ugi", || Box::new(Uci::universal()))]
    }
}

/// The game in a record, with every move checked under the configured rules.
pub fn read_game<D: Playable>(
    config: &D::Config,
    record: &GameRecord,
) -> Result<PlayedGame<D::Game>, RecordError> {
    if record.game != D::NAME {
        let problem = format!("found {:?}, allowed: {:?}", record.game, D::NAME);
        return Err(RecordError::new("game", problem));
    }
    if let (Some(found), Some(allowed)) = (&record.rules, D::rules(config))
        && *found != allowed
    {
        let problem = format!("found {found:?}, allowed: {allowed:?}, as configured");
        return Err(RecordError::new("rules", problem));
    }
    record.replay(|text| D::parse_position(config, text))
}

/// The record of a game under the configured rules.
pub fn write_game<D: Playable>(config: &D::Config, game: &PlayedGame<D::Game>) -> GameRecord {
    let record = game.record(D::NAME);
    GameRecord { rules: record.rules.clone().or_else(|| D::rules(config)), ..record }
}
