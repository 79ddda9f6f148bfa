//! Which part of a job a process does: [`Shard`].

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Most shards of a job.
const MOST: u32 = 100_000;

/// One of the parts that a job is split into: `2/4` is the second of four.
///
/// Items are dealt out in turn, in blocks, so that items of rising cost do not all fall into the last shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

/// Why a text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {0:?}, allowed: I/N with I from 1 to N, for example 2/4")]
pub struct BadShard(String);

impl Shard {
    /// The only shard of a job that is not split.
    pub const ALL: Shard = Shard { number: 1, of: 1 };

    /// Its number, from 1.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// The number of shards.
    pub const fn of(self) -> u32 {
        self.of
    }

    /// Whether it does this item, counted from 0.
    ///
    /// ```
    /// use files::Shard;
    /// let second: Shard = "2/3".parse()?;
    /// let items = (0..10).filter(|&item| second.owns(item, 2));
    /// assert_eq!(items.collect::<Vec<_>>(), [2, 3, 8, 9]);
    /// # Ok::<(), files::BadShard>(())
    /// ```
    pub fn owns(self, item: usize, block: usize) -> bool {
        owner(item, block, self.of) == self.number
    }
}

/// The number of the shard that does an item.
pub(super) fn owner(item: usize, block: usize, shards: u32) -> u32 {
    // The remainder is below `shards`, so it fits.
    (item / block.max(1) % shards as usize) as u32 + 1
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let shard = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        let is_valid = |shard: &Shard| shard.of <= MOST && (1..=shard.of).contains(&shard.number);
        shard.filter(is_valid).ok_or_else(|| BadShard(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for Shard {
    type Error = BadShard;

    fn try_from(text: String) -> Result<Shard, BadShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_shard_is_a_number_and_how_many_there_are() {
        assert_eq!("3/16".parse::<Shard>().unwrap().to_string(), "3/16");
        for text in ["", "3", "0/4", "5/4", "1/0", "1/100001", "a/b", "1/2/3", "-1/2", "1/ 2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let error = "5/4".parse::<Shard>().unwrap_err().to_string();
        assert_eq!(error, "found \"5/4\", allowed: I/N with I from 1 to N, for example 2/4");
    }

    proptest! {
        #[test]
        fn every_item_belongs_to_exactly_one_shard(item in 0usize..10_000, block in 1usize..5, of in 1u32..40) {
            let owners = (1..=of).filter(|&number| Shard { number, of }.owns(item, block));
            prop_assert_eq!(owners.count(), 1);
        }
    }
}
