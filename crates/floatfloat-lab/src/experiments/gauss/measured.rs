//! Solving one system everywhere in every type.

use super::System;
use crate::{
    arithmetic::{Family, Visitor, for_each},
    contender::Contender,
    devices::{Failures, OnDevice, Opened},
    error::Error,
    experiments::{
        Options,
        pace::{DEAR, Pace},
    },
    machine::CPU,
    progress::Progress,
    workloads::{
        Place, Workload,
        gauss::{Block, Gauss, Solved},
    },
};

/// What one solution is like.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) device: String,
    pub(super) contender: Contender,
    pub(super) system: System,
    pub(super) size: usize,
    /// That of a device.
    pub(super) block: Option<Block>,
    /// Of the elimination.
    pub(super) seconds: f64,
    pub(super) substitution: Option<f64>,
    /// Mean distance from the exact solution, and the largest.
    pub(super) error: f64,
    pub(super) largest: f64,
    /// The largest distance over the largest x: where it is 1, the solution means nothing.
    pub(super) relative: f64,
    pub(super) backward: f64,
    pub(super) condition: Option<f64>,
    pub(super) reference: &'static str,
    /// Whether it has the bits of the processor's.
    pub(super) verified: Option<bool>,
}

/// Bits of multiple precision that takes part.
const BITS: u16 = 128;

/// Most unknowns for which the processor imitates a device without fused multiply-add, or solves what
/// it was not asked to.
const MOST_IMITATED: usize = 64;

/// All that is measured.
pub(super) struct Study<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    pub(super) pace: Pace,
    pub(super) found: Vec<Measured>,
    /// Devices that failed, which are not asked again.
    pub(super) failures: Failures,
}

/// A solution as its bits.
type Bits = Vec<[u64; 2]>;

impl<'a> Study<'a> {
    pub(super) fn new(options: &'a Options, pace: Pace, progress: &'a dyn Progress) -> Self {
        let failures = Failures::default();
        Study { options, progress, pace, found: Vec::new(), failures }
    }

    /// Solves a system on every device in every type.
    pub(super) fn measure(&mut self, system: System, gauss: &Gauss) -> Result<(), Error> {
        let options = self.options;
        let mut known = Vec::new();
        if options.devices.has_processor() {
            let mut processor = OnProcessor { study: self, system, gauss, known: Vec::new() };
            for_each(&options.types, &mut processor)?;
            known = processor.known;
            self.multiple(system, gauss)?;
        }
        let mut failures = std::mem::take(&mut self.failures);
        let ended = options.devices.on_those_left(&mut failures, |opened| {
            let mut device = OnOther { study: self, system, gauss, opened, known: &known };
            for_each(&options.types, &mut device)
        });
        self.failures = failures;
        ended
    }

    /// Solves random systems in multiple precision.
    fn multiple(&mut self, system: System, gauss: &Gauss) -> Result<(), Error> {
        let contender = Contender::Multiple(BITS);
        if !self.options.types.contains(&contender) || system != System::Random {
            return Ok(());
        }
        let progress = self.progress;
        let work = || gauss.solve_in_bits(BITS.into(), progress);
        let what = name(CPU, contender, None);
        let solved = self.pace.within(DEAR, &what, gauss.size(), work)?;
        if let Some(solved) = solved.flatten() {
            let found = measured(CPU, contender, None, system, gauss, &solved)?;
            self.found.push(Measured { substitution: None, ..found });
        }
        Ok(())
    }
}

/// What takes its own time.
fn name(device: &str, contender: Contender, block: Option<Block>) -> String {
    match block {
        Some([x, y]) => format!("{contender} on {device} in blocks of {x}x{y}"),
        None => format!("{contender} on {device}"),
    }
}

fn measured(
    device: &str,
    contender: Contender,
    block: Option<Block>,
    system: System,
    gauss: &Gauss,
    solved: &Solved,
) -> Result<Measured, Error> {
    let errors = gauss.errors(&solved.x);
    Ok(Measured {
        device: device.into(),
        contender,
        system,
        size: gauss.size(),
        block,
        seconds: solved.elimination,
        substitution: Some(solved.substitution),
        error: errors.mean,
        largest: errors.largest,
        relative: errors.largest / gauss.exact.scale(),
        backward: gauss.backward_error(&solved.x)?,
        condition: gauss.condition(),
        reference: gauss.exact.name,
        verified: None,
    })
}

fn bits(x: &[[f64; 2]]) -> Bits {
    x.iter().map(|parts| parts.map(f64::to_bits)).collect()
}

struct OnProcessor<'a, 'b> {
    study: &'a mut Study<'b>,
    system: System,
    gauss: &'a Gauss,
    /// The solutions, for devices to be compared with.
    known: Vec<(Contender, Bits)>,
}

impl Visitor for OnProcessor<'_, '_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        let (contender, gauss) = (F::contender::<W>(), self.gauss);
        let progress = self.study.progress;
        // The block is that of devices.
        let work = || gauss.solve::<F, W>(Place::Processor, [1, 1], progress);
        let solved = self.study.pace.at(&name(CPU, contender, None), gauss.size(), work)?;
        if let Some(solved) = solved.flatten() {
            let found = measured(CPU, contender, None, self.system, gauss, &solved)?;
            self.study.found.push(found);
            self.known.push((contender, bits(&solved.x)));
        }
        Ok(())
    }
}

struct OnOther<'a, 'b> {
    study: &'a mut Study<'b>,
    system: System,
    gauss: &'a Gauss,
    opened: &'a Opened,
    known: &'a [(Contender, Bits)],
}

impl OnOther<'_, '_> {
    /// The blocks of table 16, and one more; Rodinia's systems have one, and so has the quick run but
    /// for f32.
    fn blocks(&self, contender: Contender) -> &'static [Block] {
        let one = contender != Contender::Number(crate::number_type::NumberType::F32);
        match (self.system, self.study.options.quick) {
            (System::Rodinia, _) => &[[8, 8]],
            (System::Random, true) if one => &[[8, 8]],
            (System::Random, true) => &[[4, 4], [8, 8]],
            (System::Random, false) => &[[4, 4], [8, 8], [16, 16]],
        }
    }

    /// The bits that the processor finds, where it takes it no long time.
    fn expected<F: Family, W: OnDevice>(&self) -> Result<Option<Bits>, Error> {
        let small = self.gauss.size() <= MOST_IMITATED;
        if !self.opened.fused::<W>() {
            let reference = self.opened.device.reference();
            let expected = || self.gauss.expected::<F, W>(&reference, [8, 8]);
            return small.then(expected).transpose().map(|x| x.as_deref().map(bits));
        }
        let contender = F::contender::<W>();
        if let Some((_, bits)) = self.known.iter().find(|(known, _)| *known == contender) {
            return Ok(Some(bits.clone()));
        }
        if !small {
            return Ok(None);
        }
        let solved = self.gauss.solve::<F, W>(Place::Processor, [1, 1], self.study.progress)?;
        Ok(solved.map(|solved| bits(&solved.x)))
    }
}

impl Visitor for OnOther<'_, '_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        // The quick run has no system of Rodinia's for devices.
        let passed_over = self.study.options.quick && self.system == System::Rodinia;
        if passed_over || !self.opened.has::<W>() {
            return Ok(());
        }
        let (contender, gauss, opened) = (F::contender::<W>(), self.gauss, self.opened);
        let expected = self.expected::<F, W>()?;
        for &block in self.blocks(contender) {
            let progress = self.study.progress;
            let work = || gauss.solve::<F, W>(Place::Device(opened), block, progress);
            let what = name(opened.id(), contender, Some(block));
            let share = if opened.is_software() { DEAR } else { 1.0 };
            let solved = self.study.pace.within(share, &what, gauss.size(), work)?;
            if let Some(solved) = solved.flatten() {
                let system = self.system;
                let found = measured(opened.id(), contender, Some(block), system, gauss, &solved)?;
                let verified = expected.as_ref().map(|expected| *expected == bits(&solved.x));
                self.study.found.push(Measured { verified, ..found });
            }
        }
        Ok(())
    }
}
