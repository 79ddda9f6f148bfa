//! Parses the lines that are typed at the prompt.

/// The meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nothing,
    Undo,
    /// Show this many moves, the best first.
    Hint(usize),
    Eval,
    Moves,
    History,
    Position,
    Go,
    New,
    Swap,
    /// The playing strength.
    Level(u32),
    Resign,
    Save(&'a str),
    Load(&'a str),
    Help,
    Quit,
    /// Not a command, so it must be a move.
    Move(&'a str),
    /// A command with a wrong argument, and its correct usage.
    Misused {
        name: &'static str,
        usage: &'static str,
        about: &'static str,
    },
}

/// Name, argument and explanation of each command, in the order `help` lists them.
const COMMANDS: [(&str, &str, &str); 15] = [
    ("undo", "", "take back your last move and the answer to it"),
    ("hint", "[N]", "show the AI's choice, or the N best moves"),
    ("eval", "", "show the static evaluation, term by term"),
    ("moves", "", "list the legal moves"),
    ("history", "", "list the moves so far"),
    ("position", "", "show the position as text"),
    ("go", "", "let the AI (or other opponent) continue after a pause"),
    ("new", "", "start a new game"),
    ("swap", "", "change sides"),
    ("level", "N", "set the strength of the AI, from 1 (weakest) to 10"),
    ("resign", "", "give up"),
    ("save", "FILE", "write the game to a file"),
    ("load", "FILE", "continue a game from a file"),
    ("help", "", "show this list"),
    ("quit", "", "leave"),
];

/// Parses a line. Commands may be in any case; `save` and `load` take a file name. Anything else is treated
/// as a move.
pub(super) fn parse(line: &str) -> Command<'_> {
    let line = line.trim();
    let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let argument = argument.trim();
    let word = word.to_ascii_lowercase();
    let Some(&(name, wanted, about)) = COMMANDS.iter().find(|(name, ..)| *name == word) else {
        return if line.is_empty() { Command::Nothing } else { Command::Move(line) };
    };
    match (word.as_str(), argument) {
        ("save", file) if !file.is_empty() => Command::Save(file),
        ("load", file) if !file.is_empty() => Command::Load(file),
        ("undo", "") => Command::Undo,
        ("hint", "") => Command::Hint(1),
        ("hint", count) => match count.parse() {
            Ok(count @ 1..) => Command::Hint(count),
            _ => Command::Misused { name, usage: "takes a number of moves", about },
        },
        ("eval", "") => Command::Eval,
        ("moves", "") => Command::Moves,
        ("history", "") => Command::History,
        ("position", "") => Command::Position,
        ("go", "") => Command::Go,
        ("new", "") => Command::New,
        ("swap", "") => Command::Swap,
        ("level", number) => match number.parse() {
            Ok(number) => Command::Level(number),
            Err(_) => Command::Misused { name, usage: "needs a number", about },
        },
        ("resign", "") => Command::Resign,
        ("help", "") => Command::Help,
        ("quit", "") => Command::Quit,
        _ if wanted.is_empty() => Command::Misused { name, usage: "takes no argument", about },
        _ => Command::Misused { name, usage: "needs a file name", about },
    }
}

/// The text of `help`.
pub(super) fn help() -> String {
    let mut text = String::from("Type a move, or one of:\n");
    for (name, argument, about) in COMMANDS {
        text.push_str(&format!("  {:<12}{about}\n", format!("{name} {argument}")));
    }
    text
}

/// The command that a mistyped word most resembles, if any is close.
pub(super) fn nearest(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?.to_ascii_lowercase();
    let near = |name: &&str| strsim::damerau_levenshtein(name, &word);
    let name = COMMANDS.iter().map(|&(name, ..)| name).min_by_key(near)?;
    (word.len() > 2 && near(&name) <= name.len() / 3).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn commands_are_words_and_the_rest_is_a_move() {
        assert_eq!(parse("  Undo \n"), Command::Undo);
        assert_eq!(parse("save my game.toml"), Command::Save("my game.toml"));
        assert_eq!(parse("h8"), Command::Move("h8"));
        assert_eq!(parse("h2 e2 "), Command::Move("h2 e2"));
        assert_eq!(parse(" \t"), Command::Nothing);
        assert_eq!(parse("hint"), Command::Hint(1));
        assert_eq!(parse("hint 4"), Command::Hint(4));
        assert!(matches!(parse("hint 0"), Command::Misused { .. }));
        assert!(matches!(parse("hint all"), Command::Misused { .. }));
        assert_eq!(parse("level 4"), Command::Level(4));
        assert!(matches!(parse("level"), Command::Misused { .. }));
        assert!(matches!(parse("level high"), Command::Misused { .. }));
        assert!(matches!(parse("save"), Command::Misused { .. }));
        assert!(matches!(parse("quit now"), Command::Misused { .. }));
    }

    #[test]
    fn every_command_that_help_lists_is_understood() {
        for (name, argument, _) in COMMANDS {
            let line = format!("{name} {argument}").replace("[N]", "3").replace(" N", " 3");
            let command = parse(&line);
            assert!(!matches!(command, Command::Move(_) | Command::Misused { .. }), "{line}");
            assert!(help().contains(format!("{name} {argument}").trim()));
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        assert_eq!(nearest("unod"), Some("undo"));
        assert_eq!(nearest("resing"), Some("resign"));
        assert_eq!(nearest("positoin"), Some("position"));
        assert_eq!(nearest("h8"), None);
        assert_eq!(nearest("f5d6"), None);
        assert_eq!(nearest(""), None);
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in ".{0,40}") {
            if let Command::Move(text) = parse(&line) {
                prop_assert!(!text.is_empty() && line.contains(text));
            }
            nearest(&line);
        }
    }
}
