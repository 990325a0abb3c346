//! floatfloat's slices and matrices, on the best instruction set and on the next one.

use super::contest::{Contestant, Flops, Operation, Task, factor};
use floatfloat::{
    DoubleDouble, DoubleWord,
    elementary::{
        Function,
        atan::Atan2,
        exp::Exp,
        ln::Ln,
        pow::Powf,
        trig::{Cos, Sin},
    },
};
use floatfloat_cpu::{
    Accuracy, Element, Level, Vector, at_level,
    elementwise::{
        Elementwise, Unfused, map_into,
        operations::{Add, Axpy, Div, Mul, Sqrt},
    },
    levels,
    matrix::{Matrix, gemm_accurate_into, gemm_into_with},
    reductions::{dot_with, sum_with},
    reproducible::{AddSlices, ReproducibleSum},
};

/// The fast method first, where there are several.
pub fn contestants(task: &Task) -> Vec<Contestant> {
    let mut all: Vec<_> = levels().into_iter().take(2).flat_map(|level| at(level, task)).collect();
    all.extend(pairs_of_f32(task));
    all.extend(without_fma(task));
    all
}

/// In registers without a fused multiply-add: with an fma made of exact steps, which keeps the bits, and without.
fn without_fma(task: &Task) -> Vec<Contestant> {
    let Some(level) = levels().into_iter().find(|level| *level == Level::Baseline) else {
        return Vec::new();
    };
    let with_y: for<'a> fn(Slice<'a, f64>) -> [Slice<'a, f64>; 1] = |y| [y];
    let factor = factor();
    match task.operation {
        Operation::Mul => vec![
            of_elements("", level, Mul, task, with_y, None),
            of_elements("unfused", level, Unfused(Mul), task, with_y, None),
        ],
        Operation::Axpy => vec![
            of_elements("", level, Axpy(factor), task, with_y, None),
            of_elements("unfused", level, Unfused(Axpy(factor)), task, with_y, None),
        ],
        _ => Vec::new(),
    }
}

fn at(level: Level, task: &Task) -> Vec<Contestant> {
    match task.operation {
        Operation::Sum | Operation::Dot => vec![
            reduction::<f64>(level, task, Accuracy::Fast, "fast"),
            reduction::<f64>(level, task, Accuracy::Strict, "strict"),
            reproducible(level, task),
        ],
        Operation::Gemm => [Some(Accuracy::Fast), Some(Accuracy::Strict), None]
            .map(|accuracy| gemm::<f64>(level, task, accuracy))
            .into(),
        _ => vec![elementwise::<f64>(level, task)],
    }
}

fn pairs_of_f32(task: &Task) -> Option<Contestant> {
    let level = *levels().first()?;
    match task.operation {
        Operation::Sum | Operation::Dot => {
            Some(reduction::<f32>(level, task, Accuracy::Fast, "fast"))
        }
        Operation::Gemm => Some(gemm::<f32>(level, task, Some(Accuracy::Fast))),
        _ => Some(elementwise::<f32>(level, task)),
    }
}

fn who<E: Element>(level: Level, method: &str) -> String {
    let number = if size_of::<E>() == 8 { "DoubleDouble" } else { "FloatFloat" };
    let comma = if method.is_empty() { "" } else { ", " };
    format!("floatfloat, {number}{comma}{method}, {level:?}")
}

fn bits<E: Element>() -> u32 {
    2 * E::PRECISION
}

fn flops<E: Element>(level: Level, count: f64) -> Option<Flops> {
    Some(Flops { count, level, bits_of_word: 8 * size_of::<E>() })
}

fn widened<E: Element>(number: DoubleWord<E>) -> DoubleDouble {
    DoubleDouble::from_parts(number.hi().into(), number.lo().into())
}

fn vector<E: Element>(numbers: &[DoubleDouble]) -> Vector<DoubleWord<E>> {
    numbers.iter().copied().map(DoubleWord::from_double_double).collect()
}

fn elementwise<E: Element>(level: Level, task: &Task) -> Contestant {
    let with_y: for<'a> fn(Slice<'a, E>) -> [Slice<'a, E>; 1] = |y| [y];
    match task.operation {
        Operation::Add => of_elements("", level, Add, task, with_y, flops::<E>(level, 20.0)),
        Operation::Mul => of_elements("", level, Mul, task, with_y, flops::<E>(level, 8.0)),
        Operation::Div => of_elements("", level, Div, task, with_y, None),
        Operation::Axpy => {
            let operation = Axpy(DoubleWord::<E>::from_double_double(factor()));
            of_elements("", level, operation, task, with_y, flops::<E>(level, 29.0))
        }
        Operation::Of(Function::Exp) => of_elements::<E, _, 0>("", level, Exp, task, |_| [], None),
        Operation::Of(Function::Ln) => of_elements::<E, _, 0>("", level, Ln, task, |_| [], None),
        Operation::Of(Function::Sin) => of_elements::<E, _, 0>("", level, Sin, task, |_| [], None),
        Operation::Of(Function::Cos) => of_elements::<E, _, 0>("", level, Cos, task, |_| [], None),
        Operation::Of(Function::Atan2) => of_elements("", level, Atan2, task, with_y, None),
        Operation::Of(Function::Powf) => of_elements("", level, Powf, task, with_y, None),
        Operation::Of(function) => unreachable!("{function:?} is no task"),
        _ => of_elements::<E, _, 0>("", level, Sqrt, task, |_| [], None),
    }
}

type Slice<'a, E> = floatfloat_cpu::VectorView<'a, DoubleWord<E>>;

fn of_elements<E: Element, O: Elementwise<N, DoubleWord<E>> + 'static, const N: usize>(
    method: &str,
    level: Level,
    operation: O,
    task: &Task,
    rest: for<'a> fn(Slice<'a, E>) -> [Slice<'a, E>; N],
    flops: Option<Flops>,
) -> Contestant {
    let (x, y) = (vector::<E>(&task.x), vector::<E>(&task.y));
    let out = Vector::<DoubleWord<_>>::zeros(x.len());
    Contestant::new(
        who::<E>(level, method),
        bits::<E>(),
        (x, y, out),
        move |(x, y, out)| {
            let (x, rest) = (x.view(), rest(y.view()));
            at_level(level, || map_into(operation, x, rest, out.view_mut())).expect("equally long");
        },
        |(_, _, out)| out.iter().map(widened).collect(),
    )
    .with_flops(flops)
}

/// A reduction, by flops of [`Accuracy`]'s documentation.
fn reduction<E: Element>(level: Level, task: &Task, method: Accuracy, name: &str) -> Contestant {
    let strict = name == "strict";
    let is_dot = task.operation == Operation::Dot;
    let count = if strict { 20.0 } else { 8.0 }
        + if !is_dot {
            0.0
        } else if strict {
            8.0
        } else {
            4.0
        };
    let state = (vector::<E>(&task.x), vector::<E>(&task.y), DoubleWord::default());
    Contestant::new(
        who::<E>(level, name),
        bits::<E>(),
        state,
        move |(x, y, out)| {
            let (x, y) = (x.view(), y.view());
            *out = match is_dot {
                true => at_level(level, || dot_with(method, x, y)).expect("equally long"),
                false => at_level(level, || sum_with(method, x)),
            };
        },
        |(_, _, out)| vec![widened(*out)],
    )
    .with_flops(flops::<E>(level, count))
}

fn reproducible(level: Level, task: &Task) -> Contestant {
    let is_dot = task.operation == Operation::Dot;
    let state = (vector::<f64>(&task.x), vector::<f64>(&task.y), DoubleDouble::default());
    Contestant::new(
        who::<f64>(level, "reproducible"),
        bits::<f64>(),
        state,
        move |(x, y, out)| {
            let (x, y) = (x.view(), y.view());
            let mut sum = ReproducibleSum::new();
            match is_dot {
                true => at_level(level, || sum.add_number_products(x, y)).expect("equally long"),
                false => at_level(level, || sum.add_numbers(x)),
            }
            *out = sum.to_number();
        },
        |(_, _, out)| vec![*out],
    )
}

/// A product with this accuracy, or the accurate one by integers, which has no flops.
fn gemm<E: Element>(level: Level, task: &Task, accuracy: Option<Accuracy>) -> Contestant {
    let size = task.size();
    let [a, b] = [&task.x, &task.y].map(|numbers| {
        Matrix::<DoubleWord<E>>::from_fn(size, size, |i, j| {
            DoubleWord::from_double_double(numbers[i * size + j])
        })
    });
    let (name, count) = match accuracy {
        Some(Accuracy::Fast) => ("fast", Some(12.0)),
        Some(Accuracy::Strict) => ("strict", Some(29.0)),
        None => ("accurate", None),
    };
    Contestant::new(
        who::<E>(level, name),
        bits::<E>(),
        (a, b, Matrix::zeros(size, size)),
        move |(a, b, c)| {
            let [one, zero] = [1.0, 0.0].map(|word| DoubleWord::from_word(E::nearest(word)));
            at_level(level, || match accuracy {
                Some(accuracy) => {
                    gemm_into_with(accuracy, one, a.view(), b.view(), zero, c.view_mut())
                }
                None => gemm_accurate_into(one, a.view(), b.view(), zero, c.view_mut()),
            })
            .expect("all have the same shape");
        },
        |(_, _, c)| c.to_row_major().into_iter().map(widened).collect(),
    )
    .with_flops(count.and_then(|count| flops::<E>(level, count)))
}
