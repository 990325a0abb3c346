//! Results of the older schema `floatfloat/1`, whose columns have no role.
//!
//! The role of a column follows from its name in that schema.

use crate::{
    results::Results,
    table::{Cell, Column, Role, Table, number},
};
use std::collections::BTreeSet;

/// Gives every column its role, and things their names of today.
pub(crate) fn migrate(results: &mut Results) {
    results.schema = crate::results::SCHEMA.into();
    for table in &mut results.experiments {
        roles(table);
        table.id = table.id.replace("-seed", "-published");
        for column in &mut table.columns {
            match column.name.as_ref() {
                "seed" => column.name = "paper".into(),
                "seed_name" => column.name = "paper_name".into(),
                _ => {}
            }
        }
    }
}

fn roles(table: &mut Table) {
    let names: Vec<String> = table.columns.iter().map(|column| column.name.to_string()).collect();
    let (id, rows) = (&table.id, &table.rows);
    for (column, name) in table.columns.iter_mut().zip(&names) {
        column.role = role(id, name);
    }
    // Of the others that hold no measured number as many from the left as it takes to tell rows apart.
    for (index, name) in names.iter().enumerate() {
        if told_apart(&table.columns, rows) {
            break;
        }
        let column = &table.columns[index];
        let is_free = column.role == Role::Measured && !FOUND_IN.contains(&(id, name));
        if is_free && !holds_measured(column, index, rows) {
            table.columns[index].role = Role::Chosen;
        }
    }
}

pub(crate) fn role(id: &str, name: &str) -> Role {
    let (here, is_found) = ((id, name), FOUND_IN.contains(&(id, name)));
    match name {
        "device" => Role::Chosen,
        _ if VERDICTS.contains(&name) => Role::Verdict,
        _ if EXPLAIN.contains(&name) => Role::Note,
        "paper" | "paper_name" => Role::Chosen,
        _ if CHOSEN_IN.contains(&here) || CHOSEN.contains(&name) && !is_found => Role::Chosen,
        _ => Role::Measured,
    }
}

/// Whether numbers other than whole ones stand in the column, or texts of numbers, or what is found of
/// them.
fn holds_measured(column: &Column, index: usize, rows: &[Vec<Cell>]) -> bool {
    let name = column.name.as_ref();
    let is_log2 = name.ends_with("log2") || column.unit.starts_with("log2");
    MEASURED.contains(&name)
        || is_log2
        || rows.iter().any(|row| match &row[index] {
            Cell::Number(_) | Cell::Flag(_) => true,
            cell @ Cell::Text(_) => number(cell).is_some(),
            Cell::Empty | Cell::Integer(_) => false,
        })
}

fn told_apart(columns: &[Column], rows: &[Vec<Cell>]) -> bool {
    let mut seen = BTreeSet::new();
    rows.iter().all(|row| {
        let key = row.iter().zip(columns).filter(|(_, column)| column.role == Role::Chosen);
        seen.insert(key.map(|(cell, _)| format!("{cell:?}")).collect::<Vec<_>>())
    })
}

/// Columns that say whether what must hold does.
const VERDICTS: [&str; 4] = ["holds", "verified", "kept", "permitted"];

/// Columns that explain.
const EXPLAIN: [&str; 5] = ["evidence", "because", "caveats", "note", "why_not"];

/// Columns that are chosen and not measured, wherever they stand.
const CHOSEN: [&str; 43] = [
    "algorithm",
    "algorithms",
    "arithmetic",
    "bits",
    "block",
    "block_size",
    "blocks",
    "chains",
    "coefficient",
    "conclusion",
    "data",
    "elements",
    "format",
    "groups",
    "intensity",
    "lanes",
    "launch",
    "method",
    "mode",
    "n",
    "op",
    "operation",
    "operations",
    "order",
    "products",
    "range",
    "repetitions",
    "seed",
    "seed_name",
    "shape",
    "size",
    "steps",
    "term",
    "terms",
    "threads",
    "tolerance",
    "type",
    "variant",
    "word",
    "work",
    "workload",
    "x",
    "y",
];

/// Columns of single tables that are chosen, though those of the same name are measured elsewhere.
const CHOSEN_IN: [(&str, &str); 3] =
    [("compensated", "condition"), ("do-undo", "division"), ("mul-chain", "operands")];

/// Columns of single tables that are found, though those of the same name are chosen elsewhere.
const FOUND_IN: [(&str, &str); 1] = [("advise-matrix", "type")];

/// Columns of whole numbers and words that are measured.
const MEASURED: [&str; 10] = [
    "compared",
    "count",
    "digits",
    "evidence",
    "mismatches",
    "results",
    "samples",
    "tried",
    "ulps_from_f64",
    "verdict",
];

#[cfg(test)]
mod tests {
    use crate::{store, table::Role};
    use std::fs;

    #[test]
    fn columns_of_old_files_get_their_roles_and_papers_their_name() {
        let text = r#"{
            "schema": "floatfloat/1",
            "machine": {"processor": "p", "architecture": "a", "system": "s", "threads": 1,
                "extensions": [], "version": "0.1.0", "date": "2026-01-01T00:00:00Z"},
            "devices": [],
            "experiments": [{
                "id": "ops-accuracy-seed", "seed": "Table 5", "device": "GPU", "notes": [],
                "columns": [{"name": "device", "unit": ""}, {"name": "op", "unit": ""},
                    {"name": "max_log2", "unit": "log2"}, {"name": "seed_name", "unit": ""},
                    {"name": "holds", "unit": ""}],
                "rows": [["GPU", "add", -48.0, "Add12", true]]
            }, {
                "id": "never-heard-of", "seed": null, "device": "cpu", "notes": [],
                "columns": [{"name": "thing", "unit": ""}, {"name": "value", "unit": ""}],
                "rows": [["a", 1.5], ["b", 1.5]]
            }]
        }"#;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.json");
        fs::write(&path, text).unwrap();
        let results = store::read(&path).unwrap();
        assert_eq!(results.schema, crate::results::SCHEMA);
        let [known, unknown] = &results.experiments[..] else { panic!("{results:?}") };
        assert_eq!(
            (known.id.as_str(), known.paper.as_deref()),
            ("ops-accuracy-published", Some("Table 5"))
        );
        let roles = |table: &crate::table::Table| {
            table.columns.iter().map(|column| column.role).collect::<Vec<_>>()
        };
        let (chosen, measured) = (Role::Chosen, Role::Measured);
        assert_eq!(roles(known), [chosen, chosen, measured, chosen, Role::Verdict]);
        assert_eq!(known.columns[3].name, "paper_name");
        // What no version knew: as many from the left as tell the rows apart.
        assert_eq!(roles(unknown), [chosen, measured]);
    }
}
