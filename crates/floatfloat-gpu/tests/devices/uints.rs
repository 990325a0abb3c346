//! Integers in recordings: what they are on the processor, and the bits of that on every device.

use crate::{
    flushing::left_out,
    uint_functions::{circuit, of_words, small, wide_product},
};
use floatfloat::{Bits, NativeWord, Uint32};
use floatfloat_exact::Random;
use floatfloat_gpu::{
    Circuit, Device, DeviceWord, Error, Lowering, Program, UintWire, Wire, WordType,
    program::WORKGROUP,
    runner::{Job, run_blocking},
};

/// Borders of halves, numbers of every length, and words that are special: for two operands each.
fn operands() -> [Vec<u64>; 2] {
    let mut random = Random::new(9);
    let mut some: Vec<u64> =
        [0, 1, 2, 31, 32, 33, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]
            .into_iter()
            .chain([0x7f80_0000, 0xff80_0000, 0x7fc0_1234, 0x7fa0_0001, 0x0080_0000, 0x007f_ffff])
            .collect();
    some.extend((0..60).map(|k| random.bits() >> 32 >> (k % 32)));
    // The high halves make f64 of every kind.
    let highs = [0, 0x3ff0_0000, 0x7ff0_0000, 0xfff8_0001, 0x000f_ffff, 0x8000_0000, 0x4330_0000];
    let some: Vec<u64> =
        some.iter().zip(highs.iter().cycle()).map(|(&low, &high)| high << 32 | low).collect();
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for &a in &some {
        for &b in &some {
            x.push(a);
            y.push(b);
        }
    }
    [x, y]
}

fn words<F: NativeWord>(bits: &[u64]) -> Vec<F> {
    bits.iter().map(|&bits| F::with_bits(bits)).collect()
}

fn bits<F: NativeWord>(words: &[F]) -> Vec<u64> {
    words.iter().map(|word| word.bits()).collect()
}

/// The bits of the results for every two operands, computed one number at a time.
fn directly<F: NativeWord + Bits<N>, const N: usize>() -> Vec<u64> {
    let [x, y] = operands().map(|bits| words::<F>(&bits));
    x.iter().zip(&y).flat_map(|(&x, &y)| bits(&of_words(&[x, y]))).collect()
}

fn interpreted<F, const N: usize>(circuit: &Circuit)
where
    F: NativeWord + DeviceWord + Bits<N>,
{
    let [x, y] = operands().map(|bits| words::<F>(&bits));
    let found = circuit.run(&[&x, &y]).unwrap();
    assert!(bits(&found) == directly::<F, N>(), "{}", F::TYPE);
}

#[test]
fn interpreted_recordings_give_the_bits_of_one_number() {
    let (single, double) = (circuit::<f32, 1>(), circuit::<f64, 2>());
    interpreted::<f32, 1>(&single);
    interpreted::<f32, 1>(&single.expanded());
    interpreted::<f64, 2>(&double);
    interpreted::<f64, 2>(&double.expanded());
}

fn on_device<F, const N: usize>(device: &Device, circuit: &Circuit)
where
    F: NativeWord + DeviceWord + Bits<N>,
{
    let lowering = device.lowering(F::TYPE).unwrap();
    let [x, y] = operands().map(|bits| words::<F>(&bits));
    let expected = directly::<F, N>();
    let out = left_out(device, circuit, &[&x, &y]);
    for looped in [false, true] {
        let program = Program::map(circuit.clone(), vec![false; 2], looped);
        let count = x.len() as u32;
        let groups = if looped { 1 } else { count.div_ceil(WORKGROUP) };
        let job = Job {
            program: &program,
            lowering: &lowering,
            kernel: &mut None,
            inputs: &[bytemuck::cast_slice(&x), bytemuck::cast_slice(&y)],
            output: expected.len() * size_of::<F>(),
            arguments: [0, count, 0, 64, 0, 0, 0, 0],
            groups: [groups, 1],
        };
        let found = run_blocking(device.backend(), job).unwrap();
        let found: Vec<F> = bytemuck::pod_collect_to_vec(&found);
        let width = expected.len() / x.len();
        for (place, (&found, &expected)) in found.iter().zip(&expected).enumerate() {
            let (id, element) = (&device.description().id, place / width);
            // Integers are what they are, whatever becomes of subnormal numbers.
            let chosen = place % width == width - 1;
            assert!(
                found.bits() == expected || chosen && out[element],
                "result {} of {:#x}, {:#x} on {id}, {lowering}",
                place % width,
                x[element].bits(),
                y[element].bits()
            );
        }
    }
}

#[test]
fn devices_give_the_bits_of_one_number() {
    for device in crate::opened::all() {
        on_device::<f32, 1>(&device, &circuit::<f32, 1>());
        if device.lowering(WordType::F64).is_ok() {
            on_device::<f64, 2>(&device, &circuit::<f64, 2>());
        }
    }
}

#[test]
fn functions_are_recorded_once_and_their_steps_counted_each_time() {
    let circuit = Circuit::record_words::<f32>(true, &[1, 1], &[2], |words| {
        let [x, y] = [words[0].into_uints()[0], words[1].into_uints()[0]];
        let first = wide_product([x, y]);
        let second = wide_product(first);
        // Equal steps are one.
        let again = wide_product([x, y]);
        vec![Wire::from_uints([second[0]]), Wire::from_uints([again[1]]) + words[0]]
    })
    .unwrap();
    let names: Vec<_> = circuit.called().map(|called| called.name).collect();
    assert_eq!(names, ["wide product"]);
    assert_eq!((circuit.flops(), circuit.depth(), circuit.uint_operations()), (1, 1, 4));
    let expanded = circuit.expanded();
    assert_eq!(expanded.called().count(), 0);
    // Of the second product only the low half is needed.
    assert_eq!((expanded.flops(), expanded.uint_operations()), (1, 3));
    let names: Vec<_> = small().called().map(|called| called.name.to_owned()).collect();
    assert_eq!(names, ["wide product", "leading zeros 64"]);
    assert_eq!(small().uint_operations(), 2 + 5 + 7);
}

#[test]
fn high_halves_by_halves_are_sixteen_operations() {
    let circuit = Circuit::record_words::<f32>(true, &[1, 1], &[1], |words| {
        let [x, y] = [words[0].into_uints()[0], words[1].into_uints()[0]];
        vec![Wire::from_uints([floatfloat::uint32::high_product(x, y)])]
    });
    assert_eq!(circuit.unwrap().uint_operations(), 16);
}

#[test]
fn recordings_that_cannot_be_are_refused() {
    let record = |computation: fn(UintWire) -> UintWire| {
        Circuit::record_words::<f32>(true, &[1], &[1], |words| {
            vec![Wire::from_uints([computation(words[0].into_uints()[0])])]
        })
    };
    assert!(record(|x| !x).is_ok());
    // A function of this name has one operand.
    let other = record(|x| {
        let [y] = UintWire::call("same", [x], |[x]| [x.wrapping_add(x)]);
        UintWire::call("same", [x, y], |[x, y]| [x.wrapping_add(y)])[0]
    });
    let what = "operands of a function that is called";
    assert_eq!(other, Err(Error::Length { what, expected: 1, given: 2 }));
    // It uses more than its operands.
    let captured = record(|x| UintWire::call("captured", [!x], |[y]| [x.wrapping_add(y)])[0]);
    assert_eq!(captured, Err(Error::ForeignWire));
    // Wires that are left over from a recording.
    let mut kept = None;
    let _ = Circuit::record_words::<f32>(true, &[1], &[1], |words| {
        kept = Some(words[0].into_uints()[0]);
        words.to_vec()
    });
    let mixed =
        Circuit::record_words::<f32>(true, &[1], &[1], |_| vec![Wire::from_uints([kept.unwrap()])]);
    assert_eq!(mixed, Err(Error::ForeignWire));
}

/// What is called by several recordings in one program is written once, and what is not the same under one name is told
/// apart.
#[test]
fn circuits_side_by_side_share_functions() {
    let shifted = |count: u32| {
        Circuit::record_words::<f32>(true, &[1], &[1], |words| {
            let x = words[0].into_uints();
            vec![Wire::from_uints(UintWire::call("shifted", x, |[x]| {
                [x.shift_left(x.constant(count))]
            }))]
        })
        .unwrap()
    };
    let module = |circuits: [Circuit; 2]| {
        let program = Program::reduce(vec![0], circuits[0].clone(), circuits[1].clone(), 64);
        floatfloat_gpu::emit::cuda::module(&program, &Lowering::NATIVE)
    };
    let count = |text: &str, of: &str| text.matches(of).count();
    let same = module([shifted(3), shifted(3)]);
    assert_eq!((count(&same, "unsigned call_shifted("), count(&same, "call_shifted_1(")), (1, 0));
    let other = module([shifted(3), shifted(4)]);
    assert_eq!(count(&other, "unsigned call_shifted("), 1);
    assert_eq!(count(&other, "unsigned call_shifted_1("), 1);
}
