//! The opening phase of a terminal game, by an [`OpeningRule`](super::super::OpeningRule).

use super::super::seat::Player;
use super::Table;
use protocols::Playable;
use protocols::{Decision, OpeningAnswer, OpeningStep};
use record::Remarks;
use search::{Game, Notation, Side};
use std::io::{self, Write};

/// The names of the players while the sides are not assigned.
pub(super) const SEATS: [&str; 2] = ["first player", "second player"];

impl<D: Playable, W: Write> Table<'_, D, W> {
    /// The next step of the opening, if it is not complete.
    pub(super) fn step(&self) -> Option<OpeningStep> {
        let answers = self.answers.as_ref()?;
        self.opening.as_ref()?.next(self.game.plies(), answers)
    }

    /// The player who decides next; in an opening this may differ from the side to move.
    pub(super) fn chooser(&self) -> Side {
        self.step().map_or_else(|| self.side(), |step| step.by)
    }

    /// The text of the prompt.
    pub(super) fn prompt(&self) -> String {
        if self.game.outcome().is_some() {
            return "game over".to_owned();
        }
        let side = D::side_name(self.side());
        match self.step() {
            None => side.to_owned(),
            Some(step) => {
                let seat = SEATS[step.by.index()];
                match step.what {
                    Decision::Move => format!("{seat} moves {side}"),
                    Decision::Answer(offered) => format!("{seat}: {}", words(offered)),
                }
            }
        }
    }

    /// Makes the decision of a player that is not human.
    pub(super) fn machine_step(&mut self, step: OpeningStep) -> io::Result<()> {
        self.output.flush()?;
        let request = self.request();
        let game = self.game.position();
        let player = &mut self.players[step.by.index()];
        match (step.what, player, &mut self.opening) {
            (Decision::Answer(offered), Player::Ai, Some(rule)) => {
                let index = rule.answer(&mut *self.engine, &request, offered);
                if self.stop.is_stopped() {
                    return self.pause("stopped");
                }
                self.settle(step, offered, index)
            }
            (Decision::Answer(offered), ..) => {
                let all: Vec<usize> = (0..offered.len()).collect();
                let index = self.rng.choose(&all).unwrap_or_default();
                self.settle(step, offered, index)
            }
            (Decision::Move, player, rule) => {
                let chosen = match (player, rule) {
                    (Player::Ai, Some(rule)) => rule.place(&mut *self.engine, &request),
                    (Player::Opponent(opponent), _) => Some((opponent.choose)(game)),
                    _ => {
                        let mut moves = Vec::new();
                        game.legal_moves(&mut moves);
                        self.rng.choose(&moves)
                    }
                };
                let text = chosen.map(|mv| game.move_text(mv));
                let side = D::side_name(game.side());
                match chosen {
                    _ if self.stop.is_stopped() => self.pause("stopped"),
                    Some(mv) if self.played(mv, Remarks::default()) => {
                        self.changed = true;
                        let text = text.unwrap_or_default();
                        writeln!(self.output, "{} moves {side} {text}", SEATS[step.by.index()])
                    }
                    _ => self.pause("no legal move was found"),
                }
            }
        }
    }

    /// Prints what the AI would decide.
    pub(super) fn hint_for(&mut self, step: OpeningStep) -> io::Result<()> {
        self.output.flush()?;
        let request = self.request();
        let Some(rule) = &mut self.opening else { return Ok(()) };
        let hint = match step.what {
            Decision::Answer(offered) => {
                let index = rule.answer(&mut *self.engine, &request, offered);
                offered.get(index).map(|answer| format!("{} ({})", answer.word, answer.about))
            }
            Decision::Move => {
                let mv = rule.place(&mut *self.engine, &request);
                mv.map(|mv| self.game.position().move_text(mv))
            }
        };
        self.stop.reset();
        match hint {
            Some(hint) => writeln!(self.output, "hint: {hint}"),
            None => self.refuse("no move found"),
        }
    }

    /// The index of the expected answer that a line gives, if any.
    pub(super) fn offered(&self, line: &str) -> Option<usize> {
        let Some(OpeningStep { what: Decision::Answer(offered), .. }) = self.step() else {
            return None;
        };
        offered.iter().position(|answer| answer.word.eq_ignore_ascii_case(line.trim()))
    }

    /// Handles the answer of a human.
    pub(super) fn typed_answer(
        &mut self,
        step: OpeningStep,
        offered: &'static [OpeningAnswer],
        text: &str,
    ) -> io::Result<()> {
        match self.offered(text) {
            Some(index) => {
                self.paused = false;
                self.settle(step, offered, index)
            }
            None => self.refuse(&format!("answer: found {text:?}, allowed: {}", words(offered))),
        }
    }

    /// Lists the answers that a human may give now.
    pub(super) fn show_answers(&mut self) -> io::Result<()> {
        let offered = match self.step() {
            Some(OpeningStep { what: Decision::Answer(offered), .. }) => offered,
            _ => return Ok(()),
        };
        if !self.player().is_human() {
            return Ok(());
        }
        for OpeningAnswer { word, about, .. } in offered {
            writeln!(self.output, "  {word:<8}{about}")?;
        }
        Ok(())
    }

    fn settle(
        &mut self,
        step: OpeningStep,
        offered: &'static [OpeningAnswer],
        index: usize,
    ) -> io::Result<()> {
        let Some(answer) = offered.get(index) else { return self.pause("no answer was found") };
        writeln!(self.output, "{}: {}", SEATS[step.by.index()], answer.about)?;
        if let Some(answers) = &mut self.answers {
            answers.push(index);
        }
        if answer.swaps {
            self.players.swap(0, 1);
        }
        if self.step().is_none() {
            self.introduce()?;
        }
        Ok(())
    }
}

/// `black, white or more`.
fn words(offered: &[OpeningAnswer]) -> String {
    let words: Vec<&str> = offered.iter().map(|answer| answer.word).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
