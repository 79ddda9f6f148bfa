//! Game-tree search: how a position becomes a score.
//!
//! | file | holds |
//! |---|---|
//! | `minimax` | the oracle: every line, no pruning, no table |
//! | `node` | an inner node of every pruned search, step by step |
//! | `picker` | the order in which the moves of a node are tried |
//! | `transposition` | what a node asks the table |
//! | `techniques` | what may answer for a node without its moves (null move, razoring and the like), and the static score it is judged by: off unless named |
//! | `late_moves` | which late moves are skipped, and by how much the others are reduced: off unless named |
//! | `singular` | extensions of a table move without an alternative: off unless named |
//! | `alpha_beta`, `pvs` | with which window a child is searched |
//! | `mtdf` | null-window passes that close in on the value |
//! | `frontier` | a cheap last ply before the horizon |
//! | `quiescence` | tactical moves below the horizon |
//! | `root` | the root moves: one pass over them, and what its threads have found |
//! | `deepening` | iterations and aspiration windows around any algorithm |
//! | `threads` | one thread, split root, or every thread on one table |
//! | `sharing`, `abdada` | how threads on one table divide the moves of a node |
//! | `worker` | the state of one thread: position, evaluator, counters |
//! | `stack` | the state of one ply, and the move lists |
//! | `observer` | who is notified of every node: by default no one, at no cost |
//!
//! All values are from the view of the side to move (negamax), except that a game may let the same
//! side move again, in which case neither the sign nor the window turns.

mod abdada;
mod alpha_beta;
mod deepening;
mod frontier;
mod late_moves;
mod minimax;
mod mtdf;
mod node;
pub(crate) mod observer;
mod picker;
mod pvs;
mod quiescence;
mod root;
mod sharing;
mod singular;
mod stack;
mod techniques;
#[cfg(test)]
mod test_game;
mod threads;
mod transposition;
mod worker;

pub(crate) use deepening::Deepening;
pub(crate) use threads::SearchThreads;
