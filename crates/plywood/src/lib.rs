//! All games and tools of Plywood in one list: [`SUITE`]. A new game is one line here.
//!
//! A program that wants "any game" takes it from the list and works with text:
//!
//! ```
//! use harness::facade::{Opening, SearchRequest};
//! use search::Limits;
//!
//! for domain in plywood::SUITE.games {
//!     let mut game = domain.open(&Opening::default())?;
//!     let first = game.view().targets[0].text.clone();
//!     game.play(&first)?;
//!     let request = SearchRequest { limits: Limits::nodes(500), ..SearchRequest::default() };
//!     let row = game.search(&request, &mut |_| ())?;
//!     assert!(row.best.is_some(), "{}: {}", domain.name(), game.position());
//! }
//! # Ok::<(), harness::facade::FacadeError>(())
//! ```

use experiments::verb::{ExperimentCommand, ReportCommand};
use harness::facade::{GameOf, ToolOf};
use harness::merge::MergeCommand;
use harness::suite::Suite;
use studio::StudioCommand;

/// Every game and tool, as the program `plywood` offers them.
pub static SUITE: Suite = Suite {
    name: "plywood",
    about: "Game-tree search and path finding: play, analyse, compare and measure",
    games: &[
        &GameOf::<gomoku::FiveInARow>::NEW,
        &GameOf::<xiangqi::Xiangqi>::NEW,
        &GameOf::<othello::OthelloDomain>::NEW,
        &GameOf::<knight_duel::KnightDuel>::NEW,
        &GameOf::<proof_games::domain::ConnectFourDomain>::NEW,
    ],
    tools: &[
        &ToolOf::<pathfinding::program::tool::Pathfinding>::NEW,
        &ToolOf::<proof_games::sliding_puzzle::program::SlidingPuzzle>::NEW,
    ],
    commands: &[&ExperimentCommand, &ReportCommand, &MergeCommand, &StudioCommand],
};
