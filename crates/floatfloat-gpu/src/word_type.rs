//! The word types of devices.

use half::{bf16, f16};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A word type of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WordType {
    /// IEEE binary16.
    F16,
    /// The upper half of binary32.
    Bf16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// 32 bits, in which programs made of integers keep words and numbers. No arithmetic uses it as a word,
    /// and no device lists it.
    U32,
}

impl WordType {
    /// Every word type.
    pub const ALL: [WordType; 5] =
        [WordType::F16, WordType::Bf16, WordType::F32, WordType::F64, WordType::U32];

    /// The bits of the significand, including the hidden bit.
    pub const fn precision(self) -> u32 {
        match self {
            WordType::F16 => 11,
            WordType::Bf16 => 8,
            WordType::F32 => 24,
            WordType::F64 => 53,
            WordType::U32 => 32,
        }
    }

    /// The exponent emin of the smallest normal number, 2^emin. The largest numbers have the
    /// exponent 1 − emin.
    pub const fn min_exponent(self) -> i32 {
        match self {
            WordType::F16 => -14,
            WordType::Bf16 | WordType::F32 => -126,
            WordType::F64 => -1022,
            WordType::U32 => 0,
        }
    }

    /// The number of bytes of a word.
    pub const fn bytes(self) -> u64 {
        match self {
            WordType::F16 | WordType::Bf16 => 2,
            WordType::F32 | WordType::U32 => 4,
            WordType::F64 => 8,
        }
    }

    /// The nearest number of this type, ties to even.
    pub fn round(self, value: f64) -> f64 {
        match self {
            WordType::F16 => f16::from_f64(value).to_f64(),
            WordType::Bf16 => bf16::from_f64(value).to_f64(),
            WordType::F32 => f64::from(value as f32),
            WordType::F64 | WordType::U32 => value,
        }
    }

    /// `f16`, `bf16`, `f32`, `f64` or `u32`.
    pub const fn name(self) -> &'static str {
        match self {
            WordType::F16 => "f16",
            WordType::Bf16 => "bf16",
            WordType::F32 => "f32",
            WordType::F64 => "f64",
            WordType::U32 => "u32",
        }
    }
}

impl fmt::Display for WordType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A type of the host whose values are words of a device.
pub trait DeviceWord: bytemuck::Pod + Send + Sync {
    /// The word type.
    const TYPE: WordType;

    /// The same number, exactly.
    fn to_f64(self) -> f64;
}

macro_rules! device_words {
    ($($word:ident: $type:ident;)*) => {$(
        impl DeviceWord for $word {
            const TYPE: WordType = WordType::$type;
            fn to_f64(self) -> f64 {
                self.into()
            }
        }
    )*};
}

/// 32 bits of a number made of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Limb(pub u32);

impl From<Limb> for f64 {
    fn from(limb: Limb) -> f64 {
        limb.0.into()
    }
}

device_words! {
    Limb: U32;
    f16: F16;
    bf16: Bf16;
    f32: F32;
    f64: F64;
}
