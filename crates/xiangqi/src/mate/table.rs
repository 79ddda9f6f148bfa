//! The solver's hash table of positions in which the attacker is to move.

use super::Width;
use crate::rules::moves::Move;

/// The entry of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    key: u64,
    /// There is a mate in this many moves; 0 if none is known.
    mate: u8,
    /// There is no mate in this many moves, by [`Width`].
    excluded: [u8; 3],
    /// The first move of the mate.
    code: u16,
}

impl Entry {
    /// The code of a move that mates in at most `moves`.
    pub(crate) fn mate_in(&self, moves: u8) -> Option<u16> {
        (self.mate > 0 && self.mate <= moves).then_some(self.code)
    }

    /// Whether there is no mate in `moves` with moves of this width.
    pub(crate) fn excludes(&self, moves: u8, width: Width) -> bool {
        // If a greater width has no mate, a smaller one has none either.
        self.excluded[width as usize..].iter().any(|&excluded| excluded >= moves)
    }
}

/// A table of fixed size that always replaces.
pub(crate) struct Table(Vec<Entry>);

impl Table {
    pub(crate) fn new(mib: usize) -> Self {
        let entries = (mib.max(1) << 20) / size_of::<Entry>();
        // The largest power of two that fits, so that the low bits of a key are the index.
        Table(vec![Entry::default(); 1 << entries.ilog2()])
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    /// The entry of a position; an empty entry if it is not in the table.
    pub(crate) fn get(&self, key: u64) -> Entry {
        let entry = self.0[self.slot(key)];
        if entry.key == key { entry } else { Entry { key, ..Entry::default() } }
    }

    pub(crate) fn mate(&mut self, key: u64, moves: u8, mv: Move) {
        let entry = Entry { mate: moves, code: mv.code(), ..self.get(key) };
        let slot = self.slot(key);
        self.0[slot] = entry;
    }

    pub(crate) fn exclude(&mut self, key: u64, moves: u8, width: Width) {
        let mut entry = self.get(key);
        let excluded = &mut entry.excluded[width as usize];
        *excluded = moves.max(*excluded);
        let slot = self.slot(key);
        self.0[slot] = entry;
    }
}
