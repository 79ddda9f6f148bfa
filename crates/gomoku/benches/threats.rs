//! Threat searches over the positions of `../shared/data/gomoku`: the number of wins found and proved,
//! and the time taken. Run with `scripts/bench gomoku.threats`.
//!
//! `vcf.jsonl` is labelled by exhaustive search: every labelled win must be found, and no other.
//! `vct.jsonl` holds problems with a win by fours and threes, with a limit of one second each. Every win
//! is verified by the proof checker. Environment variables: `EVERY=10` takes every tenth position,
//! `NODES=300000` limits nodes instead of time, which gives the same result on every machine, and
//! `LIST=1` prints a line for each problem.

use gomoku::threats::{Proof, Vcf, Vct, check};
use gomoku::{Gomoku, Point, Rule, Size};
use search::{Side, StopFlag, StopSignal};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};

fn positions(name: &str) -> Option<Vec<Value>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = ["../shared", "../../shared"].map(|shared| root.join(shared));
    let path = folder.iter().map(|folder| folder.join("data/gomoku").join(name));
    let text = path.filter_map(|path| std::fs::read_to_string(path).ok()).next();
    let text = match text {
        Some(text) => text,
        None => {
            println!("skipped: {name} not found in ../shared/data/gomoku");
            return None;
        }
    };
    Some(text.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect())
}

fn position(record: &Value) -> Gomoku {
    let stones = |key: &str, side: Side| -> Vec<(Point, Side)> {
        let points = record[key].as_array().expect("a list of points").iter();
        let point = |text: &Value| {
            let (x, y) = text.as_str().and_then(|text| text.split_once(',')).expect("x,y");
            Point::new(y.parse().expect("a row"), x.parse().expect("a column"))
        };
        points.map(|text| (point(text), side)).collect()
    };
    let size = record["size"].as_u64().expect("a size") as u8;
    let side = if record["to_move"] == "black" { Side::First } else { Side::Second };
    let stones = [stones("black", Side::First), stones("white", Side::Second)].concat();
    Gomoku::with_stones(Size::square(size), Rule::Freestyle, stones, side)
}

fn median(times: &mut [f64]) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2] * 1e3, times[times.len() - 1] * 1e3)
}

/// A number from the environment.
fn from_env(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn sample(records: Vec<Value>) -> Vec<Value> {
    let every = from_env("EVERY").unwrap_or(1).max(1);
    records.into_iter().step_by(every as usize).collect()
}

fn fours() -> bool {
    let Some(records) = positions("vcf.jsonl") else { return true };
    let records = sample(records);
    let (mut times, mut labelled, mut found, mut wrong, mut nodes) = (Vec::new(), 0, 0, 0, 0);
    for record in &records {
        let mut game = position(record);
        let win = record["freestyle_vcf"] == true;
        let started = Instant::now();
        let mut vcf = Vcf::new(16);
        let stop = StopSignal::new(StopFlag::new(), None);
        let proof = vcf.solve(&mut game, u64::MAX, &stop).expect("the search has no limit");
        times.push(started.elapsed().as_secs_f64());
        nodes += vcf.nodes();
        labelled += usize::from(win);
        let proved = proof.as_ref().is_some_and(|proof| check::check(&game, proof).is_ok());
        found += usize::from(win && proved);
        if proof.is_some() != proved || proved != win {
            wrong += 1;
            println!(
                "{}: labelled {win}, found {}, proved {proved}",
                record["id"],
                proof.is_some()
            );
        }
    }
    let (median, most) = median(&mut times);
    println!(
        "vcf.jsonl: {} positions, {labelled} labelled wins, {found} found and proved, {wrong} wrong; \
         median {median:.3} ms, most {most:.1} ms, {nodes} nodes",
        records.len()
    );
    println!(
        "figure: gomoku wins by continuous fours, {} labelled positions | {found} of {labelled} found and \
         proved, {wrong} claimed wrongly; median {median:.2} ms",
        records.len()
    );
    wrong == 0
}

fn threes() -> bool {
    let Some(records) = positions("vct.jsonl") else { return true };
    let records = sample(records);
    let nodes_each = from_env("NODES");
    let limit =
        if nodes_each.is_some() { Duration::from_secs(3600) } else { Duration::from_secs(1) };
    let (mut times, mut solved, mut false_proofs, mut denied, mut nodes) = (Vec::new(), 0, 0, 0, 0);
    for record in &records {
        let mut game = position(record);
        let started = Instant::now();
        let mut vct = Vct::new(16);
        let stop = StopSignal::new(StopFlag::new(), Some(started + limit));
        let proof = vct.solve(&mut game, nodes_each.unwrap_or(u64::MAX), &stop);
        let time = started.elapsed().as_secs_f64();
        times.push(time);
        nodes += vct.nodes();
        if from_env("LIST").is_some() {
            let moves = proof.as_ref().map(|proof| proof.as_ref().map(Proof::length));
            println!("{} {moves:?} {} nodes {:.1} ms", record["id"], vct.nodes(), time * 1e3);
        }
        match proof {
            Ok(Some(proof)) if check::check(&game, &proof).is_ok() => solved += 1,
            Ok(Some(proof)) => {
                false_proofs += 1;
                println!("{}: {:?}", record["id"], check::check(&game, &proof));
            }
            Ok(None) => denied += 1,
            Err(_) => {}
        }
    }
    let total: f64 = times.iter().sum();
    let (median, most) = median(&mut times);
    let share = 100.0 * f64::from(solved) / records.len() as f64;
    println!(
        "vct.jsonl: {} positions, {solved} solved and proved ({share:.1} %), {denied} without a \
         win by such threats, {false_proofs} false proofs; median {median:.2} ms, most \
         {most:.0} ms, {:.0} nodes/s",
        records.len(),
        nodes as f64 / total
    );
    let each = match nodes_each {
        Some(nodes) => format!("{nodes} nodes"),
        None => "1 s".to_owned(),
    };
    println!(
        "figure: gomoku wins by fours and threes, {} positions, at most {each} for each | {solved} \
         ({share:.1} %) solved and proved, {false_proofs} claimed wrongly; median {median:.0} ms",
        records.len()
    );
    false_proofs == 0 && share >= 90.0
}

fn main() {
    let (fours, threes) = (fours(), threes());
    if !(fours && threes) {
        std::process::exit(1);
    }
}
