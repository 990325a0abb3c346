//! What failed: a bound exceeded, a loop that computed wrongly, a processor that is not safe.

use crate::results::{Cell, Experiment};

/// Columns that say of each row whether what is claimed there holds.
pub(crate) const CLAIMS: [&str; 4] = ["holds", "verified", "kept", "permitted"];

/// The rows in which a claim does not hold, each as text: `accuracy: cpu, mul, ff: holds is false`.
/// A command that finds any exits with 1.
pub fn failed(experiments: &[Experiment]) -> Vec<String> {
    let mut failed = Vec::new();
    for experiment in experiments {
        for (index, column) in experiment.columns.iter().enumerate() {
            if CLAIMS.contains(&column.name.as_str()) {
                let rows = experiment.rows.iter().filter(|row| row[index] == Cell::Flag(false));
                failed.extend(rows.map(|row| {
                    format!("{}: {}: {} is false", experiment.id, subject(row), column.name)
                }));
            }
        }
    }
    failed
}

/// The first three texts of a row: device, operation and type, or what stands in their place.
fn subject(row: &[Cell]) -> String {
    let texts = row.iter().filter_map(|cell| match cell {
        Cell::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.take(3).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::failed;
    use crate::table::{Table, row};

    #[test]
    fn only_what_is_false_failed() {
        let mut table = Table::new("accuracy", "cpu", &[("op", ""), ("type", ""), ("holds", "")]);
        table.push(row!["add", "ff", true]);
        table.push(row!["mul", "dd", false]);
        table.push(row!["mul", "ff", None::<bool>]);
        assert_eq!(failed(&[table.finish()]), ["accuracy: mul, dd: holds is false"]);

        let table = Table::new("accuracy", "cpu", &[("device", ""), ("op", ""), ("holds", "")]);
        let table = table.failed("wgpu:0", "it was unplugged").finish();
        assert!(table.notes[0].contains("wgpu:0 failed") && table.notes[0].contains("unplugged"));
        assert_eq!(failed(&[table]), ["accuracy: wgpu:0: holds is false"]);
    }
}
