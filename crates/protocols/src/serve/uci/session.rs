//! A session in a protocol of the UCI family: [`Session`].

use super::dialect::{Best, Dialect, Order};
use super::go::{Go, GoWord, Reading};
use super::info::written;
use super::options::{Kind, Setting};
use crate::Playable;
use crate::serve::{Ending, EngineHost, Flow, Language, When};
use crate::view;
use board::DrawStyle;
use config::one_line;
use record::{PlayedGame, Remarks};
use search::{Game, Iteration, Limits, Notation, Outcome, Parallel, Report, Side};
use std::io;
use std::time::Duration;

/// Default time reserved for communication.
const OVERHEAD: Duration = Duration::from_millis(5);
/// Largest table in MiB.
const MAX_TABLE_MIB: u64 = 1 << 16;
/// Maximum number of threads.
const MAX_THREADS: u64 = 256;
/// Maximum number of variations.
const MAX_LINES: u64 = 256;
/// Maximum time reserved for communication, in milliseconds.
const MAX_OVERHEAD: u64 = 5000;

type Move<D> = <<D as Playable>::Game as Game>::Move;

/// The state of a session: position, options and the running search.
pub struct Session<D: Playable, V> {
    dialect: V,
    game: PlayedGame<D::Game>,
    banned: Vec<Move<D>>,
    lines: usize,
    overhead: Duration,
    /// The `go` that is being answered.
    go: Go,
    /// Its limits.
    limits: Limits,
}

impl<D: Playable, V: Dialect<D>> Session<D, V> {
    /// A session that starts from the start position of a configuration.
    pub fn new(dialect: V, config: &D::Config) -> Self {
        Session {
            dialect,
            game: PlayedGame::new(D::start(config)),
            banned: Vec::new(),
            lines: 1,
            overhead: OVERHEAD,
            go: Go::default(),
            limits: Limits::default(),
        }
    }

    fn order(&self, line: &str) -> Option<Order> {
        let word = line.split_whitespace().next()?;
        self.dialect.orders().iter().find(|entry| entry.0 == word).map(|entry| entry.1)
    }

    fn remark(&self, host: &mut EngineHost<'_, D>, text: &str) -> io::Result<()> {
        host.say(&self.dialect.remark(&one_line(text)))
    }

    fn greet(&self, host: &mut EngineHost<'_, D>) -> io::Result<()> {
        host.say(&format!("id name Plywood {} {}", D::NAME, env!("CARGO_PKG_VERSION")))?;
        host.say("id author the Plywood authors")?;
        for (name, setting) in self.dialect.settings() {
            host.say(&self.dialect.option_line(name, &kind::<D>(&setting, host.config())))?;
        }
        let greeting = self.dialect.orders().iter().find(|entry| entry.1 == Order::Greet);
        host.say(&format!("{}ok", greeting.map_or("", |entry| entry.0)))
    }

    /// `startpos` or `fen POSITION`, then `moves M...`. An error changes nothing.
    fn set_position(&mut self, config: &D::Config, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = (&words[..split], words.get(split + 1..).unwrap_or_default());
        let start = match place {
            ["startpos"] => D::start(config),
            ["fen", place @ ..] => D::parse_position(config, &place.join(" "))
                .map_err(|error| format!("position: {error}"))?,
            _ => return Err("position: allowed: startpos or fen POSITION, then moves M...".into()),
        };
        let mut game = PlayedGame::new(start);
        for text in moves {
            let mv = self.dialect.read_move(game.position(), text);
            let mv = mv.map_err(|error| format!("position: {error}"))?;
            game.push(mv, Remarks::default());
        }
        self.game = game;
        self.banned.clear();
        Ok(())
    }

    /// The legal moves among these texts; the others are added to `problems`.
    fn moves(&self, texts: &[impl AsRef<str>], problems: &mut Vec<String>) -> Vec<Move<D>> {
        let position = self.game.position();
        let mut moves = Vec::new();
        for text in texts {
            match self.dialect.read_move(position, text.as_ref()) {
                Ok(mv) => moves.push(mv),
                Err(error) => problems.push(error.to_string()),
            }
        }
        moves
    }

    fn set_option(&mut self, host: &mut EngineHost<'_, D>, words: &[&str]) -> Result<(), String> {
        let read = self.dialect.read_setting(words);
        let (name, value) = read.ok_or("setoption: allowed: name NAME, then value VALUE")?;
        let settings = self.dialect.settings();
        let known = settings.iter().find(|entry| entry.0.eq_ignore_ascii_case(&name));
        let Some((name, setting)) = known else {
            let names: Vec<_> = settings.iter().map(|entry| entry.0).collect();
            let names = names.join(", ");
            return Err(format!("setoption: unknown option {name:.40?}, allowed: {names}"));
        };
        let refuse = |problem: String| format!("setoption {name}: {problem}");
        kind::<D>(setting, host.config()).check(&value).map_err(refuse)?;
        let number = value.parse::<u64>().unwrap_or_default();
        let size = usize::try_from(number).unwrap_or(usize::MAX);
        match setting {
            Setting::TableMib => reconfigure(host, |config| {
                D::search_mut(config).table_mib = size;
            }),
            Setting::Threads => reconfigure(host, |config| {
                let search = D::search_mut(config);
                search.threads = size;
                if size > 1 && search.parallel == Parallel::None {
                    search.parallel = Parallel::SharedTable;
                }
            }),
            Setting::Lines => {
                self.lines = size;
                Ok(())
            }
            Setting::Overhead => {
                self.overhead = Duration::from_millis(number);
                Ok(())
            }
            Setting::Ponder => Ok(()),
            Setting::Forget => {
                host.new_game();
                Ok(())
            }
            Setting::Own(_) => self.dialect.set(name, &value),
        }
        .map_err(refuse)
    }

    fn start(&mut self, host: &mut EngineHost<'_, D>, words: &[&str]) -> io::Result<()> {
        let reading = Reading {
            vocabulary: self.dialect.go_words(),
            side: self.game.position().side(),
            unit: self.dialect.time_unit(),
            overhead: self.overhead,
        };
        let mut go = reading.read(words);
        let mut problems = std::mem::take(&mut go.problems);
        let mut only = self.moves(&go.only, &mut problems);
        for problem in problems {
            self.remark(host, &problem)?;
        }
        if let Some(depth) = go.perft {
            return host.count(self.game.position().clone(), depth);
        }
        if !self.banned.is_empty() {
            if only.is_empty() {
                self.game.position().expand(&mut only);
            }
            only.retain(|mv| !self.banned.contains(mv));
            if only.is_empty() {
                return host.say(&self.dialect.best(&Best::default()));
            }
        }
        let mut limits = go.limits();
        if limits.is_unlimited() && !go.infinite {
            limits = Limits::from_config(D::search(host.config()));
        }
        let endless = go.infinite || go.ponder || limits.is_unlimited();
        let bounds = if go.ponder {
            Limits { time: None, soft_time: None, ..limits.clone() }
        } else {
            limits.clone()
        };
        let mut request = self.game.request(bounds);
        request.root_moves = only;
        request.lines = self.lines;
        (self.go, self.limits) = (go, limits);
        host.search(request, if endless { Ending::WhenTold } else { Ending::WhenDone })
    }

    /// The outcome by the position or by the path rule.
    fn outcome(&self, config: &D::Config) -> Option<Outcome> {
        let (position, history) = (self.game.position(), self.game.history());
        let verdict = || D::path_rule(config)?.verdict(position, history);
        position.outcome().or_else(|| verdict().map(|verdict| verdict.outcome))
    }

    fn query(&self, config: &D::Config, question: Option<&&str>) -> Option<&'static str> {
        let said = |truth| if truth { "true" } else { "false" };
        let outcome = self.outcome(config);
        Some(match *question? {
            "gameover" => said(outcome.is_some()),
            "p1turn" => said(self.game.position().side() == Side::First),
            "result" => match outcome {
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
                Some(Outcome::Draw) => "draw",
                None => "none",
            },
            _ => return None,
        })
    }
}

/// Changes the configuration; the error is one line.
fn reconfigure<D: Playable>(
    host: &mut EngineHost<'_, D>,
    change: impl FnOnce(&mut D::Config),
) -> Result<(), String> {
    host.reconfigure(change).map_err(|problem| problem.to_string())
}

/// The type of an option, with its current value as the default.
fn kind<D: Playable>(setting: &Setting, config: &D::Config) -> Kind {
    let search = D::search(config);
    match setting {
        Setting::TableMib => {
            Kind::Spin { default: search.table_mib as u64, min: 0, max: MAX_TABLE_MIB }
        }
        Setting::Threads => Kind::Spin { default: search.threads as u64, min: 1, max: MAX_THREADS },
        Setting::Lines => Kind::Spin { default: 1, min: 1, max: MAX_LINES },
        Setting::Overhead => {
            Kind::Spin { default: OVERHEAD.as_millis() as u64, min: 0, max: MAX_OVERHEAD }
        }
        Setting::Ponder => Kind::Check { default: false },
        Setting::Forget => Kind::Button,
        Setting::Own(kind) => kind.clone(),
    }
}

impl<D: Playable, V: Dialect<D>> Language<D> for Session<D, V> {
    fn when(&self, line: &str) -> When {
        match self.order(line) {
            Some(Order::Ready | Order::Stop | Order::PonderHit | Order::Quit) => When::Now,
            Some(Order::Go | Order::NewGame) => When::EndsAnalysis,
            _ => When::AfterSearch,
        }
    }

    fn hear(&mut self, host: &mut EngineHost<'_, D>, line: &str) -> io::Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(Flow::On) };
        let done = match self.order(line) {
            Some(Order::Quit) => return Ok(Flow::Quit),
            Some(Order::Greet) => return self.greet(host).map(|()| Flow::On),
            Some(Order::Ready) => return host.say("readyok").map(|()| Flow::On),
            Some(Order::Go) => return self.start(host, rest).map(|()| Flow::On),
            Some(Order::Stop) => {
                host.stop();
                Ok(())
            }
            Some(Order::PonderHit) => {
                let offers = |word: &&str| self.dialect.go_words().contains(&(*word, GoWord::Draw));
                self.go.draw |= rest.iter().any(offers);
                if self.go.ponder && !self.go.infinite {
                    host.release(self.limits.soft_time, self.limits.time);
                }
                Ok(())
            }
            Some(Order::NewGame) => {
                host.new_game();
                Ok(())
            }
            Some(Order::Position) => self.set_position(host.config(), rest),
            Some(Order::BarePosition) => self.set_position(host.config(), &words),
            Some(Order::Ban) => {
                let mut problems = Vec::new();
                self.banned = self.moves(rest, &mut problems);
                problems.into_iter().next().map_or(Ok(()), Err)
            }
            Some(Order::Set) => self.set_option(host, rest),
            Some(Order::Query) => match self.query(host.config(), rest.first()) {
                Some(answer) => {
                    return host.say(&format!("response {answer}")).map(|()| Flow::On);
                }
                None => Err("query: allowed: gameover, result, p1turn".into()),
            },
            Some(Order::Draw) => {
                let view = view::after::<D>(host.config(), &self.game);
                let board = board::terminal::draw(&view, DrawStyle::default(), None);
                let text = self.game.position().position_text();
                return host.say(&format!("{board}{text}")).map(|()| Flow::On);
            }
            Some(Order::Ignore) => Ok(()),
            None => {
                let known: Vec<_> = self.dialect.orders().iter().map(|entry| entry.0).collect();
                Err(format!("unknown line {first:.40?}, allowed: {}", known.join(", ")))
            }
        };
        if let Err(problem) = done {
            self.remark(host, &problem)?;
        }
        Ok(Flow::On)
    }

    fn iteration(
        &mut self,
        host: &mut EngineHost<'_, D>,
        iteration: &Iteration<Move<D>>,
    ) -> io::Result<()> {
        let units = host.units_per_point();
        for line in self.dialect.info(self.game.position(), iteration, units) {
            host.say(&line)?;
        }
        if let (Some(moves), Some(line)) = (self.go.mate, iteration.lines.first()) {
            let enough = 2 * moves as usize - 1;
            let won = line.score.distance().filter(|_| !line.score.is_loss());
            if won.is_some_and(|plies| plies <= enough) {
                host.stop();
            }
        }
        Ok(())
    }

    fn answer(&mut self, host: &mut EngineHost<'_, D>, report: &Report<D::Game>) -> io::Result<()> {
        let mut moves = match report.best {
            Some(best) if report.pv().first() == Some(&best) => {
                written(&self.dialect, self.game.position(), report.pv()).into_iter()
            }
            best => written(&self.dialect, self.game.position(), best.as_slice()).into_iter(),
        };
        let best = Best {
            mv: moves.next(),
            ponder: moves.next(),
            draw: self.go.draw && report.depth > 0 && self.dialect.accepts_draw(report.score),
        };
        host.say(&self.dialect.best(&best))
    }

    fn farewell(&mut self, host: &mut EngineHost<'_, D>) -> io::Result<()> {
        self.dialect.farewell().map_or(Ok(()), |word| host.say(word))
    }

    fn share(&mut self, host: &mut EngineHost<'_, D>, mv: Move<D>, lines: u64) -> io::Result<()> {
        let mv = self.dialect.write_move(self.game.position(), mv);
        host.say(&format!("{mv}: {lines}"))
    }

    fn total(&mut self, host: &mut EngineHost<'_, D>, lines: Option<u64>) -> io::Result<()> {
        match lines {
            Some(lines) => host.say(&format!("\nNodes searched: {lines}")),
            None => self.remark(host, "perft: stopped"),
        }
    }
}
