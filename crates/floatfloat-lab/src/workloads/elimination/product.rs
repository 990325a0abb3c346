//! Products of matrices, with the kernel of elimination.

use super::{Grid, kernels::Update};
use crate::{
    arithmetic::Family, devices::OnDevice, error::Error, parallel, progress::Progress,
    timing::stop_if_asked,
};
use std::marker::PhantomData;

/// The number of products that are summed before the next part of the factors is copied.
const DEPTH: usize = 64;

/// c ← c − a·b for square matrices of the same size without right-hand sides. Each element is summed
/// over ascending k, on all threads.
///
/// # Errors
/// [`Error::Interrupted`]; the product is then useless.
pub fn subtract_product<F: Family, W: OnDevice>(
    a: &Grid<F, W>,
    b: &Grid<F, W>,
    c: &mut Grid<F, W>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let width = Grid::<F, W>::STRIP;
    let (size, stride) = (a.size(), a.stride());
    let row = F::WORDS * stride;
    let mut upper = Vec::new();
    let mut lower = Vec::new();
    for start in (0..size).step_by(DEPTH) {
        stop_if_asked(progress)?;
        let depth = DEPTH.min(size - start);
        let length = depth * F::WORDS * width;
        upper.resize(stride / width * length, W::default());
        lower.resize(size.div_ceil(width) * length, W::default());
        let right = &b.words()[start * row..(start + depth) * row];
        parallel::for_each(upper.chunks_exact_mut(length).enumerate(), |(strip, upper)| {
            for (part, words) in upper.chunks_exact_mut(width).zip(right.chunks_exact(stride)) {
                part.copy_from_slice(&words[strip * width..][..width]);
            }
        });
        let groups = c.words_mut().chunks_mut(width * row).zip(a.words().chunks(width * row));
        let groups = groups.zip(lower.chunks_exact_mut(length));
        parallel::for_each(groups, |((rows, left), lower)| {
            lower.fill(W::default());
            for (index, words) in left.chunks_exact(stride).enumerate() {
                let (lane, word) = (index / F::WORDS, index % F::WORDS);
                for (k, &value) in words[start..start + depth].iter().enumerate() {
                    lower[(k * F::WORDS + word) * width + lane] = value;
                }
            }
            let (upper, family) = (&upper[..], PhantomData::<F>);
            Update { lower, upper, depth, rows, stride, first: 0, family }.dispatch();
        });
    }
    Ok(())
}
