//! Gaussian elimination without pivoting, the main part of `gauss` and of `lud`.
//!
//! Every element of the matrix becomes aᵢⱼ ← aᵢⱼ − lᵢₖ·uₖⱼ for k = 0, 1, … below min(i, j). Below the
//! diagonal it is then divided by the pivot of its column. The bits depend on this order alone.
//! Elimination row by row, in blocks of any size, and by the kernels of devices therefore gives the
//! same bits.

mod blocked;
mod grid;
mod kernels;
mod known;
mod product;
mod steps;

pub use blocked::eliminate;
pub use grid::Grid;
pub use known::{Eliminated, Known, hash};
pub use product::multiply;
pub use steps::Steps;

use super::{Place, timed_in_place};
use crate::{
    arithmetic::{Arithmetic, Family},
    devices::OnDevice,
    error::Error,
    parallel,
    progress::Progress,
    timing::stop_if_asked,
};

/// A copy of a matrix, [eliminated](eliminate) on the processor, and the time in seconds.
pub fn timed_elimination<F: Family, W: OnDevice>(
    matrix: &Grid<F, W>,
    progress: &dyn Progress,
) -> Result<(Grid<F, W>, f64), Error> {
    let work = |grid: &mut Grid<F, W>| eliminate(grid, progress);
    timed_in_place(Place::Processor, progress, || Ok(matrix.clone()), work)
}

/// The rows of a system in numbers of another type, each followed by its number of the right-hand
/// side. The matrix is given row by row.
pub fn rows<N, T>(matrix: &[N], right: &[N], number: impl Fn(&N) -> T) -> Vec<Vec<T>> {
    let row = |(row, b): (&[N], &N)| row.iter().chain([b]).map(&number).collect();
    matrix.chunks(right.len()).zip(right).map(row).collect()
}

/// Eliminates below the diagonal, one column after the other, for numbers of any kind. Rows may be
/// longer than the number of rows; the rest are right-hand sides. The result has U on and above the
/// diagonal, and below it L without its ones. Returns false if a pivot is not `divisible`.
pub fn eliminate_plainly<T: Arithmetic + Send + Sync>(
    rows: &mut [Vec<T>],
    divisible: impl Fn(&T) -> bool,
    progress: &dyn Progress,
) -> Result<bool, Error> {
    for k in 0..rows.len() {
        stop_if_asked(progress)?;
        let (above, below) = rows.split_at_mut(k + 1);
        let pivots = &above[k];
        if !divisible(&pivots[k]) {
            return Ok(false);
        }
        parallel::for_each(below.iter_mut(), |row| eliminate_element(row, pivots, k));
    }
    Ok(true)
}

/// Eliminates below the diagonal on this thread. For each column `pivot` chooses the row that is exchanged with the next one.
#[inline(always)]
pub fn eliminate_in_order<T: Arithmetic, E>(
    rows: &mut [Vec<T>],
    mut pivot: impl FnMut(&[Vec<T>], usize) -> Result<usize, E>,
) -> Result<(), E> {
    for k in 0..rows.len() {
        let chosen = pivot(rows, k)?;
        rows.swap(k, chosen);
        let (above, below) = rows.split_at_mut(k + 1);
        below.iter_mut().for_each(|row| eliminate_element(row, &above[k], k));
    }
    Ok(())
}

/// Eliminates element k of a row with the row of its pivot.
#[inline(always)]
pub fn eliminate_element<T: Arithmetic>(row: &mut [T], pivots: &[T], k: usize) {
    let factor = row[k].div(&pivots[k]);
    for (element, pivot) in row[k + 1..].iter_mut().zip(&pivots[k + 1..]) {
        *element = element.minus_product(&factor, pivot);
    }
    row[k] = factor;
}

/// The x of U·x = y, from the last element to the first. Each element subtracts the later ones in
/// the same order, as Rodinia does.
#[inline(always)]
pub fn substitute_back<T: Arithmetic>(
    u: impl Fn(usize, usize) -> T,
    y: impl Fn(usize) -> T,
    size: usize,
) -> Vec<T> {
    // From the last element to the first.
    let mut x: Vec<T> = Vec::with_capacity(size);
    for i in (0..size).rev() {
        let mut value = y(i);
        for (j, x) in (i + 1..size).rev().zip(&x) {
            value = value.minus_product(&u(i, j), x);
        }
        x.push(value.div(&u(i, i)));
    }
    x.reverse();
    x
}
