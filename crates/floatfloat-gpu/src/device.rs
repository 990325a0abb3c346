//! Devices.

pub(crate) mod cpu;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
