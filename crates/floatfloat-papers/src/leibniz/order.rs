//! Explains why our distance from f64 differs from Warwick's: it depends on the order of the terms
//! and is a random walk over them.

use super::TERMS;
use crate::ulps::ulp_distance;
use floatfloat::{
    FloatFloat,
    double_word::{
        add_accurate::add_accurate, add_network::add_network, div_warwick::div_warwick,
        sub_accurate::sub_accurate, sub_network::sub_network,
    },
};
use floatfloat_lab::{
    machine::CPU,
    number_type::NumberType,
    results::Table,
    table::{Column, chosen, measured, row},
};

type Sum = fn(FloatFloat, FloatFloat) -> FloatFloat;

/// The names, and the addition and subtraction of each. All divide by Warwick's algorithm 9, the
/// default.
const ALGORITHMS: [(&str, Sum, Sum); 2] =
    [("default", add_network, sub_network), ("Warwick 6, 7 and 9", add_accurate, sub_accurate)];

const COLUMNS: [Column; 5] = [
    chosen("device"),
    chosen("type"),
    chosen("algorithms"),
    chosen("order"),
    measured("ulps_from_f64", "ulp"),
];

/// The distances from the same sum in f64, by algorithm and order.
pub(super) fn table() -> Table {
    let mut table = Table::new("leibniz-order", CPU, COLUMNS).paper("Table 3 of Warwick 2020");
    for (name, add, sub) in ALGORITHMS {
        let forwards = float_float(0..TERMS, add, sub);
        let backwards = float_float((0..TERMS).rev(), add, sub);
        let row = |order, value, reference| {
            row![CPU, NumberType::Ff.name(), name, order, ulp_distance(in_f64(value), reference)]
        };
        table.push(row("largest term first", forwards, in_words(0..TERMS)));
        table.push(row("smallest term first", backwards, in_words((0..TERMS).rev())));
    }
    table
}

/// 4·(1 − 1/3 + 1/5 − …) in `f64`, with the terms in this order.
fn in_words(order: impl Iterator<Item = u32>) -> f64 {
    let term = |k: u32| if k.is_multiple_of(2) { 1.0 } else { -1.0 } / f64::from(2 * k + 1);
    4.0 * order.fold(0.0, |sum, k| sum + term(k))
}

/// The nearest `f64`.
fn in_f64(value: FloatFloat) -> f64 {
    f64::from(value.hi()) + f64::from(value.lo())
}

/// 4·(1 − 1/3 + 1/5 − …), adding and subtracting in turn.
fn float_float(order: impl Iterator<Item = u32>, add: Sum, sub: Sum) -> FloatFloat {
    let number = |value: u32| FloatFloat::from_word(value as f32);
    let sum = order.fold(number(0), |sum, k| {
        let term = div_warwick(number(1), number(2 * k + 1));
        if k.is_multiple_of(2) { add(sum, term) } else { sub(sum, term) }
    });
    FloatFloat::from_normalized(4.0 * sum.hi(), 4.0 * sum.lo())
}

#[cfg(test)]
mod tests {
    use super::table;
    use floatfloat_lab::results::Cell;

    #[test]
    fn the_smallest_first_is_close_to_f64() {
        let distances: Vec<i64> = table()
            .rows
            .iter()
            .map(|row| match row[4] {
                Cell::Integer(ulps) => ulps,
                ref other => panic!("{other:?}"),
            })
            .collect();
        // Computed also by a program in C.
        assert_eq!(distances[2..], [58, 1]);
        assert!(distances[0] > 100 && distances[1] < 10, "{distances:?}");
    }
}
