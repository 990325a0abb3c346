//! Programs whose shape the caller chooses: against straightforward code on the processor, and on
//! every other device of this machine against the processor, bit for bit.

mod shapes;
use floatfloat_gpu::{Device, Select, devices};

/// The devices beside the processor, certified and opened.
fn others() -> Vec<Device> {
    let found: Vec<_> = devices().into_iter().filter(|device| device.id != "cpu").collect();
    if found.is_empty() {
        crate::common::skip("wgpu", "no other device here");
    }
    found.iter().map(|device| Device::open(device.id.parse::<Select>().unwrap()).unwrap()).collect()
}

/// All devices, the processor first.
fn all() -> Vec<Device> {
    let mut all = vec![Device::open(Select::Cpu).unwrap()];
    all.extend(others());
    all
}
