//! The sizes of the experiment.

use super::{BITS, IntervalPair, PAIRS, PAIRS_OF_MULTIPLE, Shape};
use floatfloat_lab::experiments::Options;

pub(super) struct Sizes {
    quick: bool,
    /// The numbers of elements in the ranges of table 11.
    all: Vec<usize>,
    /// The numbers of elements in the ranges of table 7 that table 11 does not have. There multiple
    /// precision is compared.
    multiple: Vec<usize>,
    /// Whether sizes were requested. They are then measured, however long they take.
    forced: bool,
}

/// The numbers of elements of the sums. Figures 7 to 11 have a point for each.
fn sizes(options: &Options) -> Vec<usize> {
    let logarithms: &[u32] = if options.quick { &[10, 13] } else { &[10, 17, 18, 20, 21, 23] };
    let own = logarithms.iter().map(|logarithm| 1 << logarithm);
    // Numbers come with their negatives, from two intervals.
    let sizes = options.sizes_or(own).into_iter();
    let mut sizes: Vec<usize> = sizes.map(|size| (size as usize).next_multiple_of(4)).collect();
    sizes.dedup();
    sizes
}

/// The most elements of a sum on a software device.
const MOST_OF_SOFTWARE: usize = 1 << 20;

/// The most elements of a sum that is computed and timed in every precision.
const MOST_OF_MULTIPLE: usize = 1 << 20;

impl Sizes {
    pub(super) fn new(options: &Options) -> Self {
        let all = sizes(options);
        let forced = options.sizes.is_some();
        let is_compared = |size: &usize| {
            *size <= MOST_OF_MULTIPLE && (forced || [1 << 10, MOST_OF_MULTIPLE].contains(size))
        };
        let multiple = all.iter().copied().filter(is_compared).collect();
        Sizes { quick: options.quick, all, multiple, forced }
    }

    /// Every range with every number of elements, from the smallest gap to the largest.
    pub(super) fn accuracy(&self) -> Vec<(IntervalPair, usize)> {
        let with = |pair: IntervalPair, sizes: &[usize]| {
            sizes.iter().map(move |&size| (pair, size)).collect::<Vec<_>>()
        };
        let others = PAIRS_OF_MULTIPLE.into_iter().filter(|pair| !PAIRS.contains(pair));
        let few = others.flat_map(|pair| with(pair, &self.multiple));
        let mut all: Vec<_> =
            PAIRS.into_iter().flat_map(|pair| with(pair, &self.all)).chain(few).collect();
        all.sort_by_key(|(IntervalPair(n), _)| *n);
        all
    }

    /// The bits of multiple precision in which such a sum is computed.
    pub(super) fn precisions(&self, pair: IntervalPair, elements: usize) -> &'static [u16] {
        let is_largest = self.all.iter().all(|&other| other <= elements);
        match PAIRS_OF_MULTIPLE.contains(&pair) && self.multiple.contains(&elements) {
            true => &BITS,
            false if is_largest => &[256],
            false => &[],
        }
    }

    /// The numbers of elements of timed sums.
    pub(super) fn times(&self, software: bool) -> Vec<usize> {
        self.all.iter().copied().filter(|&elements| self.fits(elements, software)).collect()
    }

    /// Whether a sum of this many elements is timed in multiple precision.
    pub(super) fn times_multiple(&self, elements: usize) -> bool {
        elements <= MOST_OF_MULTIPLE
    }

    /// Whether a device computes a sum of this many elements.
    pub(super) fn fits(&self, elements: usize, software: bool) -> bool {
        self.forced || !software || elements <= MOST_OF_SOFTWARE
    }

    /// The most elements of a sum, at most this many.
    pub(super) fn most(&self, elements: usize) -> usize {
        self.all.iter().copied().fold(0, usize::max).min(elements)
    }

    /// The steps of progress for one place.
    pub(super) fn problems(&self) -> usize {
        self.accuracy().len() + self.all.len()
    }

    /// The shapes in which accuracy is compared: the thesis's best one and the library's own.
    pub(super) fn few_shapes(&self) -> Vec<Shape> {
        let best = (!self.quick).then_some(Shape::Launched { groups: 64, lanes: 32 });
        best.into_iter().chain([Shape::Library]).collect()
    }

    /// The blocks and threads of tables 8, 10 and 12, and the library's own shape.
    pub(super) fn shapes(&self) -> Vec<Shape> {
        let all: &[(u32, u32)] = if self.quick {
            &[(1, 1), (1, 1024), (64, 32)]
        } else {
            &[
                (1, 1),
                (1, 32),
                (1, 64),
                (1, 128),
                (1, 512),
                (1, 1024),
                (16, 32),
                (32, 32),
                (64, 32),
                (128, 32),
                (32, 64),
                (128, 16),
                (256, 8),
                (512, 4),
            ]
        };
        let launched = all.iter().map(|&(groups, lanes)| Shape::Launched { groups, lanes });
        launched.chain([Shape::Library]).collect()
    }
}
