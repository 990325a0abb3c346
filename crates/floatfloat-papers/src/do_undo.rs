//! Repeats x·y/y, each time with another y: the cost and the error of divisions.

mod cases;
mod charts;
mod claims;

use crate::published::NGUYEN;
use cases::{Case, Draw};
use floatfloat::Word;
use floatfloat_gpu::{Lowering, lowering::Division};
use floatfloat_lab::{
    arithmetic::{Arithmetic, Family, Multiple, each_type},
    devices::{Failures, OnDevice, Opened},
    error::Error,
    experiments::{Experiment, Options, Study},
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, row, verdict},
    workloads::{
        Place,
        fold::{ByLength, Fold, OnOther, Operands, every_chain},
        timed,
    },
};
use std::time::Instant;

const STUDY: Study = Study {
    id: "do-undo",
    title: "Multiply and divide again",
    summary: "error and time of repeated x·y/y, by kind of division",
    about: include_str!("do_undo.md"),
    paper: "Figures 24 to 29 and table 20 of Nguyen",
    published: &[(&NGUYEN, "do-undo-published"), (&NGUYEN, "do-undo-published-figures")],
    claims: claims::CLAIMS,
    charts: charts::CHARTS,
};

pub(crate) const EXPERIMENT: Experiment = Experiment::new(STUDY, run).of_speed().up_to(10_000_000);

const COLUMNS: [Column; 11] = [
    chosen("device"),
    chosen("type"),
    chosen("division"),
    chosen("x"),
    chosen("y"),
    chosen("steps"),
    chosen("chains"),
    measured("error", ""),
    measured("relative_error", ""),
    measured("ns", "ns"),
    verdict("verified"),
];

const GAP: [Column; 7] = [
    chosen("x"),
    chosen("y"),
    measured("gap", ""),
    measured("error_float2", ""),
    measured("relative_float2", ""),
    measured("relative_f32", ""),
    measured("relative_ff", ""),
];

const THREADS: [Column; 8] = [
    chosen("device"),
    chosen("type"),
    chosen("division"),
    chosen("steps"),
    chosen("chains"),
    measured("ns", "ns"),
    measured("ns_per_division", "ns"),
    verdict("verified"),
];

/// The number of chains of each kind, except the longest chains.
const CHAINS: usize = 8;

/// The number of chains that shows how much latency threads hide.
const MANY: usize = 1024;

/// The name of correctly rounded division.
const IEEE: &str = "IEEE";

/// The name of multiplication by the reciprocal.
const RECIPROCAL: &str = "x · (1/y)";

/// The name of a device's own division if it is not correctly rounded.
const OWN: &str = "own";

/// Up to this number of steps, results of devices are compared with the processor's.
const VERIFIED: usize = 100_000;

/// A launch that would take longer, in nanoseconds, is left out: some systems end launches that
/// take seconds.
const LONGEST: f64 = 2e9;

/// The number of steps whose error is compared with the gap.
const STEPS_OF_GAP: f64 = 10_000.0;

/// The numbers of steps after which the error is computed, each with the number of chains.
fn sizes(options: &Options) -> Vec<(usize, usize)> {
    let all = [100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];
    let own = all[..if options.quick { 3 } else { 6 }].iter().copied();
    let chains = |steps| if steps <= 1_000_000 { CHAINS } else { 1 };
    options.sizes_or(own).into_iter().map(|steps| (steps as usize, chains(steps))).collect()
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let (sizes, devices) = (sizes(options), &options.devices);
    let steps = Case::all().len() * options.families_everywhere();
    progress.begin("doing and undoing", steps as u64);
    let ids = devices.ids();
    let mut chains = Chains {
        sizes,
        progress,
        errors: Table::new("do-undo", &ids, COLUMNS).paper("Figures 24 to 29 of Nguyen"),
        threads: Table::new("do-undo-threads", &ids, THREADS).paper("Chapter 9 of Nguyen"),
    };
    let mut gaps = Table::new("do-undo-gap", &ids, GAP).paper("Table 20 of Nguyen");
    let mut failures = Failures::default();
    for case in Case::all() {
        let draw = cases::draw(case, options, &chains.sizes, progress)?;
        devices.everywhere(&mut failures, |place| {
            each_type!(options.types, F, W => chains.all::<F, W>(&draw, place)?);
            Ok(())
        })?;
        let [x, y] = case.names();
        let rows = chains.errors.frame().with(&[("division", IEEE), ("x", x), ("y", y)]);
        let rows = rows.at("steps", STEPS_OF_GAP);
        let value = |number: &str, column: &str| rows.with(&[("type", number)]).value(column);
        gaps.push(row![
            x,
            y,
            draw.gap(),
            value("float2", "error"),
            value("float2", "relative_error"),
            value("f32", "relative_error"),
            value("ff", "relative_error"),
        ]);
    }
    let Chains { errors, threads, .. } = chains;
    let threads = (!threads.rows.is_empty()).then_some(threads);
    Ok([failures.report(errors), gaps].into_iter().chain(threads).collect())
}

/// r·y/y
#[derive(Clone, Copy)]
struct DoUndo;

impl Fold for DoUndo {
    #[inline(always)]
    fn step<F: Family, W: Word>(state: F::Of<W>, y: F::Of<W>) -> F::Of<W> {
        state.mul(&y).div(&y)
    }
}

/// r·y·(1/y)
#[derive(Clone, Copy)]
struct ByReciprocal;

impl Fold for ByReciprocal {
    #[inline(always)]
    fn step<F: Family, W: Word>(state: F::Of<W>, y: F::Of<W>) -> F::Of<W> {
        state.mul(&y).mul(&y.constant(1.0).div(&y))
    }
}

/// The chains at all places.
struct Chains<'a> {
    /// The numbers of steps and of chains.
    sizes: Vec<(usize, usize)>,
    progress: &'a dyn Progress,
    errors: Table,
    threads: Table,
}

impl Chains<'_> {
    /// Computes the chains in one type at one place, by every division that it has.
    fn all<F: Family, W: OnDevice>(&mut self, draw: &Draw, place: Place<'_>) -> Result<(), Error> {
        if !place.has::<W>() {
            return Ok(());
        }
        let operands = Operands::<W>::new::<F>(&draw.y, true);
        let mut one = One { chains: self, draw, place, operands: &operands };
        one.divide::<F, DoUndo>(IEEE, None)?;
        if F::WORDS == 1 {
            one.divide::<F, ByReciprocal>(RECIPROCAL, None)?;
            for (name, lowering) in other_divisions::<W>(place)? {
                one.divide::<F, DoUndo>(&name, Some(lowering))?;
            }
        }
        self.progress.advance(1);
        Ok(())
    }
}

/// One draw in one type at one place.
struct One<'o, 'a, W> {
    chains: &'o mut Chains<'a>,
    draw: &'o Draw,
    place: Place<'o>,
    operands: &'o Operands<W>,
}

impl<W: OnDevice> One<'_, '_, W> {
    /// Computes the chains by one division. On a device, `other` names a division other than the
    /// correctly rounded one.
    fn divide<F: Family, C: Fold>(
        &mut self,
        division: &str,
        other: Option<Lowering>,
    ) -> Result<(), Error> {
        match self.place {
            Place::Processor => self.here::<F, C>(division),
            Place::Device(opened) => self.there::<F, C>(opened, division, other),
        }
    }

    /// The processor's results.
    fn states<F: Family, C: Fold>(&self, lengths: &[usize], of: usize) -> Result<ByLength, Error> {
        let (x, fused, progress) = (self.draw.x, self.place.fused::<W>(), self.chains.progress);
        every_chain::<F, W, C>(x, self.operands, of, lengths, fused, progress)
    }

    fn here<F: Family, C: Fold>(&mut self, division: &str) -> Result<(), Error> {
        for group in self.chains.sizes.clone().chunk_by(|one, other| one.1 == other.1) {
            let (lengths, of) = (group.iter().map(|size| size.0).collect::<Vec<_>>(), group[0].1);
            let begin = Instant::now();
            let states = self.states::<F, C>(&lengths, of)?;
            let steps = lengths.last().copied().unwrap_or(1) * of;
            let ns = begin.elapsed().as_secs_f64() * 1e9 / steps as f64;
            for (steps, states) in lengths.into_iter().zip(states) {
                self.push::<F>(division, steps, &states, ns, None);
            }
        }
        Ok(())
    }

    fn there<F: Family, C: Fold>(
        &mut self,
        opened: &Opened,
        division: &str,
        other: Option<Lowering>,
    ) -> Result<(), Error> {
        let (device, draw) = (&opened.device, self.draw);
        let lowering = other.map_or_else(|| device.lowering(W::TYPE), Ok)?;
        let backend = device.backend();
        let chain = OnOther::<F, W>::new::<C>(backend, &lowering, draw.x, self.operands, MANY)?;
        // Besides the requested chains, many chains of words at once.
        let many = draw.y.len() / MANY;
        let is_wanted = F::WORDS == 1 && draw.case == Case::SMALL && many > 0;
        let many = is_wanted.then_some((many, MANY));
        let mut ns = 0.0;
        for (steps, of) in self.chains.sizes.clone().into_iter().chain(many) {
            if !self.place.supports_iterations(steps as u64) {
                continue;
            }
            if ns * steps as f64 > LONGEST {
                self.chains.errors.add_note(format!(
                    "Left out on {}: {steps} steps of {} by {division}, one launch of {:.0} seconds.",
                    opened.id(),
                    F::contender::<W>(),
                    ns * steps as f64 / 1e9
                ));
                continue;
            }
            let ((), seconds) = timed(self.place, self.chains.progress, || chain.run(steps, of))?;
            ns = seconds * 1e9 / steps as f64;
            let found = chain.states(of)?;
            let verified = if other.is_none() && steps <= VERIFIED {
                Some(self.states::<F, C>(&[steps], of)?[0] == found)
            } else {
                None
            };
            self.push::<F>(division, steps, &found, ns, verified);
        }
        Ok(())
    }

    fn push<F: Family>(
        &mut self,
        division: &str,
        steps: usize,
        states: &[[f64; 2]],
        ns: f64,
        verified: Option<bool>,
    ) {
        let (device, number, of) = (self.place.id(), F::contender::<W>().name(), states.len());
        let (chains, draw) = (&mut *self.chains, self.draw);
        if of == MANY {
            let each = ns / MANY as f64;
            chains.threads.push(row![device, number, division, steps, of, ns, each, verified]);
            return;
        }
        let ([x, y], error) = (draw.case.names(), draw.error(states));
        let relative = error / draw.x;
        chains
            .errors
            .push(row![device, number, division, x, y, steps, of, error, relative, ns, verified]);
    }
}

/// The divisions that a device has besides the correctly rounded one.
fn other_divisions<W: OnDevice>(place: Place<'_>) -> Result<Vec<(String, Lowering)>, Error> {
    let Place::Device(opened) = place else { return Ok(Vec::new()) };
    let certified = opened.device.lowering(W::TYPE)?;
    if certified.division == Division::Corrected {
        return Ok(vec![(OWN.into(), Lowering { division: Division::Native, ..certified })]);
    }
    let modes = opened.device.backend().modes().into_iter();
    let divides = |lowering: Lowering| {
        let relaxed = lowering.relaxed;
        relaxed.fast_math || relaxed.division || lowering.division == Division::Approximate
    };
    let other = modes.filter(|mode| mode.word == W::TYPE && divides(mode.lowering));
    Ok(other.map(|mode| (mode.name, mode.lowering)).collect())
}

impl Draw {
    /// The root mean square of |r − x|.
    fn error(&self, states: &[[f64; 2]]) -> f64 {
        let x = Multiple::new(self.x, 256);
        let square = |words: &[f64; 2]| x.distance(words).powi(2);
        let squares: f64 = states.iter().map(square).sum();
        (squares / states.len() as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::{CHAINS, EXPERIMENT, IEEE, MANY, RECIPROCAL};
    use crate::others::of_wgpu;
    use floatfloat_lab::{experiments::Options, progress::Silent};

    #[test]
    fn errors_are_ordered_as_theory_says() {
        let options = Options { sizes: Some(vec![100, 2000]), ..Options::default() };
        let tables = EXPERIMENT.run(&options, &Silent).unwrap();
        let rows = tables[0].frame().at("steps", 2000.0);
        for [x, y] in [["small", "large"], ["small"; 2], ["large", "small"], ["large"; 2]] {
            let rows = rows.with(&[("x", x), ("y", y)]);
            let error = |number: &str, division: &str| {
                let one = rows.with(&[("type", number), ("division", division)]);
                one.value("relative_error").unwrap()
            };
            assert!(error("f32", IEEE) <= error("f32", RECIPROCAL));
            assert!(error("f32", RECIPROCAL) > 1e-8);
            assert!(error("ff", IEEE) < 1e-10 && error("dd", IEEE) < 1e-26);
            // A composite quotient is at best as accurate as one word.
            assert!(error("float2", IEEE) > 1e3 * error("ff", IEEE));
        }
    }

    #[test]
    fn devices_have_the_bits_of_the_processor() {
        let Some(devices) = of_wgpu() else { return };
        let options =
            Options { sizes: Some(vec![100, 2000]), devices: devices.into(), ..Options::default() };
        let tables = EXPERIMENT.run(&options, &Silent).unwrap();
        let threads = tables.iter().find(|table| table.id == "do-undo-threads").unwrap();
        for opened in options.devices.others() {
            for table in [&tables[0], threads] {
                let rows = table.frame().with(&[("device", opened.id())]);
                assert!(rows.rows().any(|row| row.flag("verified") == Some(true)));
                assert!(rows.rows().all(|row| row.flag("verified") != Some(false)), "{table:?}");
            }
            let many = threads.frame().with(&[("device", opened.id()), ("type", "f32")]);
            assert_eq!(many.value("steps"), Some((2000 * CHAINS / MANY) as f64));
        }
    }
}
