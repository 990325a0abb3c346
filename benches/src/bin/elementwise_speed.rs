//! Nanoseconds an element of every elementwise operation, at several lengths, on every instruction
//! set: least and median of interleaved runs. Results are compared with those of single
//! numbers first.
//!
//! `cargo run --release --bin elementwise_speed -- [f32] [LENGTH …]`

use floatfloat::{DoubleWord, Word};
use floatfloat_benches::drivers::{Timed, asked, lengths_or, numbers, report};
use floatfloat_cpu::{
    Element, Level, Vector, at_level,
    elementwise::{
        Elementwise, map_into,
        operations::{Add, Axpy, Div, Mul, MulAdd, ScaleByWord, Sqrt},
        polynomial::{Estrin, Horner},
    },
    function, levels,
};

/// As many flops as an addition and its loads and stores, in chains as independent as can be and
/// without a look at special values: what the processor could reach at most.
#[derive(Clone, Copy)]
struct TwentyFlops;

impl<E: Element> Elementwise<1, DoubleWord<E>> for TwentyFlops {
    const NAME: &'static str = "limit of 20";

    #[inline(always)]
    fn apply<W: Word>(self, x: DoubleWord<W>, [y]: [DoubleWord<W>; 1]) -> DoubleWord<W> {
        let (mut high, mut low) = (x.hi(), x.lo());
        let (mut third, mut fourth) = (y.hi(), y.lo());
        for _ in 0..4 {
            high = high.mul_add(y.hi(), y.lo());
            low = low.mul_add(y.hi(), y.lo());
            third = third.mul_add(x.hi(), x.lo());
            fourth = fourth.mul_add(x.hi(), x.lo());
        }
        DoubleWord::from_normalized(high + third + y.hi(), low + fourth + y.lo())
    }
}

fn main() {
    for level in levels() {
        for length in lengths_or(&[512, 1000, 10_000, 100_000]) {
            at_level(level, || match asked("f32") {
                true => measure::<f32>(level, length),
                false => measure::<f64>(level, length),
            });
        }
    }
}

fn measure<E: Element>(level: Level, length: usize) {
    let [x, y, z] = [1, 3, 5].map(|seed| numbers::<E>(length, seed, 1.0));
    let factor = DoubleWord::from_word(E::nearest(1.0)) / E::nearest(7.0);
    let coefficients: Vec<_> = (3..=18)
        .map(|k| DoubleWord::from_word(E::nearest(1.0)) / E::nearest(f64::from(k)))
        .collect();
    let mut timed = [
        timed("add", Add, [&x, &y]),
        timed("mul", Mul, [&x, &y]),
        timed("mul by function!", function!(|x, y| x * y), [&x, &y]),
        timed("div", Div, [&x, &y]),
        timed("sqrt", Sqrt, [&x]),
        timed("limit of 20", TwentyFlops, [&x, &y]),
        timed("mul_add", MulAdd, [&x, &y, &z]),
        timed("scale", ScaleByWord(factor.hi()), [&x]),
        timed("axpy", Axpy(factor), [&x, &y]),
        timed("horner 16", Horner(&coefficients), [&x]),
        timed("estrin 16", Estrin(&coefficients), [&x]),
    ];
    report::<E>(level, &mut timed, length, 100_000, 21);
}

fn timed<
    'a,
    E: Element,
    O: Elementwise<N, DoubleWord<E>> + 'a,
    const N: usize,
    const OPERANDS: usize,
>(
    name: &'static str,
    operation: O,
    operands: [&'a Vector<DoubleWord<E>>; OPERANDS],
) -> Timed<'a> {
    let x = operands[0].view();
    let rest: [_; N] = std::array::from_fn(|k| operands[k + 1].view());
    let mut out = Vector::zeros(x.len());
    let run = move |out: &mut Vector<DoubleWord<E>>| {
        let written = map_into(operation, x, rest, out.view_mut());
        written.expect("operands and output are equally long");
    };
    run(&mut out);
    for (k, found) in out.iter().enumerate() {
        let number = |operand: usize| operands[operand].get(k).expect("all are equally long");
        let expected = operation.apply(number(0), std::array::from_fn(|k| number(k + 1)));
        assert!(found == expected, "{name}, element {k}: {found:?}, not {expected:?}");
    }
    Timed::new(name, move || {
        run(&mut out);
        std::hint::black_box(&mut out);
    })
}
