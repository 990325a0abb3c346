//! Algorithms that are generic over words.

use super::{blamed, random};
use floatfloat::{DoubleWord, Word, eft::two_sum};
use floatfloat_explain::{Number, Verdict, Watched, advise, explain};

#[test]
fn a_polynomial_near_a_root_is_explained() {
    /// (x − 1)⁷
    fn power<W: Word>(x: W) -> W {
        let mut value = x.constant(1.0);
        for coefficient in [-7.0, 21.0, -35.0, 35.0, -21.0, 7.0, -1.0] {
            value = value.mul_add(x, x.constant(coefficient));
        }
        value
    }
    const LINE: u32 = line!() - 4;
    let inputs: Vec<f64> = random(100).map(|x| 0.9 + 0.2 * x).collect();
    let explanation = explain(&inputs, power).unwrap();
    assert_ne!(explanation.verdict, Verdict::Accurate);
    assert_eq!(blamed(&explanation, 0.5), [LINE], "{explanation}");
    assert_eq!(explanation.losses[0].operation, "mul_add");
}

#[test]
fn compensated_sums_lose_nothing() {
    fn plain<W: Word>(terms: Vec<W>) -> W {
        terms.iter().fold(terms[0].constant(0.0), |sum, &x| sum + x)
    }
    fn compensated<W: Word>(terms: Vec<W>) -> W {
        let zero = terms[0].constant(0.0);
        let (sum, rest) = terms.iter().fold((zero, zero), |(sum, rest), &x| {
            let (sum, error) = two_sum(sum, x);
            (sum, rest + error)
        });
        sum + rest
    }
    // Terms that nearly cancel.
    let mut terms: Vec<f32> = random(300).map(|x| x as f32).collect();
    terms.extend(terms.clone().iter().map(|x| -x));
    terms.insert(0, 1e-3);
    let losing = explain(&[terms.clone()], plain).unwrap();
    assert!(losing.worst.error > 1e-4, "{losing}");
    let explanation = explain(&[terms], compensated).unwrap();
    assert_eq!(explanation.verdict, Verdict::Accurate, "{explanation}");
    assert!(explanation.losses.is_empty(), "{explanation}");
}

#[test]
fn advice_counts_the_roundings_of_transforms() {
    let inputs: Vec<[f64; 2]> = random(100).map(|x| [x, 1.0 / 3.0]).collect();
    let advice = advise(1e-12, &inputs, |[a, b]| two_sum(a, b).0).unwrap();
    let formats: Vec<_> =
        advice.uniform.iter().map(|one| (one.format.as_str(), one.meets)).collect();
    assert_eq!(formats, [("f32", false), ("f64", true)]);
    assert!(advice.uniform[0].error > 1e-9);
}

/// Operations on pairs of watched words have the bits of operations on pairs, and the exact value of the first word of a result
/// is apart from it by the error of the pair.
fn pairs<T: Number + Word<Mask = bool>>(bits: i32) {
    fn all<W: Word>([a, b, c, d]: [W; 4]) -> [DoubleWord<W>; 5] {
        let (x, y) = (DoubleWord::from_parts(a, b), DoubleWord::from_parts(c, d));
        [x + y, x - y, x * y, x / y, x.sqrt()]
    }
    let numbers: Vec<T> = random(400).map(|x| T::from(x).unwrap()).collect();
    let inputs: Vec<[T; 4]> = numbers
        .chunks(4)
        .map(|x| {
            let low = |x: T| x * T::from(2f64.powi(-bits / 2 - 1)).unwrap();
            [x[0], low(x[1]), x[2], low(x[3])]
        })
        .collect();
    for input in &inputs {
        let watched = all(input.map(Watched::new));
        for (watched, plain) in watched.into_iter().zip(all(*input)) {
            assert!(watched.hi().value() == plain.hi() && watched.lo().value() == plain.lo());
        }
    }
    for k in 0..5 {
        let explanation = explain(&inputs, |x| all(x)[k].hi()).unwrap();
        let most = 16.0 * 2f64.powi(-bits);
        // A difference of pairs may cancel.
        let error = if k == 1 { explanation.median_error } else { explanation.worst.error };
        assert!(error < most, "operation {k}: {error:e}, at most {most:e}");
        assert!(error > 0.0 || k < 2);
    }
}

#[test]
fn pairs_of_watched_words_are_pairs() {
    pairs::<f32>(48);
    pairs::<f64>(106);
}
