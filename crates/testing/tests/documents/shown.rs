//! The commands that a document shows.
//!
//! A fenced block whose info string is `sh run` has a command on every line, perhaps with a comment; one
//! with `console run` has commands behind `$ `, each followed by exactly what it prints. A command that
//! says `# exit code N` must end with that code, all others with 0. A command with the comment
//! `not tested: REASON` is left out, and so is a block below a line `<!-- not tested: REASON -->`. A block of
//! commands that is not marked is refused, so that none is forgotten.

/// A command of a document.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown {
    /// Its line in the document, from 1.
    pub line: usize,
    pub text: String,
    pub code: i32,
    /// What it prints, if the document shows that.
    pub output: Option<String>,
}

/// The commands of a document that are to be run.
pub(crate) fn commands(document: &str) -> Result<Vec<Shown>, String> {
    let mut found = Vec::new();
    let mut block: Option<&str> = None;
    let mut before = "";
    for (line, text) in (1..).zip(document.lines()) {
        if let Some(info) = text.strip_prefix("```") {
            let left_out = is_left_out(line, before)?;
            block = match block {
                None if left_out => Some("text"),
                None => Some(info.trim()),
                Some(_) => None,
            };
            continue;
        }
        before = text;
        match block {
            Some("sh run") => found.extend(command(line, text, None)?),
            Some("console run") => match text.strip_prefix("$ ") {
                Some(text) => found.extend(command(line, text, Some(String::new()))?),
                None => {
                    let last = found.last_mut().and_then(|last: &mut Shown| last.output.as_mut());
                    let output = last.ok_or(format!("line {line}: output before any command"))?;
                    output.push_str(text);
                    output.push('\n');
                }
            },
            Some("rust" | "text" | "toml") | None => {}
            Some(other) => {
                return Err(format!(
                    "line {line}: found a block marked {other:?}, accepted: sh run, console run, rust, text, toml"
                ));
            }
        }
    }
    Ok(found)
}

fn command(line: usize, text: &str, output: Option<String>) -> Result<Option<Shown>, String> {
    let (text, comment) = text.split_once(" # ").unwrap_or((text, ""));
    let (text, comment) = (text.trim(), comment.trim());
    if is_left_out(line, comment)? || text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let code = match comment.split_once("exit code ") {
        Some((_, code)) => code.parse().map_err(|_| format!("line {line}: exit code {code:?}"))?,
        None => 0,
    };
    Ok(Some(Shown { line, text: text.to_owned(), code, output }))
}

/// Whether a comment says that something is not tested; it must say why.
fn is_left_out(line: usize, comment: &str) -> Result<bool, String> {
    let Some((_, reason)) = comment.split_once("not tested") else { return Ok(false) };
    let given = reason.strip_prefix(": ").is_some_and(|reason| reason.len() > 4);
    if given { Ok(true) } else { Err(format!("line {line}: no reason why it is not tested")) }
}

/// The scripts that a document names anywhere, and the benches behind `scripts/bench`.
pub(crate) fn scripts(document: &str) -> Vec<String> {
    let words: Vec<&str> = document.split_whitespace().collect();
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let Some(start) = word.find("scripts/") else { continue };
        let script = path(&word[start..]);
        let bench = words.get(index + 1).map_or("", |next| path(next));
        if script == "scripts/bench" && word.ends_with("bench") && bench.contains('.') {
            found.push(format!("scripts/bench.d/{bench}"));
        }
        found.push(script.to_owned());
    }
    found
}

/// The characters of a path at the beginning of a text.
fn path(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !"/.-_".contains(c));
    text[..end.unwrap_or(text.len())].trim_end_matches(['.', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_blocks_are_read_and_the_others_left_alone() {
        let document = "```sh run\na b   # why\n\nc # exit code 2\nd # not tested: no d here\n```\nprose\n\
            ```rust\nlet x;\n```\n<!-- not tested: long -->\n```sh\nf\n```\n```console run\n$ e '#1'\none\ntwo\n```\n";
        let shown = |line, text: &str, code, output: Option<&str>| Shown {
            line,
            text: text.into(),
            code,
            output: output.map(str::to_owned),
        };
        let expected = [
            shown(2, "a b", 0, None),
            shown(4, "c", 2, None),
            shown(16, "e '#1'", 0, Some("one\ntwo\n")),
        ];
        assert_eq!(commands(document).unwrap(), expected);
    }

    #[test]
    fn an_unmarked_block_and_a_missing_reason_are_refused_by_line() {
        let refusal = |document| commands(document).unwrap_err();
        assert!(refusal("```sh\nls\n```\n").starts_with("line 2: found a block marked \"sh\""));
        assert!(refusal("```\nls\n```\n").starts_with("line 2"));
        let reason = "line 2: no reason why it is not tested";
        assert_eq!(refusal("```sh run\nls # not tested\n```\n"), reason);
    }

    #[test]
    fn scripts_are_found_in_prose_and_commands() {
        let found = scripts("See `scripts/bench a.b`, scripts/train/x.y. And `./scripts/run` it.");
        let expected = ["scripts/bench.d/a.b", "scripts/bench", "scripts/train/x.y", "scripts/run"];
        assert_eq!(found, expected);
    }
}
