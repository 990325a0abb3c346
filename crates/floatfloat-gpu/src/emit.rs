//! Circuits and programs as text in the languages of devices.

#[cfg(feature = "wgpu")]
pub mod spirv;
pub mod wgsl;
