//! The command `floatfloat` as a library, for programs that contain it: results go to stdout, progress
//! and errors to stderr.
//!
//! ```
//! let run = |arguments: [&str; 2]| floatfloat_cli::run(arguments, Vec::new());
//! assert_eq!(run(["floatfloat", "--version"]), 0);
//! assert_eq!(run(["floatfloat", "no such command"]), 2);
//! ```
//!
//! # What the host program does
//!
//! * Signals: [`run`] does not handle them. [`watch_signals`] handles Ctrl-C; a host program that handles
//!   it itself does not call this function.
//! * Devices: each device runs in a process of its own. [`run`] starts these processes with the command that the host
//!   program names: a program and arguments that call [`run`] with the arguments that follow. Without such a command no
//!   process is started, and every device except the processor is reported as one that could not be started.

mod arguments;
mod commands;
mod drivers;
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

/// Runs the command with these arguments and returns its exit status: 0 success, 1 a finding failed, 2 error
/// or usage, 130 interrupted. The first argument is the name of the command. `own` is the command that starts
/// this program, for the processes of devices: `["/usr/bin/floatfloat"]`, `["python3", "-m", "floatfloat"]`.
///
/// Only one call at a time: a second concurrent call shares its terminal and its interruption.
pub fn run<I>(arguments: I, own: Vec<OsString>) -> u8
where
    I: IntoIterator<Item: Into<OsString> + Clone>,
{
    interrupt::begin();
    let outcome = match Arguments::try_parse_from(arguments) {
        Ok(mut arguments) => {
            arguments.common.own = own;
            commands::run(arguments)
        }
        Err(error) => return failure::usage(&error),
    };
    match outcome {
        Ok(outcome) => outcome.exit_status(),
        Err(failure) => failure.report(),
    }
}

/// The code in the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
