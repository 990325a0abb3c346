//! Proofs of the error of a polynomial that approximates a function.

use super::{Fit, Measure, Tail, interpolate::value_at};
use floatfloat_exact::{Exact, functions::Ball};
use rayon::prelude::*;

/// The working precision of the proof, in bits.
const BITS: u32 = 320;

/// The number of pieces into which the interval is cut. The larger numbers are used where the bound of the
/// third derivative would otherwise dominate the result.
const PIECES: [i64; 3] = [1 << 12, 1 << 14, 1 << 16];

/// An upper bound of the largest error of a polynomial with these coefficients, the lowest power first, over
/// its interval, as the polynomial's `measure` defines it.
///
/// Around the centre of the function's Taylor series, p − f is a polynomial with small coefficients plus a
/// remainder. The coefficients are those of p minus the first of the Taylor series; a geometric series bounds
/// the remainder. On each piece of the interval Taylor's theorem bounds the polynomial from the middle of the
/// piece: by its value and two derivatives there, and a bound of the third.
pub fn largest_error(fit: &Fit, coefficients: &[Exact]) -> f64 {
    let centre = fit.function.centre.clone().with_bits(BITS);
    let [a, b] = fit.interval.clone().map(|end| end.with_bits(BITS) - &centre);
    let reach = above(&a).max(above(&b));
    let radius = match fit.function.tail {
        Tail::Falls(radius) | Tail::Bounded(radius) => radius,
    };
    let ratio = reach / radius * (1.0 + 1e-12);
    assert!(ratio < 1.0, "the geometric series does not converge");
    let needed = (200.0 / -ratio.log2()) as usize + coefficients.len() + 2;
    let taylor = (fit.function.taylor)(needed + 1);
    let rest = (1.0 + 1e-9) / (1.0 - ratio)
        * match fit.function.tail {
            Tail::Falls(_) => above(&taylor[needed]) * reach.powi(needed as i32),
            Tail::Bounded(_) => ratio.powi(needed as i32),
        };
    let mut difference: Vec<Ball> = taylor[..needed].iter().map(|c| -c).collect();
    for (own, of_series) in around(coefficients, &centre).iter().zip(&mut difference) {
        *of_series = own + &*of_series;
    }
    let difference: Vec<Ball> = difference.into_iter().map(|d| d.with_bits(BITS)).collect();
    // A bound of one sixth of the third derivative.
    let third: f64 = difference
        .iter()
        .enumerate()
        .skip(3)
        .map(|(k, d)| above(d) * (k * (k - 1) * (k - 2) / 6) as f64 * reach.powi(k as i32 - 3))
        .sum();
    let least = match fit.measure {
        Measure::Of(..) => 1.0,
        Measure::Falling => value_at(&fit.function, &fit.interval[1]).to_f64() * (1.0 - 1e-9),
    };
    let scale = match fit.measure {
        Measure::Of(weight, _) => (reach + above(&centre)).powi(weight as i32),
        Measure::Falling => 1.0 / least,
    };
    let measure = fit.measure;
    let with_pieces = |count: i64| {
        let width = (&b - &a).shifted(-i64::from(count.ilog2()));
        let half = above(&width) / 2.0;
        let piece = |i: i64| {
            let middle = &a + &width * i + width.clone().shifted(-1);
            let [mut value, mut slope, mut bend] = [0; 3].map(|zero| Ball::integer(zero, BITS));
            for d in difference.iter().rev() {
                bend = bend * &middle + &slope;
                slope = slope * &middle + &value;
                value = value * &middle + d;
            }
            let largest = above(&value)
                + half * (above(&slope) + half * (above(&bend) + half * third))
                + rest;
            match measure {
                Measure::Of(weight, _) => {
                    largest * (above(&(middle + &centre)) + half).powi(weight as i32)
                }
                Measure::Falling => largest / least,
            }
        };
        // For the roundings of this last sum.
        let largest = (0..count).into_par_iter().map(piece).reduce(|| 0.0, f64::max) * (1.0 + 1e-9);
        (largest, half.powi(3) * third * scale)
    };
    let [few, more, most] = PIECES;
    for count in [few, more] {
        let (largest, of_third) = with_pieces(count);
        if of_third < largest / 2.0 {
            return largest;
        }
    }
    with_pieces(most).0
}

/// The coefficients of a polynomial around a centre.
fn around(coefficients: &[Exact], centre: &Ball) -> Vec<Ball> {
    let mut shifted: Vec<Ball> = Vec::new();
    for coefficient in coefficients.iter().rev() {
        // Times centre + t, plus the next.
        let mut next = vec![Ball::rounded(coefficient, BITS)];
        next.extend(shifted.iter().cloned());
        for (power, above) in shifted.iter().enumerate() {
            next[power] = &next[power] + above * centre;
        }
        shifted = next;
    }
    shifted
}

/// A `f64` above the magnitude of every number of the ball.
fn above(x: &Ball) -> f64 {
    let (low, high) = x.ends();
    low.abs().max(high.abs()).to_f64() * (1.0 + f64::EPSILON) + f64::MIN_POSITIVE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coefficients::{
        Entry, PRECISIONS, Value, exact, families,
        interpolate::{interpolate, value},
        words,
    };

    /// The largest error at points of the interval.
    fn sampled(fit: &Fit, coefficients: &[Exact]) -> f64 {
        let [a, b] = &fit.interval;
        let taylor = (fit.function.taylor)(300);
        let at = |i: i64| {
            let x = a + (b - a) * i * Ball::rounded(&Exact::from_parts(1, -6), BITS);
            let f = value(&taylor, &(&x - &fit.function.centre));
            let p = coefficients
                .iter()
                .rev()
                .fold(Ball::integer(0, 800), |sum, c| sum * &x + Ball::rounded(c, 800));
            let error = (p - &f).abs().to_f64();
            match fit.measure {
                Measure::Of(weight, _) => error * x.to_f64().abs().powi(weight as i32),
                Measure::Falling => error / f.to_f64(),
            }
        };
        (0..=64).map(at).fold(0.0, f64::max)
    }

    /// A bound is above what is seen, and not by much: of the polynomials for words of this precision.
    fn bounds_are_sharp(precision: u32) {
        let index = PRECISIONS.iter().position(|&(_, of_words)| of_words == precision);
        let index = index.expect("a precision of words");
        let mut polynomials = 0;
        for family in families() {
            for Entry { name, value, .. } in &family.entries {
                let fits: Vec<&Fit> = match value {
                    Value::Series(fits) => vec![&fits[index]],
                    Value::Pieces(pieces) => pieces[index].iter().map(|(_, fit)| fit).collect(),
                    _ => continue,
                };
                for fit in fits {
                    let coefficients: Vec<Exact> = interpolate(fit)
                        .iter()
                        .enumerate()
                        .map(|(power, c)| {
                            exact(&words(c, precision, if power < fit.doubles { 2 } else { 1 }))
                        })
                        .collect();
                    let bound = largest_error(fit, &coefficients);
                    let seen = sampled(fit, &coefficients);
                    let said = format!("{name}, {precision} bits: {bound:e}, {seen:e} seen");
                    println!("{said}");
                    assert!(seen <= bound, "{said}");
                    assert!(bound < 3.0 * seen, "{said}");
                    polynomials += 1;
                }
            }
        }
        assert!(polynomials > 10);
    }

    #[test]
    #[ignore = "half a minute"]
    fn bounds_are_sharp_for_words_of_24_bits() {
        bounds_are_sharp(24);
    }

    #[test]
    #[ignore = "half a minute"]
    fn bounds_are_sharp_for_words_of_53_bits() {
        bounds_are_sharp(53);
    }
}
