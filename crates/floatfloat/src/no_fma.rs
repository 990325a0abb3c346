//! The reference for hardware without a fused multiply-add.

use crate::{
    divisor::Divisor,
    double_word::DoubleWord,
    native_word::NativeWord,
    uint32::Bits,
    unrolled,
    word::{Step, Word},
};
use core::{
    fmt,
    ops::{Add, Div, Mul, Neg, Sub},
};

/// The word `W` on a machine that has no fused multiply-add: algorithms fall back to Dekker's
/// product. Everything else is the arithmetic of `W`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[repr(transparent)]
pub struct NoFma<W>(pub W);

impl<W> NoFma<W> {
    #[inline(always)]
    fn word(self) -> W {
        self.0
    }
}

macro_rules! forward {
    ($($op:ident :: $method:ident),*) => {$(
        impl<W: Word> $op for NoFma<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                NoFma($op::$method(self.0, other.0))
            }
        }
    )*};
}

forward!(Add::add, Sub::sub, Mul::mul, Div::div);

impl<W: Word> Neg for NoFma<W> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        NoFma(-self.0)
    }
}

impl<W: Word> Word for NoFma<W> {
    type Mask = W::Mask;
    const PRECISION: u32 = W::PRECISION;

    #[inline(always)]
    fn fused() -> bool {
        false
    }
    #[inline(always)]
    fn constant(self, value: f64) -> Self {
        NoFma(self.0.constant(value))
    }
    #[inline(always)]
    fn representable(value: f64) -> f64 {
        W::representable(value)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        NoFma(self.0.abs())
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        NoFma(self.0.sqrt())
    }
    #[inline(always)]
    fn divisor(self) -> Divisor<Self> {
        let Divisor { word, reciprocal } = self.0.divisor();
        Divisor { word: NoFma(word), reciprocal: NoFma(reciprocal) }
    }
    #[inline(always)]
    fn over(self, Divisor { word, reciprocal }: Divisor<Self>) -> Self {
        NoFma(self.0.over(Divisor { word: word.0, reciprocal: reciprocal.0 }))
    }
    /// Rounds twice, like such hardware.
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        self * factor + addend
    }
    #[inline(always)]
    fn less(self, other: Self) -> W::Mask {
        self.0.less(other.0)
    }
    #[inline(always)]
    fn less_or_equal(self, other: Self) -> W::Mask {
        self.0.less_or_equal(other.0)
    }
    #[inline(always)]
    fn equal(self, other: Self) -> W::Mask {
        self.0.equal(other.0)
    }
    #[inline(always)]
    fn select(mask: W::Mask, yes: Self, no: Self) -> Self {
        NoFma(W::select(mask, yes.0, no.0))
    }
    #[inline(always)]
    fn any(mask: W::Mask) -> bool {
        W::any(mask)
    }
    #[inline(always)]
    fn exponent(self) -> Self {
        NoFma(self.0.exponent())
    }
    #[inline(always)]
    fn power_of_two(self) -> Self {
        NoFma(self.0.power_of_two())
    }
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[f64; N]; 8]) -> Option<[Self; N]> {
        let row = self.0.look_up(table)?;
        Some(unrolled::map(row, NoFma))
    }
    #[inline(always)]
    fn named<const M: usize, const N: usize>(
        step: Step,
        operands: [Self; M],
        results: [Self; N],
    ) -> [Self; N] {
        let (operands, results) =
            (unrolled::map(operands, NoFma::word), unrolled::map(results, NoFma::word));
        unrolled::map(W::named(step, operands, results), NoFma)
    }
    #[inline(always)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        W::step(work)
    }
    #[inline(always)]
    fn dispatch<R>(work: impl FnOnce() -> R) -> R {
        W::dispatch(work)
    }
    #[inline(always)]
    fn function<R>(name: &'static str, work: impl FnOnce() -> R) -> R {
        W::function(name, work)
    }
}

impl<W: Bits<N>, const N: usize> Bits<N> for NoFma<W> {
    type Uint = W::Uint;

    #[inline(always)]
    fn into_uints(self) -> [W::Uint; N] {
        self.0.into_uints()
    }
    #[inline(always)]
    fn from_uints(uints: [W::Uint; N]) -> Self {
        NoFma(W::from_uints(uints))
    }
}

impl<F: NativeWord> fmt::Debug for DoubleWord<NoFma<F>> {
    /// As the same pair over `F`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DoubleWord::from_normalized(self.hi().0, self.lo().0).fmt(f)
    }
}
