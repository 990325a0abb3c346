//! Circuits and programs as text in the languages of devices.

mod calls;
pub mod cuda;
#[cfg(all(feature = "wgpu", not(target_family = "wasm")))]
pub mod float_controls;
pub mod gappa;
#[cfg(all(feature = "wgpu", not(target_family = "wasm")))]
pub mod spirv;
mod uints;
pub mod wgsl;
