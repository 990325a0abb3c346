//! Recordings, programs and devices, bit for bit against the processor. One program, so that drivers and what
//! the tests share are linked once.

mod accurate;
mod analysis;
#[cfg(feature = "wgpu")]
mod browser;
mod common;
mod corrected;
mod cuda_options;
mod device_maps;
mod device_programs;
mod device_progress;
mod device_sums;
mod devices_agree;
mod flushing;
mod functions;
mod interpret;
mod multi_precision;
mod named;
mod opened;
mod reproducible;
#[cfg(feature = "wgpu")]
mod rolled;
mod several_words;
mod soft;
mod support;
mod uint_functions;
mod uints;
#[cfg(feature = "wgpu")]
mod wgsl;
#[cfg(feature = "wgpu")]
mod wgsl_kernels;
#[cfg(feature = "wgpu")]
mod wgsl_library;
#[cfg(feature = "wgpu")]
mod wgsl_text;
mod wide_range;
