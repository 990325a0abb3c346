//! Finds a number format by computations on its machine.

use floatfloat::{
    DoubleWord,
    double_word::{
        add_network::AddNetwork,
        error_free::{TwoProd, TwoSum},
        mul22::Mul22,
    },
    operation::Operation,
    sim::{Machine, Sim, Spec},
};
use floatfloat_exact::relative_error;
use floatfloat_lab::{
    errors::{Errors, PIECE},
    random::Random,
    real::widen,
};

/// A format, as computations on its machine show it.
pub(super) struct Probe {
    pub(super) sign_bits: u32,
    pub(super) exponent_bits: u32,
    /// The bits of the significand without the hidden bit.
    pub(super) mantissa_bits: u32,
    /// Whether 1/0 is infinite. (Overflow does not show this: a machine that chops stops at the
    /// largest number.)
    pub(super) special_values: bool,
    /// The largest finite number.
    pub(super) largest: f64,
    /// The smallest positive number that repeated halving of 1 gives.
    pub(super) smallest: f64,
}

impl Probe {
    /// Probes a machine with only its own operations.
    pub(super) fn new(machine: &Spec) -> Self {
        let mantissa_bits =
            (1..).take_while(|&bits| machine.add(1.0, 2f64.powi(-bits)) != 1.0).count() as u32;
        let doublings = last(1.0, |x| machine.add(x, x), |x, next| next == 2.0 * x);
        let largest = last(
            machine.sub(2.0, 2f64.powi(-(mantissa_bits as i32))),
            |x| machine.add(x, x),
            |x, next| next == 2.0 * x,
        );
        let smallest = last(1.0, |x| machine.mul(x, 0.5), |x, next| next == 0.5 * x);
        let normal = last(
            1.0 + 2f64.powi(-(mantissa_bits as i32)),
            |x| machine.mul(x, 0.5),
            |x, next| next == 0.5 * x,
        );
        let special_values = machine.div(1.0, 0.0).is_infinite();
        // The codes of the exponent: one for each binade, one for zero, one for special values.
        let codes = doublings.log2() - normal.log2().floor() + 2.0 + f64::from(special_values);
        Probe {
            sign_bits: u32::from(machine.sub(0.0, 1.0) < 0.0),
            exponent_bits: codes.log2().ceil() as u32,
            mantissa_bits,
            special_values,
            largest,
            smallest,
        }
    }
}

/// The last of x, step(x), step(step(x)) … up to which every step is right.
fn last(mut x: f64, step: impl Fn(f64) -> f64, right: impl Fn(f64, f64) -> bool) -> f64 {
    loop {
        let next = step(x);
        if next == 0.0 || next == x || !next.is_finite() || !right(x, next) {
            return x;
        }
        x = next;
    }
}

/// The errors of float-float on a machine.
#[derive(Clone, Copy, Default)]
pub(super) struct FloatFloatErrors {
    pub(super) two_sum: Errors,
    pub(super) two_prod: Errors,
    /// The errors of addition for operands of equal sign.
    pub(super) add: Errors,
    pub(super) mul: Errors,
}

impl FloatFloatErrors {
    /// The errors over one piece of random operands.
    pub(super) fn new<M: Machine>(seed: u64, piece: usize) -> Self {
        let mut random = Random::new(seed, piece);
        let mut errors = FloatFloatErrors::default();
        for _ in 0..PIECE {
            let (a, b) = (apart::<M>(&mut random), apart::<M>(&mut random));
            errors.two_sum.add(error::<TwoSum, M>(a, b));
            let (x, y) = (operand::<M>(&mut random), operand::<M>(&mut random));
            let (a, b) = (DoubleWord::from_word(x.hi()), DoubleWord::from_word(y.hi()));
            errors.two_prod.add(error::<TwoProd, M>(a, b));
            let y_like_x = if (x.hi().to_f64() < 0.0) == (y.hi().to_f64() < 0.0) {
                y
            } else {
                DoubleWord::from_normalized(-y.hi(), -y.lo())
            };
            errors.add.add(error::<AddNetwork, M>(x, y_like_x));
            errors.mul.add(error::<Mul22, M>(x, y));
        }
        errors
    }

    /// The errors of several pieces together.
    pub(super) fn total(pieces: &[FloatFloatErrors]) -> Self {
        let total = |part: fn(&FloatFloatErrors) -> Errors| {
            Errors::total(&pieces.iter().map(part).collect::<Vec<_>>())
        };
        FloatFloatErrors {
            two_sum: total(|errors| errors.two_sum),
            two_prod: total(|errors| errors.two_prod),
            add: total(|errors| errors.add),
            mul: total(|errors| errors.mul),
        }
    }
}

/// A random double-word whose products keep their low words above underflow. It is near 1 or, for a
/// format with few exponents, as far above 1 as necessary.
fn operand<M: Machine>(random: &mut Random) -> DoubleWord<Sim<M>> {
    let lowest_product = M::SPEC.min_exponent + 2 * M::SPEC.precision as i32 + 1;
    let scale = 2f64.powi(((lowest_product + 1) / 2).max(0) + 1);
    let [high, low] = widen(random.pair::<Sim<M>>(1));
    DoubleWord::from_normalized(Sim::new(high * scale), Sim::new(low * scale))
}

/// A double-word of two random words. No bit of either is too small for the format. Their exponents
/// differ by up to p + 3, since 2Sum is tested where the bits do not overlap.
fn apart<M: Machine>(random: &mut Random) -> DoubleWord<Sim<M>> {
    let reach = M::SPEC.precision / 2 + 2;
    let lowest_bit = -((reach + M::SPEC.precision) as i32);
    let scale = 2f64.powi((M::SPEC.min_exponent - lowest_bit).max(0));
    let word: Sim<M> = random.word(reach);
    DoubleWord::from_word(Sim::new(word.to_f64() * scale))
}

fn error<O: Operation, M: Machine>(x: DoubleWord<Sim<M>>, y: DoubleWord<Sim<M>>) -> f64 {
    relative_error(O::INFO.function, widen(x), widen(y), widen(O::apply(x, y)))
}
