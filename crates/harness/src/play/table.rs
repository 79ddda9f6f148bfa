//! The game loop: show the board, get a move, play it.

mod commands;
mod opening;

use super::command::{self, Command};
use super::input::{Lines, Next};
use super::saved::apply_path_rule;
use super::seat::Player;
use super::{Levels, PlayError, PlayOptions, words};
use crate::progress;
use board::DrawStyle;
use protocols::{Choice, Decision, LoadedConfig, OpeningRule, Playable, view};
use record::{Ending, PlayedGame, Remarks, Termination};
use report::score;
use search::rng::Rng;
use search::{Analyst, Game, Limits, Notation, Outcome, Report, Request, Side, StopFlag};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// The number of lines of the move list shown with the board.
const RECENT: usize = 6;

/// The time per move of the AI if neither the command line nor the configuration limits it.
const THINKING_TIME: Duration = Duration::from_secs(1);

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// The state of a terminal game.
pub(super) struct Table<'a, D: Playable, W> {
    config: LoadedConfig<D>,
    levels: Option<&'a Levels<'a, D>>,
    output: W,
    style: DrawStyle,
    width: fn() -> Option<u16>,
    engine: Box<dyn Analyst<D::Game>>,
    limits: Limits,
    /// The players of the first and the second side.
    players: [Player<D>; 2],
    rng: Rng,
    delay: Duration,
    quiet: bool,
    stop: StopFlag,
    /// The start position of `new`.
    start: D::Game,
    game: PlayedGame<D::Game>,
    /// The opening rule, if there is one.
    opening: Option<Box<dyn OpeningRule<D::Game>>>,
    /// The answers given in the opening; `None` for a game without an opening.
    answers: Option<Vec<usize>>,
    /// The number of plies of the opening, which cannot be undone.
    settled: usize,
    /// Whether the other players wait until `go` or a move is typed.
    paused: bool,
    /// Whether the board has changed since it was last shown.
    changed: bool,
    /// The last move that a person typed; moves are printed in its notation.
    typed: String,
}

/// The limits of the AI by its configuration.
fn limits<D: Playable>(config: &D::Config) -> Limits {
    let limits = Limits::from_config(D::search(config));
    if limits.is_unlimited() { Limits::time(THINKING_TIME) } else { limits }
}

impl<'a, D: Playable, W: Write> Table<'a, D, W> {
    pub(super) fn new(
        config: &LoadedConfig<D>,
        levels: Option<&'a Levels<'a, D>>,
        options: PlayOptions,
        output: W,
        style: DrawStyle,
    ) -> Result<Self, PlayError> {
        let start = match &options.position {
            Some(text) => D::parse_position(config, text)?,
            None => D::start(config),
        };
        let opening = if options.position.is_none() { D::opening_rule(config) } else { None };
        let limits = options.limits.unwrap_or_else(|| limits::<D>(config));
        Ok(Table {
            config: config.clone(),
            levels,
            output,
            style,
            width: options.width,
            engine: D::engine(config)?,
            limits,
            players: [
                Player::sit(options.first, Side::First, &config.config, options.seed)?,
                Player::sit(options.second, Side::Second, &config.config, options.seed)?,
            ],
            rng: Rng::new(options.seed),
            delay: options.delay,
            quiet: options.quiet,
            stop: options.stop,
            game: begun::<D>(config, start.clone()),
            start,
            opening,
            answers: Some(Vec::new()),
            settled: 0,
            paused: false,
            changed: true,
            typed: String::new(),
        })
    }

    /// Plays until the user quits; without a human, until the game is over.
    pub(super) fn play<R: BufRead + Send + 'static>(
        mut self,
        lines: &mut Lines<R>,
    ) -> Result<Option<Outcome>, PlayError> {
        self.introduce()?;
        if self.has_human() {
            writeln!(self.output, "Type a move, or help for the commands.")?;
        }
        loop {
            if self.shows_now() {
                self.show()?;
            }
            if self.game.outcome().is_some() && !self.has_human() {
                break;
            }
            if let Some(step) = self.step() {
                let placed = usize::from(step.what == Decision::Move);
                self.settled = self.game.plies() + placed;
            }
            if !self.paused && self.game.outcome().is_none() && !self.player().is_human() {
                match self.step() {
                    Some(step) => self.machine_step(step)?,
                    None => self.machine_move()?,
                }
                continue;
            }
            let prompt = self.prompt();
            write!(self.output, "{prompt}> ")?;
            self.output.flush()?;
            match lines.next(&self.stop)? {
                Next::Line(line) => {
                    // An expected answer takes precedence over a command of the same name.
                    let is_answer = self.offered(&line).is_some();
                    let asked =
                        if is_answer { Command::Move(&line) } else { command::parse(&line) };
                    if self.obey(asked)? {
                        break;
                    }
                }
                Next::End | Next::Interrupted => {
                    writeln!(self.output)?;
                    break;
                }
            }
        }
        self.output.flush()?;
        Ok(self.game.outcome())
    }

    /// Prints the players.
    fn introduce(&mut self) -> io::Result<()> {
        let [first, second] = match self.step() {
            None => [Side::First, Side::Second].map(D::side_name),
            // The opening has not assigned the sides yet.
            Some(_) => opening::SEATS,
        };
        let [one, other] = &self.players;
        writeln!(self.output, "{first}: {}, {second}: {}", one.name(), other.name())
    }

    fn side(&self) -> Side {
        self.game.position().side()
    }

    fn player(&self) -> &Player<D> {
        &self.players[self.chooser().index()]
    }

    fn has_human(&self) -> bool {
        self.players.iter().any(Player::is_human)
    }

    /// Whether to show the board now: at every turn of a human, and after every move of a game without one.
    fn shows_now(&self) -> bool {
        let waits = self.paused || self.game.outcome().is_some() || self.player().is_human();
        waits || !self.has_human() || self.game.plies() == 0
    }

    /// A legal move of a position, in the notation that the user types.
    fn move_text(&self, position: &D::Game, mv: Move<D>) -> String {
        position.move_text_like(mv, &self.typed)
    }

    /// The moves so far, one line per pair: `3. g7 i6`.
    fn move_list(&self) -> Vec<String> {
        let mut position = self.game.start().clone();
        let mut lines: Vec<String> = Vec::new();
        for mv in self.game.moves() {
            let text = self.move_text(&position, mv);
            match (position.side(), lines.last_mut()) {
                (Side::Second, Some(line)) => *line += &format!(" {text}"),
                (Side::Second, None) => lines.push(format!("1. ... {text}")),
                (Side::First, _) => lines.push(format!("{}. {text}", lines.len() + 1)),
            }
            let _ = position.play(mv);
        }
        lines
    }

    /// Draws the board and the result if they have changed.
    fn show(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let mut view = view::after::<D>(&self.config, &self.game);
        // The result is printed on a separate line below.
        let shown = view.ending.take();
        let moves = self.move_list();
        view.notes.extend_from_slice(&moves[moves.len().saturating_sub(RECENT)..]);
        let board = board::terminal::draw(&view, self.style, (self.width)());
        write!(self.output, "\n{board}")?;
        let Some(ending) = self.game.ending() else { return self.show_answers() };
        let result = match ending.outcome {
            Outcome::Draw => "The game is a draw.".to_owned(),
            Outcome::Win(side) if ending.reason == Termination::Resigned => {
                format!("{} resigns: {} wins.", D::side_name(!side), D::side_name(side))
            }
            Outcome::Win(side) => format!("{} wins.", D::side_name(side)),
        };
        let reason = shown.map_or(String::new(), |ending| ending.reason);
        let result = match (ending.reason, &reason[..]) {
            (Termination::Resigned, _) | (_, "") => words::bold(&result, self.style),
            (_, reason) => format!("{} ({reason})", words::bold(&result, self.style)),
        };
        writeln!(self.output, "{result}")?;
        if self.has_human() {
            writeln!(self.output, "new, undo, load FILE or quit")?;
        }
        self.teach(&ending)
    }

    /// Reports the result to an engine that has played in the game, except a resignation, which says little
    /// about the moves.
    fn teach(&mut self, ending: &Ending) -> io::Result<()> {
        let is_own = self.players.iter().any(|player| matches!(player, Player::Ai));
        if is_own && ending.reason.is_by_moves() {
            // Learning may take a moment, so the result is shown first.
            self.output.flush()?;
            let moves: Vec<Move<D>> = self.game.moves().collect();
            self.engine.game_over(self.game.start(), &moves, ending.outcome);
        }
        Ok(())
    }

    /// Prints one line that says why a command was refused.
    fn refuse(&mut self, why: &str) -> io::Result<()> {
        writeln!(self.output, "{}", words::warning(why, self.style))
    }

    /// Plays a move. Returns whether it was legal.
    fn played(&mut self, mv: Move<D>, remarks: Remarks) -> bool {
        let is_played = self.game.play_with(mv, remarks).is_ok();
        apply_path_rule::<D>(&self.config, &mut self.game);
        is_played
    }

    fn seat(&mut self, game: PlayedGame<D::Game>) {
        self.engine.new_game();
        self.game = game;
        self.answers = None;
        self.settled = 0;
        self.changed = true;
        self.paused = false;
    }

    /// Plays the move of a player that is not human, and prints it.
    fn machine_move(&mut self) -> io::Result<()> {
        let began = Instant::now();
        let side = self.side();
        let chosen = match &mut self.players[side.index()] {
            Player::Human => None,
            Player::Ai => {
                let report = self.search(1)?;
                let units = self.engine.units_per_point();
                Choice::of(&report).map(|choice| {
                    let remarks = choice.remarks(units, report.time);
                    (choice.mv, remarks, words::thoughts(&report, units))
                })
            }
            Player::Random => {
                let mut moves = Vec::new();
                self.game.position().legal_moves(&mut moves);
                self.rng.choose(&moves).map(|mv| (mv, Remarks::default(), String::new()))
            }
            Player::Opponent(opponent) => {
                let mv = (opponent.choose)(self.game.position());
                Some((mv, Remarks::default(), String::new()))
            }
        };
        let watching = !self.has_human();
        while watching && !self.stop.is_stopped() && began.elapsed() < self.delay {
            std::thread::sleep(Duration::from_millis(10).min(self.delay));
        }
        if self.stop.is_stopped() {
            return self.pause("stopped");
        }
        let name = self.player().name().to_owned();
        match chosen {
            Some((mv, remarks, thoughts)) if self.game.position().is_legal(mv) => {
                let text = self.move_text(self.game.position(), mv);
                self.played(mv, remarks);
                self.changed = true;
                writeln!(self.output, "{} plays {text}{thoughts}", D::side_name(side))
            }
            Some((mv, ..)) => self.pause(&format!("{name} chose {mv:?}, which is not legal")),
            None => self.pause(&format!("{name} found no move")),
        }
    }

    /// Pauses the game and returns to the prompt.
    fn pause(&mut self, why: &str) -> io::Result<()> {
        self.stop.reset();
        self.paused = true;
        self.refuse(&format!("{why}: go continues the game, help lists the commands"))
    }

    /// Searches the position on the board for its best moves, with progress on stderr.
    fn search(&mut self, lines: usize) -> io::Result<Report<D::Game>> {
        self.output.flush()?;
        let name = D::side_name(self.side());
        let units = self.engine.units_per_point();
        let spinner = progress::spinner(&format!("{name} thinks"), self.quiet);
        let request = Request { lines, ..self.request() };
        let report = self.engine.search(&request, &mut |iteration| {
            spinner.step(iteration.nodes.saturating_sub(spinner.steps()));
            if let Some(line) = iteration.lines.first() {
                let value = score::text(line.score, units);
                spinner.message(format!("{name} thinks: depth {}, {value}", iteration.depth));
            }
        });
        spinner.finish();
        Ok(report)
    }

    /// A search request for the position on the board.
    fn request(&self) -> Request<D::Game> {
        Request { stop: self.stop.clone(), ..self.game.request(self.limits.clone()) }
    }
}

/// A game from this position; it may already be over by the path rule.
fn begun<D: Playable>(config: &D::Config, start: D::Game) -> PlayedGame<D::Game> {
    let mut game = PlayedGame::new(start);
    apply_path_rule::<D>(config, &mut game);
    game
}
