//! The arithmetic of floatfloat on devices: recorded once, written in the device's language, and
//! proved exact there before it is used.
//!
//! An algorithm of [`floatfloat`] is recorded by running it on a [`Wire`]. The recording, a
//! [`Circuit`], goes into a [`Program`], which a [`Backend`] compiles and launches: on the CPU by
//! interpreting it, on GPUs by writing it as shader text through a [`Lowering`] that the device's
//! compiler does not break. Every program has one meaning, so its results are the same bits
//! everywhere; a device of which that is not proved is not opened.

mod accumulate;
pub mod backend;
pub mod cache;
pub mod certificate;
pub mod circuit;
pub mod corrected;
pub mod device;
pub mod emit;
pub mod error;
mod interpret;
pub mod lowering;
pub mod number;
pub mod program;
pub mod speed;
mod splice;
mod wire;
pub mod word_type;

pub use backend::Backend;
pub use circuit::Circuit;
pub use device::{Array, Device, Matrix, OpenOptions, Select, devices};
pub use error::Error;
pub use lowering::Lowering;
pub use number::{Number, Recorded};
pub use program::Program;
pub use wire::{Flag, Wire};
pub use word_type::{DeviceWord, WordType};
