//! The constants of Γ and ln |Γ|.

use super::{entry, integer, ln_of, number, over, pi, value, word};
use crate::coefficients::{Analytic, BITS, Family, Fit, Measure, Tail, Value, decimal};
use floatfloat::elementary::Function;
use floatfloat_exact::{
    Exact,
    functions::{Ball, evaluate, stirling_coefficients},
};
use std::rc::Rc;

/// The lower ends of the pieces of Stirling's formula, and the upper end of the last one. Beyond that it is a
/// polynomial of 1/x².
const BORDERS_OF_STIRLING: [[f64; 8]; 2] = [
    [1.0, 1.25, 1.5625, 2.0, 2.625, 3.5, 5.0, 7.0],
    [1.0, 1.375, 2.0, 2.875, 4.25, 6.25, 9.5, 14.0],
];

/// Degree, and number of double-words, of each piece.
const SHAPES_OF_STIRLING: [(usize, usize); 2] = [(10, 7), (24, 16)];

/// Terms of Stirling's series for large x. The neglected terms are less than 2^-60 and 2^-120.
const TERMS_OF_STIRLING: [usize; 2] = [15, 30];

/// Degree, and number of double-words, of ln Γ near 2.
const SHAPES_OF_LN_GAMMA: [(usize, usize); 2] = [(10, 6), (22, 13)];

pub fn gamma() -> Family {
    let pieces = [0, 1].map(|index| {
        let ((degree, doubles), borders) = (SHAPES_OF_STIRLING[index], BORDERS_OF_STIRLING[index]);
        let fit = |function, interval| Fit {
            function,
            interval,
            degree,
            doubles,
            measure: Measure::Of(0, "1"),
        };
        let mut pieces: Vec<(f64, Fit)> = borders
            .array_windows()
            .map(|[a, b]| {
                // A centre of few bits near the middle.
                let c = (16.0 * (a * b).sqrt() + 0.5).trunc() / 16.0;
                let of = |x: f64| over(word(x - c), word(x + c));
                (c, fit(stirling(c), [of(*a), of(*b)]))
            })
            .collect();
        let end = over(integer(1), word(borders[7]).square());
        pieces.push((0.0, fit(stirling_far(TERMS_OF_STIRLING[index]), [integer(0), end])));
        pieces
    });
    let borders = BORDERS_OF_STIRLING.map(|borders| borders[1..].to_vec());
    let tau = pi().shifted(1);
    let root_of_tau = value(Function::Ln, &tau.middle()).shifted(-1);
    let entries = vec![
        number("LOG2_E", "log2 e.", over(integer(1), ln_of(2)), 3),
        number("LOG2_ROOT_TAU", "log2 √(2π).", over(root_of_tau, ln_of(2)), 3),
        number("PI", "π.", pi(), 2),
        number("LN_2", "ln 2.", ln_of(2), 2),
        entry("STIRLING_BORDERS", "Where a piece ends and the next begins.", Value::Given(borders)),
        entry(
            "STIRLING_PIECES",
            "For each piece its centre and the polynomial, the highest power first, of log2 (Γ(x)/(√(2π)·x^(x − ½)·e^−x)) \
             in (x − c)/(x + c); of the last, x times that in 1/x².",
            Value::Pieces(pieces),
        ),
        entry(
            "LN_GAMMA_BELOW_TWO",
            "−ln Γ(2 − z)/z on |z| ≤ 1/8.",
            Value::Series(Box::new(SHAPES_OF_LN_GAMMA.map(|(degree, doubles)| Fit {
                function: ln_gamma_below_two(),
                interval: ["-0.125", "0.125"].map(decimal),
                degree,
                doubles,
                measure: Measure::Falling,
            }))),
        ),
    ];
    Family { name: "gamma", entries }
}

/// Steps by which x is shifted until the neglected terms of Stirling's series are less than 2^-880 for Re x ≥ 0.
const STEPS: i64 = 256;
const TERMS: usize = 120;

/// log2 (Γ(x)/(√(2π)·x^(x − ½)·e^−x)) in t, x = c(1 + t)/(1 − t), from ln Γ(x) = ln Γ(y) − Σ ln(x + j), y = x +
/// n. For Re x > 0 its magnitude is at most that at Re x (Binet's integral): below 1 for Re x from 0.3 on.
fn stirling(c: f64) -> Analytic {
    let taylor = move |count: usize| {
        // The recurrence of powers of y loses up to one and a half bits in each step.
        let bits = BITS + 2 * count as u32 + 100;
        let integer = |n: i64| Ball::integer(n, bits);
        let ln = |x: &Exact| evaluate(Function::Ln, x, &Exact::ZERO, bits).expect("it is positive");
        let exact = |n: i64| Exact::new(c) + Exact::from_parts(n, 0);
        let ball = |n: i64| Ball::rounded(&exact(n), bits);
        // x + n = (c + n)(1 + βt)/(1 − t).
        let beta = |n: i64| over(ball(0) - n, ball(n));
        // ln((1 + βt)/(1 − t)) from its second coefficient on.
        let logarithm = |beta: &Ball| {
            let mut power = integer(-1);
            let mut next = move |k: usize| {
                power = -(&power * beta);
                over(&power + 1, integer(k as i64))
            };
            (1..count).map(&mut next).collect::<Vec<Ball>>()
        };
        // (y − ½)·ln y − y.
        let leading = |n: i64| {
            let mut logarithms = vec![ln(&exact(n))];
            logarithms.extend(logarithm(&beta(n)));
            let (first, others) = (ball(n), ball(0).shifted(1));
            let mut before = integer(0);
            let term = |(k, logarithm): (usize, &Ball)| {
                let y = if k == 0 { &first } else { &others };
                let sum =
                    &first * logarithm + &others * &before - logarithm.clone().shifted(-1) - y;
                before = &before + logarithm;
                sum
            };
            logarithms.iter().enumerate().map(term).collect::<Vec<Ball>>()
        };
        let mut terms: Vec<Ball> =
            leading(STEPS).iter().zip(leading(0)).map(|(far, near)| far - near).collect();
        let product = (0..STEPS).map(exact).reduce(|product, x| product * x).expect("steps");
        terms[0] = &terms[0] - ln(&product);
        for j in 0..STEPS {
            for (term, logarithm) in terms[1..].iter_mut().zip(logarithm(&beta(j))) {
                *term = &*term - logarithm;
            }
        }
        let (beta, inverse) = (beta(STEPS), over(integer(1), ball(STEPS)));
        let (sum, difference) = (&beta + 1, &beta - 1);
        let mut first = inverse.clone();
        for (m, coefficient) in stirling_coefficients(bits).iter().take(TERMS).enumerate() {
            // y^-a: (1 − t)(1 + βt)f′ = −a(1 + β)f.
            let a = 2 * m as i64 + 1;
            let (mut last, mut now) = (integer(0), coefficient * &first);
            for (k, term) in (0i64..).zip(terms.iter_mut()) {
                *term = &*term + &now;
                let next = &last * &beta * (k - 1) - &now * (&sum * a + &difference * k);
                last = std::mem::replace(&mut now, over(next, integer(k + 1)));
            }
            first = first * &inverse * &inverse;
        }
        let ln_2 = ln(&Exact::from_parts(2, 0));
        terms.into_iter().map(|term| over(term, ln_2.clone()).with_bits(BITS)).collect()
    };
    Analytic { centre: integer(0), taylor: Rc::new(taylor), tail: Tail::Bounded(0.5) }
}

/// −ln Γ(2 − z)/z around 0, which is 1 − γ − Σ (ζ(k) − 1)/k·z^(k − 1) for k from 2 on, from ln Γ(2 + t) = ln Γ(y) −
/// Σ ln(j + t), y = [`STEPS`] + t, j = 2 … STEPS − 1.
fn ln_gamma_below_two() -> Analytic {
    let taylor = |count: usize| {
        let bits = BITS + 100;
        let integer = |n: i64| Ball::integer(n, bits);
        let inverse = |n: i64| over(integer(1), integer(n));
        // The coefficients of ln(n + t)/(the first one aside) are −(−1/n)^k/k.
        let powers = |n: i64| {
            let factor = -inverse(n);
            (0..count as i64).scan(integer(-1), move |power, k| {
                *power = &*power * &factor;
                Some(over(power.clone(), integer(k + 1)))
            })
        };
        // (y − ½)·ln y − y.
        let half = integer(1).shifted(-1);
        let factor = integer(STEPS) - &half;
        let mut before = evaluate(Function::Ln, &Exact::from_parts(STEPS, 0), &Exact::ZERO, bits)
            .expect("a logarithm");
        let mut terms: Vec<Ball> = Vec::new();
        for logarithm in powers(STEPS) {
            terms.push(&factor * &logarithm + &before);
            before = logarithm;
        }
        terms[0] = &terms[0] - 1;
        let mut first = inverse(STEPS);
        for (m, coefficient) in (0i64..).zip(stirling_coefficients(bits).iter().take(TERMS)) {
            // y^-a.
            let a = 2 * m + 1;
            let mut now = coefficient * &first;
            for (k, term) in (0i64..).zip(terms.iter_mut()) {
                now = over(now * -(a + k), integer(STEPS * (k + 1)));
                *term = &*term + &now;
            }
            first = over(first, integer(STEPS * STEPS));
        }
        for j in 2..STEPS {
            for (term, logarithm) in terms.iter_mut().zip(powers(j)) {
                *term = &*term - logarithm;
            }
        }
        // t = −z.
        let sign = |(k, term): (usize, Ball)| if k % 2 == 0 { term } else { -term };
        terms.into_iter().enumerate().map(sign).map(|term| term.with_bits(BITS)).collect()
    };
    Analytic { centre: integer(0), taylor: Rc::new(taylor), tail: Tail::Falls(2.0) }
}

/// x·log2 (Γ(x)/(√(2π)·x^(x − ½)·e^−x)) in v = 1/x²: the first terms of Stirling's series.
fn stirling_far(terms: usize) -> Analytic {
    let taylor = move |count: usize| {
        let coefficients = stirling_coefficients(BITS);
        let mut taylor: Vec<Ball> =
            coefficients.iter().take(terms).map(|c| over(c.clone(), ln_of(2))).collect();
        taylor.resize(count.max(terms), integer(0));
        taylor.truncate(count);
        taylor
    };
    Analytic { centre: integer(0), taylor: Rc::new(taylor), tail: Tail::Falls(1.0) }
}
