//! What the times by size show, in plain words.

use super::{Measured, OPERATIONS};
use crate::{number_type::NumberType, speed::limit::Limits};

/// Sizes between which the time of an element should not change: caches can hold all.
const CACHED: std::ops::RangeInclusive<usize> = 1_000..=100_000;

/// From this share of the copied bytes on an operation waits for memory.
const WAITS: f64 = 0.7;

/// A note for each type of two words that was measured.
pub(super) fn notes(measured: &[Measured], limits: &Limits) -> Vec<String> {
    let pairs = [NumberType::Ff, NumberType::Dd];
    pairs.into_iter().filter_map(|number_type| note(measured, limits, number_type)).collect()
}

fn note(measured: &[Measured], limits: &Limits, number_type: NumberType) -> Option<String> {
    let largest = measured.iter().map(|m| m.elements).max()?;
    let of = |op: &str| {
        let op = op.to_owned();
        measured.iter().filter(move |m| m.op == op && m.number_type == number_type && m.verified)
    };
    let spread = |op| {
        let cached = of(op).filter(|m| CACHED.contains(&m.elements)).map(|m| m.ns);
        let (low, high) =
            cached.fold((f64::INFINITY, 0.0f64), |(low, high), ns| (low.min(ns), high.max(ns)));
        (high > 0.0).then(|| format!("{op} {:.2}", high / low))
    };
    let spreads: Vec<String> = OPERATIONS.into_iter().filter_map(spread).collect();
    if spreads.is_empty() {
        return None;
    }
    let share = |op| {
        let m = of(op).find(|m| m.elements == largest)?;
        Some((op, m.bytes as f64 / m.ns * 1e9 / limits.copy))
    };
    let shares: Vec<(&str, f64)> = OPERATIONS.into_iter().filter_map(share).collect();
    let list = |waits: bool| -> Vec<String> {
        let some = shares.iter().filter(|(_, share)| (*share >= WAITS) == waits);
        some.map(|(op, share)| format!("{op} ({:.0} %)", 100.0 * share)).collect()
    };
    let (waiting, computing) = (list(true), list(false));
    let mut beyond = Vec::new();
    if !waiting.is_empty() {
        beyond.push(format!("{} wait for memory", waiting.join(", ")));
    }
    if !computing.is_empty() {
        beyond.push(format!("{} do not", computing.join(", ")));
    }
    Some(format!(
        "{number_type}: between {} and {} elements the slowest time of an element is this many times \
         the fastest: {}. With {largest} elements, {}, by the bytes that they move as a share of \
         those that a copy moves.",
        CACHED.start(),
        CACHED.end(),
        spreads.join(", "),
        beyond.join("; "),
    ))
}
