//! The command `floatfloat`.

use std::{
    env,
    process::ExitCode,
    sync::{Mutex, PoisonError},
};
use tempfile::TempDir;

/// The folder that stands for the session's, if this process made one.
static SESSION_FOLDER: Mutex<Option<TempDir>> = Mutex::new(None);

fn main() -> ExitCode {
    make_session_folder();
    floatfloat_cli::watch_signals(remove_session_folder);
    let status = floatfloat_cli::run(env::args_os());
    remove_session_folder();
    status.into()
}

/// Mesa's drivers, which ask for a folder of the user's session, write an error to stderr where there
/// is none, in a container say: here they get one that nobody else can read.
#[cfg(target_os = "linux")]
fn make_session_folder() {
    use std::{fs::Permissions, os::unix::fs::PermissionsExt};
    const VARIABLE: &str = "XDG_RUNTIME_DIR";
    if env::var_os(VARIABLE).is_some() {
        return;
    }
    let private = Permissions::from_mode(0o700);
    // Without a folder the drivers complain, and work.
    if let Ok(folder) =
        tempfile::Builder::new().prefix("floatfloat-").permissions(private).tempdir()
    {
        // SAFETY: no other thread runs yet that could read the environment.
        unsafe { env::set_var(VARIABLE, folder.path()) };
        *SESSION_FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder);
    }
}

/// Elsewhere no driver asks for one.
#[cfg(not(target_os = "linux"))]
fn make_session_folder() {}

fn remove_session_folder() {
    drop(SESSION_FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take());
}
