//! The file that games are recorded in: [`RecordFile`], and the open file: [`GameLog`].

use crate::conditions::Conditions;
use crate::records::Counted;
use crate::schedule::Slot;
use crate::setup::MatchError;
use files::{Difference, Header, Job, Journal, JournalError, Log, Mode, Part, Shard};
use record::GameRecord;
use search::{Notation, StopFlag};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The file that games are recorded in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFile {
    /// Games as they end, with their times.
    Journal {
        /// Its path.
        path: PathBuf,
        /// Whether to continue the match in it.
        resume: bool,
    },
    /// The games of a shard in the order of the schedule, when all are played; their times in a second file. See
    /// [`Part`].
    Part {
        /// Its path.
        path: PathBuf,
        /// Which of the games are played; [`Shard::ALL`] for all.
        shard: Shard,
    },
}

impl RecordFile {
    fn path(&self) -> &Path {
        match self {
            RecordFile::Journal { path, .. } | RecordFile::Part { path, .. } => path,
        }
    }

    /// Which of the games are played.
    pub(crate) fn shard(&self) -> Shard {
        match self {
            RecordFile::Journal { .. } => Shard::ALL,
            RecordFile::Part { shard, .. } => *shard,
        }
    }
}

/// The two games of a pair belong to the same shard.
const BLOCK: usize = 2;

/// How many of these games a shard plays.
pub(crate) fn games_of(shard: Shard, games: usize) -> usize {
    (0..games).filter(|&game| shard.owns(game, BLOCK)).count()
}

/// The games that are recorded, and where more are written to.
pub(crate) struct GameLog {
    /// `None` if games are not recorded.
    file: Option<Log<GameRecord>>,
    shard: Shard,
    /// Games of the file, which are not played again.
    recorded: HashSet<usize>,
}

impl GameLog {
    /// Opens the file, if there is one, and counts its games.
    pub(crate) fn open<G: Notation, H: Header>(
        file: Option<&RecordFile>,
        header: &H,
        games: usize,
        conditions: &Conditions<G>,
        slot: impl Fn(usize) -> Slot,
        mut count: impl FnMut(Counted),
        stop: &StopFlag,
    ) -> Result<GameLog, MatchError> {
        let shard = file.map_or(Shard::ALL, RecordFile::shard);
        let mut log = GameLog { file: None, shard, recorded: HashSet::new() };
        let Some(file) = file else { return Ok(log) };
        let (open, found): (Log<GameRecord>, Vec<GameRecord>) = match file {
            RecordFile::Journal { path, resume } => {
                let mode = if *resume { Mode::Resume } else { Mode::New };
                let (journal, found) = Journal::open(path, header, mode)?;
                (Log::Journal(journal), found)
            }
            RecordFile::Part { path, shard } => {
                let inputs = conditions.openings.identity();
                let job = Job { items: games, block: BLOCK, inputs };
                let part = Part::open(path, header, &job, *shard)?;
                let found = part.rows()?.into_iter().map(|(_, game)| game).collect();
                (Log::Part(Box::new(part)), found)
            }
        };
        log.file = Some(open);
        let path = file.path();
        for (line, record) in (2..).zip(found) {
            let bad =
                |problem: String| JournalError::BadLine { file: path.to_owned(), line, problem };
            let counted = Counted::read(&record, &slot).map_err(|problem| bad(problem.into()))?;
            let Slot { game, opening, .. } = counted.slot;
            if !log.recorded.insert(game) {
                return Err(bad(format!("game {} is recorded twice", game + 1)).into());
            }
            if game >= games {
                continue;
            }
            let Some(opening) = conditions.openings.get(opening, stop)? else { break };
            let (found, expected) = (opening_text(&record), opening_text(&opening.record("")));
            if found != expected {
                let key = format!("game {}: opening", game + 1);
                let differences = vec![Difference { key, found, expected }];
                return Err(JournalError::Other { file: path.to_owned(), differences }.into());
            }
            count(counted);
        }
        Ok(log)
    }

    /// Whether a game belongs to the shard and is not recorded.
    pub(crate) fn is_left(&self, game: usize) -> bool {
        self.shard.owns(game, BLOCK) && !self.recorded.contains(&game)
    }

    /// Records a game; it is on the disk when this returns.
    pub(crate) fn add(&mut self, slot: Slot, record: &GameRecord) -> Result<(), MatchError> {
        match &mut self.file {
            None => Ok(()),
            Some(file) => Ok(file.add(vec![(slot.game, record.clone())])?),
        }
    }

    /// Writes the file of a shard if all its games are played.
    pub(crate) fn finish(self) -> Result<(), MatchError> {
        Ok(self.file.map_or(Ok(()), Log::finish)?)
    }
}

/// The start and the moves of the opening.
pub(crate) fn opening_text(record: &GameRecord) -> String {
    let moves = record.moves.iter().take(record.opening).map(|mv| mv.text.as_str());
    [record.start.as_str()].into_iter().chain(moves).collect::<Vec<_>>().join(" ")
}
