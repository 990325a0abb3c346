use super::{BLOCK, Lud};
use crate::{
    arithmetic::{CompositeOf, Family, PairOf, PlainOf},
    devices::OnDevice,
    progress::Silent,
    workloads::{Place, Workload, reference::BITS, tests::relative_errors},
};

const RANGES: [[f64; 2]; 2] = [[1e-3, 1e-2], [1e2, 1e3]];

fn factors<F: Family, W: OnDevice>(lud: &Lud) -> Vec<[f64; 2]> {
    lud.factorise::<F, W>(Place::Processor, BLOCK, &Silent).unwrap().unwrap().numbers
}

#[test]
fn errors_are_ordered_as_theory_says() {
    let lud = Lud::random(100, &RANGES, 1);
    let (reference, _) = lud.factorise_in_bits(BITS, &Silent).unwrap().unwrap();
    let error = |numbers: Vec<[f64; 2]>| reference.errors(numbers.into_iter()).mean;
    let f32 = error(factors::<PlainOf, f32>(&lud));
    let float2 = error(factors::<CompositeOf, f32>(&lud));
    let ff = error(factors::<PairOf, f32>(&lud));
    let f64 = error(factors::<PlainOf, f64>(&lud));
    let dd = error(factors::<PairOf, f64>(&lud));
    assert!(dd < 1e-10 * f64 && f64 < 0.1 * ff && ff < 1e-3 * f32, "{f32} {ff} {f64} {dd}");
    assert!(float2 > 1e3 * ff, "{float2} {ff}");
    let in_dd = lud.reference_in_dd(&Silent).unwrap();
    let same = in_dd.errors(factors::<PlainOf, f64>(&lud).into_iter()).mean;
    assert!((same / f64 - 1.0).abs() < 1e-6);
}

#[test]
fn mismatches_are_counted() {
    let lud = Lud::random(64, &RANGES, 1);
    let dd = factors::<PairOf, f64>(&lud);
    assert_eq!(lud.mismatches(&dd, 1e-4).count, 0);
    let mut wrong = dd.clone();
    // One element of U changes the element of the product at its place and below.
    wrong[64 * 64 - 1][0] += 1.0;
    assert_eq!(lud.mismatches(&wrong, 1e-4).count, 1);
    wrong[5][0] = f64::NAN;
    assert!(lud.mismatches(&wrong, 1e-4).count > 60);
    assert!(lud.mismatches(&factors::<PlainOf, f32>(&lud), 1e-4).count > 64);
    assert!(lud.residual(&dd) < 1e-20 && lud.residual(&wrong) == f64::INFINITY);
}

#[test]
fn the_residual_is_the_error_of_the_workload() {
    let lud = Lud::random(70, &RANGES, 2);
    let [.., f64, _, dd] = relative_errors(&lud);
    assert!(dd < 1e-14 * f64 && f64 < 1e-6, "{f64} {dd}");
    assert!(lud.condition().unwrap() > 1.0);
}
