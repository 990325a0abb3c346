//! Circuits and programs as text in the languages of devices.

pub mod cuda;
#[cfg(all(feature = "wgpu", not(target_family = "wasm")))]
pub mod spirv;
pub mod wgsl;
