//! A polynomial at many points, with known exact values.

use super::{
    Place, Run,
    polynomial::{Of, Scheme},
    timed,
};
use crate::{
    arithmetic::{Arithmetic, Family, Multiple},
    devices::OnDevice,
    error::Error,
    progress::Progress,
    random::Random,
    timing::stop_if_asked,
};
use floatfloat::dispatch_scalar;
use floatfloat_exact::Exact;
use floatfloat_gpu::{Circuit, Device, DeviceArray, Wire};
use std::time::Instant;

/// The points and values of a scheme, as the arrays of devices hold them.
type Stored<S, W> = <<S as Scheme>::Numbers as Family>::Stored<W>;

/// The number of different points. Further points repeat them.
const DISTINCT: usize = 256;

/// The number of points between two checks whether to stop.
const CHUNK: usize = 1 << 14;

/// A polynomial, and the points at which it is evaluated.
pub struct Horner {
    /// The coefficients, that of the highest power first.
    coefficients: Vec<f64>,
    points: Vec<f64>,
    /// The exact values at the different points.
    exact: Vec<Exact>,
    condition: f64,
}

impl Horner {
    /// (x − 1)^degree, expanded, at `count` points beside 1 where its condition number is about
    /// `condition`, as far as the spacing of `f32` allows. `f32` holds coefficients and points. The
    /// degree is at most 26.
    pub fn near_root(degree: u32, condition: f64, count: usize, seed: u64) -> Self {
        let mut coefficients = vec![1.0];
        for k in 0..degree {
            let last = coefficients[k as usize];
            coefficients.push(-last * f64::from(degree - k) / f64::from(k + 1));
        }
        // The condition number at 1 + d is ((2 + d) / d)^degree, and 1 on the other side of 0.
        let root = condition.powf(1.0 / f64::from(degree));
        let distance = if root > 1.001 { 2.0 / (root - 1.0) } else { -1.5 };
        let mut random = Random::new(seed, 0);
        let point = |_| {
            let spread = 1.0 + random.uniform(0.0, 1.0 / 64.0);
            f64::from((1.0 + distance * spread) as f32)
        };
        let points: Vec<f64> = (0..count.min(DISTINCT)).map(point).collect();
        let points = points.iter().copied().cycle().take(count).collect();
        Horner::new(coefficients, points)
    }

    /// A polynomial with these coefficients, that of the highest power first, at these points.
    /// After the first 256, the points must repeat.
    pub fn new(coefficients: Vec<f64>, points: Vec<f64>) -> Self {
        let evaluate = |coefficients: &mut dyn Iterator<Item = f64>, x: f64| {
            coefficients.fold(Exact::ZERO, |value, coefficient| {
                value * Exact::new(x) + Exact::new(coefficient)
            })
        };
        let distinct = &points[..points.len().min(DISTINCT)];
        let exact: Vec<Exact> =
            distinct.iter().map(|&x| evaluate(&mut coefficients.iter().copied(), x)).collect();
        let mut condition = 0f64;
        for (&x, value) in distinct.iter().zip(&exact) {
            let terms = evaluate(&mut coefficients.iter().map(|a| a.abs()), x.abs()).to_f64();
            condition = condition.max(terms / value.to_f64().abs());
        }
        Horner { coefficients, points, exact, condition }
    }

    /// The condition number: the largest Σ|aᵢ·xⁱ| ÷ |p(x)|.
    pub fn condition(&self) -> f64 {
        self.condition
    }

    /// The degree: the number of coefficients after the first.
    pub fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The distance of each value from the exact one, infinite if the value is not finite, and the exact value.
    fn distances<V: AsRef<[f64]>>(
        &self,
        values: impl Iterator<Item = V>,
    ) -> impl Iterator<Item = (f64, f64)> {
        values.zip(&self.exact).map(|(words, exact)| {
            let words = words.as_ref();
            let distance = if words.iter().all(|word| word.is_finite()) {
                let value: Exact = words.iter().copied().map(Exact::new).sum();
                (value - exact.clone()).to_f64().abs()
            } else {
                f64::INFINITY
            };
            (distance, exact.to_f64())
        })
    }

    /// The run that computed these values.
    fn run_of<V: AsRef<[f64]>>(&self, values: impl Iterator<Item = V>, seconds: f64) -> Run {
        let error = self.distances(values).map(|(distance, _)| distance).fold(0.0, f64::max);
        let scale = self.exact.iter().map(|value| value.to_f64().abs()).fold(0.0, f64::max);
        Run { error, scale, seconds }
    }

    /// The largest relative distance from the exact values; infinite if a value is not finite.
    pub fn relative_error_of(&self, values: impl Iterator<Item = [f64; 2]>) -> f64 {
        let errors = self.distances(values).map(|(distance, exact)| distance / exact.abs());
        errors.fold(0.0, f64::max)
    }

    /// The values by a scheme, from compiled code.
    pub fn on_processor<S: Scheme, W: OnDevice>(
        &self,
        progress: &dyn Progress,
    ) -> Result<Vec<[f64; 2]>, Error> {
        let points = self.points::<S, W>();
        let mut values = points.clone();
        self.evaluate_all::<S, W>(&points, &mut values, progress)?;
        Ok(values.into_iter().map(S::Numbers::parts::<W>).collect())
    }

    /// The values by a scheme, from a recording on a device that has these words.
    pub fn on_device<S: Scheme, W: OnDevice>(
        &self,
        device: &Device,
    ) -> Result<Vec<[f64; 2]>, Error> {
        let (points, polynomial) = self.uploaded::<S, W>(device)?;
        let values = device.map(&polynomial, &[&points])?;
        let values = S::Numbers::loaded::<W>(device.download(&values)?);
        Ok(values.into_iter().map(S::Numbers::parts::<W>).collect())
    }

    /// The points in a device's memory, and the recorded polynomial with its coefficients.
    fn uploaded<S: Scheme, W: OnDevice>(
        &self,
        device: &Device,
    ) -> Result<(DeviceArray<Stored<S, W>>, Circuit), Error> {
        let points = device.upload(&S::Numbers::stored::<W>(&self.points::<S, W>()))?;
        let fused = device.lowering(W::TYPE)?.fused;
        let words = S::Numbers::WORDS;
        let polynomial =
            Circuit::record_words::<W>(fused, &[words], &[words], |wires: &[Wire<W>]| {
                let x = S::Numbers::from_words(wires);
                let coefficients: Vec<_> =
                    self.coefficients.iter().map(|&a| x.constant(a)).collect();
                S::Numbers::words(S::evaluate(&coefficients, x))[..words].to_vec()
            })?;
        Ok((points, polynomial))
    }

    fn evaluate_all<S: Scheme, W: OnDevice>(
        &self,
        points: &[Of<S, W>],
        values: &mut [Of<S, W>],
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        let coefficients: Vec<_> =
            self.coefficients.iter().map(|&a| S::Numbers::nearest::<W>(a)).collect();
        for (points, values) in points.chunks(CHUNK).zip(values.chunks_mut(CHUNK)) {
            stop_if_asked(progress)?;
            at_all::<S, W>(&coefficients, points, values);
        }
        Ok(())
    }

    /// Evaluates the polynomial by a scheme: compiled code on the processor, a recording on another
    /// device. None if the device does not have the words.
    pub fn evaluate<S: Scheme, W: OnDevice>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        stop_if_asked(progress)?;
        let (values, seconds) = match place {
            Place::Processor => {
                let points = self.points::<S, W>();
                let mut values = points.clone();
                let work = || self.evaluate_all::<S, W>(&points, &mut values, progress);
                let ((), seconds) = timed(place, progress, work)?;
                (values, seconds)
            }
            Place::Device(opened) if opened.has::<W>() => {
                let device = &opened.device;
                let (points, polynomial) = self.uploaded::<S, W>(device)?;
                let (values, seconds) =
                    timed(place, progress, || Ok(device.map(&polynomial, &[&points])?))?;
                (S::Numbers::loaded::<W>(device.download(&values)?), seconds)
            }
            Place::Device(_) => return Ok(None),
        };
        Ok(Some(self.run_of(values.into_iter().map(S::Numbers::parts::<W>), seconds)))
    }

    /// Evaluates the polynomial in multiple precision with `bits` bits on the processor, at the
    /// different points. The time is that of all points.
    pub fn multiple(&self, bits: usize, progress: &dyn Progress) -> Result<Run, Error> {
        let number = |value: &f64| Multiple::new(*value, bits);
        let coefficients: Vec<Multiple> = self.coefficients.iter().map(number).collect();
        let points: Vec<Multiple> = self.points[..self.exact.len()].iter().map(number).collect();
        let mut values = Vec::with_capacity(points.len());
        let begin = Instant::now();
        for x in &points {
            stop_if_asked(progress)?;
            let first = coefficients[0].clone();
            let value = coefficients[1..].iter().fold(first, |value, a| a.plus_product(&value, x));
            values.push(value.words());
        }
        let seconds =
            begin.elapsed().as_secs_f64() * self.points.len() as f64 / points.len() as f64;
        Ok(self.run_of(values.into_iter(), seconds))
    }

    fn points<S: Scheme, W: OnDevice>(&self) -> Vec<Of<S, W>> {
        self.points.iter().map(|&x| S::Numbers::nearest::<W>(x)).collect()
    }
}

#[inline(never)]
fn at_all<S: Scheme, W: OnDevice>(
    coefficients: &[Of<S, W>],
    points: &[Of<S, W>],
    values: &mut [Of<S, W>],
) {
    dispatch_scalar(
        #[inline(always)]
        || {
            for (value, &x) in values.iter_mut().zip(points) {
                *value = S::evaluate(coefficients, x);
            }
        },
    );
}
