//! The formats that watched programs compute in.

use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, TripleDouble};
use num_traits::{Float, FloatConst};
use std::{
    fmt::Display,
    iter::{Product, Sum},
};

/// A format of numbers in which a program can be watched: `f32`, `f64`, [`FloatFloat`], [`DoubleDouble`] and [`TripleDouble`].
///
/// The shadow of a number has four words of `f64`, at least 53 bits more than each of these formats.
pub trait Number: Float + FloatConst + Display + Sum + Product + Send + Sync + 'static {
    /// The name of the format.
    const NAME: &'static str;

    /// Bits of the significand, p. The unit roundoff u is 2^-p.
    const PRECISION: i32;

    /// u = 2^-p.
    const UNIT: f64 = power_of_two(-Self::PRECISION);

    /// How much a relative error grows where a quarter of the digits is lost.
    #[doc(hidden)]
    const QUARTER: f64 = power_of_two(Self::PRECISION / 4);

    /// Whether sums and products of iterators are those of the operators, one term after the other.
    #[doc(hidden)]
    const IN_ORDER: bool = false;

    /// The same number with four words.
    fn widened(self) -> QuadDouble;

    /// The number of this format that is nearest to `x`; of formats of several words, up to the last bit.
    fn nearest(x: QuadDouble) -> Self;

    /// `self` − x as an `f64`, with a relative error below 2^-40.
    fn minus(self, x: QuadDouble) -> f64;
}

/// 2^exponent, where this is a normal number.
pub(crate) const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// (a₀ − x₀) + (a₁ − x₁) + …: where numbers are close, the first differences are exact.
fn difference(a: [f64; 4], x: QuadDouble) -> f64 {
    let [a0, a1, a2, a3] = a;
    let [x0, x1, x2, x3] = x.parts();
    (((a0 - x0) + (a1 - x1)) + (a2 - x2)) + (a3 - x3)
}

macro_rules! word {
    ($($float:ident $precision:literal $nearest:ident;)*) => {$(
        impl Number for $float {
            const NAME: &'static str = stringify!($float);
            const PRECISION: i32 = $precision;
            const IN_ORDER: bool = true;

            fn widened(self) -> QuadDouble {
                QuadDouble::from(self)
            }
            fn nearest(x: QuadDouble) -> Self {
                x.$nearest()
            }
            fn minus(self, x: QuadDouble) -> f64 {
                difference([self.into(), 0.0, 0.0, 0.0], x)
            }
        }
    )*};
}

word! {
    f32 24 to_f32;
    f64 53 to_f64;
}

impl Number for FloatFloat {
    const NAME: &'static str = "FloatFloat";
    const PRECISION: i32 = 48;

    fn widened(self) -> QuadDouble {
        QuadDouble::from(self)
    }
    fn nearest(x: QuadDouble) -> Self {
        FloatFloat::from_double_double(DoubleDouble::nearest(x))
    }
    fn minus(self, x: QuadDouble) -> f64 {
        let number = DoubleDouble::from(self);
        difference([number.hi(), number.lo(), 0.0, 0.0], x)
    }
}

impl Number for DoubleDouble {
    const NAME: &'static str = "DoubleDouble";
    const PRECISION: i32 = 106;

    fn widened(self) -> QuadDouble {
        QuadDouble::from(self)
    }
    fn nearest(x: QuadDouble) -> Self {
        let [x0, x1, x2, x3] = x.parts();
        if x0.is_finite() { DoubleDouble::from_parts(x0, x1 + (x2 + x3)) } else { x0.into() }
    }
    fn minus(self, x: QuadDouble) -> f64 {
        difference([self.hi(), self.lo(), 0.0, 0.0], x)
    }
}

impl Number for TripleDouble {
    const NAME: &'static str = "TripleDouble";
    const PRECISION: i32 = 159;

    fn widened(self) -> QuadDouble {
        QuadDouble::from(self)
    }
    fn nearest(x: QuadDouble) -> Self {
        let [x0, x1, x2, x3] = x.parts();
        if x0.is_finite() { TripleDouble::from_parts([x0, x1, x2 + x3]) } else { x0.into() }
    }
    fn minus(self, x: QuadDouble) -> f64 {
        let [a0, a1, a2] = self.parts();
        difference([a0, a1, a2, 0.0], x)
    }
}
