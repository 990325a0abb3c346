//! Crates that compute one number at a time: in a plain build, where every fused multiply-add is a
//! call of the C library, and inside of our [`dispatch`], which compiles the loop for the best
//! instruction set.

use super::contest::{Contestant, OPERATIONS, Operands, factor};
use floatfloat::{DoubleDouble, dispatch};

fn contestants<T: Copy + 'static>(
    who: &str,
    operands: &Operands,
    write: fn(DoubleDouble) -> T,
    read: fn(&T) -> DoubleDouble,
    loops: [[Loop<T>; 2]; 5],
) -> Vec<Contestant> {
    let contestants = OPERATIONS.into_iter().zip(loops).map(|(name, [plain, dispatched])| {
        let dispatched_who = format!("{who}, dispatched");
        [
            Contestant::of_slices(name, who, operands, write, read, plain),
            Contestant::of_slices(name, dispatched_who, operands, write, read, dispatched),
        ]
    });
    contestants.flatten().collect()
}

type Loop<T> = fn(&[T], &[T], &mut [T]);

/// Loops over the value of an expression, plain and dispatched.
macro_rules! loops {
    ($number:ty: $(|$x:ident, $y:ident| $value:expr),*) => {
        [$([
            |x: &[$number], y: &[$number], out: &mut [$number]| {
                for ((out, &$x), &$y) in out.iter_mut().zip(x).zip(y) {
                    *out = $value;
                }
            },
            |x: &[$number], y: &[$number], out: &mut [$number]| {
                dispatch(#[inline(always)] || {
                    for ((out, &$x), &$y) in out.iter_mut().zip(x).zip(y) {
                        *out = $value;
                    }
                })
            },
        ]),*]
    };
}

#[cfg(feature = "qd")]
pub fn qd(operands: &Operands) -> Vec<Contestant> {
    use qd::Quad;
    let write = |number: DoubleDouble| Quad(number.hi(), number.lo());
    let read = |number: &Quad| DoubleDouble::from_normalized(number.0, number.1);
    let loops = loops!(Quad:
        |x, y| x.add_accurate(y),
        |x, y| x.mul(y),
        |x, y| x.div(y),
        |x, _y| x.sqrt(),
        |x, y| x.add_accurate(Quad(factor().hi(), factor().lo()).mul(y))
    );
    contestants("qd (crate)", operands, write, read, loops)
}

#[cfg(feature = "twofloat")]
pub fn twofloat(operands: &Operands) -> Vec<Contestant> {
    use twofloat::TwoFloat;
    fn write(number: DoubleDouble) -> TwoFloat {
        TwoFloat::try_from((number.hi(), number.lo())).expect("normalised")
    }
    let read = |number: &TwoFloat| DoubleDouble::from_normalized(number.hi(), number.lo());
    let loops = loops!(TwoFloat:
        |x, y| x + y,
        |x, y| x * y,
        |x, y| x / y,
        |x, _y| x.sqrt(),
        |x, y| x + TwoFloat::from(1.0) / 3.0 * y
    );
    contestants("twofloat", operands, write, read, loops)
}
