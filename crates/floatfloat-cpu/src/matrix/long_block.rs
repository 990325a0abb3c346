//! A block of a product of matrices of three or four words. Registers sum the products; everything else uses
//! operations on slices, which are compiled already.

use super::{
    accumulate::Accumulate,
    block::{Block, totals},
    view::MatrixView,
};
use crate::{
    accuracy::Fast,
    dispatch::{Kernel, dispatch_fused},
    number::Number,
    pack::Pack,
    vector::Vector,
    view::VectorViewMut,
};
use fearless_simd::Simd;
use floatfloat::{MultiWord, NativeWord, Word, WordArray};

/// c ← alpha · a · b + beta · c, for a c of at most [`ROWS`](super::block::ROWS) ×
/// [`COLUMNS`](super::block::COLUMNS).
pub(super) fn multiply<T: Number>(block: Block<'_, T>)
where
    Fast: Accumulate<T>,
{
    let Block { alpha, a, b, beta, mut c, space, .. } = block;
    let (rows, columns) = c.shape();
    let mut sums = Vector::<T>::zeros(rows * columns);
    // Without a fused multiply-add the work is done one number at a time, since the steps take long
    // to compile.
    dispatch_fused(Products { a, b, space, sums: sums.view_mut() }, Products::alone);
    let is_zero = beta.hi().equal(T::Word::default());
    let mut old = Vector::<T>::zeros(if is_zero { 0 } else { columns });
    for i in 0..rows {
        let (_, rest) = sums.view_mut().split_at(i * columns);
        let (mut row, _) = rest.split_at(columns);
        repeat(a, b, i, &mut row);
        scale(row.reborrow(), alpha);
        if !is_zero {
            for j in 0..columns {
                let _ = old.set(j, c.at(i, j));
            }
            scale(old.view_mut(), beta);
            let added = row.try_add_assign(old.view());
            debug_assert_eq!(added, Ok(()));
        }
        c.put_row(i, row.as_view());
    }
}

/// Multiplies a row by a number. Products by 1 and −1 are exact.
fn scale<T: Number>(mut row: VectorViewMut<'_, T>, factor: T) {
    let [word, second] = [factor.hi(), factor.parts()[1]];
    let is_word = second.equal(T::Word::default());
    let one = T::Word::nearest(1.0);
    if is_word && word.equal(one) {
        return;
    }
    if is_word && word.equal(-one) {
        for words in row.into_parts() {
            words.iter_mut().for_each(|word| *word = -*word);
        }
        return;
    }
    row.scale_in_place(factor);
}

/// Where sums of a row are not finite, computes them again by operators, which handle infinities.
fn repeat<T: Number>(
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
    i: usize,
    row: &mut VectorViewMut<'_, T>,
) {
    for j in 0..row.len() {
        if row.as_view().hi()[j].is_finite() {
            continue;
        }
        let mut total: T = MultiWord::from_word(T::Word::default());
        for k in 0..a.columns() {
            total += a.at(i, k) * b.at(k, j);
        }
        let _ = row.set(j, total);
    }
}

/// The sums of the products of the rows of a and the columns of b, row by row.
struct Products<'a, T: Number> {
    a: MatrixView<'a, T>,
    b: MatrixView<'a, T>,
    /// Memory for [`SPACE`](super::block::SPACE) numbers, from a cache line on.
    space: &'a mut [T::Word],
    sums: VectorViewMut<'a, T>,
}

impl<T: Number> Products<'_, T>
where
    Fast: Accumulate<T>,
{
    fn alone(self) {
        let Products { a, b, sums, .. } = self;
        let mut sums = sums.into_parts();
        for i in 0..a.rows() {
            for j in 0..b.columns() {
                let mut total: <Fast as Accumulate<T>>::Sum<T::Word> =
                    WordArray::each(|_| T::Word::default());
                for start in (0..a.columns()).step_by(<Fast as Accumulate<T>>::BLOCK) {
                    let end = a.columns().min(start + <Fast as Accumulate<T>>::BLOCK);
                    let add = |sum, k| Fast::step::<T::Word>(sum, a.at(i, k), b.at(k, j));
                    let sum = (start..end).fold(Fast::begin(total), add);
                    total = Fast::end(total, sum);
                }
                for (to, word) in sums.as_mut().iter_mut().zip(total) {
                    to[i * b.columns() + j] = word;
                }
            }
        }
    }
}

impl<T: Number> Kernel for Products<'_, T>
where
    Fast: Accumulate<T>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        /// The number of sums that run at once, since they do not wait for each other.
        const SUMS: usize = 2;
        let Products { a, b, space, sums } = self;
        let lanes = Pack::<S, T::Word>::LANES;
        let (rows, columns) = (a.rows(), b.columns());
        let totals = totals::<S, T, Fast, 1, SUMS>(simd, a, b, space);
        let mut sums = sums.into_parts();
        for (index, total) in totals.chunks_exact(T::WORDS * lanes).enumerate() {
            let (panel, rest) = (index / (rows * SUMS), index % (rows * SUMS));
            let column = (panel * SUMS + rest % SUMS) * lanes;
            let count = lanes.min(columns.saturating_sub(column));
            let start = rest / SUMS * columns + column;
            for (to, words) in sums.as_mut().iter_mut().zip(total.chunks_exact(lanes)) {
                if count > 0 {
                    to[start..start + count].copy_from_slice(&words[..count]);
                }
            }
        }
    }
}
