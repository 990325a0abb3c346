//! Elementary functions on every device of this machine: the bits of the processor.

use crate::support::{assert_same, ordinary};
use floatfloat::{
    DoubleWord, NativeWord, NoFma,
    elementary::{Elementary, Operands},
    registry::{FUNCTIONS, FunctionVisitor, for_each_function},
};
use floatfloat_exact::Random;
use floatfloat_gpu::{Circuit, Device, DeviceWord, Number, Select, WordType, devices};
use std::time::Instant;

/// Numbers of every size, and of the sizes in which functions are interesting; special values.
fn operands<F: NativeWord>(seed: u64) -> Vec<DoubleWord<F>> {
    let mut random = Random::new(seed);
    let mut numbers = ordinary(5000, seed);
    for _ in 0..5000 {
        let high = F::with_bits(random.bits() >> (64 - 8 * size_of::<F>()));
        let low = if high.is_finite() {
            high * F::nearest(2f64.powi(-random.between(54, 99)))
        } else {
            F::default()
        };
        numbers.push(DoubleWord::from_parts(high, low));
    }
    let special = [0.0, 0.5, 1.0, 2.0, 1.5, f64::INFINITY, f64::NAN, f64::MAX, 1e-310, 3e38, 1e-40];
    for high in special {
        for other in special {
            let number = if seed % 2 == 0 { high } else { other };
            numbers.extend([number, -number].map(|x| DoubleWord::from_word(F::nearest(x))));
        }
    }
    numbers
}

/// The processor's result, by code that was compiled for it.
fn expected<E: Elementary, F: NativeWord>(
    fused: bool,
    x: DoubleWord<F>,
    y: DoubleWord<F>,
) -> DoubleWord<F> {
    if fused {
        return E::apply(x, y);
    }
    let [x, y] = [x, y].map(|x| DoubleWord::from_normalized(NoFma(x.hi()), NoFma(x.lo())));
    let result = E::apply(x, y);
    DoubleWord::from_normalized(result.hi().0, result.lo().0)
}

struct OnDevice<'d, F> {
    device: &'d Device,
    x: Vec<DoubleWord<F>>,
    y: Vec<DoubleWord<F>>,
}

impl<F> FunctionVisitor for OnDevice<'_, F>
where
    F: NativeWord + DeviceWord + Number<Word = F>,
    DoubleWord<F>: Number<Word = F>,
{
    fn visit<E: Elementary>(&mut self) {
        let OnDevice { device, x, y } = self;
        let fused = device.lowering(F::TYPE).unwrap().fused;
        let circuit = Circuit::of_function::<E, F>(fused);
        let integers: Vec<F> = (0..x.len()).map(|i| F::nearest(i as f64 % 13.0 - 6.0)).collect();
        let begin = Instant::now();
        let a = device.upload(x).unwrap();
        let found = match E::INFO.operands {
            Operands::One => device.map::<DoubleWord<F>>(&circuit, &[&a]),
            Operands::Two => device.map(&circuit, &[&a, &device.upload(y).unwrap()]),
            Operands::Integer => {
                *y = integers.iter().map(|&n| DoubleWord::from_word(n)).collect();
                device.map(&circuit, &[&a, &device.upload(&integers).unwrap()])
            }
        };
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", E::INFO.name));
        let found = device.download(&found).unwrap();
        println!("{} of {}: {:?}", E::INFO.name, F::TYPE, begin.elapsed());
        let expected: Vec<_> =
            x.iter().zip(&*y).map(|(&x, &y)| expected::<E, F>(fused, x, y)).collect();
        assert_same(&found, &expected, &format!("{} on {}", E::INFO.name, device.description().id));
    }
}

fn on_device<F>(device: &Device)
where
    F: NativeWord + DeviceWord + Number<Word = F>,
    DoubleWord<F>: Number<Word = F>,
{
    for_each_function(&mut OnDevice::<F> { device, x: operands(1), y: operands(2) });
}

#[test]
fn functions_give_the_bits_of_the_processor() {
    for found in devices() {
        let device = Device::open(found.id.parse::<Select>().unwrap()).unwrap();
        on_device::<f32>(&device);
        if device.lowering(WordType::F64).is_ok() {
            on_device::<f64>(&device);
        }
    }
}

/// A recording of the registry's function knows its name, and methods in closures tell the same.
#[test]
fn recordings_know_the_functions_in_them() {
    struct Names(usize);
    impl FunctionVisitor for Names {
        fn visit<E: Elementary>(&mut self) {
            self.0 += 1;
            assert_eq!(Circuit::of_function::<E, f32>(true).functions(), [E::INFO.name]);
        }
    }
    let mut names = Names(0);
    for_each_function(&mut names);
    assert_eq!(names.0, FUNCTIONS.len());
    let device = Device::open(Select::Cpu).unwrap();
    let x: Vec<_> = ordinary::<f64>(1000, 3).iter().map(|x| x.abs()).collect();
    let a = device.upload(&x).unwrap();
    let found = device.map1(&a, |x| x.exp().ln() + x.exp2()).unwrap();
    let expected: Vec<_> = x.iter().map(|x| x.exp().ln() + x.exp2()).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "three functions");
}
