//! floatfloat's slices and matrices of three and four words, on the best instruction set and on the next one.

use super::super::contest::{Contestant, Flops, Operation, Task};
use floatfloat::{QuadDouble, TripleDouble, WordArray};
use floatfloat_cpu::{
    Level, Number, Vector, VectorView, at_level,
    elementwise::{
        Elementwise, map_into,
        operations::{Add, Div, Mul, Sqrt},
    },
    levels,
    matrix::{Matrix, MatrixError, MatrixView, MatrixViewMut, gemm_accurate_into, gemm_into},
};

/// Of four words first.
pub fn contestants(task: &Task<QuadDouble>) -> Vec<Contestant<QuadDouble>> {
    let at = |level| {
        let all = [of::<QuadDouble>(level, task), of::<TripleDouble>(level, task)];
        let accurate = matches!(task.operation, Operation::Gemm)
            .then(|| gemm::<TripleDouble>(level, task, ", accurate", gemm_accurate_into));
        all.into_iter().chain(accurate)
    };
    levels().into_iter().take(2).flat_map(at).collect()
}

/// A number type of three or four `f64`.
trait Long: Number<Word = f64> {
    const NAME: &str;
    /// Of a sum, of a product, and of a product in a sum of them.
    const FLOPS: [f64; 3];
}

impl Long for TripleDouble {
    const NAME: &str = "TripleDouble";
    const FLOPS: [f64; 3] = [63.0, 45.0, 47.0];
}

impl Long for QuadDouble {
    const NAME: &str = "QuadDouble";
    const FLOPS: [f64; 3] = [124.0, 124.0, 116.0];
}

fn of<T: Long>(level: Level, task: &Task<QuadDouble>) -> Contestant<QuadDouble> {
    let [sum, product, gathered] = T::FLOPS;
    let with_y: for<'a> fn(VectorView<'a, T>) -> [VectorView<'a, T>; 1] = |y| [y];
    let (contestant, count) = match task.operation {
        Operation::Add => (of_elements(level, Add, task, with_y), Some(sum)),
        Operation::Mul => (of_elements(level, Mul, task, with_y), Some(product)),
        Operation::Div => (of_elements(level, Div, task, with_y), None),
        Operation::Sqrt => (of_elements::<T, _, 0>(level, Sqrt, task, |_| []), None),
        Operation::Dot => (dot::<T>(level, task), Some(gathered)),
        Operation::Gemm => (gemm::<T>(level, task, "", gemm_into), Some(gathered)),
        operation => unreachable!("{operation:?} is no task"),
    };
    contestant.with_flops(count.map(|count| Flops { count, level, bits_of_word: 64 }))
}

fn who<T: Long>(level: Level) -> String {
    format!("floatfloat, {}, {level:?}", T::NAME)
}

/// The bits of the words together.
fn bits<T: Long>() -> u32 {
    53 * T::WORDS as u32
}

/// The first words of a number.
fn narrowed<T: Long>(number: QuadDouble) -> T {
    T::from_normalized(WordArray::from_fn(|k| number.parts()[k]))
}

fn widened<T: Long>(number: T) -> QuadDouble {
    let words = number.parts();
    QuadDouble::from_normalized(WordArray::from_fn(|k| {
        words.as_ref().get(k).copied().unwrap_or(0.0)
    }))
}

fn vector<T: Long>(numbers: &[QuadDouble]) -> Vector<T> {
    numbers.iter().copied().map(narrowed::<T>).collect()
}

fn of_elements<T: Long, O: Elementwise<N, T> + 'static, const N: usize>(
    level: Level,
    operation: O,
    task: &Task<QuadDouble>,
    rest: for<'a> fn(VectorView<'a, T>) -> [VectorView<'a, T>; N],
) -> Contestant<QuadDouble> {
    let (x, y) = (vector::<T>(&task.x), vector::<T>(&task.y));
    let out = Vector::<T>::zeros(x.len());
    Contestant::new(
        who::<T>(level),
        bits::<T>(),
        (x, y, out),
        move |(x, y, out)| {
            let (x, rest) = (x.view(), rest(y.view()));
            at_level(level, || map_into(operation, x, rest, out.view_mut())).expect("equally long");
        },
        |(_, _, out)| out.iter().map(widened).collect(),
    )
}

fn dot<T: Long>(level: Level, task: &Task<QuadDouble>) -> Contestant<QuadDouble> {
    let state = (vector::<T>(&task.x), vector::<T>(&task.y), narrowed::<T>(task.x[0]));
    Contestant::new(
        who::<T>(level),
        bits::<T>(),
        state,
        move |(x, y, out)| {
            *out = at_level(level, || x.view().dot(y.view())).expect("equally long");
        },
        |(_, _, out)| vec![widened(*out)],
    )
}

/// c ← alpha · a · b + beta · c.
type Multiply<T> =
    fn(T, MatrixView<'_, T>, MatrixView<'_, T>, T, MatrixViewMut<'_, T>) -> Result<(), MatrixError>;

fn gemm<T: Long>(
    level: Level,
    task: &Task<QuadDouble>,
    method: &str,
    multiply: Multiply<T>,
) -> Contestant<QuadDouble> {
    let size = task.size();
    let [a, b] = [&task.x, &task.y]
        .map(|numbers| Matrix::<T>::from_fn(size, size, |i, j| narrowed(numbers[i * size + j])));
    Contestant::new(
        format!("floatfloat, {}{method}, {level:?}", T::NAME),
        bits::<T>(),
        (a, b, Matrix::<T>::zeros(size, size)),
        move |(a, b, c)| {
            let [one, zero] = [1.0, 0.0].map(T::from_word);
            at_level(level, || multiply(one, a.view(), b.view(), zero, c.view_mut()))
                .expect("all have the same shape");
        },
        |(_, _, c)| c.to_row_major().into_iter().map(widened).collect(),
    )
}
