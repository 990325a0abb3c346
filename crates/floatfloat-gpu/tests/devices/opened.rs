//! The devices of this machine.

use super::common;
use floatfloat_gpu::{Device, Error, OpenOptions, Select, devices};

/// The devices beside the processor, certified and opened.
pub fn others() -> Vec<Device> {
    let found = devices();
    for kind in ["wgpu", "cuda"] {
        if !found.iter().any(|device| device.id.starts_with(kind)) {
            common::skip(kind, &format!("no device of {kind} here"));
        }
    }
    opened(&OpenOptions::default())
}

/// The devices beside the processor, opened so. One that is refused is said to be, and skipped.
pub fn opened(options: &OpenOptions) -> Vec<Device> {
    let others = devices().into_iter().filter(|device| device.id != "cpu");
    let opened = others.filter_map(|device| {
        match Device::open_with(device.id.parse::<Select>().unwrap(), options) {
            Ok(device) => Some(device),
            Err(error @ Error::NotCertified { .. }) => {
                eprintln!("skipped: {error}");
                None
            }
            Err(error) => panic!("{error}"),
        }
    });
    opened.collect()
}

/// All devices, the processor first.
pub fn all() -> Vec<Device> {
    let mut all = vec![Device::open(Select::Cpu).unwrap()];
    all.extend(others());
    all
}
