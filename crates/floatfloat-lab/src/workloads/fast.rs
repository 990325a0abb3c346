//! Sums and inner products as workloads, in the fastest order. The library computes the types that it has. Other
//! types are computed in lanes on the processor, and on other devices in the order that the library
//! uses there.

use super::{
    Dot, Place, Run, Sum, Workload,
    multi_word::with_multi_word,
    reduction::{Dot2, DotOf, Reduction, Sum2, SumOf, in_lanes},
    timed,
    total::Total,
};
use crate::{
    arithmetic::{PlainOf, with_family},
    contender::Contender,
    devices::OnDevice,
    error::Error,
    progress::Progress,
    real::Scalar,
};
use floatfloat_explain::Watched;

fn reduce<R: Reduction<N>, W: OnDevice, const N: usize>(
    total: &Total<N>,
    place: Place<'_>,
    progress: &dyn Progress,
) -> Result<Option<Run>, Error> {
    let Place::Processor = place else { return total.reduce::<R, W>(place, progress) };
    let operands = total.operands::<R, W>();
    let (words, seconds) = timed(place, progress, || in_lanes::<R, W, N>(&operands, progress))?;
    Ok(Some(total.run_of(&words.map(<W as Scalar>::to_f64), seconds)))
}

macro_rules! fast {
    ($($total:ident, $plain:ident, $compensated:ident, $operands:literal;)*) => {$(
        impl Workload for $total {
            fn run(
                &self,
                contender: Contender,
                place: Place<'_>,
                progress: &dyn Progress,
            ) -> Result<Option<Run>, Error> {
                match contender {
                    Contender::CompensatedF32 => {
                        reduce::<$compensated, f32, $operands>(self, place, progress)
                    }
                    Contender::CompensatedF64 => {
                        reduce::<$compensated, f64, $operands>(self, place, progress)
                    }
                    Contender::Multiple(bits) => self.in_bits(bits, place, progress),
                    _ => with_multi_word!(contender, T => self.in_words::<T>(place, progress))
                        .or_else(|| with_family!(contender, F, W => {
                            reduce::<$plain<F>, W, $operands>(self, place, progress)
                        }))
                        .unwrap_or(Ok(None)),
                }
            }

            fn operands(&self) -> Vec<f64> {
                self.first_words()
            }

            fn watched(&self, operands: Vec<Watched<f64>>) -> Vec<Watched<f64>> {
                self.watched_in_order::<$plain<PlainOf>>(&operands)
            }

            fn condition(&self) -> Option<f64> {
                Some(Total::condition(self))
            }
        }
    )*};
}

fast! {
    Sum, SumOf, Sum2, 1;
    Dot, DotOf, Dot2, 2;
}

#[cfg(test)]
mod tests {
    use super::{DotOf, SumOf};
    use crate::{
        arithmetic::{Family, each_type},
        contender::Contender,
        number_type::NumberType,
        progress::Silent,
        workloads::{Dot, Place, Run, Sum, Workload, tests::relative_error},
    };

    /// The order changes the error by a factor, not by powers of ten.
    fn compare(total: &impl Workload, contender: Contender, in_order: Option<Run>) {
        let in_order = in_order.unwrap();
        let fast = total.run(contender, Place::Processor, &Silent).unwrap().unwrap();
        assert_eq!(in_order.scale, fast.scale);
        let most = 100.0 * in_order.error + 1e-30 * fast.scale;
        assert!(fast.error <= most, "{contender}: {fast:?} {in_order:?}");
    }

    #[test]
    fn lanes_are_as_accurate_as_the_order() {
        let (here, ranges) = (Place::Processor, [(0.5, 1.0), (-1.0, -0.5), (0.5, 1.0)]);
        for count in [1, 31, 32, 1000, 40_000] {
            let sum = Sum::random(count, &ranges, 3);
            let dot = Dot::random(count, &ranges, 3).unwrap();
            each_type!(Contender::ALL, F, W => {
                let contender = F::contender::<W>();
                compare(&sum, contender, sum.reduce::<SumOf<F>, W>(here, &Silent).unwrap());
                compare(&dot, contender, dot.reduce::<DotOf<F>, W>(here, &Silent).unwrap());
            });
        }
    }

    #[test]
    fn compensated_and_multiple_precision_are_there_too() {
        let sum = Sum::random(10_000, &[(-1.0, 1.0)], 5);
        let error = |contender: Contender| relative_error(&sum, contender).unwrap();
        assert!(error(Contender::CompensatedF32) < 1e-6);
        assert!(error(Contender::CompensatedF64) < 1e-15);
        assert!(error(Contender::Multiple(256)) < 1e-60);
        for (number_type, bits) in [
            (NumberType::Tf, 72),
            (NumberType::Qf, 96),
            (NumberType::Td, 159),
            (NumberType::Qd, 212),
        ] {
            let error = error(number_type.into());
            assert!(error <= 2f64.powi(20 - bits), "{number_type}: {error:e}");
        }
    }
}
