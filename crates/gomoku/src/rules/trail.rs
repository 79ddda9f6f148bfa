//! What stones have changed, so that taking them back needs no second look: [`Trail`].

use crate::rules::point_set::PointSet;
use crate::rules::threat::Threat;

/// The totals of a survey: of empty points only, for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Lines by shape.
    pub(crate) shapes: [[u16; 16]; 2],
    /// Points by threat.
    pub(crate) threats: [[u16; Threat::COUNT]; 2],
    /// The points with at least the threat of the same place in [`LISTED`], so that the few that
    /// matter are found without a look at the whole board.
    pub(crate) listed: [[PointSet; LISTED.len()]; 2],
}

/// Threats from which on points are listed, the strongest first.
pub(crate) const LISTED: [Threat; 2] = [Threat::Four, Threat::SleepingThree];

/// What was known of a point before a stone changed it.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) index: u16,
    pub(crate) made: [Threat; 2],
    pub(crate) code: u32,
}

/// A stone: where it stands, what was known before, and where its changes begin.
struct Mark {
    index: usize,
    start: usize,
    totals: Totals,
}

/// The changes made by the last stones, in order. A copy of a position begins a trail of its own: stones
/// older than that are taken back the long way.
#[derive(Default)]
pub(crate) struct Trail {
    marks: Vec<Mark>,
    changes: Vec<Change>,
}

impl Clone for Trail {
    fn clone(&self) -> Trail {
        Trail::default()
    }
}

impl Trail {
    /// A stone is about to be put on the point with this number.
    #[inline]
    pub(crate) fn begin(&mut self, index: usize, totals: &Totals) {
        self.marks.push(Mark { index, start: self.changes.len(), totals: totals.clone() });
    }

    /// The stone has changed what was known of a point.
    #[inline]
    pub(crate) fn push(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// What the last stone has changed.
    #[inline]
    pub(crate) fn last(&self) -> &[Change] {
        let start = self.marks.last().map_or(self.changes.len(), |mark| mark.start);
        &self.changes[start..]
    }

    /// Takes back the last stone, if it was put on the point with this number: what was known before
    /// in all, and of each point.
    #[inline]
    pub(crate) fn take_back(
        &mut self,
        index: usize,
        restore: impl FnMut(Change),
    ) -> Option<Totals> {
        let mark = self.marks.pop_if(|mark| mark.index == index)?;
        // A point may have changed more than once: the oldest comes last.
        self.changes.drain(mark.start..).rev().for_each(restore);
        Some(mark.totals)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.marks.clear();
        self.changes.clear();
    }
}
