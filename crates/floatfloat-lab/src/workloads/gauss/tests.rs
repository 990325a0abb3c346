use super::{BLOCK, Gauss};
use crate::{
    arithmetic::PairOf,
    progress::Silent,
    workloads::{Place, Workload, matrices::rodinia, tests::relative_errors},
};

const RANGES: [[f64; 2]; 2] = [[1e-2, 1e-1], [1e1, 1e2]];

#[test]
fn errors_are_ordered_as_theory_says() {
    let gauss = Gauss::random(96, &RANGES, 3, &Silent).unwrap();
    let [f32, float2, ff, f64, _, dd] = relative_errors(&gauss);
    assert!(dd < 1e-10 * f64 && f64 < 0.1 * ff && ff < 1e-3 * f32, "{f32} {ff} {f64} {dd}");
    assert!(float2 > 1e3 * ff, "{float2} {ff}");
    assert!(gauss.condition().unwrap() > 10.0);
}

#[test]
fn references_agree() {
    let size = 257;
    let gauss = Gauss::random(size, &RANGES, 3, &Silent).unwrap();
    assert_eq!(gauss.exact.name, "dd with pivoting, refined");
    let precise = gauss.solve_in_bits(256, &Silent).unwrap().unwrap();
    assert!(gauss.errors(&precise.x).largest < 1e-29 * gauss.exact.scale());
    assert!(gauss.backward_error(&precise.x).unwrap() < 1e-31);
}

#[test]
fn the_solution_of_rodinias_system_is_known() {
    // The inverse of this matrix is tridiagonal: x₀ = 0.1 / (1 + q), q = e^−0.01.
    let size = 50;
    let gauss = Gauss::new(rodinia(size, 0.01), vec![1.0; size], &Silent).unwrap();
    let solved = gauss.solve::<PairOf, f64>(Place::Processor, BLOCK, &Silent).unwrap().unwrap();
    let expected = 0.1 / (1.0 + (-0.01_f64).exp());
    assert!((solved.x[0][0] - expected).abs() < 1e-4, "{:?}", solved.x[0]);
    assert!(gauss.backward_error(&solved.x).unwrap() < 1e-30);
}

#[test]
fn what_has_no_solution_is_said() {
    let refused = Gauss::new(vec![1.0; 4], vec![1.0, 2.0], &Silent).err().unwrap();
    assert!(refused.to_string().contains("cannot be solved"), "{refused}");
    // Solvable, but not without pivoting.
    let swapped = Gauss::new(vec![0.0, 1.0, 1.0, 0.0], vec![1.0, 2.0], &Silent).unwrap();
    assert_eq!(relative_errors(&swapped)[5], f64::INFINITY);
}
