//! The verb `train-games`: plays the training games and appends them to a file.

use super::record::{Record, Value, skip_passes};
use crate::OthelloDomain;
use crate::rules::board::Size;
use crate::rules::game::Othello;
use crate::rules::square::{Move, squares};
use clap::Args;
use config::ConfigProblem;
use files::{Header, Job, Journal, JournalError, Log, Mode, Part, Shard};
use harness::cli::{Context, Finish, HarnessError};
use harness::progress;
use protocols::{LoadedConfig, Playable};
use rayon::prelude::*;
use search::rng::{Rng, mix};
use search::{Game, Limits, Request, StopFlag};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Number of games that are written and synced to disk together.
const BATCH: usize = 64;

/// Arguments of `train-games`.
#[derive(Args)]
pub(crate) struct Games {
    /// File that the games are appended to; an existing file is continued
    #[arg(required_unless_present = "output")]
    file: Option<PathBuf>,
    /// File that is written when all games are played; the same games as in FILE
    ///
    /// An interrupted run is continued by the same command, and a complete file is left alone.
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    output: Option<PathBuf>,
    /// Play only the games of this part, for example 2/4; `plywood merge` joins the outputs
    #[arg(long, value_name = "I/N", requires = "output")]
    shard: Option<Shard>,
    /// Total number of games in the file
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Search depth of the players
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Solve positions with at most this many empty squares exactly
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(0..=24))]
    solve: u32,
    /// Play a random move once in N moves on average; 0 for never
    #[arg(long, value_name = "N", default_value_t = 16)]
    chance: u32,
    /// Number of games played in parallel; does not change the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// The settings of the games. They and the evaluator are the header of the file, so that a file never
/// mixes games of different settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) depth: u32,
    pub(crate) solve: u32,
    pub(crate) chance: u32,
}

/// The first line of a file of games.
#[derive(Serialize)]
struct Head {
    #[serde(flatten)]
    plan: Plan,
    /// The evaluator of the players, with a hash of its weights.
    evaluator: String,
}

impl Header for Head {
    const KIND: &'static str = "plywood-othello-games";
    const VERSION: u32 = 2;
}

impl Plan {
    /// The minimum and maximum number of random opening moves.
    const OPENING: (usize, usize) = (4, 20);

    /// The configuration of the players: one thread, no clock, no Multi-ProbCut (its parameters are
    /// fitted later), and tables small enough to allocate for every game.
    fn player(&self, config: &LoadedConfig<OthelloDomain>) -> LoadedConfig<OthelloDomain> {
        let mut player = config.clone();
        player.search.threads = 1;
        player.search.parallel = search::Parallel::None;
        player.search.seconds = None;
        player.search.nodes = None;
        player.search.probcut = None;
        player.search.table_mib = player.search.table_mib.min(1);
        player.search.solver = player.search.solver.or(Some(1));
        player.endgame.root = self.solve;
        player.endgame.table_mib = 1;
        player
    }

    /// Plays the game with this number; `None` if it was stopped. The game depends only on the plan, the
    /// number and the configuration.
    pub(crate) fn play(
        &self,
        config: &LoadedConfig<OthelloDomain>,
        number: u64,
        stop: &StopFlag,
    ) -> Result<Option<Record>, ConfigProblem> {
        let mut rng = Rng::new(mix(self.seed) ^ mix(!number));
        let mut engine = OthelloDomain::engine(&self.player(config))?;
        let (fewest, most) = Plan::OPENING;
        let opening = fewest + rng.below(most - fewest + 1);
        let mut record = Record::default();
        let mut position = Othello::start(Size::Eight);
        while let Some(next) = skip_passes(position) {
            position = next;
            let any = |rng: &mut Rng| {
                let all: Vec<Move> = squares(position.moves()).map(Move::at).collect();
                rng.choose(&all)
            };
            let mv = if record.moves.len() < opening {
                any(&mut rng)
            } else {
                let request = Request::new(position, Limits::depth(self.depth));
                let report = engine.search(&request, &mut |_| {});
                let exact = position.empty().count_ones() <= self.solve;
                let chance = self.chance > 0 && rng.below(self.chance as usize) == 0;
                let discs = report.score.points(engine.units_per_point()).clamp(-64.0, 64.0);
                record.values.push(Value { discs: discs as f32, exact, chance });
                if chance { any(&mut rng) } else { report.best }
            };
            let Some(mv) = mv else { break };
            if stop.is_stopped() {
                return Ok(None);
            }
            position.play(mv);
            record.moves.push(mv);
        }
        Ok(Some(record))
    }
}

/// The games of a file.
#[derive(Serialize)]
struct GamesRow<'a> {
    /// The file.
    file: &'a Path,
    /// Games in the file.
    games: u64,
    /// Games added by this run.
    new: u64,
}

impl Games {
    /// Opens the file: what is in it, and what is left to play.
    fn open(&self, head: &Head) -> Result<Opened<'_>, JournalError> {
        if let Some(path) = &self.output {
            let job = Job { items: self.games as usize, ..Job::default() };
            let part = Part::open(path, head, &job, self.shard.unwrap_or(Shard::ALL))?;
            let left = part.left();
            let held = part.items() - left.len();
            return Ok(Opened { path, file: Log::Part(Box::new(part)), held, left });
        }
        let path = self.file.as_deref().unwrap_or(Path::new(""));
        let (journal, held) = Journal::<Record>::open(path, head, Mode::Resume)?;
        let left = (held.len()..self.games as usize).collect();
        Ok(Opened { path, file: Log::Journal(journal), held: held.len(), left })
    }
}

/// A file of games that may be incomplete.
struct Opened<'a> {
    path: &'a Path,
    file: Log<Record>,
    /// Games in it.
    held: usize,
    /// The numbers of the games that are left to play, in order.
    left: Vec<usize>,
}

/// Runs the verb. After Ctrl-C the same command continues the file.
pub(crate) fn run(context: &Context<OthelloDomain>, args: Games) -> Result<Finish, HarnessError> {
    let Games { seed, depth, solve, chance, .. } = args;
    let plan = Plan { seed, depth, solve, chance };
    let config = context.config();
    let head = Head { plan, evaluator: config.files.evaluator_name(&config.evaluator) };
    let Opened { path, mut file, held, left } = args.open(&head).map_err(HarnessError::other)?;
    let bar = progress::bar((held + left.len()) as u64, "games", context.flags().quiet);
    bar.step(held as u64);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build();
    let pool = pool.map_err(HarnessError::other)?;
    let stop = context.stop();
    let mut new = 0;
    for numbers in left.chunks(BATCH) {
        if stop.is_stopped() {
            break;
        }
        let play = |&number: &usize| {
            let record = plan.play(config, number as u64, &stop);
            bar.step(1);
            record.map(|record| Some((number, record?)))
        };
        let records: Result<Vec<_>, _> = pool.install(|| numbers.par_iter().map(play).collect());
        let records = records.map_err(|problem| HarnessError::Usage(problem.to_string()))?;
        // In order and without gaps.
        let finished: Vec<(usize, Record)> =
            records.into_iter().map_while(|record| record).collect();
        new += finished.len();
        file.add(finished).map_err(HarnessError::other)?;
    }
    bar.finish();
    file.finish().map_err(HarnessError::other)?;
    let row = GamesRow { file: path, games: (held + new) as u64, new: new as u64 };
    let text = format!("{}: {} games, {} of them new\n", row.file.display(), row.games, row.new);
    context.result(&row, &text)?;
    Ok(if new < left.len() { Finish::Different } else { Finish::Done })
}

/// Reads the games of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Record>, HarnessError> {
    let rows = Journal::<Record>::read::<Head>(path).map_err(HarnessError::other)?;
    Ok(rows.into_iter().map(|(_, record)| record).collect())
}
