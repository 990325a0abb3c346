//! Traits of other crates, each behind a feature with the name of that crate.

#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "num-traits")]
mod num_traits;
#[cfg(feature = "rand")]
mod rand;
#[cfg(feature = "serde")]
mod serde;
