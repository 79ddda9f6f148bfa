//! The weights of all configurations by game phase ([`Weights`]), and their file format.
//!
//! The file has a header of 32 bytes: the letters `PLYPATRN`, then as little-endian numbers the version
//! (4 bytes), the number of phases (4), the number of weights per phase (4), zero (4), and the FNV-1a
//! hash of all weights (8). The weights follow, compressed with zlib: one for each class of
//! configurations that are reflections of each other, then one for each count; first the low bytes of
//! all weights, then the high bytes.

use super::shapes::{BOARD, CLASSES, CONFIGURATIONS, LANES, PLACES};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// The number of weight units per disc.
pub(crate) const PER_DISC: i32 = 64;

/// The number of game phases, of four discs each.
pub(crate) const PHASES: usize = 15;

/// Mobility is clamped to this many moves.
pub(crate) const MOST_MOVES: usize = 31;

/// Counts have weights of their own: own moves, the opponent's moves, discs.
const COUNTS: usize = 2 * (MOST_MOVES + 1) + 65;

/// The number of weights of a phase in the evaluator's lookup table.
const EXPANDED: usize = CONFIGURATIONS + COUNTS;

const MAGIC: &[u8; 8] = b"PLYPATRN";
const VERSION: u32 = 1;
const HEADER: usize = 32;
/// The maximum size of a weight file.
const MOST_BYTES: u64 = 16 << 20;

/// Why a weight file is rejected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Not a weight file.
    #[error("a file without the PLYPATRN header")]
    Magic,
    /// The file has another format version.
    #[error("weights of format {0}, but this program reads format {VERSION}")]
    Version(u32),
    /// The file has other patterns or phases.
    #[error("{phases} phases of {weights} weights, but this program has {PHASES} of {}", classes())]
    Size {
        /// Phases.
        phases: u32,
        /// Weights of each.
        weights: u32,
    },
    /// The file is truncated or otherwise damaged.
    #[error("damaged weights: {0}")]
    Damaged(&'static str),
}

/// The phase of a board with this many discs.
#[inline(always)]
pub(crate) fn phase(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 4).min(PHASES - 1)
}

/// The number of weights per phase in a file, which is the number of parameters to fit.
pub(crate) fn classes() -> usize {
    CLASSES.count + COUNTS
}

/// Adds a constant to the value of every position of a phase, for the side to move. `weights` are in
/// the order of a fit, with the weights for the number of discs last; each position has one of those.
#[cfg(feature = "program")]
pub(crate) fn add_to_all(weights: &mut [f64], discs: f64) {
    let first = weights.len().saturating_sub(65);
    weights[first..].iter_mut().for_each(|weight| *weight += discs);
}

/// The index of each of a position's weights within its phase: the pattern places first, then the
/// counts.
#[inline(always)]
fn expanded_indices(seen: &[u16; LANES], moves: [u64; 2], discs: u32) -> [u32; PLACES + 3] {
    let mut all = [0; PLACES + 3];
    for place in 0..PLACES {
        all[place] = BOARD.offset[place] + u32::from(seen[place]);
    }
    let [own, opp] = moves;
    let counts = CONFIGURATIONS as u32;
    let most = MOST_MOVES as u32;
    all[PLACES] = counts + own.count_ones().min(most);
    all[PLACES + 1] = counts + most + 1 + opp.count_ones().min(most);
    all[PLACES + 2] = counts + 2 * (most + 1) + discs;
    all
}

/// The indices of a position's weights in file order, as a fit needs them.
#[cfg(feature = "program")]
pub(crate) fn features(seen: &[u16; LANES], moves: [u64; 2], discs: u32) -> [u32; PLACES + 3] {
    let mut all = expanded_indices(seen, moves, discs);
    for index in &mut all {
        *index = class(*index as usize);
    }
    all
}

/// The file index of a weight, given its index in the lookup table.
fn class(expanded: usize) -> u32 {
    match CLASSES.of.get(expanded) {
        Some(&class) => class,
        None => (expanded - CONFIGURATIONS + CLASSES.count) as u32,
    }
}

/// Weights, expanded for lookup.
pub struct Weights {
    phases: Vec<Vec<i16>>,
    hash: u64,
}

impl Weights {
    /// The built-in weights; made by `scripts/train/othello`.
    pub fn shipped() -> Arc<Weights> {
        static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../../data/pattern.weights");
            let weights = Weights::from_bytes(bytes);
            // A test parses them, and they are constant at run time.
            Arc::new(weights.unwrap_or_else(|error| panic!("built-in weights: {error}")))
        });
        SHIPPED.clone()
    }

    /// Reads a weight file.
    pub fn read(path: &Path) -> Result<Weights, WeightsError> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        Weights::from_bytes(&bytes)
    }

    /// Parses the contents of a weight file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let (header, packed) = bytes.split_at_checked(HEADER).ok_or(WeightsError::Magic)?;
        if &header[..8] != MAGIC {
            return Err(WeightsError::Magic);
        }
        let number = |place: usize| {
            let bytes = header[place..].first_chunk().copied().unwrap_or_default();
            u32::from_le_bytes(bytes)
        };
        if number(8) != VERSION {
            return Err(WeightsError::Version(number(8)));
        }
        let (phases, weights) = (number(12), number(16));
        if (phases as usize, weights as usize) != (PHASES, classes()) {
            return Err(WeightsError::Size { phases, weights });
        }
        let size = 2 * PHASES * classes();
        let plain = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, size)
            .map_err(|_| WeightsError::Damaged("decompression failed"))?;
        if plain.len() != size {
            return Err(WeightsError::Damaged("some weights are missing"));
        }
        let (low, high) = plain.split_at(size / 2);
        let all: Vec<i16> =
            low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect();
        let weights = Weights::from_classes(&all);
        let hash = u64::from(number(24)) | u64::from(number(28)) << 32;
        if weights.hash != hash {
            return Err(WeightsError::Damaged("hash mismatch"));
        }
        Ok(weights)
    }

    /// Weights from a fit, in discs, phase after phase.
    pub fn from_fit(all: &[f64]) -> Weights {
        let whole = |discs: &f64| (discs * f64::from(PER_DISC)).round() as i16;
        Weights::from_classes(&all.iter().map(whole).collect::<Vec<i16>>())
    }

    fn from_classes(all: &[i16]) -> Weights {
        let expand = |phase: &[i16]| {
            let weight = |index| phase.get(class(index) as usize).copied().unwrap_or(0);
            (0..EXPANDED).map(weight).collect()
        };
        let mut hash = 0xcbf2_9ce4_8422_2325;
        for byte in all.iter().flat_map(|weight| weight.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Weights { phases: all.chunks(classes()).map(expand).collect(), hash }
    }

    /// The contents of a weight file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut all = vec![0; PHASES * classes()];
        for (phase, weights) in self.phases.iter().enumerate() {
            for (index, &weight) in weights.iter().enumerate() {
                all[phase * classes() + class(index) as usize] = weight;
            }
        }
        let halves = |half: usize| all.iter().map(move |weight: &i16| weight.to_le_bytes()[half]);
        let plain: Vec<u8> = halves(0).chain(halves(1)).collect();
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, PHASES as u32, classes() as u32, 0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.hash.to_le_bytes());
        bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(&plain, 9));
        bytes
    }

    /// The hash that identifies a set of weights.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The sum of a position's weights, given its indices from the view of the side to move, the moves
    /// of both sides and the number of discs.
    #[inline(always)]
    pub(crate) fn sum(&self, seen: &[u16; LANES], moves: [u64; 2], discs: u32) -> i32 {
        let weights = &self.phases[phase(discs)][..EXPANDED];
        let mut sum = 0;
        for index in expanded_indices(seen, moves, discs) {
            sum += i32::from(weights[index as usize]);
        }
        sum
    }

    /// The parts of that sum: by shape, then by count.
    pub(crate) fn parts(&self, seen: &[u16; LANES], moves: [u64; 2], discs: u32) -> Vec<i32> {
        let weights = &self.phases[phase(discs)];
        let mut parts = vec![0; super::shapes::SHAPE_COUNT + 1];
        for (place, index) in expanded_indices(seen, moves, discs).into_iter().enumerate() {
            let part = match BOARD.shape.get(place).filter(|_| place < PLACES) {
                Some(&shape) => shape.into(),
                None => super::shapes::SHAPE_COUNT,
            };
            parts[part] += i32::from(weights[index as usize]);
        }
        parts
    }
}

/// Equal if the hashes are equal.
impl PartialEq for Weights {
    fn eq(&self, other: &Weights) -> bool {
        self.hash == other.hash
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights({:016x})", self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use search::rng::Rng;

    fn some_weights() -> Weights {
        let mut rng = Rng::new(5);
        let all: Vec<f64> =
            (0..PHASES * classes()).map(|_| rng.below(200) as f64 / 64.0 - 1.5).collect();
        Weights::from_fit(&all)
    }

    #[test]
    fn the_built_in_weights_are_complete_and_small_enough() {
        let weights = Weights::shipped();
        assert!(weights.to_bytes().len() < 4 << 20);
        assert_eq!(Weights::from_bytes(&weights.to_bytes()).unwrap(), *weights);
    }

    #[test]
    fn damaged_and_foreign_files_are_rejected_with_the_reason() {
        let good = some_weights().to_bytes();
        let error = |change: fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Weights::from_bytes(&bytes).unwrap_err().to_string()
        };
        assert!(error(|bytes| bytes.truncate(20)).contains("PLYPATRN header"));
        assert!(error(|bytes| bytes[0] = b'x').contains("PLYPATRN header"));
        assert!(error(|bytes| bytes[8] = 9).contains("format 9"));
        assert!(error(|bytes| bytes[12] = 16).contains("16 phases"));
        assert!(error(|bytes| bytes[24] ^= 1).contains("hash"));
        assert!(error(|bytes| bytes.truncate(5000)).contains("decompression"));
        assert!(error(|bytes| bytes[5000] ^= 255).contains("damaged"));
        assert_eq!(Weights::from_bytes(&good).unwrap(), some_weights());
    }

    proptest! {
        #[test]
        fn parsing_never_panics(tail in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut bytes = some_header();
            bytes.extend(&tail);
            prop_assert!(Weights::from_bytes(&bytes).is_err());
            prop_assert!(Weights::from_bytes(&tail).is_err());
        }
    }

    fn some_header() -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, PHASES as u32, classes() as u32, 0, 0, 0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }
}
