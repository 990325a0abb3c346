//! The command `floatfloat`.

use pyo3::prelude::*;
use std::{ffi::OsString, sync::Once};

/// Runs the command with these arguments, the first of which is its name, and returns its exit status. The processes of
/// devices are started by the program and arguments `own`.
#[pyfunction]
#[pyo3(signature = (arguments, own, watch_signals = false))]
fn run_command(
    py: Python<'_>,
    arguments: Vec<String>,
    own: Vec<OsString>,
    watch_signals: bool,
) -> u8 {
    static WATCH: Once = Once::new();
    if watch_signals {
        WATCH.call_once(floatfloat_cli::watch_signals);
    }
    py.detach(|| floatfloat_cli::run(arguments, own))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_command, module)?)
}
