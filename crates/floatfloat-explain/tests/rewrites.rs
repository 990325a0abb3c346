//! Known forms are recognised where they lose digits, and only there.

use floatfloat_explain::{Explanation, Verdict, Watched, explain};
use num_traits::Float;

type Number = Watched<f64>;

/// Powers of ten with these exponents, times 1 to 2.
fn powers(exponents: std::ops::Range<i32>) -> Vec<f64> {
    let inputs =
        exponents.flat_map(|e| (0..8).map(move |k| (1.0 + f64::from(k) / 8.0) * 10f64.powi(e)));
    inputs.collect()
}

/// The form that is proposed for a function of one number.
fn proposed(inputs: &[f64], function: impl Fn(Number) -> Number) -> (Explanation, Option<String>) {
    let explanation = explain(inputs, function).unwrap();
    let form = explanation.rewrites.first().map(|rewriting| rewriting.form.clone());
    (explanation, form)
}

#[test]
fn forms_are_recognised() {
    let (small, large) = (powers(-9..-3), powers(3..9));
    type Case<'a> = (&'a str, &'a [f64], fn(Number) -> Number);
    let cases: [Case<'_>; 14] = [
        ("exp(x) − 1", &small, |x| Float::exp(x) - 1.0),
        ("exp(x) − 1", &small, |x| (1.0 - Float::exp(x)) / x),
        ("1 − cos(x)", &small, |x| (1.0 - Float::cos(x)) / (x * x)),
        ("ln(1 + x)", &small, |x| Float::ln(x + 1.0)),
        ("ln(1 + x)", &small, |x| Float::ln(1.0 - x)),
        ("√(1 + x) − 1", &small, |x| Float::sqrt(1.0 + x) - 1.0),
        ("√a − √b", &large, |x| Float::sqrt(x + 1.0) - Float::sqrt(x)),
        ("√d − b", &large, |x| Float::sqrt(x * x + 3.0) - x),
        ("a/b − c/d", &large, |x| 1.0 / x - 1.0 / (x + 1.0)),
        ("ln(a) − ln(b)", &large, |x| Float::ln(x + 1.0) - Float::ln(x)),
        ("exp(a) − exp(b)", &small, |x| Float::exp(x) - Float::exp(-x)),
        ("sin(a) − sin(b)", &small, |x| Float::sin(x + 0.5) - Float::sin(Number::new(0.5))),
        ("tan(a) − tan(b)", &small, |x| Float::tan(x + 0.5) - Float::tan(Number::new(0.5))),
        ("atan(a) − atan(b)", &large, |x| Float::atan(x + 1.0) - Float::atan(x)),
    ];
    for (form, inputs, function) in cases {
        let (explanation, found) = proposed(inputs, function);
        assert_eq!(found.as_deref(), Some(form), "{explanation}");
        let line = &explanation.rewrites[0];
        assert!(line.error < 1e-3 * explanation.worst.error, "{explanation}");
        assert!(explanation.to_string().contains("What to compute instead"), "{explanation}");
    }
}

#[test]
fn products_are_recognised() {
    let inputs: Vec<[f64; 2]> = powers(-9..-3).into_iter().map(|x| [1.0 + x, 1.0 / 3.0]).collect();
    let explanation = explain(&inputs, |[x, y]| x * x * y - x * y * y * 3.0).unwrap();
    assert_eq!(explanation.rewrites[0].form, "a·b − c·d", "{explanation}");
}

#[test]
fn what_is_accurate_is_not_rewritten() {
    let cases: [fn(Number) -> Number; 4] = [
        |x| Float::exp_m1(x),
        |x| Float::ln_1p(x),
        // Differences of exact numbers.
        |x| x - 1.0,
        // A difference whose terms are far apart.
        |x| Float::exp(x + 5.0) - 1.0,
    ];
    for function in cases {
        let (explanation, found) = proposed(&powers(-9..-3), function);
        assert_eq!((explanation.verdict, found), (Verdict::Accurate, None), "{explanation}");
    }
}

#[test]
fn sums_and_variances() {
    let terms = |count: u32| (0..count).map(|k| 1e4 + f64::from(k * k % 1009) / 7.0);
    let data: Vec<f64> = terms(20_000).collect();
    let explanation =
        explain(&[data], |data| data.iter().fold(Number::new(0.0), |sum, &x| sum + x)).unwrap();
    assert_eq!(explanation.rewrites[0].form, "a sum of many terms", "{explanation}");
    assert!(explanation.rewrites[0].error < 1e-15, "{explanation}");
    let data: Vec<f64> = terms(500).map(|x| 1e6 + x).collect();
    let explanation = explain(&[data], |data| {
        let zero = Number::new(0.0);
        let sum = data.iter().fold(zero, |sum, &x| sum + x);
        let squares = data.iter().fold(zero, |sum, &x| sum + x * x);
        let mean = sum / data.len() as f64;
        squares / data.len() as f64 - mean * mean
    })
    .unwrap();
    let form = "the mean of squares minus the square of the mean";
    assert!(explanation.rewrites.iter().any(|one| one.form == form), "{explanation}");
}
