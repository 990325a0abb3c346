//! Failures: a bound that was exceeded, a loop that computed wrongly, a processor that is not safe.

use crate::table::{Cell, Role, Row, Table};

/// The rows in which a condition does not hold that must hold, as texts: `accuracy: cpu, mul, ff:
/// holds is false`. A command that finds any exits with 1.
pub fn failed(tables: &[Table]) -> Vec<String> {
    let mut failed = Vec::new();
    for table in tables {
        for column in table.columns.iter().filter(|column| column.role == Role::Verdict) {
            let rows = table.rows().filter(|row| row.flag(&column.name) == Some(false));
            failed.extend(rows.map(|row| {
                format!("{}: {}: {} is false", table.id, subject(table, &row), column.name)
            }));
        }
    }
    failed
}

/// The first three chosen texts: usually device, operation and type.
fn subject(table: &Table, row: &Row<'_>) -> String {
    let chosen = table.columns.iter().filter(|column| column.role == Role::Chosen);
    let texts = chosen.filter_map(|column| match row.cell(&column.name)? {
        Cell::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.take(3).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::failed;
    use crate::table::{Table, chosen, row, verdict};

    #[test]
    fn only_what_is_false_failed() {
        let columns = [chosen("op"), chosen("type"), verdict("holds")];
        let mut table = Table::new("accuracy", "cpu", columns);
        table.push(row!["add", "ff", true]);
        table.push(row!["mul", "dd", false]);
        table.push(row!["mul", "ff", None::<bool>]);
        assert_eq!(failed(&[table]), ["accuracy: mul, dd: holds is false"]);

        let columns = [chosen("device"), chosen("op"), verdict("holds")];
        let table = Table::new("accuracy", "cpu", columns).failed("wgpu:0", "it was unplugged");
        assert!(table.notes[0].contains("wgpu:0 failed") && table.notes[0].contains("unplugged"));
        assert_eq!(failed(&[table]), ["accuracy: wgpu:0: holds is false"]);
    }
}
