//! Extended precision from pairs of machine words.
#![cfg_attr(not(feature = "std"), no_std)]

mod compare;
mod dispatch;
pub mod double_word;
pub mod eft;
mod exact;
mod functions;
mod native;
mod native_word;
mod no_fma;
pub mod operation;
mod operators;
pub mod registry;
pub mod sim;
mod special;
mod text;
mod word;

pub use dispatch::dispatch;
pub use double_word::DoubleWord;
pub use native_word::NativeWord;
pub use no_fma::NoFma;
pub use operation::Operation;
pub use text::{ParseError, ParseErrorKind};
pub use word::{Mask, Word};

/// Two `f32`: about 48 bits, with the range of `f32`.
pub type FloatFloat = DoubleWord<f32>;

/// Two `f64`: about 106 bits, with the range of `f64`.
pub type DoubleDouble = DoubleWord<f64>;
