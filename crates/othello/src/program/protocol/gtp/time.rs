//! The clocks of GTP: `time_settings` and `time_left`.

use super::colour;
use protocols::{Clock, Control};
use search::{Limits, SearchConfig, Side};
use std::time::Duration;

/// The clock of each side; without a limit until it is set.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times([Clock; 2]);

impl Times {
    /// The limits by the clock of this side, or else those of the configuration.
    pub(crate) fn limits(&self, config: &SearchConfig, side: Side) -> Limits {
        let configured = Limits::from_config(config);
        let clock = &self.0[side.index()];
        if clock.left.is_none() {
            return configured;
        }
        let limits = Control::default().limits(clock);
        Limits { depth: configured.depth, nodes: configured.nodes, ..limits }
    }

    /// `time_settings MAIN BYO_YOMI STONES`, in seconds. Byo-yomi time with 0 stones means no limit.
    pub(crate) fn settings(&mut self, args: &[&str]) -> Result<(), &'static str> {
        let numbers: Option<Vec<u64>> = args.iter().map(|word| word.parse().ok()).collect();
        let Some([main, byo_yomi, stones]) = numbers.as_deref() else {
            return Err("syntax error, allowed: time_settings MAIN BYO_YOMI STONES");
        };
        self.0 = if *byo_yomi > 0 && *stones == 0 {
            [Clock::default(); 2]
        } else {
            let per_move = byo_yomi.checked_div(*stones).unwrap_or(0);
            [clock(*main, per_move); 2]
        };
        Ok(())
    }

    /// `time_left COLOUR SECONDS STONES`: the stones left in the byo-yomi period, 0 in main time.
    pub(crate) fn left(&mut self, args: &[&str]) -> Result<(), &'static str> {
        let parsed = match args {
            [word, seconds, stones] => {
                colour(word).zip(seconds.parse::<f64>().ok()).zip(stones.parse::<u32>().ok())
            }
            _ => None,
        };
        let Some(((side, seconds), stones)) = parsed.filter(|((_, time), _)| time.is_finite())
        else {
            return Err("syntax error, allowed: time_left COLOUR SECONDS STONES");
        };
        let left = Duration::from_secs_f64(seconds.clamp(0.0, 1e9));
        let increment = self.0[side.index()].increment;
        let moves_to_go = (stones > 0).then_some(stones);
        self.0[side.index()] =
            Clock { left: Some(left), increment, moves_to_go, ..Clock::default() };
        Ok(())
    }
}

/// A clock with an increment, both in seconds.
fn clock(seconds: u64, per_move: u64) -> Clock {
    let duration = |seconds: u64| Duration::from_secs(seconds.min(1 << 30));
    let left = Some(duration(seconds.saturating_add(per_move)));
    Clock { left, increment: duration(per_move), ..Clock::default() }
}
