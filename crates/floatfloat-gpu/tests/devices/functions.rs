//! Elementary functions on every device of this machine: the bits of the processor.

use crate::{
    flushing::left_out,
    support::{assert_same, ordinary},
};
use floatfloat::{
    DoubleWord, NativeWord,
    elementary::{Elementary, Info, Operands},
    registry::{FUNCTIONS, FunctionVisitor, for_each_function},
};
use floatfloat_exact::Random;
use floatfloat_gpu::{Circuit, Device, DeviceNumber, DeviceWord, Error, Select, WordType};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

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
            let number = if seed.is_multiple_of(2) { high } else { other };
            let number = DoubleWord::from_word(F::nearest(number));
            // The low words of the second and the third are −0.
            numbers.extend([number, -number, -DoubleWord::from_word(-number.hi())]);
        }
    }
    numbers
}

struct OnDevice<'d, F> {
    device: &'d Device,
    reference: Device,
    x: Vec<DoubleWord<F>>,
    y: Vec<DoubleWord<F>>,
    /// The functions that failed, so that one does not hide the others.
    failed: Vec<&'static str>,
}

impl<F> OnDevice<'_, F>
where
    F: NativeWord + DeviceWord + DeviceNumber<Word = F>,
    DoubleWord<F>: DeviceNumber<Word = F>,
{
    fn run(&self, device: &Device, info: &Info, circuit: &Circuit) -> Vec<DoubleWord<F>> {
        let run = || -> Result<_, Error> {
            let (x, y) = (device.upload(&self.x)?, device.upload(&self.y)?);
            let high: Vec<F> = self.y.iter().map(|y| y.hi()).collect();
            let high = device.upload(&high)?;
            let result = match info.operands {
                Operands::One => device.map(circuit, &[&x]),
                Operands::Two => device.map(circuit, &[&x, &y]),
                Operands::Integer => device.map(circuit, &[&x, &high]),
            };
            device.download(&result?)
        };
        run().unwrap_or_else(|error| panic!("{}: {error}", info.name))
    }
}

/// The processor's interpreter against code that was compiled for it, other devices against that.
impl<F> FunctionVisitor for OnDevice<'_, F>
where
    F: NativeWord + DeviceWord + DeviceNumber<Word = F>,
    DoubleWord<F>: DeviceNumber<Word = F>,
{
    fn visit<E: Elementary>(&mut self) {
        if catch_unwind(AssertUnwindSafe(|| self.examine::<E>())).is_err() {
            self.failed.push(E::INFO.name);
        }
    }
}

impl<F> OnDevice<'_, F>
where
    F: NativeWord + DeviceWord + DeviceNumber<Word = F>,
    DoubleWord<F>: DeviceNumber<Word = F>,
{
    fn examine<E: Elementary>(&mut self) {
        let info = E::INFO;
        if info.operands == Operands::Integer {
            let integer = |i: usize| DoubleWord::from_word(F::nearest(i as f64 % 13.0 - 6.0));
            self.y = (0..self.x.len()).map(integer).collect();
        }
        let fused = self.device.lowering(F::TYPE).unwrap().fused;
        let circuit = Circuit::of_named_function(info.name, F::TYPE, fused).unwrap();
        let begin = Instant::now();
        let found = self.run(self.device, &info, &circuit);
        let id = &self.device.description().id;
        println!("{} of {} on {id}: {:?}", info.name, F::TYPE, begin.elapsed());
        let mut expected: Vec<_> = if id == "cpu" {
            self.x.iter().zip(&self.y).map(|(&x, &y)| E::apply(x, y)).collect()
        } else {
            self.run(&self.reference, &info, &circuit)
        };
        let high: Vec<F> = self.y.iter().map(|y| y.hi()).collect();
        let (x, y) = (bytemuck::cast_slice(&self.x), bytemuck::cast_slice(&self.y));
        let parameters: &[&[F]] = match info.operands {
            Operands::One => &[x],
            Operands::Two => &[x, y],
            Operands::Integer => &[x, &high],
        };
        let left_out = left_out(self.device, &circuit, parameters);
        let elements = expected.iter_mut().zip(&found).zip(left_out);
        elements.filter(|(_, out)| *out).for_each(|((expected, &found), _)| *expected = found);
        assert_same(&found, &expected, &format!("{} on {id}", info.name));
    }
}

fn on_device<F>(device: &Device)
where
    F: NativeWord + DeviceWord + DeviceNumber<Word = F>,
    DoubleWord<F>: DeviceNumber<Word = F>,
{
    let (x, y) = (operands(1), operands(2));
    let reference = device.reference();
    let mut on_device = OnDevice::<F> { device, reference, x, y, failed: Vec::new() };
    for_each_function(&mut on_device);
    let failed = on_device.failed;
    assert!(failed.is_empty(), "{} of {}: {failed:?}", device.description().id, F::TYPE);
}

#[test]
fn functions_give_the_bits_of_the_processor() {
    for device in crate::opened::all() {
        on_device::<f32>(&device);
        if device.lowering(WordType::F64).is_ok() {
            on_device::<f64>(&device);
        }
    }
}

/// A recording of the registry's function knows its name, and methods in closures tell the same.
#[test]
fn recordings_know_the_functions_in_them() {
    for info in FUNCTIONS {
        let recorded = |word| Circuit::of_named_function(info.name, word, true);
        assert_eq!(recorded(WordType::F32).unwrap().functions(), [info.name]);
        assert!(recorded(WordType::F16).is_none());
    }
    assert!(Circuit::of_named_function("no function", WordType::F64, true).is_none());
    let device = Device::open(Select::Cpu).unwrap();
    let x: Vec<_> = ordinary::<f64>(1000, 3).iter().map(|x| x.abs()).collect();
    let a = device.upload(&x).unwrap();
    let found = device.map1(&a, |x| x.exp().ln() + x.exp2()).unwrap();
    let expected: Vec<_> = x.iter().map(|x| x.exp().ln() + x.exp2()).collect();
    assert_same(&device.download(&found).unwrap(), &expected, "three functions");
}
