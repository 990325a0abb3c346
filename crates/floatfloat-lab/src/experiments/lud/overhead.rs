//! What the lab adds to what it times.

use crate::timing::median;

/// The part of a time that the lab may add.
const LIMIT: f64 = 0.1;

/// The same factorisations timed by the lab and in a bare loop.
pub(super) struct Overhead {
    pub(super) size: usize,
    /// Seconds of each, measured one right after the other.
    pub(super) pairs: Vec<[f64; 2]>,
}

impl Overhead {
    /// What it is, and whether the limit is kept.
    pub(super) fn note(&self) -> Option<String> {
        let mut added: Vec<f64> =
            self.pairs.iter().map(|[timed, bare]| timed / bare - 1.0).collect();
        if added.is_empty() {
            return None;
        }
        let of = |which: usize| {
            median(&mut self.pairs.iter().map(|pair| pair[which]).collect::<Vec<_>>())
        };
        let middle = median(&mut added);
        let [low, high] = [1, 3].map(|quarter| added[(added.len() - 1) * quarter / 4]);
        let kept = match (low > LIMIT, high <= LIMIT) {
            (_, true) => "kept, beyond noise",
            (true, _) => "exceeded, beyond noise",
            _ if middle <= LIMIT => "kept by the median, though not beyond noise",
            _ => "exceeded by the median, though not beyond noise",
        };
        Some(format!(
            "What the lab adds to what it times was checked in this run: a factorisation of {} rows in f64 \
             by the processor took {:.1} µs as timed here and {:.1} µs in a bare loop of copies and \
             factorisations less a loop of copies (medians of {} pairs, interleaved, in either order). The \
             lab adds {:+.1} %, the median of the pairs, the middle half of which lies between {:+.1} % and \
             {:+.1} %; the limit of {:.0} % is {kept}. What is negative is noise.",
            self.size,
            of(0) * 1e6,
            of(1) * 1e6,
            self.pairs.len(),
            middle * 100.0,
            low * 100.0,
            high * 100.0,
            LIMIT * 100.0
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::Overhead;

    fn note(added: [f64; 5]) -> String {
        let pairs = added.iter().map(|added| [1e-3 * (1.0 + added), 1e-3]).collect();
        Overhead { size: 64, pairs }.note().unwrap()
    }

    #[test]
    fn the_limit_is_kept_where_most_pairs_keep_it() {
        let quiet = note([0.01, -0.02, 0.02, 0.0, 0.9]);
        assert!(quiet.contains("+1.0 %, the median"), "{quiet}");
        assert!(quiet.contains("between +0.0 % and +2.0 %"), "{quiet}");
        assert!(quiet.contains("is kept, beyond noise"), "{quiet}");
        assert!(note([0.3, 0.2, 0.4, 0.2, 0.3]).contains("is exceeded, beyond noise"));
        assert!(note([0.01, -0.3, 0.3, 0.02, 0.3]).contains("is kept by the median, though"));
        assert!(note([0.2, -0.3, 0.3, 0.02, 0.3]).contains("is exceeded by the median, though"));
        assert!(Overhead { size: 64, pairs: Vec::new() }.note().is_none());
    }
}
