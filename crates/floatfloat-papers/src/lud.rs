//! LU decomposition, section 7.3 of Nguyen's thesis. Matrices are factorised in every type without
//! pivoting; devices use Rodinia's kernels for the diagonal, the perimeter and the inside.

mod charts;
mod claims;
mod overhead;

use crate::{
    interval_pair::IntervalPair,
    pace::{EXPENSIVE, Pace},
    published::NGUYEN,
};
use floatfloat_lab::{
    arithmetic::{Family, each_type},
    contender::Contender,
    devices::{Failures, OnDevice},
    error::Error,
    experiments::{Experiment, Options, Study},
    number_type::NumberType,
    progress::Progress,
    results::{Cell, Table},
    table::{Column, chosen, measured, note, row, verdict},
    workloads::{
        Place, Workload,
        elimination::{Eliminated, Known, hash},
        lud::{Factors, Lud},
        matrices::rodinia,
        reference::Reference,
    },
};
use std::{fmt, time::Duration};

const STUDY: Study = Study {
    id: "lud",
    title: "LU decomposition in blocks",
    summary: "Rodinia's LU decomposition in blocks: error and time in every type",
    about: include_str!("lud.md"),
    paper: "Tables 17 to 19 and figures 18 to 21 of Nguyen",
    published: &[(&NGUYEN, "lud-published"), (&NGUYEN, "lud-time-published")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed().up_to(1 << 13);

const ACCURACY: [Column; 13] = [
    chosen("device"),
    chosen("type"),
    chosen("range"),
    chosen("size"),
    chosen("block"),
    measured("mismatches", ""),
    measured("percent", "%"),
    measured("error", ""),
    measured("relative_error", ""),
    measured("residual", ""),
    measured("condition", ""),
    note("reference"),
    verdict("verified"),
];

const TIMES: [Column; 9] = [
    chosen("device"),
    chosen("type"),
    chosen("range"),
    chosen("size").in_unit("rows"),
    chosen("block"),
    measured("ms", "ms"),
    measured("outcome", ""),
    verdict("verified"),
    note("block_rows"),
];

/// The interval pairs of table 17.
const PAIRS: [IntervalPair; 5] =
    [IntervalPair(1), IntervalPair(2), IntervalPair(3), IntervalPair(4), IntervalPair(5)];

/// The pair whose matrices are timed, the same as in `gauss`.
const TIMED: IntervalPair = IntervalPair(2);

/// Elements of L·U with a larger error count as mismatches.
const TOLERANCE: f64 = 1e-4;

/// Decay of the matrix that Rodinia generates.
const DECAY: f64 = 0.001;

/// The largest of Rodinia's matrices, unless sizes are requested.
const MOST_OF_RODINIA: usize = 512;

/// The bits of multiple precision in the comparison, besides the reference.
const BITS: u16 = 128;

/// The largest matrix for which the reference is computed in multiple precision.
const MOST_MULTIPLE: usize = 256;

/// The block for measurements of accuracy on devices.
const BLOCK: u32 = 16;

/// The outcome of a measurement that was timed.
const RAN: &str = "ran";

/// The origin of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Random numbers from intervals.
    Random(IntervalPair),
    /// Rodinia's.
    Rodinia,
}

impl Source {
    fn matrix(self, size: usize, seed: u64) -> Lud {
        match self {
            Source::Random(pair) => Lud::random(size, &pair.intervals(), seed),
            Source::Rodinia => Lud::new(size, rodinia(size, DECAY)),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Random(pair) => pair.fmt(f),
            Source::Rodinia => f.write_str("Rodinia"),
        }
    }
}

/// The matrices of a run, in the order in which they are factorised.
fn matrices(sizes: &[usize], options: &Options) -> Vec<(Source, usize)> {
    let of_size = |&size: &usize| {
        // Table 17 matters more.
        let rodinia = size <= MOST_OF_RODINIA || options.sizes.is_some();
        let rodinia = rodinia.then_some((Source::Rodinia, size));
        PAIRS.into_iter().map(move |pair| (Source::Random(pair), size)).chain(rodinia)
    };
    sizes.iter().flat_map(of_size).collect()
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let own: &[usize] = if options.quick { &[64] } else { &[64, 256, 512, 2048] };
    let budget = Duration::from_millis(if options.quick { 1200 } else { 110_000 });
    let (sizes, pace) = Pace::new(options, own, budget);
    let matrices = matrices(&sizes, options);
    progress.begin("LU decomposition", matrices.len() as u64);
    let ids = options.devices.ids();
    let mut decomposition = Decomposition {
        options,
        progress,
        pace,
        random: Table::new("lud", &ids, ACCURACY).paper(STUDY.paper),
        rodinia: Table::new("lud-rodinia", &ids, ACCURACY),
        times: Table::new("lud-time", &ids, TIMES).paper("Tables 18 and 19 of Nguyen"),
    };
    let mut failures = Failures::default();
    for (source, size) in matrices {
        let matrix = || Ok(source.matrix(size, options.seed));
        if let Some(lud) = decomposition.pace.at("condition numbers", size, matrix)? {
            let mut one = One::new(&mut decomposition, source, &lud)?;
            options.devices.everywhere(&mut failures, |place| {
                each_type!(options.types, F, W => one.factorise::<F, W>(place)?);
                one.in_multiple_precision(place)
            })?;
        }
        progress.advance(1);
    }
    let Decomposition { pace, random, rodinia, times, .. } = decomposition;
    let mut random = failures.report(random);
    pace.note().into_iter().for_each(|note| random.add_note(note));
    let mut tables = vec![random, times, rodinia];
    if options.devices.has_processor() {
        let size = sizes.iter().copied().filter(|&size| size <= 256).max().unwrap_or(64);
        let lud = Source::Random(TIMED).matrix(size, options.seed);
        tables.extend(overhead::table(&lud, progress)?);
    }
    tables.retain(|table| !table.rows.is_empty());
    Ok(tables)
}

/// All matrices, in every type on every device.
struct Decomposition<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    pace: Pace,
    /// The quality of the factors of random matrices.
    random: Table,
    /// The quality of the factors of Rodinia's matrices.
    rodinia: Table,
    times: Table,
}

/// One matrix.
struct One<'o, 'a> {
    all: &'o mut Decomposition<'a>,
    source: Source,
    lud: &'o Lud,
    /// The factors for comparison; none if they would take too long.
    reference: Option<Reference>,
    known: Known,
    /// The quality of the factors that the processor computed, by a hash of their bits.
    qualities: Vec<(u64, Vec<Cell>)>,
}

impl<'o, 'a> One<'o, 'a> {
    fn new(all: &'o mut Decomposition<'a>, source: Source, lud: &'o Lud) -> Result<Self, Error> {
        let (known, qualities) = (Known::default(), Vec::new());
        let mut one = One { all, source, lud, reference: None, known, qualities };
        let (progress, size) = (one.all.progress, lud.size());
        let factors = if size <= MOST_MULTIPLE {
            let work = || lud.factorise_in_bits(256, progress);
            one.all.pace.within(EXPENSIVE, "reference in 256 bits", size, work)?.flatten()
        } else {
            None
        };
        let Some((reference, seconds)) = factors else {
            let work = || lud.reference_in_dd(progress);
            one.reference = one.all.pace.at("reference in dd", size, work)?;
            return Ok(one);
        };
        if one.all.options.devices.has_processor() {
            one.push_multiple(Contender::Multiple(256), &reference, seconds);
        }
        one.reference = Some(reference);
        Ok(one)
    }

    /// Factorises in fewer bits than the reference, on the processor.
    fn in_multiple_precision(&mut self, place: Place<'_>) -> Result<(), Error> {
        let (number, lud, progress) = (Contender::Multiple(BITS), self.lud, self.all.progress);
        let is_wanted = self.all.options.types.contains(&number) && self.is_timed();
        if !is_wanted || !matches!(place, Place::Processor) {
            return Ok(());
        }
        let work = || lud.factorise_in_bits(BITS.into(), progress);
        let factors = self.all.pace.in_type(number, place, None, lud.size(), work)?.flatten();
        if let Some((factors, seconds)) = factors {
            self.push_multiple(number, &factors, seconds);
        }
        Ok(())
    }

    fn push_multiple(&mut self, number: Contender, factors: &Reference, seconds: f64) {
        if self.all.options.types.contains(&number) {
            let quality = quality(number, self.lud, &factors.pairs(), self.reference.as_ref());
            self.push(Place::Processor, number, None, Ok(seconds), Some(quality), None);
        }
    }

    /// Whether the times of this matrix are shown.
    fn is_timed(&self) -> bool {
        self.source == Source::Random(TIMED)
    }

    /// The blocks at a place. The processor chooses its own. The quick run has one matrix for devices.
    fn blocks(&self, place: Place<'_>) -> &'static [Option<u32>] {
        match (place, self.is_timed(), self.all.options.quick) {
            (Place::Processor, ..) => &[None],
            (_, true, false) => &[Some(4), Some(8), Some(16), Some(32), Some(64)],
            (_, false, true) => &[],
            _ => &[Some(BLOCK)],
        }
    }

    fn factorise<F: Family, W: OnDevice>(&mut self, place: Place<'_>) -> Result<(), Error> {
        let (number, progress) = (F::contender::<W>(), self.all.progress);
        let blocks = self.blocks(place);
        if blocks.is_empty() || !place.has::<W>() {
            return Ok(());
        }
        let expected = self.known.expected::<F, W>(self.lud, place)?;
        for &block in blocks {
            let One { all, lud, reference, qualities, .. } = self;
            // Pace predicts the time from that of all this work.
            let work = || {
                let factors = match lud.factorise::<F, W>(place, block.unwrap_or(BLOCK), progress) {
                    Err(Error::Device(floatfloat_gpu::Error::Unsupported { what, .. })) => {
                        return Ok(Some(Err(what)));
                    }
                    factors => factors?,
                };
                let judged = |Factors { numbers, seconds }: Factors| {
                    let hash = hash(&numbers);
                    // The same bits have the quality of the processor's factors.
                    let known = qualities.iter().find(|(other, _)| *other == hash);
                    let quality = || match known {
                        Some((_, quality)) => quality.clone(),
                        None => quality(number, lud, &numbers, reference.as_ref()),
                    };
                    let is_usual = block.is_none_or(|block| block == BLOCK);
                    Ok((seconds, hash, is_usual.then(quality)))
                };
                Ok(factors.map(judged))
            };
            let name = block.map(side_by_side);
            let done = all.pace.in_type(number, place, name.as_deref(), lud.size(), work)?;
            let (seconds, quality, verified) = match done.flatten() {
                None => continue,
                Some(Err(why)) => (Err(why), None, None),
                Some(Ok((seconds, hash, quality))) => {
                    if matches!(place, Place::Processor) {
                        self.qualities.extend(quality.clone().map(|quality| (hash, quality)));
                    }
                    self.known.add(place, number, hash);
                    (Ok(seconds), quality, expected.map(|expected| expected == hash))
                }
            };
            self.push(place, number, block, seconds, quality, verified);
        }
        Ok(())
    }

    /// Adds the rows of a matrix: its time if times are shown, or why there are no factors, and the
    /// quality of the factors.
    fn push(
        &mut self,
        place: Place<'_>,
        number: Contender,
        block: Option<u32>,
        seconds: Result<f64, String>,
        quality: Option<Vec<Cell>>,
        verified: Option<bool>,
    ) {
        let (range, size) = (self.source.to_string(), self.lud.size());
        let matrix = row![place.id(), number.name(), range, size, block.map(side_by_side)];
        if self.is_timed() {
            let ms = seconds.as_ref().ok().map(|seconds| seconds * 1e3);
            let outcome = seconds.err().unwrap_or_else(|| RAN.into());
            self.all.times.push([matrix.clone(), row![ms, outcome, verified, block]].concat());
        }
        let Some(quality) = quality else { return };
        let table = match self.source {
            Source::Random(_) => &mut self.all.random,
            Source::Rodinia => &mut self.all.rodinia,
        };
        table.push([matrix, quality, row![verified]].concat());
    }
}

/// A block, as tables name it: `16x16`.
fn side_by_side(block: u32) -> String {
    format!("{block}x{block}")
}

/// The quality of factors: the cells from `mismatches` to `reference`.
fn quality(
    number: Contender,
    lud: &Lud,
    numbers: &[[f64; 2]],
    reference: Option<&Reference>,
) -> Vec<Cell> {
    // dd cannot be compared with itself, and numbers of more than two words cannot be compared by
    // residuals.
    let is_dd = number == NumberType::Dd.into();
    let has_residual = !matches!(number, Contender::Multiple(_));
    let reference = reference.filter(|reference| !is_dd || reference.name != "dd");
    let errors = reference.map(|reference| (reference.errors(numbers.iter().copied()), reference));
    let mismatches = lud.mismatches(numbers, TOLERANCE);
    row![
        mismatches.count,
        100.0 * mismatches.count as f64 / mismatches.of.max(1) as f64,
        errors.map(|(errors, _)| errors.mean),
        errors.map(|(errors, reference)| errors.largest / reference.scale()),
        has_residual.then(|| lud.residual(numbers)),
        lud.condition(),
        reference.map(|reference| reference.name),
    ]
}
