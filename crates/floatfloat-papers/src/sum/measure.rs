//! Measures one sum after the other at one place, in every type.

use super::Shape;
use crate::interval_pair::IntervalPair;
use floatfloat_gpu::Error as DeviceError;
use floatfloat_lab::{
    arithmetic::{Family, each_type},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    number_type::NumberType,
    progress::Progress,
    real::Scalar,
    results::Cell,
    table::row,
    timing::stop_if_asked,
    workloads::{
        Place, Sum,
        reduction::{Reduction, Sum2, SumOf, Uploaded, in_order},
        timed,
    },
};
use std::collections::HashMap;

/// The bits of the numbers that the thesis uses for a type: the bits of its word.
fn own_bits(number: Contender) -> u32 {
    match number {
        Contender::Number(NumberType::F32 | NumberType::Ff)
        | Contender::Float2
        | Contender::CompensatedF32
        | Contender::Multiple(32) => f32::MANTISSA_DIGITS,
        _ => f64::MANTISSA_DIGITS,
    }
}

/// The same sum with numbers of 24 bits and of 53 bits.
pub(super) struct Problem {
    pub(super) pair: IntervalPair,
    pub(super) sums: [Sum; 2],
}

impl Problem {
    fn elements(&self) -> usize {
        self.sums[0].len()
    }

    fn sum(&self, bits: u32) -> &Sum {
        &self.sums[usize::from(bits > f32::MANTISSA_DIGITS)]
    }
}

/// The outcome of one sum.
#[derive(Default)]
struct Outcome {
    /// Distance from the exact sum; none where it was not computed.
    error: Option<f64>,
    seconds: Option<f64>,
    /// Whether the device's bits are the expected ones.
    verified: Option<bool>,
    /// Why the sum was not computed.
    why: Option<String>,
}

/// Computes the words of a sum in a shape.
type Words<'a> = dyn Fn(Shape) -> Result<[f64; 2], Error> + 'a;

/// The longest run in seconds that is started on a device: some systems end longer ones.
const LONGEST: f64 = 1.0;

/// For sums up to this length every result of a device is compared with the processor's, which
/// takes longer than the sum.
const COMPARED: usize = 1 << 17;

/// Measures one problem after the other at one place.
pub(super) struct Measuring<'a> {
    place: Place<'a>,
    types: &'a [Contender],
    shapes: &'a [Shape],
    /// Whether times are measured, not errors.
    timed: bool,
    progress: &'a dyn Progress,
    /// The rows of the table of times or of errors.
    pub(super) rows: Vec<Vec<Cell>>,
    /// The seconds for an element, in the last timed sum.
    rates: HashMap<(Contender, Shape), f64>,
}

impl<'a> Measuring<'a> {
    pub(super) fn new(
        place: Place<'a>,
        types: &'a [Contender],
        shapes: &'a [Shape],
        timed: bool,
        progress: &'a dyn Progress,
    ) -> Self {
        let (rows, rates) = (Vec::new(), HashMap::new());
        Measuring { place, types, shapes, timed, progress, rows, rates }
    }

    /// Computes the sum in every type of one or two words, and compensated.
    pub(super) fn measure(&mut self, problem: &Problem) -> Result<(), Error> {
        let types = self.types;
        each_type!(types, F, W => {
            self.reduce::<SumOf<F>, W>(problem, F::contender::<W>())?;
        });
        if types.contains(&Contender::CompensatedF32) {
            self.reduce::<Sum2, f32>(problem, Contender::CompensatedF32)?;
        }
        if types.contains(&Contender::CompensatedF64) {
            self.reduce::<Sum2, f64>(problem, Contender::CompensatedF64)?;
        }
        Ok(())
    }

    /// Computes the sum on the processor with this many bits.
    pub(super) fn in_multiple_precision(
        &mut self,
        problem: &Problem,
        bits: u16,
    ) -> Result<(), Error> {
        let number = Contender::Multiple(bits);
        if self.types.contains(&number) {
            let own = own_bits(number);
            let run = problem.sum(own).multiple(bits.into(), self.progress)?;
            let (error, seconds) = (Some(run.error), Some(run.seconds));
            let outcome = Outcome { error, seconds, ..Outcome::default() };
            self.push(problem, number, Shape::Sequential, own, outcome);
        }
        Ok(())
    }

    fn push(
        &mut self,
        problem: &Problem,
        number: Contender,
        shape: Shape,
        bits: u32,
        outcome: Outcome,
    ) {
        let (device, range) = (self.place.id(), problem.pair.to_string());
        let (elements, groups, lanes) = (problem.elements(), shape.groups(), shape.lanes());
        let Outcome { error, seconds, verified, why } = outcome;
        let (number, name) = (number.name(), shape.name());
        self.rows.push(match self.timed {
            true => row![
                device,
                number,
                elements,
                name,
                groups,
                lanes,
                seconds,
                seconds.map(|seconds| seconds / elements as f64 * 1e9),
                verified,
                why,
                shape.to_string(),
            ],
            false => row![
                device, number, range, elements, name, groups, lanes, bits, error, verified, why,
            ],
        });
    }

    /// Computes the sum for numbers with as many bits as the word. Where accuracy is compared, also
    /// for the numbers of 24 bits that all types can represent.
    fn reduce<R: Reduction<1>, W: OnDevice>(
        &mut self,
        problem: &Problem,
        number: Contender,
    ) -> Result<(), Error> {
        if !self.place.has::<W>() {
            return Ok(());
        }
        let own = own_bits(number);
        let short = (own != f32::MANTISSA_DIGITS && !self.timed).then_some(f32::MANTISSA_DIGITS);
        for bits in short.into_iter().chain([own]) {
            stop_if_asked(self.progress)?;
            let operands = problem.sum(bits).operands::<R, W>();
            let (progress, word) = (self.progress, <W as Scalar>::to_f64);
            let Place::Device(opened) = self.place else {
                let sum = |_| Ok(in_order::<R, W, 1>(&operands, progress)?.map(word));
                self.in_shapes(problem, number, bits, &sum, None)?;
                continue;
            };
            let uploaded = Uploaded::<R, W, 1>::new(&opened.device, &operands)?;
            let sum = |shape: Shape| Ok(uploaded.reduce(shape.launched())?.map(word));
            if problem.elements() > COMPARED {
                self.in_shapes(problem, number, bits, &sum, None)?;
                continue;
            }
            let reference = opened.device.reference();
            let expected = Uploaded::<R, W, 1>::new(&reference, &operands)?;
            let expected = |shape: Shape| Ok(expected.reduce(shape.launched())?.map(word));
            self.in_shapes(problem, number, bits, &sum, Some(&expected))?;
        }
        Ok(())
    }

    /// Computes the sum in every shape: the words of the sum, and the words that a device should
    /// compute.
    fn in_shapes(
        &mut self,
        problem: &Problem,
        number: Contender,
        bits: u32,
        sum: &Words<'_>,
        expected: Option<&Words<'_>>,
    ) -> Result<(), Error> {
        let elements = problem.elements() as f64;
        for &shape in self.shapes {
            let rate = self.rates.get(&(number, shape)).copied();
            let predicted = rate.map_or(0.0, |rate| rate * elements);
            let outcome = if predicted > LONGEST && shape != Shape::Sequential {
                let why = format!("left out: it would take about {predicted:.1} s");
                Outcome { why: Some(why), ..Outcome::default() }
            } else {
                match self.in_shape(problem.sum(bits), shape, sum, expected) {
                    Err(Error::Device(DeviceError::Unsupported { what, .. })) => {
                        Outcome { why: Some(what), ..Outcome::default() }
                    }
                    outcome => outcome?,
                }
            };
            if let Some(seconds) = outcome.seconds {
                self.rates.insert((number, shape), seconds / elements);
            }
            self.push(problem, number, shape, bits, outcome);
        }
        Ok(())
    }

    /// Runs once for the errors, and as often as necessary for the times.
    fn in_shape(
        &self,
        of: &Sum,
        shape: Shape,
        sum: &Words<'_>,
        expected: Option<&Words<'_>>,
    ) -> Result<Outcome, Error> {
        let (words, seconds) = if self.timed {
            let (words, seconds) = timed(self.place, self.progress, || sum(shape))?;
            (words, Some(seconds))
        } else {
            stop_if_asked(self.progress)?;
            (sum(shape)?, None)
        };
        // NaN has many bit patterns, and a device may lose the sign of a zero.
        let same = |(x, y): (f64, f64)| x == y || x.is_nan() && y.is_nan();
        let expected = expected.map(|expected| expected(shape)).transpose()?;
        let verified = expected.map(|expected| words.into_iter().zip(expected).all(same));
        Ok(Outcome { error: Some(of.error_of(&words)), seconds, verified, why: None })
    }
}
