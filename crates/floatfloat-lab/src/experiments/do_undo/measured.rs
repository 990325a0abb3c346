//! Errors and times of chains of products and quotients.

use super::cases::{Case, Draw};
use crate::{
    arithmetic::{Arithmetic, Family, Multiple, Visitor, for_each},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    experiments::Options,
    machine::CPU,
    progress::Progress,
    workloads::{
        Place,
        fold::{Fold, OnOther, Operands, Share, on_processor as fold},
        timed,
    },
};
use floatfloat::Word;
use floatfloat_gpu::{Lowering, lowering::Division};
use std::time::Instant;

/// Chains of each kind, but for the longest.
pub(super) const CHAINS: usize = 8;

/// Chains by which is seen what threads hide.
pub(super) const MANY: usize = 1024;

/// The name of correctly rounded division.
pub(super) const IEEE: &str = "IEEE";

/// The name of multiplication by the reciprocal.
pub(super) const RECIPROCAL: &str = "x · (1/y)";

/// The name of a device's own division where that is not correctly rounded.
const OWN: &str = "own";

/// Results of devices are compared with the processor's up to so many steps.
const VERIFIED: usize = 100_000;

/// A launch that would take longer is left out: some systems end those of seconds. In nanoseconds.
const LONGEST: f64 = 2e9;

/// One type, by one division, after so many steps.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) device: String,
    pub(super) contender: Contender,
    pub(super) division: String,
    pub(super) case: Case,
    pub(super) steps: usize,
    pub(super) chains: usize,
    /// Root mean square of |r − x|.
    pub(super) error: f64,
    /// The same over x.
    pub(super) relative: f64,
    pub(super) ns: f64,
    pub(super) verified: Option<bool>,
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

/// By how many steps measuring advances the progress, at most.
pub(super) fn steps(options: &Options, places: usize) -> u64 {
    (Case::all().len() * options.types.len().min(6) * places) as u64
}

/// Every type on the processor.
///
/// # Errors
/// [`Error::Interrupted`].
pub(super) fn on_processor(
    draw: &Draw,
    options: &Options,
    sizes: &[(usize, usize)],
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    for_each(&options.types, &mut Here { draw, sizes, found, progress })
}

/// Every type on another device, and what was left out.
///
/// # Errors
/// Those of the device, and [`Error::Interrupted`].
pub(super) fn on_other(
    opened: &Opened,
    draw: &Draw,
    options: &Options,
    sizes: &[(usize, usize)],
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<Vec<String>, Error> {
    let mut there = There { opened, draw, sizes, found, left_out: Vec::new(), progress };
    for_each(&options.types, &mut there)?;
    Ok(there.left_out)
}

struct Here<'a> {
    draw: &'a Draw,
    sizes: &'a [(usize, usize)],
    found: &'a mut Vec<Measured>,
    progress: &'a dyn Progress,
}

impl Visitor for Here<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        let operands = Operands::<W>::new::<F>(&self.draw.y, true);
        self.division::<F, W, DoUndo>(IEEE, &operands)?;
        if F::WORDS == 1 {
            self.division::<F, W, ByReciprocal>(RECIPROCAL, &operands)?;
        }
        self.progress.advance(1);
        Ok(())
    }
}

impl Here<'_> {
    fn division<F: Family, W: OnDevice, C: Fold>(
        &mut self,
        division: &str,
        operands: &Operands<W>,
    ) -> Result<(), Error> {
        for (lengths, of) in by_chains(self.sizes) {
            let begin = Instant::now();
            let states =
                chains::<F, W, C>(self.draw.x, operands, &lengths, of, true, self.progress)?;
            let steps = lengths.last().copied().unwrap_or(1) * of;
            let ns = begin.elapsed().as_secs_f64() * 1e9 / steps as f64;
            for (steps, states) in lengths.into_iter().zip(states) {
                let measured = self.draw.measured::<F, W>(CPU, division, steps, &states, ns, None);
                self.found.push(measured);
            }
        }
        Ok(())
    }
}

/// Lengths with the same number of chains, and that number.
fn by_chains(sizes: &[(usize, usize)]) -> Vec<(Vec<usize>, usize)> {
    let mut groups: Vec<(Vec<usize>, usize)> = Vec::new();
    for &(steps, chains) in sizes {
        match groups.last_mut() {
            Some((lengths, of)) if *of == chains => lengths.push(steps),
            _ => groups.push((vec![steps], chains)),
        }
    }
    groups
}

/// The states of all chains, by length.
fn chains<F: Family, W: OnDevice, C: Fold>(
    x: f64,
    operands: &Operands<W>,
    lengths: &[usize],
    of: usize,
    fused: bool,
    progress: &dyn Progress,
) -> Result<Vec<Vec<[f64; 2]>>, Error> {
    let one = |chain| fold::<F, W, C>(x, operands, Share { chain, of }, lengths, fused, progress);
    let chains: Vec<Vec<[f64; 2]>> = (0..of).map(one).collect::<Result<_, Error>>()?;
    let of_length = |place: usize| chains.iter().map(|states| states[place]).collect();
    Ok((0..lengths.len()).map(of_length).collect())
}

impl Draw {
    fn measured<F: Family, W: OnDevice>(
        &self,
        device: &str,
        division: &str,
        steps: usize,
        states: &[[f64; 2]],
        ns: f64,
        verified: Option<bool>,
    ) -> Measured {
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
        let error = (squares / states.len() as f64).sqrt();
        Measured {
            device: device.into(),
            contender: F::contender::<W>(),
            division: division.into(),
            case: self.case,
            steps,
            chains: states.len(),
            error,
            relative: error / self.x,
            ns,
            verified,
        }
    }
}

struct There<'a> {
    opened: &'a Opened,
    draw: &'a Draw,
    sizes: &'a [(usize, usize)],
    found: &'a mut Vec<Measured>,
    left_out: Vec<String>,
    progress: &'a dyn Progress,
}

impl Visitor for There<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        if !self.opened.has::<W>() {
            return Ok(());
        }
        let certified = self.opened.device.lowering(W::TYPE)?;
        let operands = Operands::<W>::new::<F>(&self.draw.y, true);
        self.division::<F, W, DoUndo>(IEEE, certified, true, &operands)?;
        if F::WORDS == 1 {
            self.division::<F, W, ByReciprocal>(RECIPROCAL, certified, true, &operands)?;
            for (name, lowering) in self.other_divisions::<W>(certified) {
                self.division::<F, W, DoUndo>(&name, lowering, false, &operands)?;
            }
        }
        self.progress.advance(1);
        Ok(())
    }
}

impl There<'_> {
    /// Steps and chains: those asked for, and many chains of words at once.
    fn lengths<F: Family>(&self) -> Vec<(usize, usize)> {
        let many = self.draw.y.len() / MANY;
        let is_wanted = F::WORDS == 1 && self.draw.case == Case::SMALL && many > 0;
        let many = is_wanted.then_some((many, MANY));
        self.sizes.iter().copied().chain(many).collect()
    }

    /// The divisions that the device has besides the correctly rounded one.
    fn other_divisions<W: OnDevice>(&self, certified: Lowering) -> Vec<(String, Lowering)> {
        if certified.division == Division::Corrected {
            return vec![(OWN.into(), Lowering { division: Division::Native, ..certified })];
        }
        let modes = self.opened.device.backend().modes().into_iter();
        let divides = |lowering: Lowering| {
            let relaxed = lowering.relaxed;
            relaxed.fast_math || relaxed.division || lowering.division == Division::Approximate
        };
        let other = modes.filter(|mode| mode.word == W::TYPE && divides(mode.lowering));
        other.map(|mode| (mode.name, mode.lowering)).collect()
    }

    fn division<F: Family, W: OnDevice, C: Fold>(
        &mut self,
        division: &str,
        lowering: Lowering,
        exact: bool,
        operands: &Operands<W>,
    ) -> Result<(), Error> {
        let Self { opened, draw, .. } = *self;
        let device = &opened.device;
        let chain = OnOther::<F, W>::new::<C>(device.backend(), &lowering, draw.x, operands, MANY)?;
        let mut ns = 0.0;
        for (steps, of) in self.lengths::<F>() {
            if !device.supports_iterations(steps as u64) {
                continue;
            }
            if ns * steps as f64 > LONGEST {
                self.left_out.push(format!(
                    "Left out on {}: {steps} steps of {} by {division}, one launch of {:.0} seconds.",
                    opened.id(),
                    F::contender::<W>(),
                    ns * steps as f64 / 1e9
                ));
                continue;
            }
            let run = || chain.run(steps, of);
            let ((), seconds) = timed(Place::Device(opened), self.progress, run)?;
            ns = seconds * 1e9 / steps as f64;
            let states = chain.states(of)?;
            let verified = if exact && steps <= VERIFIED {
                let fused = opened.fused::<W>();
                let expected =
                    chains::<F, W, C>(draw.x, operands, &[steps], of, fused, self.progress)?;
                Some(expected[0] == states)
            } else {
                None
            };
            let measured =
                draw.measured::<F, W>(opened.id(), division, steps, &states, ns, verified);
            self.found.push(measured);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CHAINS, IEEE, MANY, RECIPROCAL, by_chains, on_other, on_processor};
    use crate::{
        experiments::Options,
        experiments::do_undo::cases::{Case, draw},
        progress::Silent,
        workloads::others::of_wgpu,
    };

    const SIZES: [(usize, usize); 2] = [(100, CHAINS), (2000, CHAINS)];

    #[test]
    fn errors_are_ordered_as_theory_says() {
        let options = Options::default();
        for case in Case::all() {
            let draw = draw(case, &options, &SIZES, &Silent).unwrap();
            let mut found = Vec::new();
            on_processor(&draw, &options, &SIZES, &mut found, &Silent).unwrap();
            let error = |name: &str, division: &str| {
                let key = |m: &&super::Measured| {
                    m.contender.name() == name && m.division == division && m.steps == 2000
                };
                found.iter().find(key).unwrap().relative
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
        let options = Options::default();
        let draw = draw(Case::SMALL, &options, &SIZES, &Silent).unwrap();
        for opened in devices.others() {
            let mut found = Vec::new();
            on_other(opened, &draw, &options, &SIZES, &mut found, &Silent).unwrap();
            assert!(found.iter().any(|m| m.verified == Some(true)));
            assert!(found.iter().all(|m| m.verified != Some(false)), "{found:?}");
            let many = found.iter().find(|m| m.chains == MANY && m.contender.name() == "f32");
            assert_eq!(many.map(|m| m.steps), Some(2000 * CHAINS / MANY));
        }
    }

    #[test]
    fn lengths_with_as_many_chains_are_done_at_once() {
        let groups = by_chains(&[(1, 8), (2, 8), (3, 1)]);
        assert_eq!(groups, [(vec![1, 2], 8), (vec![3], 1)]);
    }
}
