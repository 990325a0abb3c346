//! The advice for every workload and several tolerances, as the report shows it.

use super::{
    candidate::{Candidate, cheapest},
    measure::{Measured, measure},
    question::{Kind, Question, Range},
};
use crate::{
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::{Cell, Table},
    table::{Column, chosen, measured, row},
};
use floatfloat_report::{chart::Chart, page::figures::pareto};
use std::time::Duration;

/// The text for readers of advice: of one question, and of the experiment, whose tables are in the same
/// section.
pub const STUDY: Study = Study {
    id: "advise",
    charts: &[Chart::Special(pareto::of_advice), Chart::Special(pareto::of_matrix)],
    ..EXPERIMENT.study
};

/// The advice on every workload.
pub const EXPERIMENT: Experiment = Experiment::new(
    Study {
        id: "advise-matrix",
        title: "Which type for which work",
        summary: "the cheapest type for whole jobs and several tolerances, as the command advise finds it",
        about: include_str!("matrix.md"),
        ..Study::NONE
    },
    run,
)
.of_speed();

/// The tolerances: the ones for which f32, ff, f64, dd and td exist.
const TOLERANCES: [f64; 7] = [1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 1e-24, 1e-40];

const COLUMNS: [Column; 8] = [
    chosen("device"),
    chosen("workload"),
    chosen("size"),
    chosen("tolerance").in_unit("relative"),
    measured("type", ""),
    measured("error", "relative"),
    measured("seconds", "s"),
    measured("measured_size", ""),
];

const MEASURED: [Column; 10] = [
    chosen("device"),
    chosen("workload"),
    chosen("size"),
    chosen("type"),
    measured("error", "relative"),
    measured("seconds", "s"),
    measured("measured_size", ""),
    measured("inputs", ""),
    measured("condition", ""),
    measured("condition_size", ""),
];

/// The question about a workload.
fn question(kind: Kind, options: &Options) -> Question {
    let (size, budget) = if options.quick {
        let size = match kind.order() {
            1 => kind.usual_size().min(1 << 14),
            _ => 48,
        };
        (size, Duration::from_millis(250))
    } else {
        (kind.usual_size(), Duration::from_secs(10))
    };
    Question { kind, size, ranges: Vec::new(), input: Vec::new(), tolerance: 0.5, budget }
}

/// Two tables: the cheapest type that meets each tolerance, for each device and workload; and all
/// measurements.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let ids = options.devices.ids();
    let mut matrix = Table::new("advise-matrix", &ids, COLUMNS);
    let mut raw = Table::new("advise-matrix-measured", &ids, MEASURED);
    for kind in Kind::ALL {
        let question = question(kind, options);
        let Measured { candidates, condition, size, failures, .. } =
            measure(&question, options, progress)?;
        for candidate in &candidates {
            let Candidate { device, contender, at, measured, inputs, .. } = candidate;
            raw.push(row![
                device.as_str(),
                kind.name(),
                size,
                contender.name(),
                at.error,
                at.seconds,
                *measured,
                *inputs,
                condition.map(|(condition, _)| condition),
                condition.map(|(_, size)| size),
            ]);
        }
        let mut devices: Vec<&str> = candidates.iter().map(|c| c.device.as_str()).collect();
        devices.dedup();
        for device in devices {
            let here: Vec<Candidate> =
                candidates.iter().filter(|c| c.device == device).cloned().collect();
            for tolerance in TOLERANCES {
                let chosen = cheapest(&here, tolerance).map(|i| &here[i]);
                matrix.push(row![
                    device,
                    kind.name(),
                    size,
                    tolerance,
                    chosen.map_or("none", |c| c.contender.name()),
                    chosen.map(|c| c.at.error),
                    chosen.map_or(Cell::Empty, |c| Cell::Number(c.at.seconds)),
                    chosen.map(|c| c.measured),
                ]);
            }
        }
        for failure in failures {
            matrix.add_note(failure);
        }
    }
    let matrix = matrix.explained(
        include_str!("../experiments/notes/advise-matrix.md"),
        &[("range", &Range::default()), ("seed", &options.seed)],
    );
    let raw = raw.note(
        "Every measurement behind the advice: error and time at the size, extrapolated from the \
         largest measured size where that is smaller.",
    );
    Ok(vec![matrix, raw])
}
