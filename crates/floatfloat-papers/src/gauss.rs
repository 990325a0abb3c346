//! Gaussian elimination, section 7.2 of Nguyen's thesis. Systems of linear equations are solved in
//! every type without pivoting; devices use Rodinia's kernels Fan1 and Fan2.

mod charts;
mod claims;

use crate::{interval_pair::IntervalPair, pace::Pace, published::NGUYEN};
use floatfloat_lab::{
    arithmetic::{Family, each_type},
    contender::Contender,
    devices::{Failures, OnDevice},
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, note, row, verdict},
    workloads::{
        Place, Workload,
        elimination::{Eliminated, Known, hash},
        gauss::{Block, Gauss, MOST_MULTIPLE, Solved},
        matrices::rodinia,
    },
};
use std::{fmt, time::Duration};

const STUDY: Study = Study {
    id: "gauss",
    title: "Gaussian elimination",
    summary: "systems of equations by Rodinia's elimination: error and time in every type",
    about: include_str!("gauss.md"),
    paper: "Table 16 and figures 15 to 17 of Nguyen",
    published: &[(&NGUYEN, "gauss-published")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed().up_to(1 << 13);

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

/// The bits of multiple precision in the comparison.
const BITS: u16 = 128;

/// The origin of a system.
#[derive(Clone, Copy, PartialEq, Eq)]
enum System {
    /// Random numbers from the intervals.
    Random,
    /// Rodinia's matrix, with a right-hand side of ones.
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
            System::Random => Gauss::random(size, &PAIR.intervals(), options.seed, progress),
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
    let mut failures = Failures::default();
    let mut all = Systems { options, progress, pace, tables };
    for (system, size) in systems {
        // Computations of the same kind predict the time.
        let precision = if size <= MOST_MULTIPLE { "256 bits" } else { "dd" };
        let name = format!("reference solution of {system} systems in {precision}");
        let problem = || system.problem(size, options, progress);
        if let Some(gauss) = all.pace.at(&name, size, problem)? {
            let mut one = One { all: &mut all, system, gauss: &gauss, known: Known::default() };
            options.devices.everywhere(&mut failures, |place| {
                each_type!(options.types, F, W => one.solve::<F, W>(place)?);
                one.solve_in_multiple_precision(place)
            })?;
        }
        progress.advance(1);
    }
    let Systems { pace, tables: [random, rodinia], .. } = all;
    let mut random = failures.report(random.paper(STUDY.paper));
    pace.note().into_iter().for_each(|note| random.add_note(note));
    Ok([random, rodinia].into_iter().filter(|table| !table.rows.is_empty()).collect())
}

/// All systems, in every type on every device.
struct Systems<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    pace: Pace,
    /// The tables of random systems and of Rodinia's.
    tables: [Table; 2],
}

/// One system.
struct One<'o, 'a> {
    all: &'o mut Systems<'a>,
    system: System,
    gauss: &'o Gauss,
    known: Known,
}

impl One<'_, '_> {
    /// Solves the system in one type at one place, on a device in every block.
    fn solve<F: Family, W: OnDevice>(&mut self, place: Place<'_>) -> Result<(), Error> {
        let (number, gauss, progress) = (F::contender::<W>(), self.gauss, self.all.progress);
        let blocks = self.blocks(number, place);
        if blocks.is_empty() || !place.has::<W>() {
            return Ok(());
        }
        let expected = self.known.expected::<F, W>(gauss, place)?;
        for block in blocks {
            let work = || gauss.solve::<F, W>(place, block.unwrap_or([1, 1]), progress);
            let block = block.map(|[x, y]| format!("{x}x{y}"));
            let pace = &mut self.all.pace;
            let solved = pace.in_type(number, place, block.as_deref(), gauss.size(), work)?;
            let Some(solved) = solved.flatten() else { continue };
            let hash = hash(&solved.x);
            let verified = expected.map(|expected| expected == hash);
            self.push(place, number, block, &solved, verified)?;
            self.known.add(place, number, hash);
        }
        Ok(())
    }

    /// The blocks of table 16 and one more. Rodinia's systems have one block. The quick run has one block
    /// for random systems, except in f32, and none for Rodinia's. The processor chooses its own block.
    fn blocks(&self, number: Contender, place: Place<'_>) -> Vec<Option<Block>> {
        if matches!(place, Place::Processor) {
            return vec![None];
        }
        let blocks: &[Block] = match (self.system, self.all.options.quick) {
            (System::Rodinia, true) => &[],
            (System::Rodinia, false) => &[[8, 8]],
            (System::Random, true) if number.name() != "f32" => &[[8, 8]],
            (System::Random, true) => &[[4, 4], [8, 8]],
            (System::Random, false) => &[[4, 4], [8, 8], [16, 16]],
        };
        blocks.iter().copied().map(Some).collect()
    }

    /// Solves random systems row by row on the processor.
    fn solve_in_multiple_precision(&mut self, place: Place<'_>) -> Result<(), Error> {
        let (number, gauss, progress) = (Contender::Multiple(BITS), self.gauss, self.all.progress);
        let is_wanted = self.all.options.types.contains(&number) && self.system == System::Random;
        if !is_wanted || !matches!(place, Place::Processor) {
            return Ok(());
        }
        let work = || gauss.solve_in_bits(BITS.into(), progress);
        match self.all.pace.in_type(number, place, None, gauss.size(), work)?.flatten() {
            Some(solved) => self.push(place, number, None, &solved, None),
            None => Ok(()),
        }
    }

    fn push(
        &mut self,
        place: Place<'_>,
        number: Contender,
        block: Option<String>,
        solved: &Solved,
        verified: Option<bool>,
    ) -> Result<(), Error> {
        let gauss = self.gauss;
        let errors = gauss.errors(&solved.x);
        self.all.tables[self.system as usize].push(row![
            place.id(),
            number.name(),
            gauss.size(),
            block,
            solved.elimination,
            (!matches!(number, Contender::Multiple(_))).then_some(solved.substitution),
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
