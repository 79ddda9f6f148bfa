//! The words of a `go` line: [`Go`].

use crate::{Clock, Control};
use search::{Limits, Side};
use std::time::Duration;

/// The meaning of a word of a `go` line. All except flags take a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoWord {
    /// Depth in plies, or `infinite`.
    Depth,
    /// Nodes.
    Nodes,
    /// Milliseconds for this move.
    MoveTime,
    /// Remaining time of a side.
    Clock(Side),
    /// Increment of a side.
    Increment(Side),
    /// Remaining time of the side to move.
    OwnClock,
    /// Increment of the side to move.
    OwnIncrement,
    /// Own moves until the clock is refilled.
    MovesToGo,
    /// Search for a win in this many moves.
    Mate,
    /// Count leaf nodes at this depth.
    Perft,
    /// Flag: search until `stop`.
    Infinite,
    /// Flag: search on the opponent's time, until the expected move is played.
    Ponder,
    /// Flag: the opponent offers a draw.
    Draw,
    /// The words that follow, up to the next known one, are the only moves to search.
    OnlyMoves,
    /// A number that is ignored, such as the opponent's clock.
    Skip,
}

/// A parsed `go` line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// Limits of this move.
    pub control: Control,
    /// The clock.
    pub clock: Clock,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search on the opponent's time.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw: bool,
    /// Search for a win in this many moves.
    pub mate: Option<u32>,
    /// Count leaf nodes at this depth.
    pub perft: Option<u32>,
    /// The only moves to search, as written; empty for all.
    pub only: Vec<String>,
    /// Problems, one line each; the rest of the `go` line is valid.
    pub problems: Vec<String>,
}

/// How to parse a `go` line.
pub(super) struct Reading {
    pub vocabulary: &'static [(&'static str, GoWord)],
    pub side: Side,
    /// Milliseconds in a unit of time.
    pub unit: u64,
    /// Time reserved for communication, subtracted from every limit.
    pub overhead: Duration,
}

/// The maximum time; a longer one is as good as no limit.
const LONGEST_MILLIS: u64 = 1 << 40;
/// The maximum depth of a count.
const DEEPEST_COUNT: u32 = 100;

impl Reading {
    /// Reads the words after `go`.
    pub(super) fn read(&self, words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match self.meaning(word) {
                None => {
                    let known: Vec<_> = self.vocabulary.iter().map(|entry| entry.0).collect();
                    let known = known.join(", ");
                    go.problems.push(format!("go: unknown word {word:.40?}, allowed: {known}"));
                }
                Some(GoWord::Infinite) => go.infinite = true,
                Some(GoWord::Ponder) => go.ponder = true,
                Some(GoWord::Draw) => go.draw = true,
                Some(GoWord::OnlyMoves) => {
                    while let Some(text) = words.next_if(|word| self.meaning(word).is_none()) {
                        go.only.push(text.to_owned());
                    }
                }
                Some(GoWord::Depth) if words.next_if_eq(&"infinite").is_some() => {
                    go.infinite = true;
                }
                Some(meaning) => {
                    // If the number is missing, the next word is not consumed.
                    let value = words.next_if(|word| self.meaning(word).is_none());
                    match value.and_then(|value| value.parse::<i64>().ok()) {
                        Some(number) => {
                            self.number(&mut go, meaning, number.max(0).unsigned_abs());
                        }
                        None => go.problems.push(format!("go {word}: allowed: a whole number")),
                    }
                }
            }
        }
        if let Some(time) = go.control.time {
            // A time for this move is not shared with later moves. A clock next to it is a bound, unless it is at
            // 0: with a time per move, uci2wb sends clocks that restart at every move, or that are not kept.
            let clock = go.clock.left.take().filter(|left| !left.is_zero());
            let bound = clock.map_or(time, |left| self.usable(left).as_secs_f64());
            go.control.time = Some(time.min(bound));
        }
        go.clock.left = go.clock.left.map(|left| self.usable(left));
        go
    }

    /// At least a millisecond: a late reply is better than none.
    fn usable(&self, time: Duration) -> Duration {
        time.saturating_sub(self.overhead).max(Duration::from_millis(1))
    }

    fn meaning(&self, word: &str) -> Option<GoWord> {
        self.vocabulary.iter().find(|entry| entry.0 == word).map(|entry| entry.1)
    }

    fn number(&self, go: &mut Go, meaning: GoWord, number: u64) {
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        let time = Duration::from_millis(number.saturating_mul(self.unit).min(LONGEST_MILLIS));
        match meaning {
            GoWord::Depth => go.control.depth = Some(small.clamp(1, 250)),
            GoWord::Nodes => go.control.nodes = Some(number.max(1)),
            GoWord::MoveTime => go.control.time = Some(self.usable(time).as_secs_f64()),
            GoWord::Clock(side) if side == self.side => go.clock.left = Some(time),
            GoWord::Increment(side) if side == self.side => go.clock.increment = time,
            GoWord::OwnClock => go.clock.left = Some(time),
            GoWord::OwnIncrement => go.clock.increment = time,
            GoWord::MovesToGo => go.clock.moves_to_go = Some(small).filter(|&moves| moves > 0),
            GoWord::Mate => go.mate = Some(small.clamp(1, 100)),
            GoWord::Perft => go.perft = Some(small.min(DEEPEST_COUNT)),
            _ => {}
        }
    }
}

impl Go {
    /// The limits of the search. For a mate search without other limits: four plies per move, enough for a
    /// search with reductions.
    pub fn limits(&self) -> Limits {
        let limits = self.control.limits(&self.clock);
        match self.mate {
            Some(moves) if limits.is_unlimited() => Limits::depth((4 * moves).min(250)),
            _ => limits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WORDS: &[(&str, GoWord)] = &[
        ("depth", GoWord::Depth),
        ("nodes", GoWord::Nodes),
        ("movetime", GoWord::MoveTime),
        ("wtime", GoWord::Clock(Side::First)),
        ("btime", GoWord::Clock(Side::Second)),
        ("winc", GoWord::Increment(Side::First)),
        ("movestogo", GoWord::MovesToGo),
        ("mate", GoWord::Mate),
        ("perft", GoWord::Perft),
        ("infinite", GoWord::Infinite),
        ("ponder", GoWord::Ponder),
        ("searchmoves", GoWord::OnlyMoves),
    ];

    fn read(line: &str) -> Go {
        let overhead = Duration::from_millis(5);
        let reading = Reading { vocabulary: WORDS, side: Side::First, unit: 1, overhead };
        reading.read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn only_the_own_clock_counts() {
        let go = read("wtime 60000 btime 1 winc 100 movestogo 10");
        assert_eq!(go.clock.left, Some(Duration::from_millis(59_995)));
        assert_eq!(go.clock.increment, Duration::from_millis(100));
        assert_eq!(go.clock.moves_to_go, Some(10));
        let limits = go.limits();
        assert!(limits.soft_time.unwrap() > Duration::from_secs(5), "{limits:?}");
        assert!(limits.time.unwrap() < Duration::from_secs(33), "{limits:?}");
    }

    #[test]
    fn a_time_for_the_move_is_used_up_unless_the_clock_has_less() {
        for (line, millis) in [
            ("wtime 0 btime 0 movetime 970", 965),
            ("wtime 1000 btime 1000 movetime 970", 965),
            ("movetime 970 wtime 60000 winc 100", 965),
            ("movetime 970 wtime 105", 100),
            ("movetime 970 wtime 1", 1),
        ] {
            let limits = read(line).limits();
            assert_eq!(
                (limits.time, limits.soft_time),
                (Some(Duration::from_millis(millis)), None)
            );
        }
        assert_eq!(read("wtime 0").clock.left, Some(Duration::from_millis(1)));
    }

    #[test]
    fn a_list_of_moves_ends_at_the_next_known_word() {
        let go = read("searchmoves a b depth 3");
        assert_eq!((go.only, go.control.depth), (vec!["a".to_owned(), "b".into()], Some(3)));
    }

    #[test]
    fn unknown_words_are_reported_and_the_rest_is_valid() {
        let go = read("foo depth nodes 7 movetime x");
        assert_eq!(go.control, Control { nodes: Some(7), ..Control::default() });
        assert_eq!(go.problems.len(), 3, "{:?}", go.problems);
        assert!(read("depth infinite").infinite);
        assert_eq!(read("depth -4").control.depth, Some(1));
        assert_eq!(read("movetime 0").control.time, Some(0.001));
        assert_eq!(read("mate 3").limits(), Limits::depth(12));
    }

    proptest! {
        #[test]
        fn any_words_are_read(
            line in "((depth|nodes|wtime|winc|mate|perft|ponder|searchmoves|-?[0-9]{0,25}|.{0,5}) ){0,8}"
        ) {
            let go = read(&line);
            prop_assert!(go.control.validate().is_ok(), "{go:?}");
            let _ = go.limits();
        }
    }
}
