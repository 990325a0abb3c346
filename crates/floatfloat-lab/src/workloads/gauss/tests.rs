use super::{BLOCK, Gauss};
use crate::{
    arithmetic::{CompositeOf, Family, PairOf, PlainOf},
    devices::OnDevice,
    progress::Silent,
    workloads::{Place, Workload, matrices::rodinia},
};

const RANGES: [[f64; 2]; 2] = [[1e-2, 1e-1], [1e1, 1e2]];

fn error<F: Family, W: OnDevice>(gauss: &Gauss) -> f64 {
    gauss.run::<F, W>(Place::Processor, &Silent).unwrap().unwrap().relative_error()
}

#[test]
fn errors_are_ordered_as_theory_says() {
    let gauss = Gauss::random(96, &RANGES, 3, &Silent).unwrap();
    let f32 = error::<PlainOf, f32>(&gauss);
    let ff = error::<PairOf, f32>(&gauss);
    let f64 = error::<PlainOf, f64>(&gauss);
    let dd = error::<PairOf, f64>(&gauss);
    assert!(dd < 1e-10 * f64 && f64 < 0.1 * ff && ff < 1e-3 * f32, "{f32} {ff} {f64} {dd}");
    let float2 = error::<CompositeOf, f32>(&gauss);
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
    assert_eq!(error::<PairOf, f64>(&swapped), f64::INFINITY);
}
