//! The text of every kind of program means what the program means: compiled for the host, it gives
//! the bits of the processor's interpreter.

use crate::{
    cases::{self, Shape, cases},
    uint_functions,
};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, Word, eft::two_sum};
use floatfloat_gpu::{
    Circuit, DeviceWord, Lowering, Program, Wire, WordType,
    emit::cuda::shipped,
    lowering::{Division, Exponents, Protection, Root, Rounding},
    program::{reduction_groups, standard},
};

/// Launches that reach every part of a program: the beginning, the middle and an uneven end.
fn shapes(program: &Program) -> Vec<Shape> {
    let inputs = program.bindings() - 1;
    match program.skeleton().name {
        "map" | "looped map" => {
            let shape = |begin: u32, count: u32, to: u32| {
                let mut elements = vec![u64::from(begin + count); inputs];
                elements.push(u64::from(to + count));
                let groups = if program.is_map(true) {
                    [1, 1]
                } else {
                    [count.div_ceil(256).div_ceil(2), 2]
                };
                (elements, [begin, count, to, 100, 0, 0, 0, 0], groups)
            };
            vec![shape(0, 1, 0), shape(3, 2000, 5), shape(0, 1024, 1)]
        }
        "reduce" => {
            let shape = |count: u32, groups: u32, first: u32, now: u32| {
                let mut elements = vec![u64::from(count); inputs];
                elements.push(u64::from(groups + 1));
                (elements, [count, groups, first, 1, 0, 0, 0, 0], [now, 1])
            };
            let count = 9999;
            let groups = reduction_groups(count);
            vec![shape(7, 1, 0, 1), shape(count as u32, groups, 2, groups - 2)]
        }
        "gemv" => {
            vec![(vec![1001 * 4, 1001, 5], [1001, 1, 3, 2, 0, 0, 0, 0], [2, 2])]
        }
        "gemm" | "products of bytes" => {
            let shape = |first| {
                let (rows, columns, depth) = (70_u64, 66_u64, 37_u64);
                let elements = vec![(rows + 2) * 50, (depth + 1) * columns, rows * columns];
                (elements, [70, 66, 37, 50, 2, 5, first, 1], [2, 2])
            };
            vec![shape(1), shape(0)]
        }
        "digits" => {
            let shape = |count: u32, share: u32, first: u32, to: u64| {
                let mut elements = vec![u64::from(count); inputs];
                elements.push(to + u64::from(program.constants()[0]));
                let groups = [count.div_ceil(share) - first, 1];
                (elements, [count, share, first, to as u32, 0, 0, 0, 0], groups)
            };
            vec![shape(1, 1, 0, 0), shape(3001, 700, 1, 5)]
        }
        other => panic!("no launch of {other} is known"),
    }
}

/// Programs beside the standard ones: without a fused multiply-add, with plain operators, with
/// corrected quotients and roots, in a loop, made of integers.
pub fn more() -> Vec<(&'static str, Program, Lowering)> {
    type Ff = DoubleWord<Wire<f32>>;
    type Dd = DoubleWord<Wire<f64>>;
    let map = |function: Circuit, looped| {
        let broadcast = vec![false; function.parameters().len()];
        Program::map(function, broadcast, looped)
    };
    let rn = Protection::Intrinsics(Rounding::Nearest);
    let (bare, plain) = (Lowering::exact(rn, false), Lowering::exact(Protection::Plain, true));
    let corrected =
        Lowering { division: Division::Corrected, root: Root::Corrected, ..shipped::LOWERING };
    let compared = Lowering { exponents: Exponents::Comparisons, ..shipped::LOWERING };
    let quotient = |fused| Circuit::record2(fused, |a: Ff, b: Ff| (a / b).sqrt()).unwrap();
    let product = |fused| Circuit::record2(fused, |a: Dd, b: Dd| a * b).unwrap();
    let words = Circuit::record2(true, |a: Wire<f32>, b: Wire<f32>| a / b).unwrap();
    let compensated = |lanes| {
        let accumulate = recorded::<f64>(&[2, 1], 2, |w| {
            let (sum, error) = two_sum(w[0], w[2]);
            vec![sum, w[1] + error]
        });
        let merge = recorded::<f64>(&[2, 2], 2, |w| {
            let (sum, error) = two_sum(w[0], w[2]);
            vec![sum, w[1] + (w[3] + error)]
        });
        Program::reduce(vec![0; 2], accumulate, merge, lanes)
    };
    let named = |name, word| map(Circuit::of_named_function(name, word, true).unwrap(), false);
    vec![
        ("exp of f32", named("exp", WordType::F32), shipped::LOWERING),
        ("ln of f64", named("ln", WordType::F64), shipped::LOWERING),
        ("sin of f32", named("sin", WordType::F32), shipped::LOWERING),
        ("atan2 of f64", named("atan2", WordType::F64), shipped::LOWERING),
        ("compensated, one lane", compensated(1), shipped::LOWERING),
        ("compensated, 32 lanes", compensated(32), shipped::LOWERING),
        ("compensated, 1024 lanes", compensated(1024), shipped::LOWERING),
        ("residues", Program::residues(), shipped::LOWERING),
        ("no fma, f32", map(quotient(false), false), bare),
        ("no fma, f64", map(product(false), false), bare),
        ("plain, f32", map(quotient(true), false), plain),
        ("plain, f64", map(product(true), false), plain),
        ("corrected, double-word", map(quotient(true), false), corrected),
        ("corrected, word", map(words, false), corrected),
        ("loop", map(quotient(true), true), shipped::LOWERING),
        ("exponents, f32", map(exponents::<f32>(), false), shipped::LOWERING),
        ("exponents, f64", map(exponents::<f64>(), false), shipped::LOWERING),
        ("integers, f32", map(uint_functions::circuit::<f32, 1>(), false), shipped::LOWERING),
        ("integers, f64", map(uint_functions::circuit::<f64, 2>(), true), shipped::LOWERING),
        ("made of integers, f32", map(quotient(true), false), Lowering::INTEGERS),
        ("made of integers, f64", map(product(true), true), Lowering::INTEGERS),
        ("made of integers, sums", compensated(32), Lowering::INTEGERS),
        ("digits of f32", Program::exact_sum::<f32>(64).unwrap(), Lowering::INTEGERS),
        ("digits of ff", Program::exact_sum::<FloatFloat>(32).unwrap(), Lowering::INTEGERS),
        (
            "digits of products",
            Program::exact_dot::<DoubleDouble>(256).unwrap(),
            Lowering::INTEGERS,
        ),
        ("exponents, compared", map(exponents::<f32>(), true), compared),
        ("broadcast", Program::map(product(true), vec![false, true], true), shipped::LOWERING),
    ]
}

/// Times powers of two of every exponent, since of NaN they may be anything.
fn exponents<E: DeviceWord>() -> Circuit {
    recorded::<E>(&[1], 2, |words| {
        let x = words[0];
        let step = x.constant(-1.01 * f64::from(E::TYPE.min_exponent()) / 8.0);
        let large = x.constant(1.5 * 2f64.powi(E::TYPE.precision() as i32 - 1));
        let integer = (x.exponent() * step + large) - large;
        vec![x.exponent(), integer.power_of_two() * x]
    })
}

fn recorded<E: DeviceWord>(
    parameters: &[usize],
    result: usize,
    computation: impl FnOnce(&[Wire<E>]) -> Vec<Wire<E>>,
) -> Circuit {
    Circuit::record_words(true, parameters, &[result], computation).unwrap()
}

#[test]
fn programs_on_the_host_give_the_bits_of_the_interpreter() {
    let mut all = Vec::new();
    for (name, program) in standard() {
        // The operations of the registry are maps like the operators.
        let is_operator = ["add", "sub", "mul", "div", "sqrt"].iter().any(|op| name.ends_with(op));
        if is_operator || !program.is_map(false) {
            all.extend(cases(&name, &program, shipped::LOWERING, shapes(&program)));
        }
    }
    for (name, program, lowering) in more() {
        all.extend(cases(name, &program, lowering, shapes(&program)));
    }
    cases::check(&all);
}
