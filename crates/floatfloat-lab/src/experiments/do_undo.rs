//! x·y/y over and over, each time with another y: what divisions cost and lose.

mod cases;
mod charts;
mod claims;

use super::Experiment;
use crate::{
    arithmetic::{Arithmetic, FAMILIES, Family, Multiple, with_type},
    devices::{Failures, OnDevice, Opened},
    error::Error,
    experiments::Options,
    papers::NGUYEN,
    progress::Progress,
    results::Table,
    table::row,
    workloads::{
        Place,
        fold::{Fold, OnOther, Operands, Share, on_processor as fold},
        timed,
    },
};
use cases::{Case, Draw};
use floatfloat::Word;
use floatfloat_gpu::{Lowering, lowering::Division};
use floatfloat_report::{
    study::Study,
    table::{Column, chosen, measured, verdict},
};
use std::time::Instant;

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    study: Study {
        id: "do-undo",
        title: "Multiply and divide again",
        summary: "error and time of x·y/y over and over, by kind of division",
        about: include_str!("do_undo.md"),
        paper: "Figures 24 to 29 and table 20 of Nguyen",
        published: &[(&NGUYEN, "do-undo-published"), (&NGUYEN, "do-undo-published-figures")],
        claims: claims::CLAIMS,
        charts: charts::CHARTS,
    },
    on_devices: true,
    largest_size: Some(10_000_000),
    run,
};

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

/// Chains of each kind, but for the longest.
const CHAINS: usize = 8;

/// Chains by which is seen what threads hide.
const MANY: usize = 1024;

/// The name of correctly rounded division.
const IEEE: &str = "IEEE";

/// The name of multiplication by the reciprocal.
const RECIPROCAL: &str = "x · (1/y)";

/// The name of a device's own division where that is not correctly rounded.
const OWN: &str = "own";

/// Results of devices are compared with the processor's up to so many steps.
const VERIFIED: usize = 100_000;

/// A launch that would take longer is left out: some systems end those of seconds. In nanoseconds.
const LONGEST: f64 = 2e9;

/// Steps of which the errors stand beside the gap.
const STEPS_OF_GAP: f64 = 10_000.0;

/// Steps after which the error is looked at, and in how many chains.
fn sizes(options: &Options) -> Vec<(usize, usize)> {
    let all = [100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];
    let own = all[..if options.quick { 3 } else { 6 }].iter().copied();
    let chains = |steps| if steps <= 1_000_000 { CHAINS } else { 1 };
    options.sizes_or(own).into_iter().map(|steps| (steps as usize, chains(steps))).collect()
}

fn run(options: &Options, progress: &dyn Progress) -> Result<Vec<Table>, Error> {
    let (sizes, devices) = (sizes(options), &options.devices);
    let types = || FAMILIES.into_iter().filter(|number| options.types.contains(number));
    let places = devices.others().len() + usize::from(devices.has_processor());
    let steps = Case::all().len() * types().count() * places;
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
            for number in types() {
                let ended = with_type!(number, F, W => match place {
                    Place::Processor => chains.on_processor::<F, W>(&draw),
                    Place::Device(opened) if opened.has::<W>() => {
                        chains.on_device::<F, W>(&draw, opened)
                    }
                    Place::Device(_) => Ok(()),
                });
                ended.unwrap_or(Ok(()))?;
            }
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

/// Chains of steps everywhere.
struct Chains<'a> {
    /// Steps and chains.
    sizes: Vec<(usize, usize)>,
    progress: &'a dyn Progress,
    errors: Table,
    threads: Table,
}

/// The states of all chains, by length.
type ByLength = Vec<Vec<[f64; 2]>>;

/// A kind of division: its name, how it is written, and whether the processor's bits are expected.
struct Written<'a> {
    name: &'a str,
    lowering: Lowering,
    exact: bool,
}

impl Chains<'_> {
    fn on_processor<F: Family, W: OnDevice>(&mut self, draw: &Draw) -> Result<(), Error> {
        let operands = Operands::<W>::new::<F>(&draw.y, true);
        self.divide_here::<F, W, DoUndo>(draw, IEEE, &operands)?;
        if F::WORDS == 1 {
            self.divide_here::<F, W, ByReciprocal>(draw, RECIPROCAL, &operands)?;
        }
        self.progress.advance(1);
        Ok(())
    }

    fn divide_here<F: Family, W: OnDevice, C: Fold>(
        &mut self,
        draw: &Draw,
        division: &str,
        operands: &Operands<W>,
    ) -> Result<(), Error> {
        for group in self.sizes.clone().chunk_by(|one, other| one.1 == other.1) {
            let (lengths, of) = (group.iter().map(|size| size.0).collect::<Vec<_>>(), group[0].1);
            let begin = Instant::now();
            let states = states::<F, W, C>(draw.x, operands, &lengths, of, true, self.progress)?;
            let steps = lengths.last().copied().unwrap_or(1) * of;
            let ns = begin.elapsed().as_secs_f64() * 1e9 / steps as f64;
            for (steps, states) in lengths.into_iter().zip(states) {
                self.push::<F, W>(Place::Processor, division, draw, steps, &states, ns, None);
            }
        }
        Ok(())
    }

    fn on_device<F: Family, W: OnDevice>(
        &mut self,
        draw: &Draw,
        opened: &Opened,
    ) -> Result<(), Error> {
        let certified = opened.device.lowering(W::TYPE)?;
        let operands = Operands::<W>::new::<F>(&draw.y, true);
        let ieee = Written { name: IEEE, lowering: certified, exact: true };
        self.divide_there::<F, W, DoUndo>(draw, opened, &ieee, &operands)?;
        if F::WORDS == 1 {
            let reciprocal = Written { name: RECIPROCAL, ..ieee };
            self.divide_there::<F, W, ByReciprocal>(draw, opened, &reciprocal, &operands)?;
            for (name, lowering) in other_divisions::<W>(opened, certified) {
                let other = Written { name: &name, lowering, exact: false };
                self.divide_there::<F, W, DoUndo>(draw, opened, &other, &operands)?;
            }
        }
        self.progress.advance(1);
        Ok(())
    }

    fn divide_there<F: Family, W: OnDevice, C: Fold>(
        &mut self,
        draw: &Draw,
        opened: &Opened,
        division: &Written<'_>,
        operands: &Operands<W>,
    ) -> Result<(), Error> {
        let (place, device) = (Place::Device(opened), &opened.device);
        let &Written { name, ref lowering, exact } = division;
        let chain = OnOther::<F, W>::new::<C>(device.backend(), lowering, draw.x, operands, MANY)?;
        // Beside those asked for, many chains of words at once.
        let many = draw.y.len() / MANY;
        let is_wanted = F::WORDS == 1 && draw.case == Case::SMALL && many > 0;
        let many = is_wanted.then_some((many, MANY));
        let mut ns = 0.0;
        for (steps, of) in self.sizes.clone().into_iter().chain(many) {
            if !device.supports_iterations(steps as u64) {
                continue;
            }
            if ns * steps as f64 > LONGEST {
                self.errors.add_note(format!(
                    "Left out on {}: {steps} steps of {} by {name}, one launch of {:.0} seconds.",
                    opened.id(),
                    F::contender::<W>(),
                    ns * steps as f64 / 1e9
                ));
                continue;
            }
            let ((), seconds) = timed(place, self.progress, || chain.run(steps, of))?;
            ns = seconds * 1e9 / steps as f64;
            let found = chain.states(of)?;
            let verified = if exact && steps <= VERIFIED {
                let fused = opened.fused::<W>();
                let expected =
                    states::<F, W, C>(draw.x, operands, &[steps], of, fused, self.progress)?;
                Some(expected[0] == found)
            } else {
                None
            };
            self.push::<F, W>(place, name, draw, steps, &found, ns, verified);
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn push<F: Family, W: OnDevice>(
        &mut self,
        place: Place<'_>,
        division: &str,
        draw: &Draw,
        steps: usize,
        states: &[[f64; 2]],
        ns: f64,
        verified: Option<bool>,
    ) {
        let (device, number, chains) = (place.id(), F::contender::<W>().name(), states.len());
        if chains == MANY {
            let each = ns / MANY as f64;
            self.threads.push(row![device, number, division, steps, chains, ns, each, verified]);
            return;
        }
        let ([x, y], error) = (draw.case.names(), draw.error(states));
        let relative = error / draw.x;
        self.errors.push(row![
            device, number, division, x, y, steps, chains, error, relative, ns, verified
        ]);
    }
}

/// The divisions that the device has besides the correctly rounded one.
fn other_divisions<W: OnDevice>(opened: &Opened, certified: Lowering) -> Vec<(String, Lowering)> {
    if certified.division == Division::Corrected {
        return vec![(OWN.into(), Lowering { division: Division::Native, ..certified })];
    }
    let modes = opened.device.backend().modes().into_iter();
    let divides = |lowering: Lowering| {
        let relaxed = lowering.relaxed;
        relaxed.fast_math || relaxed.division || lowering.division == Division::Approximate
    };
    let other = modes.filter(|mode| mode.word == W::TYPE && divides(mode.lowering));
    other.map(|mode| (mode.name, mode.lowering)).collect()
}

/// What the processor computes.
fn states<F: Family, W: OnDevice, C: Fold>(
    x: f64,
    operands: &Operands<W>,
    lengths: &[usize],
    of: usize,
    fused: bool,
    progress: &dyn Progress,
) -> Result<ByLength, Error> {
    let one = |chain| fold::<F, W, C>(x, operands, Share { chain, of }, lengths, fused, progress);
    let chains: Vec<Vec<[f64; 2]>> = (0..of).map(one).collect::<Result<_, Error>>()?;
    let of_length = |at: usize| chains.iter().map(|states| states[at]).collect();
    Ok((0..lengths.len()).map(of_length).collect())
}

impl Draw {
    /// The root of the mean square of |r − x|.
    fn error(&self, states: &[[f64; 2]]) -> f64 {
        let x = Multiple::new(self.x, 256);
        let square = |words: &[f64; 2]| {
            let finite = words.iter().all(|word| word.is_finite());
            if finite {
                Multiple::of_words(words, 256).difference(&x).powi(2)
            } else {
                f64::INFINITY
            }
        };
        let squares: f64 = states.iter().map(square).sum();
        (squares / states.len() as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::{CHAINS, EXPERIMENT, IEEE, MANY, RECIPROCAL};
    use crate::{experiments::Options, progress::Silent, workloads::others::of_wgpu};

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
            // A composite quotient is one word's, at best.
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
