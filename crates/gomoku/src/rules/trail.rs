//! A log of survey changes, so that undo restores them without new lookups: [`Trail`].

use crate::rules::point_set::PointSet;
use crate::rules::threat::Threat;

/// The totals of a survey over all empty points, for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Numbers of lines by shape.
    pub(crate) shapes: [[u16; 16]; 2],
    /// Numbers of points by threat.
    pub(crate) threats: [[u16; Threat::COUNT]; 2],
    /// The points with at least the threat of the same index in [`LISTED`], so that the few relevant
    /// points are found without scanning the board.
    pub(crate) listed: [[PointSet; LISTED.len()]; 2],
}

/// The minimum threats of the point lists, strongest first.
pub(crate) const LISTED: [Threat; 2] = [Threat::Four, Threat::SleepingThree];

/// The shapes and threats of a point before a stone changed them.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) index: u16,
    pub(crate) made: [Threat; 2],
    pub(crate) code: u32,
}

/// A placed stone: its point, the totals before it, and the start of its changes.
struct Mark {
    index: usize,
    start: usize,
    totals: Totals,
}

/// The changes made by the last stones, in order. A clone starts with an empty trail: stones placed
/// before the clone are undone by looking the shapes up again.
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
    /// Starts the changes of a stone that is about to be placed on the point with this index.
    #[inline]
    pub(crate) fn begin(&mut self, index: usize, totals: &Totals) {
        self.marks.push(Mark { index, start: self.changes.len(), totals: totals.clone() });
    }

    /// Records that the current stone changed a point.
    #[inline]
    pub(crate) fn push(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// The changes made by the last stone.
    #[inline]
    pub(crate) fn last(&self) -> &[Change] {
        let start = self.marks.last().map_or(self.changes.len(), |mark| mark.start);
        &self.changes[start..]
    }

    /// Removes the last stone if it was placed on the point with this index. Calls `restore` for each
    /// of its changes and returns the totals before it.
    #[inline]
    pub(crate) fn take_back(
        &mut self,
        index: usize,
        restore: impl FnMut(Change),
    ) -> Option<Totals> {
        let mark = self.marks.pop_if(|mark| mark.index == index)?;
        // A point may have changed more than once: its oldest change is restored last.
        self.changes.drain(mark.start..).rev().for_each(restore);
        Some(mark.totals)
    }

    /// Removes all stones and changes.
    pub(crate) fn clear(&mut self) {
        self.marks.clear();
        self.changes.clear();
    }
}
