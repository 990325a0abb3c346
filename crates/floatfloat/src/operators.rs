//! The operators `+ - * /` and negation, between double-words, between a double-word and a word,
//! by value and by reference.
//!
//! Each is the default algorithm for the shape of its operands, followed by the repair of special
//! values. A word without a fused multiply-add takes the variants that do not ask for one.
//!
//! Steps of a quotient may overflow though the quotient does not, and so may those of Dekker's
//! product: [`with_low_parts`] is not for them.

use crate::{
    double_word::{
        DoubleWord, add_network::add_network, add_word::add_word, div_warwick::div_warwick,
        div_word_fp3::div_word_fp3, mul_dw1::mul_dw1, mul_dw2::mul_dw2, mul_word_fp2::mul_word_fp2,
        mul_word_fp3::mul_word_fp3, sub_network::sub_network,
    },
    special::with_low_parts,
    word::Word,
};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl<W: Word> Neg for DoubleWord<W> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        DoubleWord::from_normalized(-self.hi(), -self.lo())
    }
}

impl<W: Word> Neg for &DoubleWord<W> {
    type Output = DoubleWord<W>;
    #[inline(always)]
    fn neg(self) -> DoubleWord<W> {
        -*self
    }
}

#[inline(always)]
fn add<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    add_network(x, y).fix_special_cases(with_low_parts(x.hi() + y.hi()))
}

#[inline(always)]
fn sub<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    sub_network(x, y).fix_special_cases(with_low_parts(x.hi() - y.hi()))
}

#[inline(always)]
fn mul<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    let plain = x.hi() * y.hi();
    if W::fused() {
        mul_dw2(x, y).fix_special_cases(with_low_parts(plain))
    } else {
        mul_dw1(x, y).fix_special_cases(plain)
    }
}

#[inline(always)]
fn div<W: Word>(x: DoubleWord<W>, y: DoubleWord<W>) -> DoubleWord<W> {
    div_warwick(x, y).fix_special_cases(x.hi() / y.hi())
}

#[inline(always)]
fn add_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    add_word(x, y).fix_special_cases(with_low_parts(x.hi() + y))
}

#[inline(always)]
fn sub_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    add_word(x, -y).fix_special_cases(with_low_parts(x.hi() - y))
}

#[inline(always)]
fn mul_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    let plain = x.hi() * y;
    if W::fused() {
        mul_word_fp3(x, y).fix_special_cases(with_low_parts(plain))
    } else {
        mul_word_fp2(x, y).fix_special_cases(plain)
    }
}

#[inline(always)]
fn div_with_word<W: Word>(x: DoubleWord<W>, y: W) -> DoubleWord<W> {
    div_word_fp3(x, y).fix_special_cases(x.hi() / y)
}

/// One operator with a right-hand side of one type, in all four mixtures of value and reference and
/// as an assignment.
macro_rules! operator {
    ($op:ident::$method:ident, $assign:ident::$assign_method:ident, $right:ty, $function:path) => {
        impl<W: Word> $op<$right> for DoubleWord<W> {
            type Output = DoubleWord<W>;
            #[inline(always)]
            fn $method(self, right: $right) -> DoubleWord<W> {
                $function(self, right)
            }
        }
        impl<W: Word> $op<&$right> for DoubleWord<W> {
            type Output = DoubleWord<W>;
            #[inline(always)]
            fn $method(self, right: &$right) -> DoubleWord<W> {
                $function(self, *right)
            }
        }
        impl<W: Word> $op<$right> for &DoubleWord<W> {
            type Output = DoubleWord<W>;
            #[inline(always)]
            fn $method(self, right: $right) -> DoubleWord<W> {
                $function(*self, right)
            }
        }
        impl<W: Word> $op<&$right> for &DoubleWord<W> {
            type Output = DoubleWord<W>;
            #[inline(always)]
            fn $method(self, right: &$right) -> DoubleWord<W> {
                $function(*self, *right)
            }
        }
        impl<W: Word> $assign<$right> for DoubleWord<W> {
            #[inline(always)]
            fn $assign_method(&mut self, right: $right) {
                *self = $function(*self, right);
            }
        }
        impl<W: Word> $assign<&$right> for DoubleWord<W> {
            #[inline(always)]
            fn $assign_method(&mut self, right: &$right) {
                *self = $function(*self, *right);
            }
        }
    };
}

operator!(Add::add, AddAssign::add_assign, DoubleWord<W>, add);
operator!(Sub::sub, SubAssign::sub_assign, DoubleWord<W>, sub);
operator!(Mul::mul, MulAssign::mul_assign, DoubleWord<W>, mul);
operator!(Div::div, DivAssign::div_assign, DoubleWord<W>, div);
operator!(Add::add, AddAssign::add_assign, W, add_with_word);
operator!(Sub::sub, SubAssign::sub_assign, W, sub_with_word);
operator!(Mul::mul, MulAssign::mul_assign, W, mul_with_word);
operator!(Div::div, DivAssign::div_assign, W, div_with_word);

/// A machine word on the left. Rust's rules allow that for named types only, not for every
/// [`Word`].
macro_rules! word_on_the_left {
    ($word:ty: $($op:ident::$method:ident, |$left:ident, $right:ident| $value:expr;)*) => {$(
        impl $op<DoubleWord<$word>> for $word {
            type Output = DoubleWord<$word>;
            #[inline(always)]
            fn $method(self, $right: DoubleWord<$word>) -> DoubleWord<$word> {
                let $left = self;
                $value
            }
        }
        impl $op<&DoubleWord<$word>> for $word {
            type Output = DoubleWord<$word>;
            #[inline(always)]
            fn $method(self, right: &DoubleWord<$word>) -> DoubleWord<$word> {
                $op::$method(self, *right)
            }
        }
        impl $op<DoubleWord<$word>> for &$word {
            type Output = DoubleWord<$word>;
            #[inline(always)]
            fn $method(self, right: DoubleWord<$word>) -> DoubleWord<$word> {
                $op::$method(*self, right)
            }
        }
        impl $op<&DoubleWord<$word>> for &$word {
            type Output = DoubleWord<$word>;
            #[inline(always)]
            fn $method(self, right: &DoubleWord<$word>) -> DoubleWord<$word> {
                $op::$method(*self, *right)
            }
        }
    )*};
    ($($word:ty),*) => {$(
        word_on_the_left! { $word:
            Add::add, |left, right| right + left;
            Sub::sub, |left, right| -right + left;
            Mul::mul, |left, right| right * left;
            Div::div, |left, right| DoubleWord::from_word(left) / right;
        }
    )*};
}

word_on_the_left!(f32, f64);
