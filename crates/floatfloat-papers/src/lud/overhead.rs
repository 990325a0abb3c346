//! The time that the lab adds to its measurements. The same factorisations are timed by the lab, and by a simple
//! loop of copies and factorisations minus a loop of copies.

use floatfloat_lab::{
    error::Error,
    machine::CPU,
    progress::Progress,
    results::Table,
    table::{Column, chosen, measured, row},
    timing::median,
    workloads::{elimination::Eliminated, lud::Lud},
};

const COLUMNS: [Column; 10] = [
    chosen("device"),
    chosen("type"),
    chosen("size"),
    chosen("pairs"),
    measured("timed_us", "µs"),
    measured("bare_us", "µs"),
    measured("added", "%"),
    measured("lower_quartile", "%"),
    measured("upper_quartile", "%"),
    measured("limit", ""),
];

/// The number of pairs of times from which the lab's part is computed.
const PAIRS: usize = 15;

/// The largest part of a time that the lab may add.
const LIMIT: f64 = 0.1;

/// The table with one row, or none if nothing was timed.
pub(super) fn table(lud: &Lud, progress: &dyn Progress) -> Result<Option<Table>, Error> {
    Ok(of_pairs(lud.size(), &lud.timed_and_bare(PAIRS, progress)?))
}

/// The table from the seconds of each pair, measured one right after the other: by the lab, and
/// bare.
fn of_pairs(size: usize, pairs: &[[f64; 2]]) -> Option<Table> {
    let mut added: Vec<f64> = pairs.iter().map(|[timed, bare]| timed / bare - 1.0).collect();
    if added.is_empty() {
        return None;
    }
    let microseconds =
        |k: usize| median(&mut pairs.iter().map(|pair| pair[k]).collect::<Vec<_>>()) * 1e6;
    let middle = median(&mut added);
    let [low, high] = [1, 3].map(|quarter| added[(added.len() - 1) * quarter / 4]);
    let kept = match (low > LIMIT, high <= LIMIT) {
        (_, true) => "kept, beyond noise",
        (true, _) => "exceeded, beyond noise",
        _ if middle <= LIMIT => "kept by the median, though not beyond noise",
        _ => "exceeded by the median, though not beyond noise",
    };
    let mut table = Table::new("lud-overhead", CPU, COLUMNS).note(format!(
        "The time that the lab adds to what it times. The same factorisations are timed by the \
         lab, and in a bare loop whose copies are subtracted, interleaved and in either order. \
         Values are medians of all pairs. The lab may add at most {:.0} %; negative values are \
         noise.",
        LIMIT * 100.0
    ));
    table.push(row![
        CPU,
        "f64",
        size,
        pairs.len(),
        microseconds(0),
        microseconds(1),
        middle * 100.0,
        low * 100.0,
        high * 100.0,
        kept,
    ]);
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::of_pairs;

    /// The added part in per cent with its lower and upper quartile, and what of the limit.
    fn judged(added: [f64; 5]) -> ([f64; 3], String) {
        let pairs = added.map(|added| [1e-3 * (1.0 + added), 1e-3]);
        let table = of_pairs(64, &pairs).unwrap();
        let row = table.rows().next().unwrap();
        let parts = ["added", "lower_quartile", "upper_quartile"];
        (parts.map(|name| row.number(name).unwrap()), row.shown("limit"))
    }

    #[test]
    fn the_limit_is_kept_where_most_pairs_keep_it() {
        let (parts, limit) = judged([0.01, -0.02, 0.02, 0.0, 0.9]);
        for (part, expected) in parts.into_iter().zip([1.0, 0.0, 2.0]) {
            assert!((part - expected).abs() < 1e-9, "{part}");
        }
        assert_eq!(limit, "kept, beyond noise");
        let limit = |added| judged(added).1;
        assert_eq!(limit([0.3, 0.2, 0.4, 0.2, 0.3]), "exceeded, beyond noise");
        assert!(limit([0.01, -0.3, 0.3, 0.02, 0.3]).starts_with("kept by the median, though"));
        assert!(limit([0.2, -0.3, 0.3, 0.02, 0.3]).starts_with("exceeded by the median, though"));
        assert!(of_pairs(64, &[]).is_none());
    }
}
