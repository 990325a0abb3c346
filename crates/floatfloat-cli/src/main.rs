//! The command `floatfloat`.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    floatfloat_cli::watch_signals();
    // If the system does not report the path of this program, devices cannot be started, and an
    // error says so.
    let own = env::current_exe().into_iter().map(Into::into).collect();
    floatfloat_cli::run(env::args_os(), own).into()
}
