//! Factorising one matrix everywhere in every type.

use super::{Source, TIMED, TOLERANCE, blocks};
use crate::{
    arithmetic::{Family, PairOf, Visitor, for_each},
    contender::Contender,
    devices::{Failures, OnDevice, Opened},
    error::Error,
    experiments::{
        Options,
        pace::{EXPENSIVE, Pace},
    },
    machine::CPU,
    progress::Progress,
    workloads::{
        Place, Workload,
        lud::{Factors, Lud, ManyBits, Mismatches},
        reference::Reference,
    },
};
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

/// How good factors are.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) device: String,
    pub(super) contender: Contender,
    pub(super) source: Source,
    pub(super) size: usize,
    /// That of a device.
    pub(super) block: Option<u32>,
    pub(super) mismatches: Option<Mismatches>,
    /// Mean distance of L and U from the exact ones.
    pub(super) error: Option<f64>,
    /// Largest distance of L and U from the exact ones over the largest of these: where it is 1, the
    /// factors mean nothing.
    pub(super) relative: Option<f64>,
    /// Largest distance of L·U from the matrix; none where the factors have more than two words.
    pub(super) residual: Option<f64>,
    pub(super) condition: Option<f64>,
    pub(super) reference: Option<&'static str>,
    /// Whether they have the bits of the processor's.
    pub(super) verified: Option<bool>,
}

/// How long factors took.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub(super) device: String,
    pub(super) contender: Contender,
    pub(super) size: usize,
    pub(super) block: Option<u32>,
    pub(super) seconds: Option<f64>,
    /// `ran`, or why not.
    pub(super) outcome: String,
    pub(super) verified: Option<bool>,
}

/// Bits of multiple precision that takes part besides the reference.
const BITS: u16 = 128;

/// Beyond so many rows multiple precision takes too long to be the reference.
const MOST_MULTIPLE: usize = 256;

/// Most rows for which the processor imitates a device without fused multiply-add, or factorises what
/// it was not asked to.
const MOST_IMITATED: usize = 64;

/// The block in which accuracy is measured on devices.
const BLOCK: u32 = 16;

/// All that is measured.
pub(super) struct Study<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    pub(super) pace: Pace,
    pub(super) found: Vec<Measured>,
    pub(super) timed: Vec<Timed>,
    /// Devices that failed, which are not asked again.
    pub(super) failures: Failures,
}

/// The processor's factors of a type: a hash of their bits, and how good they are.
struct Known {
    contender: Contender,
    hash: u64,
    measured: Measured,
}

impl<'a> Study<'a> {
    pub(super) fn new(options: &'a Options, pace: Pace, progress: &'a dyn Progress) -> Self {
        let failures = Failures::default();
        Study { options, progress, pace, found: Vec::new(), timed: Vec::new(), failures }
    }

    /// Factorises a matrix on every device in every type.
    pub(super) fn measure(&mut self, source: Source, lud: &Lud) -> Result<(), Error> {
        let options = self.options;
        let reference = self.reference(source, lud)?;
        let mut known = Vec::new();
        if options.devices.has_processor() {
            let known = &mut known;
            let reference = reference.as_ref();
            let mut processor = OnProcessor { study: self, source, lud, reference, known };
            for_each(&options.types, &mut processor)?;
            self.multiple(source, lud, reference)?;
        }
        let mut failures = std::mem::take(&mut self.failures);
        let ended = options.devices.on_those_left(&mut failures, |opened| {
            let reference = reference.as_ref();
            let mut device = OnOther { study: self, source, lud, opened, reference, known: &known };
            for_each(&options.types, &mut device)
        });
        self.failures = failures;
        ended
    }

    /// What factors are compared with; none where it would take too long.
    fn reference(&mut self, source: Source, lud: &Lud) -> Result<Option<Reference>, Error> {
        let progress = self.progress;
        let size = lud.size();
        let bits = Contender::Multiple(256);
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
        if self.options.types.contains(&bits) && self.options.devices.has_processor() {
            let numbers = reference.pairs();
            self.found.push(Measured {
                error: None,
                relative: None,
                ..measured(CPU, bits, None, source, lud, &numbers, None)
            });
            self.time(source, Timed::on_processor(bits, size, seconds));
        }
        Ok(Some(reference))
    }

    /// Factorises in multiple precision of fewer bits.
    fn multiple(
        &mut self,
        source: Source,
        lud: &Lud,
        reference: Option<&Reference>,
    ) -> Result<(), Error> {
        let contender = Contender::Multiple(BITS);
        if !self.options.types.contains(&contender) || source != Source::Random(TIMED) {
            return Ok(());
        }
        let progress = self.progress;
        let work = || lud.factorise_in_bits(BITS.into(), progress);
        let what = name(CPU, contender, None);
        let factors = self.pace.within(EXPENSIVE, &what, lud.size(), work)?.flatten();
        if let Some(ManyBits { rows, seconds }) = factors {
            let numbers = Reference::of_multiple(rows.iter().flatten()).pairs();
            let found = measured(CPU, contender, None, source, lud, &numbers, reference);
            self.found.push(found);
            self.time(source, Timed::on_processor(contender, lud.size(), seconds));
        }
        Ok(())
    }

    /// Keeps a time if it is that of a matrix whose times are shown.
    fn time(&mut self, source: Source, timed: Timed) {
        if source == Source::Random(TIMED) {
            self.timed.push(timed);
        }
    }
}

impl Timed {
    /// A factorisation by the processor.
    fn on_processor(contender: Contender, size: usize, seconds: f64) -> Self {
        let (device, outcome) = (CPU.into(), RAN.into());
        let seconds = Some(seconds);
        Timed { device, contender, size, block: None, seconds, outcome, verified: None }
    }
}

/// The outcome of what was timed.
const RAN: &str = "ran";

/// What takes its own time.
fn name(device: &str, contender: Contender, block: Option<u32>) -> String {
    match block {
        Some(block) => format!("{contender} on {device} in blocks of {block}x{block}"),
        None => format!("{contender} on {device}"),
    }
}

fn measured(
    device: &str,
    contender: Contender,
    block: Option<u32>,
    source: Source,
    lud: &Lud,
    numbers: &[[f64; 2]],
    reference: Option<&Reference>,
) -> Measured {
    // dd cannot be compared with itself.
    let multiple = matches!(contender, Contender::Multiple(_));
    let own = contender == <PairOf as Family>::contender::<f64>();
    let reference = reference.filter(|reference| !own || reference.name != "dd");
    let errors = reference.map(|reference| reference.errors(numbers.iter().copied()));
    Measured {
        device: device.into(),
        contender,
        source,
        size: lud.size(),
        block,
        mismatches: Some(lud.mismatches(numbers, TOLERANCE)),
        error: errors.map(|errors| errors.mean),
        relative: errors
            .zip(reference)
            .map(|(errors, reference)| errors.largest / reference.scale()),
        residual: (!multiple).then(|| lud.residual(numbers)),
        condition: lud.condition(),
        reference: reference.map(|reference| reference.name),
        verified: None,
    }
}

/// A hash of the bits of numbers.
fn hash(numbers: &[[f64; 2]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    numbers.iter().flatten().for_each(|number| hasher.write_u64(number.to_bits()));
    hasher.finish()
}

struct OnProcessor<'a, 'b> {
    study: &'a mut Study<'b>,
    source: Source,
    lud: &'a Lud,
    reference: Option<&'a Reference>,
    known: &'a mut Vec<Known>,
}

impl Visitor for OnProcessor<'_, '_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        let (contender, lud, source) = (F::contender::<W>(), self.lud, self.source);
        let (progress, reference) = (self.study.progress, self.reference);
        // The block is that of devices.
        let work = || {
            let factors = lud.factorise::<F, W>(Place::Processor, BLOCK, progress)?;
            Ok(factors.map(|Factors { numbers, seconds }| {
                let measured = measured(CPU, contender, None, source, lud, &numbers, reference);
                (measured, hash(&numbers), seconds)
            }))
        };
        let done = self.study.pace.at(&name(CPU, contender, None), lud.size(), work)?;
        if let Some((measured, hash, seconds)) = done.flatten() {
            self.study.time(source, Timed::on_processor(contender, lud.size(), seconds));
            self.study.found.push(measured.clone());
            self.known.push(Known { contender, hash, measured });
        }
        Ok(())
    }
}

struct OnOther<'a, 'b> {
    study: &'a mut Study<'b>,
    source: Source,
    lud: &'a Lud,
    opened: &'a Opened,
    reference: Option<&'a Reference>,
    known: &'a [Known],
}

impl OnOther<'_, '_> {
    /// A hash of the bits that the processor finds, where it takes it no long time.
    fn expected<F: Family, W: OnDevice>(&self) -> Result<Option<u64>, Error> {
        let small = self.lud.size() <= MOST_IMITATED;
        if !self.opened.fused::<W>() {
            let reference = self.opened.device.reference();
            let expected = || self.lud.expected::<F, W>(&reference, BLOCK);
            return small.then(expected).transpose().map(|numbers| numbers.as_deref().map(hash));
        }
        if let Some(known) = self.known(F::contender::<W>()) {
            return Ok(Some(known.hash));
        }
        if !small {
            return Ok(None);
        }
        let factors = self.lud.factorise::<F, W>(Place::Processor, BLOCK, self.study.progress)?;
        Ok(factors.map(|factors| hash(&factors.numbers)))
    }

    fn known(&self, contender: Contender) -> Option<&Known> {
        self.known.iter().find(|known| known.contender == contender)
    }

    /// Factorises in one block. Accuracy is that of the processor where the bits are the same.
    fn in_block<F: Family, W: OnDevice>(
        &mut self,
        block: u32,
        expected: Option<u64>,
    ) -> Result<(), Error> {
        let (contender, lud, source) = (F::contender::<W>(), self.lud, self.source);
        let (opened, progress) = (self.opened, self.study.progress);
        let id = opened.id();
        let work = || match lud.factorise::<F, W>(Place::Device(opened), block, progress) {
            Err(Error::Device(floatfloat_gpu::Error::Unsupported { what, .. })) => Ok(Err(what)),
            factors => factors.map(Ok),
        };
        let what = name(id, contender, Some(block));
        let share = if opened.is_software() { EXPENSIVE } else { 1.0 };
        let done = self.study.pace.within(share, &what, lud.size(), work)?;
        let Some(done) = done else { return Ok(()) };
        let timed = |seconds, outcome, verified| Timed {
            device: id.into(),
            contender,
            size: lud.size(),
            block: Some(block),
            seconds,
            outcome,
            verified,
        };
        let factors = match done {
            Ok(Some(factors)) => factors,
            Ok(None) => return Ok(()),
            Err(why) => {
                self.study.time(source, timed(None, why, None));
                return Ok(());
            }
        };
        let hash = hash(&factors.numbers);
        let verified = expected.map(|expected| expected == hash);
        self.study.time(source, timed(Some(factors.seconds), RAN.into(), verified));
        if block == BLOCK {
            let known = self.known(contender).filter(|known| known.hash == hash);
            let found = match known {
                Some(known) => known.measured.clone(),
                None => {
                    let numbers = &factors.numbers;
                    measured(id, contender, None, source, lud, numbers, self.reference)
                }
            };
            let (device, block) = (id.to_owned(), Some(block));
            self.study.found.push(Measured { device, block, verified, ..found });
        }
        Ok(())
    }
}

impl Visitor for OnOther<'_, '_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        // The quick run has one matrix for devices.
        let passed_over = self.study.options.quick && self.source != Source::Random(TIMED);
        if passed_over || !self.opened.has::<W>() {
            return Ok(());
        }
        let expected = self.expected::<F, W>()?;
        let blocks = match self.source {
            Source::Random(TIMED) => blocks(self.study.options.quick),
            _ => &[BLOCK],
        };
        blocks.iter().try_for_each(|&block| self.in_block::<F, W>(block, expected))
    }
}
