//! Products of residues on another machine. This processor converts numbers to residues and back.

use super::{
    each,
    multiply::{Residues, Target, Task, Work, cut, lines, multiply, tasks},
    product::LONGEST,
    rebuild::OfBlock,
    split::{LANES, Quad, Role, pitch},
};
use crate::{
    matrix::{
        Matrix, MatrixError, error::check_shape, gemm::products, sharing::both, view::MatrixView,
    },
    number::Number,
    watch::{self, Cancelled},
};

/// Panels of rows and of columns of a part.
const PART: usize = 128;

/// Multiplies matrices of small integers: a GPU, for example. [`gemm_accurate_by`] calls it for one part of a product after the
/// other.
pub trait Multiplier {
    /// Why a product fails.
    type Error: From<MatrixError>;

    /// The most bytes of both operands of the next call of [`add`](Multiplier::add), unless it adds the products of 64 entries, the
    /// fewest; 2^28 by default.
    fn memory(&self) -> usize {
        1 << 28
    }

    /// Begins a part of a product: a matrix of sums of 32 bits for each of these moduli, all zero. There are at most 2048 rows, 2048
    /// columns and 49 moduli.
    ///
    /// # Errors
    /// Those of the machine.
    fn begin(&mut self, rows: usize, columns: usize, moduli: &[u32]) -> Result<(), Self::Error>;

    /// Adds to the sums of each modulus the product of two matrices of bytes.
    ///
    /// `left` has, for each modulus, the rows one after the other, with `quads` elements each. `right` has, for each modulus, `quads`
    /// rows, with an element for each column. An element is four bytes of −128 to 127 for four consecutive entries, the first in the
    /// low bits. A sum gets the products of all bytes of a row of `left` and a column of `right`. The magnitudes of all sums stay below
    /// 2^30.
    ///
    /// # Errors
    /// Those of the machine.
    fn add(&mut self, left: &[u32], right: &[u32], quads: usize) -> Result<(), Self::Error>;

    /// Ends the part. Returns the sums modulo m, −m/2 to m/2, in bytes: for each group of four moduli a matrix, row by row, whose
    /// elements have a byte for each of the four, the first in the low bits. Bytes without a modulus may have any value.
    ///
    /// # Errors
    /// Those of the machine.
    fn finish(&mut self) -> Result<Vec<u32>, Self::Error>;
}

/// The product of [`gemm_accurate`](super::gemm_accurate()), with the same bits. `multiplier` computes its products of integers.
///
/// This processor converts numbers to integers and back, and computes the few entries that need more than 49 moduli. It computes
/// the whole product if exponents differ too much for integers, or if rows of a have more than 65,024 entries.
///
/// # Errors
/// Those of [`gemm_accurate`](super::gemm_accurate()) and of the multiplier.
///
/// # Panics
/// If [`Multiplier::finish`] returns another number of sums than it should.
pub fn gemm_accurate_by<T: Number, M: Multiplier>(
    multiplier: &mut M,
    a: MatrixView<'_, T>,
    b: MatrixView<'_, T>,
) -> Result<Matrix<T>, M::Error> {
    check_shape("gemm_accurate", "b", b.shape(), (a.columns(), b.columns()))?;
    let mut product = Matrix::zeros(a.rows(), b.columns());
    let target = Target::new(product.view_mut());
    watched([a.rows(), a.columns(), b.columns()], || {
        multiply(a, b, target, |work, target| work.run_by(multiplier, target))
    })?;
    Ok(product)
}

/// Watches a product of these sizes.
pub(super) fn watched<E: From<MatrixError>>(
    sizes: [usize; 3],
    work: impl FnOnce() -> Result<(), E>,
) -> Result<(), E> {
    watch::call(products(sizes), || work().map_err(Failed)).map_err(|Failed(error)| error)
}

/// An error of a watched call.
struct Failed<E>(E);

impl<E: From<MatrixError>> From<Cancelled> for Failed<E> {
    fn from(cancelled: Cancelled) -> Self {
        Failed(MatrixError::from(cancelled).into())
    }
}

impl Work<'_> {
    /// The product by another machine, or on this processor if the depth is not for the machine.
    pub(super) fn run_by<T: Number, M: Multiplier>(
        &self,
        multiplier: &mut M,
        target: Target<'_, T>,
    ) -> Result<(), M::Error> {
        let depth = self.left.entries.depth();
        if !(1..=LONGEST).contains(&depth) {
            return self.run(target, false);
        }
        let Target { alpha, beta, mut c } = target;
        let moduli: Vec<_> = self.plan.moduli.iter().map(|m| m.value as u32).collect();
        let wide = self.wide::<T>();
        for rows in cut(0..self.left.panels(), PART) {
            for columns in cut(0..self.right.panels(), PART) {
                let [height, width] = [&rows, &columns].map(|panels| panels.len() * LANES);
                multiplier.begin(height, width, &moduli)?;
                let mut first = 0;
                while first < depth {
                    let most = multiplier.memory() / (moduli.len() * (height + width));
                    // A multiple of the entries that are split at once.
                    let count = (most / 64 * 64).max(64).min(depth - first);
                    let [i, j] = [lines(&rows, self.left), lines(&columns, self.right)];
                    if !watch::proceed(products([i.len(), count, j.len()])) {
                        return Ok(());
                    }
                    let (left, right) = both(
                        || {
                            self.by_rows(&self.split(
                                self.left,
                                Role::Left,
                                &rows,
                                first,
                                count,
                                false,
                            ))
                        },
                        || {
                            let role = Role::SignedRight;
                            self.by_entries(
                                &self.split(self.right, role, &columns, first, count, false),
                            )
                        },
                    );
                    multiplier.add(&left, &right, count.div_ceil(4))?;
                    first += count;
                }
                let sums = multiplier.finish()?;
                assert_eq!(sums.len(), self.plan.groups * height * width, "sums of a multiplier");
                let part = c.part(lines(&rows, self.left), lines(&columns, self.right));
                each(&mut tasks(part, &rows, &columns, false), &|task| {
                    let place = (task.rows.start - rows.start, task.columns.start - columns.start);
                    let residues = self.of_block(task, &sums, place, height, width);
                    let width = task.columns.len();
                    let block = OfBlock { quads: &residues, width, by_moduli: false };
                    self.rebuild(task, block, wide.as_ref(), alpha, beta);
                });
            }
        }
        Ok(())
    }

    /// The residues of rows: for each modulus one row after the other.
    fn by_rows(&self, residues: &Residues) -> Vec<u32> {
        let Residues { quads, stride, depth, panels, .. } = residues;
        let (quads, panels) = (quads.as_slice(), panels.len());
        self.by_moduli(panels * LANES * depth, |modulus, to| {
            for (panel, to) in to.chunks_exact_mut(LANES * depth).enumerate() {
                let quads = &quads[panel * stride + modulus * pitch(*depth)..][..*depth];
                for (lane, to) in to.chunks_exact_mut(*depth).enumerate() {
                    for (to, quad) in to.iter_mut().zip(quads) {
                        *to = quad[lane] as u32;
                    }
                }
            }
        })
    }

    /// The residues of columns: for each modulus one entry of all columns after the other.
    fn by_entries(&self, residues: &Residues) -> Vec<u32> {
        let Residues { quads, stride, depth, panels, .. } = residues;
        let (quads, panels) = (quads.as_slice(), panels.len());
        self.by_moduli(panels * LANES * depth, |modulus, to| {
            for (k, to) in to.chunks_exact_mut(panels * LANES).enumerate() {
                for (panel, to) in to.chunks_exact_mut(LANES).enumerate() {
                    let quad = &quads[panel * stride + modulus * pitch(*depth) + k];
                    for (to, &bytes) in to.iter_mut().zip(quad) {
                        *to = bytes as u32;
                    }
                }
            }
        })
    }

    /// So many elements for each modulus.
    fn by_moduli(&self, length: usize, fill: impl Fn(usize, &mut [u32]) + Sync) -> Vec<u32> {
        let mut elements = vec![0; length * self.plan.moduli.len()];
        let mut parts: Vec<_> = elements.chunks_exact_mut(length).enumerate().collect();
        each(&mut parts, &|(modulus, to)| fill(*modulus, to));
        elements
    }

    /// The residues of a block, which begins at a place of a part of `height` rows and `width` columns.
    fn of_block<T: Number>(
        &self,
        task: &Task<'_, T>,
        sums: &[u32],
        (first_row, first_column): (usize, usize),
        height: usize,
        width: usize,
    ) -> Vec<Quad> {
        let mut residues =
            Vec::with_capacity(task.rows.len() * LANES * task.columns.len() * self.plan.groups);
        for row in 0..task.rows.len() * LANES {
            for column in 0..task.columns.len() {
                for group in 0..self.plan.groups {
                    let row = (group * height + first_row * LANES + row) * width;
                    let place = row + (first_column + column) * LANES;
                    residues.push(core::array::from_fn(|lane| sums[place + lane] as i32));
                }
            }
        }
        residues
    }
}
