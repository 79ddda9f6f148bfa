//! Bitmaps of rows or columns, 64 cells per word: the stops of runs along them.

/// A bitmap. The bits beyond the end of a line are set, so that every run stops.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bits {
    lines: usize,
    length: usize,
    /// The number of words per line.
    words: usize,
    bits: Vec<u64>,
}

impl Bits {
    /// Lines of this length, with bits from `is_set`.
    pub(super) fn new(lines: usize, length: usize, is_set: impl Fn(usize, usize) -> bool) -> Self {
        let mut bits = Bits::full(lines, length);
        for line in 0..lines {
            for (word, bits) in bits.line_mut(line).iter_mut().enumerate() {
                let places = word * 64..length.min(word * 64 + 64);
                let clear = |place| u64::from(!is_set(line, place)) << (place % 64);
                *bits ^= places.map(clear).fold(0, |word, bit| word | bit);
            }
        }
        bits
    }

    /// Lines with every bit set.
    fn full(lines: usize, length: usize) -> Self {
        let words = length.div_ceil(64);
        Bits { lines, length, words, bits: vec![u64::MAX; lines * words] }
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// The number of bits of a line.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The words of a line.
    pub(super) fn line(&self, line: usize) -> &[u64] {
        &self.bits[line * self.words..][..self.words]
    }

    /// The words of a line, mutably. The bits beyond its end must stay set.
    pub(super) fn line_mut(&mut self, line: usize) -> &mut [u64] {
        &mut self.bits[line * self.words..][..self.words]
    }

    #[inline]
    pub(crate) fn is_set(&self, line: usize, place: usize) -> bool {
        self.bits[line * self.words + place / 64] >> (place % 64) & 1 != 0
    }

    /// The first place after this one whose bit is set.
    #[inline]
    pub(crate) fn after(&self, line: usize, place: usize) -> usize {
        let first = line * self.words;
        let mut word = first + place / 64;
        let mut bits = self.bits[word] & (u64::MAX << (place % 64) << 1);
        while bits == 0 {
            word += 1;
            bits = self.bits[word];
        }
        (word - first) * 64 + bits.trailing_zeros() as usize
    }

    /// The last place before this one whose bit is set; there must be one.
    #[inline]
    pub(crate) fn before(&self, line: usize, place: usize) -> usize {
        let first = line * self.words;
        let mut word = first + place / 64;
        let mut bits = self.bits[word] & !(u64::MAX << (place % 64));
        while bits == 0 {
            word -= 1;
            bits = self.bits[word];
        }
        (word - first) * 64 + 63 - bits.leading_zeros() as usize
    }

    /// The transposed bitmap, computed in blocks of 64 by 64.
    pub(super) fn transposed(&self) -> Self {
        let mut other = Bits::full(self.length, self.lines);
        for (word, first) in (0..self.lines).step_by(64).enumerate() {
            for column in 0..self.words {
                let mut square = [u64::MAX; 64];
                for (line, bits) in (first..self.lines).zip(&mut square) {
                    *bits = self.line(line)[column];
                }
                transpose(&mut square);
                for (line, bits) in (column * 64..self.length).zip(square) {
                    other.line_mut(line)[word] = bits;
                }
            }
        }
        other
    }

    /// The memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bits.capacity() * size_of::<u64>()
    }
}

/// Transposes a 64 by 64 block by swapping ever smaller quarters (Warren, Hacker's Delight, 2002).
fn transpose(square: &mut [u64; 64]) {
    let (mut side, mut mask) = (32, u64::MAX >> 32);
    while side > 0 {
        for line in (0..64).filter(|line| line & side == 0) {
            let exchanged = (square[line] >> side ^ square[line + side]) & mask;
            square[line] ^= exchanged << side;
            square[line + side] ^= exchanged;
        }
        side /= 2;
        mask ^= mask << side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn transposing_swaps_lines_and_places(
            (lines, length, bits) in (1usize..150, 1usize..150).prop_flat_map(|(lines, length)| {
                (Just(lines), Just(length), prop::collection::vec(any::<bool>(), lines * length))
            }),
        ) {
            let by_row = Bits::new(lines, length, |line, place| bits[line * length + place]);
            let by_column = Bits::new(length, lines, |line, place| bits[place * length + line]);
            prop_assert_eq!(by_row.transposed(), by_column);
        }
    }
}
