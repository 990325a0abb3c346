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
#[path = "../../../floatfloat-gpu/tests/devices/opened.rs"]
mod opened;
#[path = "../../../floatfloat-gpu/tests/devices/support.rs"]
mod support;
#[cfg(feature = "wgpu")]
mod wgsl;
