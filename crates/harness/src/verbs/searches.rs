//! The comparison of path searches: the same tasks (maps, positions) by several searches, as a table,
//! JSON lines, CSV and bars.
//!
//! A tool describes the tasks and the searches as a [`Comparison`] and runs one search of one task;
//! [`run`] does the rest of its verb `compare`.

use crate::cli::{Context, Finish, HarnessError, Tool};
use crate::progress;
use clap::Args;
use report::{Bars, Cell, Table};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// The options of `compare` that every tool has; flatten them into its own.
#[derive(Args)]
pub struct CompareOptions {
    /// How often to search; the shortest time counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeats: u32,
    /// What the plot shows
    #[arg(long, value_enum, default_value_t = Measure::Time)]
    pub plot: Measure,
    /// Write the table to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw the plot into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// What a plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Measure {
    /// Microseconds
    Time,
    /// Expansions
    Expanded,
}

/// A search by the names in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchName {
    /// Its algorithm.
    pub algorithm: String,
    /// Its heuristic, if the algorithm uses one.
    pub heuristic: Option<String>,
}

impl SearchName {
    fn text(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{} {heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }
}

/// What is compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What a task is: `map`. The name of its column.
    pub task: &'static str,
    /// What is expanded: `cells`.
    pub states: &'static str,
    /// What the length of a solution counts: `steps`. The name of its column.
    pub length: &'static str,
    /// Whether the table shows the cost beside the length.
    pub with_cost: bool,
    /// Whether the table shows the states generated beside those expanded.
    pub with_generated: bool,
    /// The tasks by name.
    pub tasks: Vec<String>,
    /// The searches; all are measured against the first.
    pub searches: Vec<SearchName>,
}

/// One search of one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The length of the solution, -1 where there is none; `None` where the search gave up.
    pub length: Option<i64>,
    /// Its cost, `None` where there is no solution or none was found.
    pub cost: Option<f64>,
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// Wall time.
    pub seconds: f64,
}

/// Runs every search of every task and prints what it did. `search` gets the numbers of a task and of
/// a search; it is called for the tasks in order, and for each of them for the searches in order.
/// Ctrl-C keeps the tasks that are done.
pub fn run<T: Tool>(
    context: &Context<T>,
    options: &CompareOptions,
    comparison: &Comparison,
    search: impl FnMut(usize, usize) -> Result<Measured, HarnessError>,
) -> Result<Finish, HarnessError> {
    let files = options.csv.iter().chain(&options.svg);
    files.into_iter().try_for_each(|path| context.check_writable(path))?;
    let rows = measure(context, options, comparison, search)?;
    if context.flags().json {
        for (task, row) in comparison.tasks.iter().zip(&rows) {
            for (search, measured) in comparison.searches.iter().zip(row) {
                context.result(&comparison.json(task, search, measured, &row[0]), "")?;
            }
        }
    }
    let table = comparison.table(&rows);
    if !context.flags().json {
        context.text(&table.to_text(None))?;
    }
    if let Some(path) = &options.csv {
        context.write_file(path, &table.to_csv()?)?;
    }
    if let Some(path) = &options.svg {
        context.write_file(path, &comparison.bars(&rows, options.plot).to_svg()?)?;
    }
    Ok(Finish::Done)
}

/// A row per task, in it what each search did.
fn measure<T: Tool>(
    context: &Context<T>,
    options: &CompareOptions,
    comparison: &Comparison,
    mut search: impl FnMut(usize, usize) -> Result<Measured, HarnessError>,
) -> Result<Vec<Vec<Measured>>, HarnessError> {
    let (tasks, searches) = (comparison.tasks.len(), comparison.searches.len());
    let bar = progress::bar((tasks * searches) as u64, "searches", context.flags().quiet);
    let stop = context.stop();
    let mut rows = Vec::new();
    for task in 0..tasks {
        let mut row: Vec<Measured> = Vec::new();
        for number in 0..searches {
            let mut best: Option<Measured> = None;
            for _ in 0..options.repeats {
                let mut measured = search(task, number)?;
                if stop.is_stopped() {
                    context.remark("interrupted: what was done follows");
                    return Ok(rows);
                }
                if let Some(best) = best {
                    measured.seconds = measured.seconds.min(best.seconds);
                }
                let gave_up = measured.length.is_none();
                best = Some(measured);
                if gave_up {
                    break;
                }
            }
            row.extend(best);
            bar.step(1);
        }
        rows.push(row);
    }
    bar.finish();
    Ok(rows)
}

/// As a multiple of the first search.
fn ratio(value: f64, first: f64) -> Option<f64> {
    (first > 0.0).then(|| value / first)
}

impl Comparison {
    fn json(
        &self,
        task: &str,
        search: &SearchName,
        measured: &Measured,
        first: &Measured,
    ) -> Map<String, Value> {
        let fields = [
            (self.task, json!(task)),
            ("algorithm", json!(search.algorithm)),
            ("heuristic", json!(search.heuristic)),
            ("over_limit", json!(measured.length.is_none())),
            (self.length, json!(measured.length)),
            ("cost", json!(measured.cost)),
            ("expanded", json!(measured.expanded)),
            ("generated", json!(measured.generated)),
            ("ratio", json!(ratio(measured.expanded as f64, first.expanded as f64))),
            ("seconds", json!(measured.seconds)),
            ("time_ratio", json!(ratio(measured.seconds, first.seconds))),
        ];
        fields.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
    }

    fn table(&self, rows: &[Vec<Measured>]) -> Table {
        let header = [
            (self.task, true),
            ("search", true),
            (self.length, true),
            ("cost", self.with_cost),
            ("expanded", true),
            ("generated", self.with_generated),
            ("ratio", true),
            ("time", true),
            ("time ratio", true),
        ];
        let shown = |cells: Vec<Cell>| {
            let pairs = cells.into_iter().zip(header);
            pairs.filter(|(_, (_, is_shown))| *is_shown).map(|(cell, _)| cell).collect()
        };
        let names: Vec<&str> =
            header.iter().filter(|(_, is_shown)| *is_shown).map(|h| h.0).collect();
        let right: Vec<usize> = (2..names.len()).collect();
        let mut table = Table::new(&names).right_align(&right);
        for (task, row) in self.tasks.iter().zip(rows) {
            for (search, measured) in self.searches.iter().zip(row) {
                table.cells(shown(cells(task, search, measured, &row[0])));
            }
        }
        table
    }

    fn bars(&self, rows: &[Vec<Measured>], measure: Measure) -> Bars {
        let value = |measured: &Measured| match measure {
            Measure::Time => measured.seconds * 1e6,
            Measure::Expanded => measured.expanded as f64,
        };
        let series = self.searches.iter().enumerate().map(|(index, search)| {
            (search.text(), rows.iter().map(|row| value(&row[index])).collect())
        });
        let (title, value_title) = match measure {
            Measure::Time => ("Time by search", "microseconds".to_owned()),
            Measure::Expanded => ("Expansions by search", format!("{} expanded", self.states)),
        };
        Bars {
            title: title.to_owned(),
            value_title,
            groups: self.tasks.iter().take(rows.len()).map(|name| short(name)).collect(),
            series: series.collect(),
        }
    }
}

fn cells(task: &str, search: &SearchName, measured: &Measured, first: &Measured) -> Vec<Cell> {
    let shown = |value: f64, first: f64| ratio(value, first).map_or(Cell::text(""), Cell::ratio);
    let cost = |cost: f64| Cell::shown(format!("{cost:.3}"), cost);
    vec![
        Cell::text(task),
        Cell::text(search.text()),
        match measured.length {
            Some(length) => Cell::shown(length.to_string(), length),
            None => Cell::text("over limit"),
        },
        measured.cost.map_or(Cell::text(""), cost),
        Cell::count(measured.expanded),
        Cell::count(measured.generated),
        shown(measured.expanded as f64, first.expanded as f64),
        Cell::seconds(measured.seconds),
        shown(measured.seconds, first.seconds),
    ]
}

/// A file without its folder; any other name as it is.
fn short(name: &str) -> String {
    let path = std::path::Path::new(name);
    match path.file_name().filter(|_| path.exists()) {
        Some(file) => file.to_string_lossy().into_owned(),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison() -> Comparison {
        let name = |algorithm: &str, heuristic: Option<&str>| SearchName {
            algorithm: algorithm.to_owned(),
            heuristic: heuristic.map(str::to_owned),
        };
        Comparison {
            task: "position",
            states: "states",
            length: "moves",
            with_cost: false,
            with_generated: true,
            tasks: vec!["1 0/3 2".to_owned()],
            searches: vec![name("astar", Some("manhattan")), name("bfs", None)],
        }
    }

    fn measured(length: Option<i64>, expanded: u64) -> Measured {
        Measured { length, cost: None, expanded, generated: 2 * expanded, seconds: 0.5 }
    }

    #[test]
    fn searches_are_measured_against_the_first_one() {
        let rows = [vec![measured(Some(4), 10), measured(Some(4), 25)]];
        let csv = comparison().table(&rows).to_csv().unwrap();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(
            lines,
            [
                "position,search,moves,expanded,generated,ratio,time,time ratio",
                "1 0/3 2,astar manhattan,4,10,20,1.0,0.5,1.0",
                "1 0/3 2,bfs,4,25,50,2.5,0.5,1.0",
            ]
        );
    }

    #[test]
    fn a_search_that_gave_up_is_said_to_be_over_the_limit() {
        let rows = [vec![measured(None, 0), measured(Some(4), 25)]];
        let comparison = comparison();
        let text = comparison.table(&rows).to_text(None);
        assert!(text.contains("over limit"), "{text}");
        let [first, second] = &rows[0][..] else { unreachable!() };
        let json = comparison.json("x", &comparison.searches[1], second, first);
        assert_eq!((&json["moves"], &json["ratio"]), (&json!(4), &Value::Null));
        let svg = comparison.bars(&rows, Measure::Expanded).to_svg().unwrap();
        assert!(svg.contains("states expanded") && svg.contains("1 0/3 2"));
    }
}
