//! Shaders on the first device of wgpu against the processor, bit for bit: every kind of program,
//! every way of protecting the arithmetic that is exact, sizes at and around the edges.

use crate::wgsl::compare::{Work, assert_same, double_words, run};
use crate::wgsl::programs::{named, programs};
use floatfloat::{DoubleWord, Word};
use floatfloat_gpu::{
    Backend, Circuit, DeviceNumber, DeviceWord, Lowering, Program, Recorded, Select, Wire,
    WordType, device::open_backend, lowering::Protection,
};

const EXACT: [Protection; 2] = [Protection::NoContraction, Protection::Barrier];

/// The first device of wgpu, whether its arithmetic is exact or not.
fn device() -> Option<Box<dyn Backend>> {
    match open_backend(Select::Wgpu(0)) {
        Ok(device) => Some(device),
        Err(error) => {
            crate::common::skip("wgpu", &error.to_string());
            None
        }
    }
}

/// Runs the work of each word type in every exact way on the device, and on the processor.
fn check(work: impl Fn(WordType) -> Vec<(String, Work)>) {
    let Some(device) = device() else { return };
    let processor = open_backend(Select::Cpu).unwrap();
    for word in [WordType::F32, WordType::F64] {
        if !device.description().words.contains(&word) {
            eprintln!("skipped: {} has no {word}", device.description().name);
            continue;
        }
        for (what, work) in work(word) {
            let expected = run(&*processor, &Lowering::NATIVE, &work);
            for protection in EXACT {
                let lowering = Lowering::exact(protection, false);
                if device.lowerings(word).contains(&lowering) {
                    let found = run(&*device, &lowering, &work);
                    assert_same(&format!("{what}, {lowering}"), &work, &expected, &found);
                }
            }
        }
    }
}

fn program(word: WordType, name: &str) -> Program {
    match word {
        WordType::F64 => named(programs::<f64>(false), name),
        _ => named(programs::<f32>(false), name),
    }
}

/// Groups for so many invocations, in several rows.
fn rows(invocations: u32) -> [u32; 2] {
    [3, invocations.div_ceil(3 * 256)]
}

/// Integers in and beyond the range of exponents, and words of every exponent.
#[test]
fn exponents() {
    check(|word| {
        let least = word.min_exponent() - word.precision() as i32 - 1;
        let integers: Vec<_> = (least..4 - word.min_exponent()).map(f64::from).collect();
        let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX];
        let size = |k: &f64| word.round(1.5 * (k / 2.0).exp2() * (k - k / 2.0).exp2());
        let words: Vec<_> = integers.iter().map(size).chain(special).collect();
        let beyond = [1e5, -1e5, 1e30, -1e30, f64::INFINITY, f64::NEG_INFINITY];
        let integers: Vec<_> = integers.into_iter().chain(beyond).collect();
        let n = words.len() as u32;
        let work = Work {
            program: program(word, "exponents"),
            output: 2 * words.len(),
            inputs: vec![integers, words],
            launches: vec![([0, n, 0, 0, 0, 0, 0, 0], rows(n))],
        };
        vec![("exponents".to_owned(), work)]
    });
}

#[test]
fn maps() {
    check(|word| {
        let mut all = Vec::new();
        for count in [0, 1, 255, 256, 257, 5000] {
            let [begin, to] = [7, 13];
            let inputs = [1, 2].map(|seed| double_words(word, count + begin, seed)).to_vec();
            let n = count as u32;
            let work = |name, stride| Work {
                program: program(word, name),
                inputs: inputs.clone(),
                output: 2 * (count + to + 3),
                launches: vec![([begin as u32, n, to as u32, stride, 0, 0, 0, 0], rows(n))],
            };
            all.push((format!("map of {count}"), work("map", 0)));
            all.push((format!("looped map of {count}"), work("map_loop", 100)));
            let mut axpy = work("axpy", 0);
            axpy.inputs.insert(0, vec![word.round(0.1)]);
            all.push((format!("axpy of {count}"), axpy));
        }
        all
    });
}

#[test]
fn reductions() {
    check(|word| {
        let mut all = Vec::new();
        for (count, groups) in [(0, 1u32), (1, 1), (256, 1), (257, 2), (10_000, 5), (30_011, 7)] {
            for (name, operands) in [("sum", 1), ("dot", 2)] {
                let inputs = (0..operands).map(|seed| double_words(word, count, seed)).collect();
                // Two launches, the second with groups to spare.
                let launches = [(0, [groups / 2, 1]), (groups / 2, [2, groups.div_ceil(2)])];
                let launches = launches
                    .into_iter()
                    .filter(|(_, [x, _])| *x > 0)
                    .map(|(first, shape)| ([count as u32, groups, first, 3, 0, 0, 0, 0], shape));
                let work = Work {
                    program: program(word, name),
                    inputs,
                    output: 2 * (groups as usize + 4),
                    launches: launches.collect(),
                };
                all.push((format!("{name} of {count}"), work));
            }
        }
        all
    });
}

#[test]
fn matrices_times_vectors() {
    check(|word| {
        let shapes = [(0, 5), (1, 1), (3, 255), (5, 300), (2, 1030)];
        let work = |(rows, columns): (usize, usize)| Work {
            program: program(word, "gemv"),
            inputs: vec![
                double_words(word, (rows + 1) * columns, 1),
                double_words(word, columns, 2),
            ],
            output: 2 * (rows + 3),
            launches: vec![(
                [columns as u32, 1, rows as u32, 2, 0, 0, 0, 0],
                [2, (rows as u32).div_ceil(2)],
            )],
        };
        let named = |shape @ (rows, columns)| (format!("gemv, {rows} × {columns}"), work(shape));
        shapes.into_iter().map(named).collect()
    });
}

#[test]
fn matrix_products() {
    check(|word| {
        let shapes = [(1, 1, 1), (64, 64, 8), (70, 3, 33), (65, 130, 17), (2, 129, 0)];
        let work = |(rows, columns, depth): (usize, usize, usize)| {
            // The product in two launches, of a part of a wider and longer a.
            let [a_row, a_column, a_columns] = [2, 3, depth + 5];
            let half = depth / 2;
            let arguments = |depth, column, first| {
                let numbers = [rows, columns, depth, a_columns, a_row, a_column + column, first, 0];
                numbers.map(|number| number as u32)
            };
            let groups = [columns, rows].map(|side| side.div_ceil(64) as u32);
            let whole = Work {
                program: program(word, "gemm"),
                inputs: vec![
                    double_words(word, (a_row + rows) * a_columns, 1),
                    double_words(word, depth.max(1) * columns, 2),
                ],
                output: 2 * (rows * columns + 1),
                launches: vec![(arguments(half, 0, 1), groups), (arguments(half, half, 0), groups)],
            };
            (format!("gemm, {rows} × {columns} × {depth}"), whole)
        };
        shapes.into_iter().map(work).collect()
    });
}

/// A sum that carries along how often the sum grew: a state of three words.
#[derive(Clone, Copy)]
#[repr(C)]
struct Counted([f32; 3]);

// SAFETY: an array of words with nothing beside it.
unsafe impl bytemuck::Zeroable for Counted {}
// SAFETY: as above.
unsafe impl bytemuck::Pod for Counted {}

impl DeviceNumber for Counted {
    type Word = f32;
    type Recorded = RecordedCounted;
    const WORDS: usize = 3;
    const NAME: &'static str = "counted";
}

#[derive(Clone, Copy)]
struct RecordedCounted([Wire<f32>; 3]);

impl Recorded for RecordedCounted {
    type Number = Counted;
    fn from_wires(words: &[Wire<f32>]) -> Self {
        RecordedCounted([words[0], words[1], words[2]])
    }
    fn into_wires(self) -> Vec<Wire<f32>> {
        self.0.to_vec()
    }
}

impl RecordedCounted {
    fn with(self, other: DoubleWord<Wire<f32>>, count: Wire<f32>) -> Self {
        let [high, low, before] = self.0;
        let sum = DoubleWord::from_normalized(high, low) + other;
        let grew = high.less(sum.hi());
        let count = Wire::select(grew, before + count, before);
        RecordedCounted([sum.hi(), sum.lo(), count])
    }
}

#[test]
fn elements_of_three_words_lie_side_by_side() {
    check(|word| {
        if word != WordType::F32 {
            return Vec::new();
        }
        let accumulate = Circuit::record2(false, |state: RecordedCounted, x| {
            state.with(x, x.hi().constant(1.0))
        });
        let merge = Circuit::record2(false, |state: RecordedCounted, other: RecordedCounted| {
            let [high, low, count] = other.0;
            state.with(DoubleWord::from_normalized(high, low), count)
        });
        let merge = merge.unwrap();
        let reduce = Work {
            program: Program::reduce(
                vec![(-0.0f64).to_bits(), 0, 0],
                accumulate.unwrap(),
                merge.clone(),
                256,
            ),
            inputs: vec![double_words(word, 5000, 1)],
            output: 3 * 3,
            launches: vec![([5000, 3, 0, 0, 0, 0, 0, 0], [3, 1])],
        };
        let map = Work {
            program: Program::map(merge, vec![false, false], false),
            inputs: [1, 2].map(|seed| double_words(word, 3 * 50, seed)).to_vec(),
            output: 3 * 100,
            launches: vec![([0, 100, 0, 0, 0, 0, 0, 0], [1, 1])],
        };
        vec![("counted sum".into(), reduce), ("counted map".into(), map)]
    });
}

/// Constants that are hard to write: as they are, and after a step of constants.
#[test]
fn constants_arrive_as_they_are() {
    fn constants<E>(word: WordType) -> Vec<(String, Work)>
    where
        E: DeviceWord + DeviceNumber<Word = E, Recorded = Wire<E>>,
        Wire<E>: Recorded<Number = E>,
        DoubleWord<E>: DeviceNumber<Word = E, Recorded = DoubleWord<Wire<E>>>,
        DoubleWord<Wire<E>>: Recorded<Number = DoubleWord<E>>,
    {
        let tiny = match word {
            WordType::F64 => f64::from_bits(3),
            _ => f64::from(f32::from_bits(3)),
        };
        let normal = match word {
            WordType::F64 => f64::MIN_POSITIVE,
            _ => f64::from(f32::MIN_POSITIVE),
        };
        let largest = match word {
            WordType::F64 => f64::MAX,
            _ => f64::from(f32::MAX),
        };
        let hard = [-0.0, 0.0, 0.1, -1e6, 4097.0, tiny, -normal, largest, f64::NEG_INFINITY];
        let work = |constant: f64| {
            let is_tiny = constant == tiny;
            let circuit = Circuit::record1(false, |one: Wire<E>| {
                let constant = one.constant(constant);
                // A device may flush subnormal numbers, and then computes no more than zero of them.
                let step = if is_tiny { constant } else { constant * one.constant(1.0) * one };
                DoubleWord::from_normalized(constant, step)
            });
            let program = Program::map(circuit.unwrap(), vec![false], false);
            let inputs = vec![vec![1.0]];
            let launches = vec![([0, 1, 0, 0, 0, 0, 0, 0], [1, 1])];
            (format!("constant {constant:e}"), Work { program, inputs, output: 2, launches })
        };
        hard.into_iter().map(work).collect()
    }
    check(|word| match word {
        WordType::F64 => constants::<f64>(word),
        _ => constants::<f32>(word),
    });
}

/// Steps that drivers like to leave out, and that differ for zeros, infinities and NaN.
#[test]
fn steps_with_special_operands_are_taken() {
    fn steps<E>() -> Vec<(String, Work)>
    where
        E: DeviceWord + DeviceNumber<Word = E, Recorded = Wire<E>>,
        Wire<E>: Recorded<Number = E>,
    {
        type Step<E> = fn(Wire<E>) -> Wire<E>;
        let steps: [(&str, Step<E>); 14] = [
            ("x + 0", |x| x + x.constant(0.0)),
            ("0 - x", |x| x.constant(0.0) - x),
            ("-0 - x", |x| x.constant(-0.0) - x),
            ("0 x", |x| x.constant(0.0) * x),
            ("x (-0)", |x| x * x.constant(-0.0)),
            ("0 / x", |x| x.constant(0.0) / x),
            ("x / 0", |x| x / x.constant(0.0)),
            ("x - x", |x| x - x),
            ("x / x", |x| x / x),
            ("x + -x", |x| x + -x),
            ("x x / x", |x| x * x / x),
            ("√x √x", |x| x.sqrt() * x.sqrt()),
            ("larger of x and 0", |x| {
                let zero = x.constant(0.0);
                Wire::select(zero.less(x), x, zero)
            }),
            ("x = x", |x| Wire::select(x.equal(x), x.constant(1.0), x.constant(2.0))),
        ];
        let operands = [0.0, -0.0, 1.0, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let work = |(name, step): (&str, Step<E>)| {
            let function = Circuit::record1(false, step).unwrap();
            let program = Program::map(function, vec![false], false);
            let count = operands.len();
            let launches = vec![([0, count as u32, 0, 0, 0, 0, 0, 0], [1, 1])];
            let inputs = vec![operands.to_vec()];
            (name.to_owned(), Work { program, inputs, output: count, launches })
        };
        steps.into_iter().map(work).collect()
    }
    check(|word| match word {
        WordType::F64 => steps::<f64>(),
        _ => steps::<f32>(),
    });
}

/// 2Sum whose sum went through steps that do nothing and may be left out.
#[test]
fn steps_left_out_expose_nothing() {
    check(|word| {
        if word != WordType::F32 {
            return Vec::new();
        }
        let circuit = Circuit::record2(false, |a: Wire<f32>, b: Wire<f32>| {
            let s = (a + b) * a.constant(1.0);
            let v = -(-(s - a));
            DoubleWord::from_normalized(s, (a - (s - v) / a.constant(1.0)) + (b - v))
        });
        let program = Program::map(circuit.unwrap(), vec![false, false], true);
        let inputs = [1, 2].map(|seed| double_words(word, 1000, seed)).to_vec();
        let launches = vec![([0, 2000, 0, 256, 0, 0, 0, 0], [1, 1])];
        vec![("2Sum with idle steps".into(), Work { program, inputs, output: 4000, launches })]
    });
}

/// Whether (x + y) − x has the right bits on lavapipe, Mesa's driver for the processor, in a loop
/// or straight.
fn right_on_lavapipe(protection: Protection, looped: bool) -> Option<bool> {
    let device = device()?;
    if !device.description().name.contains("llvmpipe") {
        eprintln!("skipped: this is not lavapipe");
        return None;
    }
    let function = Circuit::record2(false, |x: Wire<f32>, y: Wire<f32>| (x + y) - x).unwrap();
    let count = 1000;
    let work = Work {
        program: Program::map(function, vec![false, false], looped),
        inputs: [1, 2].map(|seed| double_words(WordType::F32, count / 2, seed)).to_vec(),
        output: count,
        launches: vec![([0, count as u32, 0, 256, 0, 0, 0, 0], [4, 1])],
    };
    let processor = open_backend(Select::Cpu).unwrap();
    let expected = run(&*processor, &Lowering::NATIVE, &work);
    Some(expected == run(&*device, &Lowering::exact(protection, false), &work))
}

#[test]
fn plain_text_is_wrong_on_lavapipe() {
    for looped in [false, true] {
        assert_ne!(right_on_lavapipe(Protection::Plain, looped), Some(true), "looped: {looped}");
    }
}
