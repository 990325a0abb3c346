//! The command `floatfloat` as a library, for programs that contain it: results go to stdout, progress
//! and errors to stderr.
//!
//! ```
//! assert_eq!(floatfloat_cli::run(["floatfloat", "--version"]), 0);
//! assert_eq!(floatfloat_cli::run(["floatfloat", "sum", "no such file"]), 2);
//! ```
//!
//! # What the host program does
//!
//! * Signals: [`run`] does not handle them. [`watch_signals`] handles Ctrl-C; a host program that handles
//!   it itself does not call this function.
//! * `XDG_RUNTIME_DIR`: graphics drivers on Linux write an error to stderr where it is not set. Setting
//!   an environment variable is safe only before the first thread starts, so only the
//!   host program can do it; the command sets it to a private folder.

mod arguments;
mod commands;
mod failure;
mod findings;
mod interrupt;
mod output;
mod progress;
mod text;

use arguments::Arguments;
use clap::Parser;
use std::ffi::OsString;

pub use interrupt::watch_signals;

/// Runs the command with these arguments, the first of which is its name, and returns its exit
/// status: 0 success, 1 a finding failed, 2 error or usage, 130 interrupted.
///
/// One call at a time: a second that runs beside it shares its terminal and its interruption.
pub fn run<I>(arguments: I) -> u8
where
    I: IntoIterator<Item: Into<OsString> + Clone>,
{
    interrupt::begin();
    let outcome = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => commands::run(arguments),
        Err(error) => return failure::usage(&error),
    };
    match outcome {
        Ok(outcome) => outcome.exit_status(),
        Err(failure) => failure.report(),
    }
}

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
