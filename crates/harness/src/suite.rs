//! Several tools in one program: [`Suite`].
//!
//! `plywood gomoku analyse` is `gomoku analyse`. A copy of the program, or a link to it, that has the name of
//! a tool is that tool: with `ln -s plywood xiangqi`, `xiangqi uci` works. One with the name of a tool and a verb
//! is that verb, for managers that start an engine by its name alone: `xiangqi-uci`.

use crate::cli::{self, Finish, HarnessError};
use crate::facade::{AnyDomain, AnyTool};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use report::Table;
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// A program with the verbs of several tools.
pub struct Suite {
    /// The name of the program.
    pub name: &'static str,
    /// One line for `--help`.
    pub about: &'static str,
    /// The games.
    pub games: &'static [&'static dyn AnyDomain],
    /// The tools that are not games.
    pub tools: &'static [&'static dyn AnyTool],
    /// Commands that work with all of them.
    pub commands: &'static [&'static dyn SuiteCommand],
}

/// A command of a [`Suite`] that is not a tool: it may run the verbs of all of them.
pub trait SuiteCommand: Sync {
    /// Its command line; the name is the name of the command.
    fn command(&self) -> Command;

    /// Runs a parsed [`command`](SuiteCommand::command).
    fn run(&self, suite: &Suite, matches: &ArgMatches) -> Result<Finish, HarnessError>;
}

/// A tool in the list of `games`.
#[derive(Serialize)]
struct ToolRow {
    name: &'static str,
    about: &'static str,
    /// `null` for a tool that is not a game.
    levels: Option<usize>,
    configs: Vec<&'static str>,
}

impl Suite {
    /// Runs the command line of this process: the whole `main` of a binary.
    pub fn run(&self) -> ExitCode {
        cli::exit_code(self.run_with(std::env::args_os().collect()))
    }

    /// Runs the command line of this process as that of one command: the `main` of a binary that is this
    /// command, whatever its file is called.
    pub fn run_command(&self, name: &str) -> ExitCode {
        let given = std::env::args_os().skip(1);
        let args = [self.name, name].map(OsString::from).into_iter().chain(given);
        cli::exit_code(self.run_with(args.collect()))
    }

    fn run_with(&self, mut args: Vec<OsString>) -> Result<Finish, HarnessError> {
        let program = args.first().map(|program| cli::file_stem(program)).unwrap_or_default();
        if let Some(tool) = self.find(&program) {
            let matches = cli::parse(tool.command(), tool.name(), args)?;
            return matches.map_or(Ok(Finish::Done), |matches| tool.run(&matches));
        }
        if let Some((tool, verb)) = self.verb_of_program(&program) {
            args.splice(1..1, [tool.into(), verb.into()]);
        }
        let named = args.get(1).and_then(|name| self.find(&name.to_string_lossy()));
        let place = match named {
            Some(tool) => format!("{} {}", self.name, tool.name()),
            None => self.name.to_owned(),
        };
        let Some(matches) = cli::parse(self.command(), &place, args)? else {
            return Ok(Finish::Done);
        };
        let Some((name, matches)) = matches.subcommand() else { return Ok(Finish::Done) };
        match (name, self.find(name)) {
            (_, Some(tool)) => tool.run(matches),
            ("games", _) => self.list(matches.get_flag("json")),
            ("completions", _) => self.completions(matches),
            ("man", _) => self.manual(matches),
            (name, None) => {
                let mut commands = self.commands.iter();
                match commands.find(|command| command.command().get_name() == name) {
                    Some(command) => command.run(self, matches),
                    None => {
                        Err(HarnessError::Usage(format!("{}: unknown command {name}", self.name)))
                    }
                }
            }
        }
    }

    /// Every game and tool.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn AnyTool> {
        let games = self.games.iter().map(|&game| game as &'static dyn AnyTool);
        games.chain(self.tools.iter().copied())
    }

    /// The game or tool of this name.
    pub fn find(&self, name: &str) -> Option<&'static dyn AnyTool> {
        self.all().find(|tool| tool.name() == name)
    }

    fn verb_of_program(&self, program: &str) -> Option<(&'static str, String)> {
        self.all().find_map(|tool| Some((tool.name(), tool.verb_of_program(program)?)))
    }

    /// The command line with all tools and their verbs.
    pub fn command(&self) -> Command {
        let json = Arg::new("json").long("json").action(ArgAction::SetTrue);
        let shell = Arg::new("shell").required(true).value_parser(value_parser!(Shell));
        let folder = Arg::new("folder").required(true).value_parser(value_parser!(PathBuf));
        Command::new(self.name)
            .about(self.about)
            .version(env!("CARGO_PKG_VERSION"))
            .subcommand_required(true)
            .subcommand_value_name("GAME|COMMAND")
            .subcommand_help_heading("Games and commands")
            .disable_help_subcommand(true)
            .subcommands(self.all().map(|tool| tool.command().disable_help_subcommand(true)))
            .subcommands(self.commands.iter().map(|command| command.command()))
            .subcommand(
                Command::new("games")
                    .about("List the games and tools with their configurations")
                    .arg(json.help("Print results as JSON, one object per line")),
            )
            .subcommand(
                Command::new("completions")
                    .about("Print a completion script for a shell")
                    .arg(shell.help("The shell")),
            )
            .subcommand(
                Command::new("man")
                    .about("Write manual pages, one file per command")
                    .arg(folder.value_name("FOLDER").help("Where to write; made if it is missing")),
            )
    }

    fn list(&self, as_json: bool) -> Result<Finish, HarnessError> {
        let games = self.games.iter().map(|game| ToolRow {
            name: game.name(),
            about: game.about(),
            levels: Some(game.levels()),
            configs: game.configs().into_iter().map(|(name, _)| name).collect(),
        });
        let tools = self.tools.iter().map(|tool| ToolRow {
            name: tool.name(),
            about: tool.about(),
            levels: None,
            configs: Vec::new(),
        });
        let mut text = String::new();
        let mut table = Table::new(&["name", "levels", "about"]).right_align(&[1]);
        for row in games.chain(tools) {
            if as_json {
                text += &serde_json::to_string(&row).map_err(HarnessError::other)?;
                text.push('\n');
            }
            let levels = row.levels.filter(|&levels| levels > 0);
            let levels = levels.map_or(String::new(), |levels| levels.to_string());
            table.row(vec![row.name.to_owned(), levels, row.about.to_owned()]);
        }
        print(if as_json { text } else { table.to_text(None) }.as_bytes())
    }

    fn completions(&self, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        let shell = matches.get_one::<Shell>("shell").copied().unwrap_or(Shell::Bash);
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut self.command(), self.name, &mut script);
        print(&script)
    }

    fn manual(&self, matches: &ArgMatches) -> Result<Finish, HarnessError> {
        let Some(folder) = matches.get_one::<PathBuf>("folder") else { return Ok(Finish::Done) };
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(self.command(), folder));
        written.map_err(|source| HarnessError::Write { path: folder.clone(), source })?;
        Ok(Finish::Done)
    }
}

fn print(bytes: &[u8]) -> Result<Finish, HarnessError> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    written.map(|()| Finish::Done).map_err(HarnessError::Output)
}
