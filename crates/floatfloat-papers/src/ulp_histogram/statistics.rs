//! The paper's six statistics and the histogram of a sample of distances.

/// The bins of the histogram, both ends included: one distance each up to 31, then of doubling
/// width.
const BINS: [(u64, u64); 32 + 27] = {
    let mut bins = [(0, 0); 59];
    let mut i = 0;
    while i < 32 {
        bins[i] = (i as u64, i as u64);
        i += 1;
    }
    while i < 58 {
        let low = 1 << (i - 27);
        bins[i] = (low, 2 * low - 1);
        i += 1;
    }
    bins[58] = (1 << 31, i64::MAX as u64);
    bins
};

/// The statistics of a sample, as the table shows them.
pub(super) struct Statistics {
    pub(super) samples: usize,
    pub(super) mean: f64,
    pub(super) median: u64,
    pub(super) max: u64,
    pub(super) min: u64,
    /// The standard deviation, with the sample as the population.
    pub(super) sd: f64,
    /// The third quartile.
    pub(super) p75: u64,
    /// The counts of the [`BINS`].
    bins: [u64; BINS.len()],
}

impl Statistics {
    /// The statistics of a sample, which must not be empty.
    pub(super) fn new(mut distances: Vec<u64>) -> Self {
        distances.sort_unstable();
        let samples = distances.len();
        let mean = distances.iter().map(|&d| d as f64).sum::<f64>() / samples as f64;
        let square = |d: u64| (d as f64 - mean) * (d as f64 - mean);
        let variance = distances.iter().map(|&d| square(d)).sum::<f64>() / samples as f64;
        let mut bins = [0; BINS.len()];
        for &distance in &distances {
            bins[BINS.partition_point(|&(_, high)| high < distance)] += 1;
        }
        Statistics {
            samples,
            mean,
            median: distances[samples / 2],
            max: distances[samples - 1],
            min: distances[0],
            sd: variance.sqrt(),
            p75: distances[samples * 3 / 4],
            bins,
        }
    }

    /// The bins up to the last that is not empty, both ends included, with their counts.
    pub(super) fn histogram(&self) -> impl Iterator<Item = ((u64, u64), u64)> {
        let used = self.bins.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        BINS.into_iter().zip(self.bins).take(used)
    }
}

#[cfg(test)]
mod tests {
    use super::{BINS, Statistics};

    #[test]
    fn bins_leave_no_gap() {
        assert_eq!(BINS[0], (0, 0));
        assert!(BINS.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0), "{BINS:?}");
    }

    #[test]
    fn statistics_of_a_known_sample() {
        let s = Statistics::new(vec![4, 0, 100, 2, 4, 4, 4, 2]);
        assert_eq!((s.mean, s.median, s.max, s.min, s.p75), (15.0, 4, 100, 0, 4));
        assert!((s.sd - 32.16).abs() < 0.01, "{}", s.sd);
        assert_eq!((s.bins[0], s.bins[2], s.bins[4], s.bins[33]), (1, 2, 4, 1));
        assert_eq!(s.histogram().map(|(_, count)| count).sum::<u64>(), 8);
        assert_eq!(s.histogram().last(), Some(((64, 127), 1)));
    }
}
