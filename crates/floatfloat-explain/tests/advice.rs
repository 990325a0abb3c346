//! Formats for a tolerance, and the lines that need the wide one.

use floatfloat_explain::{Advice, Watched, advise};
use num_traits::Float;

fn number<T: Float>(x: f64) -> T {
    T::from(x).unwrap()
}

fn lines(advice: &Advice) -> Vec<u32> {
    let mixed = advice.mixed.as_ref().expect("there is a mixed answer");
    mixed.lines.iter().map(|line| line.line).collect()
}

fn formats(advice: &Advice) -> Vec<(&str, bool)> {
    advice.uniform.iter().map(|one| (one.format.as_str(), one.meets)).collect()
}

#[test]
fn a_sum_of_many_small_terms_needs_a_wide_sum_only() {
    const SUM: u32 = line!() + 5;
    fn energy<T: Float>(data: &[T]) -> T {
        let mut sum = T::zero();
        for &x in data {
            let term = x * x * (-x).exp();
            sum = sum + term;
        }
        sum
    }
    let data = |seed: u32| -> Vec<f64> {
        (0..20_000u32).map(|k| f64::from((k * 7919 + seed) % 1009) / 300.0).collect()
    };
    let inputs: Vec<Vec<f64>> = (0..4).map(data).collect();
    let advice = advise(3e-7, &inputs, |data| energy(&data)).unwrap();
    assert_eq!(formats(&advice), [("f32", false), ("f64", true)], "{advice}");
    assert_eq!(lines(&advice), [SUM], "{advice}");
    let mixed = advice.mixed.as_ref().unwrap();
    assert!(mixed.meets && mixed.steps < 0.3 && mixed.error < 3e-7, "{advice}");
    assert!(advice.to_string().contains("sum = sum + term;"), "{advice}");
}

#[test]
fn two_words_for_what_cancels() {
    const DISCRIMINANT: u32 = line!() + 2;
    fn root<T: Float>(a: T, b: T, c: T) -> T {
        let discriminant = b * b - number::<T>(4.0) * a * c;
        let shifted = discriminant + number(1.0);
        shifted.ln_1p() * discriminant
    }
    let inputs: Vec<[f64; 3]> =
        (0..60).map(|k| [94906265.625 + f64::from(k), 189812534.0, 94906268.375]).collect();
    let advice = advise(1e-12, &inputs, |[a, b, c]| root(a, b, c)).unwrap();
    assert_eq!(
        formats(&advice),
        [("f32", false), ("f64", false), ("DoubleDouble", true)],
        "{advice}"
    );
    assert_eq!(lines(&advice), [DISCRIMINANT], "{advice}");
    assert!(advice.fresh && advice.complete);
}

#[test]
fn one_format_where_it_is_enough() {
    let inputs: Vec<f64> = (1..30).map(f64::from).collect();
    let advice = advise(1e-5, &inputs, |x: Watched<f64>| Float::sqrt(x) + 1.0).unwrap();
    assert_eq!(formats(&advice), [("f32", true)], "{advice}");
    assert!(advice.mixed.is_none());
    assert!(advice.to_string().starts_with("Take f32 for all lines."), "{advice}");
    let advice = advise(1e-60, &inputs, |x: Watched<f64>| Float::sqrt(x) + 1.0).unwrap();
    assert_eq!(advice.uniform.len(), 4);
    assert!(advice.to_string().starts_with("No format meets"), "{advice}");
}

#[test]
fn no_format_for_chaos() {
    let advice = advise(1e-3, &[[4.0f64, 4.25]], |[mut before, mut x]| {
        for _ in 0..100 {
            (before, x) = (x, 108.0 - (815.0 - 1500.0 / before) / x);
        }
        x
    })
    .unwrap();
    assert!(advice.not_determined && advice.uniform.is_empty(), "{advice}");
    assert!(advice.to_string().contains("No format is enough"));
}
