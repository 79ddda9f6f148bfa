//! The value of an [`Expression`] over rows: [`evaluate`].

use crate::cell::Labels;
use crate::expression::{Expression, Filter, Function, Operator, Selector, Wanted};
use crate::rows::{Row, Rows, plain};
use serde_json::Value;

/// Relative difference below which two numbers are equal: the rounding error of a decimal fraction.
const TOLERANCE: f64 = 1e-9;

/// The values of an expression: one, or one per row. The error is a phrase for the reader of the experiment.
pub(crate) fn evaluate(
    expression: &Expression,
    rows: &Rows,
    labels: &Labels,
) -> Result<Vec<Value>, String> {
    match expression {
        Expression::Number(number) => Ok(vec![json(*number)]),
        Expression::Text(text) => Ok(vec![text.as_str().into()]),
        Expression::Select(selector) => select(selector, rows, labels),
        Expression::Call(function, inner) => {
            let list = evaluate(inner, rows, labels)?;
            call(*function, &list).map(|value| vec![value])
        }
        Expression::Binary(left, operator, right) => {
            let (left, right) = (evaluate(left, rows, labels)?, evaluate(right, rows, labels)?);
            item_by_item(&left, *operator, &right)
        }
    }
}

/// The single value of an expression.
pub(crate) fn single(
    expression: &Expression,
    rows: &Rows,
    labels: &Labels,
) -> Result<Value, String> {
    let mut values = evaluate(expression, rows, labels)?;
    match values.len() {
        1 => Ok(values.remove(0)),
        0 => Err("no row matches".to_owned()),
        several => Err(format!("{several} rows match, one was expected")),
    }
}

/// Whether two values are equal; numbers up to rounding, lists and tables item by item.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(_), Value::Number(_)) => match (one.as_f64(), other.as_f64()) {
            (Some(a), Some(b)) => one == other || (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()),
            _ => false,
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => one == other,
    }
}

/// A number as JSON; integers have no fraction.
pub(crate) fn json(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}

fn select(selector: &Selector, rows: &Rows, labels: &Labels) -> Result<Vec<Value>, String> {
    let all = rows.of(&selector.run).ok_or_else(|| format!("run {} has no rows", selector.run))?;
    let wanted = wanted(&selector.filters, rows, labels)?;
    let chosen = all.iter().filter(|row| fits(row, &wanted));
    let mut values: Vec<Value> = chosen.map(|row| Value::Object(row.clone())).collect();
    for step in &selector.steps {
        let inner = self::wanted(&step.filters, rows, labels)?;
        let mut next = Vec::new();
        for value in &values {
            let found = lookup(value, &step.key)
                .ok_or_else(|| format!("run {} has no field {}", selector.run, step.key))?;
            match found {
                Value::Array(items) if !inner.is_empty() => next.extend(
                    items
                        .into_iter()
                        .filter(|item| item.as_object().is_some_and(|t| fits(t, &inner))),
                ),
                found => next.push(found),
            }
        }
        values = next;
    }
    Ok(values)
}

/// The field of a table; of a list of tables, the list of their fields, or the item of that number.
fn lookup(value: &Value, key: &str) -> Option<Value> {
    match value {
        Value::Object(table) => table.get(key).cloned(),
        Value::Array(items) => match key.parse::<usize>() {
            Ok(index) => items.get(index).cloned(),
            Err(_) => {
                items.iter().map(|item| lookup(item, key)).collect::<Option<_>>().map(Value::Array)
            }
        },
        _ => None,
    }
}

fn wanted(
    filters: &[Filter],
    rows: &Rows,
    labels: &Labels,
) -> Result<Vec<(String, String)>, String> {
    let text = |filter: &Filter| match &filter.value {
        Some(Wanted::Text(text)) => match text.strip_prefix('@') {
            Some(axis) => labels.name(axis).ok_or_else(|| format!("no axis {axis} here")),
            None => Ok(text.clone()),
        },
        Some(Wanted::Of(expression)) => single(expression, rows, labels).map(|value| plain(&value)),
        None => labels.name(&filter.key).ok_or_else(|| format!("no axis {} here", filter.key)),
    };
    filters.iter().map(|filter| Ok((filter.key.clone(), text(filter)?))).collect()
}

fn fits(row: &Row, wanted: &[(String, String)]) -> bool {
    wanted.iter().all(|(key, text)| row.get(key).is_some_and(|value| plain(value) == *text))
}

fn numbers(list: &[Value]) -> Result<Vec<f64>, String> {
    let number = |value: &Value| value.as_f64().ok_or_else(|| format!("{value} is not a number"));
    list.iter().map(number).collect()
}

fn call(function: Function, list: &[Value]) -> Result<Value, String> {
    // A field that is itself a list counts as its items.
    let list: Vec<Value> = match list {
        [Value::Array(items)] => items.clone(),
        list => list.to_vec(),
    };
    let truth =
        |value: &Value| value.as_bool().ok_or_else(|| format!("{value} is not true or false"));
    match function {
        Function::Count => return Ok(list.len().into()),
        Function::Distinct => {
            let mut texts: Vec<String> = list.iter().map(Value::to_string).collect();
            texts.sort_unstable();
            texts.dedup();
            return Ok(texts.len().into());
        }
        Function::All | Function::Any => {
            let truths: Vec<bool> = list.iter().map(truth).collect::<Result<_, _>>()?;
            let is_all = function == Function::All;
            let all = !truths.is_empty() && truths.iter().all(|&truth| truth);
            return Ok(if is_all { all } else { truths.contains(&true) }.into());
        }
        _ => {}
    }
    let mut numbers = numbers(&list)?;
    if numbers.is_empty() {
        return Err(format!("{function} of no rows"));
    }
    let count = numbers.len();
    let sum: f64 = numbers.iter().sum();
    Ok(json(match function {
        Function::Mean => sum / count as f64,
        Function::Min => numbers.iter().copied().fold(f64::INFINITY, f64::min),
        Function::Max => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Function::Median => {
            numbers.sort_by(f64::total_cmp);
            (numbers[(count - 1) / 2] + numbers[count / 2]) / 2.0
        }
        _ => sum,
    }))
}

fn item_by_item(left: &[Value], operator: Operator, right: &[Value]) -> Result<Vec<Value>, String> {
    let length = match (left.len(), right.len()) {
        (a, b) if a == b || b == 1 => a,
        (1, b) => b,
        (a, b) => return Err(format!("{operator} between {a} and {b} rows")),
    };
    let item = |list: &[Value], index: usize| list[if list.len() == 1 { 0 } else { index }].clone();
    (0..length).map(|index| apply(&item(left, index), operator, &item(right, index))).collect()
}

fn apply(left: &Value, operator: Operator, right: &Value) -> Result<Value, String> {
    match operator {
        Operator::Equal => return Ok(same(left, right).into()),
        Operator::Unequal => return Ok((!same(left, right)).into()),
        Operator::And => {
            let truth = |value: &Value| {
                value.as_bool().ok_or_else(|| format!("{value} is not true or false"))
            };
            return Ok((truth(left)? && truth(right)?).into());
        }
        _ => {}
    }
    let orders =
        [Operator::AtMost, Operator::AtLeast, Operator::Less, Operator::More].contains(&operator);
    if orders && (left.is_null() || right.is_null()) {
        // Not known, so not shown.
        return Ok(false.into());
    }
    let pair = numbers(&[left.clone(), right.clone()])?;
    let (a, b) = (pair[0], pair[1]);
    Ok(match operator {
        Operator::AtMost => (a <= b).into(),
        Operator::AtLeast => (a >= b).into(),
        Operator::Less => (a < b).into(),
        Operator::More => (a > b).into(),
        Operator::Plus => json(a + b),
        Operator::Minus => json(a - b),
        Operator::Times => json(a * b),
        _ if b == 0.0 => return Err("division by zero".to_owned()),
        _ => json(a / b),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::parse;
    use serde_json::json as value;

    fn rows() -> Rows {
        let mut rows = Rows::default();
        for (board, algorithm, nodes) in [
            ("1", "minimax", 90),
            ("1", "alpha-beta", 30),
            ("2", "minimax", 10),
            ("2", "alpha-beta", 10),
        ] {
            let row = value!({ "board": board, "algorithm": algorithm, "nodes": nodes,
                "shapes": [{ "cells": "01", "score": 5 }, { "cells": "11", "score": 7 }] });
            rows.push("counts", row.as_object().unwrap().clone());
        }
        rows
    }

    fn of(text: &str) -> Result<Vec<Value>, String> {
        let labels = Labels::of(&[("board", "1")]);
        evaluate(&parse(text).unwrap(), &rows(), &labels)
    }

    #[test]
    fn rows_are_chosen_by_label_field_and_current_cell() {
        assert_eq!(of("counts[board=2].nodes").unwrap(), [10, 10]);
        assert_eq!(of("counts[board algorithm=alpha-beta].nodes").unwrap(), [30]);
        assert_eq!(of("counts[nodes=(max(counts.nodes))].algorithm").unwrap(), ["minimax"]);
        assert_eq!(of("counts[board=1 algorithm=minimax].shapes[cells=11].score").unwrap(), [7]);
        assert_eq!(of("counts[board=1 algorithm=minimax].shapes.0.score").unwrap(), [5]);
        assert_eq!(of("count(counts[board=@board].nodes)").unwrap(), [2]);
        assert!(of("counts[board=9].nodes").unwrap().is_empty());
        assert_eq!(of("runs.nodes").unwrap_err(), "run runs has no rows");
        assert_eq!(of("counts.time").unwrap_err(), "run counts has no field time");
    }

    #[test]
    fn nothing_is_more_or_less_than_an_unknown_number() {
        let mut rows = Rows::default();
        let row = value!({ "elo": null, "error": 30 });
        rows.push("duel", row.as_object().unwrap().clone());
        for text in ["duel.elo > duel.error", "duel.elo <= duel.error", "duel.error >= duel.elo"] {
            let found = evaluate(&parse(text).unwrap(), &rows, &Labels::of(&[])).unwrap();
            assert_eq!(found, [false], "{text}");
        }
    }

    #[test]
    fn functions_reduce_and_operators_go_item_by_item() {
        assert_eq!(of("sum(counts.nodes)").unwrap(), [140]);
        assert_eq!(of("mean(counts.nodes)").unwrap(), [35]);
        assert_eq!(of("median(counts.nodes)").unwrap(), [20]);
        assert_eq!(of("count(counts.shapes)").unwrap(), [4]);
        assert_eq!(of("distinct(counts.nodes)").unwrap(), [3]);
        let pruned = "counts[algorithm=alpha-beta].nodes <= counts[algorithm=minimax].nodes";
        assert_eq!(of(pruned).unwrap(), [true, true]);
        assert_eq!(of(&format!("all({pruned}) and 1 < 2")).unwrap(), [true]);
        assert_eq!(of("counts[board=1].nodes / 30").unwrap(), [3, 1]);
        assert_eq!(of("counts[board=1].nodes / 0").unwrap_err(), "division by zero");
        assert!(of("all(counts[board=9].nodes = 1)").unwrap() == [false], "nothing proves nothing");
    }

    #[test]
    fn numbers_are_equal_up_to_rounding_and_texts_exactly() {
        assert!(same(&value!(0.3), &value!(0.1 + 0.2)) && same(&value!(3), &value!(3.0)));
        assert!(!same(&value!(3), &value!("3")) && !same(&value!([1]), &value!([1, 2])));
    }
}
