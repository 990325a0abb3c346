//! Speeds, measured on the processor: that they are measured, and consistent with each other.

use floatfloat::double_word::{add_accurate::AddAccurate, div_dw2::DivDw2, mul_dw3::MulDw3};
use floatfloat_gpu::{
    Circuit, Device, Select, WordType,
    speed::{Sizes, figures, instructions, limits},
};

#[test]
fn instructions_of_operations_are_those_of_their_papers() {
    let of = |circuit: Circuit| instructions(&circuit);
    assert_eq!(of(Circuit::of_operation::<AddAccurate, f32>(true)), Some(20));
    assert_eq!(of(Circuit::of_operation::<MulDw3, f64>(true)), Some(9));
    assert_eq!(of(Circuit::of_operation::<DivDw2, f64>(true)), None, "division is no instruction");
}

#[test]
fn everything_is_measured() {
    let device = Device::open(Select::Cpu).unwrap();
    let limits = limits(&device).unwrap();
    assert!(limits.copy.is_finite() && limits.copy > 0.0, "{limits:?}");
    assert_eq!(limits.words.len(), 2);
    let rate = limits.rate(WordType::F32).unwrap();
    assert!(rate.is_finite() && rate > 0.0, "{limits:?}");
    let add = Circuit::of_operation::<AddAccurate, f32>(true);
    assert_eq!(limits.computations(&add), Some(rate / 20.0));

    let sizes = Sizes { elements: 1 << 16, matrix: 64, chain: 32 };
    let figures = figures(&device, &limits, sizes).unwrap();
    let names: Vec<_> = figures.iter().map(|figure| (figure.number, figure.name)).collect();
    for number in ["ff", "dd"] {
        for name in
            ["map a + b", "sum", "dot", "chain of additions", "chain of multiplications", "gemm"]
        {
            assert!(names.contains(&(number, name)), "{number} {name}");
        }
    }
    assert!(names.contains(&("f64", "gemm")));
    for figure in &figures {
        assert!(figure.value.is_finite() && figure.value > 0.0, "{figure:?}");
        assert!(figure.percent().is_some(), "{figure:?}");
    }
}
