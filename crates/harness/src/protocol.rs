//! Protocols as verbs: an engine that is spoken to on standard input and output.

use crate::Domain;
use crate::cli::{Context, Finish, HarnessError};
use clap::Args;
use protocols::serve::uci::{Session, Ugi};
use protocols::serve::{Language, ServeError, converse};
use std::io;

/// Serves a protocol on standard input and output: the whole of its verb.
pub fn converse_on_stdio<D: Domain>(
    context: &Context<D>,
    language: impl Language<D>,
) -> Result<Finish, HarnessError> {
    let input = io::BufReader::new(io::stdin());
    match converse(language, context.config().clone(), input, &mut io::stdout()) {
        Ok(()) => Ok(Finish::Done),
        Err(ServeError::Output(error)) => Err(HarnessError::Output(error)),
        Err(error) => Err(HarnessError::other(error)),
    }
}

/// Arguments of `ugi`: none.
#[derive(Args, Clone, Copy, Debug)]
pub struct UgiArgs {}

/// The verb `ugi` of any game.
pub fn run_ugi<D: Domain>(context: &Context<D>, _: UgiArgs) -> Result<Finish, HarnessError> {
    converse_on_stdio(context, Session::new(Ugi, &context.config().config))
}
