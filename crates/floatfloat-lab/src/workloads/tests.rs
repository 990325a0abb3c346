//! The bounds of sums, inner products and polynomials, and the bits of devices.

use super::{
    Dot, Horner, Place, Sum, Workload,
    polynomial::{CompensatedHorner, HornerOf, Scheme},
    reduction::{Dot2, DotOf, Reduction, Sum2, SumOf, Uploaded, in_order},
    total::Total,
};
use crate::{
    arithmetic::{CompositeOf, FAMILIES, PairOf, PlainOf},
    contender::Contender,
    devices::OnDevice,
    progress::Silent,
    real::Scalar,
};
use floatfloat::Word;
use floatfloat_gpu::{Device, LaunchShape, Select};

/// The relative error of a type on the processor; none if it does not compute the work.
pub(super) fn relative_error(
    workload: &dyn Workload,
    contender: impl Into<Contender>,
) -> Option<f64> {
    let run = workload.run(contender.into(), Place::Processor, &Silent).unwrap();
    run.map(|run| run.relative_error())
}

/// The relative errors of the types of one and two words on the processor.
pub(super) fn relative_errors(workload: &dyn Workload) -> [f64; 6] {
    FAMILIES.map(|contender| relative_error(workload, contender).unwrap())
}

/// γₙ
fn gamma(n: usize, u: f64) -> f64 {
    let nu = n as f64 * u;
    nu / (1.0 - nu)
}

fn unit<W: Word>() -> f64 {
    2f64.powi(-(W::PRECISION as i32))
}

/// The error of a reduction in the order of the processor, and by workgroups of several shapes.
fn errors<R: Reduction<N>, W: OnDevice, const N: usize>(total: &Total<N>) -> Vec<f64> {
    let device = Device::open(Select::Cpu).unwrap();
    let operands = total.operands::<R, W>();
    let uploaded = Uploaded::<R, W, N>::new(&device, &operands).unwrap();
    let shape = |groups, lanes| Some(LaunchShape { groups, lanes });
    let plain = in_order::<R, W, N>(&operands, &Silent).unwrap();
    let loop_on_device = uploaded.reduce(shape(1, 1)).unwrap();
    let bits = |words: [W; 2]| words.map(|word| <W as Scalar>::to_f64(word).to_bits());
    assert_eq!(bits(plain), bits(loop_on_device), "one lane is the plain loop");
    let shapes = [shape(1, 32), shape(3, 8), None];
    let results = shapes.map(|shape| uploaded.reduce(shape).unwrap());
    [vec![plain], results.to_vec()]
        .concat()
        .into_iter()
        .map(|words| total.error_of(&words.map(<W as Scalar>::to_f64)))
        .collect()
}

/// Asserts the bounds over words W of a sum of n numbers of this condition.
fn sums_keep_their_bounds<W: OnDevice>(n: usize, condition: f64) {
    let u = unit::<W>();
    let sum = Sum::ill_conditioned(n, condition, n as u64);
    let exact = sum.exact().abs();
    let magnitude = exact * sum.magnification();
    // Half an ulp of what `error_of` rounds to.
    let slack = 1.0 + 1e-15;
    for error in errors::<SumOf<PlainOf>, W, 1>(&sum) {
        assert!(error <= gamma(n - 1, u) * magnitude * slack, "{error:e} plain {condition:e}");
    }
    for error in errors::<Sum2, W, 1>(&sum) {
        let bound = u * exact + gamma(n - 1, u).powi(2) * magnitude;
        assert!(error <= bound * slack, "{error:e} > {bound:e} compensated {condition:e}");
    }
    // Each addition of double-words is within 3u² of its result.
    for error in errors::<SumOf<PairOf>, W, 1>(&sum) {
        let bound = gamma(n - 1, 3.0 * u * u / (1.0 - 4.0 * u)) * magnitude;
        assert!(error <= bound * slack, "{error:e} > {bound:e} pairs {condition:e}");
    }
}

#[test]
fn sums_are_within_their_bounds_in_every_shape() {
    for condition in [1.0, 1e5, 1e10, 1e20, 1e30] {
        for n in [12, 300, 2000] {
            sums_keep_their_bounds::<f32>(n, condition);
            sums_keep_their_bounds::<f64>(n, condition);
        }
    }
}

fn dots_keep_their_bounds<W: OnDevice>(n: usize, condition: f64) {
    let u = unit::<W>();
    let dot = Dot::ill_conditioned(n, condition, n as u64).unwrap();
    let exact = dot.exact().abs();
    let magnitude = exact * dot.magnification();
    let slack = 1.0 + 1e-15;
    for error in errors::<DotOf<PlainOf>, W, 2>(&dot) {
        assert!(error <= gamma(n, u) * magnitude * slack, "{error:e} plain {condition:e}");
    }
    for (i, error) in errors::<Dot2, W, 2>(&dot).into_iter().enumerate() {
        let bound = if i == 0 {
            u * exact + gamma(n, u).powi(2) * magnitude
        } else {
            let gamma = gamma(4 * n - 2, u);
            (u + 2.0 * gamma * gamma) * exact + gamma * gamma * magnitude
        };
        assert!(error <= bound * slack, "{error:e} > {bound:e} compensated {condition:e}");
    }
    // A product is within 5u², and n additions within 3u² each.
    for error in errors::<DotOf<PairOf>, W, 2>(&dot) {
        let bound = gamma(n + 2, 3.0 * u * u / (1.0 - 4.0 * u)) * magnitude;
        assert!(error <= bound * slack, "{error:e} > {bound:e} pairs {condition:e}");
    }
}

#[test]
fn inner_products_are_within_their_bounds_in_every_shape() {
    for condition in [1.0, 1e5, 1e10, 1e20, 1e30] {
        for n in [6, 150, 1000] {
            dots_keep_their_bounds::<f32>(n, condition);
            dots_keep_their_bounds::<f64>(n, condition);
        }
    }
}

fn polynomials_keep_their_bounds<W: OnDevice>(condition: f64) {
    fn error<S: Scheme, W: OnDevice>(horner: &Horner) -> f64 {
        horner.relative_error_of(horner.on_processor::<S, W>(&Silent).unwrap().into_iter())
    }
    let u = unit::<W>();
    let horner = Horner::near_root(8, condition, 64, 1);
    let (degree, condition) = (horner.degree(), horner.condition());
    let plain = error::<HornerOf<PlainOf>, W>(&horner);
    assert!(plain <= gamma(2 * degree, u) * condition, "{plain:e} {condition:e}");
    let found = error::<CompensatedHorner, W>(&horner);
    let bound = u + gamma(2 * degree, u).powi(2) * condition;
    assert!(found <= bound, "{found:e} > {bound:e}, {condition:e}");
    // A product is within 5u² of its result, a sum within 3u².
    let found = error::<HornerOf<PairOf>, W>(&horner);
    let bound = gamma(degree, 8.0 * u * u / (1.0 - 4.0 * u)) * condition;
    assert!(found <= bound, "{found:e} > {bound:e}, {condition:e}");
}

#[test]
fn polynomials_are_within_their_bounds() {
    for condition in [1.0, 1e5, 1e10, 1e20, 1e30] {
        polynomials_keep_their_bounds::<f32>(condition);
        polynomials_keep_their_bounds::<f64>(condition);
        let horner = Horner::near_root(8, condition, 64, 1);
        let found = horner.condition() / condition;
        assert!((0.5..4.0).contains(&found), "{condition:e}: {found}");
    }
}

#[test]
fn recorded_polynomials_have_the_bits_of_compiled_ones() {
    fn same<S: Scheme, W: OnDevice>(horner: &Horner) {
        let device = Device::open(Select::Cpu).unwrap();
        let recorded = horner.on_device::<S, W>(&device).unwrap();
        assert_eq!(recorded, horner.on_processor::<S, W>(&Silent).unwrap());
    }
    let horner = Horner::near_root(8, 1e12, 300, 2);
    same::<HornerOf<PlainOf>, f32>(&horner);
    same::<HornerOf<CompositeOf>, f32>(&horner);
    same::<HornerOf<PairOf>, f32>(&horner);
    same::<CompensatedHorner, f32>(&horner);
    same::<HornerOf<PairOf>, f64>(&horner);
    same::<CompensatedHorner, f64>(&horner);
}

#[test]
fn the_exact_results_are_those_of_multiple_precision() {
    let sum = Sum::random(1000, &[(1e-3, 1e-2), (-1e3, 1e2)], 3);
    assert!(sum.multiple(32, &Silent).unwrap().error > 0.0);
    assert_eq!(sum.multiple(256, &Silent).unwrap().error, 0.0);
    let dot = Dot::random(1000, &[(-1.0, 1.0)], 3).unwrap();
    assert!(dot.multiple(32, &Silent).unwrap().error > 0.0);
    assert_eq!(dot.multiple(256, &Silent).unwrap().error, 0.0);
    let horner = Horner::near_root(8, 1e6, 64, 3);
    assert!(horner.multiple(32, &Silent).unwrap().error > 0.0);
    assert_eq!(horner.multiple(256, &Silent).unwrap().error, 0.0);
}
