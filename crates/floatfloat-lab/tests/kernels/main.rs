//! The programs that experiments alone need: against straightforward code on the processor, and on
//! every other device of this machine against the processor, bit for bit; and their text.

#[path = "../../../floatfloat-gpu/tests/emit_cuda/cases.rs"]
mod cases;
mod chain;
#[path = "../../../floatfloat-gpu/tests/devices/common.rs"]
mod common;
#[cfg(feature = "wgpu")]
#[path = "../../../floatfloat-gpu/tests/devices/wgsl/compare.rs"]
mod compare;
mod cuda;
mod elimination;
#[path = "../../../floatfloat-gpu/tests/emit_cuda/host.rs"]
mod host;
mod lu;
#[path = "../../../floatfloat-gpu/tests/emit_cuda/machine_code.rs"]
mod machine_code;
#[path = "../../../floatfloat-gpu/tests/emit_cuda/nvrtc.rs"]
mod nvrtc;
#[path = "../../../floatfloat-gpu/tests/devices/support.rs"]
mod support;
#[cfg(feature = "wgpu")]
mod wgsl;

use floatfloat_gpu::{Device, Select, devices};

/// The devices beside the processor, certified and opened.
fn others() -> Vec<Device> {
    let found: Vec<_> = devices().into_iter().filter(|device| device.id != "cpu").collect();
    if found.is_empty() {
        common::skip("wgpu", "no other device here");
    }
    found.iter().map(|device| Device::open(device.id.parse::<Select>().unwrap()).unwrap()).collect()
}

/// All devices, the processor first.
fn all() -> Vec<Device> {
    let mut all = vec![Device::open(Select::Cpu).unwrap()];
    all.extend(others());
    all
}
