//! Circuits and programs as text in the languages of devices.

pub mod cuda;
#[cfg(feature = "wgpu")]
pub mod spirv;
pub mod wgsl;
