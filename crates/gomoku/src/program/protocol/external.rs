//! The manager's side of the Gomocup protocol: drives an external engine in a match.

use super::command::{Place, parse_point};
use super::info::rule_bits;
use crate::{Gomoku, Size};
use protocols::drive::{Answer, Protocol, Reply};
use protocols::{GameStart, GameState};
use search::{Game, Side};
use std::time::Duration;

/// The memory limit of Gomocup, 350 MiB, which every engine supports.
const MEMORY_BYTES: u64 = 350 << 20;
/// The time per move sent if the match has no time limit, because the protocol requires one: the shortest
/// of Gomocup.
const USUAL: Duration = Duration::from_secs(5);
/// The value of `time_left` without a clock.
const NO_LIMIT: u128 = i32::MAX as u128;

/// The protocol, and how much of the game the engine has been sent.
///
/// The opponent's moves are sent one by one (`TURN`). After an opening, all stones are sent (`BOARD`). The
/// protocol has no depth and node limits.
#[derive(Clone, Debug, Default)]
pub struct GomocupEngine {
    /// The number of moves of the game on the engine's board.
    known: usize,
    /// Whether the rule and the memory limit have been sent.
    is_informed: bool,
}

impl GomocupEngine {
    /// The `INFO` lines before a request for a move.
    fn info(&mut self, state: &GameState<'_, Gomoku>) -> Vec<String> {
        let millis = |seconds: f64| Duration::from_secs_f64(seconds).as_millis().max(1);
        let mut lines = Vec::new();
        let mut tell = |key: &str, value: u128| lines.push(format!("INFO {key} {value}"));
        let (control, left) = (state.control, state.clock.left);
        if !std::mem::replace(&mut self.is_informed, true) {
            // The opponent is an engine.
            tell("game_type", 1);
            tell("rule", rule_bits(state.game.start().rule()).into());
            tell("max_memory", MEMORY_BYTES.into());
            tell("timeout_match", control.clock.map_or(0, |clock| millis(clock.base)));
        }
        let turn = match (control.time, left) {
            (Some(seconds), _) => millis(seconds),
            (None, Some(left)) => left.as_millis(),
            (None, None) => USUAL.as_millis(),
        };
        tell("timeout_turn", turn);
        tell("time_left", left.map_or(NO_LIMIT, |left| left.as_millis().min(NO_LIMIT - 1)));
        lines
    }

    /// All stones of the board: the engine's are 1, the opponent's 2.
    fn board(state: &GameState<'_, Gomoku>) -> Vec<String> {
        let own = state.game.position().side();
        let line =
            |point, side: Side| format!("{},{}", Place(point), if side == own { 1 } else { 2 });
        let start = state.game.start();
        let stood =
            |side| start.size().iter().filter(move |&point| start.stone(point) == Some(side));
        let mut lines = vec!["BOARD".to_owned()];
        // The order of the start position's stones is not known; engines expect black first.
        let (mut black, mut white) = (stood(Side::First), stood(Side::Second));
        loop {
            let pair = [(black.next(), Side::First), (white.next(), Side::Second)];
            if pair.iter().all(|(point, _)| point.is_none()) {
                break;
            }
            lines.extend(pair.iter().filter_map(|&(point, side)| Some(line(point?, side))));
        }
        let mut side = start.side();
        for point in state.game.moves() {
            lines.push(line(point, side));
            side = !side;
        }
        lines.push("DONE".to_owned());
        lines
    }
}

fn start_line(size: Size) -> String {
    if size.rows == size.columns {
        format!("START {}", size.rows)
    } else {
        format!("RECTSTART {},{}", size.columns, size.rows)
    }
}

/// The first word of a line, in upper case.
fn word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
}

impl Protocol<Gomoku> for GomocupEngine {
    fn greeting(&mut self) -> Vec<String> {
        vec!["ABOUT".into()]
    }

    fn greeted(&mut self, line: &str) -> Reply {
        match word(line).as_str() {
            "" | "MESSAGE" | "DEBUG" => Reply::Wait,
            // Any other reply shows that the engine is running.
            _ => Reply::Ready,
        }
    }

    fn new_game(&mut self, game: &GameStart<'_, Gomoku>) -> Vec<String> {
        *self = GomocupEngine::default();
        vec![start_line(game.start.size())]
    }

    fn game_begun(&mut self, line: &str) -> Reply {
        match word(line).as_str() {
            "OK" => Reply::Ready,
            "ERROR" | "UNKNOWN" => Reply::Broken(line.to_owned()),
            _ => Reply::Wait,
        }
    }

    fn ask(&mut self, state: &GameState<'_, Gomoku>) -> Vec<String> {
        let mut lines = self.info(state);
        let played = state.game.plies();
        let began_empty = state.game.start().empties() == state.game.start().size().points();
        match state.game.last() {
            None if began_empty => lines.push("BEGIN".into()),
            Some(last) if played == self.known + 1 && (began_empty || self.known > 0) => {
                lines.push(format!("TURN {}", Place(last)));
            }
            // Only at the start of a game, so the engine's board is empty.
            _ => lines.extend(GomocupEngine::board(state)),
        }
        // Includes the move that is requested now.
        self.known = played + 1;
        lines
    }

    fn answer(&mut self, state: &GameState<'_, Gomoku>, line: &str) -> Answer<crate::Point> {
        let line = line.trim();
        let text = match word(line).as_str() {
            "ERROR" | "UNKNOWN" => return Answer::Broken(line.to_owned()),
            // A manager may reject a suggestion; this one always accepts.
            "SUGGEST" => line["SUGGEST".len()..].trim(),
            _ if line.starts_with(|c: char| c.is_ascii_digit() || c == '-') => line,
            // Remarks and other output.
            _ => return Answer::Wait,
        };
        match parse_point(state.game.position().size(), text) {
            Ok(point) if state.game.position().is_legal(point) => Answer::Move(point),
            _ => Answer::Illegal(text.to_owned()),
        }
    }

    fn stop(&self) -> Vec<String> {
        Vec::new()
    }

    fn quit(&self) -> Vec<String> {
        vec!["END".into()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, Rule};
    use protocols::{Clock, Control};
    use record::PlayedGame;
    use search::{Notation, StopFlag};

    /// A game with its time control.
    struct Setup {
        game: PlayedGame<Gomoku>,
        control: Control,
        stop: StopFlag,
    }

    impl Setup {
        fn new(start: &str, moves: &str) -> Setup {
            let start = Gomoku::parse_position(start).unwrap();
            let mut game = PlayedGame::new(start);
            for text in moves.split_whitespace() {
                game.play(game.position().parse_move(text).unwrap()).unwrap();
            }
            let control = Control { time: Some(0.5), ..Control::default() };
            Setup { game, control, stop: StopFlag::new() }
        }

        fn state(&self) -> GameState<'_, Gomoku> {
            GameState {
                game: &self.game,
                control: &self.control,
                clock: Clock::default(),
                allowed: None,
                stop: &self.stop,
            }
        }
    }

    const EMPTY: &str = "...../...../...../...../..... X renju";

    fn without_info(lines: Vec<String>) -> Vec<String> {
        lines.into_iter().filter(|line| !line.starts_with("INFO")).collect()
    }

    #[test]
    fn a_game_is_sent_move_by_move() {
        let mut engine = GomocupEngine::default();
        let lines = engine.ask(&Setup::new(EMPTY, "").state());
        for line in ["INFO rule 4", "INFO timeout_turn 500", "INFO time_left 2147483647", "BEGIN"] {
            assert!(lines.iter().any(|found| found == line), "{line} in {lines:?}");
        }
        let lines = engine.ask(&Setup::new(EMPTY, "c3 d4").state());
        assert_eq!(lines, ["INFO timeout_turn 500", "INFO time_left 2147483647", "TURN 3,1"]);
    }

    #[test]
    fn the_first_move_of_the_opponent_is_a_turn_and_an_opening_is_a_board() {
        let lines = GomocupEngine::default().ask(&Setup::new(EMPTY, "c3").state());
        assert_eq!(without_info(lines), ["TURN 2,2"]);
        let lines = GomocupEngine::default().ask(&Setup::new(EMPTY, "c3 d4 e5").state());
        assert_eq!(without_info(lines), ["BOARD", "2,2,2", "3,1,1", "4,0,2", "DONE"]);
        let start = "XO.../...../...../...../..... X";
        let mut engine = GomocupEngine::default();
        let lines = engine.ask(&Setup::new(start, "").state());
        assert_eq!(without_info(lines), ["BOARD", "0,0,1", "1,0,2", "DONE"]);
        let lines = engine.ask(&Setup::new(start, "c3 d4").state());
        assert_eq!(without_info(lines), ["TURN 3,1"]);
    }

    #[test]
    fn a_clock_is_sent_in_milliseconds() {
        let mut setup = Setup::new(EMPTY, "");
        setup.control = "clock=60+1".parse().unwrap();
        let mut state = setup.state();
        state.clock.left = Some(Duration::from_millis(59_500));
        let lines = GomocupEngine::default().ask(&state);
        for line in ["INFO timeout_match 60000", "INFO timeout_turn 59500", "INFO time_left 59500"]
        {
            assert!(lines.iter().any(|found| found == line), "{line} in {lines:?}");
        }
    }

    #[test]
    fn answers_are_moves_remarks_or_faults() {
        let setup = Setup::new(EMPTY, "c3");
        let read = |line: &str| GomocupEngine::default().answer(&setup.state(), line);
        assert_eq!(read(" 1,0 "), Answer::Move(Point::new(0, 1)));
        assert_eq!(read("SUGGEST 1,0"), Answer::Move(Point::new(0, 1)));
        for remark in ["", "OK", "MESSAGE 1,0", "DEBUG depth 3", "thinking..."] {
            assert_eq!(read(remark), Answer::Wait, "{remark}");
        }
        assert_eq!(read("2,2"), Answer::Illegal("2,2".into()));
        assert_eq!(read("-1,2"), Answer::Illegal("-1,2".into()));
        assert_eq!(read("ERROR why"), Answer::Broken("ERROR why".into()));
    }

    #[test]
    fn greetings_and_boards_are_acknowledged() {
        let mut engine = GomocupEngine::default();
        assert_eq!(engine.greeted("MESSAGE loading"), Reply::Wait);
        assert_eq!(engine.greeted("name=\"x\""), Reply::Ready);
        assert_eq!(engine.game_begun("DEBUG x"), Reply::Wait);
        assert_eq!(engine.game_begun("OK - everything is good"), Reply::Ready);
        assert_eq!(engine.game_begun("ERROR size"), Reply::Broken("ERROR size".into()));
        assert_eq!(start_line(Size { rows: 15, columns: 20 }), "RECTSTART 20,15");
        let size = Gomoku::new(Size::square(19), Rule::Caro).size();
        assert_eq!(start_line(size), "START 19");
    }
}
