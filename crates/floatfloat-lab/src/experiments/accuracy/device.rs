//! The operations as another device computes them.

use super::{Seen, Sizes, Subject, Surveyed};
use crate::{
    devices::{OnDevice, Opened},
    error::Error,
    experiments::Options,
    parallel,
    progress::{Progress, Silent},
    real::{Real, Scalar, widen},
    timing::stop_if_asked,
};
use floatfloat::{
    DoubleWord,
    operation::Operation,
    registry::{OPERATIONS, Visitor, for_each},
};
use floatfloat_oracle::{Class, Operands, Pair, survey::survey_results};

/// How many operations [`surveys`] surveys.
pub(super) fn count(device: &Opened, options: &Options) -> usize {
    let wants = |number_type| options.types.contains(&number_type);
    let single = |info| wants(f32::PAIR) && device.runs::<f32>(info);
    let double = |info| wants(f64::PAIR) && device.runs::<f64>(info);
    OPERATIONS.iter().map(|info| usize::from(single(info)) + usize::from(double(info))).sum()
}

/// Surveys every operation of the registry in every type that the device has, over every class.
pub(super) fn surveys(
    device: &Opened,
    sizes: Sizes,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Vec<Surveyed>, Error> {
    let mut surveys =
        Surveys { device, sizes, options, progress, done: Vec::new(), failed: Ok(()) };
    for_each(&mut surveys);
    surveys.failed.map(|()| surveys.done)
}

struct Surveys<'a> {
    device: &'a Opened,
    sizes: Sizes,
    options: &'a Options,
    progress: &'a dyn Progress,
    done: Vec<Surveyed>,
    failed: Result<(), Error>,
}

impl Surveys<'_> {
    fn survey<O: Operation, W: OnDevice>(&self) -> Result<Option<Surveyed>, Error> {
        if !self.options.types.contains(&W::PAIR) || !self.device.runs::<W>(&O::INFO) {
            return Ok(None);
        }
        let fused = self.device.fused::<W>();
        stop_if_asked(self.progress)?;
        let pieces = self.sizes.pieces;
        let drawn: Vec<Vec<Pair>> = (0..Class::ALL.len() * pieces)
            .map(|task| {
                let seed = self.options.seed.wrapping_add((task % pieces) as u64);
                let format = self.device.format::<W>();
                let mut operands = Operands::new(&O::INFO, format, fused, seed);
                let class = Class::ALL[task / pieces];
                (0..self.sizes.piece).map(|_| operands.draw(class)).collect()
            })
            .collect();
        let operand = |words: [f64; 2]| {
            let [high, low] = words.map(<W as Scalar>::from_f64);
            DoubleWord::from_normalized(high, low)
        };
        let all = || drawn.iter().flatten();
        let x: Vec<_> = all().map(|pair| operand(pair.x)).collect();
        let y: Vec<_> = all().map(|pair| operand(pair.y)).collect();
        let results = W::apply::<O>(&self.device.device, &x, &y)?;
        let piece = self.sizes.piece as usize;
        let seen = parallel::map(drawn.len(), &Silent, |task| {
            let results = &results[task * piece..][..piece];
            let results = drawn[task].iter().zip(results);
            let results = results.map(|(&pair, &result)| (pair, widen(result)));
            Seen::new(survey_results::<W>(&O::INFO, Class::ALL[task / pieces], results))
        })?;
        let subject = Subject {
            device: self.device.id().into(),
            info: O::INFO,
            number_type: W::PAIR,
            fused,
            precision: W::PRECISION,
        };
        self.progress.advance((Class::ALL.len() * pieces) as u64);
        Ok(Some(Surveyed::new(subject, &seen, pieces)))
    }
}

impl Visitor for Surveys<'_> {
    fn visit<O: Operation>(&mut self) {
        for survey in [Self::survey::<O, f32>, Self::survey::<O, f64>] {
            if self.failed.is_ok() {
                match survey(self) {
                    Ok(surveyed) => self.done.extend(surveyed),
                    Err(error) => self.failed = Err(error),
                }
            }
        }
    }
}
