//! How the steps of a circuit are written in a device's language, so that its compiler does not change
//! them.

use crate::word_type::WordType;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How every step is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lowering {
    /// What keeps the compiler from rewriting sums and products.
    pub protection: Protection,
    /// What shaders ask of the driver, as far as it offers that.
    #[serde(default, skip_serializing_if = "Controls::is_none")]
    pub controls: Controls,
    /// Whether the device's fused multiply-add is used; without, products are Dekker's.
    pub fused: bool,
    /// How a quotient is made.
    pub division: Division,
    /// How a square root is made.
    pub root: Root,
    /// How exponents and powers of two are made.
    #[serde(default)]
    pub exponents: Exponents,
    /// How the high half of a product of integers is made.
    #[serde(default, skip_serializing_if = "Products::is_default")]
    pub products: Products,
    /// Most operations of integers, those of functions in the place of calls, that a map of elements has inlined; one
    /// of more is a loop over its steps in shaders. Nothing else depends on it.
    #[serde(default = "most_inlined", skip_serializing_if = "is_usual")]
    pub most_inlined: u32,
    /// Exactness that the compiler is told to give up. Never certified; what paranoia examines.
    pub relaxed: Relaxed,
}

/// Operations of integers that a map has inlined where nothing is known of a device's compiler. Mesa's for Vulkan takes four
/// seconds for as many.
pub const MOST_INLINED: u32 = 32_768;

const fn most_inlined() -> u32 {
    MOST_INLINED
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_usual(most: &u32) -> bool {
    *most == MOST_INLINED
}

/// Options of a compiler that give up exactness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Relaxed {
    /// Everything at once (`--use_fast_math`).
    pub fast_math: bool,
    /// a × b + c may be fused (`--fmad=true`).
    pub contract: bool,
    /// Subnormal numbers are flushed to zero (`--ftz=true`).
    pub flush: bool,
    /// Division need not be correctly rounded (`--prec-div=false`).
    pub division: bool,
    /// The square root need not be correctly rounded (`--prec-sqrt=false`).
    pub root: bool,
}

/// A way in which programs are compiled on a device, for paranoia to examine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// Name for people: `plain`, `certified`, `--use_fast_math`, `f16`.
    pub name: String,
    /// The words computed with.
    pub word: WordType,
    /// How they are written.
    pub lowering: Lowering,
}

/// What keeps the compiler from rewriting sums and products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// The plain operators of the language.
    Plain,
    /// SPIR-V in which every arithmetic result carries NoContraction. Zeros that are constants
    /// come from a storage buffer, because drivers leave out steps with them all the same.
    NoContraction,
    /// Every sum, product, quotient, root and negation is combined by or with a zero that is read from a storage
    /// buffer, so that the compiler cannot know it.
    Barrier,
    /// As `Barrier`, but the zero is in a uniform buffer. A driver that compiles programs anew for
    /// the uniforms on which branches depend folds it away: it is here so that the certificate can
    /// be seen to catch that, in a loop with such a branch, and never offered.
    UniformBarrier,
    /// Intrinsic functions that round to nearest and are never contracted (CUDA's `_rn`).
    Intrinsics(Rounding),
    /// The processor itself: the circuit is interpreted.
    Native,
    /// Functions of integers in the place of every step: exact on every device, at 65 to 422 operations of
    /// integers a step. For `f32` and `f64`, also where a device has no such words.
    Integers,
}

impl Protection {
    /// Whether shaders are given a storage buffer of zeros.
    pub const fn reads_zero(self) -> bool {
        matches!(self, Protection::Barrier | Protection::NoContraction)
    }
}

/// What a shader of Vulkan asks of its driver
/// ([`FloatControls`](crate::emit::float_controls::FloatControls)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controls {
    /// Nothing.
    #[default]
    None,
    /// To keep signs of zeros, infinities and NaN, and to round to nearest.
    SpecialValues,
    /// To keep subnormal numbers, too.
    All,
}

impl Controls {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
    fn is_none(&self) -> bool {
        *self == Controls::None
    }
}

/// A direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// To nearest, ties to even (`_rn`).
    Nearest,
    /// Toward zero (`_rz`).
    Zero,
    /// Upward (`_ru`).
    Up,
    /// Downward (`_rd`).
    Down,
}

/// How a quotient of words is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    /// The device's own.
    Native,
    /// The device's own, corrected with exact residuals until it is correctly rounded.
    Corrected,
    /// The device's fast approximation (CUDA's `__fdividef`). Never certified.
    Approximate,
    /// The dividend times the correctly rounded reciprocal (CUDA's `__frcp_rn`). Never certified.
    Reciprocal,
}

/// How a square root of a word is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Root {
    /// The device's own.
    Native,
    /// The device's own, corrected with an exact residual until it is correctly rounded.
    Corrected,
}

/// How the exponent of a word is found, and a power of two made. Words of 16 bits know comparisons alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exponents {
    /// By the bits of the word, as [`floatfloat::scaling::by_bits`] does: for words of 64 bits with integers as
    /// wide.
    #[default]
    Bits,
    /// By comparisons and products, as [`floatfloat::scaling`] defines them: for devices without such
    /// integers.
    Comparisons,
}

/// How the high half of a product of 32-bit integers is made, where the language has no operation for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Products {
    /// Of products of halves of 16 bits, in 16 operations.
    #[default]
    Halves,
    /// By integers of 64 bits, which processors have as one instruction.
    Wide,
}

impl Products {
    fn is_default(&self) -> bool {
        *self == Products::default()
    }
}

impl Lowering {
    /// The processor's: fused, nothing rewritten.
    pub const NATIVE: Lowering = Lowering::exact(Protection::Native, true);

    /// Integers alone.
    pub const INTEGERS: Lowering = Lowering::exact(Protection::Integers, true);

    /// Division and square root as the device has them.
    pub const fn exact(protection: Protection, fused: bool) -> Self {
        let relaxed = Relaxed {
            fast_math: false,
            contract: false,
            flush: false,
            division: false,
            root: false,
        };
        let (division, root) = (Division::Native, Root::Native);
        let (exponents, products) = (Exponents::Bits, Products::Halves);
        Lowering {
            protection,
            controls: Controls::None,
            fused,
            division,
            root,
            exponents,
            products,
            most_inlined: MOST_INLINED,
            relaxed,
        }
    }
}

/// In words: `barrier, no fma, corrected division`.
impl fmt::Display for Lowering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = match self.protection {
            Protection::Plain => "plain",
            Protection::NoContraction => "NoContraction",
            Protection::Barrier => "barrier",
            Protection::UniformBarrier => "uniform barrier",
            Protection::Intrinsics(Rounding::Nearest) => "intrinsics _rn",
            Protection::Intrinsics(Rounding::Zero) => "intrinsics _rz",
            Protection::Intrinsics(Rounding::Up) => "intrinsics _ru",
            Protection::Intrinsics(Rounding::Down) => "intrinsics _rd",
            Protection::Native => "native",
            Protection::Integers => match self.products {
                Products::Halves => "integers, 65 to 422 operations a step",
                Products::Wide => "integers, 65 to 362 operations a step",
            },
        }
        .to_owned();
        text += match self.controls {
            Controls::None => "",
            Controls::SpecialValues => ", controls of special values",
            Controls::All => ", float controls",
        };
        if self.protection != Protection::Integers {
            text += if self.fused { ", fma" } else { ", no fma" };
        }
        text += match self.division {
            Division::Native => "",
            Division::Corrected => ", corrected division",
            Division::Approximate => ", approximate division",
            Division::Reciprocal => ", division by reciprocal",
        };
        if self.root == Root::Corrected {
            text += ", corrected square root";
        }
        if self.exponents == Exponents::Comparisons {
            text += ", exponents by comparisons";
        }
        f.pad(&text)
    }
}
