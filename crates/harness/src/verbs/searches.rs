//! The verb `compare` of path searches: the same tasks (maps, positions) by several searches, as a
//! table, JSON lines, CSV and a bar chart.
//!
//! A tool describes tasks and searches as a [`Comparison`] and runs one search of one task; [`run`] does
//! everything else.

use crate::cli::{Context, Finish, HarnessError, Tool};
use crate::progress;
use clap::Args;
use report::{Bars, Cell, Table};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// The options of `compare` that all tools share, to be flattened into a tool's own.
#[derive(Args)]
pub struct CompareOptions {
    /// Runs of each search; the shortest time counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub repeats: u32,
    /// What the plot shows
    #[arg(long, value_enum, default_value_t = Measure::Expanded)]
    pub plot: Measure,
    /// Write the table to this file as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the plot to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// What a plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Measure {
    /// Time in microseconds
    Time,
    /// Number of expansions, which does not depend on the machine
    Expanded,
}

/// A search, named as in a configuration.
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

/// The tasks and searches of a comparison, and how its results are named.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The name of the task column: `map`.
    pub task: &'static str,
    /// What is expanded: `cells`.
    pub states: &'static str,
    /// The name of the column for the length of a solution: `steps`.
    pub length: &'static str,
    /// Whether the table has a column for the cost.
    pub with_cost: bool,
    /// Whether the table has a column for the states generated.
    pub with_generated: bool,
    /// The names of the tasks.
    pub tasks: Vec<String>,
    /// The searches; ratios are relative to the first.
    pub searches: Vec<SearchName>,
}

/// The result of one search of one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The length of the solution, -1 if there is none; `None` if the search gave up.
    pub length: Option<i64>,
    /// The cost of the solution, if one was found.
    pub cost: Option<f64>,
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// Wall time.
    pub seconds: f64,
}

/// Runs every search of every task and prints the results. `search` gets the index of a task and of a
/// search; it is called task by task, and for each task search by search. After Ctrl-C the results of
/// the finished tasks are printed.
pub fn run<T: Tool>(
    context: &Context<T>,
    options: &CompareOptions,
    comparison: &Comparison,
    search: impl FnMut(usize, usize) -> Result<Measured, HarnessError>,
) -> Result<Finish, HarnessError> {
    let files = options.csv.iter().chain(&options.svg);
    files.into_iter().try_for_each(|path| context.check_writable(path))?;
    let results = measure(context, options, comparison, search)?;
    let table = comparison.table(&results);
    if context.flags().json {
        comparison.rows(&results).try_for_each(|row| context.result(&row, ""))?;
    } else {
        context.text(&table.to_text(None))?;
    }
    if let Some(path) = &options.csv {
        context.write_file(path, &table.to_csv()?)?;
    }
    if let Some(path) = &options.svg {
        context.write_file(path, &comparison.bars(&results, options.plot).to_svg()?)?;
    }
    Ok(Finish::Done)
}

/// The results of the searches, task by task.
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
                    context.remark("interrupted: results of the finished tasks follow");
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

/// The result of one search of one task with its context. The fields `task` and `length` have the names
/// that the comparison gives them.
struct SearchRow<'a> {
    comparison: &'a Comparison,
    task: &'a str,
    search: &'a SearchName,
    measured: &'a Measured,
    /// The result of the first search of the task.
    first: &'a Measured,
}

impl Serialize for SearchRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SearchRow { comparison, search, measured, .. } = self;
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry(comparison.task, self.task)?;
        fields.serialize_entry("algorithm", &search.algorithm)?;
        fields.serialize_entry("heuristic", &search.heuristic)?;
        fields.serialize_entry("over_limit", &measured.length.is_none())?;
        fields.serialize_entry(comparison.length, &measured.length)?;
        fields.serialize_entry("cost", &measured.cost)?;
        fields.serialize_entry("expanded", &measured.expanded)?;
        fields.serialize_entry("generated", &measured.generated)?;
        fields.serialize_entry("ratio", &self.ratio())?;
        fields.serialize_entry("seconds", &measured.seconds)?;
        fields.serialize_entry("time_ratio", &self.time_ratio())?;
        fields.end()
    }
}

impl SearchRow<'_> {
    /// Expansions as a multiple of the first search's.
    fn ratio(&self) -> Option<f64> {
        ratio(self.measured.expanded as f64, self.first.expanded as f64)
    }

    /// Time as a multiple of the first search's.
    fn time_ratio(&self) -> Option<f64> {
        ratio(self.measured.seconds, self.first.seconds)
    }

    /// The cells of the table, including those of hidden columns.
    fn cells(&self) -> Vec<Cell> {
        let SearchRow { search, measured, .. } = self;
        let multiple = |ratio: Option<f64>| ratio.map_or(Cell::text(""), Cell::ratio);
        let cost = |cost: f64| Cell::shown(format!("{cost:.3}"), cost);
        vec![
            Cell::text(self.task),
            Cell::text(search.text()),
            match measured.length {
                Some(length) => Cell::shown(length.to_string(), length),
                None => Cell::text("over limit"),
            },
            measured.cost.map_or(Cell::text(""), cost),
            Cell::count(measured.expanded),
            Cell::count(measured.generated),
            multiple(self.ratio()),
            Cell::seconds(measured.seconds),
            multiple(self.time_ratio()),
        ]
    }
}

fn ratio(value: f64, first: f64) -> Option<f64> {
    (first > 0.0).then(|| value / first)
}

impl Comparison {
    /// The rows of the results, task by task.
    fn rows<'a>(&'a self, results: &'a [Vec<Measured>]) -> impl Iterator<Item = SearchRow<'a>> {
        self.tasks.iter().zip(results).flat_map(move |(task, of_task)| {
            let first = &of_task[0];
            self.searches.iter().zip(of_task).map(move |(search, measured)| SearchRow {
                comparison: self,
                task,
                search,
                measured,
                first,
            })
        })
    }

    fn table(&self, results: &[Vec<Measured>]) -> Table {
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
        for row in self.rows(results) {
            table.cells(shown(row.cells()));
        }
        table
    }

    fn bars(&self, results: &[Vec<Measured>], measure: Measure) -> Bars {
        let value = |measured: &Measured| match measure {
            Measure::Time => measured.seconds * 1e6,
            Measure::Expanded => measured.expanded as f64,
        };
        let series = self.searches.iter().enumerate().map(|(index, search)| {
            (search.text(), results.iter().map(|of_task| value(&of_task[index])).collect())
        });
        let (title, value_title) = match measure {
            Measure::Time => ("Time by search", "microseconds".to_owned()),
            Measure::Expanded => ("Expansions by search", format!("{} expanded", self.states)),
        };
        Bars {
            title: title.to_owned(),
            value_title,
            groups: self.tasks.iter().take(results.len()).map(|name| short(name)).collect(),
            series: series.collect(),
        }
    }
}

/// A file name without its folder; any other name unchanged.
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
    use serde_json::{Value, json};

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
        let results = [vec![measured(Some(4), 10), measured(Some(4), 25)]];
        let csv = comparison().table(&results).to_csv().unwrap();
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
    fn a_search_that_gave_up_is_shown_as_over_the_limit() {
        let results = [vec![measured(None, 0), measured(Some(4), 25)]];
        let comparison = comparison();
        let text = comparison.table(&results).to_text(None);
        assert!(text.contains("over limit"), "{text}");
        let second = serde_json::to_value(comparison.rows(&results).nth(1).unwrap()).unwrap();
        assert_eq!((&second["moves"], &second["ratio"]), (&json!(4), &Value::Null));
        let svg = comparison.bars(&results, Measure::Expanded).to_svg().unwrap();
        assert!(svg.contains("states expanded") && svg.contains("1 0/3 2"));
    }
}
