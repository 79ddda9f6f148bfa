//! The commands of the prompt.

use super::super::command::{self, Command};
use super::super::saved;
use super::super::words;
use super::{Move, Table, begun, limits};
use protocols::Playable;
use protocols::{Decision, OpeningStep};
use record::{Ending, Remarks, Termination};
use report::{Table as Columns, score};
use search::notation::move_texts;
use search::{Game, Notation, Side};
use std::io::{self, Write};
use std::path::Path;

/// The maximum length of a variation that is shown.
const LINE: usize = 10;

impl<D: Playable, W: Write> Table<'_, D, W> {
    /// Executes a command. Returns whether to quit.
    pub(super) fn obey(&mut self, command: Command<'_>) -> io::Result<bool> {
        match command {
            Command::Nothing => {}
            Command::Undo => self.undo()?,
            Command::Hint(count) => self.hint(count)?,
            Command::Eval => self.eval()?,
            Command::Moves => self.moves()?,
            Command::History => self.history()?,
            Command::Position => writeln!(self.output, "{}", self.game.position().position_text())?,
            Command::Go => self.go()?,
            Command::New => {
                self.seat(begun::<D>(&self.config, self.start.clone()));
                self.answers = Some(Vec::new());
            }
            Command::Swap => {
                self.players.swap(0, 1);
                self.introduce()?;
            }
            Command::Level(number) => self.set_level(number)?,
            Command::Resign => self.resign()?,
            Command::Save(file) => self.save(Path::new(file))?,
            Command::Load(file) => self.load(Path::new(file))?,
            Command::Help => write!(self.output, "{}", command::help())?,
            Command::Quit => return Ok(true),
            Command::Move(text) => self.typed_move(text)?,
            Command::Misused { name, usage, about } => {
                self.refuse(&format!("{name} {usage} ({about})"))?;
            }
        }
        Ok(false)
    }

    fn history(&mut self) -> io::Result<()> {
        let moves = self.move_list();
        if moves.is_empty() {
            return self.refuse("no move has been played yet");
        }
        writeln!(self.output, "{}", moves.join("\n"))
    }

    /// Whether the game is not over yet; prints a message if it is.
    fn is_on(&mut self) -> io::Result<bool> {
        let over = self.game.outcome().is_some();
        if over {
            self.refuse("the game is over: new, undo, load FILE or quit")?;
        }
        Ok(!over)
    }

    fn typed_move(&mut self, text: &str) -> io::Result<()> {
        if !self.is_on()? {
            return Ok(());
        }
        if let Some(step @ OpeningStep { what: Decision::Answer(offered), .. }) = self.step() {
            return self.typed_answer(step, offered, text);
        }
        match self.game.position().parse_move(text) {
            Ok(mv) if self.played(mv, Remarks::default()) => {
                self.typed = text.to_owned();
                self.changed = true;
                self.paused = false;
                Ok(())
            }
            Ok(_) => self.refuse(&format!("{text}: not a legal move")),
            Err(error) => match command::nearest(text) {
                Some(name) => self.refuse(&format!("{error} (did you mean {name}?)")),
                None => self.refuse(&error.to_string()),
            },
        }
    }

    /// Prints the best move with its principal variation, or several moves with their scores.
    fn hint(&mut self, count: usize) -> io::Result<()> {
        if !self.is_on()? {
            return Ok(());
        }
        if let Some(step) = self.step() {
            return self.hint_for(step);
        }
        let report = self.search(count)?;
        self.stop.reset();
        let Some(best) = report.best else { return self.refuse("no move found") };
        let game = self.game.position();
        let units = self.engine.units_per_point();
        let thoughts = words::thoughts(&report, units);
        writeln!(self.output, "hint: {}{thoughts}", game.move_text(best))?;
        let moves = |pv: &[Move<D>]| move_texts(game, pv.iter().copied().take(LINE)).join(" ");
        if let [_, _, ..] = &report.lines[..] {
            let mut table = Columns::new(&["score", "line"]).right_align(&[0]);
            for line in &report.lines {
                table.row(vec![score::text(line.score, units), moves(&line.pv)]);
            }
            return write!(self.output, "{}", table.to_text(None));
        }
        if report.pv().len() > 1 {
            writeln!(self.output, "line: {}", moves(report.pv()))?;
        }
        Ok(())
    }

    fn eval(&mut self) -> io::Result<()> {
        let evaluation = self.engine.evaluate(self.game.position());
        let value = score::text(evaluation.score, evaluation.units_per_point);
        writeln!(self.output, "score for {}: {value}", D::side_name(Side::First))?;
        if !evaluation.terms.is_empty() {
            let mut table = Columns::new(&["term", "points"]).right_align(&[1]);
            for term in &evaluation.terms {
                table.row(vec![term.name.clone(), score::points(term.points)]);
            }
            write!(self.output, "{}", table.to_text(None))?;
        }
        Ok(())
    }

    fn moves(&mut self) -> io::Result<()> {
        if !self.is_on()? {
            return Ok(());
        }
        let game = self.game.position();
        let mut moves: Vec<Move<D>> = Vec::new();
        game.legal_moves(&mut moves);
        let texts: Vec<_> = moves.into_iter().map(|mv| self.move_text(game, mv)).collect();
        writeln!(self.output, "{}", words::wrapped(&texts))
    }

    fn go(&mut self) -> io::Result<()> {
        if !self.is_on()? {
            return Ok(());
        }
        if self.player().is_human() {
            let name = D::side_name(self.side());
            return self.refuse(&format!("it is your move as {name}"));
        }
        self.paused = false;
        Ok(())
    }

    /// Takes back a resignation, or the moves since the last decision of a human.
    fn undo(&mut self) -> io::Result<()> {
        let resigned = |ending: Ending| ending.reason == Termination::Resigned;
        if self.game.ending().is_some_and(resigned) {
            self.game.reopen();
            self.changed = true;
            return Ok(());
        }
        if self.step().is_some() {
            return self.refuse("the opening is not settled yet: new begins again");
        }
        let alone = !self.has_human();
        let humans_turn = |side: Side| alone || self.players[side.index()].is_human();
        let last = self.game.sides().rposition(humans_turn).filter(|&last| last >= self.settled);
        let Some(last) = last else {
            return self.refuse("there is no move of yours to take back");
        };
        while self.game.plies() > last {
            self.game.take_back();
        }
        self.changed = true;
        self.paused = alone;
        Ok(())
    }

    /// Sets the strength of the AI from its next move on.
    fn set_level(&mut self, number: u32) -> io::Result<()> {
        let Some(levels) = self.levels else {
            return self.refuse(&format!("{} has no levels", D::NAME));
        };
        let config = match levels(number) {
            Ok(config) => config,
            Err(error) => return self.refuse(&error.to_string()),
        };
        match D::engine(&config) {
            Ok(engine) => {
                self.engine = engine;
                self.limits = limits::<D>(&config);
                self.config = config;
                writeln!(self.output, "level {number}")
            }
            Err(problem) => self.refuse(&problem.to_string()),
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        if !self.is_on()? {
            return Ok(());
        }
        // At a pause the AI may be to move; it is still the human who resigns.
        let side = self.side();
        let other = self.players[(!side).index()].is_human() && !self.player().is_human();
        self.game.end(Ending::resignation(if other { !side } else { side }));
        self.changed = true;
        Ok(())
    }

    fn save(&mut self, path: &Path) -> io::Result<()> {
        self.game.players = self.players.each_ref().map(|player| player.name().to_owned());
        match saved::save::<D>(&self.config, &self.game, path) {
            Ok(()) => writeln!(self.output, "saved to {}", path.display()),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn load(&mut self, path: &Path) -> io::Result<()> {
        match saved::load::<D>(&self.config, path) {
            Ok(game) => {
                self.seat(game);
                Ok(())
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }
}
