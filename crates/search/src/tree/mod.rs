//! Game-tree search: how a position becomes a score.
//!
//! | file | holds |
//! |---|---|
//! | `minimax` | the oracle: every line, no pruning, no table |
//! | `node` | what happens at an inner node of every pruned search: table, ordering, techniques |
//! | `picker` | the order in which moves are tried |
//! | `techniques` | null move, reductions, futility and the like: off unless named |
//! | `alpha_beta`, `pvs` | with which window a child is searched |
//! | `mtdf` | null-window passes that close in on the value |
//! | `frontier` | a cheap last ply before the horizon |
//! | `quiescence` | tactical moves below the horizon |
//! | `root` | the root moves: one pass over them, and what its threads have found |
//! | `deepening` | iterations and aspiration windows around any algorithm |
//! | `team` | one thread, split root, or every thread on one table |
//! | `busy`, `answered` | how threads on one table take different moves, and leave what is decided |
//! | `worker` | the state of one thread: position, evaluator, stacks, counters |
//!
//! All values are from the view of the side to move (negamax), except that a game may let the same
//! side move again, in which case neither the sign nor the window turns.

mod alpha_beta;
mod answered;
mod busy;
mod deepening;
mod frontier;
mod minimax;
mod mtdf;
mod node;
mod picker;
mod pvs;
mod quiescence;
mod root;
mod team;
mod techniques;
#[cfg(test)]
mod test_game;
mod worker;

pub(crate) use deepening::Deepening;
pub(crate) use team::Team;
