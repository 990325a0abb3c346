//! Checks that this processor's arithmetic satisfies the conditions of the theorems.

use crate::{
    random::{Random, power_of_two_below},
    real::{Real, same_bits, widen},
};
use floatfloat::{
    DoubleWord, dispatch,
    operation::{Bound, Operation},
    registry::{Visitor, for_each},
};
use floatfloat_exact::relative_error;
use std::hint::black_box;

/// The results of the examination.
pub(super) struct Certificate {
    /// Whether every error-free transform was exact, with a low word of at most half an ulp.
    pub(super) exact: bool,
    /// `fused`, `unfused`, or `mixed` if words or builds differ.
    pub(super) fma: &'static str,
    /// `kept`, `flushed`, or the side that is flushed.
    pub(super) subnormals: &'static str,
}

/// The number of operands of each error-free transform and word.
const OPERANDS: usize = 2048;

/// Operands have exponents up to this, of both signs: so large that words need not overlap, and so
/// small that no product underflows.
const EXPONENTS: u32 = 28;

/// Examines the processor, both in the plain build and in the build of [`dispatch`].
pub(super) fn examine() -> Certificate {
    let mut transforms = Transforms { exact: true };
    for_each(&mut transforms);
    let fused = [fused::<f32>(false), fused::<f32>(true), fused::<f64>(false), fused::<f64>(true)];
    Certificate {
        exact: transforms.exact,
        fma: match fused {
            [true, true, true, true] => "fused",
            [false, false, false, false] => "unfused",
            _ => "mixed",
        },
        subnormals: match (subnormal_results_kept(), subnormal_operands_kept()) {
            (true, true) => "kept",
            (false, false) => "flushed",
            (false, true) => "results flushed",
            (true, false) => "operands flushed",
        },
    }
}

/// Examines each error-free transform of the registry.
struct Transforms {
    exact: bool,
}

impl Visitor for Transforms {
    fn visit<O: Operation>(&mut self) {
        if O::INFO.bound == Bound::Exact {
            self.exact &= is_exact::<O, f32>() && is_exact::<O, f64>();
        }
    }
}

fn is_exact<O: Operation, W: Real>() -> bool {
    let operands = operands::<W>();
    let plain: Vec<_> = operands.iter().map(|&(x, y)| O::apply(x, y)).collect();
    let dispatched: Vec<_> = dispatch(
        #[inline(always)]
        || operands.iter().map(|&(x, y)| O::apply(x, y)).collect(),
    );
    operands.iter().zip(plain).zip(dispatched).all(|((&(x, y), plain), dispatched)| {
        let [high, low] = widen(plain);
        let half_ulp = power_of_two_below(high) / (1u64 << W::PRECISION) as f64;
        same_bits(plain, dispatched)
            && low.abs() <= half_ulp
            && relative_error(O::INFO.function, widen(x), widen(y), [high, low]) == 0.0
    })
}

/// Random words. Each is also paired with its negation and with its neighbours, so that sums
/// cancel.
fn operands<W: Real>() -> Vec<(DoubleWord<W>, DoubleWord<W>)> {
    let mut random = Random::new(1, 0);
    (0..OPERANDS)
        .map(|i| {
            let x: W = random.word(EXPONENTS);
            let ulp =
                W::from_f64(power_of_two_below(x.to_f64()) * 2.0 / (1u64 << W::PRECISION) as f64);
            let y = match i % 8 {
                0 => -x,
                1 => x + ulp,
                2 => ulp - x,
                _ => random.word(EXPONENTS),
            };
            black_box((DoubleWord::from_word(x), DoubleWord::from_word(y)))
        })
        .collect()
}

/// Whether (1 + 2u)² − (1 + 4u) is 4u² and not 0.
fn fused<W: Real>(dispatched: bool) -> bool {
    let u = 1.0 / (1u64 << W::PRECISION) as f64;
    let [x, z] = black_box([1.0 + 2.0 * u, -(1.0 + 4.0 * u)].map(W::from_f64));
    let result = if dispatched {
        dispatch(
            #[inline(always)]
            || x.mul_add(x, z),
        )
    } else {
        x.mul_add(x, z)
    };
    result.to_f64() == 4.0 * u * u
}

fn subnormal_results_kept() -> bool {
    black_box(f32::MIN_POSITIVE) * black_box(0.5) != 0.0
        && black_box(f64::MIN_POSITIVE) * black_box(0.5) != 0.0
}

fn subnormal_operands_kept() -> bool {
    let (single, double) = black_box((f32::from_bits(1 << 20), f64::from_bits(1 << 50)));
    single * black_box(16777216.0) != 0.0 && double * black_box(16777216.0) != 0.0
}
