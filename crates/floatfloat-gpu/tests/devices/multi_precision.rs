//! Multiple precision on devices.

use floatfloat::{
    Bits,
    multi_precision::{Limbs, MultiPrecision, Width},
};
use floatfloat_gpu::{
    Circuit, UintWire, Wire,
    program::{Node, UintBinary},
};

type Recording<const N: usize> = MultiPrecision<UintWire, N>;

/// A function of two numbers, whose integers are the bits of words.
fn circuit<const N: usize>(function: fn([Recording<N>; 2]) -> Recording<N>) -> Circuit
where
    Limbs: Width<N>,
{
    Circuit::record_words::<f32>(true, &[1 + N, 1 + N], &[1 + N], |words| {
        let numbers = [0, 1 + N].map(|from| {
            let uint = |k: usize| words[from + k].into_uints()[0];
            MultiPrecision::from_words(uint(0), std::array::from_fn(|k| uint(1 + k)))
        });
        let result = function(numbers);
        let uints = [result.head()].into_iter().chain(result.limbs());
        uints.map(|uint| Wire::from_uints([uint])).collect()
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

fn costs<const N: usize>() -> [[u64; 2]; 5]
where
    Limbs: Width<N>,
{
    let choice = 1 + N as u64;
    let [sum, product, quotient, root, less] = [
        circuit::<N>(|[a, b]| a + b),
        circuit::<N>(|[a, b]| a * b),
        circuit::<N>(|[a, b]| a / b),
        circuit::<N>(|[a, _]| a.sqrt()),
        circuit::<N>(|[a, b]| MultiPrecision::select(a.less(b), a, b)),
    ]
    .map(|circuit| cost(&circuit));
    [sum, product, quotient, root, less.map(|all| all - choice)]
}

#[test]
fn operations_cost_what_is_stated() {
    assert_eq!(costs::<1>(), [[110; 2], [59, 74], [145, 310], [152, 377], [26; 2]]);
    assert_eq!(costs::<2>(), [[156; 2], [94, 154], [237, 477], [242, 527], [32; 2]]);
    assert_eq!(costs::<4>(), [[245; 2], [218, 458], [508, 988], [488, 938], [44; 2]]);
    assert_eq!(costs::<8>(), [[424; 2], [706, 1666], [1523, 2978], [1370, 2435], [68; 2]]);
}
