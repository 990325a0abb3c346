//! Sums and inner products in multiple precision. The processor computes sixteen numbers side by side. Devices divide
//! the work as the library does.

use super::{Place, Run, multi_word::total_there, timed, total::Total};
use crate::{error::Error, progress::Progress, timing::stop_if_asked};
use floatfloat::multi_precision::{Limbs, MultiPrecision, Width};
use floatfloat_cpu::multi_precision::MultiPrecisionVec;
use floatfloat_data::Expansion;
use floatfloat_gpu::DeviceNumber;

impl<const N: usize> Total<N> {
    /// The result in numbers of `bits` bits; none if there are no such numbers.
    pub(super) fn in_bits(
        &self,
        bits: u16,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<Run>, Error> {
        match bits {
            32 => self.in_limbs::<1>(place, progress).map(Some),
            64 => self.in_limbs::<2>(place, progress).map(Some),
            128 => self.in_limbs::<4>(place, progress).map(Some),
            256 => self.in_limbs::<8>(place, progress).map(Some),
            _ => Ok(None),
        }
    }

    fn in_limbs<const L: usize>(
        &self,
        place: Place<'_>,
        progress: &dyn Progress,
    ) -> Result<Run, Error>
    where
        Limbs: Width<L>,
        MultiPrecision<u32, L>: DeviceNumber,
    {
        stop_if_asked(progress)?;
        let number = |number: Expansion| number.multiple::<L>();
        let operands = self.exact_operands();
        let (result, seconds) = match place {
            Place::Processor => {
                let vectors = operands.each_ref().map(|numbers| -> MultiPrecisionVec<L> {
                    numbers.iter().map(number).collect()
                });
                timed(place, progress, || match &vectors[..] {
                    [x, y] => x.dot(y).map_err(|error| Error::Input(error.to_string())),
                    _ => Ok(vectors[0].sum()),
                })?
            }
            Place::Device(opened) => {
                let operands = operands.each_ref().map(|of| of.iter().map(number).collect());
                total_there(opened, &operands, progress)?
            }
        };
        Ok(self.run_of(&words(result), seconds))
    }
}

/// Words whose sum is a number, as far as their range allows.
fn words<const L: usize>(number: MultiPrecision<u32, L>) -> Vec<f64>
where
    Limbs: Width<L>,
{
    let (mut words, mut rest) = (Vec::new(), number);
    loop {
        let word = f64::from(rest);
        if word == 0.0 {
            return words;
        }
        words.push(word);
        if !word.is_finite() {
            return words;
        }
        rest -= MultiPrecision::from_f64(word);
    }
}

#[cfg(test)]
mod tests {
    use super::words;
    use crate::{
        progress::Silent,
        workloads::{Dot, Place, Sum, others::of_wgpu},
    };
    use floatfloat::multi_precision::{Mp64, Mp256};

    #[test]
    fn words_add_up_to_the_number() {
        let third = Mp256::ONE / Mp256::from_f64(3.0);
        let parts = words(third);
        assert!((4..=6).contains(&parts.len()), "{parts:?}");
        assert_eq!(parts.iter().fold(Mp256::ZERO, |sum, &word| sum + Mp256::from_f64(word)), third);
        assert_eq!(words(Mp64::from_f64(-2.5)), [-2.5]);
        assert!(words(Mp64::ZERO).is_empty());
        assert_eq!(words(Mp64::MAX), [f64::INFINITY]);
    }

    #[test]
    fn errors_are_within_the_bound_everywhere() {
        const COUNT: usize = 3000;
        let sum = Sum::random(COUNT, &[(-1.0, 1.0)], 3);
        let dot = Dot::random(COUNT, &[(-1.0, 1.0)], 3).unwrap();
        let devices = of_wgpu();
        let others = devices.iter().flat_map(|devices| devices.others()).map(Place::Device);
        for place in [Place::Processor].into_iter().chain(others) {
            for bits in [32, 64, 128, 256] {
                // Each operand is rounded, each product, and every sum on the way.
                let most = (COUNT + 3) as f64 * 2f64.powi(-i32::from(bits));
                let within = |run: super::Run, magnification: f64| {
                    let error = run.relative_error();
                    assert!(error <= most * magnification, "{} {bits}: {error:e}", place.id());
                    assert!(bits > 32 || error > 0.0, "{} {bits}", place.id());
                };
                let run = sum.in_bits(bits, place, &Silent).unwrap().unwrap();
                within(run, sum.magnification());
                let run = dot.in_bits(bits, place, &Silent).unwrap().unwrap();
                within(run, dot.magnification());
            }
        }
        assert!(sum.in_bits(96, Place::Processor, &Silent).unwrap().is_none());
    }
}
