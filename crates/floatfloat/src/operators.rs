//! The operators `+ - * /` and negation, between numbers of several words, and between such a number and a
//! word, by value and by reference.
//!
//! Each is the default algorithm for the kinds of its operands, followed by the repair of special
//! values. A word without a fused multiply-add uses the variants that do not need one.
//!
//! Intermediate steps of a quotient, and of Dekker's product, may overflow although the result does not:
//! [`with_low_parts`] is not valid for them.

use crate::{
    double_word::{
        DoubleWord, add_network::add_network, add_word::add_word, div_warwick::div_warwick,
        div_word_fp3::div_word_fp3, mul_dw1::mul_dw1, mul_word_fp2::mul_word_fp2,
        mul_word_fp3::mul_word_fp3, sub_network::sub_network,
    },
    multi_word::{
        QuadWord, TripleWord,
        add::{add3, add4},
        add_word::{add_word3, add_word4},
        div::{div3, div4},
        div_word::{div_word3, div_word4},
        mul::{mul3, mul4},
        mul_word::{mul_word3, mul_word4},
    },
    special::{plain_sum, repaired, with_low_parts},
    unrolled,
    word::Word,
};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

macro_rules! negation {
    ($number:ident, |$x:ident| $value:expr) => {
        impl<W: Word> Neg for $number<W> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                let $x = self;
                $value
            }
        }

        impl<W: Word> Neg for &$number<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn neg(self) -> $number<W> {
                -*self
            }
        }
    };
}

negation!(DoubleWord, |x| DoubleWord::from_normalized(-x.hi(), -x.lo()));
negation!(TripleWord, |x| TripleWord::from_normalized(negated(x.parts())));
negation!(QuadWord, |x| QuadWord::from_normalized(negated(x.parts())));

#[inline(always)]
fn negated<W: Word, const N: usize>(words: [W; N]) -> [W; N] {
    unrolled::map(
        words,
        #[inline(always)]
        |word| -word,
    )
}

/// The default operations of two words, each followed by the repair of special values.
mod two {
    use super::*;

    #[inline(always)]
    pub(super) fn add<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        add_network(x, y).fix_special_cases(with_low_parts(x.hi() + y.hi()))
    }

    #[inline(always)]
    pub(super) fn sub<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        sub_network(x, y).fix_special_cases(with_low_parts(x.hi() - y.hi()))
    }

    #[inline(always)]
    pub(super) fn mul<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        mul_dw1(x, y).fix_special_cases(plain_product(x.hi() * y.hi()))
    }

    #[inline(always)]
    pub(super) fn div<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
        div_warwick(x, y).fix_special_cases(x.hi() / y.hi())
    }

    #[inline(always)]
    pub(super) fn add_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
        add_word(x, y).fix_special_cases(with_low_parts(x.hi() + y))
    }

    #[inline(always)]
    pub(super) fn sub_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
        add_word(x, -y).fix_special_cases(with_low_parts(x.hi() - y))
    }

    #[inline(always)]
    pub(super) fn mul_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
        let plain = x.hi() * y;
        if W::fused() {
            mul_word_fp3(x, y).fix_special_cases(with_low_parts(plain))
        } else {
            mul_word_fp2(x, y).fix_special_cases(plain)
        }
    }

    #[inline(always)]
    pub(super) fn div_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
        div_word_fp3(x, y).fix_special_cases(x.hi() / y)
    }
}

/// The operations of three and four words, each followed by the repair of special values.
macro_rules! several_words {
    ($module:ident, $number:ident: $add:ident $add_word:ident $mul:ident $mul_word:ident $div:ident
        $div_word:ident) => {
        mod $module {
            use super::*;

            #[inline(always)]
            pub(super) fn add<W: Word>(x: $number<W>, y: $number<W>) -> $number<W> {
                let words = $add(x.parts(), y.parts());
                $number::from_normalized(repaired(words, plain_sum(words[0], x.hi() + y.hi())))
            }

            #[inline(always)]
            pub(super) fn sub<W: Word>(x: $number<W>, y: $number<W>) -> $number<W> {
                let words = $add(x.parts(), negated(y.parts()));
                $number::from_normalized(repaired(words, plain_sum(words[0], x.hi() - y.hi())))
            }

            #[inline(always)]
            pub(super) fn mul<W: Word>(x: $number<W>, y: $number<W>) -> $number<W> {
                let plain = plain_product(x.hi() * y.hi());
                $number::from_normalized(repaired($mul(x.parts(), y.parts()), plain))
            }

            #[inline(always)]
            pub(super) fn div<W: Word>(x: $number<W>, y: $number<W>) -> $number<W> {
                $number::from_normalized(repaired($div(x.parts(), y.parts()), x.hi() / y.hi()))
            }

            #[inline(always)]
            pub(super) fn add_with_word<W: Word>(x: $number<W>, y: W) -> $number<W> {
                let words = $add_word(x.parts(), y);
                $number::from_normalized(repaired(words, plain_sum(words[0], x.hi() + y)))
            }

            #[inline(always)]
            pub(super) fn sub_with_word<W: Word>(x: $number<W>, y: W) -> $number<W> {
                let words = $add_word(x.parts(), -y);
                $number::from_normalized(repaired(words, plain_sum(words[0], x.hi() - y)))
            }

            #[inline(always)]
            pub(super) fn mul_with_word<W: Word>(x: $number<W>, y: W) -> $number<W> {
                let plain = plain_product(x.hi() * y);
                $number::from_normalized(repaired($mul_word(x.parts(), y), plain))
            }

            #[inline(always)]
            pub(super) fn div_with_word<W: Word>(x: $number<W>, y: W) -> $number<W> {
                $number::from_normalized(repaired($div_word(x.parts(), y), x.hi() / y))
            }
        }
    };
}

several_words!(three, TripleWord: add3 add_word3 mul3 mul_word3 div3 div_word3);
several_words!(four, QuadWord: add4 add_word4 mul4 mul_word4 div4 div_word4);

/// Steps of Dekker's product may overflow although the product does not.
#[inline(always)]
fn plain_product<W: Word>(plain: W) -> W {
    if W::fused() { with_low_parts(plain) } else { plain }
}

/// One operator for one type of the right-hand side: all four combinations of value and reference, and the
/// assignment.
macro_rules! operator {
    (
        $number:ident $op:ident::$method:ident, $assign:ident::$assign_method:ident, $right:ty,
        $function:path
    ) => {
        impl<W: Word> $op<$right> for $number<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: $right) -> $number<W> {
                $function(self, right)
            }
        }
        impl<W: Word> $op<&$right> for $number<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: &$right) -> $number<W> {
                $function(self, *right)
            }
        }
        impl<W: Word> $op<$right> for &$number<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: $right) -> $number<W> {
                $function(*self, right)
            }
        }
        impl<W: Word> $op<&$right> for &$number<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: &$right) -> $number<W> {
                $function(*self, *right)
            }
        }
        impl<W: Word> $assign<$right> for $number<W> {
            #[inline(always)]
            fn $assign_method(&mut self, right: $right) {
                *self = $function(*self, right);
            }
        }
        impl<W: Word> $assign<&$right> for $number<W> {
            #[inline(always)]
            fn $assign_method(&mut self, right: &$right) {
                *self = $function(*self, *right);
            }
        }
    };
}

macro_rules! operators {
    ($($number:ident: $functions:ident;)*) => {$(
        operator!($number Add::add, AddAssign::add_assign, $number<W>, $functions::add);
        operator!($number Sub::sub, SubAssign::sub_assign, $number<W>, $functions::sub);
        operator!($number Mul::mul, MulAssign::mul_assign, $number<W>, $functions::mul);
        operator!($number Div::div, DivAssign::div_assign, $number<W>, $functions::div);
        operator!($number Add::add, AddAssign::add_assign, W, $functions::add_with_word);
        operator!($number Sub::sub, SubAssign::sub_assign, W, $functions::sub_with_word);
        operator!($number Mul::mul, MulAssign::mul_assign, W, $functions::mul_with_word);
        operator!($number Div::div, DivAssign::div_assign, W, $functions::div_with_word);
    )*};
}

operators! {
    DoubleWord: two;
    TripleWord: three;
    QuadWord: four;
}

/// Operators with a shorter number on either side. It is widened, which is exact, so that results have the bits
/// and the bounds of the longer type.
macro_rules! shorter {
    ($($module:ident, $number:ident, $shorter:ident;)*) => {$(
        mod $module {
            use super::*;

            shorter!(@right $number $shorter Add::add AddAssign::add_assign);
            shorter!(@right $number $shorter Sub::sub SubAssign::sub_assign);
            shorter!(@right $number $shorter Mul::mul MulAssign::mul_assign);
            shorter!(@right $number $shorter Div::div DivAssign::div_assign);
        }
    )*};
    (@right $number:ident $shorter:ident $op:ident::$method:ident $assign:ident::$assign_method:ident) => {
        #[inline(always)]
        fn $method<W: Word>(x: $number<W>, y: $shorter<W>) -> $number<W> {
            $op::$method(x, $number::from(y))
        }

        operator!($number $op::$method, $assign::$assign_method, $shorter<W>, $method);
        shorter!(@left $number $shorter $op::$method);
    };
    (@left $number:ident $shorter:ident $op:ident::$method:ident) => {
        impl<W: Word> $op<$number<W>> for $shorter<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: $number<W>) -> $number<W> {
                $op::$method($number::from(self), right)
            }
        }
        impl<W: Word> $op<&$number<W>> for $shorter<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: &$number<W>) -> $number<W> {
                $op::$method($number::from(self), *right)
            }
        }
        impl<W: Word> $op<$number<W>> for &$shorter<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: $number<W>) -> $number<W> {
                $op::$method($number::from(*self), right)
            }
        }
        impl<W: Word> $op<&$number<W>> for &$shorter<W> {
            type Output = $number<W>;
            #[inline(always)]
            fn $method(self, right: &$number<W>) -> $number<W> {
                $op::$method($number::from(*self), *right)
            }
        }
    };
}

shorter! {
    three_and_two, TripleWord, DoubleWord;
    four_and_two, QuadWord, DoubleWord;
    four_and_three, QuadWord, TripleWord;
}

/// A machine word on the left. Rust's rules allow this only for named types, not for every [`Word`].
macro_rules! word_on_the_left {
    ($number:ident $word:ty: $($op:ident::$method:ident, |$left:ident, $right:ident| $value:expr;)*) => {$(
        impl $op<$number<$word>> for $word {
            type Output = $number<$word>;
            #[inline(always)]
            fn $method(self, $right: $number<$word>) -> $number<$word> {
                let $left = self;
                $value
            }
        }
        impl $op<&$number<$word>> for $word {
            type Output = $number<$word>;
            #[inline(always)]
            fn $method(self, right: &$number<$word>) -> $number<$word> {
                $op::$method(self, *right)
            }
        }
        impl $op<$number<$word>> for &$word {
            type Output = $number<$word>;
            #[inline(always)]
            fn $method(self, right: $number<$word>) -> $number<$word> {
                $op::$method(*self, right)
            }
        }
        impl $op<&$number<$word>> for &$word {
            type Output = $number<$word>;
            #[inline(always)]
            fn $method(self, right: &$number<$word>) -> $number<$word> {
                $op::$method(*self, *right)
            }
        }
    )*};
    ($($number:ident: $($word:ty)*;)*) => {$($(
        word_on_the_left! { $number $word:
            Add::add, |left, right| right + left;
            Sub::sub, |left, right| -right + left;
            Mul::mul, |left, right| right * left;
            Div::div, |left, right| $number::from_word(left) / right;
        }
    )*)*};
}

word_on_the_left! {
    DoubleWord: f32 f64;
    TripleWord: f32 f64;
    QuadWord: f32 f64;
}
