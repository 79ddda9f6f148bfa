//! What is checked before anything runs: every name, expression, file and command line.

use super::{Experiment, Kind, Loaded, Published, named};
use crate::cell::{Labels, Scope};
use crate::error::ExperimentError;
use crate::expression::{self, Expression, Filter, Selector, Wanted};
use crate::{findings, library};
use config::{ConfigProblem, Section, nearest};
use harness::suite::Suite;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The largest matrix of a run.
const MOST_CELLS: usize = 100_000;

impl Loaded {
    /// Checks everything that can be known before it runs. Files of axes become paths that exist; those of
    /// built-in experiments are written below `folder`.
    pub fn check(
        &mut self,
        suite: &Suite,
        folder: &Path,
        full: bool,
    ) -> Result<(), ExperimentError> {
        self.check_axes(folder)?;
        let checker = Checker { loaded: self, suite, parameters: self.parameters(full) };
        checker.runs()?;
        checker.shown()?;
        checker.published()
    }

    fn check_axes(&mut self, folder: &Path) -> Result<(), ExperimentError> {
        let mut axes = self.experiment.axes.clone();
        for (axis, values) in &mut axes {
            for (index, value) in values.iter_mut().enumerate() {
                let key = format!("axes.{axis}[{index}]");
                let refuse = |found: &str, allowed: &str| {
                    self.document.locate(ConfigProblem::new(&key, found, allowed))
                };
                let is_plain =
                    |value: &Value| value.is_string() || value.is_number() || value.is_boolean();
                if !named(value).get("name").is_some_and(is_plain) {
                    return Err(refuse(
                        &value.to_string(),
                        "a text, a number, or a table with a name",
                    )
                    .into());
                }
                if let Some(Value::String(file)) = value.get_mut("file") {
                    let path = self.input(&key, file, folder)?;
                    *file = path.display().to_string();
                }
            }
        }
        self.experiment.axes = axes;
        Ok(())
    }

    /// The path of an input file.
    fn input(&self, key: &str, file: &str, folder: &Path) -> Result<PathBuf, ExperimentError> {
        let key = format!("{key}.file");
        let located = |problem| ExperimentError::from(self.document.locate(problem));
        let path = self.document.path_of(&key, Path::new(file)).map_err(located)?;
        // A built-in experiment has no folder: its inputs are built in as well.
        let built_in = library::input(file).filter(|_| path == Path::new(file));
        let Some(text) = built_in else {
            return match path.is_file() {
                true => Ok(path),
                false => {
                    Err(located(ConfigProblem::new(key, format!("{file:?}"), "a file that exists")))
                }
            };
        };
        let path = folder.join("inputs").join(Path::new(file).file_name().unwrap_or_default());
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|source| ExperimentError::file(parent, source))?;
        files::write_atomically(&path, text.as_bytes())
            .map_err(|source| ExperimentError::file(&path, source))?;
        Ok(path)
    }
}

struct Checker<'a> {
    loaded: &'a Loaded,
    suite: &'a Suite,
    parameters: Map<String, Value>,
}

impl Checker<'_> {
    fn experiment(&self) -> &Experiment {
        &self.loaded.experiment
    }

    /// The sections of a list of tables, to name places in it.
    fn sections(&self, key: &str) -> Vec<Section<'_>> {
        self.loaded.document.root().get(key).map_or_else(Vec::new, |list| list.items())
    }

    fn refuse(section: &Section<'_>, key: &str, problem: impl ToString) -> ExperimentError {
        let place = section.get(key).map_or_else(|| section.place(), |inner| inner.place());
        ExperimentError::at(place, problem)
    }

    fn tool(&self, section: &Section<'_>, name: &str) -> Result<(), ExperimentError> {
        let names: Vec<&str> = self.suite.all().map(|tool| tool.name()).collect();
        known(section, "tool", name, &names)
    }

    fn axes(&self, section: &Section<'_>, over: &[String]) -> Result<(), ExperimentError> {
        let names: Vec<&str> = self.experiment().axes.keys().map(String::as_str).collect();
        over.iter().try_for_each(|axis| known(section, "over", axis, &names))?;
        let mut cells = over.iter().map(|axis| self.loaded.axis(axis).len());
        match cells.try_fold(1usize, usize::checked_mul) {
            Some(1..=MOST_CELLS) => Ok(()),
            _ => {
                let allowed = format!("allowed: 1 to {MOST_CELLS} cells");
                Err(Self::refuse(section, "over", allowed))
            }
        }
    }

    fn runs(&self) -> Result<(), ExperimentError> {
        for (index, (run, section)) in
            self.experiment().run.iter().zip(self.sections("run")).enumerate()
        {
            let before = &self.experiment().run[..index];
            if before.iter().any(|other| other.name == run.name) {
                return Err(Self::refuse(&section, "name", "another run has this name"));
            }
            if run.name.is_empty()
                || !run.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            {
                return Err(Self::refuse(&section, "name", "allowed: letters, digits and hyphens"));
            }
            if run.repetitions == 0 {
                return Err(Self::refuse(&section, "repetitions", "allowed: at least 1"));
            }
            self.tool(&section, &run.tool)?;
            self.axes(&section, &run.over)?;
            let Some(tool) = self.suite.find(&run.tool) else { continue };
            for cell in self.loaded.cells(&run.over) {
                let args = self.loaded.args(&run.args, &cell, 0, &self.parameters, None);
                let args = args.map_err(|problem| Self::refuse(&section, "args", problem))?;
                tool.check(&args).map_err(|problem| Self::refuse(&section, "args", problem))?;
            }
        }
        Ok(())
    }

    fn shown(&self) -> Result<(), ExperimentError> {
        let runs: Vec<&str> = self.experiment().run.iter().map(|run| run.name.as_str()).collect();
        for (key, charts) in
            [("table", &self.experiment().table), ("figure", &self.experiment().figure)]
        {
            for (chart, section) in charts.iter().zip(self.sections(key)) {
                known(&section, "run", &chart.run, &runs)?;
            }
        }
        for (picture, section) in self.experiment().picture.iter().zip(self.sections("picture")) {
            self.tool(&section, &picture.tool)?;
            self.axes(&section, &picture.over)?;
            for text in picture.args.iter().chain([&picture.name, &picture.title]) {
                self.placeholders(&section, "args", text)?;
            }
        }
        for (sentence, section) in self.experiment().text.iter().zip(self.sections("text")) {
            if let Some(when) = &sentence.when {
                self.expression(&section, "when", when)?;
            }
            self.placeholders(&section, "say", &sentence.say)?;
            self.placeholders(
                &section,
                "otherwise",
                sentence.otherwise.as_deref().unwrap_or_default(),
            )?;
        }
        for (shown, section) in
            self.experiment().configuration.iter().zip(self.sections("configuration"))
        {
            self.tool(&section, &shown.tool)?;
            let args = ["config", "--config", &shown.config].map(str::to_owned);
            let tool = self.suite.find(&shown.tool);
            tool.map_or(Ok(()), |tool| tool.check(&args))
                .map_err(|problem| Self::refuse(&section, "config", problem))?;
        }
        Ok(())
    }

    fn published(&self) -> Result<(), ExperimentError> {
        for (published, section) in
            self.experiment().published.iter().zip(self.sections("published"))
        {
            let ways = ways(published);
            if ways != 1 {
                let allowed = "ours, holds, checked, answer, not-reproducible";
                let problem = format!("found {ways} ways to compare it, allowed: one of {allowed}");
                return Err(ExperimentError::at(section.place(), problem));
            }
            let is_complete = published.games.is_some() && published.trials.is_some();
            if published.kind == Kind::Rate && published.ours.is_some() && !is_complete {
                let problem =
                    "a rate needs games and trials, the numbers of games behind both rates";
                return Err(Self::refuse(&section, "kind", problem));
            }
            findings::expand(published)
                .map_err(|problem| Self::refuse(&section, "value", problem))?;
            let expressions = [
                ("ours", &published.ours),
                ("holds", &published.holds),
                ("trials", &published.trials),
            ];
            for (key, text) in expressions {
                if let Some(text) = text {
                    self.expression(&section, key, text)?;
                }
            }
            let evidence = published.evidence.as_deref().unwrap_or_default();
            self.placeholders(&section, "evidence", evidence)?;
        }
        Ok(())
    }

    /// Checks the expressions among the placeholders of a text.
    fn placeholders(
        &self,
        section: &Section<'_>,
        key: &str,
        text: &str,
    ) -> Result<(), ExperimentError> {
        for part in text.split('{').skip(1) {
            let Some((inner, _)) = part.split_once('}') else {
                return Err(Self::refuse(section, key, "{ without }"));
            };
            // A label or parameter needs no check: it is shown as it is.
            let (inner, _) = inner.split_once('|').unwrap_or((inner, ""));
            let is_expression = inner.contains(['[', '(', ' ']);
            if is_expression {
                self.expression(section, key, inner)?;
            }
        }
        Ok(())
    }

    fn expression(
        &self,
        section: &Section<'_>,
        key: &str,
        text: &str,
    ) -> Result<(), ExperimentError> {
        let parsed = expression::parse(text).map_err(|error| Self::refuse(section, key, error))?;
        let runs: Vec<&str> = self.experiment().run.iter().map(|run| run.name.as_str()).collect();
        let mut problem = None;
        visit(&parsed, &mut |selector| {
            if !runs.contains(&selector.run.as_str()) {
                problem = Some(unknown(&selector.run, &runs));
            }
        });
        problem.map_or(Ok(()), |problem| Err(Self::refuse(section, key, problem)))
    }
}

impl Loaded {
    /// The arguments of a cell.
    pub(crate) fn args(
        &self,
        args: &[String],
        labels: &Labels,
        repetition: u32,
        parameters: &Map<String, Value>,
        rows: Option<&crate::rows::Rows>,
    ) -> Result<Vec<String>, String> {
        let mut parameters = parameters.clone();
        let seed = self.experiment.seed.wrapping_add(u64::from(repetition));
        parameters.insert("seed".to_owned(), seed.into());
        let scope = Scope { labels, parameters: &parameters, rows };
        args.iter().map(|arg| scope.fill(arg)).collect()
    }
}

fn ways(published: &Published) -> usize {
    let ways = [
        &published.ours,
        &published.holds,
        &published.checked,
        &published.answer,
        &published.not_reproducible,
    ];
    ways.iter().filter(|way| way.is_some()).count()
}

fn known(
    section: &Section<'_>,
    key: &str,
    name: &str,
    names: &[&str],
) -> Result<(), ExperimentError> {
    match names.contains(&name) {
        true => Ok(()),
        false => Err(Checker::refuse(section, key, unknown(name, names))),
    }
}

fn unknown(name: &str, names: &[&str]) -> String {
    let near = nearest(name, names.iter().copied());
    let near = near.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
    format!("found {name:?}, allowed: {}{near}", names.join(", "))
}

/// Calls `see` for every selector of an expression.
fn visit(expression: &Expression, see: &mut dyn FnMut(&Selector)) {
    match expression {
        Expression::Number(_) | Expression::Text(_) => {}
        Expression::Call(_, inner) => visit(inner, see),
        Expression::Binary(left, _, right) => {
            visit(left, see);
            visit(right, see);
        }
        Expression::Select(selector) => {
            see(selector);
            let steps = selector.steps.iter().flat_map(|step| &step.filters);
            for filter in selector.filters.iter().chain(steps) {
                if let Filter { value: Some(Wanted::Of(inner)), .. } = filter {
                    visit(inner, see);
                }
            }
        }
    }
}
