//! floatfloat's vectors of double-words with an exponent of their own, on the best instruction set and on the next
//! one. Their range is MPFR's.

use super::contest::{Contestant, Operation, Task};
use floatfloat::{DoubleDouble, WideDoubleDouble, WideFloatFloat, WideRange};
use floatfloat_cpu::{Level, WideRangeVec, at_level, levels, wide_range::WideWord};

pub fn contestants(task: &Task) -> Vec<Contestant> {
    let mut levels = levels().into_iter().take(2);
    let best = levels.next();
    let mut all = Vec::new();
    for level in best.into_iter().chain(levels) {
        let from = WideDoubleDouble::from_double_word;
        all.extend(contestant(level, task, "WideDoubleDouble", from));
    }
    if let Some(level) = best {
        let from =
            |x| WideFloatFloat::from_wide_double_double(WideDoubleDouble::from_double_word(x));
        all.extend(contestant(level, task, "WideFloatFloat", from));
    }
    all
}

fn contestant<E: WideWord<N>, const N: usize>(
    level: Level,
    task: &Task,
    number: &str,
    from: impl Fn(DoubleDouble) -> WideRange<E, N>,
) -> Option<Contestant> {
    type Vectors<E, const N: usize> = [WideRangeVec<E, N>; 3];
    let run: fn(&mut Vectors<E, N>) = match task.operation {
        Operation::Add => |[x, y, out]| x.add_into(y, out).expect("equally long"),
        Operation::Mul => |[x, y, out]| x.mul_into(y, out).expect("equally long"),
        Operation::Div => |[x, y, out]| x.div_into(y, out).expect("equally long"),
        Operation::Sqrt => |[x, _, out]| *out = x.sqrt(),
        Operation::Sum => |[x, _, out]| *out = std::iter::once(x.sum()).collect(),
        Operation::Dot => {
            |[x, y, out]| *out = std::iter::once(x.dot(y).expect("equally long")).collect()
        }
        Operation::Axpy | Operation::Of(_) | Operation::Gemm => return None,
    };
    let vector = |numbers: &[DoubleDouble]| numbers.iter().map(|&x| from(x)).collect();
    let (x, y): (WideRangeVec<E, N>, _) = (vector(&task.x), vector(&task.y));
    let out = WideRangeVec::zeros(x.len());
    Some(Contestant::new(
        format!("floatfloat, {number}, {level:?}"),
        2 * E::PRECISION,
        [x, y, out],
        move |vectors| at_level(level, || run(vectors)),
        |[_, _, out]| out.iter().map(WideRange::to_number).collect(),
    ))
}
