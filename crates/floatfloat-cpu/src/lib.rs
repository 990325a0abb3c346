//! Vectors and matrices of numbers of two, three and four words, at the speed that the processor can give.
//!
//! The instruction set is chosen at run time, once for an operation on a whole slice. A plain
//! `cargo build --release` therefore uses AVX-512, AVX2 with FMA, NEON or WebAssembly's vectors.
//! The operations are those of [`floatfloat`], run on registers full of words ([`Pack`]). They give
//! the same bits, special values included, on every instruction set and for any number of threads.
//!
//! ```
//! use floatfloat::DoubleDouble;
//! use floatfloat_cpu::{Vector, function};
//!
//! let x: Vector<DoubleDouble> = (0..1000).map(DoubleDouble::from).collect();
//! let mut y = x.sqrt();
//! y.axpy(DoubleDouble::from(-0.5), &x)?;
//! assert_eq!(y.get(100), Some(DoubleDouble::from(-40.0)));
//! assert_eq!(x.exp().get(1), Some(DoubleDouble::ONE.exp()));
//! assert_eq!((&x * &x).get(9), x.map(function!(|x| x * x)).get(9));
//! # Ok::<(), floatfloat_cpu::Error>(())
//! ```
//!
//! # Threads
//!
//! With the feature `parallel` (default), slices of more than some 30 000 elements are shared among
//! the threads of the current rayon pool, by default one thread for each core. To use fewer
//! threads, call from inside a pool of your own (`rayon::ThreadPoolBuilder`,
//! `ThreadPool::install`).
//!
//! Long calls report their progress and can be cancelled: [`with_progress`].

mod accuracy;
mod aligned;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod compensated;
mod compiled;
#[doc(hidden)]
pub mod correctly_rounded;
mod dispatch;
mod element;
pub mod elementwise;
mod error;
mod forwards;
#[cfg(any(feature = "ndarray", feature = "faer"))]
pub mod interop;
mod level;
pub mod matrix;
mod memory;
pub mod multi_precision;
mod number;
mod operators;
pub mod pack;
#[cfg(feature = "parallel")]
mod parallel;
mod prefetch;
pub mod prelude;
pub mod reductions;
pub mod reproducible;
mod several;
mod uints;
mod vector;
mod view;
mod watch;
pub mod wide_range;

pub use accuracy::Accuracy;
pub use dispatch::{Kernel, dispatch, dispatch_fused};
pub use element::Element;
pub use error::Error;
pub use fearless_simd::Simd;
pub use floatfloat::Level;
pub use level::level;
#[doc(hidden)]
pub use level::{at_level, levels};
pub use number::Number;
pub use pack::Pack;
#[cfg(feature = "parallel")]
#[doc(hidden)]
pub use parallel::join;
pub use several::{Masks, Several};
pub use uints::Uints;
pub use vector::Vector;
pub use view::{VectorView, VectorViewMut};
pub use watch::with_progress;
pub use wide_range::{WideDoubleDoubleVec, WideFloatFloatVec, WideRangeVec};

/// The code in the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
