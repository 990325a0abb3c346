//! The operations of a [`Word`] in every lane of a register.

use super::Pack;
use crate::{
    correctly_rounded::{quotient, square_root},
    element::Element,
};
use core::{
    hint::cold_path,
    ops::{Add, Div, Mul, Neg, Sub},
};
use fearless_simd::{ExtractToken, Simd, SimdBase, SimdFloat, SimdMask};
use floatfloat::{Divisor, RarePath, Word, unrolled::each};

impl<S: Simd, E: Element> Pack<S, E> {
    /// Whether the instruction set has a fused multiply-add. Of those with registers of 16 bytes
    /// only NEON has one.
    const HAS_FMA: bool = cfg!(target_arch = "aarch64") || Self::LANES * size_of::<E>() > 16;

    /// Whether fused multiply-adds may compute additions: on x86-64 a fused multiply-add takes at most one cycle
    /// longer than an addition.
    const ADDS_BY_FMA: bool = cfg!(all(target_arch = "x86_64", not(miri))) && Self::HAS_FMA;

    /// One in every lane. The compiler must not know that it is one, since it would leave out the
    /// multiplication by it.
    #[inline(always)]
    fn hidden_one(self) -> Self {
        Pack::splat(self.0.token(), E::hidden_one())
    }

    /// The results where the mask holds nowhere; otherwise `value` of every lane of `x`.
    #[inline(always)]
    fn put_right(
        self,
        mask: Option<<Self as Word>::Mask>,
        x: Self,
        value: impl Fn(E) -> E,
    ) -> Self {
        match mask {
            Some(mask) if Self::any(mask) => x.lane_by_lane(value),
            _ => self,
        }
    }

    #[cold]
    #[inline(never)]
    fn lane_by_lane(mut self, value: impl Fn(E) -> E) -> Self {
        for word in self.as_mut_slice() {
            *word = value(*word);
        }
        self
    }
}

macro_rules! operators {
    ($($operator:ident::$method:ident),*) => {$(
        impl<S: Simd, E: Element> $operator for Pack<S, E> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Pack($operator::$method(self.0, other.0))
            }
        }
    )*};
}

operators!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<S: Simd, E: Element> Neg for Pack<S, E> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Pack(-self.0)
    }
}

/// A rare path for one number, compiled once for all functions.
#[inline(never)]
fn taken<P: RarePath<M, N>, E: Element, const M: usize, const N: usize>(words: [E; M]) -> [E; N] {
    E::dispatch(
        #[inline(always)]
        || P::take(words),
    )
}

/// The fused multiply-add of instruction sets without one. It takes dozens of instructions, too
/// many to be compiled into every operation.
#[inline(never)]
fn emulated_mul_add<S: Simd, E: Element>(
    x: Pack<S, E>,
    y: Pack<S, E>,
    z: Pack<S, E>,
) -> Pack<S, E> {
    if cfg!(all(windows, target_env = "gnu")) && E::PRECISION == 53 {
        // Outside a range of exponents the SIMD library calls the C library, which here rounds the product before it
        // adds.
        let mut result = x;
        let factors = y.as_slice().iter().zip(z.as_slice());
        for (x, (&y, &z)) in result.as_mut_slice().iter_mut().zip(factors) {
            *x = x.mul_add(y, z);
        }
        return result;
    }
    let result = Pack(x.0.mul_add_precise(y.0, z.0));
    if cfg!(target_family = "wasm") {
        // The library for this target loses the sign where zero is added to a product that is rounded to
        // zero.
        let zero = x.constant(0.0);
        let alone = z.equal(zero) & !x.equal(zero) & !y.equal(zero);
        return Word::select(alone, x * y, result);
    }
    result
}

impl<S: Simd, E: Element> Word for Pack<S, E> {
    type Mask = E::LaneMask<S>;
    const PRECISION: u32 = E::PRECISION;
    // x86-64 has only sixteen registers of 32 bytes or fewer.
    const MANY_REGISTERS: bool = !cfg!(target_arch = "x86_64") || size_of::<Self>() > 32;

    #[inline(always)]
    fn fused() -> bool {
        true
    }
    #[inline(always)]
    fn constant(self, value: f64) -> Self {
        Pack::splat(self.0.token(), E::nearest(value))
    }
    #[inline(always)]
    fn representable(value: f64) -> f64 {
        E::representable(value)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Pack(self.0.abs())
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        let seed = E::approximate_inverse_root(self.0);
        let (Some(seed), Some(extreme)) = (seed, E::lanes_outside(self.0, E::LEAST_QUOTIENT))
        else {
            return Pack(self.0.sqrt());
        };
        let (root, certain) = square_root(self, Pack(seed), E::EXCESS);
        if !Self::any(extreme | !certain) {
            return root;
        }
        cold_path();
        Pack(self.0.sqrt())
    }
    /// The reciprocal is zero where it cannot be used; quotients then become zero or NaN.
    #[inline(always)]
    fn divisor(self) -> Divisor<Self> {
        let Some(extreme) = E::lanes_outside(self.0, E::LEAST_DIVISOR) else {
            return Divisor::plain(self);
        };
        let reciprocal = self.constant(1.0) / self;
        Divisor { word: self, reciprocal: Self::select(extreme, self.constant(0.0), reciprocal) }
    }
    #[inline(always)]
    fn over(self, Divisor { word, reciprocal }: Divisor<Self>) -> Self {
        let (rough, exact) = quotient(self, word, reciprocal);
        let Some(extreme) = E::lanes_outside(exact.0, E::LEAST_QUOTIENT) else {
            return self / word;
        };
        if !Self::any(extreme) {
            return exact;
        }
        cold_path();
        // The quotient of zero is correct except for its sign, which the last step changes.
        let none = self.constant(0.0);
        let zero = self.equal(none) & !reciprocal.equal(none);
        if Self::any(extreme & !zero) {
            return self / word;
        }
        Self::select(zero, rough, exact)
    }
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        if const { Self::HAS_FMA } {
            Pack(self.0.mul_add_precise(factor.0, addend.0))
        } else {
            emulated_mul_add(self, factor, addend)
        }
    }
    #[inline(always)]
    fn add_by_fma(self, other: Self) -> Self {
        if const { Self::ADDS_BY_FMA } {
            Pack(self.0.mul_add_precise(self.hidden_one().0, other.0))
        } else {
            self + other
        }
    }
    #[inline(always)]
    fn sub_by_fma(self, other: Self) -> Self {
        self.add_by_fma(-other)
    }
    #[inline(always)]
    fn less(self, other: Self) -> Self::Mask {
        self.0.simd_lt(other.0)
    }
    #[inline(always)]
    fn less_or_equal(self, other: Self) -> Self::Mask {
        self.0.simd_le(other.0)
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Self::Mask {
        self.0.simd_eq(other.0)
    }
    #[inline(always)]
    fn is_ordinary(self) -> Self::Mask {
        match E::ordinary_lanes(self.0) {
            Some(mask) => mask,
            None => {
                let size = self.abs();
                size.less(size + size)
            }
        }
    }
    #[inline(always)]
    fn exponent(self) -> Self {
        let (exponents, rest) = E::exponents(self.0);
        Pack(exponents).put_right(rest, self, E::exponent)
    }
    #[inline(always)]
    fn power_of_two(self) -> Self {
        let (powers, rest) = E::powers_of_two(self.0);
        Pack(powers).put_right(rest, self, E::power_of_two)
    }
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[f64; N]; 8]) -> Option<[Self; N]> {
        let found: [_; N] = each(
            #[inline(always)]
            |column| {
                let words = each(
                    #[inline(always)]
                    |k| E::nearest(table[k][column]),
                );
                E::looked_up(self.0, words)
            },
        );
        found[0]?;
        Some(each(
            #[inline(always)]
            |column| match found[column] {
                Some(found) => Pack(found),
                None => self,
            },
        ))
    }
    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Pack(fearless_simd::Select::select(mask, yes.0, no.0))
    }
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        mask.any_true()
    }
    #[inline(always)]
    fn any_special(words: &[Self], special: Self::Mask) -> bool {
        match E::all_in_middle(words) {
            None => Self::any(special),
            Some(true) => false,
            Some(false) => {
                cold_path();
                Self::any(special)
            }
        }
    }
    #[inline(always)]
    fn rarely<P: RarePath<M, N>, const M: usize, const N: usize>(operands: [Self; M]) -> [Self; N] {
        let mut results = [operands[0]; N];
        for lane in 0..Self::LANES {
            let mut words = [E::nearest(0.0); M];
            for m in 0..M {
                words[m] = operands[m].as_slice()[lane];
            }
            let words = taken::<P, E, M, N>(words);
            for m in 0..N {
                results[m].as_mut_slice()[lane] = words[m];
            }
        }
        results
    }
}
