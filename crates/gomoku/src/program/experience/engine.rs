//! An engine that learns not to lose in the same way twice: [`Experienced`].

use super::ExperienceConfig;
use super::memory::{Lesson, Tally};
use super::store::Store;
use crate::{Gomoku, Nearby, Order, Point};
use search::{
    Analyst, Evaluation, Game, Iteration, Limits, Outcome, RecordOptions, Recording, Report,
    Request, SearchConfig, SearchConfigError, Side,
};
use std::time::Instant;

/// A position in which this many moves have lost is assumed to be lost.
const MOST_TRIES: usize = 3;

/// An engine wrapped with a [`Store`] of lessons from its games.
///
/// After a decided game it looks for the losing move: the loser's last move to which a short search finds an
/// alternative that does not lose. That move is recorded as lost, and the reply to it as won. So the
/// blunder is recorded, not the moves before it, which may be good, or those after it, which were
/// forced. If all sensible moves of a position have been tried and lost, an earlier move is recorded.
///
/// Before a move it looks the position up. If the engine's choice has lost before, the second half of its
/// time goes to the other moves, and the best of them is played unless it is a proven loss. If another
/// move has won before, the second half goes to that move, and it is played unless its score is worse by
/// more than a bonus.
pub struct Experienced {
    engine: Box<dyn Analyst<Gomoku>>,
    store: Store,
    config: ExperienceConfig,
    /// The moves that the engine considers.
    moves: Nearby,
}

impl Experienced {
    /// An engine with this memory. It considers moves up to `radius` steps from a stone.
    pub fn new(
        engine: Box<dyn Analyst<Gomoku>>,
        store: Store,
        config: &ExperienceConfig,
        radius: u8,
    ) -> Experienced {
        let moves = Nearby { radius, order: Order::Rows };
        Experienced { engine, store, config: config.clone(), moves }
    }

    /// The moves worth searching, except those that match `without`.
    fn others(&mut self, position: &Gomoku, without: impl Fn(Point) -> bool) -> Vec<Point> {
        let mut moves = Vec::new();
        self.moves.candidates(position, &mut moves);
        moves.retain(|&mv| !without(mv));
        moves
    }

    /// Searches the root moves of a request. Also returns whether all of them are proven losses, as of the
    /// last finished iteration: the report of a stopped search may be about its first move only.
    fn search_among(
        &mut self,
        request: &Request<Gomoku>,
        on_iteration: &mut dyn FnMut(&Iteration<Point>),
    ) -> (Report<Gomoku>, bool) {
        let mut all_lose = false;
        let report = self.engine.search(request, &mut |iteration| {
            all_lose = iteration.lines.first().is_some_and(|line| line.score.is_loss());
            on_iteration(iteration);
        });
        (report, all_lose)
    }

    /// The move that lost a game and the reply that won it, if the losing move can be found.
    fn lessons(&mut self, start: &Gomoku, moves: &[Point], winner: Side) -> Vec<Lesson> {
        let mut positions = vec![start.clone()];
        for &mv in moves {
            let mut next = positions[positions.len() - 1].clone();
            if !next.is_legal(mv) {
                return Vec::new();
            }
            next.play(mv);
            positions.push(next);
        }
        for (index, &mv) in moves.iter().enumerate().rev() {
            let position = &positions[index];
            if position.side() == winner || !self.has_alternative(position, mv) {
                continue;
            }
            let mut lessons = vec![Lesson::new(position, mv, Tally::LOST)];
            if let Some(&answer) = moves.get(index + 1) {
                lessons.push(Lesson::new(&positions[index + 1], answer, Tally::WON));
            }
            return lessons;
        }
        Vec::new()
    }

    /// Whether a move other than the one that lost may hold the position.
    fn has_alternative(&mut self, position: &Gomoku, mv: Point) -> bool {
        let memory = self.store.memory();
        let known = memory.at(position);
        // A move that is known to be bad is only played if the search has found nothing better.
        if is_bad(&known, mv) || memory.lost_moves(position) >= MOST_TRIES {
            return false;
        }
        let others = self.others(position, |other| other == mv || is_bad(&known, other));
        if others.is_empty() {
            return false;
        }
        let limits = Limits::nodes(self.config.nodes);
        let request = Request { root_moves: others, ..Request::new(position.clone(), limits) };
        !self.search_among(&request, &mut |_| ()).1
    }
}

fn is_bad(known: &[(Point, Tally)], mv: Point) -> bool {
    known.iter().any(|(point, tally)| *point == mv && tally.is_bad())
}

fn is_won(report: &Report<Gomoku>) -> bool {
    report.score.is_decided() && !report.score.is_loss()
}

/// Half of the time and the nodes.
fn half(limits: &Limits) -> Limits {
    Limits {
        depth: limits.depth,
        nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
        time: limits.time.map(|time| time / 2),
        soft_time: limits.soft_time.map(|time| time / 2),
    }
}

impl Analyst<Gomoku> for Experienced {
    fn search(
        &mut self,
        request: &Request<Gomoku>,
        on_iteration: &mut dyn FnMut(&Iteration<Point>),
    ) -> Report<Gomoku> {
        let known = self.store.memory().at(&request.position);
        if known.is_empty() || request.lines > 1 || !request.root_moves.is_empty() {
            return self.engine.search(request, on_iteration);
        }
        let started = Instant::now();
        let halved = Request { limits: half(&request.limits), ..request.clone() };
        let first = self.engine.search(&halved, on_iteration);
        let Some(best) = first.best else { return first };
        let is_lost = is_bad(&known, best);
        let others = if is_lost {
            self.others(&request.position, |mv| is_bad(&known, mv))
        } else {
            let good = known.iter().filter(|(mv, tally)| tally.is_good() && *mv != best);
            good.map(|(mv, _)| *mv).filter(|&mv| request.position.is_legal(mv)).collect()
        };
        if others.is_empty() || is_won(&first) || request.stop.is_stopped() {
            return first;
        }
        let limits = Limits {
            time: request.limits.time.map(|time| time.saturating_sub(started.elapsed())),
            ..halved.limits.clone()
        };
        let alternatives = Request { root_moves: others, limits, ..request.clone() };
        let (second, all_lose) = self.search_among(&alternatives, on_iteration);
        let is_better = if is_lost {
            // The first choice has lost before, so prefer any move that is not a proven loss.
            !all_lose || first.score.is_loss()
        } else {
            let bonus = self.config.bonus * self.engine.units_per_point();
            second.score.units() + bonus > first.score.units()
        };
        let (nodes, counted) = (first.nodes + second.nodes, first.counted + second.counted);
        let chosen = if is_better { second } else { first };
        Report { nodes, counted, time: started.elapsed(), ..chosen }
    }

    fn record(
        &mut self,
        request: &Request<Gomoku>,
        options: RecordOptions,
    ) -> Result<Recording<Gomoku>, SearchConfigError> {
        self.engine.record(request, options)
    }

    fn evaluate(&mut self, position: &Gomoku) -> Evaluation {
        self.engine.evaluate(position)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        if let Err(error) = self.store.refresh() {
            tracing::warn!("{error}");
        }
    }

    /// Learns from a win of either side: a mistake of the opponent could be ours in another game.
    fn game_over(&mut self, start: &Gomoku, moves: &[Point], outcome: Outcome) {
        let Outcome::Win(winner) = outcome else { return };
        let lessons = self.lessons(start, moves, winner);
        if !lessons.is_empty()
            && let Err(error) = self.store.record(&lessons)
        {
            // The game goes on without it, but an error is shown even with --quiet and sets the exit code.
            tracing::error!("experience was not saved: {error}");
        }
    }

    fn config(&self) -> &SearchConfig {
        self.engine.config()
    }

    fn units_per_point(&self) -> i64 {
        self.engine.units_per_point()
    }
}

#[cfg(test)]
mod tests;
