//! Move ordering: the scale on which remembered, killer, historical and domain knowledge add up.

use crate::Side;
use crate::table::NO_CODE;

/// What being a killer adds to a move's ordering score.
pub const KILLER: i32 = 1 << 20;
/// What being the remembered answer to the move just played adds.
pub const COUNTERMOVE: i32 = KILLER / 2;
/// History counters stay within ± this.
pub const HISTORY_MAX: i32 = 1 << 14;

/// Two quiet moves per ply that refuted a sibling position (Akl and Newborn, 1977).
#[derive(Clone, Debug)]
pub(crate) struct Killers(Vec<[u16; 2]>);

impl Killers {
    pub(crate) fn new(plies: usize) -> Self {
        Killers(vec![[NO_CODE; 2]; plies])
    }

    #[inline]
    pub(crate) fn at(&self, ply: usize) -> [u16; 2] {
        self.0[ply]
    }

    #[inline]
    pub(crate) fn add(&mut self, ply: usize, code: u16) {
        let pair = &mut self.0[ply];
        if pair[0] != code {
            *pair = [code, pair[0]];
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill([NO_CODE; 2]);
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
        let mut killers = Killers::new(3);
        for code in [5, 6, 6, 7] {
            killers.add(2, code);
        }
        assert_eq!(killers.at(2), [7, 6]);
        assert_eq!(killers.at(1), [NO_CODE; 2]);
    }
}
