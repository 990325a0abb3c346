//! faer's products of matrices, of its numbers of two `f64` and of `f64`.

use super::contest::{Contestant, Operation, Task};
use ::faer::{Accum, Mat, Par, fx128, linalg::matmul::matmul, traits::ComplexField};
use floatfloat::DoubleDouble;

pub fn contestants(task: &Task) -> Vec<Contestant> {
    if task.operation != Operation::Gemm {
        return Vec::new();
    }
    vec![
        contestant::<fx128>(
            "faer, fx128",
            106,
            task,
            |number| fx128 { 0: number.hi(), 1: number.lo() },
            |number| DoubleDouble::from_normalized(number.0, number.1),
        ),
        contestant::<f64>("faer, f64", 53, task, |number| number.hi(), |&number| number.into()),
    ]
}

fn contestant<T: ComplexField + Copy + 'static>(
    who: &str,
    bits: u32,
    task: &Task,
    write: fn(DoubleDouble) -> T,
    read: fn(&T) -> DoubleDouble,
) -> Contestant {
    let size = task.size();
    let matrix =
        |numbers: &[DoubleDouble]| Mat::from_fn(size, size, |i, j| write(numbers[i * size + j]));
    let state = (matrix(&task.x), matrix(&task.y), Mat::<T>::zeros(size, size));
    Contestant::new(
        who,
        bits,
        state,
        |(a, b, c)| {
            let one = T::one_impl();
            matmul(c.as_mut(), Accum::Replace, a.as_ref(), b.as_ref(), one, Par::Seq);
        },
        move |(_, _, c)| {
            (0..size * size).map(|index| read(&c[(index / size, index % size)])).collect()
        },
    )
}
