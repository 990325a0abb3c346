//! The largest error of every operation over operands chosen to give large errors, against its bound.

mod device;
mod processor;
mod several_words;

use crate::{
    error::Error,
    experiments::{Experiment, Options, Study},
    number_type::NumberType,
    progress::Progress,
    results::{Cell, Table},
    table::{Column, chosen, log2, measured, note, row, verdict},
};
use floatfloat::operation::Info;
use floatfloat_exact::{
    Class,
    hex::hex,
    survey::{Survey, Worst},
};
use floatfloat_report::{chart::Chart, page::figures};

const STUDY: Study = Study {
    id: "accuracy",
    title: "Accuracy of every operation",
    summary: "largest error of every operation on difficult operands, against its bound",
    about: include_str!("accuracy.md"),
    charts: &[Chart::Specials(figures::accuracy::on_hard_operands)],
    ..Study::NONE
};

pub const EXPERIMENT: Experiment = Experiment::new(STUDY, run);

/// The number of operands of one piece of the work.
const PIECE: u64 = 1 << 12;

const COLUMNS: [Column; 13] = [
    chosen("device"),
    chosen("op"),
    chosen("type"),
    measured("bound_log2", "log2"),
    measured("max_log2", "log2"),
    measured("mean_log2", "log2"),
    measured("samples", ""),
    chosen("fma"),
    measured("of_bound", "%"),
    measured("class", ""),
    note("worst_x"),
    note("worst_y"),
    verdict("holds"),
];

/// One operation on one kind of word on one device.
struct Subject {
    device: String,
    info: Info,
    number_type: NumberType,
    /// Whether 2Prod uses a fused multiply-add; otherwise it is Dekker's.
    fused: bool,
    precision: u32,
}

/// The number of operands of each class, drawn in pieces of the same size.
#[derive(Clone, Copy)]
struct Sizes {
    pieces: usize,
    piece: u64,
}

/// The errors of one subject.
struct Surveyed {
    subject: Subject,
    classes: Vec<Seen>,
}

impl Surveyed {
    /// Combines the pieces of one class with those of the other, `pieces` of each.
    fn new(subject: Subject, surveys: &[Seen], pieces: usize) -> Self {
        let classes = surveys
            .chunks(pieces)
            .filter_map(|pieces| pieces.iter().cloned().reduce(Seen::and))
            .collect();
        Surveyed { subject, classes }
    }
}

/// The errors of one subject over one class or over all classes.
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

    /// Both together. The worst error is the one that breaks its bound or comes nearest to it.
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
            subject.device.as_str(),
            subject.info.name,
            subject.number_type.name(),
            subject.info.bound.relative(subject.precision).map(log2),
            log2(self.max_u2 * u2),
            log2(self.sum_u2 / self.samples as f64 * u2),
            self.samples,
            if subject.fused { "fused" } else { "none" },
            100.0 * self.worst.verdict.of_bound,
            self.class.name(),
            words(self.worst.pair.x),
            words(self.worst.pair.y),
            self.worst.holds(),
        ]
    }
}

pub(super) fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let (pieces, piece) = if options.quick { (1, PIECE / 4) } else { (16, PIECE) };
    let sizes = Sizes { pieces, piece };
    let devices = &options.devices;
    let compiled = if devices.has_processor() { processor::subjects(options) } else { Vec::new() };
    let subjects = compiled.len()
        + devices.others().iter().map(|other| device::count(other, options)).sum::<usize>();
    let wide = if devices.has_processor() { several_words::subjects(options) } else { Vec::new() };
    let steps = subjects * Class::ALL.len() * pieces + several_words::steps(&wide, pieces);
    progress.begin("error of each operation on hard operands", steps as u64);

    let mut surveyed = processor::surveys(compiled, sizes, options.seed, progress)?;
    let failed = devices.on_each_other(|other| {
        surveyed.extend(device::surveys(other, sizes, options, progress)?);
        Ok(())
    })?;

    let ids = devices.ids();
    let mut table = Table::new("accuracy", &ids, COLUMNS).explained(
        include_str!("notes/accuracy.md"),
        &[
            ("operands", &(pieces as u64 * piece)),
            ("classes", &Class::ALL.len()),
            ("seed", &options.seed),
        ],
    );
    // There the class of operands is chosen, not that of the worst.
    let by_class =
        COLUMNS.map(|column| if column.name == "class" { chosen("class") } else { column });
    let mut classes = Table::new("accuracy-classes", &ids, by_class).note(
        "The same errors for each class of \
             operands.",
    );
    for Surveyed { subject, classes: seen } in &surveyed {
        for seen in seen {
            classes.push(seen.row(subject));
        }
        if let Some(all) = seen.iter().cloned().reduce(Seen::and) {
            table.push(all.row(subject));
        }
    }
    let mut tables = vec![failed.report(table), classes];
    if !wide.is_empty() {
        tables.push(several_words::table(&wide, pieces, options.seed, progress)?);
    }
    Ok(tables)
}
