//! What a game brings to the harness: [`Domain`]. Implement it once and the binary has every verb.

use crate::cli::{Tool, Verb};
use crate::facade::GameOption;
use crate::formats::Format;
use crate::verbs;
use crate::verbs::batch::Kind;
use config::{ConfigProblem, Document, Embedded};
use protocols::Playable;

/// A [`Playable`] game as a command-line program.
pub trait Domain: Playable {
    /// One line for `--help`.
    const ABOUT: &'static str;

    /// The files of `configs/<name>/`, see [`Tool::CONFIGS`].
    const CONFIGS: Embedded;

    /// What a player chooses before a game, for programs with a dialogue; none by default.
    const OPTIONS: &'static [GameOption] = &[];

    /// Reads the files that a configuration names; see [`Tool::read_files`].
    fn read_files(
        config: &Self::Config,
        document: &Document,
    ) -> Result<Self::Files, ConfigProblem> {
        let _ = (config, document);
        Ok(Self::Files::default())
    }

    /// The fixed positions of `bench`, as position strings, each with the depth to search it to.
    fn bench_positions() -> &'static [(&'static str, u32)];

    /// Verbs beyond the standard ones: protocols (`uci`, `gtp`), solvers.
    fn extra_verbs() -> Vec<Verb<Self>> {
        Vec::new()
    }

    /// Formats of games beyond those that every game has, which are `toml`, `jsonl` and `moves`: what
    /// `convert` reads and writes.
    fn formats() -> Vec<Format<Self>> {
        Vec::new()
    }

    /// The verb that a program of this name runs; see [`Tool::verb_of_program`].
    fn verb_of_program(program: &str) -> Option<&'static str> {
        let _ = program;
        None
    }

    /// Kinds of fixture cases beyond `analyse`, `eval` and `perft`.
    fn extra_fixture_kinds() -> Vec<Kind<Self>> {
        Vec::new()
    }
}

/// Every game is a tool with the standard verbs and its own.
impl<D: Domain> Tool for D {
    type Config = <D as Playable>::Config;
    type Files = <D as Playable>::Files;
    const NAME: &'static str = <D as Playable>::NAME;
    const ABOUT: &'static str = <D as Domain>::ABOUT;
    const CONFIGS: Embedded = <D as Domain>::CONFIGS;

    fn read_files(
        config: &Self::Config,
        document: &Document,
    ) -> Result<Self::Files, ConfigProblem> {
        <D as Domain>::read_files(config, document)
    }

    fn check(config: &Self::Config) -> Result<(), ConfigProblem> {
        <D as Playable>::check(config)
    }

    fn verbs() -> Vec<Verb<D>> {
        let mut all = verbs::standard();
        all.extend(D::extra_verbs());
        all
    }

    fn fixture_kinds() -> Vec<Kind<D>> {
        let mut all = verbs::batch::standard_kinds();
        all.extend(D::extra_fixture_kinds());
        all
    }

    fn verb_of_program(program: &str) -> Option<&'static str> {
        <D as Domain>::verb_of_program(program)
    }

    fn threads(config: &Self::Config) -> usize {
        D::search(config).threads
    }
}
