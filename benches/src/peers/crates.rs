//! Crates that compute one number at a time: in a plain build, where every fused multiply-add is a
//! call of the C library, and inside of our [`dispatch`], which compiles the loop for the best
//! instruction set.

use super::contest::{Contestant, Operation, Task, factor};
use floatfloat::{DoubleDouble, dispatch, elementary::Function};

/// Of a product of matrices.
const ROWS: usize = 16;

/// A crate's number.
trait Number: Copy + 'static {
    const WHO: &str;
    fn write(number: DoubleDouble) -> Self;
    fn read(&self) -> DoubleDouble;
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    fn sqrt(self) -> Self;
    /// Nothing if the crate lacks it.
    fn function(function: Function) -> Option<fn(Self, Self) -> Self>;
}

fn contestants<T: Number>(task: &Task) -> Vec<Contestant> {
    let operation = task.operation;
    if let Operation::Of(function) = operation
        && T::function(function).is_none()
    {
        return Vec::new();
    }
    let rows = match operation {
        Operation::Gemm => format!(", {ROWS} rows"),
        _ => String::new(),
    };
    let contestant = |how: &str, run: fn(Operation, &[T], &[T], &mut [T])| {
        let who = format!("{}{how}{rows}", T::WHO);
        let run = move |x: &[T], y: &[T], out: &mut [T]| run(operation, x, y, out);
        Contestant::of_slices(who, 106, task, ROWS, T::write, T::read, run)
    };
    vec![contestant("", pass), contestant(", dispatched", dispatched)]
}

fn dispatched<T: Number>(operation: Operation, x: &[T], y: &[T], out: &mut [T]) {
    dispatch(
        #[inline(always)]
        || pass(operation, x, y, out),
    );
}

#[inline(always)]
fn pass<T: Number>(operation: Operation, x: &[T], y: &[T], out: &mut [T]) {
    let (zero, factor) = (T::write(DoubleDouble::default()), T::write(factor()));
    match operation {
        Operation::Add => each(x, y, out, T::add),
        Operation::Mul => each(x, y, out, T::mul),
        Operation::Div => each(x, y, out, T::div),
        Operation::Sqrt => each(
            x,
            x,
            out,
            #[inline(always)]
            |x, _| x.sqrt(),
        ),
        Operation::Axpy => each(
            x,
            y,
            out,
            #[inline(always)]
            |x, y| x.add(factor.mul(y)),
        ),
        Operation::Of(function) => {
            if let Some(value) = T::function(function) {
                each(x, y, out, value);
            }
        }
        Operation::Sum => {
            let mut sum = zero;
            for &x in x {
                sum = sum.add(x);
            }
            out[0] = sum;
        }
        Operation::Dot => {
            let mut sum = zero;
            for (&x, &y) in x.iter().zip(y) {
                sum = sum.add(x.mul(y));
            }
            out[0] = sum;
        }
        Operation::Gemm => {
            let size = x.len().isqrt();
            for (out, x) in out.chunks_exact_mut(size).zip(x.chunks_exact(size)) {
                out.fill(zero);
                for (&x, y) in x.iter().zip(y.chunks_exact(size)) {
                    for (out, &y) in out.iter_mut().zip(y) {
                        *out = out.add(x.mul(y));
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn each<T: Copy>(x: &[T], y: &[T], out: &mut [T], value: impl Fn(T, T) -> T) {
    for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
        *out = value(x, y);
    }
}

#[cfg(feature = "qd")]
pub fn qd(task: &Task) -> Vec<Contestant> {
    contestants::<qd::Quad>(task)
}

#[cfg(feature = "qd")]
impl Number for qd::Quad {
    const WHO: &str = "qd (crate)";
    fn write(number: DoubleDouble) -> Self {
        qd::Quad(number.hi(), number.lo())
    }
    fn read(&self) -> DoubleDouble {
        DoubleDouble::from_normalized(self.0, self.1)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.add_accurate(other)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        qd::Quad::mul(self, other)
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        qd::Quad::div(self, other)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        qd::Quad::sqrt(self)
    }
    #[inline(always)]
    fn function(function: Function) -> Option<fn(Self, Self) -> Self> {
        match function {
            Function::Exp => Some(|x, _| x.exp()),
            Function::Ln => Some(|x, _| x.ln()),
            _ => None,
        }
    }
}

#[cfg(feature = "twofloat")]
pub fn twofloat(task: &Task) -> Vec<Contestant> {
    contestants::<twofloat::TwoFloat>(task)
}

#[cfg(feature = "twofloat")]
impl Number for twofloat::TwoFloat {
    const WHO: &str = "twofloat";
    fn write(number: DoubleDouble) -> Self {
        Self::try_from((number.hi(), number.lo())).expect("normalised")
    }
    fn read(&self) -> DoubleDouble {
        DoubleDouble::from_normalized(self.hi(), self.lo())
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self * other
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self / other
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        twofloat::TwoFloat::sqrt(self)
    }
    #[inline(always)]
    fn function(function: Function) -> Option<fn(Self, Self) -> Self> {
        match function {
            Function::Exp => Some(|x, _| x.exp()),
            Function::Ln => Some(|x, _| x.ln()),
            Function::Sin => Some(|x, _| x.sin()),
            Function::Cos => Some(|x, _| x.cos()),
            Function::Atan2 => Some(|y, x| y.atan2(x)),
            Function::Powf => Some(|x, y| x.powf(y)),
            _ => None,
        }
    }
}
