//! The operations of `floatfloat-cpu` on double-words.

use super::{
    Check, DEGREE, SliceWork, Terms, Tolerance, coefficients, factor, of_magnitudes, unit,
};
use crate::real::Real;
use floatfloat::{
    DoubleWord,
    double_word::{
        add_network::AddNetwork, div_warwick::DivWarwick, mul_dw1::MulDw1, sqrt::Sqrt,
        sub_network::SubNetwork,
    },
    operation::{Info, Operation},
};
use floatfloat_cpu::{Accuracy, Element, VectorViewMut, compensated, reproducible};

const FITS: &str = "all have as many elements";

/// The flops of a sum and a product.
const BOTH: u32 = AddNetwork::INFO.flops + MulDw1::INFO.flops;

fn first<W: Element>(out: &mut VectorViewMut<'_, DoubleWord<W>>, value: DoubleWord<W>) {
    assert!(out.set(0, value), "{FITS}");
}

/// The operations on double-words.
pub fn double_words<W: Real + Element>() -> Vec<SliceWork<W>> {
    let of = |op, flops, words, run, check| SliceWork {
        op,
        plain: op,
        number_type: W::PAIR,
        function: None,
        flops: Some(flops),
        words,
        run,
        check,
    };
    let map = |info: Info, words, run, one| SliceWork {
        function: Some(info.function),
        ..of(info.name, info.flops, words, run, Check::Each(one))
    };
    vec![
        map(
            AddNetwork::INFO,
            6,
            |o, out| o.x.add_into(o.y, out.reborrow()).expect(FITS),
            |[x, y, _]| x + y,
        ),
        map(
            SubNetwork::INFO,
            6,
            |o, out| o.x.sub_into(o.y, out.reborrow()).expect(FITS),
            |[x, y, _]| x - y,
        ),
        map(
            MulDw1::INFO,
            6,
            |o, out| o.x.mul_into(o.y, out.reborrow()).expect(FITS),
            |[x, y, _]| x * y,
        ),
        map(
            DivWarwick::INFO,
            6,
            |o, out| o.x.div_into(o.y, out.reborrow()).expect(FITS),
            |[x, y, _]| x / y,
        ),
        map(
            Sqrt::INFO,
            4,
            |o, out| o.x.sqrt_into(out.reborrow()).expect(FITS),
            |[x, _, _]| x.sqrt(),
        ),
        of(
            "mul_add",
            BOTH,
            8,
            |o, out| o.x.mul_add_into(o.y, o.z, out.reborrow()).expect(FITS),
            Check::Each(|[x, y, z]| x.mul_add(y, z)),
        ),
        of(
            "axpy",
            BOTH,
            6,
            |o, out| out.axpy(factor(), o.x).expect(FITS),
            Check::Each(|[x, _, z]| x.mul_add(factor(), z)),
        ),
        of(
            "scale",
            MulDw1::INFO.flops,
            4,
            |o, out| o.x.scale_into(factor(), out.reborrow()).expect(FITS),
            Check::Each(|[x, _, _]| x * factor()),
        ),
        of(
            "horner",
            DEGREE as u32 * BOTH,
            4,
            |o, out| o.x.horner_into(&coefficients(), out.reborrow()).expect(FITS),
            Check::Each(|[x, _, _]| {
                let [lower @ .., leading] = coefficients();
                lower.into_iter().rev().fold(leading, |value, c| value.mul_add(x, c))
            }),
        ),
        of(
            "sum",
            AddNetwork::INFO.flops,
            2,
            |o, out| first(out, o.x.sum()),
            Check::Sum(Terms::Numbers, |n| of_magnitudes(Accuracy::Strict.sum_bound::<W>(n))),
        ),
        SliceWork {
            plain: "sum",
            ..of(
                "sum-fast",
                8,
                2,
                |o, out| first(out, o.x.sum_with(Accuracy::Fast)),
                Check::Sum(Terms::Numbers, |n| of_magnitudes(Accuracy::Fast.sum_bound::<W>(n))),
            )
        },
        SliceWork {
            plain: "sum",
            flops: None,
            ..of(
                "sum-reproducible",
                0,
                2,
                |o, out| first(out, reproducible::sum_numbers(o.x)),
                Check::Sum(Terms::Numbers, |_| Tolerance {
                    of_magnitudes: 0.0,
                    of_result: unit::<W>() * unit::<W>(),
                }),
            )
        },
        of(
            "dot",
            BOTH,
            4,
            |o, out| first(out, o.x.dot(o.y).expect(FITS)),
            Check::Sum(Terms::Products, |n| of_magnitudes(Accuracy::Strict.dot_bound::<W>(n))),
        ),
        SliceWork {
            plain: "dot",
            ..of(
                "dot-fast",
                12,
                4,
                |o, out| first(out, o.x.dot_with(Accuracy::Fast, o.y).expect(FITS)),
                Check::Sum(Terms::Products, |n| of_magnitudes(Accuracy::Fast.dot_bound::<W>(n))),
            )
        },
        of(
            "nrm2",
            BOTH,
            2,
            |o, out| first(out, o.x.nrm2()),
            // Twice the relative error of the root: 25/8 u², and u² that is lost after the sum.
            Check::Sum(Terms::Squares, |n| {
                let after = 2.0 * (25.0 / 8.0 + 1.0) * unit::<W>() * unit::<W>();
                Tolerance { of_magnitudes: Accuracy::Strict.dot_bound::<W>(n), of_result: after }
            }),
        ),
    ]
}

/// Sums and dot products of plain words, computed with twice their precision.
pub fn compensated<W: Real + Element>() -> Vec<SliceWork<W>> {
    /// u·|s|, and the square of γ for `steps` steps times the sum of magnitudes.
    fn tolerance<W: Real>(steps: usize) -> Tolerance {
        let u = unit::<W>();
        let nu = steps as f64 * u;
        let gamma = nu / (1.0 - nu);
        Tolerance { of_magnitudes: gamma * gamma, of_result: u + 3.0 * gamma * gamma }
    }
    vec![
        SliceWork {
            op: "sum2",
            plain: "sum",
            number_type: W::PLAIN,
            function: None,
            flops: Some(7),
            words: 1,
            run: |o, out| first(out, DoubleWord::from_word(compensated::sum2(o.x.hi()))),
            check: Check::Sum(Terms::Numbers, |n| tolerance::<W>(2 * n)),
        },
        SliceWork {
            op: "dot2",
            plain: "dot",
            number_type: W::PLAIN,
            function: None,
            flops: Some(10),
            words: 2,
            run: |o, out| {
                let dot = compensated::dot2(o.x.hi(), o.y.hi()).expect(FITS);
                first(out, DoubleWord::from_word(dot));
            },
            check: Check::Sum(Terms::Products, |n| tolerance::<W>(4 * n)),
        },
    ]
}
