//! Double-double and float-float arithmetic on slices, at the speed that the processor can give.
//!
//! The instruction set is chosen at run time, once for an operation on a whole slice, so that a
//! plain `cargo build --release` uses AVX-512, AVX2 with FMA, NEON or WebAssembly's vectors. The
//! operations are those of [`floatfloat`] run on registers full of words ([`Pack`]), and give the
//! same bits as there, special values included, whatever the instruction set and the number of
//! threads.

mod aligned;
mod dispatch;
mod element;
mod error;
pub mod pack;
mod vector;
mod view;

pub use dispatch::{Kernel, dispatch, dispatch_at, levels};
pub use element::Element;
pub use error::Error;
pub use fearless_simd::{Level, Simd};
pub use pack::Pack;
pub use vector::{DoubleDoubleVec, DoubleWordVec, FloatFloatVec};
pub use view::{DoubleWordSlice, DoubleWordSliceMut};
