//! Products of matrices of words, in loops that the compiler vectorises.

use crate::{real::Real, speed::lanes};
use floatfloat::dispatch;
use floatfloat_cpu::{Element, matrix::Matrix};

/// Factors and products, row after row.
pub(super) struct Words<W> {
    side: usize,
    a: Vec<W>,
    b: Vec<W>,
    c: Vec<W>,
    x: Vec<W>,
    y: Vec<W>,
    /// The columns of b that are worked on.
    panel: Vec<W>,
}

/// Rows and columns of the sums that are kept in registers.
const ROWS: usize = 6;
const COLUMNS: usize = 16;

impl<W: Real + Element> Words<W> {
    /// The high words of two square matrices.
    pub(super) fn new(a: &Matrix<W>, b: &Matrix<W>) -> Self {
        let side = a.rows();
        let words = |of: &Matrix<W>| -> Vec<W> {
            of.to_row_major().into_iter().map(|number| number.hi()).collect()
        };
        let (a, b) = (words(a), words(b));
        let x = b.iter().copied().step_by(side).collect();
        let zeros = |count| vec![W::default(); count];
        Words { side, a, b, c: zeros(side * side), x, y: zeros(side), panel: zeros(side * COLUMNS) }
    }

    /// An element of the product of the matrices, or of that of matrix and vector.
    pub(super) fn product(&self, is_square: bool, i: usize, j: usize) -> W {
        if is_square { self.c[i * self.side + j] } else { self.y[i] }
    }

    /// c ← a · b, in blocks of rows and columns.
    pub(super) fn multiply(&mut self) {
        let Words { side, a, b, c, panel, .. } = self;
        let side = *side;
        dispatch(
            #[inline(always)]
            || {
                for j in (0..side).step_by(COLUMNS) {
                    let columns = COLUMNS.min(side - j);
                    for (packed, row) in panel.chunks_exact_mut(COLUMNS).zip(b.chunks_exact(side)) {
                        packed[..columns].copy_from_slice(&row[j..j + columns]);
                    }
                    for i in (0..side).step_by(ROWS) {
                        let rows = ROWS.min(side - i);
                        let sums = tile(&a[i * side..], panel, side, rows);
                        for (row, sums) in sums.iter().enumerate().take(rows) {
                            let start = (i + row) * side + j;
                            c[start..start + columns].copy_from_slice(&sums[..columns]);
                        }
                    }
                }
            },
        );
    }

    /// y ← a · x
    pub(super) fn multiply_vector(&mut self) {
        let Words { side, a, x, y, .. } = self;
        dispatch(
            #[inline(always)]
            || {
                for (y, row) in y.iter_mut().zip(a.chunks_exact(*side)) {
                    *y = lanes::sum(
                        row,
                        x,
                        #[inline(always)]
                        |sum, a, x| a.mul_add(x, sum),
                    );
                }
            },
        );
    }
}

/// The sums of some rows of a and a panel of b; rows beyond the last are computed like it.
#[inline(always)]
fn tile<W: Real>(a: &[W], panel: &[W], side: usize, rows: usize) -> [[W; COLUMNS]; ROWS] {
    let mut sums = [[W::default(); COLUMNS]; ROWS];
    let (panel, _) = panel.as_chunks::<COLUMNS>();
    let rows: [&[W]; ROWS] = std::array::from_fn(
        #[inline(always)]
        |row| &a[row.min(rows - 1) * side..][..side],
    );
    for k in 0..side {
        let b = &panel[k];
        for row in 0..ROWS {
            let factor = rows[row][k];
            for column in 0..COLUMNS {
                sums[row][column] = factor.mul_add(b[column], sums[row][column]);
            }
        }
    }
    sums
}
