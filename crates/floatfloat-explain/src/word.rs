//! Watched words, for algorithms that are generic over the word of a machine.

use crate::{
    number::Number,
    operators::of_product,
    run::{Running, exact_decides},
    watched::{Ball, Watched, decision},
};
use floatfloat::{QuadDouble, Step, Word};
use num_traits::Float;
use std::panic::Location;

/// For a generic algorithm, `fn f<W: Word>(x: W)`. Constants are exact as the word holds them. An error-free transform loses
/// nothing: its second result is exact, and both together have the exact value of its operands.
impl<T: Number + Word<Mask = bool>> Word for Watched<T> {
    type Mask = bool;

    const PRECISION: u32 = <T as Word>::PRECISION;

    fn fused() -> bool {
        T::fused()
    }
    fn constant(self, value: f64) -> Self {
        Watched::new(self.value().constant(value))
    }
    fn representable(value: f64) -> f64 {
        T::representable(value)
    }
    fn abs(self) -> Self {
        Float::abs(self)
    }
    #[track_caller]
    fn sqrt(self) -> Self {
        Float::sqrt(self)
    }
    #[track_caller]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Float::mul_add(self, factor, addend)
    }
    #[track_caller]
    fn less(self, other: Self) -> bool {
        self < other
    }
    #[track_caller]
    fn less_or_equal(self, other: Self) -> bool {
        self <= other
    }
    #[track_caller]
    fn equal(self, other: Self) -> bool {
        self == other
    }
    #[track_caller]
    fn is_ordinary(self) -> bool {
        let exactly = |[x]: [QuadDouble; 1]| x.hi().is_ordinary();
        let operation = "is_ordinary";
        decision(Location::caller(), operation, [self], |[x]| x.is_ordinary(), exactly)
    }
    // Scale factors are chosen from the program's value, for the exact number too.
    fn exponent(self) -> Self {
        Watched::new(self.value().exponent())
    }
    fn power_of_two(self) -> Self {
        Watched::new(self.value().power_of_two())
    }
    fn look_up<const N: usize>(self, table: &[[f64; N]; 8]) -> Option<[Self; N]> {
        self.value().look_up(table).map(|row| row.map(Watched::new))
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    fn any(mask: bool) -> bool {
        mask
    }
    // The operations of a transform are not written down, because what they lose is found in its second result.
    #[inline(never)]
    fn step<R>(work: impl FnOnce() -> R) -> R {
        let pause = Running::pause();
        let results = work();
        drop(pause);
        results
    }
    fn named<const M: usize, const N: usize>(
        step: Step,
        operands: [Self; M],
        mut results: [Self; N],
    ) -> [Self; N] {
        let ([x, y], [result, error]) = (&operands[..], &mut results[..]) else { return results };
        if exact_decides() {
            return results;
        }
        let (a, b) = (x.exact(), y.exact());
        let radius = x.radius() + y.radius();
        let (exact, radius) = match step {
            Step::Sum => (a + b, radius),
            Step::Difference => (a - b, radius),
            Step::Product => (a * b, of_product([Ball::of(x), Ball::of(y)])),
            _ => return results,
        };
        if result.value().is_finite() && error.value().is_finite() {
            *error = Watched::new(error.value());
            *result = result.beside(exact - error.exact(), radius);
        }
        results
    }
}
