//! Devices besides the processor, for tests.

use crate::{
    devices::{Choice, Devices},
    error::Error,
    progress::Silent,
};
use std::env;

/// The devices of wgpu, opened; none where there is none, unless one is required.
pub(crate) fn of_wgpu() -> Option<Devices> {
    let choice: Choice = "wgpu".parse().unwrap();
    match Devices::open(&choice, false, &Silent) {
        Ok(devices) => Some(devices),
        Err(Error::NoDevice { .. }) => {
            let required = env::var("FLOATFLOAT_REQUIRE_DEVICE").unwrap_or_default();
            assert!(!required.split(',').any(|kind| kind == "wgpu"), "no device of wgpu");
            eprintln!("skipped: no device of wgpu");
            None
        }
        Err(error) => panic!("{error}"),
    }
}
