//! The accuracy of the operations on another device.

use super::{Seen, Sizes, Subject, Surveyed};
use crate::{
    devices::{OnDevice, Opened, operations},
    error::Error,
    experiments::Options,
    parallel,
    progress::{Progress, Silent},
    real::{Real, Scalar, widen},
    timing::stop_if_asked,
};
use floatfloat::{DoubleWord, operation::Info, registry::OPERATIONS};
use floatfloat_exact::{Class, Operands, Pair, survey::survey_results};
use floatfloat_gpu::Circuit;

/// The number of operations that [`surveys`] surveys.
pub(super) fn count(device: &Opened, options: &Options) -> usize {
    let wants = |number_type| options.covers(number_type);
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
    let surveys = Surveys { device, sizes, options, progress };
    let mut done = Vec::new();
    for operation in operations() {
        done.extend(surveys.survey::<f32>(&operation.info, operation.on_f32)?);
        done.extend(surveys.survey::<f64>(&operation.info, operation.on_f64)?);
    }
    Ok(done)
}

struct Surveys<'a> {
    device: &'a Opened,
    sizes: Sizes,
    options: &'a Options,
    progress: &'a dyn Progress,
}

impl Surveys<'_> {
    fn survey<W: OnDevice>(
        &self,
        info: &Info,
        operation: fn(bool) -> Circuit,
    ) -> Result<Option<Surveyed>, Error> {
        if !self.options.covers(W::PAIR) || !self.device.runs::<W>(info) {
            return Ok(None);
        }
        let fused = self.device.fused::<W>();
        stop_if_asked(self.progress)?;
        let pieces = self.sizes.pieces;
        let drawn: Vec<Vec<Pair>> = (0..Class::ALL.len() * pieces)
            .map(|task| {
                let seed = self.options.seed.wrapping_add((task % pieces) as u64);
                let format = self.device.format::<W>();
                let mut operands = Operands::new(info, format, fused, seed);
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
        let results = W::apply(&self.device.device, &operation(fused), &x, &y)?;
        let piece = self.sizes.piece as usize;
        let seen = parallel::map(drawn.len(), &Silent, |task| {
            let results = &results[task * piece..][..piece];
            let results = drawn[task].iter().zip(results);
            let results = results.map(|(&pair, &result)| (pair, widen(result)));
            Seen::new(survey_results::<W>(info, Class::ALL[task / pieces], results))
        })?;
        let subject = Subject {
            device: self.device.id().into(),
            info: *info,
            number_type: W::PAIR,
            fused,
            precision: W::PRECISION,
        };
        self.progress.advance((Class::ALL.len() * pieces) as u64);
        Ok(Some(Surveyed::new(subject, &seen, pieces)))
    }
}
