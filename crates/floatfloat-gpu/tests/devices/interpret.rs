//! Circuits run on the CPU give the bits of the same code run on words, and circuits recorded for
//! hardware without a fused multiply-add are those of `NoFma`.

use crate::support::{assert_same, ordinary, same};
use floatfloat::{
    DoubleWord, NativeWord, NoFma, Operation, Word,
    operation::Fma,
    registry::{Visitor, for_each},
};
use floatfloat_exact::Random;
use floatfloat_gpu::{Circuit, DeviceWord, Error, Lowering, Wire, lowering::Exponents};

/// Numbers of every size, and every pair of special values.
fn operands<F: NativeWord>(seed: u64) -> (Vec<DoubleWord<F>>, Vec<DoubleWord<F>>) {
    let mut random = Random::new(seed);
    let mut any = || {
        let bits = random.bits() >> (64 - 8 * size_of::<F>());
        DoubleWord::from_parts(F::with_bits(bits), F::default())
    };
    let mut x = ordinary(5000, seed);
    let mut y = ordinary(5000, seed + 1);
    for _ in 0..5000 {
        x.push(any());
        y.push(any());
    }
    let special = [0.0, -0.0, 1.0, f64::INFINITY, f64::NAN, f64::MAX, 1e-310, 3e38, 1e-40];
    let number = |value| DoubleWord::from_parts(F::nearest(value), F::default());
    for high in special {
        x.extend(special.map(|_| number(high)));
        y.extend(special.map(number));
    }
    (x, y)
}

struct Registry<F> {
    x: Vec<DoubleWord<F>>,
    y: Vec<DoubleWord<F>>,
    operations: usize,
}

impl<F: NativeWord + DeviceWord> Visitor for Registry<F> {
    fn visit<O: Operation>(&mut self) {
        let Registry { x, y, operations } = self;
        *operations += 1;
        let words: [&[F]; 2] = [bytemuck::cast_slice(x), bytemuck::cast_slice(y)];
        for fused in [true, false] {
            if !fused && O::INFO.fma == Fma::Required {
                continue;
            }
            let found = Circuit::of_operation::<O, F>(fused).run(&words).unwrap();
            let apply = |(&x, &y): (&DoubleWord<F>, &DoubleWord<F>)| {
                if fused {
                    return O::apply(x, y);
                }
                let [x, y] =
                    [x, y].map(|x| DoubleWord::from_normalized(NoFma(x.hi()), NoFma(x.lo())));
                let result = O::apply(x, y);
                DoubleWord::from_normalized(result.hi().0, result.lo().0)
            };
            let expected: Vec<_> = x.iter().zip(&*y).map(apply).collect();
            let what = format!("{}, fused {fused}", O::INFO.name);
            assert_same(bytemuck::cast_slice(&found), &expected, &what);
        }
    }
}

fn registry<F: NativeWord + DeviceWord>() {
    let (x, y) = operands::<F>(1);
    let mut visitor = Registry { x, y, operations: 0 };
    for_each(&mut visitor);
    assert!(visitor.operations > 20);
}

#[test]
fn registry_f32() {
    registry::<f32>();
}

#[test]
fn registry_f64() {
    registry::<f64>();
}

/// Words of every exponent, and special ones; integers of every exponent, and beyond.
fn exponents<F: NativeWord>() -> (Vec<F>, Vec<F>) {
    let range = F::LEAST_EXPONENT - 2..=F::LARGEST_EXPONENT + 2;
    let mut words: Vec<F> =
        range.clone().map(|k| F::rounded(k % 2 == 0, 3, k - 1, false)).collect();
    let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX];
    words.extend(special.map(F::nearest));
    let integers = range.map(f64::from).chain([1e5, -1e5, 1e30, f64::INFINITY, f64::NEG_INFINITY]);
    (words, integers.map(F::nearest).collect())
}

fn exponents_of<F: NativeWord + DeviceWord>() {
    let compared = Lowering { exponents: Exponents::Comparisons, ..Lowering::NATIVE };
    let record = |function: fn(Wire<F>) -> Wire<F>| {
        Circuit::record_words::<F>(true, &[1], &[1], |words| vec![function(words[0])]).unwrap()
    };
    let (exponent, power) = (record(Wire::exponent), record(Wire::power_of_two));
    let (words, integers) = exponents::<F>();
    for lowering in [Lowering::NATIVE, compared] {
        let found = lowering.rewritten(&exponent).run(&[&words]).unwrap();
        for (&x, &found) in words.iter().zip(&found) {
            assert!(same(found, x.exponent()), "{lowering}: the exponent of {x} is {found}");
        }
        let found = lowering.rewritten(&power).run(&[&integers]).unwrap();
        for (&k, &found) in integers.iter().zip(&found) {
            assert!(same(found, k.power_of_two()), "{lowering}: 2^{k} is {found}");
        }
    }
    assert_eq!((exponent.nodes().len(), exponent.flops(), exponent.depth()), (2, 0, 0));
}

/// By bits and by comparisons; words of 16 bits have only those.
#[test]
fn exponents_are_those_of_words() {
    exponents_of::<f32>();
    exponents_of::<f64>();
    let exponent = Circuit::record1(true, |x: Wire<half::f16>| x.exponent()).unwrap();
    assert!(Lowering::NATIVE.rewritten(&exponent).nodes().len() > 20);
}

type Number = DoubleWord<Wire<f32>>;

/// The same number on a machine without a fused multiply-add.
fn bare(x: Number) -> DoubleWord<NoFma<Wire<f32>>> {
    DoubleWord::from_normalized(NoFma(x.hi()), NoFma(x.lo()))
}

fn clad(x: DoubleWord<NoFma<Wire<f32>>>) -> Number {
    DoubleWord::from_normalized(x.hi().0, x.lo().0)
}

struct Unfused(usize);

impl Visitor for Unfused {
    fn visit<O: Operation>(&mut self) {
        self.0 += 1;
        let no_fma = |x, y| clad(O::apply(bare(x), bare(y)));
        let expected = Circuit::record2(true, no_fma).unwrap();
        assert_eq!(Circuit::of_operation::<O, f32>(false), expected, "{}", O::INFO.name);
    }
}

#[test]
fn recordings_without_fma_are_those_of_no_fma() {
    let mut visitor = Unfused(0);
    for_each(&mut visitor);
    assert!(visitor.0 > 20);
    macro_rules! compare {
        ($(|$x:ident, $y:ident| $value:expr),*) => {$(
            let found = Circuit::record2(false, |$x: Number, $y: Number| $value).unwrap();
            let no_fma = |$x, $y| {
                let ($x, $y) = (bare($x), bare($y));
                clad($value)
            };
            assert_eq!(found, Circuit::record2(true, no_fma).unwrap(), stringify!($value));
        )*};
    }
    compare!(
        |x, y| x + y,
        |x, y| x - y,
        |x, y| x * y,
        |x, y| x / y,
        |x, y| x + y.hi(),
        |x, y| x - y.hi(),
        |x, y| x * y.hi(),
        |x, y| x / y.hi(),
        |x, y| (x * y).sqrt(),
        |x, y| x.mul_add(y, x),
        |x, y| x.recip() * y.powi(3).abs() + x.constant(0.1)
    );
}

#[test]
fn subnormal_numbers_are_noticed() {
    let product = Circuit::record2(true, |x: Wire<f32>, y: Wire<f32>| x * y - y).unwrap();
    let least = f32::MIN_POSITIVE;
    let pairs = [
        (1.5, 2.0, false),
        (0.0, 1.0, false),
        (f32::INFINITY, f32::NAN, false),
        (1e-20, 1e-20, true),
        (1e-40, 1.0, true),
        (1.0, -1e-40, true),
        // Flushed before it is rounded, this would be zero.
        (least, 1.0, true),
        (2.0 * least, 4.0 * least, false),
    ];
    // More elements than a block has.
    let pairs: Vec<_> = pairs.into_iter().cycle().take(1001).collect();
    let x: Vec<f32> = pairs.iter().map(|pair| pair.0).collect();
    let y: Vec<f32> = pairs.iter().map(|pair| pair.1).collect();
    let expected: Vec<bool> = pairs.iter().map(|pair| pair.2).collect();
    assert_eq!(product.touches_subnormal(&[&x, &y]).unwrap(), expected);
    let scaled = Circuit::record1(true, |x: Wire<f32>| x.constant(1e-40).abs() + x);
    assert_eq!(scaled.unwrap().touches_subnormal(&[&[1f32]]).unwrap(), [true]);
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let sum = Circuit::record2(true, |x: Number, y: Wire<f32>| x + y).unwrap();
    assert!(sum.run::<f32>(&[&[1.0, 0.0, 2.0, 0.0], &[1.0, 1.0]]).is_ok());
    assert!(sum.run::<f32>(&[&[], &[]]).unwrap().is_empty());
    for operands in
        [&[&[1.0, 0.0][..]][..], &[&[1.0, 0.0], &[1.0, 1.0]], &[&[1.0, 0.0, 1.0], &[1.0]]]
    {
        assert!(matches!(sum.run::<f32>(operands), Err(Error::Length { .. })));
    }
    assert!(matches!(sum.run::<f64>(&[&[], &[]]), Err(Error::NoWord { .. })));
}
