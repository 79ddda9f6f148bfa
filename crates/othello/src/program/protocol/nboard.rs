//! The NBoard protocol, version 2.
//!
//! NBoard sends complete games (`set game GGF`) and single moves (`move F5/eval/time`), and asks for
//! hints (`hint N`), a move (`go`) or an analysis of the game (`analyze`). Answers to hints are lines
//! `search PV EVAL 0 DEPTH`; to `go`, `=== MOVE/EVAL/SECONDS`; to `analyze`, `analysis MOVE EVAL`.
//! `ping N` aborts the current search without an answer and is answered with `pong N`. Evaluations are in
//! discs for the side to move. Unknown lines are ignored, as the protocol requires; errors are reported in
//! a `status` line. Missing passes are added. `learn` adds the game to the book, if the configuration names
//! one. The book uses it immediately; `othello book learn` later explores its positions.

use crate::notation::ggf;
use crate::program::book::{self, Book};
use crate::program::config::Config;
use crate::program::domain::OthelloDomain;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::protocol::converse_on_stdio;
use protocols::Playable;
use protocols::serve::{Ending, EngineHost, Flow, Language, When};
use record::{PlayedGame, Remarks};
use search::{Game, Iteration, Limits, Line, Notation, Report, Request, Score, StopReason};
use std::io;

/// Arguments of `nboard`.
#[derive(Args)]
pub(crate) struct NBoard {}

/// Runs the verb.
pub(crate) fn run(context: &Context<OthelloDomain>, _: NBoard) -> Result<Finish, HarnessError> {
    converse_on_stdio(context, language(context.config()))
}

/// The engine's side of the protocol, for [`converse`](protocols::serve::converse).
pub fn language(config: &Config) -> impl Language<OthelloDomain> + use<> {
    Session::new(OthelloDomain::start(config), config.search.depth)
}

/// The depth in plies before the first `set depth`.
const DEFAULT_DEPTH: u32 = 10;
/// The maximum number of lines of a hint.
const MOST_HINTS: usize = 60;

/// The current search.
enum Work {
    Hint,
    Go,
    /// The remaining positions of a game with their numbers of moves; the next one is last.
    Analysis(Vec<(usize, Othello)>),
}

/// A session.
struct Session {
    game: PlayedGame<Othello>,
    depth: u32,
    contempt: i32,
    work: Option<Work>,
}

impl Session {
    fn new(start: Othello, depth: Option<u32>) -> Session {
        Session {
            game: PlayedGame::new(start),
            depth: depth.unwrap_or(DEFAULT_DEPTH),
            contempt: 0,
            work: None,
        }
    }

    fn set(&mut self, host: &mut EngineHost<'_, OthelloDomain>, rest: &str) -> Result<(), String> {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = value.trim();
        match what {
            "depth" => {
                let depth: u32 = value.parse().map_err(|_| {
                    format!("set depth: found {value:.20?}, allowed: a number of plies")
                })?;
                self.depth = depth.clamp(1, 60);
            }
            "contempt" => {
                self.contempt = value.parse().map_err(|_| {
                    format!("set contempt: found {value:.20?}, allowed: an integer")
                })?;
            }
            "game" => {
                let record = ggf::parse(value).map_err(|error| format!("set game: {error}"))?;
                let scoring = host.config().game.score;
                let mut game = PlayedGame::new(record.start().scored(scoring));
                record.moves().for_each(|mv| game.push(mv, Remarks::default()));
                // Fewer moves: another game, not a continuation of this one.
                if game.plies() < self.game.plies() {
                    host.new_game();
                }
                self.game = game;
            }
            // Other settings (colours, times) do not apply to this engine.
            _ => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let position = *self.game.position();
        let (mv, _) = ggf::read_move(position.size(), text).map_err(|e| format!("move: {e}"))?;
        if position.is_legal(mv) {
            self.game.push(mv, Remarks::default());
            return Ok(());
        }
        let mut passed = position;
        if mv != Move::PASS && position.is_legal(Move::PASS) {
            passed.play(Move::PASS);
            if passed.is_legal(mv) {
                self.game.push(Move::PASS, Remarks::default());
                self.game.push(mv, Remarks::default());
                return Ok(());
            }
        }
        Err(format!("move: {text:.20?} is illegal"))
    }

    fn begin(
        &mut self,
        host: &mut EngineHost<'_, OthelloDomain>,
        request: Request<Othello>,
        work: Work,
    ) -> io::Result<()> {
        host.search(request, Ending::WhenDone)?;
        self.work = Some(work);
        host.say("status Thinking")
    }

    fn request(&self, lines: usize) -> Request<Othello> {
        Request { lines, ..self.game.request(Limits::depth(self.depth)) }
    }

    /// Every position of the game so far, with its number of moves.
    fn positions(&self) -> Vec<(usize, Othello)> {
        let mut position = *self.game.start();
        let mut all = vec![(0, position)];
        for (index, step) in self.game.history().iter().enumerate() {
            position.play(step.mv);
            all.push((index + 1, position));
        }
        all
    }

    /// Starts the next position of an analysis, or ends it.
    fn analyse_next(
        &mut self,
        host: &mut EngineHost<'_, OthelloDomain>,
        mut left: Vec<(usize, Othello)>,
    ) -> io::Result<()> {
        while let Some((number, position)) = left.last() {
            if position.outcome().is_some() {
                let line = format!("analysis {number} {:.2}", f64::from(position.final_score()));
                host.say(&line)?;
                left.pop();
                continue;
            }
            let request = Request::new(*position, Limits::depth(self.depth));
            host.search(request, Ending::WhenDone)?;
            self.work = Some(Work::Analysis(left));
            return Ok(());
        }
        host.say("status")
    }

    /// Adds the finished game to the book, if the configuration names one.
    fn learn(&self, host: &EngineHost<'_, OthelloDomain>) -> Result<(), String> {
        let Some((path, book)) = &host.config().files.book else { return Ok(()) };
        let learned = Book::add_game_to_file(path, &self.game, book::PLIES)
            .map_err(|problem| format!("learn: {}: {problem}", path.display()))?;
        *book.write() = learned;
        Ok(())
    }

    /// The score in discs for the side to move; a draw is replaced by the contempt.
    fn eval(&self, host: &EngineHost<'_, OthelloDomain>, score: Score) -> f64 {
        let discs = score.points(host.units_per_point());
        // The protocol's contempt is in hundredths of a disc for black.
        let side = if self.game.position().side() == search::Side::First { 1.0 } else { -1.0 };
        if discs == 0.0 { side * f64::from(self.contempt) / 100.0 } else { discs }
    }

    fn search_line(
        &self,
        host: &EngineHost<'_, OthelloDomain>,
        line: &Line<Move>,
        depth: &str,
    ) -> String {
        let mut position = *self.game.position();
        let mut pv = String::new();
        for &mv in &line.pv {
            pv.push_str(&name(&position, mv));
            position.play(mv);
        }
        format!("search {pv} {:.2} 0 {depth}", self.eval(host, line.score))
    }
}

/// `F5`, or `PA`.
fn name(position: &Othello, mv: Move) -> String {
    match mv {
        Move::PASS => "PA".to_owned(),
        _ => position.move_text(mv).to_ascii_uppercase(),
    }
}

impl Language<OthelloDomain> for Session {
    fn when(&self, line: &str) -> When {
        match line.split_whitespace().next() {
            Some("ping") => When::DropsSearch,
            Some("quit") => When::Now,
            _ => When::AfterSearch,
        }
    }

    fn hear(&mut self, host: &mut EngineHost<'_, OthelloDomain>, line: &str) -> io::Result<Flow> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let over = self.game.position().outcome().is_some();
        let done = match word {
            "quit" => return Ok(Flow::Quit),
            "nboard" => {
                host.say("set myname Plywood")?;
                Ok(())
            }
            "ping" => {
                if self.work.take().is_some() {
                    host.say("status")?;
                }
                host.say(&format!("pong {rest}"))?;
                Ok(())
            }
            "set" => self.set(host, rest),
            "move" => self.play(rest),
            "hint" | "go" if over => Err("the game is over".into()),
            "hint" => {
                let lines = rest.parse().unwrap_or(1).clamp(1, MOST_HINTS);
                self.begin(host, self.request(lines), Work::Hint)?;
                Ok(())
            }
            "go" => {
                self.begin(host, self.request(1), Work::Go)?;
                Ok(())
            }
            "analyze" => {
                let left = self.positions();
                host.say("status Analyzing")?;
                self.analyse_next(host, left)?;
                Ok(())
            }
            "learn" => {
                let learned = self.learn(host);
                host.say("learned")?;
                learned
            }
            _ => Ok(()),
        };
        if let Err(problem) = done {
            host.say(&format!("status {}", config::one_line(&problem)))?;
        }
        Ok(Flow::On)
    }

    fn iteration(
        &mut self,
        host: &mut EngineHost<'_, OthelloDomain>,
        iteration: &Iteration<Move>,
    ) -> io::Result<()> {
        if matches!(self.work, Some(Work::Hint)) {
            for line in &iteration.lines {
                let text = self.search_line(host, line, &iteration.depth.to_string());
                host.say(&text)?;
            }
        }
        Ok(())
    }

    fn answer(
        &mut self,
        host: &mut EngineHost<'_, OthelloDomain>,
        report: &Report<Othello>,
    ) -> io::Result<()> {
        let seconds = report.time.as_secs_f64();
        let stats = format!("nodestats {} {seconds:.3}", report.nodes);
        match self.work.take() {
            None => Ok(()),
            Some(Work::Hint) => {
                if report.reason == StopReason::Solved {
                    for line in &report.lines {
                        let text = self.search_line(host, line, "100%");
                        host.say(&text)?;
                    }
                }
                host.say(&stats)?;
                host.say("status")
            }
            Some(Work::Go) => {
                let position = *self.game.position();
                let mv = report.best.map_or("PA".to_owned(), |mv| name(&position, mv));
                let eval = self.eval(host, report.score);
                host.say(&stats)?;
                host.say("status")?;
                host.say(&format!("=== {mv}/{eval:.2}/{seconds:.2}"))
            }
            Some(Work::Analysis(mut left)) => {
                if let Some((number, _)) = left.pop() {
                    let eval = report.score.points(host.units_per_point());
                    host.say(&format!("analysis {number} {eval:.2}"))?;
                }
                self.analyse_next(host, left)
            }
        }
    }
}

#[cfg(test)]
mod tests;
