//! Errors and times of chains of products.

use super::{RANGES, draws::Draw};
use crate::{
    arithmetic::{Arithmetic, Composite, Family, Multiple, Visitor, for_each},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    experiments::Options,
    machine::CPU,
    progress::{Progress, Silent},
    timing::stop_if_asked,
    workloads::{
        Place,
        chain::Product,
        fold::{Fold, OnOther, Operands, Share, on_processor as fold},
        timed,
    },
};
use floatfloat::Word;

/// Chains of each kind.
pub(super) const CHAINS: usize = 16;

/// One type after so many products.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) device: String,
    pub(super) contender: Contender,
    /// `renormalised`, or nothing.
    pub(super) variant: &'static str,
    pub(super) range: [f64; 2],
    pub(super) operands: &'static str,
    pub(super) products: usize,
    /// Root mean square of relative errors.
    pub(super) error: f64,
    /// Root mean square of errors.
    pub(super) absolute: f64,
    /// Of the longest chains.
    pub(super) ns: Option<f64>,
    pub(super) verified: Option<bool>,
}

/// The product of a state that is renormalised first.
#[derive(Clone, Copy)]
struct Renormalised;

impl Fold for Renormalised {
    #[inline(always)]
    fn step<F: Family, W: Word>(state: F::Of<W>, factor: F::Of<W>) -> F::Of<W> {
        let [value, error] = F::words(state);
        let Composite { value, error } = Composite { value, error }.renormalised();
        F::from_words::<W>(&[value, error]).mul(&factor)
    }
}

/// By how many steps measuring advances the progress, at most.
pub(super) fn steps(options: &Options, places: usize) -> u64 {
    let draws = 2 * RANGES.len() as u64;
    draws * CHAINS as u64 + draws * (options.types.len().min(6) * (places + 1)) as u64
}

/// Every type on the processor.
///
/// # Errors
/// [`Error::Interrupted`].
pub(super) fn on_processor(
    draw: &Draw,
    options: &Options,
    sizes: &[usize],
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    for_each(&options.types, &mut Of { draw, sizes, other: None, found, progress })
}

/// Every type on another device.
///
/// # Errors
/// Those of the device, and [`Error::Interrupted`].
pub(super) fn on_other(
    opened: &Opened,
    draw: &Draw,
    options: &Options,
    sizes: &[usize],
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    for_each(&options.types, &mut Of { draw, sizes, other: Some(opened), found, progress })
}

struct Of<'a> {
    draw: &'a Draw,
    sizes: &'a [usize],
    other: Option<&'a Opened>,
    found: &'a mut Vec<Measured>,
    progress: &'a dyn Progress,
}

impl Visitor for Of<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        if self.other.is_some_and(|opened| !opened.has::<W>()) {
            return Ok(());
        }
        self.variant::<F, W, Product>("")?;
        if [Contender::Float2, Contender::Double2].contains(&F::contender::<W>()) {
            self.variant::<F, W, Renormalised>("renormalised")?;
        }
        self.progress.advance(1);
        Ok(())
    }
}

impl Of<'_> {
    fn variant<F: Family, W: OnDevice, C: Fold>(
        &mut self,
        variant: &'static str,
    ) -> Result<(), Error> {
        let Draw { range, operands, ref factors, ref exact, .. } = *self.draw;
        let placed = Operands::<W>::new::<F>(factors, operands == "f32");
        let bearable = |&&steps: &&usize| {
            self.other.is_none_or(|opened| opened.device.supports_iterations(steps as u64))
        };
        let sizes = &self.sizes[..self.sizes.iter().take_while(bearable).count()];
        let fused = self.other.is_none_or(Opened::fused::<W>);
        let (by_length, ns, verified) = match self.other {
            None => {
                let (states, ns) = here::<F, W, C>(&placed, sizes, self.progress)?;
                (states, ns, None)
            }
            Some(opened) => {
                let (states, ns) = there::<F, W, C>(opened, &placed, sizes, self.progress)?;
                let expected = all::<F, W, C>(&placed, sizes, fused, self.progress)?;
                let same = states.iter().zip(&expected).map(|(a, b)| Some(a == b)).collect();
                (states, ns, Some(same))
            }
        };
        let verified: Vec<Option<bool>> = verified.unwrap_or_else(|| vec![None; sizes.len()]);
        for (place, &products) in sizes.iter().enumerate() {
            let errors = by_length[place].iter().zip(exact).map(|(state, exact)| {
                let off = Multiple::of_words(state, 256).difference(&exact[place]).abs();
                [off / exact[place].to_f64().abs(), off]
            });
            let errors: Vec<[f64; 2]> = errors.collect();
            let mean = |kind: usize| {
                let squares: f64 = errors.iter().map(|error| error[kind] * error[kind]).sum();
                (squares / errors.len() as f64).sqrt()
            };
            self.found.push(Measured {
                device: self.other.map_or(CPU, Opened::id).into(),
                contender: F::contender::<W>(),
                variant,
                range,
                operands,
                products,
                error: mean(0),
                absolute: mean(1),
                ns: (place + 1 == sizes.len()).then_some(ns),
                verified: verified[place],
            });
        }
        Ok(())
    }
}

/// One of the chains.
fn share(chain: usize) -> Share {
    Share { chain, of: CHAINS }
}

/// The products of every chain by length, and nanoseconds of one product of the longest.
type ByLength = (Vec<Vec<[f64; 2]>>, f64);

fn here<F: Family, W: OnDevice, C: Fold>(
    operands: &Operands<W>,
    sizes: &[usize],
    progress: &dyn Progress,
) -> Result<ByLength, Error> {
    let states = all::<F, W, C>(operands, sizes, true, progress)?;
    let most = sizes.last().copied().unwrap_or(1);
    let (_, seconds) = timed(Place::Processor, progress, || {
        let one = std::hint::black_box(1.0);
        fold::<F, W, C>(one, operands, share(0), &[most], true, &Silent)
    })?;
    Ok((states, seconds * 1e9 / most as f64))
}

/// The products of every chain, by length.
fn all<F: Family, W: OnDevice, C: Fold>(
    operands: &Operands<W>,
    sizes: &[usize],
    fused: bool,
    progress: &dyn Progress,
) -> Result<Vec<Vec<[f64; 2]>>, Error> {
    let chains = (0..CHAINS)
        .map(|chain| fold::<F, W, C>(1.0, operands, share(chain), sizes, fused, progress));
    let chains: Vec<Vec<[f64; 2]>> = chains.collect::<Result<_, Error>>()?;
    let of_length = |place: usize| chains.iter().map(|states| states[place]).collect();
    Ok((0..sizes.len()).map(of_length).collect())
}

fn there<F: Family, W: OnDevice, C: Fold>(
    opened: &Opened,
    operands: &Operands<W>,
    sizes: &[usize],
    progress: &dyn Progress,
) -> Result<ByLength, Error> {
    let (backend, lowering) = (opened.device.backend(), opened.device.lowering(W::TYPE)?);
    let chain = OnOther::<F, W>::new::<C>(backend, &lowering, 1.0, operands, CHAINS)?;
    let mut states = Vec::new();
    for &length in sizes {
        stop_if_asked(progress)?;
        chain.run(length, CHAINS)?;
        states.push(chain.states(CHAINS)?);
    }
    let most = sizes.last().copied().unwrap_or(1);
    let ((), seconds) = timed(Place::Device(opened), progress, || chain.run(most, CHAINS))?;
    Ok((states, seconds * 1e9 / most as f64))
}

#[cfg(test)]
mod tests {
    use super::{Renormalised, on_processor};
    use crate::{
        arithmetic::{CompositeOf, PlainOf},
        experiments::{Options, mul_chain::draws::draws},
        progress::Silent,
        workloads::{
            chain::Product,
            fold::{Operands, Share, on_processor as fold},
        },
    };

    const ALONE: Share = Share { chain: 0, of: 1 };

    #[test]
    fn errors_are_ordered_as_theory_says() {
        let (options, sizes) = (Options { quick: true, ..Options::default() }, [10, 1000]);
        let draws = draws(&options, &sizes, &Silent).unwrap();
        let mut found = Vec::new();
        on_processor(&draws[1], &options, &sizes, &mut found, &Silent).unwrap();
        let error = |name: &str, variant: &str| {
            let key = |m: &&super::Measured| {
                m.contender.name() == name && m.variant == variant && m.products == 1000
            };
            found.iter().find(key).unwrap().error
        };
        let f32 = error("f32", "");
        assert!(error("float2", "") > f32 / 10.0 && error("float2", "renormalised") > f32 / 10.0);
        assert!(error("ff", "") < f32 * 1e-5 && error("f64", "") < error("ff", ""));
        assert!(error("dd", "") < 1e-27 && error("double2", "") > error("f64", "") / 10.0);
    }

    #[test]
    fn renormalising_changes_the_words_of_a_composite_alone() {
        let values: Vec<f64> = (0..100).map(|k| 1.0 + f64::from(k) / 3e7).collect();
        let operands = Operands::<f32>::new::<CompositeOf>(&values, false);
        let plain = fold::<CompositeOf, f32, Product>(1.0, &operands, ALONE, &[100], true, &Silent)
            .unwrap();
        let renormalised =
            fold::<CompositeOf, f32, Renormalised>(1.0, &operands, ALONE, &[100], true, &Silent)
                .unwrap();
        assert_ne!(plain, renormalised);
        let words = Operands::<f64>::new::<PlainOf>(&values, true);
        let same = [
            fold::<PlainOf, f64, Product>(1.0, &words, ALONE, &[100], true, &Silent).unwrap(),
            fold::<PlainOf, f64, Renormalised>(1.0, &words, ALONE, &[100], true, &Silent).unwrap(),
        ];
        assert_eq!(same[0], same[1]);
    }
}
