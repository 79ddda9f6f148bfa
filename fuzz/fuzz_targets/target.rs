//! One of the targets of `plywood-fuzzing`, named by the environment variable `FUZZ_TARGET`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static TARGET: LazyLock<fuzzing::Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    fuzzing::target(&name).unwrap_or_else(|| {
        let names: Vec<&str> = fuzzing::TARGETS.iter().map(|target| target.name).collect();
        eprintln!("FUZZ_TARGET: found {name:?}, accepted: {}", names.join(", "));
        std::process::exit(2);
    })
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
