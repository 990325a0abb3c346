//! Least squares in three or four words.

use crate::{
    independence::{Failure, dependent, examined, tolerance},
    least_squares::LeastSquares,
    number::Number,
};
use floatfloat::{MultiWord, NativeWord};
use floatfloat_cpu::{
    Element, MultiWordVec, Number as NumberOf, Width, Words,
    elementwise::{Elementwise, operations::Axpy},
    matrix::MatrixError,
};

/// Householder QR by columns, one reflection after the other, and one refinement in the same precision, which
/// makes up for what sums over the rows have lost (Higham, *Accuracy and Stability of Numerical Algorithms*,
/// section 12.2).
pub(crate) fn least_squares<T: Number, const M: usize>(
    columns: &[Vec<T>],
    y: &[T],
) -> Result<LeastSquares<T>, Failure>
where
    Width<M>: Words<M>,
    Axpy<NumberOf<T::Word, M>>: Elementwise<1, M>,
{
    let tolerance = tolerance::<T>(y.len());
    let vector = |values: &[T]| values.iter().map(|&value| of_type::<T, M>(value)).collect();
    let a: Vec<MultiWordVec<T::Word, M>> = columns.iter().map(|column| vector(column)).collect();
    let y: MultiWordVec<T::Word, M> = vector(y);
    let norms: Vec<f64> = a.iter().map(|column| column.nrm2().hi().into()).collect();
    let factors = Factors::new(&a, &norms, tolerance)?;
    let inverse = examined(|k| factors.column_of_inverse(k), &norms, tolerance)?;

    let mut x = factors.solve(&y);
    let correction = factors.solve(&rest(&a, &x, &y));
    for (x, correction) in x.iter_mut().zip(correction) {
        *x += correction;
    }
    if let Some(column) = x.iter().position(|x| !NativeWord::is_finite(x.hi())) {
        return Err(MatrixError::Overflow { operation: "least_squares", column }.into());
    }
    Ok(LeastSquares {
        residual: to_type::<T, M>(rest(&a, &x, &y).nrm2()),
        coefficients: x.into_iter().map(to_type::<T, M>).collect(),
        deviations: inverse.squares.into_iter().map(|s| to_type::<T, M>(s.sqrt())).collect(),
        amplification: inverse.amplification,
    })
}

fn of_type<T: Number, const M: usize>(value: T) -> NumberOf<T::Word, M>
where
    Width<M>: Words<M>,
{
    let words = value.words();
    Width::number(core::array::from_fn(|k| words[k]))
}

fn to_type<T: Number, const M: usize>(value: NumberOf<T::Word, M>) -> T
where
    Width<M>: Words<M>,
{
    let words: [T::Word; M] = Width::words(value);
    T::of_words(core::array::from_fn(|k| words.get(k).copied().unwrap_or_default()))
}

/// y − A·x
fn rest<E: Element, const M: usize>(
    a: &[MultiWordVec<E, M>],
    x: &[NumberOf<E, M>],
    y: &MultiWordVec<E, M>,
) -> MultiWordVec<E, M>
where
    Width<M>: Words<M>,
    Axpy<NumberOf<E, M>>: Elementwise<1, M>,
{
    let mut rest = y.clone();
    for (column, &x) in a.iter().zip(x) {
        subtract::<E, M>(&mut rest, 0, x, column);
    }
    rest
}

/// y ← y − factor·x from a row of y on.
fn subtract<E: Element, const M: usize>(
    y: &mut MultiWordVec<E, M>,
    row: usize,
    factor: NumberOf<E, M>,
    x: &MultiWordVec<E, M>,
) where
    Width<M>: Words<M>,
    Axpy<NumberOf<E, M>>: Elementwise<1, M>,
{
    let (_, mut y) = y.as_mut_slice().split_at(row);
    let subtracted = y.axpy(-factor, x.as_slice());
    debug_assert_eq!(subtracted, Ok(()), "columns are equally long");
}

/// The inner product of x with y from a row of y on.
fn dot<E: Element, const M: usize>(
    y: &MultiWordVec<E, M>,
    row: usize,
    x: &MultiWordVec<E, M>,
) -> NumberOf<E, M>
where
    Width<M>: Words<M>,
{
    let (_, y) = y.as_slice().split_at(row);
    y.dot(x.as_slice()).unwrap_or_else(|_| MultiWord::from_word(E::NAN))
}

/// A = Q·R
struct Factors<E, const M: usize>
where
    E: Element,
    Width<M>: Words<M>,
{
    /// The vector v of each reflection I − 2·v·vᵀ/(v·v), from the row of the diagonal on, and 2/(v·v).
    reflections: Vec<(MultiWordVec<E, M>, NumberOf<E, M>)>,
    /// Columns of R, down to the diagonal.
    upper: Vec<Vec<NumberOf<E, M>>>,
}

impl<E: Element, const M: usize> Factors<E, M>
where
    Width<M>: Words<M>,
    Axpy<NumberOf<E, M>>: Elementwise<1, M>,
{
    fn new(a: &[MultiWordVec<E, M>], norms: &[f64], tolerance: f64) -> Result<Self, Failure> {
        let rows = a.first().map_or(0, MultiWordVec::len);
        let unit = (-f64::from(E::PRECISION) * M as f64).exp2();
        let least = 4.0 * rows as f64 * a.len() as f64 * unit;
        let mut work = a.to_vec();
        let mut factors = Factors { reflections: Vec::new(), upper: Vec::new() };
        for k in 0..a.len() {
            let (above, below) = work[k].as_slice().split_at(k);
            let mut v = below.to_vec();
            let size = v.nrm2();
            let left: f64 = size.hi().into();
            if left <= least * norms[k] || left.is_nan() {
                let above: Vec<_> = above.iter().collect();
                let combined = factors.solve_upper(above);
                return Err(dependent(combined.into_iter(), &norms[..=k], tolerance));
            }
            let first = v.get(0).unwrap_or(size);
            let diagonal = if first.hi() < E::default() { size } else { -size };
            factors.upper.push(above.iter().chain([diagonal]).collect());
            let replaced = v.as_mut_slice().set(0, first - diagonal);
            debug_assert!(replaced, "there are at least as many rows as columns");
            let factor = NumberOf::<E, M>::from_word(E::nearest(2.0)) / dot::<E, M>(&v, 0, &v);
            for column in &mut work[k + 1..] {
                let product = factor * dot::<E, M>(column, k, &v);
                subtract::<E, M>(column, k, product, &v);
            }
            factors.reflections.push((v, factor));
        }
        Ok(factors)
    }

    /// The x that minimises ‖A·x − y‖.
    fn solve(&self, y: &MultiWordVec<E, M>) -> Vec<NumberOf<E, M>> {
        let mut y = y.clone();
        for (k, (v, factor)) in self.reflections.iter().enumerate() {
            let product = *factor * dot::<E, M>(&y, k, v);
            subtract::<E, M>(&mut y, k, product, v);
        }
        self.solve_upper(y.iter().take(self.upper.len()).collect())
    }

    /// R⁻¹·b for the first columns and rows of R, as many as b has.
    fn solve_upper(&self, mut b: Vec<NumberOf<E, M>>) -> Vec<NumberOf<E, M>> {
        for j in (0..b.len()).rev() {
            b[j] /= self.upper[j][j];
            for i in 0..j {
                let product = self.upper[j][i] * b[j];
                b[i] -= product;
            }
        }
        b
    }

    /// A column of R⁻¹, down to the diagonal.
    fn column_of_inverse(&self, k: usize) -> Vec<NumberOf<E, M>> {
        let [zero, one] = [0.0, 1.0].map(|word| NumberOf::<E, M>::from_word(E::nearest(word)));
        let unit = (0..=k).map(|i| if i == k { one } else { zero });
        self.solve_upper(unit.collect())
    }
}
