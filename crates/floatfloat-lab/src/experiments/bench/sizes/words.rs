//! Writes the sentences about how times depend on the number of elements.

use super::{COPY, OPERATIONS};
use crate::{number_type::NumberType, table::Table};
use std::ops::RangeInclusive;

/// The range of numbers of elements in which the time of an element should not change.
const STEADY: RangeInclusive<f64> = 1e3..=1e5;

/// An operation waits for memory if a copy takes at least this share of its time.
const WAITS: f64 = 0.75;

/// A note for each type of two words that was measured.
pub(super) fn notes(table: &Table) -> Vec<String> {
    let pairs = [NumberType::Ff, NumberType::Dd];
    pairs.into_iter().filter_map(|number_type| note(table, number_type.name())).collect()
}

fn note(table: &Table, number_type: &str) -> Option<String> {
    let all = table.frame().with(&[("type", number_type), ("verified", "yes")]);
    let largest = *table.frame().sizes("elements").last()?;
    let of = |op| all.with(&[("op", op)]);
    let spread = |op| {
        let rows = of(op).filter(|row| row.finite("elements").is_some_and(|n| STEADY.contains(&n)));
        let times = rows.sizes("ns_per_op");
        Some(format!("{op} {:.1}", times.last()? / times.first()?))
    };
    let spreads: Vec<String> = OPERATIONS.into_iter().filter_map(spread).collect();
    let rate = |op| of(op).at("elements", largest).value("gb");
    let copy = rate(COPY)?;
    let shares: Vec<(&str, f64)> =
        OPERATIONS.into_iter().filter_map(|op| Some((op, rate(op)? / copy))).collect();
    let list = |waits: bool| {
        let some = shares.iter().filter(|(_, share)| (*share >= WAITS) == waits);
        let some = some.map(|(op, share)| format!("{op} {:.0} %", 100.0 * share));
        some.collect::<Vec<_>>().join(", ")
    };
    let beyond = match (list(true), list(false)) {
        (waiting, computing) if computing.is_empty() => {
            format!("all wait for memory ({waiting})")
        }
        (waiting, computing) if waiting.is_empty() => {
            format!("none waits for memory ({computing})")
        }
        (waiting, computing) => {
            format!("some wait for memory ({waiting}) and others still compute ({computing})")
        }
    };
    Some(format!(
        "{number_type}: from {} to {} elements, the longest time per element divided by the \
         shortest is: {}. With {largest} elements {beyond}. The percentages are the bytes per \
         second of the operation relative to those of a copy of as many elements.",
        STEADY.start(),
        STEADY.end(),
        spreads.join(", "),
    ))
}

#[cfg(test)]
mod tests {
    use super::notes;
    use crate::table::{Table, chosen, measured, row, verdict};

    #[test]
    fn what_waits_and_what_computes_is_told_apart() {
        let columns = [
            chosen("op"),
            chosen("type"),
            chosen("elements"),
            measured("ns_per_op", "ns"),
            measured("gb", "GB/s"),
            verdict("verified"),
        ];
        let mut table = Table::new("bench-sizes", "cpu", columns);
        for (op, elements, ns) in [
            ("add", 1000, 0.5),
            ("add", 100_000, 0.6),
            ("add", 1_000_000, 1.5),
            ("mul", 1000, 0.5),
            ("mul", 100_000, 1.0),
            ("mul", 1_000_000, 6.0),
            ("copy", 1_000_000, 1.0),
        ] {
            let bytes = if op == "copy" { 32.0 } else { 48.0 };
            table.push(row![op, "dd", elements, ns, bytes / ns, true]);
        }
        let notes = notes(&table);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("dd: from 1000 to 100000"), "{notes:?}");
        assert!(notes[0].contains("add 1.2, mul 2.0"), "{notes:?}");
        assert!(notes[0].contains("memory (add 100 %) and others still compute (mul 25 %)"));
    }
}
