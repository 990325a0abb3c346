//! The devices of this machine.

use super::common;
use floatfloat_gpu::{Device, Error, Select, devices};

/// The devices beside the processor, certified and opened. One that is refused is said to be, and skipped.
pub fn others() -> Vec<Device> {
    let found: Vec<_> = devices().into_iter().filter(|device| device.id != "cpu").collect();
    for kind in ["wgpu", "cuda"] {
        if !found.iter().any(|device| device.id.starts_with(kind)) {
            common::skip(kind, &format!("no device of {kind} here"));
        }
    }
    let opened = found.into_iter().filter_map(|device| {
        match Device::open(device.id.parse::<Select>().unwrap()) {
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
