//! Sums of the products of the rows of a matrix and a vector.

use super::{
    accumulate::{Accumulate, BLOCK},
    view::{MatrixView, Place},
};
use crate::{element::Element, pack::Pack, several::each, view::VectorView};
use fearless_simd::Simd;
use floatfloat::{DoubleWord, WordArray};

/// Bytes of the separate sums of a row whose numbers are next to each other: two of the largest
/// registers.
const APART: usize = 128;

/// The number of separate sums for the smallest words.
const MOST: usize = APART / 4;

/// A matrix, and a vector with as many numbers as the matrix has columns.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, E: Element> {
    pub(super) a: MatrixView<'a, DoubleWord<E>>,
    pub(super) x: VectorView<'a, DoubleWord<E>>,
}

/// A sum of zeros in all lanes.
#[inline(always)]
fn zeros<S: Simd, E: Element, A: Accumulate<DoubleWord<E>>>(simd: S) -> A::Sum<Pack<S, E>> {
    let zero = Pack::splat(simd, E::default());
    WordArray::each(
        #[inline(always)]
        |_| zero,
    )
}

impl<'a, E: Element> Rows<'a, E> {
    /// Whether the sums of this matrix can be computed here: in rows or in columns its numbers must
    /// be next to each other.
    pub(super) fn suits(a: MatrixView<'_, DoubleWord<E>>) -> bool {
        let place = a.place();
        place.column_stride == 1 || place.row_stride == 1
    }

    /// Some of the rows.
    #[cfg(feature = "parallel")]
    pub(super) fn part(self, rows: core::ops::Range<usize>) -> Self {
        Rows { a: self.a.part(rows, 0..self.a.columns()), ..self }
    }

    /// The sum of every row, word by word, written to `out`.
    #[inline(always)]
    pub(super) fn sums<S: Simd, A: Accumulate<DoubleWord<E>>>(self, simd: S, out: &mut [&mut [E]]) {
        let place = self.a.place();
        assert!(self.x.len() == place.columns && out.iter().all(|out| out.len() == place.rows));
        if place.column_stride == 1 {
            match size_of::<E::Vector<S>>() {
                64 => self.by_rows::<S, A, 2, 2>(simd, out),
                32 => self.by_rows::<S, A, 4, 1>(simd, out),
                _ => self.by_rows::<S, A, 8, 1>(simd, out),
            }
        } else {
            assert!(Self::suits(self.a), "neither rows nor columns are contiguous");
            self.by_columns::<S, A>(simd, out);
        }
    }

    /// Each of R rows has P registers of sums. The product of column k goes to the sum k modulo the
    /// lanes of these registers, whose number does not depend on the instruction set. Neighbouring
    /// sums are joined until one is left.
    #[inline(always)]
    fn by_rows<S: Simd, A: Accumulate<DoubleWord<E>>, const P: usize, const R: usize>(
        self,
        simd: S,
        out: &mut [&mut [E]],
    ) {
        let lanes = Pack::<S, E>::LANES;
        let apart = APART / size_of::<E>();
        assert!(P * lanes == apart && apart <= MOST && lanes.is_multiple_of(R));
        let rows = self.a.rows();
        let mut sums = [zeros::<S, E, A>(simd); MOST];
        // As many rows as a register has lanes end up in one register of sums.
        for group in (0..rows).step_by(lanes) {
            let count = lanes.min(rows - group);
            for first in (0..count).step_by(R) {
                let rows = each(
                    #[inline(always)]
                    |r| (group + first + r).min(rows - 1),
                );
                let totals = self.totals::<S, A, P, R>(simd, rows);
                for (r, totals) in totals.iter().enumerate() {
                    sums[(first + r) * P..][..P].copy_from_slice(totals);
                }
            }
            let mut left = apart;
            while left > 1 {
                left /= 2;
                for k in 0..left {
                    let [even, odd] = each(
                        #[inline(always)]
                        |side| {
                            WordArray::each(
                                #[inline(always)]
                                |word| {
                                    let (x, y) = (sums[2 * k][word], sums[2 * k + 1][word]);
                                    x.deinterleave(y)[side]
                                },
                            )
                        },
                    );
                    sums[k] = A::join(even, odd);
                }
            }
            for (out, sum) in out.iter_mut().zip(sums[0]) {
                sum.store_partial(&mut out[group..group + count]);
            }
        }
    }

    /// The totals of the lanes, for some rows.
    #[inline(always)]
    fn totals<S: Simd, A: Accumulate<DoubleWord<E>>, const P: usize, const R: usize>(
        self,
        simd: S,
        rows: [usize; R],
    ) -> [[A::Sum<Pack<S, E>>; P]; R] {
        let lanes = Pack::<S, E>::LANES;
        let place = self.a.place();
        let (x_high, x_low) = (self.x.hi(), self.x.lo());
        let starts: [(*const E, *const E); R] = each(
            #[inline(always)]
            |r| {
                assert!(rows[r] < place.rows);
                // SAFETY: the row exists.
                unsafe {
                    let [high, low] = place.words_at(rows[r] * place.row_stride);
                    (high.cast_const(), low.cast_const())
                }
            },
        );
        let mut totals = [[zeros::<S, E, A>(simd); P]; R];
        let whole = place.columns / (P * lanes) * (P * lanes);
        let mut k = 0;
        while k < place.columns {
            let mut sums: [[_; P]; R] = each(
                #[inline(always)]
                |r| {
                    each(
                        #[inline(always)]
                        |p| A::begin(totals[r][p]),
                    )
                },
            );
            let end = whole.min(k + BLOCK * P * lanes);
            let step_starts = k;
            while k < end {
                for p in 0..P {
                    let at = k + p * lanes;
                    // SAFETY: the registers end at or before the last column.
                    unsafe {
                        let x = DoubleWord::from_normalized(
                            Pack::load_from(simd, x_high.as_ptr().add(at)),
                            Pack::load_from(simd, x_low.as_ptr().add(at)),
                        );
                        for (r, sums) in sums.iter_mut().enumerate() {
                            let (high, low) = starts[r];
                            let a = DoubleWord::from_normalized(
                                Pack::load_from(simd, high.add(at)),
                                Pack::load_from(simd, low.add(at)),
                            );
                            sums[p] = A::step(sums[p], a, x);
                        }
                    }
                }
                k += P * lanes;
            }
            let room = k - step_starts < BLOCK * P * lanes;
            if k == whole && room && k < place.columns {
                for p in 0..P {
                    let at = (k + p * lanes).min(place.columns);
                    let count = lanes.min(place.columns - at);
                    let zero = E::nearest(0.0);
                    let x = DoubleWord::from_normalized(
                        Pack::load_partial(simd, &x_high[at..], zero),
                        Pack::load_partial(simd, &x_low[at..], zero),
                    );
                    for (r, sums) in sums.iter_mut().enumerate() {
                        let (high, low) = starts[r];
                        // SAFETY: `count` numbers of the row are left.
                        let (high, low) = unsafe {
                            (
                                core::slice::from_raw_parts(high.add(at), count),
                                core::slice::from_raw_parts(low.add(at), count),
                            )
                        };
                        let a = DoubleWord::from_normalized(
                            Pack::load_partial(simd, high, zero),
                            Pack::load_partial(simd, low, zero),
                        );
                        sums[p] = A::step(sums[p], a, x);
                    }
                }
                k = place.columns;
            }
            for (r, totals) in totals.iter_mut().enumerate() {
                for (p, total) in totals.iter_mut().enumerate() {
                    *total = A::end(*total, sums[r][p]);
                }
            }
        }
        totals
    }

    /// Each lane sums a row, over ascending columns.
    #[inline(always)]
    fn by_columns<S: Simd, A: Accumulate<DoubleWord<E>>>(self, simd: S, out: &mut [&mut [E]]) {
        let lanes = Pack::<S, E>::LANES;
        let rows = self.a.rows();
        let mut row = 0;
        while row < rows {
            let left = rows - row;
            let many = 4 * lanes;
            let now = if left >= many { many } else { left.min(lanes) };
            if now == many {
                self.strip::<S, A, 4>(simd, row, now, out);
            } else {
                self.strip::<S, A, 1>(simd, row, now, out);
            }
            row += now;
        }
    }

    /// The sums of `count` rows, up to C registers of them.
    #[inline(always)]
    fn strip<S: Simd, A: Accumulate<DoubleWord<E>>, const C: usize>(
        self,
        simd: S,
        row: usize,
        count: usize,
        out: &mut [&mut [E]],
    ) {
        let lanes = Pack::<S, E>::LANES;
        let place: Place<DoubleWord<E>> = self.a.place();
        assert!(row + count <= place.rows && (count == C * lanes || C == 1 && count <= lanes));
        let mut totals = [zeros::<S, E, A>(simd); C];
        let mut numbers = self.x.iter().enumerate();
        let mut left = place.columns;
        while left > 0 {
            let now = left.min(BLOCK);
            left -= now;
            let mut sums: [_; C] = each(
                #[inline(always)]
                |c| A::begin(totals[c]),
            );
            for (k, x) in numbers.by_ref().take(now) {
                let x = crate::pack::splat(simd, x);
                let offset = row + k * place.column_stride;
                for (c, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: `count` rows from `row` on are in column k, next to each other.
                    let a = unsafe {
                        let [high, low] = place.words_at(offset + c * lanes);
                        if count == C * lanes {
                            DoubleWord::from_normalized(
                                Pack::load_from(simd, high),
                                Pack::load_from(simd, low),
                            )
                        } else {
                            let zero = E::nearest(0.0);
                            let high = core::slice::from_raw_parts(high, count);
                            let low = core::slice::from_raw_parts(low, count);
                            DoubleWord::from_normalized(
                                Pack::load_partial(simd, high, zero),
                                Pack::load_partial(simd, low, zero),
                            )
                        }
                    };
                    *sum = A::step(*sum, a, x);
                }
            }
            for (k, total) in totals.iter_mut().enumerate() {
                *total = A::end(*total, sums[k]);
            }
        }
        for (word, out) in out.iter_mut().enumerate() {
            let out = &mut out[row..row + count];
            for (out, total) in out.chunks_mut(lanes).zip(totals) {
                total[word].store_partial(out);
            }
        }
    }
}
