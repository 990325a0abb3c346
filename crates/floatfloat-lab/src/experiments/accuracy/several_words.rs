//! The accuracy of the operations on three and four words as compiled for this processor.

use crate::{
    error::Error,
    experiments::Options,
    machine::CPU,
    number_type::NumberType,
    parallel,
    progress::Progress,
    results::Table,
    table::{Column, chosen, log2, measured, note, row, verdict},
};
use floatfloat::{
    multi_word::operation::{Info, Operation},
    registry::{SeveralWordsVisitor, for_each_of_several_words},
};
use floatfloat_exact::{
    Concrete,
    hex::hex,
    several_words::{Class, Operands, Pair, Words, Worst, measure},
};

/// The number of operands of one piece of the work: fewer than for two words, since the exact values are
/// longer.
const PIECE: u64 = 256;

const COLUMNS: [Column; 11] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    measured("bound_log2", "log2"),
    measured("max_log2", "log2"),
    measured("mean_log2", "log2"),
    measured("samples", ""),
    measured("of_bound", "%"),
    note("worst_x"),
    note("worst_y"),
    verdict("holds"),
];

/// The errors of an operation.
struct Seen {
    /// The largest magnitude and the sum of the magnitudes of relative errors, in u^n.
    largest: f64,
    sum: f64,
    samples: u64,
    worst: Worst,
}

impl Seen {
    fn and(self, other: Self) -> Self {
        Seen {
            // A NaN counts as the largest error.
            largest: if other.largest <= self.largest { self.largest } else { other.largest },
            sum: self.sum + other.sum,
            samples: self.samples + other.samples,
            worst: self.worst.worse(other.worst),
        }
    }
}

/// An operation in a number type, and how to survey it.
pub(super) struct Subject {
    info: Info,
    number_type: NumberType,
    precision: u32,
    operands: fn(u64) -> Operands,
    measure: fn(Pair) -> Worst,
}

/// Every operation in every requested type.
pub(super) fn subjects(options: &Options) -> Vec<Subject> {
    struct Collect<'a>(&'a Options, Vec<Subject>);

    impl Collect<'_> {
        fn enter<O: Operation, W: Concrete<Mask = bool>>(&mut self, types: [NumberType; 2]) {
            let number_type = types[usize::from(O::INFO.words == 4)];
            if self.0.covers(number_type) {
                self.1.push(Subject {
                    info: O::INFO,
                    number_type,
                    precision: W::PRECISION,
                    operands: |seed| Operands::new(&O::INFO, W::FORMAT, W::fused(), seed),
                    measure: measure::<O, W>,
                });
            }
        }
    }

    impl SeveralWordsVisitor for Collect<'_> {
        fn visit<O: Operation>(&mut self) {
            self.enter::<O, f32>([NumberType::Tf, NumberType::Qf]);
            self.enter::<O, f64>([NumberType::Td, NumberType::Qd]);
        }
    }

    let mut collect = Collect(options, Vec::new());
    for_each_of_several_words(&mut collect);
    collect.1
}

impl Subject {
    /// The errors over `samples` operands of a class.
    fn survey(&self, class: Class, samples: u64, seed: u64) -> Option<Seen> {
        let mut operands = (self.operands)(seed);
        let seen = (0..samples).map(|_| {
            let worst = (self.measure)(operands.draw(class));
            let error = worst.verdict.error_u2.abs();
            Seen { largest: error, sum: error, samples: 1, worst }
        });
        seen.reduce(Seen::and)
    }
}

/// The number of steps by which [`table`] advances the progress.
pub(super) fn steps(subjects: &[Subject], pieces: usize) -> usize {
    subjects.len() * Class::ALL.len() * pieces
}

/// Surveys each subject over `pieces` pieces of operands of every class.
pub(super) fn table(
    subjects: &[Subject],
    pieces: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    let mut table = Table::new("accuracy-several-words", CPU, COLUMNS).explained(
        include_str!("../notes/accuracy-several-words.md"),
        &[("operands", &(pieces as u64 * PIECE)), ("classes", &Class::ALL.len()), ("seed", &seed)],
    );
    let of_subject = Class::ALL.len() * pieces;
    let seen = parallel::map(steps(subjects, pieces), progress, |task| {
        let (class, number) = (task / pieces % Class::ALL.len(), task % pieces);
        let subject = &subjects[task / of_subject];
        subject.survey(Class::ALL[class], PIECE, seed.wrapping_add(number as u64))
    })?;
    let mut seen = seen.into_iter();
    for subject in subjects {
        let all = seen.by_ref().take(of_subject).flatten().reduce(Seen::and);
        if let Some(all) = all {
            table.push(entry(subject, &all));
        }
    }
    Ok(table)
}

fn entry(subject: &Subject, seen: &Seen) -> Vec<crate::results::Cell> {
    let Subject { info, number_type, precision, .. } = subject;
    let bound = info.relative_bound(*precision);
    let unit = bound / info.bound;
    let words = |words: Words| {
        let words: Vec<String> = words.into_iter().take(info.words as usize).map(hex).collect();
        words.join(" + ")
    };
    row![
        CPU,
        info.name,
        number_type.name(),
        log2(bound),
        log2(seen.largest * unit),
        log2(seen.sum / seen.samples as f64 * unit),
        seen.samples,
        100.0 * seen.worst.verdict.of_bound,
        words(seen.worst.pair.x),
        words(seen.worst.pair.y),
        seen.worst.holds(),
    ]
}
