//! The command `floatfloat`.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    floatfloat_cli::watch_signals();
    // Where the system does not say what runs here, devices cannot be started, and say so.
    let own = env::current_exe().into_iter().map(Into::into).collect();
    floatfloat_cli::run(env::args_os(), own).into()
}
