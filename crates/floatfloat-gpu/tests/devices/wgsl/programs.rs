//! One program of every kind over any word.

use floatfloat::{DoubleWord, Word};
use floatfloat_gpu::{Circuit, DeviceNumber, DeviceWord, Program, Recorded, Wire};

type Double<E> = DoubleWord<Wire<E>>;

/// Programs over words of type `E`, with names.
pub fn programs<E>(fused: bool) -> Vec<(&'static str, Program)>
where
    E: DeviceWord + DeviceNumber<Word = E, Recorded = Wire<E>>,
    Wire<E>: Recorded<Number = E>,
    DoubleWord<E>: DeviceNumber<Word = E, Recorded = Double<E>>,
    Double<E>: Recorded<Number = DoubleWord<E>>,
{
    let zero = vec![0.0_f64.to_bits(); 2];
    let function = Circuit::record2(fused, |a: Double<E>, b: Double<E>| (a * b - a / b).sqrt());
    let function = function.unwrap();
    let add = Circuit::record2(fused, |a: Double<E>, b: Double<E>| a + b).unwrap();
    let mixed = Circuit::record3(fused, |a: Wire<E>, b: Double<E>, c: Double<E>| b * a + c);
    let multiply_add =
        Circuit::record3(fused, |s: Double<E>, a: Double<E>, b: Double<E>| s + a * b).unwrap();
    let special = Circuit::record2(fused, |a: Wire<E>, b: Wire<E>| {
        let (infinity, nan) = (a.constant(f64::INFINITY), a.constant(f64::NAN));
        let exponent = Wire::select(a.less(-infinity.abs()), nan, b.exponent());
        let power = Wire::select(b.less_or_equal(-infinity), nan, a.power_of_two());
        DoubleWord::from_normalized(exponent, power)
    });
    let special = special.unwrap();
    let finish = Circuit::record1(fused, |s: Double<E>| -s).unwrap();
    let map = |function: &Circuit, broadcast: &[bool], looped| {
        Program::map(function.clone(), broadcast.to_vec(), looped)
    };
    vec![
        ("map", map(&function, &[false, false], false)),
        ("map_loop", map(&function, &[false, false], true)),
        ("exponents", map(&special, &[false, false], false)),
        ("axpy", map(&mixed.unwrap(), &[true, false, false], false)),
        ("sum", Program::reduce(zero.clone(), add.clone(), add.clone(), 256)),
        ("dot", Program::reduce(zero.clone(), multiply_add.clone(), add.clone(), 64)),
        ("gemv", Program::gemv(zero.clone(), multiply_add.clone(), add.clone(), finish)),
        ("gemm", Program::gemm(zero, multiply_add)),
    ]
}

/// The program of this name.
pub fn named(programs: Vec<(&'static str, Program)>, name: &str) -> Program {
    let found = programs.into_iter().find(|(found, _)| *found == name);
    found.expect("one of the names above").1
}
