//! Circuits run on the CPU give the bits of the same code run on words, and circuits recorded for
//! hardware without a fused multiply-add those of `NoFma`.

use floatfloat::{
    DoubleWord, NativeWord, NoFma, Operation,
    operation::Fma,
    registry::{Visitor, for_each},
};
use floatfloat_gpu::{Circuit, DeviceWord};
use floatfloat_oracle::Random;

/// Double-words of every size, and special values.
fn operands<F: NativeWord>(count: usize, seed: u64) -> Vec<F> {
    let mut random = Random::new(seed);
    let special = [0.0, -0.0, 1.0, f64::INFINITY, f64::NAN, f64::MAX, 1e-310, 3e38, 1e-40];
    let mut words = Vec::new();
    for i in 0..count {
        let bits = random.bits();
        let high = match special.get(i % 64) {
            Some(&value) => F::nearest(value),
            None => F::with_bits(bits >> (64 - 8 * size_of::<F>())),
        };
        let low = F::nearest((bits % 1000) as f64 - 500.0) / F::nearest(1e3);
        let low = high * low / F::nearest((1u64 << (F::PRECISION - 1)) as f64);
        let number = DoubleWord::from_parts(high, low);
        words.extend([number.hi(), number.lo()]);
    }
    words
}

fn same<F: NativeWord>(a: F, b: F) -> bool {
    a.bits() == b.bits() || a.is_nan() && b.is_nan()
}

fn pair<F: Copy>(words: &[F], i: usize) -> DoubleWord<F> {
    DoubleWord::from_normalized(words[2 * i], words[2 * i + 1])
}

struct Registry<F> {
    x: Vec<F>,
    y: Vec<F>,
    operations: usize,
}

impl<F: NativeWord + DeviceWord> Visitor for Registry<F> {
    fn visit<O: Operation>(&mut self) {
        let Registry { x, y, operations } = self;
        *operations += 1;
        for fused in [true, false] {
            if !fused && O::INFO.fma == Fma::Required {
                continue;
            }
            let circuit = Circuit::of_operation::<O, F>(fused);
            let results = circuit.run(&[x, y]).unwrap();
            for i in 0..x.len() / 2 {
                let (a, b) = (pair(x, i), pair(y, i));
                let expected = if fused {
                    O::apply(a, b)
                } else {
                    let bare = |x: DoubleWord<F>| {
                        DoubleWord::from_normalized(NoFma(x.hi()), NoFma(x.lo()))
                    };
                    let result = O::apply(bare(a), bare(b));
                    DoubleWord::from_normalized(result.hi().0, result.lo().0)
                };
                let found = pair(&results, i);
                assert!(
                    same(expected.hi(), found.hi()) && same(expected.lo(), found.lo()),
                    "{}, fused {fused}: {a:?} {b:?}: {expected:?} {found:?}",
                    O::INFO.name
                );
            }
        }
    }
}

fn registry<F: NativeWord + DeviceWord>() {
    let mut visitor = Registry::<F> { x: operands(5000, 1), y: operands(5000, 2), operations: 0 };
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
