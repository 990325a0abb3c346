//! The same work on words, in loops that the compiler vectorises.

use super::{Check, DEGREE, Operands, SliceWork, Terms, coefficients, factor, of_magnitudes, unit};
use crate::{real::Real, speed::lanes};
use floatfloat::{DoubleWord, Word, dispatch, operation::Function};
use floatfloat_cpu::{Element, VectorViewMut};

/// The operations on words.
pub fn words<W: Real + Element>() -> Vec<SliceWork<W>> {
    let of = |op, flops, words, run, check| SliceWork {
        op,
        plain: op,
        number_type: W::PLAIN,
        function: None,
        flops: Some(flops),
        words,
        run,
        check,
    };
    let map = |op, flops, words, run, one| of(op, flops, words, run, Check::Words(one));
    let total = |op, words, run, terms| {
        let check = Check::Sum(terms, |n| of_magnitudes(n as f64 * unit::<W>()));
        of(op, 1, words, run, check)
    };
    vec![
        SliceWork {
            function: Some(Function::Add),
            ..map("add", 1, 3, |o, out| each(o, out, add), add)
        },
        SliceWork {
            function: Some(Function::Mul),
            ..map("mul", 1, 3, |o, out| each(o, out, mul), mul)
        },
        map("mul_add", 1, 4, |o, out| each(o, out, mul_add), mul_add),
        map(
            "axpy",
            1,
            3,
            |o, out| {
                let factor = factor::<W>().hi();
                accumulate(
                    o,
                    out,
                    #[inline(always)]
                    |x, sum| x.mul_add(factor, sum),
                );
            },
            |x, _, z| x.mul_add(factor::<W>().hi(), z),
        ),
        map(
            "scale",
            1,
            2,
            |o, out| {
                let factor = factor::<W>().hi();
                each(
                    o,
                    out,
                    #[inline(always)]
                    |x, _, _| x * factor,
                );
            },
            |x, _, _| x * factor::<W>().hi(),
        ),
        map(
            "horner",
            DEGREE as u32,
            2,
            |o, out| {
                let coefficients = coefficients::<W>().map(DoubleWord::hi);
                each(
                    o,
                    out,
                    #[inline(always)]
                    |x, _, _| horner(&coefficients, x),
                );
            },
            |x, _, _| horner(&coefficients::<W>().map(DoubleWord::hi), x),
        ),
        total("sum", 1, |o, out| sum(o, out, add_to), Terms::Numbers),
        total("dot", 2, |o, out| sum(o, out, mul_add), Terms::Products),
        SliceWork {
            check: Check::Sum(Terms::Squares, |n| of_magnitudes((n + 4) as f64 * unit::<W>())),
            ..total(
                "nrm2",
                1,
                |o, out| {
                    sum(o, out, add_square_to);
                    let [high, _] = out.reborrow().into_parts();
                    high[0] = high[0].sqrt();
                },
                Terms::Squares,
            )
        },
    ]
}

#[inline(always)]
fn add<W: Word>(x: W, y: W, _: W) -> W {
    x + y
}

#[inline(always)]
fn mul<W: Word>(x: W, y: W, _: W) -> W {
    x * y
}

#[inline(always)]
fn mul_add<W: Word>(x: W, y: W, z: W) -> W {
    x.mul_add(y, z)
}

#[inline(always)]
fn add_to<W: Word>(x: W, _: W, sum: W) -> W {
    sum + x
}

#[inline(always)]
fn add_square_to<W: Word>(x: W, _: W, sum: W) -> W {
    x.mul_add(x, sum)
}

#[inline(always)]
fn horner<W: Real>(coefficients: &[W; DEGREE + 1], x: W) -> W {
    let mut value = coefficients[DEGREE];
    for k in (0..DEGREE).rev() {
        value = value.mul_add(x, coefficients[k]);
    }
    value
}

/// out ← f(x, y, z)
#[inline(always)]
fn each<W: Real + Element>(
    operands: Operands<'_, W>,
    out: &mut VectorViewMut<'_, DoubleWord<W>>,
    f: impl Fn(W, W, W) -> W,
) {
    /// As parameters, the slices are known not to overlap.
    #[inline(always)]
    fn over<W: Copy>(out: &mut [W], x: &[W], y: &[W], z: &[W], f: impl Fn(W, W, W) -> W) {
        let n = out.len();
        let (x, y, z) = (&x[..n], &y[..n], &z[..n]);
        for i in 0..n {
            out[i] = f(x[i], y[i], z[i]);
        }
    }
    let [out, _] = out.reborrow().into_parts();
    let (x, y, z) = (operands.x.hi(), operands.y.hi(), operands.z.hi());
    dispatch(
        #[inline(always)]
        || over(out, x, y, z, f),
    );
}

/// out ← f(x, out)
#[inline(always)]
fn accumulate<W: Real + Element>(
    operands: Operands<'_, W>,
    out: &mut VectorViewMut<'_, DoubleWord<W>>,
    f: impl Fn(W, W) -> W,
) {
    #[inline(always)]
    fn over<W: Copy>(out: &mut [W], x: &[W], f: impl Fn(W, W) -> W) {
        let n = out.len();
        let x = &x[..n];
        for i in 0..n {
            out[i] = f(x[i], out[i]);
        }
    }
    let [out, _] = out.reborrow().into_parts();
    dispatch(
        #[inline(always)]
        || over(out, operands.x.hi(), f),
    );
}

/// Adds terms of x and y.
#[inline(always)]
fn sum<W: Real + Element>(
    operands: Operands<'_, W>,
    out: &mut VectorViewMut<'_, DoubleWord<W>>,
    f: impl Fn(W, W, W) -> W,
) {
    let (x, y) = (operands.x.hi(), operands.y.hi());
    let total = dispatch(
        #[inline(always)]
        || lanes::sum(x, y, f),
    );
    let [high, _] = out.reborrow().into_parts();
    high[0] = total;
}
