//! 2Sum, Fast2Sum and Sterbenz's lemma, proved on small formats by trying every pair of operands.
//! The docs of `floatfloat::sim`, under "Exhaustive proofs", say what comes out.

use crate::small::{
    Law, for_small_formats, is_word, significands, under_nearest, under_truncation, word,
};
use floatfloat::{
    eft::{fast_two_sum, two_diff, two_sum},
    sim::{
        Adder, Machine, Spec,
        machines::{Chopped, Downward, IeeeF32, OneGuardBit, Small, TwoGuardBits, Upward},
    },
};

/// Two numbers, both signs of each, `b` from 2^-(p+3) to 2^(p+3) times as large as `a`. With
/// exponents farther apart the smaller one only becomes less; with all exponents moved together
/// nothing changes.
struct Pair<const P: u32> {
    a: f64,
    b: f64,
    /// Exponent of a less exponent of b.
    distance: i32,
}

impl<const P: u32> Pair<P> {
    fn all() -> impl Iterator<Item = Self> {
        let window = P as i32 + 3;
        let signed = || significands::<P>().flat_map(|m| [m as f64, -m as f64]);
        (-window..=window).flat_map(move |distance| {
            let scale = 2f64.powi(-distance);
            signed().flat_map(move |a| signed().map(move |b| Pair { a, b: b * scale, distance }))
        })
    }

    fn same_sign(&self) -> bool {
        (self.a < 0.0) == (self.b < 0.0)
    }

    /// The operands' magnitudes, the larger first.
    fn magnitudes(&self) -> (f64, f64) {
        let (a, b) = (self.a.abs(), self.b.abs());
        (a.max(b), a.min(b))
    }
}

/// Whether 2Sum, and 2Diff of −b, give s + e = a + b.
fn two_sum_is_exact<const P: u32, M: Machine>(pair: &Pair<P>) -> bool {
    let exact = |s: f64, e: f64| s + e == pair.a + pair.b;
    let (s, e) = two_sum(word::<P, M>(pair.a), word(pair.b));
    let sum = exact(s.to_f64(), e.to_f64());
    let (s, e) = two_diff(word::<P, M>(pair.a), word(-pair.b));
    assert_eq!(sum, exact(s.to_f64(), e.to_f64()), "{}, {}", pair.a, pair.b);
    sum
}

fn fast_two_sum_is_exact<const P: u32, M: Machine>(pair: &Pair<P>) -> bool {
    let (s, e) = fast_two_sum(word::<P, M>(pair.a), word(pair.b));
    s.to_f64() + e.to_f64() == pair.a + pair.b
}

/// What separates the pairs where 2Sum is exact from those where it is not, on a machine that
/// chops: subtracting the smaller magnitude from the larger leaves an error that is not a word.
fn subtraction_error_is_no_word<const P: u32, M: Machine>(pair: &Pair<P>) -> bool {
    let m = Small::<P, M>::SPEC;
    let (larger, smaller) = pair.magnitudes();
    !is_word(&m, (larger - smaller) - m.sub(larger, smaller))
}

struct SumsAreExact;

impl Law for SumsAreExact {
    fn holds<const P: u32, M: Machine>() {
        for pair in Pair::<P>::all() {
            let case = || format!("{} + {}, p = {P}, {}", pair.a, pair.b, M::SPEC.name);
            assert!(two_sum_is_exact::<P, M>(&pair), "{}", case());
            // The condition on exponents, weaker than |a| ≥ |b|.
            if pair.distance >= 0 {
                assert!(fast_two_sum_is_exact::<P, M>(&pair), "{}", case());
            }
        }
    }
}

#[test]
fn sums_are_exact_under_round_to_nearest() {
    under_nearest::<SumsAreExact>();
}

/// Theorem 2 of Da Graça & Defour is right for a machine that chops and has exactly one guard bit.
#[test]
fn sums_are_exact_when_chopped_with_one_guard_bit() {
    for_small_formats::<SumsAreExact, OneGuardBit>();
}

struct SumsFailExactlyWhereTheErrorIsNoWord;

impl Law for SumsFailExactlyWhereTheErrorIsNoWord {
    fn holds<const P: u32, M: Machine>() {
        for pair in Pair::<P>::all() {
            let case = || format!("{} + {}, p = {P}, {}", pair.a, pair.b, M::SPEC.name);
            let no_word = subtraction_error_is_no_word::<P, M>(&pair);
            let first_is_smaller = pair.a.abs() < pair.b.abs();
            let fails = no_word && (!pair.same_sign() || first_is_smaller);
            assert_eq!(!two_sum_is_exact::<P, M>(&pair), fails, "2Sum of {}", case());
            if pair.distance >= 0 {
                let fails = no_word && !pair.same_sign();
                assert_eq!(!fast_two_sum_is_exact::<P, M>(&pair), fails, "Fast2Sum of {}", case());
            }
        }
    }
}

#[test]
fn chopped_sums_fail_exactly_where_the_error_of_subtraction_is_no_word() {
    under_truncation::<SumsFailExactlyWhereTheErrorIsNoWord>();
}

struct TwoGuardBitsFailAtOneDistance;

impl Law for TwoGuardBitsFailAtOneDistance {
    fn holds<const P: u32, M: Machine>() {
        let (p, half) = (P as i32, 2f64.powi(P as i32 - 1));
        let mut failures = 0u64;
        for pair in Pair::<P>::all() {
            let (larger, smaller) = pair.magnitudes();
            let to_integer = if pair.distance > 0 { 2f64.powi(pair.distance) } else { 1.0 };
            let odd = (smaller * to_integer) % 2.0 == 1.0;
            let power_of_two = (larger / half).log2().fract() == 0.0;
            let unlike = pair.distance.abs() == p + 1 && odd && !power_of_two;
            let fails = unlike && (!pair.same_sign() || pair.distance < 0);
            assert_eq!(!two_sum_is_exact::<P, M>(&pair), fails, "{} + {}", pair.a, pair.b);
            if pair.distance >= 0 {
                let fails = unlike && !pair.same_sign();
                assert_eq!(!fast_two_sum_is_exact::<P, M>(&pair), fails);
            }
            if fails {
                failures += 1;
                // By the last bit of the smaller operand.
                let (s, e) = two_sum(word::<P, M>(pair.a), word(pair.b));
                let missed = ((s.to_f64() + e.to_f64()) - (pair.a + pair.b)).abs();
                assert_eq!(missed * to_integer, 1.0, "{} + {}", pair.a, pair.b);
            }
        }
        assert_eq!(failures, 6 * ((1 << (P - 1)) - 1) * (1 << (P - 2)), "p = {P}");
    }
}

/// The closed form of the condition for the adder of the NV35-like machine.
#[test]
fn two_guard_bits_fail_at_one_distance_of_exponents() {
    for_small_formats::<TwoGuardBitsFailAtOneDistance, TwoGuardBits>();
}

#[test]
fn smallest_counterexample_with_two_guard_bits() {
    // p = 3: 5 − 5/16 = 4 + 11/16. With 2^-2 the last place that is kept, 5/16 counts as 1/4, the
    // difference 4.75 is chopped to 4, and 11/16 has four bits.
    let (s, e) = two_sum(word::<3, TwoGuardBits>(5.0), word(-5.0 / 16.0));
    assert_eq!((s.to_f64(), e.to_f64()), (4.0, 10.0 / 16.0));
    // The smaller operand first, and of the same sign: 5 + 80.
    let (s, e) = two_sum(word::<3, TwoGuardBits>(5.0), word(80.0));
    assert_eq!((s.to_f64(), e.to_f64()), (80.0, 6.0));
    let (s, e) = two_sum(word::<3, TwoGuardBits>(80.0), word(5.0));
    assert_eq!((s.to_f64(), e.to_f64()), (80.0, 5.0));
    // Nothing smaller than the first: it is the first of all pairs of all formats, by precision,
    // magnitude of the larger operand, and of the smaller.
    let smaller = Pair::<3>::all().filter(|pair| {
        let (larger, smaller) = pair.magnitudes();
        pair.distance >= 0 && (larger, smaller) < (5.0, 5.0 / 16.0)
    });
    assert!(smaller.into_iter().all(|pair| two_sum_is_exact::<3, TwoGuardBits>(&pair)));
}

#[test]
fn pairs_of_eight_bits_that_fail() {
    fn count<M: Machine>() -> [usize; 2] {
        let fails = Pair::<8>::all().filter(|pair| !two_sum_is_exact::<8, M>(pair)).count();
        let fast = Pair::<8>::all().filter(|pair| pair.distance >= 0);
        [fails, fast.filter(|pair| !fast_two_sum_is_exact::<8, M>(pair)).count()]
    }
    assert_eq!(Pair::<8>::all().count(), 1_507_328);
    assert_eq!(count::<Chopped>(), [208_224, 69_408]);
    assert_eq!(count::<OneGuardBit>(), [0, 0]);
    assert_eq!(count::<TwoGuardBits>(), [48_768, 16_256]);
    assert_eq!(count::<Upward>(), [208_560, 69_520]);
    assert_eq!(count::<Downward>(), [208_560, 69_520]);
}

struct FastTwoSumFailsExactlyWhereItsErrorIsNoWord;

impl Law for FastTwoSumFailsExactlyWhereItsErrorIsNoWord {
    fn holds<const P: u32, M: Machine>() {
        let m = Small::<P, M>::SPEC;
        let mut failures = 0;
        for pair in Pair::<P>::all().filter(|pair| pair.distance >= 0) {
            let error = (pair.a + pair.b) - m.add(pair.a, pair.b);
            let fails = !is_word(&m, error);
            assert_eq!(!fast_two_sum_is_exact::<P, M>(&pair), fails, "{} + {}", pair.a, pair.b);
            failures += u32::from(fails);
        }
        assert!(failures > 0);
    }
}

#[test]
fn directed_fast_two_sum_fails_exactly_where_its_error_is_no_word() {
    for_small_formats::<FastTwoSumFailsExactlyWhereItsErrorIsNoWord, Upward>();
    for_small_formats::<FastTwoSumFailsExactlyWhereItsErrorIsNoWord, Downward>();
}

struct Sterbenz;

impl Law for Sterbenz {
    fn holds<const P: u32, M: Machine>() {
        let with_guard = Small::<P, M>::SPEC;
        let adder = Adder::Guarded { guard_bits: 0, sticky: false };
        let without = Spec { adder, ..with_guard };
        for pair in Pair::<P>::all().filter(|pair| pair.same_sign()) {
            let (larger, smaller) = pair.magnitudes();
            if larger > 2.0 * smaller {
                continue;
            }
            let exact = pair.a - pair.b;
            assert_eq!(with_guard.sub(pair.a, pair.b), exact);
            // Without a guard bit: wrong if and only if the last bit of the smaller operand falls
            // below the last place of the larger.
            let unit = if larger == pair.a.abs() { 1.0 } else { 2f64.powi(-pair.distance) };
            let shifted_out = pair.distance != 0 && smaller % unit != 0.0;
            assert_eq!(
                without.sub(pair.a, pair.b) != exact,
                shifted_out,
                "{} - {}",
                pair.a,
                pair.b
            );
        }
    }
}

#[test]
fn sterbenz_lemma_holds_with_a_guard_bit_and_not_without() {
    under_nearest::<Sterbenz>();
    under_truncation::<Sterbenz>();
    // p = 3: 4 − 3.5 is 1 where 3.5 loses its last bit.
    let adder = Adder::Guarded { guard_bits: 0, sticky: false };
    let without = Spec { adder, ..Small::<3, IeeeF32>::SPEC };
    assert_eq!(without.sub(4.0, 3.5), 1.0);
}
