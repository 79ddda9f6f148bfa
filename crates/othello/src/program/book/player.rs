//! An engine that plays from a book: [`Booked`].

use super::Book;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use search::{
    Analyst, Evaluation, Iteration, Line, RecordOptions, Recording, Report, Request, Score,
    SearchConfig, SearchConfigError, StopReason,
};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

/// The maximum length of the reported line.
const LINE: usize = 20;

/// A book that an engine reads while a protocol adds to it.
#[derive(Clone, Debug)]
pub(crate) struct SharedBook(Arc<RwLock<Book>>);

impl SharedBook {
    pub(crate) fn new(book: Book) -> SharedBook {
        SharedBook(Arc::new(RwLock::new(book)))
    }

    /// For reading. After a panic of a writer the book is still consistent.
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Book> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// For writing.
    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Book> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Compares identity, not contents.
impl PartialEq for SharedBook {
    fn eq(&self, other: &SharedBook) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// An engine with a book. It searches if the book has no move, and if the request restricts the moves or
/// asks for several lines.
pub(crate) struct Booked {
    engine: Box<dyn Analyst<Othello>>,
    book: SharedBook,
}

impl Booked {
    pub(crate) fn new(engine: Box<dyn Analyst<Othello>>, book: SharedBook) -> Booked {
        Booked { engine, book }
    }

    /// The line of the book, if it applies.
    fn look_up(&self, request: &Request<Othello>) -> Option<Line<Move>> {
        if request.lines > 1 || !request.root_moves.is_empty() {
            return None;
        }
        let book = self.book.read();
        let best = book.best(&request.position)?;
        let discs = f64::from(best.value) / 100.0;
        let score = Score::from_points(discs, self.engine.units_per_point());
        Some(Line { score, pv: book.line(&request.position, LINE) })
    }
}

impl Analyst<Othello> for Booked {
    fn search(
        &mut self,
        request: &Request<Othello>,
        on_iteration: &mut dyn FnMut(&Iteration<Move>),
    ) -> Report<Othello> {
        let started = Instant::now();
        let Some(line) = self.look_up(request) else {
            return self.engine.search(request, on_iteration);
        };
        Report {
            best: line.pv.first().copied(),
            score: line.score,
            depth: line.pv.len() as u32,
            lines: vec![line],
            nodes: 0,
            counted: 0,
            time: started.elapsed(),
            table_permille: 0,
            reason: StopReason::Book,
            solver: None,
        }
    }

    fn record(
        &mut self,
        request: &Request<Othello>,
        options: RecordOptions,
    ) -> Result<Recording<Othello>, SearchConfigError> {
        self.engine.record(request, options)
    }

    fn evaluate(&mut self, position: &Othello) -> Evaluation {
        self.engine.evaluate(position)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn config(&self) -> &SearchConfig {
        self.engine.config()
    }

    fn units_per_point(&self) -> i64 {
        self.engine.units_per_point()
    }
}
