//! The settings of a game that the manager sends: [`Info`].
//!
//! | key | meaning here |
//! |---|---|
//! | `timeout_turn` | milliseconds for a move; 0 for as fast as possible |
//! | `timeout_match` | milliseconds for the game; 0 for no limit |
//! | `time_left` | remaining milliseconds of the game; 2147483647 for no limit; may be negative |
//! | `max_memory` | bytes; 0 for no limit |
//! | `rule` | sum of 1 (exactly five), 2 (continuous game), 4 (renju), 8 (caro) |
//! | `evaluate` | a point: answered by `DEBUG` with the shapes that a stone there would make |
//! | `game_type`, `folder` | accepted; nothing depends on them |
//!
//! Other keys and invalid values are ignored, as the protocol requires.

use crate::Rule;
use protocols::{Clock, Control};
use search::{Limits, SearchConfig};
use std::time::Duration;

/// The time per move if neither the manager nor the configuration sets one: the shortest of Gomocup.
const USUAL: Duration = Duration::from_secs(5);
/// The time for a move "as fast as possible", or when the clock has run out.
const FASTEST: Duration = Duration::from_millis(10);
/// Time reserved for everything but the search: stopping the threads, the pipe, the manager. The latest
/// of 142 replies to a turn of 500 ms came 20 ms after the search was to end (`scripts/bench gomoku.clock`,
/// two cores shared by twelve other programs).
const OVERHEAD: Duration = Duration::from_millis(30);
/// The value of `time_left` without a limit.
const NO_LIMIT: i64 = i32::MAX as i64;
/// The memory of the program without its transposition table.
const PROGRAM_MIB: u64 = 64;

/// The settings received so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Info {
    turn: Option<Duration>,
    game: Option<Duration>,
    /// The remaining time of the game: as reported by the manager, less the time used since.
    left: Option<Duration>,
    memory: Option<u64>,
    rule: Option<Rule>,
}

impl Info {
    /// Sets a value.
    pub(crate) fn set(&mut self, key: &str, value: &str) {
        let Ok(number) = value.parse::<i64>() else { return };
        let count = number.max(0).unsigned_abs();
        // Capped at 35 years, which is as good as no limit.
        let millis = Duration::from_millis(count.min(1 << 40));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = Some(millis),
            "timeout_match" => {
                self.game = (count > 0).then_some(millis);
                self.left = self.game;
            }
            "time_left" => self.left = (number < NO_LIMIT).then_some(millis),
            "max_memory" => self.memory = (count > 0).then_some(count),
            "rule" => self.rule = Some(rule_of(number)),
            _ => {}
        }
    }

    /// The rule, if the manager has set one.
    pub(crate) fn rule(&self) -> Option<Rule> {
        self.rule
    }

    /// Resets the clock for a new game.
    pub(crate) fn new_game(&mut self) {
        self.left = self.game;
    }

    /// Subtracts time used by a search.
    pub(crate) fn charge(&mut self, used: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(used));
    }

    /// The limits of the next search: the manager's times, and depth and nodes of the configuration.
    pub(crate) fn limits(&self, search: &SearchConfig) -> Limits {
        let configured = Limits::from_config(search);
        if self.turn.is_none() && self.left.is_none() {
            let is_limited = !configured.is_unlimited();
            return if is_limited { configured } else { Limits::time(USUAL) };
        }
        let control =
            Control { time: self.turn.map(|turn| net(turn).as_secs_f64()), ..Control::default() };
        let clock = Clock { left: self.left.map(net), ..Clock::default() };
        let timed = control.limits(&clock);
        // Out of time, the engine still has to move, but within the time of a turn.
        let turn = self.turn.filter(|turn| !turn.is_zero());
        let least = turn.map_or(FASTEST, |turn| FASTEST.min(net(turn)));
        Limits {
            depth: configured.depth,
            nodes: configured.nodes,
            time: timed.time.map(|time| time.max(least)),
            soft_time: timed.soft_time,
        }
    }

    /// The largest transposition table within the memory limit; `None` without a limit.
    pub(crate) fn table_mib(&self) -> Option<usize> {
        let mib = (self.memory? >> 20).saturating_sub(PROGRAM_MIB);
        Some(usize::try_from(mib).unwrap_or(usize::MAX))
    }
}

/// A time less [`OVERHEAD`], but at least half of it.
fn net(time: Duration) -> Duration {
    time.saturating_sub(OVERHEAD.min(time / 2))
}

/// The rule with these bits. A continuous game needs no special handling: the manager says when a new
/// game begins.
fn rule_of(bits: i64) -> Rule {
    if bits & 4 != 0 {
        Rule::Renju
    } else if bits & 8 != 0 {
        Rule::Caro
    } else if bits & 1 != 0 {
        Rule::Standard
    } else {
        Rule::Freestyle
    }
}

/// The bits of a rule, as a manager sends them.
pub(crate) const fn rule_bits(rule: Rule) -> u8 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn info(lines: &[(&str, &str)]) -> Info {
        let mut info = Info::default();
        lines.iter().for_each(|(key, value)| info.set(key, value));
        info
    }

    fn time(lines: &[(&str, &str)]) -> u128 {
        info(lines).limits(&SearchConfig::default()).time.unwrap().as_millis()
    }

    #[test]
    fn a_move_takes_less_than_its_time() {
        assert_eq!(time(&[("timeout_turn", "5000")]), 4970);
        assert_eq!(time(&[("timeout_turn", "40")]), 20);
        assert_eq!(time(&[("timeout_turn", "10")]), 5);
        assert_eq!(time(&[("timeout_turn", "10"), ("time_left", "-300")]), 5);
        assert_eq!(time(&[("TIMEOUT_TURN", "0")]), FASTEST.as_millis());
        assert_eq!(time(&[("timeout_turn", "-5")]), FASTEST.as_millis());
    }

    #[test]
    fn the_clock_of_the_game_shortens_moves_and_may_have_run_out() {
        let lines = [("timeout_turn", "5000"), ("timeout_match", "120000")];
        assert_eq!(time(&lines), 4970);
        let late = [lines[0], lines[1], ("time_left", "10030")];
        assert_eq!(time(&late), 1000);
        assert!(info(&late).limits(&SearchConfig::default()).soft_time.unwrap().as_millis() == 250);
        assert_eq!(time(&[lines[0], ("time_left", "-300")]), FASTEST.as_millis());
        assert_eq!(time(&[lines[0], ("time_left", "2147483647")]), 4970);
        assert_eq!(time(&[lines[0], ("timeout_match", "0")]), 4970);
    }

    #[test]
    fn our_own_count_of_the_clock_serves_until_the_manager_speaks() {
        let mut info = info(&[("timeout_match", "10000")]);
        info.charge(Duration::from_secs(4));
        assert_eq!(info.left, Some(Duration::from_secs(6)));
        info.set("time_left", "5000");
        assert_eq!(info.left, Some(Duration::from_secs(5)));
        info.new_game();
        assert_eq!(info.left, Some(Duration::from_secs(10)));
    }

    #[test]
    fn the_configuration_holds_where_the_manager_is_silent() {
        let fixed = SearchConfig { depth: Some(3), ..SearchConfig::default() };
        assert_eq!(Info::default().limits(&fixed), Limits::depth(3));
        assert_eq!(info(&[("timeout_turn", "1000")]).limits(&fixed).depth, Some(3));
        let free =
            SearchConfig { depth: None, nodes: None, seconds: None, ..SearchConfig::default() };
        assert_eq!(Info::default().limits(&free), Limits::time(USUAL));
    }

    #[test]
    fn memory_is_shared_between_table_and_program() {
        assert_eq!(info(&[("max_memory", "0")]).table_mib(), None);
        assert_eq!(info(&[("max_memory", "367001600")]).table_mib(), Some(350 - 64));
        assert_eq!(info(&[("max_memory", "1000")]).table_mib(), Some(0));
    }

    #[test]
    fn rules_are_read_from_their_bits() {
        for rule in Rule::ALL {
            assert_eq!(rule_of(rule_bits(rule).into()), rule);
            assert_eq!(rule_of(i64::from(rule_bits(rule)) | 2), rule);
        }
    }

    proptest! {
        #[test]
        fn whatever_is_told_a_move_ends_in_time(
            lines in prop::collection::vec(
                ("timeout_turn|timeout_match|time_left|max_memory|rule|x", "-?[0-9]{0,20}|.{0,5}"),
                0..8,
            )
        ) {
            let mut info = Info::default();
            lines.iter().for_each(|(key, value)| info.set(key, value));
            let limits = info.limits(&SearchConfig::default());
            if let (Some(turn), Some(time)) = (info.turn, limits.time) {
                let most = if turn.is_zero() { FASTEST } else { turn };
                prop_assert!(time <= most);
            }
            if let (Some(left), Some(time)) = (info.left, limits.time) {
                prop_assert!(time <= left.max(FASTEST));
            }
        }
    }
}
