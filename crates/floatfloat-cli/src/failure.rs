//! What can stop a command, and the exit status it leaves.

use floatfloat::UnknownLevel;
use floatfloat_lab::error::Error;
use std::io::{self, Write};

/// How a command that ran to its end turned out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as it should be.
    Good,
    /// A bound was exceeded or a machine failed.
    FindingFailed,
}

impl Outcome {
    /// 0 or 1.
    pub fn exit_status(self) -> u8 {
        match self {
            Outcome::Good => 0,
            Outcome::FindingFailed => 1,
        }
    }
}

/// Exit status after an interruption, as shells give it for SIGINT.
pub const INTERRUPTED: u8 = 130;

/// What stopped a command.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Bad input, or something that could not be read, written or computed.
    #[error(transparent)]
    Lab(#[from] Error),
    /// Results or a page that could not be read, written or drawn.
    #[error(transparent)]
    Report(#[from] floatfloat_report::Error),
    /// The environment asks for an instruction set that there is none of.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// Experiments that failed while others went on; each was told of when it happened.
    #[error("{0} of the experiments failed; the same command repeats them and keeps the others")]
    Experiments(usize),
    /// Standard output does not take the results.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Tells the user on stderr and gives the exit status. A reader that closed the pipe has had
    /// enough: no error.
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

/// Writes what clap has to say: help and version to stdout, where they are the result, a usage error
/// to stderr.
pub fn usage(message: &clap::Error) -> u8 {
    let written = message.print().and_then(|()| io::stdout().flush());
    match written {
        Err(error) if !message.use_stderr() => Failure::Output(error).report(),
        _ => u8::try_from(message.exit_code()).unwrap_or(2),
    }
}

/// The word that begins an error message, as clap writes it.
pub const ERROR: &str = "\x1b[1;31merror:\x1b[0m";

/// Writes a line to stderr, in colour if that is a terminal. If stderr is closed nobody listens.
pub fn complain(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}
