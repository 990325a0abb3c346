//! MPFR at 106 bits, through rug, each result written to a number that exists.

use super::contest::{Contestant, Operands, factor};
use floatfloat::DoubleDouble;
use rug::{Assign, Float};

const BITS: u32 = 106;

fn write(number: DoubleDouble) -> Float {
    Float::with_val(BITS, number.hi()) + number.lo()
}

fn read(number: &Float) -> DoubleDouble {
    let high = number.to_f64();
    DoubleDouble::from_normalized(high, Float::with_val(BITS, number - high).to_f64())
}

type Loop = fn(&[Float], &[Float], &mut [Float]);

pub fn contestants(operands: &Operands) -> Vec<Contestant> {
    let loops: [(&str, Loop); 5] = [
        ("add", |x, y, out| each(x, y, out, |x, y, out| out.assign(x + y))),
        ("mul", |x, y, out| each(x, y, out, |x, y, out| out.assign(x * y))),
        ("div", |x, y, out| each(x, y, out, |x, y, out| out.assign(x / y))),
        ("sqrt", |x, y, out| each(x, y, out, |x, _, out| out.assign(x.sqrt_ref()))),
        ("axpy", |x, y, out| {
            let factor = write(factor());
            each(x, y, out, |x, y, out| {
                out.assign(&factor * y);
                *out += x;
            });
        }),
    ];
    loops
        .map(|(name, run)| {
            Contestant::of_slices(name, "MPFR, 106 bits", operands, write, read, run)
        })
        .into()
}

fn each(x: &[Float], y: &[Float], out: &mut [Float], step: impl Fn(&Float, &Float, &mut Float)) {
    for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
        step(x, y, out);
    }
}
