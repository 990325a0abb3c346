//! A block of a product of matrices of three or four words: sums of products in registers, everything else by
//! operations on slices, which are compiled already.

use super::{
    accumulate::Accumulate,
    block::{Block, totals},
    view::MatrixView,
};
use crate::{
    accuracy::Fast,
    dispatch::{Kernel, dispatch_fused},
    element::Element,
    pack::Pack,
    vector::MultiWordVec,
    view::MultiWordSliceMut,
    words::{Number, Step, Width, Words, number},
};
use fearless_simd::Simd;
use floatfloat::MultiWord;

/// c ← alpha · a · b + beta · c for a c of at most [`ROWS`](super::block::ROWS) and
/// [`COLUMNS`](super::block::COLUMNS).
pub(crate) fn multiply<E: Element, const N: usize>(block: Block<'_, E, N>)
where
    Width<N>: Words<N>,
{
    let Block { alpha, a, b, beta, mut c, space, .. } = block;
    let (rows, columns) = c.shape();
    let mut sums = MultiWordVec::<E, N>::zeros(rows * columns);
    Width::<N>::sum_products(Products { a, b, space, sums: sums.as_mut_slice().into_slices() });
    let is_zero = beta[0].equal(E::default());
    let mut old = MultiWordVec::<E, N>::zeros(if is_zero { 0 } else { columns });
    for i in 0..rows {
        let (_, rest) = sums.as_mut_slice().split_at(i * columns);
        let (mut row, _) = rest.split_at(columns);
        repeat(a, b, i, &mut row);
        scale::<E, N>(row.reborrow(), alpha);
        if !is_zero {
            for j in 0..columns {
                let _ = old.as_mut_slice().set(j, c.at(i, j));
            }
            scale::<E, N>(old.as_mut_slice(), beta);
            Width::<N>::apply(Step::Add, row.reborrow(), old.as_slice());
        }
        c.put_row(i, row.as_slice());
    }
}

/// Times a number, given by its words; by 1 and −1 exactly.
fn scale<E: Element, const N: usize>(row: MultiWordSliceMut<'_, E, N>, factor: [E; N])
where
    Width<N>: Words<N>,
{
    let one = E::nearest(1.0);
    let is_word = factor[1].equal(E::default());
    if is_word && factor[0].equal(one) {
        return;
    }
    if is_word && factor[0].equal(-one) {
        for words in row.into_slices() {
            words.iter_mut().for_each(|word| *word = -*word);
        }
        return;
    }
    let factors = vec![number::<E, N>(factor); row.len()];
    Width::<N>::apply(Step::Mul, row, MultiWordVec::from_interleaved(&factors).as_slice());
}

/// Computes sums of a row that are not finite again by operators, which know infinities.
fn repeat<E: Element, const N: usize>(
    a: MatrixView<'_, E, N>,
    b: MatrixView<'_, E, N>,
    i: usize,
    row: &mut MultiWordSliceMut<'_, E, N>,
) where
    Width<N>: Words<N>,
{
    for j in 0..row.len() {
        if row.as_slice().hi()[j].is_finite() {
            continue;
        }
        let mut total: Number<E, N> = MultiWord::from_word(E::default());
        for k in 0..a.columns() {
            total += a.at(i, k) * b.at(k, j);
        }
        let _ = row.set(j, total);
    }
}

/// The sums of the products of the rows of a and the columns of b, row after row.
pub struct Products<'a, E, const N: usize> {
    a: MatrixView<'a, E, N>,
    b: MatrixView<'a, E, N>,
    /// [`SPACE`](super::block::SPACE) numbers from a cache line on.
    space: &'a mut [E],
    sums: [&'a mut [E]; N],
}

/// Without a fused multiply-add one number at a time, since steps take their time to compile.
pub(crate) fn sum_products<E: Element, const N: usize>(products: Products<'_, E, N>)
where
    Width<N>: Words<N>,
    Fast: Accumulate<N, N>,
{
    dispatch_fused(products, Products::alone);
}

impl<E: Element, const N: usize> Products<'_, E, N>
where
    Width<N>: Words<N>,
    Fast: Accumulate<N, N>,
{
    pub(crate) fn alone(self) {
        let Products { a, b, mut sums, .. } = self;
        for i in 0..a.rows() {
            for j in 0..b.columns() {
                let mut total = [E::default(); N];
                for start in (0..a.columns()).step_by(<Fast as Accumulate<N, N>>::BLOCK) {
                    let end = a.columns().min(start + <Fast as Accumulate<N, N>>::BLOCK);
                    let add =
                        |sum, k| <Fast as Accumulate<N, N>>::step(sum, a.at(i, k), b.at(k, j));
                    let sum = (start..end).fold(<Fast as Accumulate<N, N>>::begin(total), add);
                    total = <Fast as Accumulate<N, N>>::end(total, sum);
                }
                for (to, word) in sums.iter_mut().zip(total) {
                    to[i * b.columns() + j] = word;
                }
            }
        }
    }
}

impl<E: Element, const N: usize> Kernel for Products<'_, E, N>
where
    Width<N>: Words<N>,
    Fast: Accumulate<N, N>,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        /// Sums that do not wait for each other.
        const SUMS: usize = 2;
        let Products { a, b, space, mut sums } = self;
        let lanes = Pack::<S, E>::LANES;
        let (rows, columns) = (a.rows(), b.columns());
        let totals = totals::<S, E, Fast, N, 1, SUMS>(simd, a, b, space);
        for (index, total) in totals.chunks_exact(N * lanes).enumerate() {
            let (panel, rest) = (index / (rows * SUMS), index % (rows * SUMS));
            let column = (panel * SUMS + rest % SUMS) * lanes;
            let count = lanes.min(columns.saturating_sub(column));
            let start = rest / SUMS * columns + column;
            for (to, words) in sums.iter_mut().zip(total.chunks_exact(lanes)) {
                if count > 0 {
                    to[start..start + count].copy_from_slice(&words[..count]);
                }
            }
        }
    }
}
