//! Numbers made of integers in recordings: what their operations cost.

use floatfloat::{
    Bits, Word,
    soft::{Binary32, Binary64, Format, Soft},
};
use floatfloat_gpu::{
    Circuit, DeviceWord, UintWire, Wire,
    program::{Node, UintBinary},
};

type Number<F, const N: usize> = Soft<F, UintWire, N>;

/// A function of numbers that are the bits of words.
fn circuit<E, F, const N: usize>(
    parameters: usize,
    function: fn(&[Number<F, N>]) -> Number<F, N>,
) -> Circuit
where
    E: DeviceWord,
    F: Format<N>,
    Wire<E>: Bits<N, Uint = UintWire>,
{
    Circuit::record_words::<E>(true, &vec![1; parameters], &[1], |words| {
        let numbers: Vec<_> = words.iter().map(|word| Soft::from_bits(word.into_uints())).collect();
        vec![Wire::from_uints(function(&numbers).to_bits())]
    })
    .unwrap()
}

/// Operations of integers, with high halves of products as one and as sixteen.
fn cost(circuit: &Circuit) -> [u64; 2] {
    let is_wide = |node: &&Node| matches!(node, Node::UintBinary(UintBinary::HighProduct, ..));
    let wide = circuit.expanded().nodes().iter().filter(is_wide).count() as u64;
    let all = circuit.uint_operations();
    [all, all + 15 * wide]
}

fn costs<E, F, const N: usize>() -> [[u64; 2]; 6]
where
    E: DeviceWord,
    F: Format<N>,
    Wire<E>: Bits<N, Uint = UintWire>,
{
    [
        circuit::<E, F, N>(2, |x| x[0] + x[1]),
        circuit::<E, F, N>(2, |x| x[0] * x[1]),
        circuit::<E, F, N>(2, |x| x[0] / x[1]),
        circuit::<E, F, N>(1, |x| x[0].sqrt()),
        circuit::<E, F, N>(3, |x| x[0].mul_add(x[1], x[2])),
        circuit::<E, F, N>(2, |x| Soft::select(x[0].less(x[1]), x[0], x[1])),
    ]
    .map(|circuit| cost(&circuit))
}

#[test]
fn operations_cost_what_is_stated() {
    // Choosing one of two numbers is one operation for each integer.
    assert_eq!(
        costs::<f64, Binary64, 2>(),
        [[120; 2], [166, 226], [218, 383], [152, 377], [362, 422], [37 + 2; 2]]
    );
    assert_eq!(
        costs::<f32, Binary32, 1>(),
        [[65; 2], [85, 100], [113, 233], [79, 259], [181, 196], [17 + 1; 2]]
    );
}
