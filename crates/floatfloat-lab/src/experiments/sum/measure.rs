//! One sum after the other at one place, in every type.

use super::Shape;
use crate::{
    arithmetic::{Family, each_type},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    experiments::interval_pair::IntervalPair,
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
use floatfloat_gpu::Error as DeviceError;
use std::collections::HashMap;

/// Bits of the numbers that a type is given in the thesis: those of its word.
fn own_bits(number: Contender) -> u32 {
    match number {
        Contender::Number(NumberType::F32 | NumberType::Ff)
        | Contender::Float2
        | Contender::CompensatedF32
        | Contender::Multiple(32) => f32::MANTISSA_DIGITS,
        _ => f64::MANTISSA_DIGITS,
    }
}

/// The same sum with numbers of 24 and of 53 bits.
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

/// What one sum gave.
#[derive(Default)]
struct Outcome {
    /// Distance from the exact sum; none where it was not computed.
    error: Option<f64>,
    seconds: Option<f64>,
    /// Whether the device's bits are those that they should be.
    verified: Option<bool>,
    /// Why it was not computed.
    why: Option<String>,
}

/// Longest run of a device that is started, in seconds: some systems end longer ones.
const LONGEST: f64 = 1.0;

/// Sums up to which every result of a device is compared with the processor's, which takes longer
/// than the sum.
const COMPARED: usize = 1 << 17;

/// Measures one problem after the other at one place.
pub(super) struct Measuring<'a> {
    place: Place<'a>,
    types: &'a [Contender],
    shapes: &'a [Shape],
    /// Whether times are measured, rather than errors.
    timed: bool,
    progress: &'a dyn Progress,
    /// Rows of the table of times, or of errors.
    pub(super) rows: Vec<Vec<Cell>>,
    /// Seconds an element, of the last sum that was timed.
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

    /// Adds it up in every type of one word or two, and compensated.
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

    /// Adds it up on the processor with this many bits.
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

    /// With numbers of as many bits as the word; where accuracy is compared, also with the numbers
    /// of 24 bits that all types have in common.
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
            match self.place {
                Place::Processor => self.on_processor::<R, W>(problem, number, bits)?,
                Place::Device(opened) => {
                    self.on_device::<R, W>(opened, problem, number, bits)?;
                }
            }
        }
        Ok(())
    }

    fn on_processor<R: Reduction<1>, W: OnDevice>(
        &mut self,
        problem: &Problem,
        number: Contender,
        bits: u32,
    ) -> Result<(), Error> {
        let sum = problem.sum(bits);
        let operands = sum.operands::<R, W>();
        let (words, seconds) = self.run(|| in_order::<R, W, 1>(&operands, self.progress))?;
        let error = Some(sum.error_of(&words.map(<W as Scalar>::to_f64)));
        let outcome = Outcome { error, seconds, ..Outcome::default() };
        self.push(problem, number, Shape::Sequential, bits, outcome);
        Ok(())
    }

    /// Runs it, as often as it takes where it is timed.
    fn run<T>(&self, work: impl Fn() -> Result<T, Error>) -> Result<(T, Option<f64>), Error> {
        if self.timed {
            let (result, seconds) = timed(self.place, self.progress, work)?;
            return Ok((result, Some(seconds)));
        }
        stop_if_asked(self.progress)?;
        Ok((work()?, None))
    }

    fn on_device<R: Reduction<1>, W: OnDevice>(
        &mut self,
        opened: &Opened,
        problem: &Problem,
        number: Contender,
        bits: u32,
    ) -> Result<(), Error> {
        let sum = problem.sum(bits);
        let operands = sum.operands::<R, W>();
        let uploaded = Uploaded::<R, W, 1>::new(&opened.device, &operands)?;
        let reference = opened.device.reference();
        let expected = if sum.len() <= COMPARED {
            Some(Uploaded::<R, W, 1>::new(&reference, &operands)?)
        } else {
            None
        };
        for &shape in self.shapes {
            let rate = self.rates.get(&(number, shape)).copied();
            let predicted = rate.map_or(0.0, |rate| rate * sum.len() as f64);
            let outcome = if predicted > LONGEST {
                let why = format!("left out: it would take about {predicted:.1} s");
                Outcome { why: Some(why), ..Outcome::default() }
            } else {
                match self.in_shape::<R, W>(sum, &uploaded, expected.as_ref(), shape) {
                    Err(Error::Device(DeviceError::Unsupported { what, .. })) => {
                        Outcome { why: Some(what), ..Outcome::default() }
                    }
                    outcome => outcome?,
                }
            };
            if let Some(seconds) = outcome.seconds {
                self.rates.insert((number, shape), seconds / sum.len() as f64);
            }
            self.push(problem, number, shape, bits, outcome);
        }
        Ok(())
    }

    fn in_shape<R: Reduction<1>, W: OnDevice>(
        &self,
        sum: &Sum,
        uploaded: &Uploaded<'_, R, W, 1>,
        expected: Option<&Uploaded<'_, R, W, 1>>,
        shape: Shape,
    ) -> Result<Outcome, Error> {
        let (words, seconds) = self.run(|| Ok(uploaded.reduce(shape.launched())?))?;
        let values = words.map(<W as Scalar>::to_f64);
        let verified = match expected {
            Some(expected) => {
                let expected = expected.reduce(shape.launched())?.map(<W as Scalar>::to_f64);
                // NaN has many bits, and a device may lose the sign of a zero.
                let same = |(x, y): (f64, f64)| x == y || x.is_nan() && y.is_nan();
                Some(values.into_iter().zip(expected).all(same))
            }
            None => None,
        };
        Ok(Outcome { error: Some(sum.error_of(&values)), seconds, verified, why: None })
    }
}
