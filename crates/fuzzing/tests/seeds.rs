//! Every target over its seeds and over changed copies of them: a short fuzzing run on every machine.

use fuzzing::TARGETS;
use search::rng::Rng;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds")
}

fn seeds(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries =
        fs::read_dir(folder().join(name)).unwrap_or_else(|_| panic!("{name} has no seeds"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("a seed"))).collect()
}

/// A copy with a few bytes changed, removed, repeated or exchanged for those of another place.
fn changed(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(16)).min(bytes.len());
        match rng.below(5) {
            0 if at < bytes.len() => bytes[at] = rng.next_u64() as u8,
            1 => drop(bytes.drain(at..end)),
            2 => bytes.insert(at, rng.next_u64() as u8),
            3 => {
                let part = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

#[test]
fn no_target_fails_on_its_seeds_or_on_changed_copies() {
    for target in TARGETS {
        let seeds = seeds(target.name);
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        let copies = if target.is_slow { 8 } else { 200 };
        let mut rng = Rng::new(1);
        for (path, bytes) in seeds {
            println!("{}", path.display());
            (target.run)(&bytes);
            for copy in 0..copies {
                println!("changed copy {copy}");
                (target.run)(&changed(&bytes, &mut rng));
            }
        }
    }
}

#[test]
fn every_folder_of_seeds_belongs_to_a_target() {
    for entry in fs::read_dir(folder()).expect("seeds") {
        let name = entry.expect("a folder").file_name().into_string().expect("text");
        assert!(fuzzing::target(&name).is_some(), "{name} is no target");
    }
}
