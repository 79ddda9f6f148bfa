//! A small language over rows: `sum(counts[algorithm=alpha-beta].nodes) / sum(counts[algorithm=minimax].nodes)`.
//!
//! - `run.field` is the list of that field over all rows of a run; `run[key=value key2=value2].field` only of
//!   those rows. `[board]` alone means the label of the cell in whose place the expression is used, and
//!   `[key=@board]` compares another key with it.
//!   A field may be a table or list: `config.evaluator.shapes[cells=01100].score`.
//! - `sum`, `mean`, `median`, `min`, `max`, `count`, `distinct`, `all`, `any` reduce a list to one value.
//! - `+ - * /`, comparisons and `and` work item by item; one value goes with every item of a list.
//! - A binary minus has spaces around it, because names may contain hyphens.

use std::fmt;
use thiserror::Error;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A field of the rows of a run.
    Select(Selector),
    /// A function of a list.
    Call(Function, Box<Expression>),
    /// Two operands.
    Binary(Box<Expression>, Operator, Box<Expression>),
}

/// `run[filters].step[filters].step`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Selector {
    /// The run.
    pub run: String,
    /// Which of its rows.
    pub filters: Vec<Filter>,
    /// What of them.
    pub steps: Vec<Step>,
}

/// A key of a table, and which items if its value is a list of tables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The key.
    pub key: String,
    /// The items.
    pub filters: Vec<Filter>,
}

/// A condition on a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Filter {
    /// A label or field.
    pub key: String,
    /// Its value; `None` for the label of the current cell.
    pub value: Option<Wanted>,
}

/// The value that a filter asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wanted {
    /// This text.
    Text(String),
    /// The value of an expression.
    Of(Box<Expression>),
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[$variant_doc])* $variant),+ }
        impl $name {
            const ALL: &'static [(&'static str, $name)] = &[$(($text, $name::$variant)),+];
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $text),+ })
            }
        }
    };
}

named! {
    /// A function of a list.
    Function {
        /// The sum.
        Sum = "sum",
        /// The arithmetic mean.
        Mean = "mean",
        /// The median.
        Median = "median",
        /// The smallest.
        Min = "min",
        /// The largest.
        Max = "max",
        /// How many.
        Count = "count",
        /// How many different values.
        Distinct = "distinct",
        /// Whether all are true.
        All = "all",
        /// Whether one is true.
        Any = "any",
    }
}

named! {
    /// An operator; longer texts before their beginnings.
    Operator {
        /// Both are true.
        And = "and",
        /// At most.
        AtMost = "<=",
        /// At least.
        AtLeast = ">=",
        /// Not equal.
        Unequal = "!=",
        /// Less.
        Less = "<",
        /// More.
        More = ">",
        /// Equal.
        Equal = "=",
        /// The sum.
        Plus = "+",
        /// The difference.
        Minus = "-",
        /// The product.
        Times = "*",
        /// The quotient.
        Over = "/",
    }
}

impl Operator {
    const fn rank(self) -> u8 {
        match self {
            Operator::And => 0,
            Operator::Plus | Operator::Minus => 2,
            Operator::Times | Operator::Over => 3,
            _ => 1,
        }
    }
}

/// Deepest nesting of parentheses and functions.
const DEEPEST: usize = 32;

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expression {text:?}, character {at}: {problem}")]
pub(crate) struct ExpressionError {
    text: String,
    at: usize,
    problem: String,
}

/// Parses an expression.
pub(crate) fn parse(text: &str) -> Result<Expression, ExpressionError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let expression = parser.binary(0)?;
    parser.space();
    match parser.rest().is_empty() {
        true => Ok(expression),
        false => Err(parser.error("an operator was expected")),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, problem: impl Into<String>) -> ExpressionError {
        self.error_at(self.at, problem)
    }

    fn error_at(&self, at: usize, problem: impl Into<String>) -> ExpressionError {
        let at = self.text[..at].chars().count() + 1;
        ExpressionError { text: self.text.to_owned(), at, problem: problem.into() }
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), ExpressionError> {
        self.space();
        if self.take(token) { Ok(()) } else { Err(self.error(format!("{token} was expected"))) }
    }

    /// Takes characters as long as they are accepted.
    fn while_is(&mut self, accepted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accepted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn binary(&mut self, rank: u8) -> Result<Expression, ExpressionError> {
        if rank > 3 {
            return self.atom();
        }
        let mut left = self.binary(rank + 1)?;
        loop {
            self.space();
            let mut operators = Operator::ALL.iter().filter(|(_, op)| op.rank() == rank);
            // `and` is a word: `andrew` does not begin with it.
            let is_word = |token: &str| {
                let after = self.rest().get(token.len()..).and_then(|rest| rest.chars().next());
                token != "and" || after.is_none_or(|c| !is_name(c))
            };
            let found =
                operators.find(|(token, _)| self.rest().starts_with(token) && is_word(token));
            let Some(&(token, operator)) = found else { return Ok(left) };
            self.at += token.len();
            let right = self.binary(rank + 1)?;
            left = Expression::Binary(Box::new(left), operator, Box::new(right));
        }
    }

    fn atom(&mut self) -> Result<Expression, ExpressionError> {
        self.space();
        let start = self.at;
        match self.rest().chars().next() {
            Some('(') => {
                self.at += 1;
                self.nested(start)
            }
            Some('"') => self.quoted().map(Expression::Text),
            Some(c) if c.is_ascii_digit() || "-.".contains(c) => self.number(),
            Some(c) if is_name(c) => {
                let name = self.while_is(is_name);
                if !self.take("(") {
                    return self.selector(name);
                }
                let function = Function::ALL.iter().find(|(own, _)| *own == name);
                let Some(&(_, function)) = function else {
                    let names: Vec<&str> = Function::ALL.iter().map(|(name, _)| *name).collect();
                    let names = names.join(", ");
                    let problem = format!("unknown function {name}; allowed: {names}");
                    return Err(self.error_at(start, problem));
                };
                self.nested(start).map(|inner| Expression::Call(function, Box::new(inner)))
            }
            _ => Err(self.error("a number, a text, a function or run.field was expected")),
        }
    }

    fn nested(&mut self, start: usize) -> Result<Expression, ExpressionError> {
        if self.depth == DEEPEST {
            return Err(self.error_at(start, format!("more than {DEEPEST} nested parentheses")));
        }
        self.depth += 1;
        let inner = self.binary(0)?;
        self.expect(")")?;
        self.depth -= 1;
        Ok(inner)
    }

    fn number(&mut self) -> Result<Expression, ExpressionError> {
        let start = self.at;
        let sign = if self.take("-") { "-" } else { "" };
        let digits = self.while_is(|c| c.is_ascii_alphanumeric() || c == '.');
        let number =
            format!("{sign}{digits}").parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Expression::Number).ok_or_else(|| self.error_at(start, "not a number"))
    }

    fn quoted(&mut self) -> Result<String, ExpressionError> {
        let start = self.at;
        self.at += 1;
        let text = self.while_is(|c| c != '"').to_owned();
        if self.take("\"") {
            Ok(text)
        } else {
            Err(self.error_at(start, "the quote is not closed"))
        }
    }

    fn name(&mut self) -> Result<String, ExpressionError> {
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        match self.while_is(is_name) {
            "" => Err(self.error("a name was expected")),
            name => Ok(name.to_owned()),
        }
    }

    fn selector(&mut self, run: &str) -> Result<Expression, ExpressionError> {
        let filters = self.filters()?;
        let mut steps = Vec::new();
        while self.take(".") {
            steps.push(Step { key: self.name()?, filters: self.filters()? });
        }
        Ok(Expression::Select(Selector { run: run.to_owned(), filters, steps }))
    }

    fn filters(&mut self) -> Result<Vec<Filter>, ExpressionError> {
        let mut filters = Vec::new();
        if !self.take("[") {
            return Ok(filters);
        }
        loop {
            self.space();
            if self.take("]") {
                return Ok(filters);
            }
            let key = self.name()?;
            let value = if self.take("=") { Some(self.wanted()?) } else { None };
            filters.push(Filter { key, value });
        }
    }

    fn wanted(&mut self) -> Result<Wanted, ExpressionError> {
        let start = self.at;
        if self.rest().starts_with('"') {
            return self.quoted().map(Wanted::Text);
        }
        if self.take("(") {
            return self.nested(start).map(|inner| Wanted::Of(Box::new(inner)));
        }
        match self.while_is(|c| !c.is_whitespace() && c != ']') {
            "" => Err(self.error("a value was expected")),
            text => Ok(Wanted::Text(text.to_owned())),
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(value: f64) -> Box<Expression> {
        Box::new(Expression::Number(value))
    }

    #[test]
    fn an_unknown_function_is_refused_with_its_place_and_the_known_ones() {
        assert!(parse("sum(counts[algorithm=alpha-beta depth=3].nodes) < 1000").is_ok());
        assert_eq!(
            parse("total(counts.nodes)").unwrap_err().to_string(),
            "expression \"total(counts.nodes)\", character 1: unknown function total; \
             allowed: sum, mean, median, min, max, count, distinct, all, any",
        );
    }

    #[test]
    fn products_bind_more_tightly_than_sums_and_sums_than_comparisons() {
        let product = Expression::Binary(number(2.0), Operator::Times, number(3.0));
        let sum = Expression::Binary(number(1.0), Operator::Plus, Box::new(product));
        let comparison = Expression::Binary(Box::new(sum), Operator::AtMost, number(7.0));
        assert_eq!(parse("1 + 2*3 <= 7"), Ok(comparison));
    }

    #[test]
    fn names_may_have_hyphens_and_a_filter_may_be_an_expression() {
        let Ok(Expression::Select(selector)) =
            parse("ida-star[map=input.txt size=(max(a.b)) board].\"two words\".x")
        else {
            panic!("a selector")
        };
        assert_eq!(selector.run, "ida-star");
        let keys: Vec<&str> = selector.filters.iter().map(|filter| filter.key.as_str()).collect();
        assert_eq!(keys, ["map", "size", "board"]);
        assert_eq!(selector.filters[0].value, Some(Wanted::Text("input.txt".into())));
        assert!(matches!(selector.filters[1].value, Some(Wanted::Of(_))));
        assert_eq!(selector.filters[2].value, None);
        assert_eq!(selector.steps[0].key, "two words");
    }

    #[test]
    fn a_mistake_is_named_by_its_place() {
        let problem = |text: &str| parse(text).unwrap_err().to_string();
        assert!(problem("1 +").contains("character 4: a number"), "{}", problem("1 +"));
        assert!(problem("a.b)").contains("character 4: an operator"), "{}", problem("a.b)"));
        assert!(problem("a[b=]").contains("a value was expected"));
        assert!(problem("\"a").contains("character 1: the quote"));
        assert!(problem(&"(".repeat(40)).contains("nested"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".{0,40}", tokens in "[-a-z0-9.()\\[\\]= +*/<\"]{0,40}") {
            let _ = (parse(&text), parse(&tokens));
        }
    }
}
