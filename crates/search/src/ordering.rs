//! Move ordering: the scale on which killers, countermoves, history and domain priorities add up.

use crate::Side;
use crate::table::NO_CODE;

/// Added to the ordering score of a killer.
pub const KILLER: i32 = 1 << 20;
/// Added to the ordering score of the countermove to the move just played.
pub(crate) const COUNTERMOVE: i32 = KILLER / 2;
/// History counters stay within ± this.
pub const HISTORY_MAX: i32 = 1 << 14;

/// Two quiet moves of one ply that refuted a sibling position (Akl and Newborn, 1977), as codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Killers([u16; 2]);

impl Killers {
    /// None yet: [`NO_CODE`] twice.
    pub(crate) const NONE: Killers = Killers([NO_CODE; 2]);

    /// Both, the newest first.
    #[inline]
    pub(crate) fn codes(self) -> [u16; 2] {
        self.0
    }

    #[inline]
    pub(crate) fn newest(self) -> u16 {
        self.0[0]
    }

    #[inline]
    pub(crate) fn add(&mut self, code: u16) {
        if self.0[0] != code {
            self.0 = [code, self.0[0]];
        }
    }
}

/// For every move, the quiet move that last refuted it (Uiterwijk 1992).
#[derive(Clone, Debug)]
pub(crate) struct Countermoves {
    replies: Vec<u16>,
    codes: usize,
}

impl Countermoves {
    /// Empty, and without a place for any move, unless `wanted`.
    pub(crate) fn new(codes: usize, wanted: bool) -> Self {
        Countermoves { replies: vec![NO_CODE; if wanted { 2 * codes } else { 0 }], codes }
    }

    /// What `side` answers to the move with this code.
    #[inline]
    pub(crate) fn to(&self, side: Side, played: u16) -> u16 {
        let place = side.index() * self.codes + usize::from(played);
        self.replies.get(place).copied().unwrap_or(NO_CODE)
    }

    #[inline]
    pub(crate) fn add(&mut self, side: Side, played: u16, reply: u16) {
        if let Some(place) = self.replies.get_mut(side.index() * self.codes + usize::from(played)) {
            *place = reply;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.replies.fill(NO_CODE);
    }
}

/// A counter per side and move: up when it cuts off, down when another move of its node did
/// (Schaeffer 1983, with the bounded update that is usual today).
#[derive(Clone, Debug)]
pub(crate) struct History {
    counters: Vec<i32>,
    codes: usize,
}

impl History {
    pub(crate) fn new(codes: usize) -> Self {
        History { counters: vec![0; 2 * codes], codes }
    }

    /// The counters of one side, indexed by code.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> &[i32] {
        &self.counters[side.index() * self.codes..][..self.codes]
    }

    /// Moves a counter towards ±[`HISTORY_MAX`]; the nearer it is, the smaller the step.
    #[inline]
    pub(crate) fn reward(&mut self, side: Side, code: u16, bonus: i32) {
        let counter = &mut self.counters[side.index() * self.codes + usize::from(code)];
        *counter += bonus - *counter * bonus.abs() / HISTORY_MAX;
    }

    pub(crate) fn clear(&mut self) {
        self.counters.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_saturates_in_both_directions() {
        let mut history = History::new(4);
        for _ in 0..10_000 {
            history.reward(Side::First, 1, 1600);
            history.reward(Side::Second, 1, -1600);
        }
        let top = history.of(Side::First)[1];
        assert!((HISTORY_MAX - 1600..=HISTORY_MAX).contains(&top), "{top}");
        assert_eq!(history.of(Side::Second)[1], -top);
        assert_eq!(history.of(Side::First)[0], 0);
    }

    #[test]
    fn the_latest_reply_to_a_move_is_kept_for_each_side() {
        let mut countermoves = Countermoves::new(8, true);
        countermoves.add(Side::First, 3, 5);
        countermoves.add(Side::First, 3, 6);
        countermoves.add(Side::Second, 3, 7);
        assert_eq!(countermoves.to(Side::First, 3), 6);
        assert_eq!(countermoves.to(Side::Second, 3), 7);
        assert_eq!(countermoves.to(Side::Second, 4), NO_CODE);
        assert_eq!(countermoves.to(Side::Second, NO_CODE), NO_CODE);
    }

    #[test]
    fn the_newest_two_different_killers_are_kept() {
        let mut killers = Killers::NONE;
        assert_eq!(killers.newest(), NO_CODE);
        for code in [5, 6, 6, 7] {
            killers.add(code);
        }
        assert_eq!((killers.codes(), killers.newest()), ([7, 6], 7));
    }
}
