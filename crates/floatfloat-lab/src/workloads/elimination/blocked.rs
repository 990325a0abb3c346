//! Elimination in blocks on all threads.

use super::{
    Grid, eliminate_element,
    kernels::{Side, Solve, Update},
};
use crate::{
    arithmetic::Family, devices::OnDevice, error::Error, parallel, progress::Progress,
    timing::stop_if_asked,
};
use floatfloat::dispatch;
use std::marker::PhantomData;

/// The columns of a block: four strips of `f64`.
const BLOCK: usize = 64;

/// Eliminates below the diagonal, with the same bits as
/// [`eliminate_plainly`](super::eliminate_plainly).
///
/// # Errors
/// [`Error::Interrupted`]; the matrix is then useless.
pub fn eliminate<F: Family, W: OnDevice>(
    grid: &mut Grid<F, W>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let mut space = Space { lower: Vec::new(), upper: Vec::new(), diagonal: Vec::new() };
    for k in (0..grid.size()).step_by(BLOCK) {
        stop_if_asked(progress)?;
        step(grid, k, BLOCK.min(grid.size() - k), &mut space);
    }
    Ok(())
}

/// The memory of the strips.
struct Space<W> {
    lower: Vec<W>,
    upper: Vec<W>,
    diagonal: Vec<W>,
}

/// Eliminates with the pivots of one block.
#[inline(never)]
fn step<F: Family, W: OnDevice>(
    grid: &mut Grid<F, W>,
    start: usize,
    depth: usize,
    space: &mut Space<W>,
) {
    let width = Grid::<F, W>::STRIP;
    let (size, stride) = (grid.size(), grid.stride());
    let row = F::WORDS * stride;
    let (top, below) = grid.words_mut()[start * row..].split_at_mut(depth * row);
    let Space { lower, upper, diagonal } = space;

    eliminate_diagonal::<F, W>(top, stride, start, depth);
    diagonal.clear();
    for words in top.chunks_exact(stride) {
        diagonal.extend_from_slice(&words[start..start + depth]);
    }
    let diagonal = &diagonal[..];

    let length = depth * F::WORDS * width;
    let zero = W::default();
    let first = (start + depth).next_multiple_of(width);
    upper.resize((stride - first) / width * length, zero);
    let words = &*top;
    parallel::for_each(upper.chunks_exact_mut(length).enumerate(), |(strip, upper)| {
        let column = first + strip * width;
        for (part, words) in upper.chunks_exact_mut(width).zip(words.chunks_exact(stride)) {
            part.copy_from_slice(&words[column..column + width]);
        }
        let family = PhantomData::<F>;
        Solve { side: Side::Right, block: diagonal, depth, strip: upper, family }.dispatch();
    });
    for (index, words) in top.chunks_exact_mut(stride).enumerate() {
        for (strip, words) in words[first..].chunks_exact_mut(width).enumerate() {
            words.copy_from_slice(&upper[strip * length + index * width..][..width]);
        }
    }

    lower.resize((size - start - depth).div_ceil(width) * length, zero);
    let upper = &upper[..];
    let groups = lower.chunks_exact_mut(length).zip(below.chunks_mut(width * row));
    parallel::for_each(groups, |(lower, rows)| {
        lower.fill(zero);
        for (index, words) in rows.chunks_exact(stride).enumerate() {
            let (lane, word) = (index / F::WORDS, index % F::WORDS);
            for (k, &value) in words[start..start + depth].iter().enumerate() {
                lower[(k * F::WORDS + word) * width + lane] = value;
            }
        }
        let family = PhantomData::<F>;
        Solve { side: Side::Below, block: diagonal, depth, strip: lower, family }.dispatch();
        for (index, words) in rows.chunks_exact_mut(stride).enumerate() {
            let (lane, word) = (index / F::WORDS, index % F::WORDS);
            for (k, value) in words[start..start + depth].iter_mut().enumerate() {
                *value = lower[(k * F::WORDS + word) * width + lane];
            }
        }
        Update { lower, upper, depth, rows, stride, first, family }.dispatch();
    });
}

/// Eliminates in the block on the diagonal.
fn eliminate_diagonal<F: Family, W: OnDevice>(
    top: &mut [W],
    stride: usize,
    start: usize,
    depth: usize,
) {
    let place = |i: usize, j: usize, word: usize| (i * F::WORDS + word) * stride + start + j;
    let mut block: Vec<F::Of<W>> = Vec::with_capacity(depth * depth);
    for i in 0..depth {
        for j in 0..depth {
            let words = [top[place(i, j, 0)], top[place(i, j, F::WORDS - 1)]];
            block.push(F::from_words(&words));
        }
    }
    dispatch(
        #[inline(always)]
        || {
            for k in 0..depth {
                let (above, below) = block.split_at_mut((k + 1) * depth);
                let pivots = &above[k * depth..];
                for row in below.chunks_exact_mut(depth) {
                    eliminate_element(row, pivots, k);
                }
            }
        },
    );
    for (index, &number) in block.iter().enumerate() {
        let words = F::words(number);
        for (word, &value) in words[..F::WORDS].iter().enumerate() {
            top[place(index / depth, index % depth, word)] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::eliminate_plainly, Grid, eliminate};
    use crate::{
        arithmetic::{CompositeOf, Family, PairOf, PlainOf},
        devices::OnDevice,
        progress::Silent,
        random::Random,
    };

    /// A matrix with a right-hand side, eliminated in blocks and row by row.
    fn both_ways<F: Family, W: OnDevice>(size: usize)
    where
        F::Of<W>: Send + Sync,
    {
        let mut random = Random::new(5, size);
        let values: Vec<f64> = (0..size * (size + 1)).map(|_| random.symmetric() + 1.5).collect();
        let entry = |i: usize, j: usize| F::nearest::<W>(values[i * (size + 1) + j]);
        let mut grid = Grid::<F, W>::new(size, 1, entry);
        eliminate(&mut grid, &Silent).unwrap();
        let mut rows: Vec<Vec<F::Of<W>>> =
            (0..size).map(|i| (0..=size).map(|j| entry(i, j)).collect()).collect();
        assert!(eliminate_plainly(&mut rows, |_| true, &Silent).unwrap());
        for (i, row) in rows.iter().enumerate() {
            for (j, &number) in row.iter().enumerate() {
                let bits = |number| F::parts::<W>(number).map(f64::to_bits);
                assert_eq!(bits(grid.at(i, j)), bits(number), "{size}: {i}, {j}");
            }
        }
    }

    #[test]
    fn blocks_change_no_bit() {
        for size in [1, 2, 16, 63, 64, 65, 100, 130, 205] {
            both_ways::<PlainOf, f32>(size);
            both_ways::<PlainOf, f64>(size);
            both_ways::<CompositeOf, f32>(size);
            both_ways::<PairOf, f32>(size);
            both_ways::<PairOf, f64>(size);
        }
    }
}
