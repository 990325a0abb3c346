//! The text of every kind of program means what the program means: compiled for the host, it gives
//! the bits of the processor's interpreter.

use crate::host::{self, Case};
use floatfloat::{DoubleWord, NativeWord, Word, eft::two_sum};
use floatfloat_exact::Random;
use floatfloat_gpu::{
    Circuit, Device, DeviceWord, Lowering, Program, Select, Wire, WordType,
    backend::{Backend, Launch},
    emit::cuda::shipped,
    kernels::{
        chain::Chain,
        elimination::{multipliers, updates},
        lu::LuKernels,
        reduction_groups, standard,
    },
    lowering::{Division, Protection, Root, Rounding},
};

/// A launch of a program: how many elements each buffer has, arguments, groups.
type Shape = (Vec<u64>, [u32; 8], [u32; 2]);

/// Launches that reach every part of a program: the beginning, the middle and an uneven end.
fn shapes(program: &Program) -> Vec<Shape> {
    let inputs = program.bindings() - 1;
    let constants = program.constants();
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
        "gemm" => {
            let shape = |first| {
                let (rows, columns, depth) = (70_u64, 66_u64, 37_u64);
                let elements = vec![(rows + 2) * 50, depth * columns, rows * columns];
                (elements, [70, 66, 37, 50, 2, 5, first, 0], [2, 2])
            };
            vec![shape(1), shape(0)]
        }
        "chain" => {
            let of_c = if program.broadcast()[1] { 1 } else { 702 };
            let groups = 700_u32.div_ceil(program.lanes());
            vec![(vec![702, of_c, 702], [2, 700, 3, 0, 0, 0, 0, 0], [groups.div_ceil(2), 2])]
        }
        "LU, diagonal" => {
            [2, 37].map(|o| (vec![40 * 40], [40, o, 0, 0, 0, 0, 0, 0], [1, 1])).into()
        }
        "LU, perimeter" => {
            let block = constants[0];
            let groups = 2 * (75 / block);
            vec![(vec![78 * 78], [78, 2, 1, 0, 0, 0, 0, 0], [groups - 1, 1])]
        }
        "LU, internal" => {
            let block = constants[0];
            let begin = 2 + block;
            let groups = [(150 - begin).div_ceil(64), 2];
            vec![(vec![150 * 150], [150, 2, begin + 5, 70, 0, 0, 0, 0], groups)]
        }
        "fan1" => {
            let shape =
                |here| (vec![350 * 300, 300 + 360], [300, 3, 1, here, 2, 345, 4, 0], [1, 2]);
            vec![shape(1), shape(0)]
        }
        "fan2" => {
            let groups = [47_u32.div_ceil(constants[0]), 21_u32.div_ceil(constants[1])];
            vec![(vec![50 + 30, 25 * 50], [50, 3, 2, 21, 4, 0, 0, 0], groups)]
        }
        other => panic!("no launch of {other} is known"),
    }
}

/// Normalised numbers of so many words, from 2^-8 to 2^8 in size; among them, where `special`, zeros, infinities, NaN and
/// the largest.
fn numbers<F: NativeWord>(elements: u64, words: usize, special: bool, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let specials = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 1e-310, 1e-42];
    let mut bytes = Vec::new();
    for element in 0..elements {
        let bits = random.bits();
        let size = f64::from(2_i32.pow((bits % 17) as u32)) / 256.0;
        let value = (bits as i64 as f64) * 2_f64.powi(-63) * size;
        let high = match specials.get((element % 50) as usize) {
            Some(&value) if special => F::nearest(value),
            _ => F::nearest(value),
        };
        let low = F::nearest(random.bits() as i64 as f64 * 2_f64.powi(-64 - F::PRECISION as i32));
        let number = DoubleWord::from_parts(high, high * low);
        let high = if words == 1 { high } else { number.hi() };
        for word in [high, number.lo(), number.hi()].into_iter().cycle().take(words) {
            bytes.extend(&word.bits().to_le_bytes()[..size_of::<F>()]);
        }
    }
    bytes
}

fn cases(name: &str, program: &Program, lowering: Lowering) -> Vec<Case> {
    let widths = program.elements();
    let inputs = program.bindings() - 1;
    let case = |(elements, arguments, groups): Shape| {
        let buffer = |place: usize| {
            let (elements, words, seed) = (elements[place], widths[place], 1 + place as u64);
            let special = place < inputs && (program.is_map(false) || program.is_map(true));
            match program.word() {
                WordType::F64 => numbers::<f64>(elements, words, special, seed),
                _ => numbers::<f32>(elements, words, special, seed),
            }
        };
        let buffers = (0..elements.len()).map(buffer);
        let (name, program, buffers) = (name.to_owned(), program.clone(), buffers.collect());
        Case { name, program, lowering, buffers, arguments, groups }
    };
    shapes(program).into_iter().map(case).collect()
}

/// The last buffer after the processor has run the program.
fn interpreted(backend: &dyn Backend, case: &Case) -> Vec<u8> {
    let kernel = backend.compile(&case.program, &Lowering::NATIVE).unwrap();
    let buffers: Vec<_> = case
        .buffers
        .iter()
        .map(|content| {
            let buffer = backend.allocate(content.len() as u64).unwrap();
            backend.write(&buffer, content).unwrap();
            buffer
        })
        .collect();
    let (arguments, groups) = (case.arguments, case.groups);
    let buffers: Vec<_> = buffers.iter().collect();
    backend.launch(&Launch { kernel: &kernel, buffers: &buffers, arguments, groups }).unwrap();
    let mut result = case.buffers.last().unwrap().clone();
    backend.read(buffers.last().unwrap(), &mut result).unwrap();
    result
}

/// Where two buffers of words differ, NaN being equal to NaN.
fn difference(word: WordType, a: &[u8], b: &[u8]) -> Option<usize> {
    let bytes = word.bytes() as usize;
    let is_nan = |word: &[u8]| match word.len() {
        4 => f32::from_le_bytes(word.try_into().unwrap()).is_nan(),
        _ => f64::from_le_bytes(word.try_into().unwrap()).is_nan(),
    };
    assert_eq!(a.len(), b.len());
    a.chunks(bytes).zip(b.chunks(bytes)).position(|(a, b)| a != b && !(is_nan(a) && is_nan(b)))
}

/// Programs beside the standard ones: without a fused multiply-add, with plain operators, with
/// corrected quotients and roots, in a loop, in a chain.
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
    let quotient = |fused| Circuit::record2(fused, |a: Ff, b: Ff| (a / b).sqrt()).unwrap();
    let product = |fused| Circuit::record2(fused, |a: Dd, b: Dd| a * b).unwrap();
    let words = Circuit::record2(true, |a: Wire<f32>, b: Wire<f32>| a / b).unwrap();
    let step = Circuit::record2(true, |a: Ff, b: Ff| a * b + b).unwrap();
    let update = |fused| Circuit::record3(fused, |a: Dd, l: Dd, u: Dd| a - l * u).unwrap();
    let divide = || Circuit::record2(true, |a: Dd, pivot: Dd| a / pivot).unwrap();
    let lu = |block| LuKernels { update: update(true), divide: divide(), block };
    let diagonal = |block| lu(block).diagonal().unwrap();
    let perimeter = |block| lu(block).perimeter().unwrap();
    let internal = |block| lu(block).internal().unwrap();
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
    vec![
        ("diagonal block of 4", diagonal(4), shipped::LOWERING),
        ("diagonal block of 32", diagonal(32), shipped::LOWERING),
        ("perimeter of 5", perimeter(5), shipped::LOWERING),
        ("perimeter of 32", perimeter(32), shipped::LOWERING),
        ("internal of 8", internal(8), shipped::LOWERING),
        ("internal of 33", internal(33), shipped::LOWERING),
        ("multipliers", multipliers(quotient(true)).unwrap(), shipped::LOWERING),
        ("elimination", updates(update(true), [16, 4]).unwrap(), shipped::LOWERING),
        ("compensated, one lane", compensated(1), shipped::LOWERING),
        ("compensated, 32 lanes", compensated(32), shipped::LOWERING),
        ("compensated, 1024 lanes", compensated(1024), shipped::LOWERING),
        ("side by side", side_by_side::<f32>(64).program(true).unwrap(), shipped::LOWERING),
        (
            "side by side, one lane",
            side_by_side::<f64>(1).program(false).unwrap(),
            shipped::LOWERING,
        ),
        ("no fma, f32", map(quotient(false), false), bare),
        ("no fma, f64", map(product(false), false), bare),
        ("plain, f32", map(quotient(true), false), plain),
        ("plain, f64", map(product(true), false), plain),
        ("corrected, double-word", map(quotient(true), false), corrected),
        ("corrected, word", map(words, false), corrected),
        ("loop", map(quotient(true), true), shipped::LOWERING),
        ("chain", Chain::of_step(step, 5).program(false).unwrap(), shipped::LOWERING),
        ("broadcast", Program::map(product(true), vec![false, true], true), shipped::LOWERING),
    ]
}

fn recorded<E: DeviceWord>(
    parameters: &[usize],
    result: usize,
    computation: impl FnOnce(&[Wire<E>]) -> Vec<Wire<E>>,
) -> Circuit {
    Circuit::record_words(true, parameters, &[result], computation).unwrap()
}

/// Five chains of words beside one another, from one word to three.
fn side_by_side<E: DeviceWord>(lanes: u32) -> Chain {
    Chain {
        begin: recorded::<E>(&[1], 5, |w| {
            (0..5).map(|k| w[0] + w[0].constant(f64::from(k))).collect()
        }),
        step: recorded::<E>(&[5, 2], 5, |w| w[..5].iter().map(|x| x.mul_add(w[5], w[6])).collect()),
        finish: recorded::<E>(&[5], 3, |w| vec![w[0] + w[1], w[2] * w[3], w[4]]),
        unrolled: 2,
        lanes,
    }
}

#[test]
fn programs_on_the_host_give_the_bits_of_the_interpreter() {
    let device = Device::open(Select::Cpu).unwrap();
    let mut all = Vec::new();
    for (name, program) in standard() {
        // The operations of the registry are maps like the operators.
        let is_operator = ["add", "sub", "mul", "div", "sqrt"].iter().any(|op| name.ends_with(op));
        if is_operator || !program.is_map(false) {
            all.extend(cases(&name, &program, shipped::LOWERING));
        }
    }
    for (name, program, lowering) in more() {
        all.extend(cases(name, &program, lowering));
    }
    let Some(results) = host::run(&all) else { return };
    for (case, found) in all.iter().zip(results) {
        let expected = interpreted(device.backend(), case);
        assert_ne!(&expected, case.buffers.last().unwrap(), "{} wrote nothing", case.name);
        let word = case.program.word();
        if let Some(place) = difference(word, &expected, &found) {
            panic!("{} {:?}: word {place} of the result differs", case.name, case.arguments);
        }
    }
}
