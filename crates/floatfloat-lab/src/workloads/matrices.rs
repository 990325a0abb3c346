//! The matrices that are eliminated.

use crate::random::Random;

/// The range from which entries are drawn: its lower and upper end.
pub type Range = [f64; 2];

/// `count` random numbers. Each is uniform in one of the ranges, which are equally likely. They are
/// numbers of `f32`, so that every number type computes with the same ones.
pub fn drawn(count: usize, ranges: &[Range], random: &mut Random) -> Vec<f64> {
    let mut draw = || {
        let range = random.next() % ranges.len().max(1) as u64;
        let [low, high] = ranges.get(range as usize).copied().unwrap_or([0.0, 1.0]);
        f64::from((low + (high - low) * random.symmetric().abs()) as f32)
    };
    (0..count).map(|_| draw()).collect()
}

/// The matrix that Rodinia generates, row by row, in `f32`: 10·e^(−decay·|i − j|).
pub fn rodinia(size: usize, decay: f64) -> Vec<f64> {
    let entry = |distance: usize| f64::from((10.0 * (-decay * distance as f64).exp()) as f32);
    (0..size * size).map(|index| entry((index / size).abs_diff(index % size))).collect()
}

#[cfg(test)]
mod tests {
    use super::{drawn, rodinia};
    use crate::random::Random;

    #[test]
    fn half_of_the_entries_are_small_and_all_fit_into_f32() {
        let entries = drawn(10_000, &[[1e-2, 1e-1], [1e1, 1e2]], &mut Random::new(1, 0));
        let small = entries.iter().filter(|entry| **entry <= 0.11).count();
        assert!((4700..5300).contains(&small), "{small}");
        let fits = |entry: &f64| f64::from(*entry as f32) == *entry;
        assert!(entries.iter().all(|entry| fits(entry) && (0.0099..100.1).contains(entry)));
    }

    #[test]
    fn rodinias_matrix_decays_from_the_diagonal() {
        let matrix = rodinia(5, 0.01);
        assert_eq!((matrix[0], matrix[6], matrix[24]), (10.0, 10.0, 10.0));
        assert!((matrix[4] - 10.0 * (-0.04_f64).exp()).abs() < 1e-6);
        assert_eq!(matrix[4], matrix[20]);
    }
}
