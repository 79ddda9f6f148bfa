//! Published figures beside ours: [`Finding`], each with a [`Verdict`].

use crate::cell::{Axis, Labels, Scope, combinations};
use crate::evaluate::{same, single};
use crate::experiment::{Experiment, Kind, Published, named};
use crate::expression;
use crate::rows::{Rows, plain};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a comparison with a published figure says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Ours could not be found.
    Failed,
    /// Ours is another value.
    Different,
    /// The claim does not hold.
    Refuted,
    /// Ours takes longer.
    Slower,
    /// The report does not show what would be needed.
    NotReproducible,
    /// Answered in words.
    Answered,
    /// The claim holds.
    Confirmed,
    /// The rates differ by no more than chance explains.
    Within,
    /// Ours is faster.
    Faster,
    /// The same value.
    Equal,
}

impl Verdict {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Verdict::Failed => "failed",
            Verdict::Different => "different",
            Verdict::Refuted => "refuted",
            Verdict::Slower => "slower",
            Verdict::NotReproducible => "not reproducible",
            Verdict::Answered => "answered",
            Verdict::Confirmed => "confirmed",
            Verdict::Within => "within noise",
            Verdict::Faster => "better",
            Verdict::Equal => "equal",
        }
    }
}

/// A published figure and ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Its name in our list.
    pub id: String,
    /// Which entry of the experiment it belongs to, from 0.
    pub entry: usize,
    /// How it was compared.
    pub kind: Kind,
    /// What was published.
    pub what: String,
    /// The published value.
    pub published: Value,
    /// Our value or evidence; empty if there is none.
    pub ours: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Why it differs, or what was missing.
    pub why: String,
}

impl Finding {
    /// Whether this needs attention: a difference or a refuted claim that the experiment does not explain.
    pub fn is_unexpected(&self) -> bool {
        match self.verdict {
            Verdict::Failed => true,
            Verdict::Different | Verdict::Refuted => self.why.is_empty(),
            _ => false,
        }
    }
}

/// One figure of a published table.
pub struct Figure {
    /// Its name.
    pub id: String,
    /// The labels under which its row is found.
    pub labels: Labels,
    /// Its value.
    pub value: Value,
    /// Its value in our notation.
    pub notation: Value,
}

/// The figures of an entry: one, or one per combination of its axes.
pub fn expand(published: &Published) -> Result<Vec<Figure>, String> {
    let mut names: Vec<(&str, Axis)> = Vec::new();
    for (axis, values) in &published.over {
        let of_label = |id: Value, label: &Value| {
            let mut value = named(label);
            value.insert("id".to_owned(), id);
            value
        };
        let axis_values = match values {
            Value::Array(items) => {
                items.iter().map(|item| of_label(plain(item).into(), item)).collect()
            }
            Value::Object(table) => {
                table.iter().map(|(id, label)| of_label(id.as_str().into(), label)).collect()
            }
            other => return Err(format!("over.{axis}: found {other}, allowed: a list or a table")),
        };
        names.push((axis, axis_values));
    }
    let cells = combinations(names.iter().map(|(name, axis)| (*name, axis)));
    let values = flatten(&published.value, &names)?;
    let notations = flatten(published.notation.as_ref().unwrap_or(&published.value), &names)?;
    let parameters = Map::new();
    let figure = |((labels, value), notation): ((Labels, &Value), &Value)| {
        let scope = Scope { labels: &labels, parameters: &parameters, rows: None };
        let mut id = published.id.clone();
        for axis in published.over.keys() {
            id = id.replace(&format!("{{{axis}}}"), &scope.fill(&format!("{{{axis}.id}}"))?);
        }
        Ok(Figure { id, value: value.clone(), notation: notation.clone(), labels })
    };
    cells.into_iter().zip(values).zip(notations).map(figure).collect()
}

/// The values of nested lists, one level for each axis.
fn flatten<'a>(nested: &'a Value, axes: &[(&str, Axis)]) -> Result<Vec<&'a Value>, String> {
    let mut values = vec![nested];
    for (axis, of_axis) in axes {
        let mut inner = Vec::new();
        for value in values {
            match value {
                Value::Array(items) if items.len() == of_axis.len() => inner.extend(items),
                _ => {
                    return Err(format!(
                        "a list of {} values for {axis} was expected",
                        of_axis.len()
                    ));
                }
            }
        }
        values = inner;
    }
    Ok(values)
}

/// Every published figure of an experiment beside ours.
pub fn findings(
    experiment: &Experiment,
    rows: &Rows,
    parameters: &Map<String, Value>,
) -> Vec<Finding> {
    let of_entry = |(entry, published): (usize, &Published)| {
        // What cannot be expanded was refused before anything ran.
        let figures = expand(published).unwrap_or_default();
        let scope = Judge { published, entry, rows, parameters };
        figures.iter().map(|figure| scope.finding(figure)).collect::<Vec<_>>()
    };
    experiment.published.iter().enumerate().flat_map(of_entry).collect()
}

struct Judge<'a> {
    published: &'a Published,
    entry: usize,
    rows: &'a Rows,
    parameters: &'a Map<String, Value>,
}

impl Judge<'_> {
    fn finding(&self, figure: &Figure) -> Finding {
        let published = self.published;
        let scope =
            Scope { labels: &figure.labels, parameters: self.parameters, rows: Some(self.rows) };
        let fill = |text: &str| scope.fill(text).unwrap_or_else(|problem| problem);
        let (verdict, ours, why) = match self.judge(figure) {
            Ok((verdict @ (Verdict::Different | Verdict::Refuted), ours)) => {
                (verdict, ours, published.why.clone().unwrap_or_default())
            }
            Ok((Verdict::NotReproducible, ours)) => (
                Verdict::NotReproducible,
                ours,
                published.not_reproducible.clone().unwrap_or_default(),
            ),
            Ok((verdict, ours)) => (verdict, ours, String::new()),
            Err(problem) => (Verdict::Failed, String::new(), problem),
        };
        Finding {
            id: figure.id.clone(),
            entry: self.entry,
            kind: published.kind,
            what: fill(&published.what),
            published: figure.value.clone(),
            ours: published.evidence.as_deref().map_or(ours, fill),
            verdict,
            why,
        }
    }

    fn judge(&self, figure: &Figure) -> Result<(Verdict, String), String> {
        let published = self.published;
        if published.not_reproducible.is_some() {
            return Ok((Verdict::NotReproducible, String::new()));
        }
        if let Some(answer) = &published.answer {
            return Ok((Verdict::Answered, answer.clone()));
        }
        if let Some(test) = &published.checked {
            let name = test.rsplit("::").next().unwrap_or(test);
            return Ok((Verdict::Equal, format!("by test: {}", name.replace('_', " "))));
        }
        if let Some(holds) = &published.holds {
            let holds = self.value(holds, &figure.labels)?;
            let holds =
                holds.as_bool().ok_or_else(|| format!("holds: {holds} is not true or false"))?;
            let verdict = match (published.kind, holds) {
                (Kind::Claim, true) => Verdict::Confirmed,
                (Kind::Claim, false) => Verdict::Refuted,
                (_, true) => Verdict::Equal,
                (_, false) => Verdict::Different,
            };
            return Ok((verdict, verdict.text().to_owned()));
        }
        let ours = self.value(published.ours.as_deref().unwrap_or_default(), &figure.labels)?;
        Ok((self.compare(figure, &ours)?, plain(&ours)))
    }

    fn value(&self, text: &str, labels: &Labels) -> Result<Value, String> {
        let expression = expression::parse(text).map_err(|error| error.to_string())?;
        single(&expression, self.rows, labels)
    }

    fn compare(&self, figure: &Figure, ours: &Value) -> Result<Verdict, String> {
        let published = &figure.notation;
        let number =
            |value: &Value| value.as_f64().ok_or_else(|| format!("{value} is not a number"));
        Ok(match self.published.kind {
            Kind::Exact | Kind::Claim if self.is_same(published, ours) => Verdict::Equal,
            Kind::Exact | Kind::Claim => Verdict::Different,
            Kind::Time if number(ours)? < number(published)? => Verdict::Faster,
            Kind::Time => Verdict::Slower,
            Kind::Rate => {
                let trials = self.published.trials.as_deref().unwrap_or_default();
                let trials = number(&self.value(trials, &figure.labels)?)?;
                let games = self.published.games.unwrap_or(1.0);
                match is_chance((number(published)?, games), (number(ours)?, trials)) {
                    true => Verdict::Within,
                    false => Verdict::Different,
                }
            }
        })
    }

    fn is_same(&self, published: &Value, ours: &Value) -> bool {
        let sorted = |value: &Value| match value {
            Value::Array(items) if !self.published.ordered => {
                let mut items = items.clone();
                items.sort_by_key(Value::to_string);
                Value::Array(items)
            }
            other => other.clone(),
        };
        same(&sorted(published), &sorted(ours))
    }
}

/// Whether chance explains the difference of two rates, each with its number of games: the pooled test of two
/// proportions at 95 %.
pub(crate) fn is_chance((one, games): (f64, f64), (other, others): (f64, f64)) -> bool {
    let pooled = (one * games + other * others) / (games + others);
    let error = (pooled * (1.0 - pooled) * (1.0 / games + 1.0 / others)).sqrt();
    (one - other).abs() <= 1.96 * error
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn published(table: Value) -> Published {
        let mut all = json!({ "id": "nodes", "kind": "exact", "what": "nodes", "value": 5 });
        all.as_object_mut().unwrap().extend(table.as_object().unwrap().clone());
        serde_json::from_value(all).unwrap()
    }

    fn verdict(entry: Value) -> (Verdict, String) {
        let mut rows = Rows::default();
        for (board, nodes) in [("1", 5), ("2", 7)] {
            let row = json!({ "board": board, "nodes": nodes, "list": ["b", "a"] });
            rows.push("counts", row.as_object().unwrap().clone());
        }
        let parameters = Map::new();
        let published = published(entry);
        let judge = Judge { published: &published, entry: 0, rows: &rows, parameters: &parameters };
        let finding = judge.finding(&expand(&published).unwrap()[0]);
        (finding.verdict, finding.why)
    }

    #[test]
    fn a_table_has_one_figure_per_cell_under_the_id_and_the_label() {
        let table = json!({
            "id": "board{board}.{algorithm}",
            "over": { "board": [1, 2], "algorithm": { "alphabeta": "alpha-beta", "minimax": "minimax" } },
            "value": [[10, 20], [30, 40]],
        });
        let figures = expand(&published(table)).unwrap();
        let ids: Vec<&str> = figures.iter().map(|figure| figure.id.as_str()).collect();
        assert_eq!(
            ids,
            ["board1.alphabeta", "board1.minimax", "board2.alphabeta", "board2.minimax"]
        );
        assert_eq!(figures[2].value, 30);
        assert_eq!(figures[2].labels.name("algorithm").unwrap(), "alpha-beta");
        let short = json!({ "over": { "board": [1, 2] }, "value": [10] });
        assert!(expand(&published(short)).is_err());
    }

    #[test]
    fn exact_figures_are_equal_or_different() {
        assert_eq!(verdict(json!({ "ours": "counts[board=1].nodes" })).0, Verdict::Equal);
        assert_eq!(verdict(json!({ "ours": "counts[board=2].nodes" })).0, Verdict::Different);
        let list = json!({ "ours": "counts[board=1].list", "value": ["a", "b"] });
        assert_eq!(verdict(list.clone()).0, Verdict::Different);
        let mut unordered = list;
        unordered["ordered"] = false.into();
        assert_eq!(verdict(unordered).0, Verdict::Equal);
    }

    #[test]
    fn what_cannot_be_found_fails_with_its_reason() {
        let (verdict, why) = verdict(json!({ "ours": "counts.nodes" }));
        assert_eq!((verdict, why.as_str()), (Verdict::Failed, "2 rows match, one was expected"));
    }

    #[test]
    fn times_claims_and_rates_have_verdicts_of_their_own() {
        assert_eq!(
            verdict(json!({ "kind": "time", "value": 9, "ours": "counts[board=2].nodes" })).0,
            Verdict::Faster
        );
        assert_eq!(
            verdict(json!({ "kind": "time", "value": 1, "ours": "counts[board=2].nodes" })).0,
            Verdict::Slower
        );
        let claim =
            |holds: &str| verdict(json!({ "kind": "claim", "value": "", "holds": holds })).0;
        assert_eq!(claim("sum(counts.nodes) = 12"), Verdict::Confirmed);
        assert_eq!(claim("sum(counts.nodes) > 12"), Verdict::Refuted);
        let rate = |ours: &str, trials: &str| {
            let rate = json!({ "kind": "rate", "value": 0.5, "games": 10, "ours": ours, "trials": trials });
            verdict(rate).0
        };
        assert_eq!(rate("counts[board=2].nodes / 10", "10"), Verdict::Within);
        assert_eq!(rate("0.9", "10"), Verdict::Within);
        assert_eq!(rate("0.9", "100"), Verdict::Different);
        let lost = json!({ "not-reproducible": "no moves are shown" });
        assert_eq!(verdict(lost), (Verdict::NotReproducible, "no moves are shown".to_owned()));
    }
}
