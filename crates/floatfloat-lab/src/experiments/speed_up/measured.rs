//! Times of the operations, on the processor and on devices.

use super::{
    ELEMENTS, longest,
    operations::{Add, Div, Mul, Operation, Sub, of_all, of_one, recorded, words},
    stable::{Stable, until_stable},
};
use crate::{
    arithmetic::{Family, Visitor, for_each},
    contender::Contender,
    devices::{OnDevice, Opened},
    error::Error,
    kernels::chain::Chain,
    machine::CPU,
    number_type::NumberType,
    progress::Progress,
    random::Random,
    real::Scalar,
    workloads::{Place, chain::in_two_words},
};
use floatfloat_gpu::{Device, program::WORKGROUP};

/// Elements that are verified.
const FEW: usize = 1000;

/// Threads of the seed's workgroups.
const WIDE: u32 = 1024;

/// What is measured.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) types: &'a [Contender],
    pub(super) sizes: [u32; 2],
    pub(super) quick: bool,
    pub(super) seed: u64,
}

/// One operation of one type on one device.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) device: String,
    pub(super) contender: Contender,
    pub(super) op: &'static str,
    pub(super) elements: usize,
    pub(super) repetitions: u32,
    pub(super) ns: f64,
    pub(super) verified: bool,
    /// Samples of the time, and whether they agree.
    pub(super) samples: usize,
    pub(super) stable: bool,
}

impl Measured {
    /// The same in another type.
    pub(super) fn beside<'a>(&self, found: &'a [Measured], of: NumberType) -> Option<&'a Measured> {
        let key = |m: &Measured| (m.device.clone(), m.op, m.repetitions);
        found.iter().find(|m| m.contender == of.into() && key(m) == key(self))
    }
}

/// By how many steps measuring advances the progress, at most.
pub(super) fn steps(types: &[Contender], places: usize) -> u64 {
    (types.len().min(6) * places) as u64
}

/// Values near which thousands of operations stay in range: x between 1 and 2, y within 2^-12 of 1,
/// sums of two numbers of `f32`.
fn values(count: usize, seed: u64) -> [Vec<f64>; 2] {
    let mut random = Random::new(seed, 0);
    let mut value = |scale: f64| in_two_words(1.0 + scale * random.symmetric().abs());
    let distinct: Vec<[f64; 2]> = (0..FEW).map(|_| [value(0.999), value(1.0 / 4096.0)]).collect();
    [0, 1].map(|which| (0..count).map(|i| distinct[i % FEW][which]).collect())
}

/// Every operation on the processor.
///
/// # Errors
/// [`Error::Interrupted`].
pub(super) fn on_processor(
    plan: Plan<'_>,
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    for_each(plan.types, &mut Here { plan, found, progress })
}

struct Here<'a> {
    plan: Plan<'a>,
    found: &'a mut Vec<Measured>,
    progress: &'a dyn Progress,
}

impl Visitor for Here<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        for repetitions in self.plan.sizes {
            // Repeated operations read and write little, however many elements there are.
            let elements = match repetitions {
                1 if self.plan.quick => 1 << 17,
                1 => ELEMENTS as usize,
                _ => 1 << 14,
            };
            let [x, y] = values(elements, self.plan.seed).map(|values| words::<F, W>(&values));
            let mut all = Operands { x, y, repetitions };
            self.operation::<F, W, Add>(&mut all)?;
            self.operation::<F, W, Sub>(&mut all)?;
            self.operation::<F, W, Mul>(&mut all)?;
            self.operation::<F, W, Div>(&mut all)?;
        }
        self.progress.advance(1);
        Ok(())
    }
}

struct Operands<W> {
    x: [Vec<W>; 2],
    y: [Vec<W>; 2],
    repetitions: u32,
}

impl<W: OnDevice> Operands<W> {
    /// What the first elements should become.
    fn expected<F: Family, O: Operation>(&self) -> Vec<[W; 2]> {
        let at = |words: &[Vec<W>; 2], i: usize| [words[0][i], words[1][i]];
        let few = 0..FEW.min(self.x[0].len());
        few.map(|i| of_one::<F, W, O>(at(&self.x, i), at(&self.y, i), self.repetitions)).collect()
    }
}

impl Here<'_> {
    fn operation<F: Family, W: OnDevice, O: Operation>(
        &mut self,
        operands: &mut Operands<W>,
    ) -> Result<(), Error> {
        let (elements, repetitions) = (operands.x[0].len(), operands.repetitions);
        let mut results = [0, 1].map(|_| vec![W::default(); elements]);
        let mut work = || {
            of_all::<F, W, O>(&operands.x, &operands.y, &mut results, repetitions);
            Ok(())
        };
        let longest = longest(self.plan.quick);
        let Stable { seconds, samples, stable } =
            until_stable(Place::Processor, longest, self.progress, &mut work)?;
        let expected = operands.expected::<F, O>();
        let same = |(i, words): (usize, &[W; 2])| {
            let bits = |word: W| Scalar::to_f64(word).to_bits();
            (0..F::WORDS).all(|place| bits(results[place][i]) == bits(words[place]))
        };
        self.found.push(Measured {
            device: CPU.into(),
            contender: F::contender::<W>(),
            op: O::OP,
            elements,
            repetitions,
            ns: 1e9 * seconds / (elements as f64 * f64::from(repetitions)),
            verified: expected.iter().enumerate().all(same),
            samples,
            stable,
        });
        Ok(())
    }
}

/// Every operation on another device.
///
/// # Errors
/// Those of the device, and [`Error::Interrupted`].
pub(super) fn on_other(
    opened: &Opened,
    plan: Plan<'_>,
    found: &mut Vec<Measured>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    for_each(plan.types, &mut There { opened, plan, found, progress })
}

struct There<'a> {
    opened: &'a Opened,
    plan: Plan<'a>,
    found: &'a mut Vec<Measured>,
    progress: &'a dyn Progress,
}

impl Visitor for There<'_> {
    type Error = Error;

    fn visit<F: Family, W: OnDevice>(&mut self) -> Result<(), Error> {
        if self.opened.has::<W>() {
            self.operation::<F, W, Add>()?;
            self.operation::<F, W, Sub>()?;
            self.operation::<F, W, Mul>()?;
            self.operation::<F, W, Div>()?;
        }
        self.progress.advance(1);
        Ok(())
    }
}

impl There<'_> {
    fn operation<F: Family, W: OnDevice, O: Operation>(&mut self) -> Result<(), Error> {
        let opened = self.opened;
        let device = &opened.device;
        let step = recorded::<F, W, O>(opened.fused::<W>())?;
        let lanes =
            if device.backend().workgroup_limits().invocations >= WIDE { WIDE } else { WORKGROUP };
        for repetitions in self.plan.sizes {
            let small = opened.is_software() || self.plan.quick;
            let elements = if small { 1 << 12 } else { ELEMENTS as usize };
            // Software takes long, and would tell nothing else with more.
            let repetitions = if opened.is_software() { repetitions.min(64) } else { repetitions };
            let unrolled = if repetitions == 1 { 1 } else { 4 };
            let chain = Chain { lanes, ..Chain::of_step(step.clone(), unrolled) };
            let uploaded = |device: &Device, count: usize| {
                let [x, y] = values(count, self.plan.seed).map(|values| {
                    let numbers: Vec<_> = values.iter().map(|&v| F::nearest::<W>(v)).collect();
                    device.upload(&F::stored::<W>(&numbers))
                });
                Ok::<_, Error>((x?, y?))
            };
            let rounds = repetitions / unrolled;
            let (x, y) = uploaded(device, elements)?;
            let launch = || chain.run::<_, _, F::Stored<W>>(device, &x, &y, rounds);
            let mut results = launch()?;
            let mut work = || {
                results = launch()?;
                Ok(())
            };
            let (place, longest) = (Place::Device(opened), longest(self.plan.quick));
            let Stable { seconds, samples, stable } =
                until_stable(place, longest, self.progress, &mut work)?;
            let reference = device.reference();
            let few = Chain { lanes: WORKGROUP, ..chain.clone() };
            let (x, y) = uploaded(&reference, FEW)?;
            let expected = few.run::<_, _, F::Stored<W>>(&reference, &x, &y, rounds)?;
            let expected = F::loaded::<W>(reference.download(&expected)?);
            let found = F::loaded::<W>(device.download(&results)?);
            let bits = |number| F::parts::<W>(number).map(f64::to_bits);
            let verified = found.iter().zip(expected.iter().cycle());
            self.found.push(Measured {
                device: opened.id().into(),
                contender: F::contender::<W>(),
                op: O::OP,
                elements,
                repetitions,
                ns: 1e9 * seconds / (elements as f64 * f64::from(repetitions)),
                verified: verified.clone().all(|(&a, &b)| bits(a) == bits(b)),
                samples,
                stable,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Plan, on_processor};
    use crate::{contender::Contender, number_type::NumberType, progress::Silent};

    #[test]
    fn every_operation_is_verified_and_f64_is_found_beside() {
        let types: Vec<Contender> = [NumberType::F64, NumberType::Ff]
            .map(Contender::from)
            .into_iter()
            .chain([Contender::Float2])
            .collect();
        let plan = Plan { types: &types, sizes: [1, 64], quick: true, seed: 7 };
        let mut found = Vec::new();
        on_processor(plan, &mut found, &Silent).unwrap();
        assert_eq!(found.len(), 3 * 4 * 2);
        for m in &found {
            assert!(m.verified && m.ns > 0.0 && m.samples > 0, "{m:?}");
            let beside = m.beside(&found, NumberType::F64).unwrap();
            assert_eq!((beside.op, beside.repetitions), (m.op, m.repetitions));
        }
    }
}
