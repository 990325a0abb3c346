//! The constants of erf and erfc.

use super::{entry, integer, over, pi, pi_to, word};
use crate::coefficients::{Analytic, BITS, Family, Fit, Measure, Tail, Value};
use floatfloat::elementary::Function;
use floatfloat_exact::{
    Exact,
    functions::{Ball, evaluate},
};
use std::rc::Rc;

/// The lower ends of the pieces of erfc, and the upper end of the last one.
const BORDERS_OF_ERF: [[f64; 8]; 2] = [
    [0.5, 1.0625, 1.75, 2.625, 3.625, 4.875, 6.75, 10.25],
    [0.5, 1.375, 2.375, 3.75, 5.75, 9.0, 15.0, 27.5],
];

/// Degree, and number of double-words, of each piece.
const SHAPES_OF_ERF: [(usize, usize); 2] = [(10, 8), (20, 15)];

pub fn erf() -> Family {
    let pieces = [0, 1].map(|index| {
        let ((degree, doubles), borders) = (SHAPES_OF_ERF[index], BORDERS_OF_ERF[index]);
        let first = Fit {
            function: erf_quotient(),
            interval: [integer(0), word(borders[0]).square()],
            degree,
            doubles,
            measure: Measure::Falling,
        };
        let mut pieces = vec![(0.0, first)];
        for [a, b] in borders.array_windows() {
            // A centre of few bits near the middle in the variable (x − 5)/(x + 5).
            let middle = ((a - 5.0) / (a + 5.0) + (b - 5.0) / (b + 5.0)) / 2.0;
            let c = (16.0 * 5.0 * (1.0 + middle) / (1.0 - middle)).trunc() / 16.0;
            let of = |x: f64| over(word(x - c), word(x + 5.0));
            let fit = Fit {
                function: scaled_erfc(c),
                interval: [of(*a), of(*b)],
                degree,
                doubles,
                measure: Measure::Falling,
            };
            pieces.push((c, fit));
        }
        pieces
    });
    let borders = BORDERS_OF_ERF.map(|borders| borders[..7].to_vec());
    let entries = vec![
        entry("ERF_BORDERS", "Where a piece ends and the next begins.", Value::Given(borders)),
        entry(
            "ERF_PIECES",
            "For each piece its centre and the polynomial, the highest power first: erf √v/√v in v below ½, \
             e^(x²)·(1 − erf x) in (x − c)/(x + 5) above.",
            Value::Pieces(pieces),
        ),
    ];
    Family { name: "erf", entries }
}

/// erf √v/√v = 2/√π·Σ (−v)^k/(k!·(2k + 1)).
fn erf_quotient() -> Analytic {
    let taylor = |count: usize| {
        let mut terms = Vec::new();
        let mut factor = over(integer(2), pi().root().expect("π is above zero"));
        for k in 0..count as i64 {
            terms.push(over(factor.clone(), integer(2 * k + 1)));
            factor = over(-factor, integer(k + 1));
        }
        terms
    };
    Analytic { centre: integer(0), taylor: Rc::new(taylor), tail: Tail::Falls(1.0) }
}

/// y = e^(x²)·(1 − erf x) in t, x = (c + 5t)/(1 − t): y′ = 2xy − 2/√π in x gives a recurrence in t. |y| is at
/// most 1 where x has no negative real part, which is in the disk that touches c/5 and 1.
fn scaled_erfc(c: f64) -> Analytic {
    let taylor = move |count: usize| {
        // Errors grow like the other solution of the recurrence: as e^(x²).
        let bits = BITS + (6.0 * c * c) as u32;
        let value =
            |function, x: &Exact| evaluate(function, x, &Exact::ZERO, bits).expect("it is defined");
        let integer = |n| Ball::integer(n, bits);
        let exact = Exact::new(c);
        let exponential = value(Function::Exp, &(exact.clone() * exact.clone()));
        let mut terms = vec![exponential * value(Function::Erfc, &exact)];
        let c = Ball::rounded(&exact, bits);
        let k5 = &c + 5;
        let two_over_root_of_pi = over(integer(2), pi_to(bits).root().expect("π is above zero"));
        let constant = &k5 * two_over_root_of_pi;
        let zero = integer(0);
        for k in 0..count as i64 {
            let term = |back: i64| if back > k { &zero } else { &terms[(k - back) as usize] };
            let mut sum = term(0) * integer(3 * k) - term(1) * integer(3 * (k - 1))
                + term(2) * integer(k - 2)
                + (&k5 * (term(0) * &c + term(1) * integer(5))).shifted(1);
            match k {
                0 => sum = sum - &constant,
                1 => sum = sum + &constant,
                _ => {}
            }
            terms.push(over(sum, integer(k + 1)));
        }
        terms.truncate(count);
        terms.into_iter().map(|term| term.with_bits(BITS)).collect()
    };
    Analytic {
        centre: integer(0),
        taylor: Rc::new(taylor),
        tail: Tail::Bounded((c / 5.0).min(1.0)),
    }
}
