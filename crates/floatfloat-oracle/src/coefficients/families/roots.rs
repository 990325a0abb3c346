//! The constants of roots.

use super::{entry, integer, number, over};
use crate::coefficients::{Analytic, BITS, Family, Fit, Measure, Tail, Value, decimal};
use floatfloat::elementary::Function;
use floatfloat_exact::{Exact, functions::evaluate};
use std::rc::Rc;

pub fn roots() -> Family {
    let inverse_root = |n: i64| {
        let third = Exact::from_parts(3, 0);
        over(
            integer(1),
            evaluate(Function::Rootn, &Exact::from_parts(n, 0), &third, BITS).expect("a root"),
        )
    };
    // m^(-1/3) = Σ binomial(−1/3, k)·c^(−1/3 − k)·(m − c)^k.
    let taylor = |count: usize| {
        let centre = decimal(CENTRE_OF_CBRT);
        let third = Exact::from_parts(3, 0);
        let root = evaluate(Function::Rootn, &centre.middle(), &third, BITS).expect("a root");
        let mut term = over(integer(1), root);
        let mut terms = Vec::new();
        for k in 0..count as i64 {
            terms.push(term.clone());
            term = over(term * -(3 * k + 1), &centre * (3 * (k + 1)));
        }
        terms
    };
    let centre = decimal(CENTRE_OF_CBRT);
    let tail = Tail::Falls(centre.to_f64());
    let function = Analytic { centre, taylor: Rc::new(taylor), tail };
    let fits = [2, 4].map(|degree| Fit {
        function: function.clone(),
        interval: ["0.75", "1.5"].map(decimal),
        degree,
        doubles: 0,
        measure: Measure::Falling,
    });
    let doc = "1/∛m roughly, 3/4 ≤ m ≤ 3/2.";
    let entries = vec![
        entry("INVERSE_CBRT", doc, Value::Series(Box::new(fits))),
        number("INVERSE_CBRT_2", "1/∛2.", inverse_root(2), 1),
        number("INVERSE_CBRT_4", "1/∛4.", inverse_root(4), 1),
    ];
    Family { name: "roots", entries }
}

/// The centre of the interval in which cube roots start.
const CENTRE_OF_CBRT: &str = "1.125";
