//! Laws of the text form: what was written reads back, and nothing that is read panics.

use super::*;
use proptest::prelude::*;
use search::Side;

type Heap = proof_games::heap::Heap<3>;

fn replay(record: &GameRecord) -> Result<PlayedGame<Heap>, String> {
    record.replay(Heap::parse_position).map_err(|error| error.to_string())
}

fn remarks() -> impl Strategy<Value = Remarks> {
    // Short decimals: what is written of longer ones may differ in the last bit.
    let decimal = |range: std::ops::Range<i64>| {
        prop::option::of(range.prop_map(|millionths| millionths as f64 / 1e6))
    };
    (
        decimal(-1 << 40..1 << 40),
        prop::option::of(-99i64..99),
        prop::option::of(0u32..99),
        prop::option::of(0u64..1 << 60),
        decimal(0..1 << 40),
    )
        .prop_map(|(score, proven, depth, nodes, seconds)| Remarks {
            score,
            proven,
            depth,
            nodes,
            seconds,
        })
}

fn game() -> impl Strategy<Value = PlayedGame<Heap>> {
    let moves = prop::collection::vec((1u8..=3, remarks()), 0..12);
    let reason = prop::sample::select(vec![
        Termination::PathRule,
        Termination::Resigned,
        Termination::TimeForfeit,
        Termination::Unknown,
    ]);
    let detail = prop::option::of(".{0,9}");
    let ending = prop::option::of((reason, detail));
    let texts = prop::collection::vec((".{0,5}", ".{0,9}"), 0..3);
    (1u8..=20, moves, ending, [".{0,6}", ".{0,6}"], prop::option::of(".{0,9}"), texts).prop_map(
        |(stones, moves, ending, players, rules, tags)| {
            let mut game = PlayedGame::new(Heap::of(stones));
            for (take, remarks) in moves {
                let _ = game.play_with(take, remarks);
            }
            if let (Some((reason, detail)), None) = (ending, game.outcome()) {
                game.end(Ending { outcome: Outcome::Draw, reason, detail });
            }
            game.opening = game.plies() / 2;
            game.comments = tags
                .iter()
                .map(|tag| Comment { after: game.plies(), text: tag.1.clone() })
                .collect();
            (game.players, game.rules, game.tags) = (players, rules, tags);
            game
        },
    )
}

#[test]
fn a_record_is_one_readable_line() {
    let mut game = PlayedGame::new(Heap::of(7));
    game.play(1).unwrap();
    game.opening = 1;
    let remarks = Remarks { score: Some(-1.5), depth: Some(4), ..Remarks::default() };
    game.play_with(2, remarks).unwrap();
    game.players = ["a".into(), "b".into()];
    let detail = Some("a played the illegal move \"9\"".to_owned());
    let outcome = Outcome::Win(Side::Second);
    game.end(Ending { outcome, reason: Termination::IllegalMove, detail });
    let record = GameRecord { number: Some(3), ..game.record("heap") };
    assert_eq!(
        serde_json::to_string(&record).unwrap(),
        "{\"game\":\"heap\",\"number\":3,\"players\":[\"a\",\"b\"],\"start\":\"7 A\",\"opening\":1,\
         \"moves\":[\"1\",{\"move\":\"2\",\"score\":-1.5,\"depth\":4}],\"result\":\"0-1\",\
         \"reason\":\"illegal-move\",\"detail\":\"a played the illegal move \\\"9\\\"\"}"
    );
    assert_eq!(
        record.to_string(),
        "game 3: a - b 0-1, 2 plies, illegal-move (a played the illegal move \"9\")"
    );
}

#[test]
fn what_does_not_fit_is_refused_by_its_place() {
    for (line, expected) in [
        (r#"{"start":"7","moves":[]}"#, "start: heap: found 7"),
        (r#"{"start":"7 A","moves":["1","4"]}"#, "move 2: move: found 4"),
        (r#"{"start":"1 A","moves":["1","1"]}"#, "move 2: found `1`, but the game is over"),
        (r#"{"start":"7 A","moves":["1"],"opening":2}"#, "opening: found 2, allowed: 0 to 1"),
        (r#"{"start":"1 A","moves":["1"],"result":"0-1"}"#, "result: found 0-1, allowed: 1-0"),
        (r#"{"start":"7 A","moves":[],"reason":"hung"}"#, "reason: found hung"),
        (r#"{"start":"7 A","moves":[],"result":"1-0","reason":"rules"}"#, "reason: found rules"),
        (r#"{"start":"7 A","moves":[{"move":"1","seconds":-1.0}]}"#, "move 1: seconds: found -1"),
    ] {
        let line = line.replacen('{', r#"{"game":"heap","#, 1);
        let error = replay(&serde_json::from_str(&line).unwrap()).unwrap_err();
        assert!(error.starts_with(expected), "{line}: {error}");
    }
    for (line, expected) in [
        (r#"{"game":"heap","start":"7 A","moves":[],"winner":1}"#, "unknown field `winner`"),
        (r#"{"game":"heap","start":"7 A","moves":[{"depth":1}]}"#, "missing field `move`"),
        (r#"{"game":"heap","start":"7 A","moves":[{"move":"1","x":1}]}"#, "unknown field `x`"),
        (r#"{"game":"heap","start":"7 A","moves":[],"result":"2-0"}"#, "unknown variant `2-0`"),
    ] {
        let error = serde_json::from_str::<GameRecord>(line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{line}: {error}");
    }
}

#[test]
fn a_result_without_a_reason_is_kept_as_such() {
    let line = r#"{"game":"heap","start":"7 A","moves":["1"],"result":"1-0"}"#;
    let game = replay(&serde_json::from_str(line).unwrap()).unwrap();
    assert_eq!(game.ending().unwrap().reason, Termination::Unknown);
    let line = r#"{"game":"heap","start":"1 A","moves":["1"]}"#;
    let game = replay(&serde_json::from_str(line).unwrap()).unwrap();
    assert_eq!(game.ending().unwrap().reason, Termination::Rules);
}

proptest! {
    #[test]
    fn games_read_back_from_json_and_toml(game in game()) {
        let record = game.record("heap");
        let line = serde_json::to_string(&record).unwrap();
        prop_assert_eq!(line.lines().count(), 1);
        let back: GameRecord = serde_json::from_str(&line).unwrap();
        prop_assert_eq!(&back, &record);
        let back: GameRecord = toml::from_str(&toml::to_string_pretty(&record).unwrap()).unwrap();
        prop_assert_eq!(&back, &record);
        prop_assert_eq!(replay(&back).unwrap(), game);
    }

    #[test]
    fn reading_a_damaged_record_never_panics(game in game(), at in 0usize..300, with in ".{0,4}") {
        let mut line: Vec<char> = serde_json::to_string(&game.record("heap")).unwrap().chars().collect();
        let at = at.min(line.len());
        line.splice(at..line.len().min(at + 3), with.chars());
        if let Ok(record) = serde_json::from_str::<GameRecord>(&line.into_iter().collect::<String>()) {
            let _ = replay(&record);
        }
    }
}
