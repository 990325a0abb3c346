//! The constants of logarithms and powers.

use super::{Simple, entry, integer, ln_of, number, over, series, value};
use crate::coefficients::{Entry, Family, Value, ratio};
use floatfloat::elementary::Function;
use floatfloat_exact::{Exact, functions::Ball};

/// The grid of a logarithm: multiples up to 2^8, and 2^11 times a number on this grid, are words.
const GRIDS: [[i64; 2]; 2] = [[16, 32], [42, 84]];

/// The grid of a logarithm to base 2, where only the first word is added to an exponent.
const GRIDS_OF_LOG2: [[i64; 2]; 2] = [[16, 39], [42, 94]];

pub fn ln() -> Family {
    let mut entries = vec![
        grid("LN_2", "ln 2.", ln_of(2)),
        grid("LOG10_2", "log10 2.", over(ln_of(2), ln_of(10))),
        number("TWO_LOG2_E", "2/ln 2.", over(integer(2), ln_of(2)), 2),
        number("TWO_LOG10_E", "2/ln 10.", over(integer(2), ln_of(10)), 2),
    ];
    entries.extend(tables_of_logarithms("LN", "ln", integer(1), GRIDS));
    entries.extend(tables_of_logarithms("LOG2", "log2", ln_of(2), GRIDS_OF_LOG2));
    entries.extend(tables_of_logarithms("LOG10", "log10", ln_of(10), GRIDS));
    let doc = "(artanh s/s − 1)/s² in s², |s| ≤ 1/117.";
    entries.push(series("ARTANH", doc, artanh([(2, 1), (5, 3)])));
    Family { name: "ln", entries }
}

fn artanh(shape: [(usize, usize); 2]) -> Simple {
    Simple {
        taylor: |k| ratio(1, i64::from(2 * k + 3)),
        interval: ["0", "0.00007306"],
        weight: 1,
        relative_to: "s",
        shape,
    }
}

/// The logarithms of eighths, with 48 times their reciprocals, and of factors.
fn tables_of_logarithms(
    name: &str,
    title: &str,
    ln_of_base: Ball,
    grids: [[i64; 2]; 2],
) -> [Entry; 2] {
    let name = |rest: &str| -> &'static str { format!("{name}_{rest}").leak() };
    let logarithm = |numerator: i64, shift: i64| {
        let x = Exact::from_parts(numerator, -shift);
        over(value(Function::Ln, &x), ln_of_base.clone())
    };
    // Factors have ten bits, so that their products with eighths are words.
    let factor = |j: i64| (f64::from(1024 * j as i32) / 48.0).round_ties_even() as i64 + 1024;
    let eighths = (6..14).map(|k| (ratio(48 * 8, k), logarithm(k, 3))).collect();
    let factors = (-3..5).map(factor).map(|b| (ratio(b, 1024), logarithm(b, 10))).collect();
    [
        Entry {
            name: name("OF_EIGHTHS"),
            doc: format!("48/c and {title} c, c = 6/8 … 13/8."),
            value: Value::Rows(eighths, grids),
        },
        Entry {
            name: name("OF_FACTORS"),
            doc: format!("b = 1 + j/48 to ten bits and {title} b, j = −3 … 4."),
            value: Value::Rows(factors, grids),
        },
    ]
}

pub fn pow() -> Family {
    let entries = vec![
        number("TWO_LOG2_E", "2/ln 2.", over(integer(2), ln_of(2)), 3),
        series("ARTANH", "As that of ln, ten bits longer.", artanh([(2, 2), (6, 4)])),
    ];
    Family { name: "pow", entries }
}

fn grid(name: &'static str, doc: &str, value: Ball) -> Entry {
    entry(name, doc, Value::Grid(value, GRIDS))
}
