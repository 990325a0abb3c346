//! Devices.

pub(crate) mod cpu;
#[cfg(feature = "wgpu")]
pub mod wgpu;
