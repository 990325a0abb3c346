//! The largest error of every operation over operands chosen to break it, against its bound.

use crate::{
    error::Error,
    experiments::Options,
    machine::CPU,
    number_type::NumberType,
    parallel,
    progress::Progress,
    results::{Cell, Experiment},
    table::{Table, log2, row},
};
use floatfloat::{
    NoFma,
    operation::{Fma, Info, Operation},
    registry::{Visitor, for_each},
};
use floatfloat_oracle::{
    Class, Concrete,
    hex::hex,
    survey::{Survey, Worst, applies, survey},
};

/// Operands that one piece of the work holds.
const PIECE: u64 = 1 << 12;

const COLUMNS: [(&str, &str); 13] = [
    ("device", ""),
    ("op", ""),
    ("type", ""),
    ("bound_log2", "log2"),
    ("max_log2", "log2"),
    ("mean_log2", "log2"),
    ("samples", ""),
    ("fma", ""),
    ("of_bound", "%"),
    ("class", ""),
    ("worst_x", ""),
    ("worst_y", ""),
    ("holds", ""),
];

/// One operation on one kind of word.
struct Subject {
    info: Info,
    number_type: NumberType,
    /// `fused`, or `none` where 2Prod is Dekker's.
    fma: &'static str,
    precision: u32,
    survey: fn(Class, u64, u64) -> Survey,
}

/// Every operation of the registry on every kind of word that is asked for.
fn subjects(options: &Options) -> Vec<Subject> {
    struct Collect<'a>(&'a Options, Vec<Subject>);

    impl Collect<'_> {
        fn enter<O: Operation, W: Concrete<Mask = bool>>(&mut self, number_type: NumberType) {
            let differs = W::fused() || O::INFO.fma != Fma::Unused;
            if applies::<W>(&O::INFO) && differs && self.0.types.contains(&number_type) {
                self.1.push(Subject {
                    info: O::INFO,
                    number_type,
                    fma: if W::fused() { "fused" } else { "none" },
                    precision: W::PRECISION,
                    survey: survey::<O, W>,
                });
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

/// What was seen of one subject over one class or all of them.
#[derive(Clone)]
struct Seen {
    samples: u64,
    max_u2: f64,
    sum_u2: f64,
    class: Class,
    worst: Worst,
}

impl Seen {
    fn new(survey: Survey) -> Self {
        Seen {
            samples: survey.samples,
            max_u2: survey.max_u2,
            sum_u2: survey.mean_u2 * survey.samples as f64,
            class: survey.class,
            worst: survey.worst,
        }
    }

    /// Both together; the worst is the one that breaks its bound, or uses up most of it.
    fn and(self, other: Seen) -> Seen {
        let rank = |seen: &Seen| (!seen.worst.holds(), seen.worst.verdict.of_bound);
        let (class, worst) = if rank(&self) >= rank(&other) {
            (self.class, self.worst)
        } else {
            (other.class, other.worst)
        };
        Seen {
            samples: self.samples + other.samples,
            max_u2: self.max_u2.max(other.max_u2),
            sum_u2: self.sum_u2 + other.sum_u2,
            class,
            worst,
        }
    }

    fn row(&self, subject: &Subject) -> Vec<Cell> {
        let u2 = 1.0 / (1u64 << subject.precision) as f64 / (1u64 << subject.precision) as f64;
        let words = |[high, low]: [f64; 2]| {
            if low == 0.0 { hex(high) } else { format!("{} + {}", hex(high), hex(low)) }
        };
        row![
            CPU,
            subject.info.name,
            subject.number_type.name(),
            subject.info.bound.relative(subject.precision).map(log2),
            log2(self.max_u2 * u2),
            log2(self.sum_u2 / self.samples as f64 * u2),
            self.samples,
            subject.fma,
            100.0 * self.worst.verdict.of_bound,
            self.class.name(),
            words(self.worst.pair.x),
            words(self.worst.pair.y),
            self.worst.holds(),
        ]
    }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Experiment>, Error> {
    let subjects = subjects(options);
    let (pieces, piece) = if options.quick { (1, PIECE / 4) } else { (16, PIECE) };
    let tasks = subjects.len() * Class::ALL.len() * pieces;
    progress.begin("error of each operation on hard operands", tasks as u64);
    let surveys = parallel::map(tasks, progress, |task| {
        let (rest, number) = (task / pieces, task % pieces);
        let subject = &subjects[rest / Class::ALL.len()];
        let seed = options.seed.wrapping_add(number as u64);
        Seen::new((subject.survey)(Class::ALL[rest % Class::ALL.len()], piece, seed))
    })?;

    let mut table = Table::new("accuracy", CPU, &COLUMNS).note(format!(
        "Relative error of the whole result, high + low, against exact integer arithmetic, over \
         {} operands of each of {} classes (seed {}): listed values, exponents evenly \
         spaced, similar or any, nearly equal and cancelling operands, both ends of the range, \
         extreme low words, neighbours of powers of two, ties; class is that of the worst result. of_bound is the share of its bound that the worst result used up; worst_x and \
         worst_y are its operands, hexadecimal. An operation without bound_log2 is held to its \
         own: that of sloppy addition for equal signs, that of Add22 against its low words.",
        pieces as u64 * piece,
        Class::ALL.len(),
        options.seed
    ));
    let mut classes =
        Table::new("accuracy-classes", CPU, &COLUMNS).note("The same for each class of operands.");
    let per_subject = Class::ALL.len() * pieces;
    for (subject, surveys) in subjects.iter().zip(surveys.chunks(per_subject)) {
        let by_class =
            surveys.chunks(pieces).filter_map(|pieces| pieces.iter().cloned().reduce(Seen::and));
        let mut all: Option<Seen> = None;
        for seen in by_class {
            classes.push(seen.row(subject));
            all = Some(match all {
                Some(before) => before.and(seen),
                None => seen,
            });
        }
        if let Some(all) = all {
            table.push(all.row(subject));
        }
    }
    Ok(vec![table.finish(), classes.finish()])
}
