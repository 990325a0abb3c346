//! Devices.

pub(crate) mod cpu;
