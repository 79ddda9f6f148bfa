//! Selective techniques: on, each is asked where it says, saves nodes where it is sound, and does
//! what a plain recursion over the same selection does.

#[path = "../support/configs.rs"]
mod configs;
#[path = "../support/insight.rs"]
mod insight;
#[path = "../support/reference.rs"]
mod reference;
#[path = "../support/search.rs"]
mod search_once;

mod extensions;
mod extremes;
mod learned;
mod planted;
mod pruning;
mod reductions;

use search::Algorithm;

const PRUNED: [Algorithm; 3] = [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf];
