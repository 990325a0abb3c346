//! The arithmetic of floatfloat on devices: recorded once, written in the device's language, and
//! certified on the device before it is used.
//!
//! An algorithm of [`floatfloat`] is recorded by running it on a [`Wire`], a traced value. The recording,
//! a [`Circuit`] (an expression graph), goes into a [`Program`], which a [`Backend`] compiles and
//! launches. The CPU interprets it. GPUs run it as shader text, written through a [`Lowering`] that the
//! device's compiler does not break. Every program has one meaning, so its results have the same bits on
//! every device. A device on which this cannot be certified is not opened.
//!
//! ```
//! use floatfloat::FloatFloat;
//! use floatfloat_gpu::{Device, Select};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let xs: Vec<_> = (1..=1000).map(|i| FloatFloat::from_f64(f64::from(i).sqrt() + 1.0)).collect();
//! let ys: Vec<_> = (1..=1000).map(|i| FloatFloat::from_f64(1.0 + 1.0 / f64::from(i))).collect();
//!
//! let gpu = Device::open(Select::Best)?;
//! let (a, b) = (gpu.upload(&xs)?, gpu.upload(&ys)?);
//! let c = gpu.map2(&a, &b, |a, b| (a * b - a / b).sqrt())?;
//! let s: FloatFloat = gpu.sum(&c)?;
//! # let exact: FloatFloat = xs.iter().zip(&ys).map(|(a, b)| (a * b - a / b).sqrt()).sum();
//! # assert!(((s - exact) / exact).abs() < FloatFloat::EPSILON * 64.0f32);
//! # Ok(())
//! # }
//! ```
//!
//! The closure runs once, on numbers that record what is done with them, and the recording is compiled
//! for the device. So the closure cannot branch on numbers. It chooses with
//! [`DoubleWord::select`](floatfloat::DoubleWord::select). Operators and comparisons take `f64` constants
//! (`x * 2.0`, `x.less(0.5)`); [`DoubleWord::constant`](floatfloat::DoubleWord::constant) makes a number of one. Elementary functions are methods as
//! elsewhere (`x.exp()`, `y.atan2(x)`); a device certifies each function when a program first uses it.
//! [`Select::Best`] says which device is chosen. The CPU is also a device.
//!
//! # Features
//!
//! | feature | devices |
//! |---|---|
//! | none | the CPU |
//! | `wgpu` (default) | devices of Vulkan, Metal, DX12 and GL |
//! | `cuda` | devices of CUDA, which is loaded at run time: builds without CUDA |

mod accumulate;
pub mod backend;
mod cache;
pub mod certificate;
mod circuit;
#[cfg(all(test, feature = "wgpu"))]
#[path = "../tests/devices/common.rs"]
mod common;
mod corrected;
pub mod device;
pub mod emit;
mod error;
pub mod foreign;
mod functions;
pub mod integers;
mod interpret;
mod kernels;
pub mod lowering;
mod number;
pub mod prelude;
pub mod program;
pub mod runner;
mod splice;
pub mod uncorrected;
mod wire;
mod word_type;

pub use accumulate::Accumulation;
pub use backend::Backend;
pub use circuit::Circuit;
pub use device::{
    Device, DeviceArray, DeviceFunction, DeviceMatrix, LaunchShape, OpenOptions, Select, devices,
};
pub use error::Error;
pub use lowering::Lowering;
pub use number::{DeviceNumber, Recorded};
pub use program::Program;
pub use runner::Runner;
pub use wire::{Flag, UintWire, Wire};
pub use word_type::{DeviceWord, Limb, WordType};

/// The code in the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
