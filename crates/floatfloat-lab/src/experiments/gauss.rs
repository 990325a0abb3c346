//! Gaussian elimination, section 7.2 of Nguyen's thesis: systems of linear equations solved without
//! pivoting in every type, on devices by Rodinia's kernels Fan1 and Fan2.

mod charts;
mod claims;

use super::Experiment;
use crate::{
    arithmetic::{FAMILIES, Family, with_type},
    contender::Contender,
    devices::{Failures, OnDevice, Opened},
    error::Error,
    experiments::{
        Options,
        interval_pair::IntervalPair,
        pace::{EXPENSIVE, Pace},
    },
    papers::NGUYEN,
    progress::Progress,
    results::Table,
    table::row,
    workloads::{
        Place, Workload,
        gauss::{Block, Gauss, MOST_MULTIPLE, Solved},
        matrices::{Range, rodinia},
    },
};
use floatfloat_report::{
    study::Study,
    table::{Column, chosen, measured, note, verdict},
};
use std::{fmt, time::Duration};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: Study {
        id: "gauss",
        title: "Gaussian elimination",
        summary: "systems of equations by Rodinia's elimination: error and time in every type",
        about: include_str!("gauss.md"),
        paper: "Table 16 and figures 15 to 17 of Nguyen",
        published: &[(&NGUYEN, "gauss-published")],
        claims: claims::CLAIMS,
        charts: charts::CHARTS,
    },
    on_devices: true,
    largest_size: Some(1 << 13),
    run,
};

const COLUMNS: [Column; 13] = [
    chosen("device"),
    chosen("type"),
    chosen("size"),
    chosen("block"),
    measured("seconds", "s"),
    measured("substitution_seconds", "s"),
    measured("error", ""),
    measured("largest_error", ""),
    measured("relative_error", ""),
    measured("backward_error", ""),
    measured("condition", ""),
    note("reference"),
    verdict("verified"),
];

/// The intervals of the thesis.
const PAIR: IntervalPair = IntervalPair(2);

/// Decay of the matrix that Rodinia generates.
const DECAY: f64 = 0.01;

/// Bits of multiple precision that takes part.
const BITS: u16 = 128;

/// Most unknowns for which the processor solves what it was not asked to, to compare a device with it.
const MOST_COMPARED: usize = 64;

/// Where a system comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum System {
    /// Drawn from the intervals.
    Random,
    /// Rodinia's matrix, and a right-hand side of ones.
    Rodinia,
}

impl System {
    /// The id of its table.
    fn table(self) -> &'static str {
        match self {
            System::Random => "gauss",
            System::Rodinia => "gauss-rodinia",
        }
    }

    fn problem(
        self,
        size: usize,
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<Gauss, Error> {
        match self {
            System::Random => {
                let ranges = PAIR.intervals().map(|(low, high)| -> Range { [low, high] });
                Gauss::random(size, &ranges, options.seed, progress)
            }
            System::Rodinia => Gauss::new(rodinia(size, DECAY), vec![1.0; size], progress),
        }
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            System::Random => "random",
            System::Rodinia => "Rodinia's",
        })
    }
}

/// The systems of a run, in the order in which they are solved.
fn systems(sizes: &[usize], options: &Options) -> Vec<(System, usize)> {
    let most_of_rodinia = match (&options.sizes, options.quick) {
        (Some(_), _) => usize::MAX,
        (None, true) => 64,
        (None, false) => 1024,
    };
    let rodinia = |size| (size <= most_of_rodinia).then_some((System::Rodinia, size));
    sizes.iter().flat_map(|&size| [Some((System::Random, size)), rodinia(size)]).flatten().collect()
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    const SIZES: [usize; 8] = [16, 64, 256, 512, 1024, 2048, 4096, 8192];
    let own = if options.quick { &SIZES[..2] } else { &SIZES };
    let budget = Duration::from_millis(if options.quick { 1200 } else { 110_000 });
    let (sizes, pace) = Pace::new(options, own, budget);
    let systems = systems(&sizes, options);
    progress.begin("Gaussian elimination", systems.len() as u64);
    let tables = [System::Random, System::Rodinia]
        .map(|system| Table::new(system.table(), &options.devices.ids(), COLUMNS));
    let failures = Failures::default();
    let mut elimination = Elimination { options, progress, pace, tables, failures };
    for (system, size) in systems {
        // What is computed in the same way tells how long it takes.
        let precision = if size <= MOST_MULTIPLE { "256 bits" } else { "dd" };
        let name = format!("reference solution of {system} systems in {precision}");
        let problem = || system.problem(size, options, progress);
        if let Some(gauss) = elimination.pace.at(&name, size, problem)? {
            elimination.solve_everywhere(system, &gauss)?;
        }
        progress.advance(1);
    }
    let Elimination { pace, tables: [random, rodinia], failures, .. } = elimination;
    let mut random = failures.report(random.paper(EXPERIMENT.study.paper));
    pace.note().into_iter().for_each(|note| random.add_note(note));
    Ok([random, rodinia].into_iter().filter(|table| !table.rows.is_empty()).collect())
}

/// A solution as its bits.
type Bits = Vec<[u64; 2]>;

fn bits(x: &[[f64; 2]]) -> Bits {
    x.iter().map(|parts| parts.map(f64::to_bits)).collect()
}

/// The solutions of the processor, which those of devices are compared with.
type Known = Vec<(Contender, Bits)>;

/// All systems in every type on every device.
struct Elimination<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    pace: Pace,
    /// Of random systems and of Rodinia's.
    tables: [Table; 2],
    /// Devices that failed, which are not asked again.
    failures: Failures,
}

impl Elimination<'_> {
    fn solve_everywhere(&mut self, system: System, gauss: &Gauss) -> Result<(), Error> {
        let (options, mut known) = (self.options, Known::new());
        let mut failures = std::mem::take(&mut self.failures);
        let ended = options.devices.everywhere(&mut failures, |place| {
            for number in FAMILIES.into_iter().filter(|number| options.types.contains(number)) {
                let solved = with_type!(number, F, W => {
                    self.solve::<F, W>(system, gauss, place, &mut known)
                });
                solved.unwrap_or(Ok(()))?;
            }
            match place {
                Place::Processor => self.solve_in_multiple_precision(system, gauss),
                Place::Device(_) => Ok(()),
            }
        });
        self.failures = failures;
        ended
    }

    /// In one type at one place; on a device in every block.
    fn solve<F: Family, W: OnDevice>(
        &mut self,
        system: System,
        gauss: &Gauss,
        place: Place<'_>,
        known: &mut Known,
    ) -> Result<(), Error> {
        let number = F::contender::<W>();
        let (blocks, expected) = match place {
            Place::Processor => (vec![None], None),
            // The quick run has no system of Rodinia's for devices.
            Place::Device(opened)
                if !opened.has::<W>() || self.options.quick && system == System::Rodinia =>
            {
                return Ok(());
            }
            Place::Device(opened) => {
                (self.blocks(system, number), self.expected::<F, W>(gauss, opened, known)?)
            }
        };
        for block in blocks {
            // The processor chooses its own blocks.
            let work = || gauss.solve::<F, W>(place, block.unwrap_or([1, 1]), self.progress);
            let share = if place.is_software() { EXPENSIVE } else { 1.0 };
            let name = match block {
                Some([x, y]) => format!("{number} on {} in blocks of {x}x{y}", place.id()),
                None => format!("{number} on {}", place.id()),
            };
            let Some(solved) = self.pace.within(share, &name, gauss.size(), work)?.flatten() else {
                continue;
            };
            let verified = expected.as_ref().map(|expected| *expected == bits(&solved.x));
            let substitution = Some(solved.substitution);
            self.push(system, place.id(), number, block, gauss, &solved, substitution, verified)?;
            if matches!(place, Place::Processor) {
                known.push((number, bits(&solved.x)));
            }
        }
        Ok(())
    }

    /// The blocks of table 16, and one more; Rodinia's systems have one, and so has the quick run but
    /// for f32.
    fn blocks(&self, system: System, number: Contender) -> Vec<Option<Block>> {
        let blocks: &[Block] = match (system, self.options.quick) {
            (System::Rodinia, _) => &[[8, 8]],
            (System::Random, true) if number.name() != "f32" => &[[8, 8]],
            (System::Random, true) => &[[4, 4], [8, 8]],
            (System::Random, false) => &[[4, 4], [8, 8], [16, 16]],
        };
        blocks.iter().copied().map(Some).collect()
    }

    /// The bits that the processor finds, where it does not take long.
    fn expected<F: Family, W: OnDevice>(
        &self,
        gauss: &Gauss,
        opened: &Opened,
        known: &Known,
    ) -> Result<Option<Bits>, Error> {
        let small = gauss.size() <= MOST_COMPARED;
        if !opened.fused::<W>() {
            let reference = opened.device.reference();
            let expected = || gauss.expected::<F, W>(&reference, [8, 8]);
            return small.then(expected).transpose().map(|x| x.as_deref().map(bits));
        }
        let number = F::contender::<W>();
        if let Some((_, bits)) = known.iter().find(|(known, _)| *known == number) {
            return Ok(Some(bits.clone()));
        }
        if !small {
            return Ok(None);
        }
        let solved = gauss.solve::<F, W>(Place::Processor, [1, 1], self.progress)?;
        Ok(solved.map(|solved| bits(&solved.x)))
    }

    /// Random systems, row by row.
    fn solve_in_multiple_precision(&mut self, system: System, gauss: &Gauss) -> Result<(), Error> {
        let number = Contender::Multiple(BITS);
        if !self.options.types.contains(&number) || system != System::Random {
            return Ok(());
        }
        let (name, cpu) = (format!("{number} on cpu"), Place::Processor.id());
        let work = || gauss.solve_in_bits(BITS.into(), self.progress);
        let solved = self.pace.within(EXPENSIVE, &name, gauss.size(), work)?;
        match solved.flatten() {
            Some(solved) => self.push(system, cpu, number, None, gauss, &solved, None, None),
            None => Ok(()),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn push(
        &mut self,
        system: System,
        device: &str,
        number: Contender,
        block: Option<Block>,
        gauss: &Gauss,
        solved: &Solved,
        substitution: Option<f64>,
        verified: Option<bool>,
    ) -> Result<(), Error> {
        let errors = gauss.errors(&solved.x);
        self.tables[system as usize].push(row![
            device,
            number.name(),
            gauss.size(),
            block.map(|[x, y]| format!("{x}x{y}")),
            solved.elimination,
            substitution,
            errors.mean,
            errors.largest,
            errors.largest / gauss.exact.scale(),
            gauss.backward_error(&solved.x)?,
            gauss.condition(),
            gauss.exact.name,
            verified,
        ]);
        Ok(())
    }
}
