//! The functions of a floating-point number: the traits of num-traits.

use crate::{
    number::Number,
    operators::of_product,
    watched::{Watched, spread, step},
};
use floatfloat::{DoubleDouble, FloatFloat, QuadDouble, TripleDouble};
use num_traits::{Float, FloatConst, FromPrimitive, NumCast, Signed, ToPrimitive};
use std::{
    num::FpCategory,
    ops::{Add, Div, Mul, Rem, Sub},
    panic::Location,
};

/// Functions of `Float`, with the same name in every format.
macro_rules! functions {
    ($($function:ident($($argument:ident),*);)*) => {$(
        #[track_caller]
        fn $function(self $(, $argument: Self)*) -> Self {
            step(
                Location::caller(),
                stringify!($function),
                [self $(, $argument)*],
                |[x $(, $argument)*]| Float::$function(x $(, $argument)*),
                |[x $(, $argument)*]| Float::$function(x $(, $argument)*),
                |balls, _| spread(|[x $(, $argument)*]: [f64; _]| Float::$function(x $(, $argument)*), balls),
            )
        }
    )*};
}

macro_rules! integers {
    ($($function:ident)*) => {$(
        #[track_caller]
        fn $function(self) -> Self {
            self.integer(stringify!($function), |x| Float::$function(x), |x| Float::$function(x))
        }
    )*};
}

macro_rules! values {
    ($($function:ident)*) => {$(
        fn $function() -> Self {
            Watched::new(T::$function())
        }
    )*};
}

macro_rules! properties {
    ($($function:ident -> $answer:ty;)*) => {$(
        fn $function(self) -> $answer {
            Float::$function(self.value())
        }
    )*};
}

impl<T: Number> Float for Watched<T> {
    values! { nan infinity neg_infinity neg_zero min_value min_positive_value epsilon max_value }

    properties! {
        is_nan -> bool;
        is_infinite -> bool;
        is_finite -> bool;
        is_normal -> bool;
        is_subnormal -> bool;
        is_sign_positive -> bool;
        is_sign_negative -> bool;
        classify -> FpCategory;
        integer_decode -> (u64, i16, i8);
    }

    integers! { floor ceil round trunc }

    #[track_caller]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        step(
            Location::caller(),
            "mul_add",
            [self, factor, addend],
            |[x, y, z]| x.mul_add(y, z),
            |[x, y, z]| Float::mul_add(x, y, z),
            |[x, y, z], _| of_product([x, y]) + z.radius,
        )
    }

    functions! {
        sqrt(); cbrt(); hypot(other);
        exp(); exp2(); exp_m1(); powf(exponent);
        ln(); log2(); log10(); ln_1p(); log(base);
        sin(); cos(); tan(); asin(); acos(); atan(); atan2(other);
        sinh(); cosh(); tanh(); asinh(); acosh(); atanh();
        to_degrees(); to_radians();
    }

    #[track_caller]
    fn fract(self) -> Self {
        self - Float::trunc(self)
    }
    fn abs(self) -> Self {
        self.same(Float::abs, Float::abs)
    }
    #[track_caller]
    fn signum(self) -> Self {
        let one = Watched::new(T::one());
        one.signed("signum", [self, self.same(Float::signum, Float::signum)])
    }
    #[track_caller]
    fn copysign(self, sign: Self) -> Self {
        let (value, exact) = (sign.value(), sign.exact());
        let result = self.same(|x| x.copysign(value), |x| Float::copysign(x, exact));
        self.signed("copysign", [sign, result])
    }
    #[track_caller]
    fn recip(self) -> Self {
        Watched::new(T::one()) / self
    }
    #[track_caller]
    fn powi(self, n: i32) -> Self {
        step(
            Location::caller(),
            "powi",
            [self],
            |[x]| Float::powi(x, n),
            |[x]| Float::powi(x, n),
            |balls, _| spread(|[x]| f64::powi(x, n), balls),
        )
    }
    #[track_caller]
    fn sin_cos(self) -> (Self, Self) {
        (Float::sin(self), Float::cos(self))
    }
    #[track_caller]
    fn max(self, other: Self) -> Self {
        if other.is_nan() || self >= other { self } else { other }
    }
    #[track_caller]
    fn min(self, other: Self) -> Self {
        if other.is_nan() || self <= other { self } else { other }
    }
    #[track_caller]
    fn clamp(self, least: Self, most: Self) -> Self {
        assert!(least <= most, "clamp: the least number must be at most the largest");
        if self < least {
            least
        } else if self > most {
            most
        } else {
            self
        }
    }
    #[track_caller]
    fn abs_sub(self, other: Self) -> Self {
        if self <= other { Watched::new(T::zero()) } else { self - other }
    }
}

impl<T: Number> Signed for Watched<T> {
    fn abs(&self) -> Self {
        Float::abs(*self)
    }
    #[track_caller]
    fn abs_sub(&self, other: &Self) -> Self {
        Float::abs_sub(*self, *other)
    }
    fn signum(&self) -> Self {
        Float::signum(*self)
    }
    fn is_positive(&self) -> bool {
        Float::is_sign_positive(*self)
    }
    fn is_negative(&self) -> bool {
        Float::is_sign_negative(*self)
    }
}

macro_rules! constants {
    ($($name:ident)*) => {
        #[allow(non_snake_case, reason = "the names are the trait's")]
        impl<T: Number> FloatConst for Watched<T> {
            $(
                #[track_caller]
                fn $name() -> Self {
                    Watched::known(stringify!($name), T::$name(), QuadDouble::$name)
                }
            )*
        }
    };
}

constants! {
    E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6
    FRAC_PI_8 LN_10 LN_2 LOG10_2 LOG10_E LOG2_10 LOG2_E PI SQRT_2 TAU
}

impl<T: Number> ToPrimitive for Watched<T> {
    fn to_i64(&self) -> Option<i64> {
        self.value().to_i64()
    }
    fn to_u64(&self) -> Option<u64> {
        self.value().to_u64()
    }
    fn to_i128(&self) -> Option<i128> {
        self.value().to_i128()
    }
    fn to_u128(&self) -> Option<u128> {
        self.value().to_u128()
    }
    fn to_f64(&self) -> Option<f64> {
        self.value().to_f64()
    }
}

impl<T: Number> NumCast for Watched<T> {
    /// The number nearest to an integer or a floating-point number, as a constant of the program.
    #[track_caller]
    fn from<N: ToPrimitive>(x: N) -> Option<Self> {
        let exact = <QuadDouble as NumCast>::from(x)?;
        Some(Watched::known("constant", T::nearest(exact), exact))
    }
}

impl<T: Number> FromPrimitive for Watched<T> {
    #[track_caller]
    fn from_i64(integer: i64) -> Option<Self> {
        NumCast::from(integer)
    }
    #[track_caller]
    fn from_u64(integer: u64) -> Option<Self> {
        NumCast::from(integer)
    }
    #[track_caller]
    fn from_i128(integer: i128) -> Option<Self> {
        NumCast::from(integer)
    }
    #[track_caller]
    fn from_u128(integer: u128) -> Option<Self> {
        NumCast::from(integer)
    }
    #[track_caller]
    fn from_f64(x: f64) -> Option<Self> {
        NumCast::from(x)
    }
}

/// A number of the format on the left of an operator.
macro_rules! plain_on_the_left {
    ($($float:ident)*) => {$(
        plain_on_the_left! { $float: Add add, Sub sub, Mul mul, Div div, Rem rem }
    )*};
    ($float:ident: $($operator:ident $function:ident),*) => {$(
        impl $operator<Watched<$float>> for $float {
            type Output = Watched<$float>;
            #[track_caller]
            fn $function(self, other: Watched<$float>) -> Watched<$float> {
                Watched::new(self).$function(other)
            }
        }
    )*};
}

plain_on_the_left! { f32 f64 FloatFloat DoubleDouble TripleDouble }
