//! GTP, the Go Text Protocol (version 2), as used by othello programs and GoGui.
//!
//! Squares have the usual othello names, with row 1 at the top. A pass may be sent (`play b pass`) or
//! omitted: if it is the turn of a side that must pass, and a move of the other side arrives, the pass is
//! added. `genmove` answers `pass` if there is no other move. GoGui's extension `gogui-rules_*` is
//! supported, so that GoGui can display the game, and `list_games` and `set_game`, by which Quarry learns which game
//! an engine plays. An unknown command is answered with an error.

mod rules;
mod time;

use super::pass_for;
use crate::notation::parse_move;
use crate::program::config::Config;
use crate::program::domain::{OthelloDomain, side_name};
use crate::rules::board::Size;
use crate::rules::game::Othello;
use crate::rules::square::Move;
use board::DrawStyle;
use clap::Args;
use harness::cli::{Context, Finish, HarnessError};
use harness::protocol::converse_on_stdio;
use protocols::serve::{Ending, EngineHost, Flow, Language, When};
use protocols::{Playable, view};
use record::{PlayedGame, Remarks};
use search::notation::quote;
use search::{Game, Report, Side};
use std::io;
use time::Times;

/// Arguments of `gtp`.
#[derive(Args)]
pub(crate) struct Gtp {}

/// Runs the verb.
pub(crate) fn run(context: &Context<OthelloDomain>, _: Gtp) -> Result<Finish, HarnessError> {
    converse_on_stdio(context, language(context.config()))
}

/// The engine's side of the protocol, for [`converse`](protocols::serve::converse).
pub fn language(config: &Config) -> impl Language<OthelloDomain> + use<> {
    Session::new(OthelloDomain::start(config))
}

const COMMANDS: [&str; 27] = [
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "genmove",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
    "gogui-play_sequence",
];

/// A `genmove` whose search is running.
struct Pending {
    id: String,
    /// Whether the move is also played (`genmove`, not `reg_genmove`).
    plays: bool,
}

/// A session.
struct Session {
    game: PlayedGame<Othello>,
    /// The number of plies that each `play` or `genmove` added, for `undo`.
    spans: Vec<usize>,
    pending: Option<Pending>,
    times: Times,
}

/// The answer to a command.
enum Reply {
    Text(String),
    Error(String),
    /// Sent when the search has ended.
    Later,
    Quit,
}

/// An empty answer, or the error.
fn done(result: Result<(), &str>) -> Reply {
    match result {
        Ok(()) => Reply::Text(String::new()),
        Err(problem) => Reply::Error(problem.to_owned()),
    }
}

impl Session {
    fn new(start: Othello) -> Session {
        Session {
            game: PlayedGame::new(start),
            spans: Vec::new(),
            pending: None,
            times: Times::default(),
        }
    }

    fn start_over(&mut self, size: Size) {
        let scoring = self.game.start().scoring();
        self.game = PlayedGame::new(Othello::start(size).scored(scoring));
        self.spans.clear();
    }

    fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            let _ = self.game.take_back();
        }
    }

    fn obey(
        &mut self,
        host: &mut EngineHost<'_, OthelloDomain>,
        id: &str,
        words: &[&str],
    ) -> Reply {
        let text = |text: &str| Reply::Text(text.to_owned());
        let (command, args) =
            words.split_first().map_or(("", words), |(first, rest)| (*first, rest));
        let position = *self.game.position();
        match command {
            "protocol_version" => text("2"),
            "name" => text("Plywood othello"),
            "version" => text(env!("CARGO_PKG_VERSION")),
            "known_command" => {
                let known = args.first().is_some_and(|name| COMMANDS.contains(name));
                Reply::Text(known.to_string())
            }
            "list_commands" => Reply::Text(COMMANDS.join("\n")),
            "quit" => Reply::Quit,
            "boardsize" => match args.first().and_then(|size| size.parse().ok()) {
                Some(rows) if Size::from_rows(rows).is_some() => {
                    self.start_over(Size::from_rows(rows).unwrap_or_default());
                    host.new_game();
                    text("")
                }
                _ => Reply::Error("unacceptable size, allowed: 4, 6 or 8".into()),
            },
            "clear_board" => {
                self.start_over(position.size());
                host.new_game();
                text("")
            }
            "list_games" => text("Othello"),
            "set_game" => match args {
                [game] if game.eq_ignore_ascii_case("othello") => text(""),
                _ => Reply::Error("unsupported game, allowed: Othello".into()),
            },
            // Accepted because Go programs send it; it has no meaning here.
            "komi" => text(""),
            "play" => match args {
                [colour, mv] => self.play(colour, mv),
                _ => Reply::Error("syntax error, allowed: play COLOUR MOVE".into()),
            },
            "gogui-play_sequence" => {
                for pair in args.chunks(2) {
                    let [colour, mv] = pair else {
                        return Reply::Error("syntax error, allowed: COLOUR MOVE ...".into());
                    };
                    if let Reply::Error(problem) = self.play(colour, mv) {
                        return Reply::Error(problem);
                    }
                }
                text("")
            }
            "genmove" | "reg_genmove" => match args.first().and_then(|word| colour(word)) {
                Some(side) => self.think(host, id, side, command == "genmove"),
                None => Reply::Error(format!("syntax error, allowed: {command} COLOUR")),
            },
            "undo" => match self.spans.pop() {
                Some(plies) => {
                    self.take_back(plies);
                    text("")
                }
                None => Reply::Error("cannot undo: no move was played".into()),
            },
            "showboard" => {
                let view = view::after::<OthelloDomain>(host.config(), &self.game);
                let board = board::terminal::draw(&view, DrawStyle::default(), None);
                Reply::Text(format!("\n{board}"))
            }
            "time_settings" => done(self.times.settings(args)),
            "time_left" => done(self.times.left(args)),
            "cputime" => Reply::Text(format!("{:.2}", harness::cpu::process_seconds())),
            "final_score" => Reply::Text(rules::result(&position)),
            _ => {
                let rules = command.strip_prefix("gogui-rules_");
                match rules.and_then(|what| rules::answer(what, &position)) {
                    Some(answer) => Reply::Text(answer),
                    None => Reply::Error("unknown command".into()),
                }
            }
        }
    }

    fn play(&mut self, colour_word: &str, mv: &str) -> Reply {
        let Some(side) = colour(colour_word) else {
            return Reply::Error("syntax error, allowed: black or white".into());
        };
        let Some(parsed) = parse_move(self.game.position().size(), mv) else {
            return Reply::Error(format!("illegal move: {} is not a square", quote(mv)));
        };
        // A pass after the end of the game changes nothing.
        if parsed == Move::PASS && self.game.position().outcome().is_some() {
            self.spans.push(0);
            return Reply::Text(String::new());
        }
        let before = self.game.plies();
        pass_for(&mut self.game, side);
        let position = self.game.position();
        if position.side() != side || !position.is_legal(parsed) {
            let left = self.game.plies() - before;
            self.take_back(left);
            return Reply::Error("illegal move".into());
        }
        self.game.push(parsed, Remarks::default());
        self.spans.push(self.game.plies() - before);
        Reply::Text(String::new())
    }

    fn think(
        &mut self,
        host: &mut EngineHost<'_, OthelloDomain>,
        id: &str,
        side: Side,
        plays: bool,
    ) -> Reply {
        let before = self.game.plies();
        pass_for(&mut self.game, side);
        let position = *self.game.position();
        if position.outcome().is_some() {
            return Reply::Text("pass".into());
        }
        if position.side() != side {
            return Reply::Error(format!("it is not {}'s turn", side_name(side)));
        }
        if position.moves() == 0 {
            if plays {
                self.game.push(Move::PASS, Remarks::default());
                self.spans.push(self.game.plies() - before);
            }
            return Reply::Text("pass".into());
        }
        if plays {
            self.spans.push(self.game.plies() - before);
        }
        let limits = self.times.limits(&host.config().search, side);
        if host.search(self.game.request(limits), Ending::WhenDone).is_err() {
            return Reply::Error("cannot start a search thread".into());
        }
        self.pending = Some(Pending { id: id.to_owned(), plays });
        Reply::Later
    }
}

impl Language<OthelloDomain> for Session {
    /// Commands are answered in order.
    fn when(&self, _line: &str) -> When {
        When::AfterSearch
    }

    fn hear(&mut self, host: &mut EngineHost<'_, OthelloDomain>, line: &str) -> io::Result<Flow> {
        let line: String = line
            .split('#')
            .next()
            .unwrap_or_default()
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            return Ok(Flow::On);
        }
        let id =
            if words[0].bytes().all(|byte| byte.is_ascii_digit()) { words.remove(0) } else { "" };
        match self.obey(host, id, &words) {
            Reply::Text(text) => host.say(&success(id, &text))?,
            Reply::Error(problem) => host.say(&format!("?{id} {problem}\n"))?,
            Reply::Later => {}
            Reply::Quit => {
                host.say(&success(id, ""))?;
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::On)
    }

    fn answer(
        &mut self,
        host: &mut EngineHost<'_, OthelloDomain>,
        report: &Report<Othello>,
    ) -> io::Result<()> {
        let Some(Pending { id, plays }) = self.pending.take() else { return Ok(()) };
        let Some(best) = report.best else { return host.say(&success(&id, "pass")) };
        let name = rules::vertex(self.game.position(), best);
        if plays {
            self.game.push(best, Remarks::default());
            if let Some(span) = self.spans.last_mut() {
                *span += 1;
            }
        }
        host.say(&success(&id, &name))
    }
}

/// A successful answer; GTP ends it with an empty line.
fn success(id: &str, text: &str) -> String {
    format!("={id} {text}").trim_end().to_owned() + "\n"
}

/// `b`, `black`, `w`, `white`.
fn colour(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
