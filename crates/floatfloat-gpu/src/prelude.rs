//! The names that most programs need: `use floatfloat_gpu::prelude::*;`. It contains the number types of
//! [`floatfloat::prelude`].

pub use crate::{Device, DeviceArray, DeviceFunction, DeviceMatrix, DeviceNumber, Select};
pub use floatfloat::{DoubleWord, QuadWord, TripleWord, prelude::*};
