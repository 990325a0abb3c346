//! Infinities, NaN, zeros, and sums that overflow on the way.

use crate::data::exact;
use floatfloat::DoubleWord;
use floatfloat_cpu::{
    Accuracy, Element, Vector,
    reductions::{asum_with, dot_with, max_abs, nrm2_with, sum_with},
};
use floatfloat_exact::Exact;

fn vector<E: Element>(words: &[E]) -> Vector<DoubleWord<E>> {
    Vector::from_words(words)
}

/// Sums of words, at each of several places among positive ones and at the end of a long row.
fn sums<E: Element>(method: Accuracy, words: &[E]) -> E {
    let found = sum_with(method, vector(words).view());
    for zeros in [1, 14, 33, 40_000] {
        let mut longer = vec![-E::default(); zeros];
        longer.extend(words);
        let again = sum_with(method, vector(&longer).view());
        let equal = again.hi().bits() == found.hi().bits() || again.is_nan() && found.is_nan();
        assert!(equal, "{words:?} after {zeros} zeros: {again:?}, not {found:?}");
    }
    assert!(found.lo() == E::default());
    found.hi()
}

fn check<E: Element>(method: Accuracy) {
    let [zero, one, infinity, nan, max] =
        [E::default(), E::nearest(1.0), E::INFINITY, E::NAN, E::MAX];
    assert!(sums(method, &[infinity, one]) == infinity);
    assert!(sums(method, &[-infinity, max, max, max]) == -infinity);
    assert!(sums(method, &[infinity, -infinity]).is_nan());
    assert!(sums(method, &[one, nan]).is_nan());
    assert!(sums(method, &[max, max, -max]) == max);
    assert!(sums(method, &[-max, -max, max, max, one]) == one);
    assert!(sums(method, &[max, max]) == infinity);
    assert!(sums(method, &[-max, -max]) == -infinity);
    assert!(sums(method, &[-zero, -zero]).is_negative());
    assert!(sums::<E>(method, &[]).is_negative());
    assert!(!sums(method, &[-zero, zero]).is_negative());
    assert!(!sums(method, &[one, -one]).is_negative());

    let products =
        |x: &[E], y: &[E]| dot_with(method, vector(x).view(), vector(y).view()).unwrap().hi();
    assert!(products(&[infinity], &[zero]).is_nan());
    assert!(products(&[infinity, max, max], &[one, -max, -max]) == infinity);
    assert!(products(&[infinity, E::MIN_POSITIVE], &[one, infinity]) == infinity);
    let power = |exponent| E::rounded(false, 1, exponent, false);
    let (root, large) = (power(E::LARGEST_EXPONENT / 2 + 5), power(E::LARGEST_EXPONENT - 3));
    assert!(products(&[root, root, large], &[root, -root, one]) == large);
    assert!(!products(&[max, max], &[max, -max]).is_negative());
    assert!(products(&[max, one], &[max, one]) == infinity);
    assert!(products(&[-zero, zero], &[one, -one]).is_negative());
    assert!(!products(&[-zero, one], &[one, zero]).is_negative());

    let norm = |x: &[E]| nrm2_with(method, vector(x).view()).hi();
    assert!(norm(&[infinity, one]) == infinity);
    assert!(norm(&[infinity, nan]).is_nan());
    assert!(norm(&[]).bits() == zero.bits());
    assert!(norm(&[-zero]).bits() == zero.bits());
    assert!(norm(&[max, max]) == infinity);
    assert!(norm(&[-max]) == max);
    let least = E::rounded(false, 1, E::LEAST_EXPONENT, false);
    let [three, four, five] = [3.0, 4.0, 5.0].map(|times| least * E::nearest(times));
    assert!(norm(&[three, -four]) == five);

    let magnitudes = |x: &[E]| asum_with(method, vector(x).view()).hi();
    assert!(magnitudes(&[infinity, -infinity]) == infinity);
    assert!(magnitudes(&[nan, one]).is_nan());
    assert!(magnitudes(&[-max, -max]) == infinity);
    assert!(magnitudes(&[]).bits() == zero.bits());
    assert!(magnitudes(&[-zero]).bits() == zero.bits());

    let largest = |x: &[E]| max_abs(vector(x).view()).hi();
    for length in [1, 7, 16, 40] {
        let mut words = vec![one; length];
        words[length / 2] = -infinity;
        assert!(largest(&words) == infinity);
        words[0] = nan;
        assert!(largest(&words).is_nan());
    }
    assert!(largest(&[]).bits() == zero.bits());
    assert!(largest(&[-zero]).bits() == zero.bits());
}

#[test]
fn special_values() {
    check::<f64>(Accuracy::Strict);
    check::<f64>(Accuracy::Fast);
    check::<f32>(Accuracy::Strict);
    check::<f32>(Accuracy::Fast);
}

/// Sums that overflow on the way keep both their words.
fn scaled<E: Element>(method: Accuracy) {
    let third = DoubleWord::from(E::MAX) / E::nearest(3.0);
    let x: Vector<DoubleWord<E>> = (0..1000)
        .map(|k| if k % 3 == 1 { -third } else { third / E::nearest(f64::from(k) + 1.0) })
        .chain([third; 330])
        .collect();
    let allowed = |terms: &[Exact], bound: f64| {
        terms.iter().cloned().map(Exact::abs).sum::<Exact>() * Exact::new(bound)
    };
    let terms: Vec<_> = x.iter().map(exact).collect();
    let found = sum_with(method, x.view());
    let error = (exact(found) - terms.iter().cloned().sum()).abs();
    assert!(error <= allowed(&terms, method.sum_bound::<E>(x.len())));
    let huge = DoubleWord::from(E::MAX) / E::nearest(7.0);
    let x: Vector<DoubleWord<E>> = [huge, third, -huge - huge, huge.recip()].into_iter().collect();
    let y: Vector<DoubleWord<E>> = [third, huge, third, huge].into_iter().collect();
    let terms: Vec<_> = x.iter().zip(y.iter()).map(|(x, y)| exact(x) * exact(y)).collect();
    let found = dot_with(method, x.view(), y.view()).unwrap();
    let error = (exact(found) - terms.iter().cloned().sum()).abs();
    assert!(error <= allowed(&terms, method.dot_bound::<E>(4)));
}

#[test]
fn sums_that_overflow_on_the_way() {
    scaled::<f64>(Accuracy::Strict);
    scaled::<f64>(Accuracy::Fast);
    scaled::<f32>(Accuracy::Strict);
    scaled::<f32>(Accuracy::Fast);
}
