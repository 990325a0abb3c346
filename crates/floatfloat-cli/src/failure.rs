//! The errors that end a command, and its exit status.

use floatfloat::UnknownLevel;
use floatfloat_lab::error::Error;
use std::io::{self, Write};

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as it should be.
    Good,
    /// A bound was exceeded or a machine failed.
    FindingFailed,
}

impl Outcome {
    /// The exit status: 0 or 1.
    pub fn exit_status(self) -> u8 {
        match self {
            Outcome::Good => 0,
            Outcome::FindingFailed => 1,
        }
    }
}

/// The exit status after an interruption, as shells give it for SIGINT.
pub const INTERRUPTED: u8 = 130;

/// The reason why a command ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Bad input, or something that could not be read, written or computed.
    #[error(transparent)]
    Lab(#[from] Error),
    /// Results or a page that could not be read, written or drawn.
    #[error(transparent)]
    Report(#[from] floatfloat_report::Error),
    /// The environment requests an unknown instruction set.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// Some experiments failed while others continued. Each failure was reported when it happened.
    #[error("{0} of the experiments failed; the same command repeats them and keeps the others")]
    Experiments(usize),
    /// Standard output does not accept the results.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Reports the failure on stderr and returns the exit status. If the reader has closed the
    /// pipe, this is not an error.
    pub fn report(self) -> u8 {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Lab(Error::Interrupted) => {
                complain("interrupted");
                INTERRUPTED
            }
            failure => {
                complain(&format!("{ERROR} {failure}"));
                2
            }
        }
    }
}

/// Writes clap's message: help and version are results and go to stdout, a usage error goes to
/// stderr.
pub fn usage(message: &clap::Error) -> u8 {
    let written = message.print().and_then(|()| io::stdout().flush());
    match written {
        Err(error) if !message.use_stderr() => Failure::Output(error).report(),
        _ => u8::try_from(message.exit_code()).unwrap_or(2),
    }
}

/// The word at the beginning of an error message, as clap writes it.
pub const ERROR: &str = "\x1b[1;31merror:\x1b[0m";

/// Writes a line to stderr, in colour on a terminal. If stderr is closed, the line is dropped.
pub fn complain(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}
