//! The binary of a domain in a conversation, as a program of the UCI family. The tests that include this
//! file say which `BINARY` it is.

use super::BINARY;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An engine that is spoken to.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the verb that is a protocol.
    pub(crate) fn start(verb: &str) -> Engine {
        let mut child = Command::new(BINARY)
            .arg(verb)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("the engine listens");
        let output = BufReader::new(child.stdout.take().expect("the engine talks"));
        Engine { child, input, output }
    }

    pub(crate) fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// Reads up to a line that begins with a word, and returns that line.
    pub(crate) fn hear(&mut self, word: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("the engine talks"), 0, "no {word}");
            if line.starts_with(word) {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Says no more; the engine has to end well.
    pub(crate) fn end(self) {
        let Engine { mut child, input, .. } = self;
        drop(input);
        assert!(child.wait().expect("the engine ends").success());
    }
}
