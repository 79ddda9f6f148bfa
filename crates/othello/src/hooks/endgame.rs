//! When the search calls the exact endgame solver: [`EndgameConfig`].

use config::ConfigProblem;
use serde::{Deserialize, Serialize};

/// When the exact solver is used. Requires `search.solver`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct EndgameConfig {
    /// Solve the root position with at most this many empty squares, or fewer if the clock leaves too
    /// little time; 0 for never.
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

impl EndgameConfig {
    /// Rejects values out of range.
    pub fn check(&self) -> Result<(), ConfigProblem> {
        for (key, value) in [("root", self.root), ("inside", self.inside)] {
            if value > 60 {
                let key = format!("endgame.{key}");
                return Err(ConfigProblem::new(key, value.to_string(), "0 to 60"));
            }
        }
        if !(1..=1 << 20).contains(&self.table_mib) {
            let found = self.table_mib.to_string();
            return Err(ConfigProblem::new("endgame.table-mib", found, "1 to 1048576"));
        }
        Ok(())
    }
}
