//! The time and the error of a computation at a size that was not measured.

/// One measured size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    pub(super) size: u64,
    /// The relative error.
    pub(super) error: f64,
    pub(super) seconds: f64,
}

/// A model that fits the samples of one type on one device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Model {
    largest: Sample,
    /// The seconds that do not depend on the size.
    overhead: f64,
    /// The seconds of one operation.
    rate: f64,
    order: i32,
    /// The power of the size with which the error grew in the measurements.
    pub(super) growth: f64,
    /// The least power with which the error must be expected to grow.
    least: f64,
}

/// The number of largest sizes from which the growth of the error is computed.
const FITTED: usize = 4;

impl Model {
    /// The model of samples, from small to large. The operations of the computation grow with the
    /// power `order` of its size, and its error grows at least with the power `least`. None without
    /// samples.
    ///
    /// The time is a + b·n^order through the two largest samples, with neither part negative. The
    /// error grows with the power of n that fits best, from 0 (not at all) to `order` (as operations
    /// do). Beyond the measured sizes the power is at least `least`.
    pub(super) fn new(samples: &[Sample], order: i32, least: f64) -> Option<Self> {
        let &largest = samples.last()?;
        let operations = |sample: &Sample| (sample.size as f64).powi(order);
        let all = largest.seconds / operations(&largest);
        let rate = match samples {
            [.., before, last] => {
                let difference = operations(last) - operations(before);
                ((last.seconds - before.seconds) / difference).clamp(0.0, all)
            }
            _ => all,
        };
        let overhead = largest.seconds - rate * operations(&largest);
        let fitted = &samples[samples.len().saturating_sub(FITTED)..];
        let growth = growth(fitted, f64::from(order));
        Some(Model { largest, overhead, rate, order, growth, least })
    }

    /// The time in seconds and the relative error at a size.
    pub(super) fn at(&self, size: u64) -> Sample {
        if size == self.largest.size {
            return self.largest;
        }
        let ratio = size as f64 / self.largest.size as f64;
        Sample {
            size,
            error: self.largest.error * ratio.powf(self.power()),
            seconds: self.overhead + self.rate * (size as f64).powi(self.order),
        }
    }

    /// The power of the size with which the error is expected to grow.
    pub(super) fn power(&self) -> f64 {
        self.growth.max(self.least)
    }

    /// The size at which the error reaches a tolerance; none if there is no error.
    pub(super) fn size_of(&self, tolerance: f64) -> Option<f64> {
        let ratio = (tolerance / self.largest.error).powf(1.0 / self.power());
        (self.largest.error > 0.0).then_some(self.largest.size as f64 * ratio)
    }
}

/// The slope of log(error) over log(size), by least squares.
fn growth(samples: &[Sample], most: f64) -> f64 {
    let points: Vec<(f64, f64)> = samples
        .iter()
        .filter(|sample| sample.error > 0.0)
        .map(|sample| ((sample.size as f64).ln(), sample.error.ln()))
        .collect();
    let count = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let along: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let across: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    if along > 0.0 { (across / along).clamp(0.0, most) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::{Model, Sample};

    fn samples(
        sizes: &[u64],
        error: impl Fn(f64) -> f64,
        seconds: impl Fn(f64) -> f64,
    ) -> Vec<Sample> {
        let sample =
            |&size: &u64| Sample { size, error: error(size as f64), seconds: seconds(size as f64) };
        sizes.iter().map(sample).collect()
    }

    #[test]
    fn what_follows_the_model_is_foretold() {
        let all = samples(&[64, 128, 256], |n| 1e-16 * n.sqrt(), |n| 1e-5 + 1e-9 * n.powi(3));
        let model = Model::new(&all, 3, 0.5).unwrap();
        let found = model.at(1024);
        assert!((found.seconds / (1e-5 + 1e-9 * 1024f64.powi(3)) - 1.0).abs() < 1e-6);
        assert!((found.error / (1e-16 * 32.0) - 1.0).abs() < 1e-6);
        assert!((model.size_of(1e-15).unwrap() / 100.0 - 1.0).abs() < 1e-6);
        assert_eq!(model.at(256), all[2]);
    }

    #[test]
    fn noise_makes_no_negative_times() {
        let falling = samples(&[1000, 2000], |_| 0.0, |n| 1.0 / n);
        let model = Model::new(&falling, 1, 0.5).unwrap();
        assert_eq!(model.at(1 << 30).seconds, falling[1].seconds);
        assert_eq!((model.at(1 << 30).error, model.size_of(1e-9)), (0.0, None));
        let steep = samples(&[1000, 1100], |_| 1e-16, |n| n.powi(9));
        assert!(Model::new(&steep, 1, 0.5).unwrap().at(10).seconds >= 0.0);
        assert_eq!(Model::new(&[], 1, 0.5), None);
    }

    #[test]
    fn errors_that_fall_by_chance_are_expected_to_grow() {
        let falling = samples(&[64, 128], |n| 1e-12 / n, |n| n);
        let model = Model::new(&falling, 3, 1.0).unwrap();
        assert_eq!((model.growth, model.power()), (0.0, 1.0));
        assert!((model.at(256).error / (2.0 * falling[1].error) - 1.0).abs() < 1e-12);
        assert!((model.size_of(4.0 * falling[1].error).unwrap() / 512.0 - 1.0).abs() < 1e-12);
    }
}
