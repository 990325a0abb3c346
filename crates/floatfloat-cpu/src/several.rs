//! Several registers as one [`Word`].

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};
pub(crate) use floatfloat::unrolled::each;
use floatfloat::{Bits, Divisor, Mask, RarePath, Uint32, Word};

/// `N` words side by side, at least one, or as many integers. While the processor waits for the result of one
/// word it computes another, and the search for special values needs only one branch for all words.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Several<W, const N: usize>(pub [W; N]);

macro_rules! lanewise {
    ($type:ident<$word:ident: $bound:ident> $($operator:ident::$method:ident),*) => {$(
        impl<$word: $bound, const N: usize> $operator for $type<$word, N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                $type(each(#[inline(always)] |k| $operator::$method(self.0[k], other.0[k])))
            }
        }
    )*};
}

lanewise!(Several<W: Word> Add::add, Sub::sub, Mul::mul, Div::div);
lanewise!(Several<U: Uint32> BitAnd::bitand, BitOr::bitor, BitXor::bitxor);

impl<W: Word, const N: usize> Neg for Several<W, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Several(each(
            #[inline(always)]
            |k| -self.0[k],
        ))
    }
}

/// The results of comparing [`Several`] words.
#[derive(Clone, Copy, Debug)]
pub struct Masks<M, const N: usize>([M; N]);

lanewise!(Masks<M: Mask> BitAnd::bitand, BitOr::bitor);

impl<M: Mask, const N: usize> Masks<M, N> {
    /// The lanes in which any of the masks holds.
    #[inline(always)]
    fn union(self) -> M {
        let mut union = self.0[0];
        for &mask in &self.0[1..] {
            union = union | mask;
        }
        union
    }
}

impl<M: Mask, const N: usize> Not for Masks<M, N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Masks(each(
            #[inline(always)]
            |k| !self.0[k],
        ))
    }
}

impl<W: Word, const N: usize> Word for Several<W, N> {
    type Mask = Masks<W::Mask, N>;
    const PRECISION: u32 = W::PRECISION;
    const MANY_REGISTERS: bool = W::MANY_REGISTERS;

    #[inline(always)]
    fn fused() -> bool {
        W::fused()
    }
    #[inline(always)]
    fn constant(self, value: f64) -> Self {
        Several([self.0[0].constant(value); N])
    }
    #[inline(always)]
    fn representable(value: f64) -> f64 {
        W::representable(value)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].abs(),
        ))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].sqrt(),
        ))
    }
    #[inline(always)]
    fn divisor(self) -> Divisor<Self> {
        let divisors: [_; N] = each(
            #[inline(always)]
            |k| self.0[k].divisor(),
        );
        Divisor {
            word: self,
            reciprocal: Several(each(
                #[inline(always)]
                |k| divisors[k].reciprocal,
            )),
        }
    }
    #[inline(always)]
    fn over(self, divisor: Divisor<Self>) -> Self {
        Several(each(
            #[inline(always)]
            |k| {
                let (word, reciprocal) = (divisor.word.0[k], divisor.reciprocal.0[k]);
                self.0[k].over(Divisor { word, reciprocal })
            },
        ))
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].mul_add(factor.0[k], addend.0[k]),
        ))
    }
    #[inline(always)]
    fn add_by_fma(self, other: Self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].add_by_fma(other.0[k]),
        ))
    }
    #[inline(always)]
    fn sub_by_fma(self, other: Self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].sub_by_fma(other.0[k]),
        ))
    }
    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        Masks(each(
            #[inline(always)]
            |k| self.0[k].less(other.0[k]),
        ))
    }
    #[inline(always)]
    fn less_or_equal(self, other: Self) -> Self::Mask {
        Masks(each(
            #[inline(always)]
            |k| self.0[k].less_or_equal(other.0[k]),
        ))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Self::Mask {
        Masks(each(
            #[inline(always)]
            |k| self.0[k].equal(other.0[k]),
        ))
    }
    #[inline(always)]
    fn is_ordinary(self) -> Self::Mask {
        Masks(each(
            #[inline(always)]
            |k| self.0[k].is_ordinary(),
        ))
    }
    #[inline(always)]
    fn exponent(self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].exponent(),
        ))
    }
    #[inline(always)]
    fn power_of_two(self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].power_of_two(),
        ))
    }
    #[inline(always)]
    fn look_up<const M: usize>(self, table: &[[f64; M]; 8]) -> Option<[Self; M]> {
        let rows: [Option<[W; M]>; N] = each(
            #[inline(always)]
            |k| self.0[k].look_up(table),
        );
        rows[0]?;
        Some(each(
            #[inline(always)]
            |column| {
                Several(each(
                    #[inline(always)]
                    |k| match rows[k] {
                        Some(row) => row[column],
                        None => self.0[k],
                    },
                ))
            },
        ))
    }
    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Several(each(
            #[inline(always)]
            |k| W::select(mask.0[k], yes.0[k], no.0[k]),
        ))
    }
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        W::any(mask.union())
    }
    #[inline(always)]
    fn any_special(words: &[Self], special: Self::Mask) -> bool {
        match words {
            [Several(words)] => W::any_special(words, special.union()),
            _ => Self::any(special),
        }
    }
    #[inline(always)]
    fn rarely<P: RarePath<M, K>, const M: usize, const K: usize>(operands: [Self; M]) -> [Self; K] {
        let mut results = [operands[0]; K];
        for k in 0..N {
            let mut words = [operands[0].0[0]; M];
            for m in 0..M {
                words[m] = operands[m].0[k];
            }
            let words = W::rarely::<P, M, K>(words);
            for m in 0..K {
                results[m].0[k] = words[m];
            }
        }
        results
    }
}

impl<U: Uint32, const N: usize> Not for Several<U, N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Several(each(
            #[inline(always)]
            |k| !self.0[k],
        ))
    }
}

/// Implements operations and comparisons of two integers.
macro_rules! of_two_uints {
    ($result:ident -> $output:ty: $($method:ident),*) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> $output {
            $result(each(#[inline(always)] |k| self.0[k].$method(other.0[k])))
        }
    )*};
}

impl<U: Uint32, const N: usize> Uint32 for Several<U, N> {
    type Mask = Masks<U::Mask, N>;

    of_two_uints!(Several -> Self: wrapping_add, wrapping_sub, wrapping_mul, high_product);
    of_two_uints!(Several -> Self: shift_left, shift_right);
    of_two_uints!(Masks -> Self::Mask: less, less_or_equal, equal);

    #[inline(always)]
    fn constant(self, value: u32) -> Self {
        Several([self.0[0].constant(value); N])
    }
    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Several(each(
            #[inline(always)]
            |k| self.0[k].leading_zeros(),
        ))
    }
    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Several(each(
            #[inline(always)]
            |k| U::select(mask.0[k], yes.0[k], no.0[k]),
        ))
    }
}

impl<W: Bits<M>, const M: usize, const N: usize> Bits<M> for Several<W, N> {
    type Uint = Several<W::Uint, N>;

    #[inline(always)]
    fn into_uints(self) -> [Self::Uint; M] {
        let uints: [[W::Uint; M]; N] = each(
            #[inline(always)]
            |k| self.0[k].into_uints(),
        );
        each(
            #[inline(always)]
            |part| {
                Several(each(
                    #[inline(always)]
                    |k| uints[k][part],
                ))
            },
        )
    }
    #[inline(always)]
    fn from_uints(uints: [Self::Uint; M]) -> Self {
        Several(each(
            #[inline(always)]
            |k| {
                W::from_uints(each(
                    #[inline(always)]
                    |part| uints[part].0[k],
                ))
            },
        ))
    }
}
