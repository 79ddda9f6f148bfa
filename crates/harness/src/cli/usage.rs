//! What clap sees of a command line, and what the user sees of clap: an error is one line.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// Puts a space before an argument that begins with a hyphen but is neither an option nor a negative
/// number: a position whose first cells are empty (`--------/...`). The reader of a position trims it.
pub(super) fn shielded(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    let name = text.trim_start_matches('-');
    let hyphens = text.len() - name.len();
    let key = name.split('=').next().unwrap_or_default();
    let is_option = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !key.contains(|c: char| c.is_whitespace() || c == '/');
    match hyphens {
        0 => argument,
        1 | 2 if is_option || name.is_empty() => argument,
        1 if name.starts_with(|c: char| c.is_ascii_digit()) => argument,
        _ => format!(" {text}").into(),
    }
}

/// `<name>: what is wrong; did you mean ...? (see <command> --help)`.
pub(super) fn one_line(name: &str, command: &str, error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let message: Vec<&str> = rendered
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty() && !line.starts_with("tip:"))
        .collect();
    let message = message.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let message = match error.kind() {
        ErrorKind::MissingSubcommand => match message.split_once("[subcommands: ") {
            Some((_, verbs)) => {
                format!("a verb is missing; allowed: {}", verbs.trim_end_matches(']'))
            }
            None => "a verb is missing".to_owned(),
        },
        ErrorKind::InvalidSubcommand => message.replace("unrecognized subcommand", "unknown verb"),
        ErrorKind::ValueValidation => with_range(message),
        _ => message.to_owned(),
    };
    let hint = match suggestion(error) {
        Some(suggestion) => format!("; did you mean '{suggestion}'?"),
        None if is_extra_word(error) => "; quote an argument that contains spaces".to_owned(),
        None => String::new(),
    };
    format!("{name}: {message}{hint} (see {command} --help)")
}

/// The message with the accepted numbers in our words, not in Rust's.
fn with_range(message: &str) -> String {
    if let Some(text) = message.strip_suffix("invalid digit found in string") {
        return format!("{text}allowed: a whole number");
    }
    let Some((start, range)) = message.rsplit_once(" is not in ") else {
        return message.to_owned();
    };
    let (Some((text, _)), Some((least, most))) = (start.rsplit_once(' '), range.split_once(".."))
    else {
        return message.to_owned();
    };
    let allowed = match most.trim_start_matches('=') {
        "18446744073709551615" | "4294967295" | "65535" => format!("at least {least}"),
        most => format!("{least} to {most}"),
    };
    format!("{text} allowed: {allowed}")
}

/// Whether the error is an argument too many that is not an option: often a part of a position.
fn is_extra_word(error: &clap::Error) -> bool {
    let word = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(word)) => word,
        _ => return false,
    };
    error.kind() == ErrorKind::UnknownArgument && !word.starts_with('-')
}

/// The command that a command line names, for example `plywood gomoku analyse`.
pub(super) fn command_path(command: &Command, args: &[OsString]) -> String {
    let mut path = command.get_name().to_owned();
    let mut command = command;
    for arg in args.iter().skip(1) {
        if let Some(verb) = command.find_subcommand(arg) {
            path = format!("{path} {}", verb.get_name());
            command = verb;
        }
    }
    path
}

fn suggestion(error: &clap::Error) -> Option<String> {
    let kinds =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_named_in_words() {
        let problem = "invalid value '0' for '--nodes <N>': 0 is not in 1..18446744073709551615";
        assert_eq!(with_range(problem), "invalid value '0' for '--nodes <N>': allowed: at least 1");
        let problem = "invalid value '7' for '--plies <N>': 7 is not in 1..=6";
        assert_eq!(with_range(problem), "invalid value '7' for '--plies <N>': allowed: 1 to 6");
        let problem = "invalid value 'x' for '--plies <N>': invalid digit found in string";
        assert_eq!(
            with_range(problem),
            "invalid value 'x' for '--plies <N>': allowed: a whole number"
        );
        assert_eq!(with_range("something else"), "something else");
    }

    #[test]
    fn the_command_is_found_behind_options_and_before_arguments() {
        let solve = Command::new("solve").subcommand(Command::new("all"));
        let command = Command::new("prog").subcommand(solve).subcommand(Command::new("play"));
        let path = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            command_path(&command, &args)
        };
        assert_eq!(path("./prog"), "prog");
        assert_eq!(path("./prog sovle x"), "prog");
        assert_eq!(path("./prog --set a=b solve --depth x play"), "prog solve");
        assert_eq!(path("./prog solve all"), "prog solve all");
    }

    #[test]
    fn options_are_left_alone_and_positions_that_look_like_them_are_not() {
        for option in
            ["--depth", "--dept=3", "-q", "-qv", "--set", "-", "--", "--set=a=b c/d", "-1"]
        {
            assert_eq!(shielded(option.into()), option);
        }
        for position in ["--------/---XO--- X", "---", "-X- O", "--x/--- x", "-.."] {
            assert_eq!(shielded(position.into()), *format!(" {position}"));
        }
        assert_eq!(shielded("h8i9g7".into()), "h8i9g7");
    }
}
