//! Programs of every kind give the bits that the processor gives.

use super::{first, upload_bytes};
use crate::{
    backend::{Backend, Buffer, Launch, UNWRITTEN},
    circuit::Circuit,
    device::cpu::Cpu,
    lowering::{Controls, Division, Lowering, Protection, Root},
    number::{DeviceNumber, Recorded},
    program::Program,
    runner::Runner,
    wire::Wire,
    word_type::{DeviceWord, WordType},
};
use floatfloat::DoubleWord;

/// A program, how it is launched, and what it needs.
struct Job {
    program: Program,
    /// Words of each operand.
    operands: Vec<usize>,
    /// Words of the result.
    result: usize,
    arguments: [u32; 8],
    groups: [u32; 2],
}

fn jobs<E>(fused: bool) -> Vec<Job>
where
    E: DeviceWord + DeviceNumber<Word = E, Recorded = Wire<E>>,
    Wire<E>: Recorded<Number = E>,
    DoubleWord<E>: DeviceNumber<Word = E, Recorded = DoubleWord<Wire<E>>>,
    DoubleWord<Wire<E>>: Recorded<Number = DoubleWord<E>>,
{
    type Double<E> = DoubleWord<Wire<E>>;
    let identity = vec![0; 2];
    let add = Circuit::record2(fused, |a: Double<E>, b: Double<E>| a + b).unwrap();
    let function =
        Circuit::record2(fused, |a: Double<E>, b: Double<E>| (a * b - a + b).abs()).unwrap();
    let product = Circuit::record3(fused, |s: Double<E>, a: Double<E>, b: Double<E>| s + a * b);
    let scaled = Circuit::record2(fused, |a: Wire<E>, b: Double<E>| b * a).unwrap();
    let finish = Circuit::record1(fused, |s: Double<E>| -s).unwrap();
    let (accumulate, merge) = (product.unwrap(), add.clone());
    let job = |program, operands: &[usize], result, arguments, groups| Job {
        program,
        operands: operands.to_vec(),
        result,
        arguments,
        groups,
    };
    let map =
        |function, broadcast: &[bool], looped| Program::map(function, broadcast.to_vec(), looped);
    vec![
        job(
            map(function.clone(), &[false; 2], false),
            &[2000; 2],
            2100,
            [10, 990, 40, 0, 0, 0, 0, 0],
            [2, 2],
        ),
        job(
            map(function, &[false; 2], true),
            &[2000; 2],
            2000,
            [0, 1000, 0, 512, 0, 0, 0, 0],
            [2, 1],
        ),
        job(map(scaled, &[true, false], false), &[1, 514], 514, [0, 257, 0, 0, 0, 0, 0, 0], [2, 1]),
        job(
            Program::reduce(identity.clone(), accumulate.clone(), merge.clone(), 256),
            &[20_000; 2],
            10,
            [10_000, 5, 0, 0, 0, 0, 0, 0],
            [5, 1],
        ),
        job(
            Program::gemv(identity.clone(), accumulate.clone(), merge, finish),
            &[2 * 7 * 300, 600],
            14,
            [300, 0, 7, 0, 0, 0, 0, 0],
            [7, 1],
        ),
        job(
            Program::gemm(identity, accumulate),
            &[2 * 70 * 33, 2 * 33 * 81],
            2 * 70 * 81,
            [70, 81, 33, 33, 0, 0, 1, 0],
            [2, 2],
        ),
    ]
}

/// The words of operand `index`: numbers around 1 whose low words are small, as double-words are.
fn operand(word: WordType, index: usize, words: usize) -> Vec<u8> {
    let value = |i: usize| {
        let hash = (i * 2_654_435_761 + index * 40_503) % 1_000_003;
        let size =
            if words > 1 && i % 2 == 1 { 2f64.powi(-(word.precision() as i32) - 1) } else { 1.0 };
        size * (hash as f64 / 1_000_003.0 - 0.3)
    };
    let bytes = |i| match word {
        WordType::F64 => value(i).to_le_bytes().to_vec(),
        _ => (value(i) as f32).to_le_bytes().to_vec(),
    };
    (0..words).flat_map(bytes).collect()
}

fn run(backend: &dyn Backend, job: &Job, lowering: &Lowering) -> Vec<u8> {
    let word = job.program.word();
    let kernel = backend.compile(&job.program, lowering).unwrap();
    let operands: Vec<Buffer> = (0..)
        .zip(&job.operands)
        .map(|(index, &words)| upload_bytes(backend, &operand(word, index, words)))
        .collect();
    let result = backend.allocate(job.result as u64 * word.bytes()).unwrap();
    let buffers: Vec<_> = operands.iter().chain([&result]).collect();
    let (arguments, groups) = (job.arguments, job.groups);
    backend.launch(&Launch { kernel: &kernel, buffers: &buffers, arguments, groups }).unwrap();
    let mut bytes = vec![0; result.bytes as usize];
    backend.read(&result, &mut bytes).unwrap();
    bytes
}

/// The protections that hold on the drivers that these tests are run on, with float controls where those are offered, and
/// with products that need no fused multiply-add, against the processor.
#[test]
fn programs_give_the_processors_bits() {
    let Some(backend) = first() else { return };
    let cpu = Cpu::open();
    let (division, root) = match backend.description().software {
        true => (Division::Native, Root::Native),
        false => (Division::Corrected, Root::Corrected),
    };
    for word in [WordType::F32, WordType::F64] {
        let lowerings = backend.lowerings(word);
        let most =
            lowerings.iter().map(|lowering| lowering.controls).find(|&c| c != Controls::None);
        let is_meant = |lowering: &Lowering| {
            let exact =
                matches!(lowering.protection, Protection::NoContraction | Protection::Barrier);
            exact && !lowering.fused && lowering.controls == most.unwrap_or_default()
        };
        let meant: Vec<_> = lowerings.into_iter().filter(is_meant).collect();
        let of_integers = !backend.description().words.contains(&word);
        assert!(of_integers || !meant.is_empty(), "{word}");
        for lowering in meant {
            let lowering = Lowering { division, root, ..lowering };
            let jobs = match word {
                WordType::F64 => jobs::<f64>(false),
                _ => jobs::<f32>(false),
            };
            for job in jobs {
                let (found, expected) =
                    (run(&backend, &job, &lowering), run(&cpu, &job, &Lowering::NATIVE));
                let kind = job.program.skeleton().name;
                assert!(found == expected, "{word}, {lowering}, {kind}");
                let written =
                    expected.chunks(4).filter(|chunk| chunk != &&UNWRITTEN.to_le_bytes()[..]);
                assert!(written.count() * 4 >= expected.len() * 9 / 10, "{kind} wrote nothing");
            }
        }
    }
}

/// Words of 16 bits are copied and computed with.
#[test]
fn halves() {
    let Some(backend) = first() else { return };
    let function = Circuit::record2(true, |a: Wire<half::f16>, b: Wire<half::f16>| a * b).unwrap();
    let program = Program::map(function, vec![false; 2], false);
    let lowering = Lowering::exact(Protection::Plain, true);
    let kernel = match backend.compile(&program, &lowering) {
        Err(crate::Error::NoWord { .. }) if backend.lowerings(WordType::F16).is_empty() => return,
        kernel => kernel.unwrap(),
    };
    let numbers: Vec<_> = (1..8).map(|i| half::f16::from_f32(i as f32)).collect();
    let a = upload_bytes(&backend, bytemuck::cast_slice(&numbers));
    let b = upload_bytes(&backend, bytemuck::cast_slice(&numbers));
    let result = backend.allocate(14).unwrap();
    let arguments = [0, 7, 0, 0, 0, 0, 0, 0];
    let buffers = &[&a, &b, &result];
    backend.launch(&Launch { kernel: &kernel, buffers, arguments, groups: [1, 1] }).unwrap();
    let mut read = [half::f16::ZERO; 7];
    backend.read(&result, bytemuck::cast_slice_mut(&mut read)).unwrap();
    assert_eq!(read.map(f32::from), [1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0]);
}
