//! The facade over every [`Domain`]: [`GameOf`] and the game that it opens.

use super::{
    AnyDomain, AnyGame, AnyTool, ConfigSource, FacadeError, GameOption, Opening, SearchRequest,
    ToolOf, WithPlaces,
};
use crate::Domain;
use crate::cli::{self, Captured, Finish, HarnessError};
use crate::formats;
use crate::play::saved::apply_path_rule;
use crate::rows::{AnalysisRow, EvaluationRow, FormatRow, IterationRow};
use crate::trace::{self, Trace, TraceRequest};
use crate::verbs::input;
use board::BoardView;
use clap::{ArgMatches, Command};
use config::{Assignment, Choice, ConfigProblem};
use protocols::{LoadedConfig, Playable, view};
use record::{Ending, PlayedGame};
use search::{Analyst, Game, Notation, Request};

/// The [`AnyDomain`] of a [`Domain`].
pub struct GameOf<D>(ToolOf<D>);

impl<D> GameOf<D> {
    /// The game.
    pub const NEW: Self = GameOf(ToolOf::NEW);
}

impl<D: Domain> AnyTool for GameOf<D> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn about(&self) -> &'static str {
        self.0.about()
    }

    fn command(&self) -> Command {
        self.0.command()
    }

    fn verb_of_program(&self, program: &str) -> Option<String> {
        self.0.verb_of_program(program)
    }

    fn run(&self, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        self.0.run(matches)
    }

    fn check(&self, args: &[String]) -> Result<(), HarnessError> {
        self.0.check(args)
    }

    fn capture(&self, args: &[String]) -> Result<Captured, HarnessError> {
        self.0.capture(args)
    }
}

impl<D: Domain> AnyDomain for GameOf<D> {
    fn configs(&self) -> Vec<(&'static str, &'static str)> {
        <D as Domain>::CONFIGS.list().collect()
    }

    fn levels(&self) -> usize {
        <D as Domain>::CONFIGS.level_count()
    }

    fn options(&self) -> &'static [GameOption] {
        D::OPTIONS
    }

    fn open(&self, opening: &Opening) -> Result<Box<dyn AnyGame>, FacadeError> {
        Ok(Box::new(OpenGame::<D>::new(opening)?))
    }
}

/// A game in progress.
struct OpenGame<D: Playable> {
    config: LoadedConfig<D>,
    engine: Box<dyn Analyst<D::Game>>,
    game: PlayedGame<D::Game>,
}

/// The configuration that an opening asks for, checked and with its files.
fn load<D: Domain>(opening: &Opening) -> Result<LoadedConfig<D>, FacadeError> {
    let level = opening.level.map(|number| format!("level={number}"));
    let set = |text: &String| Assignment { place: text.clone(), ..text.as_str().into() };
    let sets: Vec<Assignment> = level.iter().chain(&opening.sets).map(set).collect();
    let configs = <D as Domain>::CONFIGS;
    let document = match &opening.config {
        ConfigSource::Default => configs.document(None, &sets)?,
        ConfigSource::Named(name) => match configs.list().find(|(own, _)| own == name) {
            Some((name, _)) => configs.document(Some(&Choice::option("config", name)), &sets)?,
            // Not a file of that name either: a name that is not known must not reach the disk.
            None => configs.overlay("config", &format!("base = {name:?}"), &sets)?,
        },
        ConfigSource::Text(text) => configs.overlay("config", text, &sets)?,
    };
    let mut loaded = cli::read::<D>(&document)?;
    if let Some(caps) = opening.caps {
        D::cap_tables(&mut loaded.config, caps.table_mib);
        let search = D::search_mut(&mut loaded.config);
        search.threads = search.threads.min(caps.threads.max(1));
    }
    Ok(loaded)
}

fn engine<D: Domain>(config: &LoadedConfig<D>) -> Result<Box<dyn Analyst<D::Game>>, FacadeError> {
    D::engine(config).map_err(|problem: ConfigProblem| FacadeError::input("config", problem))
}

impl<D: Domain> OpenGame<D> {
    fn new(opening: &Opening) -> Result<Self, FacadeError> {
        let config = load::<D>(opening)?;
        let engine = engine::<D>(&config)?;
        let game = match &opening.position {
            None => PlayedGame::new(D::start(&config)),
            Some(text) => D::parse_game(&config, text)
                .map_err(|error| FacadeError::input("position", error))?,
        };
        let mut open = OpenGame { config, engine, game };
        apply_path_rule::<D>(&open.config, &mut open.game);
        Ok(open)
    }

    fn parse_moves(&self, texts: &[String]) -> Result<Vec<Move<D>>, FacadeError> {
        let position = self.game.position();
        let parse = |text: &String| {
            position
                .parse_move(text)
                .map_err(|error| FacadeError::input(format!("move {text:?}"), error))
        };
        texts.iter().map(parse).collect()
    }
}

type Move<D> = <<D as Playable>::Game as Game>::Move;

impl<D: Domain> AnyGame for OpenGame<D> {
    fn config(&self) -> Result<String, FacadeError> {
        cli::config_text(&self.config.config).map_err(|error| FacadeError::input("config", error))
    }

    fn start(&self) -> String {
        self.game.start().position_text()
    }

    fn position(&self) -> String {
        self.game.position().position_text()
    }

    fn moves(&self) -> Vec<String> {
        self.game.move_texts()
    }

    fn view(&self) -> BoardView {
        let numbers = view::numbers::<D>(&self.game);
        BoardView { numbers, ..view::after::<D>(&self.config, &self.game) }
    }

    fn play(&mut self, text: &str) -> Result<(), FacadeError> {
        if self.game.outcome().is_some() {
            return Err(FacadeError::Over);
        }
        let mv = self.game.position().parse_move(text);
        let mv = mv.map_err(|error| FacadeError::input(format!("move {text:?}"), error))?;
        let refused =
            |error: record::Unplayable| FacadeError::input(format!("move {text:?}"), error);
        self.game.play(mv).map_err(refused)?;
        apply_path_rule::<D>(&self.config, &mut self.game);
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        let last = self.game.move_texts().pop()?;
        self.game.take_back().map(|_| last)
    }

    fn resign(&mut self) -> Result<(), FacadeError> {
        if self.game.outcome().is_some() {
            return Err(FacadeError::Over);
        }
        let loser = self.game.position().side();
        self.game.end(Ending::resignation(loser));
        Ok(())
    }

    fn evaluate(&mut self) -> EvaluationRow {
        let position = self.game.position();
        EvaluationRow::new(position, &self.engine.evaluate(position))
    }

    fn search(
        &mut self,
        request: &SearchRequest,
        on_iteration: &mut dyn FnMut(WithPlaces<IterationRow>),
    ) -> Result<WithPlaces<AnalysisRow>, FacadeError> {
        let mut limits = input::limits(request.limits.clone(), D::search(&self.config));
        limits.time = limits.time.into_iter().chain(request.longest).min();
        if limits.is_unlimited() {
            return Err(FacadeError::Unlimited);
        }
        let position = self.game.position();
        let request = Request {
            root_moves: self.parse_moves(&request.moves)?,
            lines: request.lines.max(1),
            stop: request.stop.clone(),
            ..self.game.request(limits)
        };
        let units = self.engine.units_per_point();
        let report = self.engine.search(&request, &mut |iteration| {
            let row = IterationRow::new(position, iteration, units);
            on_iteration(WithPlaces::new::<D>(row, position, &iteration.lines));
        });
        let row = AnalysisRow::new(position, &report, units);
        Ok(WithPlaces::new::<D>(row, position, &report.lines))
    }

    fn trace(&self, request: &TraceRequest) -> Result<Trace, FacadeError> {
        trace::trace::<D>(&self.config, &self.game, request)
    }

    fn formats(&self) -> Vec<FormatRow> {
        formats::all::<D>().iter().map(FormatRow::new).collect()
    }

    fn import(&mut self, bytes: &[u8]) -> Result<(), FacadeError> {
        let games = formats::read::<D>(&self.config, bytes, None)
            .map_err(|problem| FacadeError::input("game", problem))?;
        let Some(mut game) = games.into_iter().next() else {
            return Err(FacadeError::input("game", "nothing to read"));
        };
        apply_path_rule::<D>(&self.config, &mut game);
        self.engine.new_game();
        self.game = game;
        Ok(())
    }

    fn export(&self, format: &str) -> Result<String, FacadeError> {
        formats::write::<D>(&self.config, &self.game, format)
            .map_err(|problem| FacadeError::input("format", problem))
    }
}
