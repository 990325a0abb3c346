//! Elementary functions: one file each, with its method, its bound and the origin of the bound.
//!
//! Every function is straight-line code over any [`Word`] of 24 or 53 bits, so the same lines run on registers, on
//! simulated machines and in recordings. A function reduces its argument, evaluates polynomials, and computes the
//! result from their values. Degree and coefficients follow the word's precision (`coefficients`, generated).
//! Special values are those of IEEE 754-2019, 9.2.1; the function itself repairs them.
//!
//! Bounds are relative to the exact result, for the whole value high + low, with u = 2^-p, as long as the
//! result's low word is in range: for results above 2^(emin + 2p), which is 2^-916 for `f64` and 2^-78 for
//! `f32`. Below this limit the error is at most the bound plus one unit of the least subnormal word. The bound
//! of ln |Γ|, which has zeros, is relative to 1 + |ln Γ(x)|, and for negative x to 1 + |ln Γ(x)| + |ln Γ(|x|)|.

pub mod atan;
mod circular;
pub(crate) mod coefficients;
pub mod erf;
mod exact;
pub mod exp;
pub mod gamma;
pub mod hyperbolic;
pub mod inverse_hyperbolic;
pub mod kernels;
pub mod ln;
mod logarithm;
mod payne_hanek;
pub mod pow;
mod reduction;
pub mod roots;
pub mod several_words;
mod steps;
pub mod trig;
pub mod trig_bounded;
pub mod trig_pi;

use crate::{double_word::DoubleWord, operation::Fma, word::Word};

/// The mathematical function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Function {
    /// e^x
    Exp,
    /// 2^x
    Exp2,
    /// 10^x
    Exp10,
    /// e^x − 1
    ExpM1,
    /// ln x
    Ln,
    /// log2 x
    Log2,
    /// log10 x
    Log10,
    /// ln(1 + x)
    Ln1p,
    /// sin x
    Sin,
    /// cos x
    Cos,
    /// tan x
    Tan,
    /// sin πx
    SinPi,
    /// cos πx
    CosPi,
    /// tan πx
    TanPi,
    /// arcsin x
    Asin,
    /// arccos x
    Acos,
    /// arctan x
    Atan,
    /// The angle of the point (x, y), where y is `self` and x the operand.
    Atan2,
    /// sinh x
    Sinh,
    /// cosh x
    Cosh,
    /// tanh x
    Tanh,
    /// arsinh x
    Asinh,
    /// arcosh x
    Acosh,
    /// artanh x
    Atanh,
    /// x^y
    Powf,
    /// x^(1/n) for an integer n
    Rootn,
    /// ∛x
    Cbrt,
    /// √(x² + y²)
    Hypot,
    /// 1/√x
    Rsqrt,
    /// erf x
    Erf,
    /// 1 − erf x
    Erfc,
    /// Γ(x)
    Gamma,
    /// ln |Γ(x)|
    LnGamma,
}

/// The operands of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operands {
    /// One double-word.
    One,
    /// Two double-words.
    Two,
    /// A double-word and an integer, carried as a word.
    Integer,
}

/// What is known of a function.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Name in tables and commands: the name of the method.
    pub name: &'static str,
    /// Which function.
    pub function: Function,
    /// Its operands.
    pub operands: Operands,
    /// How it is computed, in a line.
    pub method: &'static str,
    /// Largest relative error in units of u², u = 2^-p.
    pub bound_u2: f64,
    /// Flops with a fused multiply-add, for a word of 24 bits and for one of 53; rare paths included.
    pub flops: [u32; 2],
}

impl Info {
    /// How functions use a fused multiply-add: every function runs with and without it.
    pub const FMA: Fma = Fma::Shortens;

    /// The bound on the relative error for a word of `precision` bits.
    pub const fn relative_bound(&self, precision: u32) -> f64 {
        let u = 1.0 / (1u64 << precision) as f64;
        self.bound_u2 * u * u
    }
}

/// An elementary function, as a type without values.
pub trait Elementary: Copy + Send + Sync + 'static {
    /// What is known of the function.
    const INFO: Info;

    /// Computes the function. Functions of one operand ignore `y`; an integer operand is the high word of `y`.
    fn apply<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W>;
}

/// A function of this module as an [`Elementary`], and as a method of [`DoubleWord`].
macro_rules! elementary {
    (
        $function:ident as $name:ident,
        operands: $operands:ident,
        method: $method:literal,
        flops: [$narrow:literal, $wide:literal],
        bound: $bound:literal u2,
    ) => {
        #[doc = concat!("[`", stringify!($function), "`]: ", $method, ".\n\n")]
        #[doc = concat!("Relative error ≤ ", $bound, "u². ", $narrow, " flops of `f32`, ", $wide, " of `f64`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl $crate::elementary::Elementary for $name {
            const INFO: $crate::elementary::Info = $crate::elementary::Info {
                name: stringify!($function),
                function: $crate::elementary::Function::$name,
                operands: $crate::elementary::Operands::$operands,
                method: $method,
                bound_u2: $bound as f64,
                flops: [$narrow, $wide],
            };

            #[inline(always)]
            fn apply<W: $crate::Word>(
                x: $crate::DoubleWord<W>,
                y: $crate::DoubleWord<W>,
            ) -> $crate::DoubleWord<W> {
                $crate::elementary::elementary!(@apply $operands $function x y)
            }
        }
    };
    (@apply One $function:ident $x:ident $y:ident) => {{
        let _ = $y;
        $function($x)
    }};
    (@apply Two $function:ident $x:ident $y:ident) => {
        $function($x, $y)
    };
    (@apply Integer $function:ident $x:ident $y:ident) => {
        $function($x, $y.hi())
    };
}
pub(crate) use elementary;
