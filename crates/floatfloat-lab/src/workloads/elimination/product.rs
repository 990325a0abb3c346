//! Products of matrices of words, with the kernel of elimination.

use super::{Grid, kernels::Update};
use crate::{
    arithmetic::PlainOf, devices::OnDevice, error::Error, parallel, progress::Progress,
    timing::stop_if_asked,
};
use std::marker::PhantomData;

/// The number of products that are summed before the next part of the factors is copied.
const DEPTH: usize = 64;

/// c ← a·b for square matrices of the same size without right-hand sides. Each element is summed over
/// ascending k, on all threads.
///
/// # Errors
/// [`Error::Interrupted`]; the product is then useless.
pub fn multiply<W: OnDevice>(
    a: &Grid<PlainOf, W>,
    b: &Grid<PlainOf, W>,
    c: &mut Grid<PlainOf, W>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let width = Grid::<PlainOf, W>::STRIP;
    let (size, stride) = (a.size(), a.stride());
    let (mut upper, mut lower) = (Vec::new(), Vec::new());
    c.words_mut().fill(W::default());
    for start in (0..size).step_by(DEPTH) {
        stop_if_asked(progress)?;
        let depth = DEPTH.min(size - start);
        let length = depth * width;
        upper.resize(stride / width * length, W::default());
        lower.resize(size.div_ceil(width) * length, W::default());
        let right = &b.words()[start * stride..(start + depth) * stride];
        parallel::for_each(upper.chunks_exact_mut(length).enumerate(), |(strip, upper)| {
            for (part, words) in upper.chunks_exact_mut(width).zip(right.chunks_exact(stride)) {
                part.copy_from_slice(&words[strip * width..][..width]);
            }
        });
        let groups = c.words_mut().chunks_mut(width * stride).zip(a.words().chunks(width * stride));
        let groups = groups.zip(lower.chunks_exact_mut(length));
        parallel::for_each(groups, |((rows, left), lower)| {
            lower.fill(W::default());
            for (lane, words) in left.chunks_exact(stride).enumerate() {
                for (k, &value) in words[start..start + depth].iter().enumerate() {
                    // The kernel subtracts.
                    lower[k * width + lane] = -value;
                }
            }
            let (upper, family) = (&upper[..], PhantomData::<PlainOf>);
            Update { lower, upper, depth, rows, stride, first: 0, family }.dispatch();
        });
    }
    Ok(())
}
