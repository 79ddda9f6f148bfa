//! A small seeded generator for keys, openings and random walks: the same numbers on every machine.

/// Scrambles 64 bits so that every input bit reaches every output bit (the finaliser of Steele,
/// Lea and Flood's SplitMix64, 2014). A `const fn`, so that key tables can be made at compile time.
#[inline]
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A SplitMix64 generator. Not for secrets.
///
/// ```
/// let mut rng = search::rng::Rng::new(7);
/// let die = rng.below(6) + 1;
/// assert!((1..=6).contains(&die));
/// assert_eq!(search::rng::Rng::new(7).next_u64(), search::rng::Rng::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The generator of this seed.
    pub const fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let value = mix(self.state);
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        value
    }

    /// A number from 0 to `bound` - 1; 0 when `bound` is 0.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// One of the elements, or `None` of an empty slice.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts the elements in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
