//! floatfloat's slices and matrices of three and four words, on the best instruction set and on the next one.

use super::super::contest::{Contestant, Flops, Operation, Task};
use floatfloat::{MultiWord, QuadDouble, multi_word::Array};
use floatfloat_cpu::{
    Level, MultiWordSlice, MultiWordVec, Number, Width, Words, at_level,
    elementwise::{
        Elementwise, map_into,
        operations::{Add, Div, Mul, Sqrt},
    },
    levels,
    matrix::{MultiWordMatrix, gemm_into},
};

/// Of four words first.
pub fn contestants(task: &Task<QuadDouble>) -> Vec<Contestant<QuadDouble>> {
    let at = |level| [of::<4>(level, task), of::<3>(level, task)];
    levels().into_iter().take(2).flat_map(at).collect()
}

/// What is implemented for every number of words, as far as it is used here.
trait Operations<const N: usize>: Words<N> {
    const NAME: &str;
    /// Of a sum, of a product, and of a product in a sum of them.
    const FLOPS: [f64; 3];
}

impl Operations<3> for Width<3> {
    const NAME: &str = "TripleDouble";
    const FLOPS: [f64; 3] = [63.0, 45.0, 47.0];
}

impl Operations<4> for Width<4> {
    const NAME: &str = "QuadDouble";
    const FLOPS: [f64; 3] = [124.0, 124.0, 116.0];
}

fn of<const N: usize>(level: Level, task: &Task<QuadDouble>) -> Contestant<QuadDouble>
where
    Width<N>: Operations<N>,
    Add: Elementwise<1, N>,
    Mul: Elementwise<1, N>,
    Div: Elementwise<1, N>,
    Sqrt: Elementwise<0, N>,
{
    let [sum, product, gathered] = <Width<N> as Operations<N>>::FLOPS;
    let with_y: for<'a> fn(Slice<'a, N>) -> [Slice<'a, N>; 1] = |y| [y];
    let (contestant, count) = match task.operation {
        Operation::Add => (of_elements(level, Add, task, with_y), Some(sum)),
        Operation::Mul => (of_elements(level, Mul, task, with_y), Some(product)),
        Operation::Div => (of_elements(level, Div, task, with_y), None),
        Operation::Sqrt => (of_elements::<_, 0, N>(level, Sqrt, task, |_| []), None),
        Operation::Dot => (dot::<N>(level, task), Some(gathered)),
        Operation::Gemm => (gemm::<N>(level, task), Some(gathered)),
        operation => unreachable!("{operation:?} is no task"),
    };
    contestant.with_flops(count.map(|count| Flops { count, level, bits_of_word: 64 }))
}

type Slice<'a, const N: usize> = MultiWordSlice<'a, f64, N>;

fn who<const N: usize>(level: Level) -> String
where
    Width<N>: Operations<N>,
{
    format!("floatfloat, {}, {level:?}", <Width<N> as Operations<N>>::NAME)
}

/// The first words of a number.
fn narrowed<const N: usize>(number: QuadDouble) -> Number<f64, N>
where
    Width<N>: Words<N>,
{
    Width::number(std::array::from_fn(|k| number.parts()[k]))
}

fn widened<const N: usize>(number: Number<f64, N>) -> QuadDouble
where
    Width<N>: Words<N>,
{
    let words = Width::<N>::words(number);
    QuadDouble::from_normalized(Array::from_fn(|k| words.get(k).copied().unwrap_or(0.0)))
}

fn vector<const N: usize>(numbers: &[QuadDouble]) -> MultiWordVec<f64, N>
where
    Width<N>: Words<N>,
{
    numbers.iter().copied().map(narrowed::<N>).collect()
}

fn of_elements<O: Elementwise<M, N> + 'static, const M: usize, const N: usize>(
    level: Level,
    operation: O,
    task: &Task<QuadDouble>,
    rest: for<'a> fn(Slice<'a, N>) -> [Slice<'a, N>; M],
) -> Contestant<QuadDouble>
where
    Width<N>: Operations<N>,
{
    let (x, y) = (vector::<N>(&task.x), vector::<N>(&task.y));
    let out = MultiWordVec::<f64, N>::zeros(x.len());
    Contestant::new(
        who::<N>(level),
        53 * N as u32,
        (x, y, out),
        move |(x, y, out)| {
            let (x, rest) = (x.as_slice(), rest(y.as_slice()));
            at_level(level, || map_into(operation, x, rest, out.as_mut_slice()))
                .expect("equally long");
        },
        |(_, _, out)| out.iter().map(widened::<N>).collect(),
    )
}

fn dot<const N: usize>(level: Level, task: &Task<QuadDouble>) -> Contestant<QuadDouble>
where
    Width<N>: Operations<N>,
{
    let state = (vector::<N>(&task.x), vector::<N>(&task.y), narrowed::<N>(task.x[0]));
    Contestant::new(
        who::<N>(level),
        53 * N as u32,
        state,
        move |(x, y, out)| {
            *out = at_level(level, || x.as_slice().dot(y.as_slice())).expect("equally long");
        },
        |(_, _, out)| vec![widened::<N>(*out)],
    )
}

fn gemm<const N: usize>(level: Level, task: &Task<QuadDouble>) -> Contestant<QuadDouble>
where
    Width<N>: Operations<N>,
{
    let size = task.size();
    let [a, b] = [&task.x, &task.y].map(|numbers| {
        MultiWordMatrix::<f64, N>::from_fn(size, size, |i, j| narrowed::<N>(numbers[i * size + j]))
    });
    Contestant::new(
        who::<N>(level),
        53 * N as u32,
        (a, b, MultiWordMatrix::<f64, N>::zeros(size, size)),
        move |(a, b, c)| {
            let [one, zero] = [1.0, 0.0].map(<Number<f64, N> as MultiWord>::from_word);
            at_level(level, || gemm_into(one, a.view(), b.view(), zero, c.view_mut()))
                .expect("all have the same shape");
        },
        |(_, _, c)| c.to_row_major().into_iter().map(widened::<N>).collect(),
    )
}
