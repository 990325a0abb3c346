//! The command `floatfloat`: results on stdout, progress and errors on stderr.

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
use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::watch();
    let outcome = match Arguments::try_parse() {
        Ok(arguments) => commands::run(arguments),
        Err(error) => return failure::usage(&error),
    };
    match outcome {
        Ok(outcome) => outcome.exit_code(),
        Err(failure) => failure.report(),
    }
}
