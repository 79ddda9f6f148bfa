//! When the search calls the exact endgame solver: [`EndgameConfig`].

use serde::{Deserialize, Serialize};

/// When the exact solver is used. Requires `search.solver`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct EndgameConfig {
    /// Solve the root position with at most this many empty squares, or fewer if half of the time or of
    /// the nodes is unlikely to be enough; 0 for never. A depth limit does not matter: solving looks at
    /// the end of the game.
    pub root: u32,
    /// Solve positions inside the search with at most this many empty squares; 0 for never.
    pub inside: u32,
    /// The size of the solver's table in MiB.
    pub table_mib: usize,
}

impl Default for EndgameConfig {
    fn default() -> Self {
        EndgameConfig { root: 22, inside: 9, table_mib: 32 }
    }
}
