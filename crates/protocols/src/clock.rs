//! Time controls: [`Control`], the limits of a player; [`Clock`], the clocks during a game; [`Timer`].

use search::Limits;
use search::config::MAX_DEPTH;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;

/// Accepted times in seconds.
const ALLOWED_SECONDS: &str = "a number of seconds, more than 0 and at most 1e9";

/// A game clock: `base` seconds, and `increment` more after each own move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameClock {
    /// Seconds at the start.
    pub base: f64,
    /// Seconds added after each own move.
    pub increment: f64,
}

/// The limits of one player. The first one that is reached ends a search. Without any, an engine of this
/// process uses the limits of its configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Control {
    /// Seconds per move.
    pub time: Option<f64>,
    /// Game clock.
    pub clock: Option<GameClock>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
}

impl Control {
    /// Whether there is no limit at all.
    pub fn is_unlimited(&self) -> bool {
        *self == Control::default()
    }

    /// Checks the ranges; the error is one line.
    pub fn validate(&self) -> Result<(), String> {
        let seconds = |name: &str, value: f64, allowed_zero: bool| {
            if value <= 1e9 && (value > 0.0 || (allowed_zero && value == 0.0)) {
                Ok(())
            } else {
                Err(format!("{name}: found {value}, allowed: {ALLOWED_SECONDS}"))
            }
        };
        if let Some(time) = self.time {
            seconds("time", time, false)?;
        }
        if let Some(clock) = self.clock {
            seconds("clock", clock.base, false)?;
            seconds("clock increment", clock.increment, true)?;
        }
        if self.nodes == Some(0) {
            return Err("nodes: found 0, allowed: at least 1".into());
        }
        if let Some(depth) = self.depth
            && !(1..=MAX_DEPTH).contains(&depth)
        {
            return Err(format!("depth: found {depth}, allowed: 1 to {MAX_DEPTH}"));
        }
        Ok(())
    }

    /// The limits of one search, given the own clock.
    pub fn limits(&self, clock: &Clock) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(Duration::from_secs_f64),
            soft_time: None,
        };
        if let Some(left) = clock.left {
            let share = Share::of(left, clock.increment, clock.moves_to_go);
            limits.time = Some(limits.time.map_or(share.hard, |time| time.min(share.hard)));
            limits.soft_time = Some(share.soft);
        }
        limits
    }
}

/// Reads `time=0.5,nodes=10000,depth=8` or `clock=60+0.6`; any of the four, in any order.
impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut control = Control::default();
        for part in text.split(',') {
            let Some((key, value)) = part.trim().split_once('=') else {
                return Err(format!(
                    "found \"{part}\", allowed: time=S, clock=BASE+INCREMENT, nodes=N, depth=N"
                ));
            };
            let refuse = |allowed: &str| format!("{key}: found \"{value}\", allowed: {allowed}");
            match key {
                "time" => {
                    control.time = Some(value.parse().map_err(|_| refuse(ALLOWED_SECONDS))?);
                }
                "clock" => control.clock = Some(value.parse()?),
                "nodes" => {
                    control.nodes = Some(value.parse().map_err(|_| refuse("a whole number"))?);
                }
                "depth" => control.depth = Some(value.parse().map_err(|_| refuse("1 to 250"))?),
                _ => {
                    return Err(format!("found \"{key}\", allowed: time, clock, nodes, depth"));
                }
            }
        }
        control.validate()?;
        Ok(control)
    }
}

/// Reads `60` or `60+0.6`.
impl FromStr for GameClock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |part: &str| {
            part.trim().parse::<f64>().map_err(|_| {
                format!("clock: found \"{text}\", allowed: BASE or BASE+INCREMENT in seconds")
            })
        };
        let clock = GameClock { base: seconds(base)?, increment: seconds(increment)? };
        Control { clock: Some(clock), ..Control::default() }.validate()?;
        Ok(clock)
    }
}

/// The part of a clock that one move may use.
struct Share {
    /// No new iteration starts after this.
    soft: Duration,
    /// The search stops after this.
    hard: Duration,
}

impl Share {
    /// Soft limit: a fortieth of the remaining time (more if fewer moves are left until the clock is
    /// refilled) plus 75 % of the increment. Hard limit: four times that. Both leave a twentieth of the clock
    /// as reserve, and up to half of the rest for the moves until the next refill.
    fn of(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Share {
        let safe = left.mul_f64(0.95);
        let moves = moves_to_go.unwrap_or(40).clamp(1, 40);
        let soft = (left / moves + increment.mul_f64(0.75)).min(safe);
        let most = match moves_to_go {
            Some(_) => safe.mul_f64(0.5 + 0.5 / f64::from(moves)),
            None => safe,
        };
        Share { soft: soft.min(most), hard: (soft * 4).min(most) }
    }
}

/// The clocks from the view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Remaining time; `None` without a clock.
    pub left: Option<Duration>,
    /// Increment per move.
    pub increment: Duration,
    /// Remaining time of the opponent.
    pub opponent_left: Option<Duration>,
    /// Increment of the opponent.
    pub opponent_increment: Duration,
    /// Own moves until the clock is refilled; `None` if it never is.
    pub moves_to_go: Option<u32>,
}

/// The clock of one side while a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    per_move: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    margin: Duration,
}

impl Timer {
    /// A full clock. Lateness up to `margin` is tolerated: it covers delays of the pipe and the scheduler.
    pub fn new(control: &Control, margin: Duration) -> Timer {
        Timer {
            per_move: control.time.map(Duration::from_secs_f64),
            left: control.clock.map(|clock| Duration::from_secs_f64(clock.base)),
            increment: Duration::from_secs_f64(control.clock.map_or(0.0, |c| c.increment)),
            margin,
        }
    }

    /// The clocks as the player of this timer sees them.
    pub fn seen_against(&self, opponent: &Timer) -> Clock {
        Clock {
            left: self.left,
            increment: self.increment,
            opponent_left: opponent.left,
            opponent_increment: opponent.increment,
            moves_to_go: None,
        }
    }

    /// Time after which the next move is late; `None` without a time limit.
    pub fn allowed(&self) -> Option<Duration> {
        let shortest = match (self.per_move, self.left) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        shortest.map(|time| time + self.margin)
    }

    /// Charges a move to the clock; the error is the lateness.
    pub fn spend(&mut self, used: Duration) -> Result<(), Duration> {
        if let Some(allowed) = self.allowed()
            && used > allowed
        {
            return Err(used - allowed + self.margin);
        }
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(used) + self.increment;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MARGIN: Duration = Duration::from_millis(100);

    #[test]
    fn a_control_reads_from_its_short_form() {
        let control: Control = "time=0.5,nodes=1000,depth=8,clock=60+0.6".parse().unwrap();
        let clock = GameClock { base: 60.0, increment: 0.6 };
        let expected =
            Control { time: Some(0.5), clock: Some(clock), nodes: Some(1000), depth: Some(8) };
        assert_eq!(control, expected);
    }

    #[test]
    fn limits_out_of_range_are_refused_by_name() {
        for (text, word) in [
            ("depth=0", "depth: found 0"),
            ("depth=x", "depth: found \"x\""),
            ("time=-1", "time: found -1"),
            ("time=NaN", "time: found NaN"),
            ("clock=0+1", "clock: found 0"),
            ("clock=5+-1", "clock increment: found -1"),
            ("nodes=0", "nodes: found 0"),
            ("plies=3", "found \"plies\""),
            ("", "allowed: time=S"),
        ] {
            let error = text.parse::<Control>().unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn a_clock_gains_its_increment_and_is_late_only_beyond_the_margin() {
        let mut timer = Timer::new(&"clock=1+0.5".parse().unwrap(), MARGIN);
        timer.spend(Duration::from_millis(400)).unwrap();
        assert_eq!(timer.left, Some(Duration::from_millis(1100)));
        timer.spend(Duration::from_millis(1150)).unwrap();
        assert_eq!(timer.left, Some(Duration::from_millis(500)));
        let late = timer.spend(Duration::from_millis(700)).unwrap_err();
        assert_eq!(late, Duration::from_millis(200));
    }

    #[test]
    fn a_time_per_move_does_not_accumulate() {
        let mut timer = Timer::new(&"time=1".parse().unwrap(), MARGIN);
        for _ in 0..5 {
            timer.spend(Duration::from_millis(1000)).unwrap();
        }
        timer.spend(Duration::from_millis(1101)).unwrap_err();
    }

    proptest! {
        #[test]
        fn a_share_never_uses_up_the_clock(
            left in 1u64..10_000_000,
            increment in 0u64..100_000,
            moves in proptest::option::of(0u32..200),
        ) {
            let left = Duration::from_millis(left);
            let share = Share::of(left, Duration::from_millis(increment), moves);
            prop_assert!(share.soft <= share.hard && share.hard < left);
            prop_assert!(share.soft > Duration::ZERO);
        }

        #[test]
        fn reading_a_control_never_panics(text in ".{0,40}") {
            let _ = text.parse::<Control>();
        }
    }
}
