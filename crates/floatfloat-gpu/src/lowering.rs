//! How the steps of a circuit are written in a device's language, so that its compiler does not change
//! them.

use crate::word_type::WordType;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How every step of a circuit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lowering {
    /// What keeps the compiler from rewriting sums and products.
    pub protection: Protection,
    /// What shaders ask of the driver, as far as the driver offers it.
    #[serde(default, skip_serializing_if = "Controls::is_none")]
    pub controls: Controls,
    /// Whether the device's fused multiply-add is used. If not, products are Dekker's.
    pub fused: bool,
    /// How a quotient is computed.
    pub division: Division,
    /// How a square root is computed.
    pub root: Root,
    /// How exponents and powers of two are computed.
    #[serde(default)]
    pub exponents: Exponents,
    /// How the high half of a product of integers is computed.
    #[serde(default, skip_serializing_if = "Products::is_default")]
    pub products: Products,
    /// The most operations of integers that a map of elements may have inlined, with functions in place of their
    /// calls. In shaders, a longer map is a loop over its steps. Nothing else depends on this number.
    #[serde(default = "most_inlined", skip_serializing_if = "is_usual")]
    pub most_inlined: u32,
    /// The exactness that the compiler is told to give up. Such a lowering is never certified;
    /// paranoia examines it.
    pub relaxed: Relaxed,
}

/// The operations of integers that a map may have inlined if nothing is known about the device's compiler. Mesa's
/// compiler for Vulkan takes four seconds for this many.
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

/// A way in which programs are compiled on a device. Paranoia examines these ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// The name for people: `plain`, `certified`, `--use_fast_math`, `f16`.
    pub name: String,
    /// The word type of the computations.
    pub word: WordType,
    /// The lowering.
    pub lowering: Lowering,
}

/// What keeps the compiler from rewriting sums and products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// The plain operators of the language.
    Plain,
    /// SPIR-V in which every arithmetic result has the decoration NoContraction. Zeros that are
    /// constants come from a storage buffer, because drivers leave out steps with constant zeros
    /// nevertheless.
    NoContraction,
    /// Every sum, product, quotient, root and negation is combined by or with a zero from a storage buffer,
    /// which the compiler cannot know.
    Barrier,
    /// The same as `Barrier`, but with the zero in a uniform buffer. A driver that compiles
    /// programs again for the uniforms on which branches depend removes this barrier. It is never
    /// offered; it exists to test that the certificate detects this, in a loop with such a branch.
    UniformBarrier,
    /// Intrinsic functions that round to nearest and are never contracted (CUDA's `_rn`).
    Intrinsics(Rounding),
    /// The processor itself, which interprets the circuit.
    Native,
    /// Functions of integers in place of every step: exact on every device, at 65 to 422 operations of
    /// integers a step. For `f32` and `f64`, also on a device without these words.
    Integers,
}

impl Protection {
    /// Whether shaders receive a storage buffer of zeros.
    pub const fn reads_zero(self) -> bool {
        matches!(self, Protection::Barrier | Protection::NoContraction)
    }
}

/// What a Vulkan shader asks of its driver
/// ([`FloatControls`](crate::emit::float_controls::FloatControls)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controls {
    /// Nothing.
    #[default]
    None,
    /// To keep signs of zeros, infinities and NaN, and to round to nearest.
    SpecialValues,
    /// To keep subnormal numbers as well.
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

/// How a quotient of words is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    /// By the device's own division.
    Native,
    /// By the device's own division, corrected with exact residuals until it is correctly rounded.
    Corrected,
    /// By the device's fast approximation (CUDA's `__fdividef`). Never certified.
    Approximate,
    /// As the dividend times the correctly rounded reciprocal (CUDA's `__frcp_rn`). Never
    /// certified.
    Reciprocal,
}

/// How a square root of a word is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Root {
    /// By the device's own square root.
    Native,
    /// By the device's own square root, corrected with an exact residual until it is correctly
    /// rounded.
    Corrected,
}

/// How the exponent of a word and a power of two are computed. For words of 16 bits only comparisons
/// exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exponents {
    /// By the bits of the word, as in [`floatfloat::scaling::by_bits`]. Words of 64 bits need integers of 64
    /// bits.
    #[default]
    Bits,
    /// By comparisons and products, as [`floatfloat::scaling`] defines them: for devices without such
    /// integers.
    Comparisons,
}

/// How the high half of a product of 32-bit integers is computed in languages that have no operation for
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Products {
    /// From products of halves of 16 bits, in 16 operations.
    #[default]
    Halves,
    /// By integers of 64 bits, for which processors have a single instruction.
    Wide,
}

impl Products {
    fn is_default(&self) -> bool {
        *self == Products::default()
    }
}

impl Lowering {
    /// The lowering of the processor: a fused multiply-add, and nothing rewritten.
    pub const NATIVE: Lowering = Lowering::exact(Protection::Native, true);

    /// The lowering of integers alone.
    pub const INTEGERS: Lowering = Lowering::exact(Protection::Integers, true);

    /// A lowering with the device's own division and square root.
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
