//! One game, from the opening to the result: [`play`].

use super::adjudication::{Adjudication, Referee, Verdict};
use super::control::{Control, Timer};
use super::openings::Opening;
use super::player::{Choice, GameEnd, GameStart, GameState, Player, PlayerFault};
use super::records::{MoveRecord, Termination};
use search::{Notation, Outcome, Side, Step, StopFlag};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A verdict of the rules that the position alone does not show, such as a repetition: given the
/// position and every step that led to it, the outcome and the rule's name. Asked after every move
/// that does not end the game by itself.
pub type PathVerdict<G> = Arc<
    dyn Fn(&G, &[Step<<G as search::Game>::Move>]) -> Option<search::PathVerdict> + Send + Sync,
>;

/// Everything about a game but the players.
pub(super) struct Conditions<'a, G: Notation> {
    pub(super) opening: &'a Opening<G>,
    /// Per side.
    pub(super) controls: [Control; 2],
    pub(super) margin: Duration,
    pub(super) adjudication: Adjudication,
    pub(super) path_verdict: Option<&'a PathVerdict<G>>,
    /// Per side.
    pub(super) seeds: [u64; 2],
    pub(super) stop: &'a StopFlag,
}

/// How a game went.
pub(super) struct Played {
    pub(super) outcome: Outcome,
    pub(super) reason: Termination,
    pub(super) detail: Option<String>,
    pub(super) moves: Vec<MoveRecord>,
    /// The side whose player must be made anew.
    pub(super) broken: Option<Side>,
}

/// Plays a game between two players, given per side. `None`: it was stopped.
pub(super) fn play<G: Notation>(
    conditions: &Conditions<'_, G>,
    players: [&mut dyn Player<G>; 2],
) -> Option<Played> {
    let (position, history) = conditions.opening.replay();
    let mut game = Running {
        conditions,
        players,
        timers: conditions.controls.map(|control| Timer::new(&control, conditions.margin)),
        referee: Referee::new(conditions.adjudication),
        position,
        history,
        moves: Vec::new(),
    };
    let end = game.run();
    // Whatever happened after the stop is not to be trusted.
    let is_stopped = conditions.stop.is_stopped();
    let told = GameEnd {
        start: &conditions.opening.start,
        history: &game.history,
        outcome: (end.is_by_moves() && !is_stopped).then_some(end.outcome),
    };
    for player in &mut game.players {
        // A player that fails here cannot change the game any more; it will fail in the next.
        let _ = guarded(|| {
            player.game_over(&told);
            Ok(())
        });
    }
    if is_stopped {
        return None;
    }
    let End { outcome, reason, detail, broken } = end;
    Some(Played { outcome, reason, detail, moves: game.moves, broken })
}

/// Why a game ended.
struct End {
    outcome: Outcome,
    reason: Termination,
    detail: Option<String>,
    broken: Option<Side>,
}

impl End {
    fn fair(outcome: Outcome, reason: Termination) -> End {
        End { outcome, reason, detail: None, broken: None }
    }

    /// Whether the moves on the board decided the game.
    fn is_by_moves(&self) -> bool {
        use Termination::{PathRule, Rules, WinProven};
        matches!(self.reason, Rules | PathRule | WinProven)
    }
}

struct Running<'a, 'p, G: Notation> {
    conditions: &'a Conditions<'a, G>,
    players: [&'p mut dyn Player<G>; 2],
    timers: [Timer; 2],
    referee: Referee,
    position: G,
    history: Vec<Step<G::Move>>,
    moves: Vec<MoveRecord>,
}

impl<G: Notation> Running<'_, '_, G> {
    fn run(&mut self) -> End {
        for side in [Side::First, Side::Second] {
            let start = GameStart {
                start: &self.conditions.opening.start,
                side,
                seed: self.conditions.seeds[side.index()],
                stop: self.conditions.stop,
            };
            let player = &mut self.players[side.index()];
            if let Err(fault) = guarded(|| player.new_game(&start)) {
                return self.forfeit(side, &fault);
            }
        }
        if let Some(end) = self.over_by_rules() {
            return end;
        }
        loop {
            if let Err(end) = self.turn() {
                return end;
            }
        }
    }

    /// Whether the position, the path to it or the length of the game ends it.
    fn over_by_rules(&self) -> Option<End> {
        if let Some(outcome) = self.position.outcome() {
            return Some(End::fair(outcome, Termination::Rules));
        }
        let verdict = self.conditions.path_verdict;
        let verdict = verdict.and_then(|ask| ask(&self.position, &self.history));
        if let Some(search::PathVerdict { outcome, rule }) = verdict {
            let detail = Some(rule.to_owned());
            return Some(End { detail, ..End::fair(outcome, Termination::PathRule) });
        }
        let longest = self.conditions.adjudication.max_plies?;
        (self.moves.len() >= longest).then(|| End::fair(Outcome::Draw, Termination::MaxPlies))
    }

    /// One move; `Err` if the game ends with it.
    fn turn(&mut self) -> Result<(), End> {
        let side = self.position.side();
        let began = Instant::now();
        let choice = self.ask(side);
        let used = began.elapsed();
        let choice = choice.map_err(|fault| self.forfeit(side, &fault))?;
        self.timers[side.index()].spend(used).map_err(|late| self.late(side, late))?;

        let units = self.players[side.index()].units_per_point();
        self.moves.push(MoveRecord::new(&self.position, &choice, units, used));
        self.history.push(Step { key: self.position.key(), mv: choice.mv });
        self.position.play(choice.mv);

        // The rules come before anybody's opinion.
        if let Some(end) = self.over_by_rules() {
            return Err(end);
        }
        if let Some(verdict) = self.referee.see(side, choice.score, units, self.history.len()) {
            let reason = match verdict {
                Verdict::Draw => Termination::DrawAgreed,
                Verdict::Resign(_) => Termination::WinAgreed,
                Verdict::Proven(_) => Termination::WinProven,
            };
            return Err(End::fair(verdict.outcome(), reason));
        }
        Ok(())
    }

    fn ask(&mut self, side: Side) -> Result<Choice<G::Move>, PlayerFault> {
        let timer = self.timers[side.index()];
        let state = GameState {
            start: &self.conditions.opening.start,
            history: &self.history,
            position: &self.position,
            control: &self.conditions.controls[side.index()],
            clock: timer.seen_against(&self.timers[(!side).index()]),
            allowed: timer.allowed(),
            stop: self.conditions.stop,
        };
        let player = &mut self.players[side.index()];
        let choice = guarded(|| player.choose(&state))?;
        if self.position.is_legal(choice.mv) {
            Ok(choice)
        } else {
            Err(PlayerFault::IllegalMove(format!("{:?}", choice.mv)))
        }
    }

    fn forfeit(&self, side: Side, fault: &PlayerFault) -> End {
        let detail = format!("{} {fault}", self.players[side.index()].name());
        End {
            outcome: Outcome::Win(!side),
            reason: Termination::from(fault),
            detail: Some(detail),
            broken: Some(side),
        }
    }

    fn late(&self, side: Side, late: Duration) -> End {
        let name = self.players[side.index()].name();
        let detail = format!("{name} was late by {:.3} seconds", late.as_secs_f64());
        End { detail: Some(detail), ..End::fair(Outcome::Win(!side), Termination::TimeForfeit) }
    }
}

/// Runs a player's code; a panic in it is its crash, not ours.
pub(super) fn guarded<T>(call: impl FnOnce() -> Result<T, PlayerFault>) -> Result<T, PlayerFault> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned());
        Err(PlayerFault::Crashed(message.unwrap_or_else(|| "panicked".into())))
    })
}
