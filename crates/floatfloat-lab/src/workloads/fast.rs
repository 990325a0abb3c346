//! Sums and inner products in the fastest order. The library computes the types that it has. Other
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
    arithmetic::Family, contender::Contender, devices::OnDevice, error::Error, progress::Progress,
    real::Scalar,
};

/// A workload, computed in the fastest order.
pub struct Fast<T>(pub T);

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

fn further<R: Reduction<N>, const N: usize>(
    total: &Total<N>,
    contender: Contender,
    place: Place<'_>,
    progress: &dyn Progress,
) -> Result<Option<Run>, Error> {
    match (contender, place) {
        (Contender::CompensatedF32, _) => reduce::<R, f32, N>(total, place, progress),
        (Contender::CompensatedF64, _) => reduce::<R, f64, N>(total, place, progress),
        (Contender::Multiple(bits), _) => total.in_bits(bits, place, progress),
        _ => with_multi_word!(contender, T => total.in_words::<T>(place, progress))
            .unwrap_or(Ok(None)),
    }
}

macro_rules! fast {
    ($($total:ident, $plain:ident, $compensated:ident, $operands:literal;)*) => {$(
        impl Workload for Fast<$total> {
            fn run<F: Family, W: OnDevice>(
                &self,
                place: Place<'_>,
                progress: &dyn Progress,
            ) -> Result<Option<Run>, Error> {
                let contender = F::contender::<W>();
                with_multi_word!(contender, T => self.0.in_words::<T>(place, progress))
                    .unwrap_or_else(|| reduce::<$plain<F>, W, $operands>(&self.0, place, progress))
            }

            fn run_further(
                &self,
                contender: Contender,
                place: Place<'_>,
                progress: &dyn Progress,
            ) -> Result<Option<Run>, Error> {
                further::<$compensated, $operands>(&self.0, contender, place, progress)
            }

            fn condition(&self) -> Option<f64> {
                self.0.condition()
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
    use super::Fast;
    use crate::{
        arithmetic::{Family, each_type},
        contender::Contender,
        number_type::NumberType,
        progress::Silent,
        workloads::{Dot, Place, Sum, Workload},
    };

    /// The order changes the error by a factor, not by powers of ten.
    fn compare<T: Workload>(in_order: &T, fast: &Fast<T>)
    where
        Fast<T>: Workload,
    {
        each_type!(Contender::ALL, F, W => {
            let in_order = in_order.run::<F, W>(Place::Processor, &Silent).unwrap().unwrap();
            let fast = fast.run::<F, W>(Place::Processor, &Silent).unwrap().unwrap();
            assert_eq!(in_order.scale, fast.scale);
            let most = 100.0 * in_order.error + 1e-30 * fast.scale;
            assert!(fast.error <= most, "{}: {fast:?} {in_order:?}", F::contender::<W>());
        });
    }

    #[test]
    fn lanes_are_as_accurate_as_the_order() {
        let ranges = [(0.5, 1.0), (-1.0, -0.5), (0.5, 1.0)];
        for count in [1, 31, 32, 1000, 40_000] {
            let sum = || Sum::random(count, &ranges, 3);
            let dot = || Dot::random(count, &ranges, 3).unwrap();
            compare(&sum(), &Fast(sum()));
            compare(&dot(), &Fast(dot()));
        }
    }

    #[test]
    fn compensated_and_multiple_precision_are_there_too() {
        let sum = Fast(Sum::random(10_000, &[(-1.0, 1.0)], 5));
        let error = |contender| {
            let run = sum.run_further(contender, Place::Processor, &Silent).unwrap();
            run.map(|run| run.relative_error())
        };
        assert!(error(Contender::CompensatedF32).unwrap() < 1e-6);
        assert!(error(Contender::CompensatedF64).unwrap() < 1e-15);
        assert!(error(Contender::Multiple(256)).unwrap() < 1e-60);
        for (number_type, bits) in [
            (NumberType::Tf, 72),
            (NumberType::Qf, 96),
            (NumberType::Td, 159),
            (NumberType::Qd, 212),
        ] {
            let error = error(number_type.into()).unwrap();
            assert!(error <= 2f64.powi(20 - bits), "{number_type}: {error:e}");
        }
        assert!(error(Contender::Float2).is_none());
    }
}
