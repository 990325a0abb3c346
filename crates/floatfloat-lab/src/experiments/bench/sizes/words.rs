//! What the times by size show, in plain words.

use super::{COPY, Measured, OPERATIONS};
use crate::number_type::NumberType;
use std::ops::RangeInclusive;

/// Numbers of elements between which the time of one should not change.
const STEADY: RangeInclusive<usize> = 1_000..=100_000;

/// From this share of the time on that a copy takes an operation waits for memory.
const WAITS: f64 = 0.75;

/// A note for each type of two words that was measured.
pub(super) fn notes(measured: &[Measured]) -> Vec<String> {
    let pairs = [NumberType::Ff, NumberType::Dd];
    pairs.into_iter().filter_map(|number_type| note(measured, number_type)).collect()
}

fn note(measured: &[Measured], number_type: NumberType) -> Option<String> {
    let largest = measured.iter().map(|m| m.elements).max()?;
    let of = |op: &'static str| {
        measured.iter().filter(move |m| m.op == op && m.number_type == number_type && m.verified)
    };
    let spread = |op| {
        let times = of(op).filter(|m| STEADY.contains(&m.elements)).map(|m| m.ns);
        let (low, high) =
            times.fold((f64::INFINITY, 0.0f64), |(low, high), ns| (ns.min(low), ns.max(high)));
        (high > 0.0).then(|| format!("{op} {:.1}", high / low))
    };
    let spreads: Vec<String> = OPERATIONS.into_iter().filter_map(spread).collect();
    let rate = |m: &Measured| m.bytes as f64 / m.ns;
    let copy = of(COPY).find(|m| m.elements == largest).map(rate)?;
    let shares: Vec<(&str, f64)> = OPERATIONS
        .into_iter()
        .filter_map(|op| Some((op, rate(of(op).find(|m| m.elements == largest)?) / copy)))
        .collect();
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
        "{number_type}: from {} to {} elements the longest time of an element is so many times the \
         shortest: {}. Of {largest} elements {beyond}: the bytes that each moves in a second, as a \
         share of those that a copy of as many elements moves.",
        STEADY.start(),
        STEADY.end(),
        spreads.join(", "),
    ))
}

#[cfg(test)]
mod tests {
    use super::{Measured, notes};
    use crate::number_type::NumberType;

    #[test]
    fn what_waits_and_what_computes_is_told_apart() {
        let measured = |op, elements, ns| Measured {
            op,
            number_type: NumberType::Dd,
            elements,
            ns,
            flops: 20,
            bytes: if op == "copy" { 32 } else { 48 },
            limit: 1e9,
            verified: true,
        };
        let times = [
            measured("add", 1000, 0.5),
            measured("add", 100_000, 0.6),
            measured("add", 1_000_000, 1.5),
            measured("mul", 1000, 0.5),
            measured("mul", 100_000, 1.0),
            measured("mul", 1_000_000, 6.0),
            measured("copy", 1_000_000, 1.0),
        ];
        let notes = notes(&times);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("dd: from 1000 to 100000"), "{notes:?}");
        assert!(notes[0].contains("add 1.2, mul 2.0"), "{notes:?}");
        assert!(notes[0].contains("memory (add 100 %) and others still compute (mul 25 %)"));
    }
}
