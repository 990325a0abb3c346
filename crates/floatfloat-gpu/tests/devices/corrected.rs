//! Corrected division and square root against the correctly rounded ones.

mod planted;

use floatfloat::{
    NoFma, Word,
    sim::{Adder, Divider, Machine, Multiplier, Rounding, Sim, Spec},
};
use floatfloat_exact::Random;
use floatfloat_gpu::{
    Circuit, Lowering, Wire,
    lowering::{Division, Protection, Root},
    program::{Node, Unary, quotient, square_root},
};
use planted::{Off, Stepped, ULPS};

/// A small format in which everything can be tried, −emin = 5p + 2.
const fn small(precision: u32, fused: bool, divider: Divider) -> Spec {
    let min_exponent = -(5 * precision as i32 + 2);
    Spec {
        name: "small",
        precision,
        min_exponent,
        max_exponent: 1 - min_exponent,
        rounding: Rounding::NearestEven,
        flush_inputs: false,
        flush_outputs: false,
        special_values: true,
        fused,
        adder: Adder::Exact,
        multiplier: Multiplier::Exact,
        divider,
    }
}

macro_rules! machines {
    ($($name:ident = $spec:expr;)*) => {$(
        #[derive(Clone, Copy, Debug, Default)]
        struct $name;
        impl Machine for $name {
            const SPEC: Spec = $spec;
        }
    )*};
}

machines! {
    Six = small(6, true, Divider::Ieee);
    Seven = small(7, false, Divider::Ieee);
    Nine = small(9, true, Divider::Ieee);
    ByReciprocal = small(8, true, Divider::Reciprocal { precision: 8, bias: 0 });
    ByCoarseReciprocal = small(8, false, Divider::Reciprocal { precision: 7, bias: 40 });
}

/// Every significand at this exponent, subnormal ones below emin.
fn numbers(spec: &Spec, exponent: i32) -> Vec<f64> {
    let half = 1u64 << (spec.precision - 1);
    let normal = exponent >= spec.min_exponent;
    let unit = exponent.max(spec.min_exponent) - spec.precision as i32 + 1;
    let significands = if normal { half..2 * half } else { 0..half };
    significands.map(|significand| significand as f64 * 2f64.powi(unit)).collect()
}

/// Every pair of significands, with exponents at the ends of the range, at the borders of scaling
/// and in the middle.
fn every_quotient<M: Machine>(ulps: impl Iterator<Item = i32> + Clone) {
    let spec = M::SPEC;
    let exact = Spec { divider: Divider::Ieee, ..spec };
    let (emin, emax) = (spec.min_exponent, spec.max_exponent);
    let border = (spec.precision as i32 - emin + 1) / 3;
    let exponents =
        [emin - 1, emin, emin + 1, -border - 1, -border, -1, 0, border - 1, border, emax - 1, emax];
    for (i, &ea) in exponents.iter().enumerate() {
        for &eb in &exponents {
            for a in numbers(&spec, ea) {
                for b in numbers(&spec, eb) {
                    // Signs vary with the operands: all four occur at each pair of exponents.
                    let b = if (a.to_bits() ^ b.to_bits()).count_ones() % 2 == 0 { b } else { -b };
                    let a = if i % 2 == 0 { a } else { -a };
                    let expected = exact.div(a, b);
                    for ulps in ulps.clone() {
                        ULPS.set(ulps);
                        let word = |value| Off(Sim::<M>::from_carrier(value));
                        let found = quotient(word(a), word(b), emin).0.to_f64();
                        assert!(
                            found.to_bits() == expected.to_bits()
                                || found.is_nan() && expected.is_nan(),
                            "{a:e} / {b:e} with {ulps} ulps: {found:e}, not {expected:e}"
                        );
                    }
                }
            }
        }
    }
}

fn every_root<M: Machine>(ulps: impl Iterator<Item = i32> + Clone) {
    let spec = M::SPEC;
    for exponent in spec.min_exponent - 1..=spec.max_exponent {
        for a in numbers(&spec, exponent) {
            let expected = spec.sqrt(a);
            for ulps in ulps.clone() {
                ULPS.set(ulps);
                let word = Off(Sim::<M>::from_carrier(a));
                let found = square_root(word, spec.min_exponent).0.to_f64();
                assert_eq!(found, expected, "√{a:e} with {ulps} ulps");
            }
        }
    }
}

#[test]
fn every_quotient_of_small_formats() {
    every_quotient::<Six>(-3..=3);
    every_quotient::<Seven>([-3, -2, 2, 3].into_iter());
    every_quotient::<ByReciprocal>(-1..=1);
    every_quotient::<ByCoarseReciprocal>(0..=0);
}

#[test]
fn every_root_of_small_formats() {
    every_root::<Six>(-3..=3);
    every_root::<Seven>(-3..=3);
    every_root::<Nine>(-8..=8);
    every_root::<ByCoarseReciprocal>(-3..=3);
}

/// A float of this machine: the reference is its own division and square root.
trait Native: Stepped {
    const MIN_EXPONENT: i32;
    fn from_random(bits: u64) -> Self;
    fn bits(self) -> u64;
}

macro_rules! native {
    ($float:ident, $bits:ident, $min_exponent:literal) => {
        impl Native for $float {
            const MIN_EXPONENT: i32 = $min_exponent;
            fn from_random(bits: u64) -> Self {
                $float::from_bits(bits as $bits)
            }
            fn bits(self) -> u64 {
                if self.is_nan() { u64::MAX } else { self.to_bits().into() }
            }
        }
    };
}

native!(f32, u32, -126);
native!(f64, u64, -1022);

/// Runs `check` on operands of every kind: random bits, and hard ones.
fn operands<F: Native>(seed: u64, mut check: impl FnMut(F, F)) {
    let mut random = Random::new(seed);
    let precision = u64::from(F::PRECISION);
    let fraction = (1u64 << (precision - 1)) - 1;
    let special = |random: &mut Random| {
        let exponents = F::from_random(0).constant(f64::INFINITY).bits() / (fraction + 1);
        let exponent = random.pick(&[0, 0, 1, 2, exponents / 2, exponents - 1, exponents]);
        let low = random.pick(&[0, 1, 2, fraction, fraction - 1, fraction / 2]);
        let word = F::from_random(exponent * (fraction + 1) + low);
        if random.one_in(2) { -word } else { word }
    };
    for _ in 0..500_000 {
        ULPS.set(random.between(-8, 8));
        check(F::from_random(random.bits()), F::from_random(random.bits()));
        // Close exponents, so that quotients are ordinary numbers.
        let one = F::from_random(0).constant(1.0).bits();
        let near = |random: &mut Random| {
            F::from_random(one + random.below((fraction + 1) * 16) - 8 * (fraction + 1))
        };
        let (a, b) = (near(&mut random), near(&mut random));
        check(a, b);
        // Quotients next to a word and next to the middle of two: b·q and its neighbours.
        let product = a * b;
        check(product.stepped(random.between(-1, 1)), b);
        // Quotients at the lower end of the range: subnormal, and ties there.
        let short = F::from_random(a.bits() & !(fraction >> random.below(precision)));
        let tiny = F::from_random(random.below(4 * (fraction + 1)));
        check(short * tiny, short);
        check(tiny, F::from_random(0).constant(2f64.powi(random.between(0, 40))) * short);
        check(special(&mut random), special(&mut random));
        check(special(&mut random), a);
    }
}

fn native_quotients<F: Native, W: Stepped>(
    seed: u64,
    word: impl Fn(F) -> W,
    back: impl Fn(W) -> F,
) {
    operands::<F>(seed, |a, b| {
        let found = back(quotient(Off(word(a)), Off(word(b)), F::MIN_EXPONENT).0);
        let expected = a / b;
        assert_eq!(
            found.bits(),
            expected.bits(),
            "{:x} / {:x} with {} ulps",
            a.bits(),
            b.bits(),
            ULPS.get()
        );
    });
}

fn native_roots<F: Native, W: Stepped>(seed: u64, word: impl Fn(F) -> W, back: impl Fn(W) -> F) {
    let check = |a: F| {
        let found = back(square_root(Off(word(a)), F::MIN_EXPONENT).0);
        let expected = a.sqrt();
        assert_eq!(found.bits(), expected.bits(), "√{:x} with {} ulps", a.bits(), ULPS.get());
    };
    operands::<F>(seed, |a, b| {
        check(a);
        check(b.abs());
        // Next to the square of a word.
        check((a * a).stepped(ULPS.get() % 2));
    });
}

#[test]
fn quotients_of_f32() {
    native_quotients::<f32, _>(1, |word| word, |word| word);
    native_quotients::<f32, _>(2, NoFma, |word| word.0);
}

#[test]
fn quotients_of_f64() {
    native_quotients::<f64, _>(3, |word| word, |word| word);
    native_quotients::<f64, _>(4, NoFma, |word| word.0);
}

#[test]
fn roots_of_f32() {
    native_roots::<f32, _>(5, |word| word, |word| word);
    native_roots::<f32, _>(6, NoFma, |word| word.0);
}

#[test]
fn roots_of_f64() {
    native_roots::<f64, _>(7, |word| word, |word| word);
    native_roots::<f64, _>(8, NoFma, |word| word.0);
}

/// The planted errors are there: without correction the tests above would fail.
#[test]
fn the_planted_division_is_wrong() {
    ULPS.set(3);
    assert_eq!((Off(1f32) / Off(3f32)).0.to_bits(), (1f32 / 3.0).to_bits() + 3);
    assert_eq!(Off(2f64).sqrt().0.to_bits(), 2f64.sqrt().to_bits() + 3);
}

/// Steps that count as floating-point operations.
fn flops(circuit: &Circuit) -> usize {
    let is_flop = |node: &&Node| {
        matches!(node, Node::Binary(..) | Node::Fma(..) | Node::Unary(Unary::Sqrt, _))
    };
    circuit.nodes().iter().filter(is_flop).count()
}

fn corrected(fused: bool) -> Lowering {
    Lowering {
        division: Division::Corrected,
        root: Root::Corrected,
        ..Lowering::exact(Protection::Plain, fused)
    }
}

#[test]
fn as_many_flops_as_documented() {
    for (fused, of_quotient, of_root) in [(true, 27, 14), (false, 73, 56)] {
        let quotient = Circuit::record2(fused, |a: Wire<f32>, b: Wire<f32>| a / b).unwrap();
        assert_eq!(flops(&corrected(fused).rewritten(&quotient)), of_quotient);
        let root = Circuit::record1(fused, |a: Wire<f64>| a.sqrt()).unwrap();
        assert_eq!(flops(&corrected(fused).rewritten(&root)), of_root);
    }
}

#[test]
fn rewriting_shares_and_leaves_the_rest() {
    let lowering = corrected(true);
    let once = Circuit::record2(true, |a: Wire<f32>, b: Wire<f32>| a / b).unwrap();
    let twice = Circuit::record2(true, |a: Wire<f32>, b: Wire<f32>| a / b + (a / b).abs()).unwrap();
    let steps = |circuit: &Circuit| lowering.rewritten(circuit).nodes().len();
    assert_eq!(steps(&twice), steps(&once) + 2);

    let sum = Circuit::record2(true, |a: Wire<f32>, b: Wire<f32>| a * b - a).unwrap();
    assert_eq!(lowering.rewritten(&sum), sum);
    assert_eq!(Lowering::exact(Protection::Plain, true).rewritten(&twice), twice);
}
