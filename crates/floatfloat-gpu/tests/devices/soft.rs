//! Numbers made of integers on devices: what their operations cost, and the bits of the processor where the device's own
//! words are forbidden.

use crate::{
    opened::opened,
    support::{assert_same, ordinary},
};
use floatfloat::{
    Bits, DoubleWord, NativeWord, Word,
    soft::{Binary32, Binary64, Format, Soft},
};
use floatfloat_gpu::{
    Circuit, Device, DeviceNumber, DeviceWord, Error, OpenOptions, Recorded, Select, UintWire,
    Wire, WordType,
    lowering::Protection,
    program::{Node, UintBinary},
};

type Recording<F, const N: usize> = Soft<F, UintWire, N>;

/// A function of numbers that are the bits of words.
fn circuit<E, F, const N: usize>(
    parameters: usize,
    function: fn(&[Recording<F, N>]) -> Recording<F, N>,
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

/// The devices beside the processor, of which words may be computed by integers alone.
pub fn by_integers(folder: &std::path::Path) -> Vec<Device> {
    let options = OpenOptions {
        integers: vec![WordType::F32, WordType::F64],
        cache: Some(folder.to_owned()),
        ..OpenOptions::default()
    };
    opened(&options)
}

fn operators<F>(device: &Device, count: usize)
where
    F: NativeWord + DeviceWord,
    DoubleWord<F>: DeviceNumber<Word = F, Recorded = DoubleWord<Wire<F>>>,
    DoubleWord<Wire<F>>: Recorded<Number = DoubleWord<F>>,
{
    assert_eq!(device.lowering(F::TYPE).unwrap().protection, Protection::Integers);
    let (x, y) = (ordinary::<F>(count, 1), ordinary::<F>(count, 2));
    let on = |device: &Device| -> Result<[Vec<DoubleWord<F>>; 2], Error> {
        let (x, y) = (device.upload(&x)?, device.upload(&y)?);
        let map = device.map2(&x, &y, |x: DoubleWord<Wire<F>>, y: DoubleWord<Wire<F>>| {
            DoubleWord::select(x.less(y), x / y, x * y - x.abs().sqrt())
        })?;
        Ok([device.download(&map)?, vec![device.sum(&x)?, device.dot(&x, &y)?]])
    };
    let (ours, expected) = (on(device).unwrap(), on(&device.reference()).unwrap());
    assert_same(&ours[0], &expected[0], "map");
    assert_same(&ours[1], &expected[1], "sums");
}

/// `f64` and double-double on a device that has none, and all that a device's floats do wrong.
#[test]
fn devices_compute_without_words_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    for device in by_integers(folder.path()) {
        operators::<f64>(&device, 3000);
        operators::<f32>(&device, 3000);
        let words: Vec<f64> = (0..3000).map(|k| 1.1 / f64::from(k) - 1e-310).collect();
        let array = device.upload(&words).unwrap();
        let sum = device.sum(&array).unwrap();
        let reference = device.reference();
        let expected = reference.sum(&reference.upload(&words).unwrap()).unwrap();
        assert_eq!(sum.to_bits(), expected.to_bits());
    }
}

/// What is slower than the processor is only taken where it is asked for.
#[test]
fn words_made_of_integers_are_not_the_best() {
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions {
        integers: vec![WordType::F32, WordType::F64],
        cache: Some(folder.path().to_owned()),
        ..OpenOptions::default()
    };
    let best = Device::open_with(Select::Best, &options).unwrap();
    assert_eq!(best.description().id, "cpu");
}
