//! The accuracy of the operations as compiled for this processor.

use super::{Seen, Sizes, Subject, Surveyed};
use crate::{
    error::Error, experiments::Options, machine::CPU, number_type::NumberType, parallel,
    progress::Progress,
};
use floatfloat::{
    NoFma,
    operation::{Fma, Operation},
    registry::{Visitor, for_each},
};
use floatfloat_exact::{
    Class, Concrete,
    survey::{Survey, applies, survey},
};

/// An operation, and a function that surveys it over a number of operands of a class.
type Compiled = (Subject, fn(Class, u64, u64) -> Survey);

/// Every operation of the registry on every requested kind of word, with and without a fused
/// multiply-add where these differ.
pub(super) fn subjects(options: &Options) -> Vec<Compiled> {
    struct Collect<'a>(&'a Options, Vec<Compiled>);

    impl Collect<'_> {
        fn enter<O: Operation, W: Concrete<Mask = bool>>(&mut self, number_type: NumberType) {
            let differs = W::fused() || O::INFO.fma != Fma::Unused;
            if applies::<W>(&O::INFO) && differs && self.0.covers(number_type) {
                let subject = Subject {
                    device: CPU.into(),
                    info: O::INFO,
                    number_type,
                    fused: W::fused(),
                    precision: W::PRECISION,
                };
                self.1.push((subject, survey::<O, W>));
            }
        }
    }

    impl Visitor for Collect<'_> {
        fn visit<O: Operation>(&mut self) {
            self.enter::<O, f32>(NumberType::Ff);
            self.enter::<O, NoFma<f32>>(NumberType::Ff);
            self.enter::<O, f64>(NumberType::Dd);
            self.enter::<O, NoFma<f64>>(NumberType::Dd);
        }
    }

    let mut collect = Collect(options, Vec::new());
    for_each(&mut collect);
    collect.1
}

/// Surveys each subject over every class.
pub(super) fn surveys(
    subjects: Vec<Compiled>,
    sizes: Sizes,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Surveyed>, Error> {
    let per_subject = Class::ALL.len() * sizes.pieces;
    let surveys = parallel::map(subjects.len() * per_subject, progress, |task| {
        let (rest, number) = (task / sizes.pieces, task % sizes.pieces);
        let (_, survey) = &subjects[rest / Class::ALL.len()];
        let seed = seed.wrapping_add(number as u64);
        Seen::new(survey(Class::ALL[rest % Class::ALL.len()], sizes.piece, seed))
    })?;
    let of_subject = surveys.chunks(per_subject);
    Ok(subjects
        .into_iter()
        .zip(of_subject)
        .map(|((subject, _), surveys)| Surveyed::new(subject, surveys, sizes.pieces))
        .collect())
}
