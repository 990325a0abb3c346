//! LU decomposition, section 7.3 of Nguyen's thesis: matrices factorised without pivoting in every
//! type, on devices by Rodinia's kernels for the diagonal, the perimeter and the inside.

mod charts;
mod claims;
mod overhead;

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
    number_type::NumberType,
    papers::NGUYEN,
    progress::Progress,
    results::{Cell, Table},
    table::row,
    workloads::{
        Place, Workload,
        lud::{Lud, ManyBits},
        matrices::{Range, rodinia},
        reference::Reference,
    },
};
use floatfloat_report::{
    study::Study,
    table::{Column, chosen, measured, note, verdict},
};
use std::{collections::hash_map::DefaultHasher, fmt, hash::Hasher, time::Duration};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: Study {
        id: "lud",
        title: "LU decomposition in blocks",
        summary: "Rodinia's LU decomposition in blocks: error and time in every type",
        about: include_str!("lud.md"),
        paper: "Tables 17 to 19 and figures 18 to 21 of Nguyen",
        published: &[(&NGUYEN, "lud-published"), (&NGUYEN, "lud-time-published")],
        claims: claims::CLAIMS,
        charts: charts::CHARTS,
    },
    on_devices: true,
    largest_size: Some(1 << 13),
    run,
};

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

/// Those of table 17.
const PAIRS: [IntervalPair; 5] =
    [IntervalPair(1), IntervalPair(2), IntervalPair(3), IntervalPair(4), IntervalPair(5)];

/// The pair whose matrices are timed: that of `gauss`.
const TIMED: IntervalPair = IntervalPair(2);

/// Elements of L·U that are off by more do not match.
const TOLERANCE: f64 = 1e-4;

/// Decay of the matrix that Rodinia generates.
const DECAY: f64 = 0.001;

/// Largest matrix of Rodinia's, unless sizes are asked for.
const MOST_OF_RODINIA: usize = 512;

/// Bits of multiple precision that takes part besides the reference.
const BITS: u16 = 128;

/// Largest matrix for which the reference is factorised in multiple precision.
const MOST_MULTIPLE: usize = 256;

/// Most rows for which the processor factorises what it was not asked to, to compare a device with it.
const MOST_COMPARED: usize = 64;

/// The block in which accuracy is measured on devices.
const BLOCK: u32 = 16;

/// The outcome of what was timed.
const RAN: &str = "ran";

/// Where a matrix comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Drawn from intervals.
    Random(IntervalPair),
    /// Rodinia's.
    Rodinia,
}

impl Source {
    fn matrix(self, size: usize, seed: u64) -> Lud {
        match self {
            Source::Random(pair) => {
                let ranges = pair.intervals().map(|(low, high)| -> Range { [low, high] });
                Lud::random(size, &ranges, seed)
            }
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
        random: Table::new("lud", &ids, ACCURACY).paper(EXPERIMENT.study.paper),
        rodinia: Table::new("lud-rodinia", &ids, ACCURACY),
        times: Table::new("lud-time", &ids, TIMES).paper("Tables 18 and 19 of Nguyen"),
        failures: Failures::default(),
    };
    for (source, size) in matrices {
        let matrix = || Ok(source.matrix(size, options.seed));
        if let Some(lud) = decomposition.pace.at("condition numbers", size, matrix)? {
            decomposition.factorise_everywhere(source, &lud)?;
        }
        progress.advance(1);
    }
    let Decomposition { pace, random, rodinia, times, failures, .. } = decomposition;
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

/// The factors of a type that the processor found: a hash of their bits, and how good they are.
struct Known {
    number: Contender,
    hash: u64,
    quality: Vec<Cell>,
}

/// All matrices in every type on every device.
struct Decomposition<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    pace: Pace,
    /// How good the factors of random matrices are.
    random: Table,
    /// The same of Rodinia's.
    rodinia: Table,
    times: Table,
    /// Devices that failed, which are not asked again.
    failures: Failures,
}

impl Decomposition<'_> {
    fn factorise_everywhere(&mut self, source: Source, lud: &Lud) -> Result<(), Error> {
        let options = self.options;
        let reference = self.reference(source, lud)?;
        let (reference, mut known) = (reference.as_ref(), Vec::new());
        let mut failures = std::mem::take(&mut self.failures);
        let ended = options.devices.everywhere(&mut failures, |place| {
            for number in FAMILIES.into_iter().filter(|number| options.types.contains(number)) {
                let done = with_type!(number, F, W => match place {
                    Place::Processor => {
                        self.on_processor::<F, W>(source, lud, reference, &mut known)
                    }
                    Place::Device(opened) => {
                        self.on_device::<F, W>(source, lud, opened, reference, &known)
                    }
                });
                done.unwrap_or(Ok(()))?;
            }
            match place {
                Place::Processor => self.in_multiple_precision(source, lud, reference),
                Place::Device(_) => Ok(()),
            }
        });
        self.failures = failures;
        ended
    }

    /// What factors are compared with; none where it would take too long.
    fn reference(&mut self, source: Source, lud: &Lud) -> Result<Option<Reference>, Error> {
        let (progress, size) = (self.progress, lud.size());
        let number = Contender::Multiple(256);
        let factors = if size <= MOST_MULTIPLE {
            let work = || lud.factorise_in_bits(256, progress);
            self.pace.within(EXPENSIVE, "reference in 256 bits", size, work)?.flatten()
        } else {
            None
        };
        let Some(ManyBits { rows, seconds }) = factors else {
            return self.pace.at("reference in dd", size, || lud.reference_in_dd(progress));
        };
        let reference = Reference::of_multiple(rows.iter().flatten());
        if self.options.types.contains(&number) && self.options.devices.has_processor() {
            let quality = quality(number, lud, &reference.pairs(), None);
            self.push_processor(source, size, number, seconds, quality);
        }
        Ok(Some(reference))
    }

    /// In fewer bits.
    fn in_multiple_precision(
        &mut self,
        source: Source,
        lud: &Lud,
        reference: Option<&Reference>,
    ) -> Result<(), Error> {
        let (number, progress) = (Contender::Multiple(BITS), self.progress);
        if !self.options.types.contains(&number) || source != Source::Random(TIMED) {
            return Ok(());
        }
        let (name, size) = (format!("{number} on cpu"), lud.size());
        let work = || lud.factorise_in_bits(BITS.into(), progress);
        let factors = self.pace.within(EXPENSIVE, &name, size, work)?.flatten();
        if let Some(ManyBits { rows, seconds }) = factors {
            let numbers = Reference::of_multiple(rows.iter().flatten()).pairs();
            let quality = quality(number, lud, &numbers, reference);
            self.push_processor(source, size, number, seconds, quality);
        }
        Ok(())
    }

    fn on_processor<F: Family, W: OnDevice>(
        &mut self,
        source: Source,
        lud: &Lud,
        reference: Option<&Reference>,
        known: &mut Vec<Known>,
    ) -> Result<(), Error> {
        let (number, progress) = (F::contender::<W>(), self.progress);
        // Pace foresees the time from that of all of this.
        let work = || {
            let factors = lud.factorise::<F, W>(Place::Processor, BLOCK, progress)?;
            Ok(factors.map(|factors| {
                let quality = quality(number, lud, &factors.numbers, reference);
                (Known { number, hash: hash(&factors.numbers), quality }, factors.seconds)
            }))
        };
        let done = self.pace.at(&format!("{number} on cpu"), lud.size(), work)?.flatten();
        if let Some((found, seconds)) = done {
            self.push_processor(source, lud.size(), number, seconds, found.quality.clone());
            known.push(found);
        }
        Ok(())
    }

    fn on_device<F: Family, W: OnDevice>(
        &mut self,
        source: Source,
        lud: &Lud,
        opened: &Opened,
        reference: Option<&Reference>,
        known: &[Known],
    ) -> Result<(), Error> {
        // The quick run has one matrix for devices.
        let passed_over = self.options.quick && source != Source::Random(TIMED);
        if passed_over || !opened.has::<W>() {
            return Ok(());
        }
        let (number, size, id) = (F::contender::<W>(), lud.size(), opened.id());
        let known = known.iter().find(|known| known.number == number);
        let expected = self.expected::<F, W>(lud, opened, known)?;
        let blocks: &[u32] = match source {
            Source::Random(TIMED) if !self.options.quick => &[4, 8, 16, 32, 64],
            _ => &[BLOCK],
        };
        for &block in blocks {
            let progress = self.progress;
            let work = || match lud.factorise::<F, W>(Place::Device(opened), block, progress) {
                Err(Error::Device(floatfloat_gpu::Error::Unsupported { what, .. })) => {
                    Ok(Some(Err(what)))
                }
                factors => factors.map(|factors| factors.map(Ok)),
            };
            let name = format!("{number} on {id} in blocks of {block}x{block}");
            let share = if opened.is_software() { EXPENSIVE } else { 1.0 };
            let Some(done) = self.pace.within(share, &name, size, work)?.flatten() else {
                continue;
            };
            let factors = match done {
                Ok(factors) => factors,
                Err(why) => {
                    self.push_time(source, size, id, number, Some(block), Err(why), None);
                    continue;
                }
            };
            let hash = hash(&factors.numbers);
            let verified = expected.map(|expected| expected == hash);
            let seconds = Ok(factors.seconds);
            self.push_time(source, size, id, number, Some(block), seconds, verified);
            if block == BLOCK {
                // The same bits are as good as the processor's.
                let quality = match known.filter(|known| known.hash == hash) {
                    Some(known) => known.quality.clone(),
                    None => quality(number, lud, &factors.numbers, reference),
                };
                self.push_quality(source, size, id, number, Some(block), quality, verified);
            }
        }
        Ok(())
    }

    /// A hash of the bits that the processor finds, where it does not take long.
    fn expected<F: Family, W: OnDevice>(
        &self,
        lud: &Lud,
        opened: &Opened,
        known: Option<&Known>,
    ) -> Result<Option<u64>, Error> {
        let small = lud.size() <= MOST_COMPARED;
        if !opened.fused::<W>() {
            let reference = opened.device.reference();
            let expected = || lud.expected::<F, W>(&reference, BLOCK);
            return small.then(expected).transpose().map(|numbers| numbers.as_deref().map(hash));
        }
        if let Some(known) = known {
            return Ok(Some(known.hash));
        }
        if !small {
            return Ok(None);
        }
        let factors = lud.factorise::<F, W>(Place::Processor, BLOCK, self.progress)?;
        Ok(factors.map(|factors| hash(&factors.numbers)))
    }

    fn push_processor(
        &mut self,
        source: Source,
        size: usize,
        number: Contender,
        seconds: f64,
        quality: Vec<Cell>,
    ) {
        let id = Place::Processor.id();
        self.push_time(source, size, id, number, None, Ok(seconds), None);
        self.push_quality(source, size, id, number, None, quality, None);
    }

    /// How long factors took, or why there are none, of a matrix whose times are shown.
    #[allow(clippy::too_many_arguments)]
    fn push_time(
        &mut self,
        source: Source,
        size: usize,
        device: &str,
        number: Contender,
        block: Option<u32>,
        seconds: Result<f64, String>,
        verified: Option<bool>,
    ) {
        if source != Source::Random(TIMED) {
            return;
        }
        let ms = seconds.as_ref().ok().map(|seconds| seconds * 1e3);
        self.times.push(row![
            device,
            number.name(),
            source.to_string(),
            size,
            block.map(side_by_side),
            ms,
            seconds.err().unwrap_or_else(|| RAN.into()),
            verified,
            block,
        ]);
    }

    #[allow(clippy::too_many_arguments)]
    fn push_quality(
        &mut self,
        source: Source,
        size: usize,
        device: &str,
        number: Contender,
        block: Option<u32>,
        quality: Vec<Cell>,
        verified: Option<bool>,
    ) {
        let table = match source {
            Source::Random(_) => &mut self.random,
            Source::Rodinia => &mut self.rodinia,
        };
        let matrix = row![device, number.name(), source.to_string(), size, block.map(side_by_side)];
        table.push([matrix, quality, row![verified]].concat());
    }
}

/// A block, as tables name it: `16x16`.
fn side_by_side(block: u32) -> String {
    format!("{block}x{block}")
}

/// How good factors are: the cells from `mismatches` to `reference`.
fn quality(
    number: Contender,
    lud: &Lud,
    numbers: &[[f64; 2]],
    reference: Option<&Reference>,
) -> Vec<Cell> {
    // dd cannot be compared with itself, and numbers of more than two words not by residuals.
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

/// A hash of the bits of numbers.
fn hash(numbers: &[[f64; 2]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    numbers.iter().flatten().for_each(|number| hasher.write_u64(number.to_bits()));
    hasher.finish()
}
