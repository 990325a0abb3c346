//! Your own functions, written as closures: [`function!`](crate::function).

use core::ops::{Add, Div, Mul, Neg, Sub};
use floatfloat::{
    MultiWord,
    elementary::{
        Elementary,
        atan::{Acos, Asin, Atan, Atan2},
        erf::{Erf, Erfc},
        exp::{Exp, Exp2, Exp10, ExpM1},
        hyperbolic::{Cosh, Sinh, Tanh},
        inverse_hyperbolic::{Acosh, Asinh, Atanh},
        ln::{Ln, Ln1p, Log2, Log10},
        pow::Powf,
        roots::{Cbrt, Hypot, Rsqrt},
        trig::{Cos, Sin, Tan},
    },
};

// Names that the macro uses.
pub use floatfloat::{DoubleWord, Word};

/// A number in a [function of your own](crate::function), of any number type and any word.
///
/// Operators take another `Value` or an `f64`. An `f64` is rounded to the nearest number of the
/// type.
#[derive(Clone, Copy, Debug)]
pub struct Value<X>(pub X);

/// The result of a comparison, for [`Value::select`].
#[derive(Clone, Copy, Debug)]
pub struct Condition<M>(M);

impl<X: MultiWord> Value<X> {
    /// A constant.
    #[inline(always)]
    pub fn constant(self, value: f64) -> Self {
        Value(self.0.constant(value))
    }

    /// √x
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Value(self.0.sqrt())
    }

    /// |x|
    #[inline(always)]
    pub fn abs(self) -> Self {
        Value(self.0.abs())
    }

    /// 1/x
    #[inline(always)]
    pub fn recip(self) -> Self {
        1.0 / self
    }

    /// x < y; false where either is NaN.
    #[inline(always)]
    pub fn less(self, y: impl Operand<X>) -> Condition<<X::Word as Word>::Mask> {
        Condition(self.0.less(y.like(self)))
    }

    /// x ≤ y; false where either is NaN.
    #[inline(always)]
    pub fn less_or_equal(self, y: impl Operand<X>) -> Condition<<X::Word as Word>::Mask> {
        Condition(self.0.less_or_equal(y.like(self)))
    }

    /// x where the condition holds, `otherwise` elsewhere.
    #[inline(always)]
    pub fn select(
        self,
        condition: Condition<<X::Word as Word>::Mask>,
        otherwise: impl Operand<X>,
    ) -> Self {
        Value(X::select(condition.0, self.0, otherwise.like(self)))
    }
}

/// The second operand of a function: a [`Value`] or an `f64`.
pub trait Operand<X: MultiWord> {
    /// This operand as a number of the same type and word as `value`.
    fn like(self, value: Value<X>) -> X;
}

impl<X: MultiWord> Operand<X> for Value<X> {
    #[inline(always)]
    fn like(self, _: Value<X>) -> X {
        self.0
    }
}

impl<X: MultiWord> Operand<X> for f64 {
    #[inline(always)]
    fn like(self, value: Value<X>) -> X {
        value.0.constant(self)
    }
}

macro_rules! operators {
    ($($trait:ident $operator:ident)*) => {$(
        impl<X: MultiWord, Y: Operand<X>> $trait<Y> for Value<X> {
            type Output = Self;
            #[inline(always)]
            fn $operator(self, y: Y) -> Self {
                Value($trait::$operator(self.0, y.like(self)))
            }
        }

        impl<X: MultiWord> $trait<Value<X>> for f64 {
            type Output = Value<X>;
            #[inline(always)]
            fn $operator(self, y: Value<X>) -> Value<X> {
                Value($trait::$operator(y.0.constant(self), y.0))
            }
        }
    )*};
}

operators! { Add add Sub sub Mul mul Div div }

impl<X: MultiWord> Neg for Value<X> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Value(-self.0)
    }
}

macro_rules! functions {
    (one { $($name:ident $method:ident: $what:literal;)* } two { $($name2:ident $method2:ident: $what2:literal;)* }) => {
        /// Elementary functions of numbers of two words. [`floatfloat::elementary`] states their
        /// bounds.
        impl<W: Word> Value<DoubleWord<W>> {
            $(
                #[doc = $what]
                #[inline(always)]
                pub fn $method(self) -> Self {
                    Value(<$name as Elementary>::apply(self.0, self.0))
                }
            )*
            $(
                #[doc = $what2]
                #[inline(always)]
                pub fn $method2(self, y: impl Operand<DoubleWord<W>>) -> Self {
                    Value(<$name2 as Elementary>::apply(self.0, y.like(self)))
                }
            )*
        }
    };
}

functions! {
    one {
        Exp exp: "eˣ";
        Exp2 exp2: "2ˣ";
        Exp10 exp10: "10ˣ";
        ExpM1 exp_m1: "eˣ − 1";
        Ln ln: "ln x";
        Log2 log2: "log2 x";
        Log10 log10: "log10 x";
        Ln1p ln_1p: "ln(1 + x)";
        Sin sin: "sin x";
        Cos cos: "cos x";
        Tan tan: "tan x";
        Asin asin: "arcsin x";
        Acos acos: "arccos x";
        Atan atan: "arctan x";
        Sinh sinh: "sinh x";
        Cosh cosh: "cosh x";
        Tanh tanh: "tanh x";
        Asinh asinh: "arsinh x";
        Acosh acosh: "arcosh x";
        Atanh atanh: "artanh x";
        Cbrt cbrt: "∛x";
        Rsqrt rsqrt: "1/√x";
        Erf erf: "erf x";
        Erfc erfc: "1 − erf x";
    }
    two {
        Atan2 atan2: "The angle of the point of abscissa y and ordinate x.";
        Hypot hypot: "√(x² + y²)";
        Powf powf: "x to the power y.";
    }
}

/// A function of one to four numbers, for [`Vector::map`](crate::Vector::map), [`map2`](crate::Vector::map2) and
/// [`elementwise::map`](crate::elementwise::map). It is compiled for each instruction set where it is used. Each
/// element equals the result of the function on single numbers, bit for bit.
///
/// The parameters are [`Value`](crate::elementwise::function::Value)s. Without a type, the function works on all number
/// types and can use operators, `sqrt`, `abs`, comparisons and `select`:
///
/// ```
/// use floatfloat::{DoubleDouble, QuadFloat};
/// use floatfloat_cpu::{Vector, function};
///
/// let square = function!(|x| x * x + 1.0);
/// let x = Vector::<DoubleDouble>::from_words(&[1.0, 2.0, 3.0]);
/// assert_eq!(x.map(square).get(2), Some(DoubleDouble::from(10.0)));
/// let x = Vector::<QuadFloat>::from_words(&[1.0, 2.0, 3.0]);
/// assert_eq!(x.map(square).get(2), Some(QuadFloat::from(10.0)));
///
/// let larger = function!(|x, y| x.select(y.less(x), y));
/// let y = Vector::from_words(&[2.0, 1.0, 4.0]);
/// assert_eq!(x.map2(&y, larger)?.get(0), Some(QuadFloat::from(2.0)));
/// # Ok::<(), floatfloat_cpu::Error>(())
/// ```
///
/// A function of [`DoubleWord`](floatfloat::DoubleWord)s can also use the elementary functions. Constants of the
/// caller, of type `f64`, are named before the parameters:
///
/// ```
/// use floatfloat::FloatFloat;
/// use floatfloat_cpu::{Vector, function};
///
/// let rate = -0.5;
/// let decay = function!([rate] |t: DoubleWord| (rate * t).exp());
/// let t = Vector::<FloatFloat>::from_words(&[0.0, 1.0]);
/// assert_eq!(t.map(decay).get(1), Some(FloatFloat::from(-0.5).exp()));
/// ```
#[macro_export]
macro_rules! function {
    ($([$($constant:ident),* $(,)?])? |$x:ident $(, $y:ident)* $(,)?| $value:expr) => {
        $crate::function!(@of [T: $crate::Number] T, [T::Over<W>], [$($($constant),*)?], $x [$($y)*] $value)
    };
    ($([$($constant:ident),* $(,)?])? |$x:ident: DoubleWord $(, $y:ident: DoubleWord)* $(,)?| $value:expr) => {
        $crate::function!(
            @of [E: $crate::Element] $crate::elementwise::function::DoubleWord<E>,
            [$crate::elementwise::function::DoubleWord<W>], [$($($constant),*)?], $x [$($y)*] $value
        )
    };
    (@of [$parameter:ident: $bound:path] $number:ty, [$over:ty], [$($constant:ident),*], $x:ident [$($y:ident)*] $value:expr) => {{
        #[derive(Clone, Copy)]
        struct Function {
            $($constant: f64,)*
        }

        impl<$parameter: $bound> $crate::elementwise::Elementwise<{ 0 $(+ $crate::function!(@one $y))* }, $number>
            for Function
        {
            const NAME: &'static str = "a function";

            #[inline(always)]
            fn apply<W: $crate::elementwise::function::Word>(
                self,
                $x: $over,
                [$($y),*]: [$over; { 0 $(+ $crate::function!(@one $y))* }],
            ) -> $over {
                $(let $constant = self.$constant;)*
                let $x = $crate::elementwise::function::Value($x);
                $(let $y = $crate::elementwise::function::Value($y);)*
                let value: $crate::elementwise::function::Value<$over> = $value;
                value.0
            }
        }

        Function { $($constant),* }
    }};
    (@one $y:ident) => {
        1
    };
}
