//! Plays one game, from its opening to its result: [`play`].

use crate::adjudication::{Referee, Verdict};
use crate::conditions::Conditions;
use crate::schedule::Slot;
use crate::setup::Entrant;
use protocols::cpu::thread_seconds;
use protocols::{Choice, Control, GameStart, GameState, Player, PlayerFault, Timer};
use record::{Ending, PlayedGame, Termination};
use search::{Notation, Outcome, PathVerdict, Side, Step, StopFlag};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Applies rules that need the moves of the game, such as repetition: from the position and the steps
/// that led to it to the outcome and the name of the rule. Called after every move that does not end
/// the game by itself.
pub type PathJudge<G> =
    Arc<dyn Fn(&G, &[Step<<G as search::Game>::Move>]) -> Option<PathVerdict> + Send + Sync>;

/// A game that was played to its end.
pub(crate) struct Played<G: Notation> {
    /// The game with its ending.
    pub(crate) game: PlayedGame<G>,
    /// The side whose player failed and must be replaced.
    pub(crate) broken: Option<Side>,
}

/// Plays a game of the schedule; the entrants and their players are given by side. `None` if it was stopped.
pub(crate) fn play<G: Notation>(
    conditions: &Conditions<G>,
    [first, second]: [&Entrant<G>; 2],
    slot: Slot,
    mut game: PlayedGame<G>,
    players: [&mut dyn Player<G>; 2],
    stop: &StopFlag,
) -> Option<Played<G>> {
    let controls = [first.control, second.control];
    game.players = [first.name.clone(), second.name.clone()];
    let mut running = Running {
        conditions,
        seeds: slot.seeds(conditions.seed),
        stop,
        players,
        controls,
        timers: controls.map(|control| Timer::new(&control, conditions.margin)),
        referee: Referee::new(conditions.adjudication),
        game,
    };
    let (ending, broken) = running.run();
    // A game that was stopped has no valid result.
    let is_stopped = stop.is_stopped();
    let Running { mut game, players, .. } = running;
    if !is_stopped {
        game.end(ending);
    }
    for player in players {
        // The result is fixed. A player that fails here fails again in its next game.
        let _ = guarded(|| {
            player.game_over(&game);
            Ok(())
        });
    }
    (!is_stopped).then_some(Played { game, broken })
}

/// How a game ended, and the side whose player failed.
type End = (Ending, Option<Side>);

struct Running<'a, 'p, G: Notation> {
    conditions: &'a Conditions<G>,
    /// Per side, like the controls.
    seeds: [u64; 2],
    controls: [Control; 2],
    stop: &'a StopFlag,
    players: [&'p mut dyn Player<G>; 2],
    timers: [Timer; 2],
    referee: Referee,
    game: PlayedGame<G>,
}

impl<G: Notation> Running<'_, '_, G> {
    fn run(&mut self) -> End {
        for side in [Side::First, Side::Second] {
            let seed = self.seeds[side.index()];
            let start = GameStart { start: self.game.start(), side, seed, stop: self.stop };
            let player = &mut self.players[side.index()];
            if let Err(fault) = guarded(|| player.new_game(&start)) {
                return self.forfeit(side, &fault);
            }
        }
        if let Some(ending) = self.over_by_rules() {
            return (ending, None);
        }
        loop {
            if let Err(end) = self.turn() {
                return end;
            }
        }
    }

    /// Whether the position, the path to it or the length of the game ends it.
    fn over_by_rules(&self) -> Option<Ending> {
        if let Some(outcome) = self.game.position().outcome() {
            return Some(Ending::new(outcome, Termination::Rules));
        }
        let verdict = self.conditions.path_verdict.as_ref();
        let verdict = verdict.and_then(|ask| ask(self.game.position(), self.game.history()));
        if let Some(verdict) = verdict {
            return Some(Ending::by_path_rule(verdict.outcome, verdict.rule));
        }
        let longest = self.conditions.adjudication.max_plies?;
        let is_too_long = self.game.plies() - self.game.opening >= longest;
        is_too_long.then(|| Ending::new(Outcome::Draw, Termination::MaxPlies))
    }

    /// One move; `Err` if the game ends with it.
    fn turn(&mut self) -> Result<(), End> {
        let side = self.game.position().side();
        let stopwatch = Stopwatch::start(self.players[side.index()].runs_on_this_thread());
        let choice = self.ask(side);
        let used = stopwatch.used();
        let choice = choice.map_err(|fault| self.forfeit(side, &fault))?;
        self.timers[side.index()].spend(used).map_err(|late| self.late(side, late))?;

        let units = self.players[side.index()].units_per_point();
        self.game.push(choice.mv, choice.remarks(units, used));

        // The rules take precedence over adjudication by scores.
        if let Some(ending) = self.over_by_rules() {
            return Err((ending, None));
        }
        if let Some(verdict) = self.referee.see(side, choice.score, units, self.game.plies()) {
            let reason = match verdict {
                Verdict::Draw => Termination::DrawAgreed,
                Verdict::Resign(_) => Termination::WinAgreed,
                Verdict::Proven(_) => Termination::WinProven,
            };
            return Err((Ending::new(verdict.outcome(), reason), None));
        }
        Ok(())
    }

    fn ask(&mut self, side: Side) -> Result<Choice<G::Move>, PlayerFault> {
        let timer = self.timers[side.index()];
        let state = GameState {
            game: &self.game,
            control: &self.controls[side.index()],
            clock: timer.seen_against(&self.timers[(!side).index()]),
            allowed: timer.allowed(),
            stop: self.stop,
        };
        let player = &mut self.players[side.index()];
        let choice = guarded(|| player.choose(&state))?;
        if self.game.position().is_legal(choice.mv) {
            Ok(choice)
        } else {
            Err(PlayerFault::IllegalMove(format!("{:?}", choice.mv)))
        }
    }

    fn forfeit(&self, side: Side, fault: &PlayerFault) -> End {
        let detail = format!("{} {fault}", self.players[side.index()].name());
        (lost(side, Termination::from(fault), detail), Some(side))
    }

    fn late(&self, side: Side, late: Duration) -> End {
        let name = self.players[side.index()].name();
        let detail = format!("{name} was late by {:.3} seconds", late.as_secs_f64());
        (lost(side, Termination::TimeForfeit, detail), None)
    }
}

/// Measures the time that a move is charged.
///
/// An engine of this process that thinks on the calling thread is charged its CPU time: when other
/// processes hold the processor, it is late by the wall clock through no fault of its own. Every other
/// player is charged wall time.
struct Stopwatch {
    started: Instant,
    cpu: Option<f64>,
}

impl Stopwatch {
    fn start(is_on_this_thread: bool) -> Self {
        Stopwatch { started: Instant::now(), cpu: is_on_this_thread.then(thread_seconds) }
    }

    fn used(&self) -> Duration {
        let wall = self.started.elapsed();
        let cpu =
            self.cpu.and_then(|start| Duration::try_from_secs_f64(thread_seconds() - start).ok());
        cpu.map_or(wall, |cpu| cpu.min(wall))
    }
}

fn lost(side: Side, reason: Termination, detail: String) -> Ending {
    Ending { outcome: Outcome::Win(!side), reason, detail: Some(detail) }
}

/// Runs the code of a player; a panic becomes its fault.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, PlayerFault>) -> Result<T, PlayerFault> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned());
        Err(PlayerFault::Crashed(message.unwrap_or_else(|| "panicked".into())))
    })
}
