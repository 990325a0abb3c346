//! The kernels of Nguyen's generator, as computations over any arithmetic.

use floatfloat::Word;
use floatfloat_lab::{
    arithmetic::{Arithmetic, Family, Multiple},
    random::Random,
    workloads::steps::Steps,
};

/// The number of independent chains.
pub(super) const CHAINS: usize = 16;

/// The number of numbers of a state: two for each chain, the accumulated value and the operand.
pub(super) const STATE: usize = 2 * CHAINS;

/// The number of different elements. Longer arrays repeat them.
pub(super) const PERIOD: usize = 256;

/// The bits of exact results: a product has as many factors of 24 bits as its chain has operations.
const BITS: usize = 256;

/// A kind of operation.
pub(super) trait Kind: Copy + Send + Sync + 'static {
    /// Its name.
    const OP: &'static str;
    /// The neutral element of the operation.
    const NEUTRAL: f64;

    /// The factor by which the timed elements are larger.
    const TIMED: f64;

    /// The operand after this one.
    fn next<A: Arithmetic>(x: &A) -> A;

    /// The operation.
    fn apply<A: Arithmetic>(y: &A, x: &A) -> A;

    /// x combined with itself `times` times.
    fn repeated(x: &Multiple, times: u32) -> Multiple;

    /// An element, from a random number in (0, 1).
    fn element(random: f64) -> f64;
}

/// Additions.
#[derive(Clone, Copy)]
pub(super) struct Additions;

/// Multiplications.
#[derive(Clone, Copy)]
pub(super) struct Multiplications;

impl Kind for Additions {
    const OP: &'static str = "add";
    const NEUTRAL: f64 = 0.0;
    const TIMED: f64 = 1.0;

    #[inline(always)]
    fn next<A: Arithmetic>(x: &A) -> A {
        x.add(&x.constant(1.0))
    }

    #[inline(always)]
    fn apply<A: Arithmetic>(y: &A, x: &A) -> A {
        y.add(x)
    }

    fn repeated(x: &Multiple, times: u32) -> Multiple {
        x.mul(&x.constant(f64::from(times)))
    }

    fn element(random: f64) -> f64 {
        random
    }
}

impl Kind for Multiplications {
    const OP: &'static str = "mul";
    const NEUTRAL: f64 = 1.0;
    /// With this factor, the products of all chains except one overflow. Without it they would
    /// underflow, and processors are slow with subnormal numbers, which has nothing to do with the
    /// type.
    const TIMED: f64 = (1 << (CHAINS - 1)) as f64;

    #[inline(always)]
    fn next<A: Arithmetic>(x: &A) -> A {
        x.mul(&x.constant(2.0))
    }

    #[inline(always)]
    fn apply<A: Arithmetic>(y: &A, x: &A) -> A {
        y.mul(x)
    }

    fn repeated(x: &Multiple, times: u32) -> Multiple {
        let (mut power, mut square, mut left) = (x.constant(1.0), x.clone(), times);
        while left > 0 {
            if left % 2 == 1 {
                power = power.mul(&square);
            }
            square = square.mul(&square);
            left /= 2;
        }
        power
    }

    /// The operand of the last chain is then between 1 and 1.1, and its product is in the range of
    /// `f32`.
    fn element(random: f64) -> f64 {
        (1.0 + random / 10.0) / f64::from(1 << (CHAINS - 1))
    }
}

/// One kernel. A step is one operation in every chain, and `rest` more operations follow the steps.
#[derive(Clone, Copy)]
pub(super) struct Generated<K> {
    rest: u32,
    kind: K,
}

/// How one kernel arranges its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The number of steps.
    pub(super) steps: u32,
    /// The number of steps in the body of the loop.
    pub(super) unrolled: u32,
    /// The number of operations after the steps.
    rest: u32,
}

impl Plan {
    /// Few operations are not worth unrolling. Many are not on a software rasterizer, where
    /// compiling takes longer than computing.
    pub(super) fn new(operations: u32, software: bool) -> Self {
        let unrolled = if operations < 500 || software { 1 } else { 4 };
        let round = unrolled * CHAINS as u32;
        let rest = operations % round;
        Plan { steps: operations / round * unrolled, unrolled, rest }
    }

    /// The kernel.
    pub(super) fn kernel<K: Kind>(self, kind: K) -> Generated<K> {
        Generated { rest: self.rest, kind }
    }
}

impl<K: Kind> Generated<K> {
    /// The exact result for an element x. Of `self` only the type is used.
    pub(super) fn exact(self, x: f64, operations: u32) -> Multiple {
        let _ = self.kind;
        let mut operand = Multiple::new(x, BITS);
        let mut sum = operand.constant(0.0);
        for chain in 0..CHAINS as u32 {
            let extra = u32::from(chain < operations % CHAINS as u32);
            sum = sum.add(&match operations / CHAINS as u32 + extra {
                0 => operand.constant(K::NEUTRAL),
                times => K::repeated(&operand, times),
            });
            operand = K::next(&operand);
        }
        sum
    }
}

impl<K: Kind> Steps<STATE> for Generated<K> {
    #[inline(always)]
    fn begin<F: Family, W: Word>(self, x: F::Of<W>) -> [F::Of<W>; STATE] {
        let mut state = [x.constant(K::NEUTRAL); STATE];
        state[0] = x;
        for i in 1..CHAINS {
            state[i] = K::next(&state[i - 1]);
        }
        state
    }

    #[inline(always)]
    fn step<F: Family, W: Word>(self, mut state: [F::Of<W>; STATE]) -> [F::Of<W>; STATE] {
        for i in 0..CHAINS {
            state[CHAINS + i] = K::apply(&state[CHAINS + i], &state[i]);
        }
        state
    }

    #[inline(always)]
    fn finish<F: Family, W: Word>(self, mut state: [F::Of<W>; STATE]) -> F::Of<W> {
        let mut left = self.rest;
        while left > 0 {
            for i in 0..CHAINS {
                if (i as u32) < left {
                    state[CHAINS + i] = K::apply(&state[CHAINS + i], &state[i]);
                }
            }
            left = left.saturating_sub(CHAINS as u32);
        }
        let mut sum = state[CHAINS];
        for i in 1..CHAINS {
            sum = sum.add(&state[CHAINS + i]);
        }
        sum
    }
}

/// `count` elements, which are numbers of `f32`.
pub(super) fn elements<K: Kind>(count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed, 0);
    let mut element = || f64::from(K::element(random.symmetric().abs()) as f32);
    let distinct: Vec<f64> = (0..PERIOD).map(|_| element()).collect();
    (0..count).map(|i| distinct[i % PERIOD]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Additions, Kind, Multiplications, Plan, elements};
    use floatfloat_lab::{
        arithmetic::{CompositeOf, Family, Multiple, PairOf, PlainOf},
        devices::OnDevice,
        workloads::steps::of_one,
    };

    const SIZES: [u32; 8] = [1, 20, 50, 100, 500, 1000, 5000, 10_000];

    #[test]
    fn plans_do_as_many_operations_as_asked() {
        for (operations, software) in SIZES.into_iter().flat_map(|n| [(n, false), (n, true)]) {
            let plan = Plan::new(operations, software);
            assert_eq!(16 * plan.steps + plan.rest, operations);
            assert!(plan.steps.is_multiple_of(plan.unrolled));
        }
        assert_eq!(Plan::new(1, false), Plan { steps: 0, unrolled: 1, rest: 1 });
    }

    #[test]
    fn exact_results_are_those_of_the_operations_one_by_one() {
        for operations in [1, 20, 100] {
            let x = 0.75;
            let mut operands: Vec<Multiple> = vec![Multiple::new(x, 256)];
            for i in 1..16 {
                operands.push(Additions::next(&operands[i - 1]));
            }
            let mut sums = vec![Multiple::new(0.0, 256); 16];
            for k in 0..operations as usize {
                sums[k % 16] = Additions::apply(&sums[k % 16], &operands[k % 16]);
            }
            let total: f64 = sums.iter().map(Multiple::to_f64).sum();
            let exact = Plan::new(operations, false).kernel(Additions).exact(x, operations);
            assert_eq!(exact.to_f64(), total);
        }
        let cubed = Multiplications::repeated(&Multiple::new(3.0, 256), 5);
        assert_eq!(cubed.to_f64(), 243.0);
    }

    fn error<F: Family, W: OnDevice, K: Kind>(kind: K, operations: u32) -> f64 {
        let plan = Plan::new(operations, false);
        let x = elements::<K>(1, 7)[0];
        let found = of_one::<F, W, _, 32>(plan.kernel(kind), W::from_f64_word(x), plan.steps);
        let exact = plan.kernel(kind).exact(x, operations);
        let off = Multiple::of_words(&F::parts(found), 256).difference(&exact).abs();
        off / exact.to_f64()
    }

    trait FromF64 {
        fn from_f64_word(value: f64) -> Self;
    }

    impl<W: OnDevice> FromF64 for W {
        fn from_f64_word(value: f64) -> W {
            <W as floatfloat_lab::real::Scalar>::from_f64(value)
        }
    }

    #[test]
    fn errors_are_those_of_the_types() {
        for operations in SIZES {
            let n = f64::from(operations) + 32.0;
            let limit = |u: f64| n * u;
            assert!(error::<PlainOf, f32, _>(Additions, operations) < limit(2f64.powi(-24)));
            assert!(error::<PairOf, f32, _>(Additions, operations) < limit(2f64.powi(-46)));
            assert!(error::<PlainOf, f64, _>(Multiplications, operations) < limit(2f64.powi(-53)));
            assert!(error::<PairOf, f64, _>(Multiplications, operations) < limit(2f64.powi(-102)));
        }
        // Composite sums are about as accurate as two words, composite products as one.
        let float2 = error::<CompositeOf, f32, _>(Additions, 1000);
        assert!(float2 < 1e-10, "{float2:e}");
        let float2 = error::<CompositeOf, f32, _>(Multiplications, 10_000);
        assert!(float2 > 1e-8, "{float2:e}");
    }
}
