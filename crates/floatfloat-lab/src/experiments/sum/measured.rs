//! One sum in one type at one place, measured.

use super::Shape;
use crate::{
    arithmetic::{Family, Visitor, for_each},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    experiments::interval_pair::IntervalPair,
    progress::Progress,
    real::Scalar,
    timing::stop_if_asked,
    workloads::{
        Place, Sum,
        reduction::{Reduction, Sum2, SumOf, Uploaded, in_order},
        timed,
    },
};
use floatfloat_gpu::Error as DeviceError;
use std::collections::HashMap;

/// What came out.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) device: String,
    pub(super) contender: Contender,
    pub(super) pair: IntervalPair,
    pub(super) elements: usize,
    pub(super) shape: Shape,
    /// Bits of each number.
    pub(super) bits: u32,
    /// Distance from the exact sum; none where it was not computed.
    pub(super) error: Option<f64>,
    pub(super) seconds: Option<f64>,
    /// Whether the device's bits are those that they should be.
    pub(super) verified: Option<bool>,
    /// Why it was not computed.
    pub(super) why: Option<String>,
}

impl Measured {
    /// Whether nobody chose blocks and threads: one after the other, or as the library does it.
    pub(super) fn launched_by_library(&self) -> bool {
        !matches!(self.shape, Shape::Launched { .. })
    }
}

/// Bits of the numbers that a type is given in the seed: those of its word.
pub(super) fn own_bits(contender: Contender) -> u32 {
    use crate::number_type::NumberType::{F32, Ff};
    match contender {
        Contender::Number(F32 | Ff)
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

/// Longest run of a device that is started, in seconds: some systems end longer ones.
const LONGEST: f64 = 1.0;

/// Sums up to which every result of a device is compared with the processor's, which takes longer
/// than the sum.
const COMPARED: usize = 1 << 17;

/// Measures one problem after the other at one place.
pub(super) struct Measuring<'a> {
    pub(super) place: Place<'a>,
    pub(super) wanted: &'a [Contender],
    pub(super) shapes: &'a [Shape],
    /// Whether times are wanted.
    pub(super) timed: bool,
    pub(super) progress: &'a dyn Progress,
    pub(super) found: Vec<Measured>,
    /// Seconds an element, of the last sum that was timed.
    rates: HashMap<(Contender, Shape), f64>,
}

/// One problem, as a visitor of number types.
struct OfOne<'m, 'a> {
    measuring: &'m mut Measuring<'a>,
    problem: &'m Problem,
}

impl<'a> Measuring<'a> {
    pub(super) fn new(
        place: Place<'a>,
        wanted: &'a [Contender],
        shapes: &'a [Shape],
        timed: bool,
        progress: &'a dyn Progress,
    ) -> Self {
        Measuring {
            place,
            wanted,
            shapes,
            timed,
            progress,
            found: Vec::new(),
            rates: HashMap::new(),
        }
    }

    /// Adds it up in every type of one word or two, and compensated.
    ///
    /// # Errors
    /// Those of the device, and [`Error::Interrupted`].
    pub(super) fn measure(&mut self, problem: &Problem) -> Result<(), Error> {
        let wanted = self.wanted;
        let mut one = OfOne { measuring: self, problem };
        for_each(wanted, &mut one)?;
        if wanted.contains(&Contender::CompensatedF32) {
            one.reduce::<Sum2, f32>(Contender::CompensatedF32)?;
        }
        if wanted.contains(&Contender::CompensatedF64) {
            one.reduce::<Sum2, f64>(Contender::CompensatedF64)?;
        }
        Ok(())
    }

    /// Adds it up in multiple precision of so many bits.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(super) fn multiple(&mut self, problem: &Problem, bits: u16) -> Result<(), Error> {
        let contender = Contender::Multiple(bits);
        if self.wanted.contains(&contender) {
            let run = problem.sum(own_bits(contender)).multiple(bits.into(), self.progress)?;
            self.found.push(Measured {
                error: Some(run.error),
                seconds: Some(run.seconds),
                ..self.blank(problem, contender, Shape::Sequential)
            });
        }
        Ok(())
    }

    fn blank(&self, problem: &Problem, contender: Contender, shape: Shape) -> Measured {
        Measured {
            device: self.place.id().to_owned(),
            contender,
            pair: problem.pair,
            elements: problem.elements(),
            shape,
            bits: own_bits(contender),
            error: None,
            seconds: None,
            verified: None,
            why: None,
        }
    }
}

impl Visitor for OfOne<'_, '_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        self.reduce::<SumOf<F>, W>(F::contender::<W>())
    }
}

impl OfOne<'_, '_> {
    /// With numbers of as many bits as the word; where accuracy is compared, also with the numbers
    /// of 24 bits that all types have in common.
    fn reduce<R: Reduction<1>, W: OnDevice>(&mut self, contender: Contender) -> Result<(), Error> {
        if matches!(self.measuring.place, Place::Device(opened) if !opened.has::<W>()) {
            return Ok(());
        }
        let own = own_bits(contender);
        if own != f32::MANTISSA_DIGITS && !self.measuring.timed {
            self.reduce_bits::<R, W>(contender, f32::MANTISSA_DIGITS)?;
        }
        self.reduce_bits::<R, W>(contender, own)
    }

    fn reduce_bits<R: Reduction<1>, W: OnDevice>(
        &mut self,
        contender: Contender,
        bits: u32,
    ) -> Result<(), Error> {
        stop_if_asked(self.measuring.progress)?;
        let sum = self.problem.sum(bits);
        match self.measuring.place {
            Place::Processor => self.on_processor::<R, W>(contender, sum, bits),
            Place::Device(opened) => self.on_device::<R, W>(opened, contender, sum, bits),
        }
    }

    fn on_processor<R: Reduction<1>, W: OnDevice>(
        &mut self,
        contender: Contender,
        sum: &Sum,
        bits: u32,
    ) -> Result<(), Error> {
        let operands = sum.operands::<R, W>();
        let Measuring { place, timed: is_timed, progress, .. } = *self.measuring;
        let work = || in_order::<R, W, 1>(&operands, progress);
        let (words, seconds) = if is_timed {
            let (words, seconds) = timed(place, progress, work)?;
            (words, Some(seconds))
        } else {
            (work()?, None)
        };
        let error = Some(sum.error_of(&words.map(<W as Scalar>::to_f64)));
        let blank = self.measuring.blank(self.problem, contender, Shape::Sequential);
        self.measuring.found.push(Measured { error, seconds, bits, ..blank });
        Ok(())
    }

    fn on_device<R: Reduction<1>, W: OnDevice>(
        &mut self,
        opened: &Opened,
        contender: Contender,
        sum: &Sum,
        bits: u32,
    ) -> Result<(), Error> {
        let operands = sum.operands::<R, W>();
        let uploaded = Uploaded::<R, W, 1>::new(&opened.device, &operands)?;
        let reference = opened.device.reference();
        let expected = if sum.len() <= COMPARED {
            Some(Uploaded::<R, W, 1>::new(&reference, &operands)?)
        } else {
            None
        };
        for &shape in self.measuring.shapes {
            let blank = self.measuring.blank(self.problem, contender, shape);
            let mut measured = Measured { bits, ..blank };
            let rate = self.measuring.rates.get(&(contender, shape)).copied();
            let predicted = rate.map_or(0.0, |rate| rate * sum.len() as f64);
            if predicted > LONGEST {
                measured.why = Some(format!("left out: it would take about {predicted:.1} s"));
            } else {
                match self.at::<R, W>(&uploaded, expected.as_ref(), shape, &mut measured) {
                    Err(Error::Device(DeviceError::Unsupported { what, .. })) => {
                        measured.why = Some(what);
                    }
                    result => result?,
                }
            }
            if let Some(seconds) = measured.seconds {
                self.measuring.rates.insert((contender, shape), seconds / sum.len() as f64);
            }
            self.measuring.found.push(measured);
        }
        Ok(())
    }

    fn at<R: Reduction<1>, W: OnDevice>(
        &self,
        uploaded: &Uploaded<'_, R, W, 1>,
        expected: Option<&Uploaded<'_, R, W, 1>>,
        shape: Shape,
        measured: &mut Measured,
    ) -> Result<(), Error> {
        let Measuring { place, timed: is_timed, progress, .. } = *self.measuring;
        let work = || Ok(uploaded.reduce(shape.launched())?);
        let words = if is_timed {
            let (words, seconds) = timed(place, progress, work)?;
            measured.seconds = Some(seconds);
            words
        } else {
            stop_if_asked(progress)?;
            work()?
        };
        let values = words.map(<W as Scalar>::to_f64);
        measured.error = Some(self.problem.sum(measured.bits).error_of(&values));
        if let Some(expected) = expected {
            let expected = expected.reduce(shape.launched())?.map(<W as Scalar>::to_f64);
            // NaN has many bits, and a device may lose the sign of a zero.
            let same = |(x, y): (f64, f64)| x == y || x.is_nan() && y.is_nan();
            measured.verified = Some(values.into_iter().zip(expected).all(same));
        }
        Ok(())
    }
}
