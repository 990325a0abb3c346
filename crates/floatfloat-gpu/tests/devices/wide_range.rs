//! Numbers with a wide range: what their operations cost, and every device of this machine against the processor, bit for
//! bit.

use crate::support::{ordinary, same};
use floatfloat::{Bits, NativeWord, WideRange};
use floatfloat_exact::Random;
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, DeviceWord, Error, Recorded, Wire, program::Node,
};

/// Numbers of exponents that are close to each other, at the ends of the range, and special values.
fn numbers<F: NativeWord + Bits<N, Uint = u32>, const N: usize>(
    count: usize,
    seed: u64,
) -> Vec<WideRange<F, N>> {
    let mut random = Random::new(seed);
    let special = [0.0, -0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    ordinary::<F>(count, seed)
        .into_iter()
        .map(|significand| {
            if random.one_in(20) {
                return WideRange::from_f64(random.pick(&special));
            }
            let exponent = random.pick(&[0, 40, 1_000_000, 1_056_964_590, -1_056_964_590]);
            WideRange::from_parts(significand, exponent + random.between(-3, 3))
        })
        .collect()
}

/// Every operation on numbers, over any word.
const OPERATIONS: usize = 7;

fn results<W: Bits<N>, const N: usize>(
    x: WideRange<W, N>,
    y: WideRange<W, N>,
) -> [WideRange<W, N>; OPERATIONS] {
    let smaller = WideRange::select(x.less(y), x, y);
    let word = WideRange::from_double_word(x.significand());
    [x + y, x - y, x * y, x / y, x.abs().sqrt(), smaller, word + x.constant(1e-300)]
}

fn computed<F, const N: usize>(
    device: &Device,
    x: &[WideRange<F, N>],
    y: &[WideRange<F, N>],
) -> Result<Vec<Vec<WideRange<F, N>>>, Error>
where
    F: NativeWord + DeviceWord,
    Wire<F>: Bits<N>,
    WideRange<F, N>: DeviceNumber<Word = F, Recorded = WideRange<Wire<F>, N>>,
    WideRange<Wire<F>, N>: Recorded<Number = WideRange<F, N>>,
{
    let (x, y) = (device.upload(x)?, device.upload(y)?);
    (0..OPERATIONS)
        .map(|k| device.download(&device.map2(&x, &y, |x, y| results(x, y)[k])?))
        .collect()
}

fn check<F, const N: usize>(device: &Device, is_processor: bool)
where
    F: NativeWord + DeviceWord + Bits<N, Uint = u32>,
    Wire<F>: Bits<N>,
    WideRange<F, N>: DeviceNumber<Word = F, Recorded = WideRange<Wire<F>, N>>,
    WideRange<Wire<F>, N>: Recorded<Number = WideRange<F, N>>,
{
    let [x, y] = [1, 2].map(|seed| numbers::<F, N>(20_000, seed));
    if device.lowering(F::TYPE).is_err() {
        return println!("{} has no {}", device.description().name, F::TYPE);
    }
    let found = computed(device, &x, &y).unwrap();
    let on_host = |k: usize| x.iter().zip(&y).map(|(&x, &y)| results(x, y)[k]).collect();
    let expected: Vec<Vec<_>> = if is_processor {
        (0..OPERATIONS).map(on_host).collect()
    } else {
        computed(&device.reference(), &x, &y).unwrap()
    };
    for (k, (found, expected)) in found.iter().zip(&expected).enumerate() {
        for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
            let alike = found.words().into_iter().zip(expected.words()).all(|(a, b)| same(a, b));
            assert!(
                alike,
                "{}, operation {k} of {:?} and {:?}: {found:?} instead of {expected:?}",
                device.description().name,
                x[i],
                y[i]
            );
        }
    }
}

#[test]
fn devices_have_the_bits_of_the_processor() {
    for device in crate::opened::all() {
        let is_processor = device.description().id == "cpu";
        check::<f32, 1>(&device, is_processor);
        check::<f64, 2>(&device, is_processor);
    }
}

/// The steps of an operation, without inputs, constants, and taking words for their bits.
fn cost<F, const N: usize>(
    operation: impl FnOnce(WideRange<Wire<F>, N>, WideRange<Wire<F>, N>) -> WideRange<Wire<F>, N>,
) -> usize
where
    F: DeviceWord,
    Wire<F>: Bits<N>,
    WideRange<F, N>: DeviceNumber<Word = F, Recorded = WideRange<Wire<F>, N>>,
    WideRange<Wire<F>, N>: Recorded<Number = WideRange<F, N>>,
{
    let circuit = Circuit::record2(true, operation).unwrap();
    let is_step = |node: &&Node| {
        !matches!(
            node,
            Node::Input(_)
                | Node::Constant(_)
                | Node::UintConstant(_)
                | Node::Bits(..)
                | Node::FromBits(..)
        )
    };
    circuit.nodes().iter().filter(is_step).count()
}

#[test]
fn operations_cost_what_is_stated() {
    assert_eq!(
        [
            cost::<f32, 1>(|x, y| x + y),
            cost::<f32, 1>(|x, y| x * y),
            cost::<f32, 1>(|x, y| x / y),
            cost::<f32, 1>(|x, _| x.sqrt()),
        ],
        [67, 42, 46, 47]
    );
}
