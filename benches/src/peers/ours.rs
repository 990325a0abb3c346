//! floatfloat's slices, on the best instruction set and on the next one.

use super::contest::{Contestant, Operands, factor};
use floatfloat_cpu::{
    DoubleDoubleVec, Level,
    elementwise::{
        Elementwise, map_into_at,
        operations::{Add, Axpy, Div, Mul, Sqrt},
    },
    levels,
};

pub fn contestants(operands: &Operands) -> Vec<Contestant> {
    levels()
        .into_iter()
        .take(2)
        .flat_map(|level| {
            [
                contestant(level, "add", Add, operands, |_, y| [y]),
                contestant(level, "mul", Mul, operands, |_, y| [y]),
                contestant(level, "div", Div, operands, |_, y| [y]),
                contestant(level, "sqrt", Sqrt, operands, |_, _| []),
                contestant(level, "axpy", Axpy(factor()), operands, |_, y| [y]),
            ]
        })
        .collect()
}

type Slice<'a> = floatfloat_cpu::DoubleWordSlice<'a, f64>;

fn contestant<O: Elementwise<N> + 'static, const N: usize>(
    level: Level,
    name: &'static str,
    operation: O,
    operands: &Operands,
    rest: for<'a> fn(Slice<'a>, Slice<'a>) -> [Slice<'a>; N],
) -> Contestant {
    let level_name = format!("{level:?}");
    let who = format!("floatfloat, {}", level_name.split('(').next().unwrap_or_default());
    let [x, y] = [&operands.x, &operands.y].map(|numbers| DoubleDoubleVec::from(&numbers[..]));
    let out = DoubleDoubleVec::zeros(x.len());
    Contestant::new(
        name,
        who,
        (x, y, out),
        move |(x, y, out)| {
            let (x, y) = (x.as_slice(), y.as_slice());
            map_into_at(level, operation, x, rest(x, y), out.as_mut_slice()).expect("equally long");
        },
        |(_, _, out)| out.to_interleaved(),
    )
}
