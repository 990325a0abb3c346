//! Numbers whose exact sum is zero.

use crate::interval_pair::IntervalPair;
use floatfloat_lab::{
    random::Random,
    workloads::{Numbers, Sum},
};

/// `count` numbers, a multiple of four, in random order. Half of them have magnitudes in the lower
/// interval and half in the upper, uniformly distributed. Each comes with its negative.
pub(crate) fn draw(pair: IntervalPair, count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed, pair.0 as usize);
    let intervals = pair.intervals();
    let mut numbers = Vec::with_capacity(count);
    for i in 0..count / 2 {
        let [low, high] = intervals[i % 2];
        let number = random.uniform(low, high);
        numbers.extend([number, -number]);
    }
    random.shuffle(&mut numbers);
    numbers
}

/// Their sum, with 53 bits and with the 24 bits of `f32`: exactly zero in both cases.
pub(super) fn sums(numbers: Vec<f64>) -> [Sum; 2] {
    let short = numbers.iter().map(|&number| f64::from(number as f32)).collect();
    [short, numbers].map(|numbers| Sum::new(Numbers::of_words(numbers)))
}

#[cfg(test)]
mod tests {
    use super::{IntervalPair, draw, sums};

    #[test]
    fn the_exact_sum_is_zero_and_magnitudes_are_in_their_intervals() {
        for n in [1, 2, 6, 13, 37] {
            let numbers = draw(IntervalPair(n), 4096, 7);
            let [lower, upper] = IntervalPair(n).intervals();
            let within = |[low, high]: [f64; 2]| {
                numbers.iter().filter(|x| (low..high).contains(&x.abs())).count()
            };
            assert_eq!((within(lower), within(upper)), (2048, 2048), "{n}");
            assert!(numbers.iter().zip(&numbers[1..]).filter(|(x, y)| **x == -**y).count() < 20);
            for sum in sums(numbers) {
                assert_eq!(sum.exact(), 0.0);
            }
        }
    }
}
