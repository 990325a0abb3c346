//! Devices besides the processor, for tests.

use floatfloat_lab::{
    devices::{Choice, Devices, Host, InProcess},
    error::Error,
    progress::Silent,
};
use std::{env, sync::Arc};

/// The open devices of wgpu; none if there is none, unless one is required.
pub fn of_wgpu() -> Option<Devices> {
    let choice: Choice = "wgpu".parse().unwrap();
    let host: Arc<dyn Host> = Arc::new(InProcess);
    let required = env::var("FLOATFLOAT_REQUIRE_DEVICE").unwrap_or_default();
    let is_required = required.split(',').any(|kind| kind == "wgpu");
    match Devices::open(&choice, false, &host, &Silent) {
        Ok(devices) if devices.others().is_empty() && !is_required => {
            eprintln!("skipped: every device of wgpu is refused");
            None
        }
        Ok(devices) => Some(devices),
        Err(Error::NoDevice { .. }) => {
            assert!(!is_required, "no device of wgpu");
            eprintln!("skipped: no device of wgpu");
            None
        }
        Err(error) => panic!("{error}"),
    }
}
