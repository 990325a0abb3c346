//! Split and 2Prod, proved on small formats by trying every operand and every pair, and Split on
//! the NV35-like machine by trying all 2^23 significands. The docs of `floatfloat::sim`, under
//! "Exhaustive proofs", say what comes out.

use crate::small::{
    Law, for_small_formats, is_word, significands, under_nearest, under_truncation, word,
};
use floatfloat::{
    eft::{split, two_prod_dekker, two_prod_fused},
    sim::{
        Machine, Multiplier, Sim, Spec,
        machines::{Chopped, NV35_LIKE, Nv35, OneGuardBit, Small, TwoGuardBits},
    },
};

/// Bits from the first to the last that is set.
fn width(x: f64) -> u32 {
    if x == 0.0 { 0 } else { 53 - (x.to_bits() | 1 << 52).trailing_zeros() }
}

/// Split of a, its parts checked to add up to a and to be of `high` and `low` bits at most.
fn split_within<M: Machine>(a: f64, high: u32, low: u32) -> (f64, f64) {
    let (h, l) = split(Sim::<M>::from_carrier(a));
    let (h, l) = (h.to_f64(), l.to_f64());
    assert_eq!(h + l, a, "split of {a}");
    assert!(width(h) <= high && width(l) <= low, "split of {a}: {h} + {l}");
    (h, l)
}

fn fused_is_exact<const P: u32, M: Machine>(a: f64, b: f64) -> bool {
    let (p, e) = two_prod_fused(word::<P, M>(a), word(b));
    p.to_f64() + e.to_f64() == a * b
}

fn dekker_is_exact<M: Machine>(a: f64, b: f64) -> bool {
    let (p, e) = two_prod_dekker(Sim::<M>::from_carrier(a), Sim::from_carrier(b));
    p.to_f64() + e.to_f64() == a * b
}

fn pairs<const P: u32>() -> impl Iterator<Item = (f64, f64)> {
    significands::<P>().flat_map(|a| significands::<P>().map(move |b| (a as f64, b as f64)))
}

struct ExactUnderNearest;

impl Law for ExactUnderNearest {
    fn holds<const P: u32, M: Machine>() {
        let s = P.div_ceil(2);
        for a in significands::<P>() {
            split_within::<Small<P, M>>(a as f64, P - s, s - 1);
        }
        for (a, b) in pairs::<P>() {
            assert!(fused_is_exact::<P, M>(a, b), "{a} × {b}, p = {P}");
            assert!(dekker_is_exact::<Small<P, M>>(a, b), "{a} × {b}, p = {P}");
        }
    }
}

#[test]
fn split_and_both_products_are_exact_under_round_to_nearest() {
    under_nearest::<ExactUnderNearest>();
}

struct Truncated;

impl Law for Truncated {
    fn holds<const P: u32, M: Machine>() {
        let m = Small::<P, M>::SPEC;
        let s = P.div_ceil(2);
        let halves: Vec<(f64, f64)> =
            significands::<P>().map(|a| split_within::<Small<P, M>>(a as f64, P - s, s)).collect();
        for (a, b) in pairs::<P>() {
            assert!(fused_is_exact::<P, M>(a, b), "{a} × {b}, p = {P}, {}", m.name);
            let half = |x: f64| halves[x as usize - (1 << (P - 1))];
            let ((a_high, a_low), (b_high, b_low)) = (half(a), half(b));
            let e1 = m.mul(a, b) - a_high * b_high;
            let e2 = e1 - a_low * b_high;
            let e3 = e2 - a_high * b_low;
            let fails = ![e1, e2, e3, a_low * b_low].iter().all(|&x| is_word(&m, x));
            assert!(!fails || P % 2 == 1);
            let dekker = dekker_is_exact::<Small<P, M>>(a, b);
            assert_eq!(!dekker, fails, "{a} × {b}, p = {P}, {}", m.name);
        }
    }
}

/// Theorem 3 of Da Graça & Defour is right for chopping with any number of guard bits from one, and
/// theorem 4 for even p. For odd p, s = ⌈p/2⌉, Dekker's product is exact if and only if the exact
/// value of each of its steps is a word.
#[test]
fn chopped_dekker_product_fails_exactly_where_a_step_is_no_word() {
    under_truncation::<Truncated>();
}

#[test]
fn smallest_counterexamples_of_the_chopped_dekker_product() {
    assert!(pairs::<4>().all(|(a, b)| dekker_is_exact::<Small<4, Chopped>>(a, b)));
    let first = |exact: fn(f64, f64) -> bool| pairs::<3>().find(|&(a, b)| !exact(a, b));
    assert_eq!(first(dekker_is_exact::<Small<3, Chopped>>), Some((5.0, 5.0)));
    assert_eq!(first(dekker_is_exact::<Small<3, OneGuardBit>>), Some((7.0, 7.0)));
    assert_eq!(first(dekker_is_exact::<Small<3, TwoGuardBits>>), Some((5.0, 5.0)));
}

/// The NV35-like machine at p bits: the columns that it drops and its constant are as many places
/// below the last place of the product, and its range is wide.
#[derive(Clone, Copy, Debug, Default)]
struct Scaled<const P: u32>;

impl<const P: u32> Machine for Scaled<P> {
    const SPEC: Spec = {
        let Multiplier::Truncated { compensation, .. } = NV35_LIKE.multiplier else { panic!() };
        Spec {
            precision: P,
            multiplier: Multiplier::Truncated {
                // At most 2^(p−3) + 1 are lost, as at 24 bits.
                dropped_columns: [2, 3, 5, 6][(P as usize - 6) / 2],
                compensation: compensation >> (24 - P),
            },
            ..NV35_LIKE
        }
    };
}

fn mul12_is_exact_at<const P: u32>() {
    for (a, b) in pairs::<P>() {
        assert!(dekker_is_exact::<Scaled<P>>(a, b), "{a} × {b}, p = {P}");
    }
}

/// Table 5 of Da Graça & Defour: Mul12 exact.
#[test]
fn mul12_is_exact_on_small_nv35_like_machines() {
    mul12_is_exact_at::<6>();
    mul12_is_exact_at::<8>();
    mul12_is_exact_at::<10>();
    mul12_is_exact_at::<12>();
}

/// Theorem 3 of Da Graça & Defour on the NV35-like machine itself.
#[test]
fn split_is_exact_for_every_significand_of_the_nv35_like_machine() {
    for a in significands::<24>() {
        split_within::<Nv35>(a as f64, 12, 12);
    }
}

struct LowPartsAreFull;

impl Law for LowPartsAreFull {
    fn holds<const P: u32, M: Machine>() {
        // The bound on the low part under chopping is reached: it is not one bit less there.
        let s = P.div_ceil(2);
        let widest = significands::<P>()
            .map(|a| width(split_within::<Small<P, M>>(a as f64, P - s, s).1))
            .max();
        assert_eq!(widest, Some(s));
    }
}

#[test]
fn chopped_low_parts_use_all_their_bits() {
    for_small_formats::<LowPartsAreFull, Chopped>();
    for_small_formats::<LowPartsAreFull, OneGuardBit>();
    for_small_formats::<LowPartsAreFull, TwoGuardBits>();
}
