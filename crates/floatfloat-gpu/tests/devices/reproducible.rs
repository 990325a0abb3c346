//! Exact sums on every device against the processor's accumulator: the same digits for any shape of launches, any
//! order and any division of the terms.

use crate::opened::others;
use floatfloat::{
    DoubleDouble, DoubleWord, FloatFloat, MultiWord, NativeWord, QuadDouble, ReproducibleSum,
    TripleFloat,
};
use floatfloat_exact::Random;
use floatfloat_gpu::{Device, DeviceNumber, Error, LaunchShape, Program, Select};

/// Words of every size and sign; `special` of a thousand are infinite or NaN.
fn word<F: NativeWord>(random: &mut Random, special: u64) -> F {
    let bits = random.bits();
    let word = F::with_bits(if F::PRECISION == 24 { bits >> 32 } else { bits });
    if random.below(1000) < special {
        return F::nearest([f64::INFINITY, f64::NEG_INFINITY, f64::NAN][random.below(3) as usize]);
    }
    match random.below(4) {
        _ if !word.is_finite() => F::nearest(1.5),
        // Subnormal, zero, or of ordinary size.
        0 => F::with_bits(bits & 0x1ff),
        1 => F::nearest(f64::from(bits as i32)),
        _ => word,
    }
}

/// Numbers whose words these are: what is exact needs no normal form.
trait Words: DeviceNumber {
    type Native: NativeWord;
    fn new(words: &mut dyn FnMut() -> Self::Native) -> Self;
    fn words(self) -> Vec<Self::Native>;
}

macro_rules! single {
    ($($word:ident)*) => {$(
        impl Words for $word {
            type Native = $word;
            fn new(words: &mut dyn FnMut() -> $word) -> $word {
                words()
            }
            fn words(self) -> Vec<$word> {
                vec![self]
            }
        }
    )*};
}
single!(f32 f64);

macro_rules! several {
    ($($number:ty: $word:ident)*) => {$(
        impl Words for $number {
            type Native = $word;
            fn new(words: &mut dyn FnMut() -> $word) -> Self {
                MultiWord::from_normalized(floatfloat::WordArray::from_fn(|_| words()))
            }
            fn words(self) -> Vec<$word> {
                self.parts().into_iter().collect()
            }
        }
    )*};
}
several!(FloatFloat: f32 DoubleDouble: f64 TripleFloat: f32 QuadDouble: f64);

fn numbers<N: Words>(count: usize, special: u64, seed: u64) -> Vec<N> {
    let mut random = Random::new(seed);
    (0..count).map(|_| N::new(&mut || word(&mut random, special))).collect()
}

/// Words after one that is not finite do not count.
fn counted<F: NativeWord>(words: &[F]) -> &[F] {
    if words[0].is_finite() { words } else { &words[..1] }
}

fn sum<N: Words>(x: &[N]) -> ReproducibleSum {
    let mut sum = ReproducibleSum::new();
    for x in x {
        counted(&x.words()).iter().for_each(|&word| sum.add_word(word));
    }
    sum
}

fn dot<N: Words>(x: &[N], y: &[N]) -> ReproducibleSum {
    let mut sum = ReproducibleSum::new();
    for (x, y) in x.iter().zip(y) {
        let (x, y) = (x.words(), y.words());
        let finite = x[0].is_finite() && y[0].is_finite();
        let used = if finite { x.len() } else { 1 };
        for &x in &x[..used] {
            y[..used].iter().for_each(|&y| sum.add_product(x, y));
        }
    }
    sum
}

fn assert_same(found: &ReproducibleSum, expected: &ReproducibleSum, what: &str) {
    let special = [found, expected].map(|sum| sum.to_word::<f64>());
    let same =
        special[0].to_bits() == special[1].to_bits() || special.iter().all(|word| word.is_nan());
    assert!(same && found.to_bytes()[8..] == expected.to_bytes()[8..], "{what}: {special:?}");
}

const SHAPES: [Option<LaunchShape>; 4] = [
    None,
    Some(LaunchShape { groups: 1, lanes: 64 }),
    Some(LaunchShape { groups: 7, lanes: 96 }),
    Some(LaunchShape { groups: 40_000, lanes: 1 }),
];

fn check<N: Words>(device: &Device, shapes: &[Option<LaunchShape>]) -> Result<(), Error> {
    for (size, special) in [(0, 0), (1, 0), (255, 0), (5000, 0), (70_001, 0), (3000, 2)] {
        let (x, y) = (numbers::<N>(size, special, 5), numbers::<N>(size, special, 6));
        let (on_x, on_y) = (device.upload(&x)?, device.upload(&y)?);
        let (of_x, of_products) = (sum(&x), dot(&x, &y));
        for &shape in shapes {
            let what = format!("{} of {size} on {}, {shape:?}", N::NAME, device.description().id);
            assert_same(&device.reproducible_sum_with(&on_x, shape)?, &of_x, &what);
            let found = device.reproducible_dot_with(&on_x, &on_y, shape)?;
            assert_same(&found, &of_products, &format!("products: {what}"));
        }
    }
    // In another order, in parts, the last of which the processor adds.
    let mut x = numbers::<N>(10_000, 0, 8);
    let expected = sum(&x);
    x.reverse();
    let mut merged = sum(&x[9000..]);
    for part in [&x[..1], &x[1..4097], &x[4097..9000]] {
        merged.merge(&device.reproducible_sum(&device.upload(part)?)?);
    }
    assert_same(&merged, &expected, "in parts");
    Ok(())
}

/// Each number type is a program, and so is each count of lanes: few of both where compilers are slow.
#[test]
fn the_interpreter_has_the_digits_of_the_processor() -> Result<(), Error> {
    let device = Device::open(Select::Cpu)?;
    check::<f32>(&device, &SHAPES)?;
    check::<f64>(&device, &SHAPES)?;
    check::<FloatFloat>(&device, &SHAPES)?;
    check::<DoubleDouble>(&device, &SHAPES)?;
    check::<TripleFloat>(&device, &SHAPES)?;
    check::<QuadDouble>(&device, &SHAPES)
}

#[test]
fn devices_have_the_digits_of_the_processor() -> Result<(), Error> {
    for device in others() {
        check::<f32>(&device, &SHAPES[..2])?;
        check::<f64>(&device, &SHAPES[..1])?;
        check::<FloatFloat>(&device, &SHAPES[2..3])?;
        check::<DoubleDouble>(&device, &SHAPES[..1])?;
    }
    Ok(())
}

#[test]
fn cancellation_leaves_nothing() {
    let device = Device::open(Select::Cpu).unwrap();
    let x: Vec<f64> = (0..40_000).map(|k| f64::from(k) * 2f64.powi(k % 2000 - 1000)).collect();
    let both: Vec<f64> = x.iter().copied().chain(x.iter().map(|x| -x)).chain([1.0]).collect();
    let sum = device.reproducible_sum(&device.upload(&both).unwrap()).unwrap();
    assert_eq!(sum.to_word::<f64>(), 1.0);
    assert_eq!(sum.to_number::<f64>(), DoubleWord::from(1.0));
}

#[test]
fn bad_operands_are_refused() {
    let device = Device::open(Select::Cpu).unwrap();
    let [x, y] = [&[1.0f32][..], &[1.0, 2.0]].map(|x| device.upload(x).unwrap());
    let error = device.reproducible_dot(&x, &y).unwrap_err();
    assert_eq!(error, Error::Length { what: "y", expected: 1, given: 2 });
    let none = Some(LaunchShape { groups: 1, lanes: 0 });
    assert!(matches!(device.reproducible_sum_with(&x, none), Err(Error::Unsupported { .. })));
}

/// Operations of integers for an element, as documented at the functions.
#[test]
fn terms_take_as_many_operations_as_stated() {
    let count = |program: Option<Program>| program.unwrap().circuits()[0].uint_operations();
    let sums = [Program::exact_sum::<f32>(64), Program::exact_sum::<f64>(64)].map(count);
    let products = [Program::exact_dot::<f32>(64), Program::exact_dot::<f64>(64)].map(count);
    assert_eq!((sums, products), ([36, 47], [72, 118]));
}
