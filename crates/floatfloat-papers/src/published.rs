//! The papers whose experiments this crate repeats, with their published tables.

use floatfloat_report::{paper, paper::Paper};

/// Hillesland & Lastra, GPU floating-point paranoia, 2004.
pub(crate) static HILLESLAND_LASTRA: Paper = paper!("hillesland-lastra-2004", "table-1.csv");

/// Da Graça & Defour, Implementation of float-float operators on graphics hardware, 2006.
pub(crate) static DA_GRACA_DEFOUR: Paper =
    paper!("da-graca-defour-2006", "table-3.csv", "table-4.csv", "table-5.csv");

/// Nguyen's thesis on the trade-off of performance and accuracy on GPUs.
pub(crate) static NGUYEN: Paper = paper!(
    "nguyen",
    "figures-22-23.csv",
    "figures-24-to-27.csv",
    "table-16.csv",
    "table-17.csv",
    "table-20.csv",
    "table-9.csv",
    "tables-1-7-11.csv",
    "tables-13-14-15.csv",
    "tables-18-19.csv",
    "tables-8-10-12.csv",
);

/// Warwick, Extended precision on GPUs, 2020.
pub(crate) static WARWICK: Paper = paper!(
    "warwick-2020",
    "speed-up-published.csv",
    "table-1.csv",
    "table-2.csv",
    "table-3.csv",
    "table-4.csv",
);

#[cfg(test)]
mod tests {
    use super::{DA_GRACA_DEFOUR, HILLESLAND_LASTRA, NGUYEN, WARWICK};
    use floatfloat_report::table::Role;
    use std::collections::HashSet;

    #[test]
    fn every_data_file_is_read_and_its_rows_are_told_apart() {
        let papers = [&HILLESLAND_LASTRA, &DA_GRACA_DEFOUR, &NGUYEN, &WARWICK];
        let mut ids = HashSet::new();
        for paper in papers {
            for table in paper.tables().unwrap() {
                assert!(table.is_published() && ids.insert(table.id.clone()), "{}", table.id);
                assert!(!table.rows.is_empty(), "{}", table.id);
                let chosen = |row: &Vec<_>| {
                    let cells = row.iter().zip(&table.columns);
                    let cells = cells.filter(|(_, column)| column.role == Role::Chosen);
                    format!("{:?}", cells.map(|(cell, _)| cell).collect::<Vec<_>>())
                };
                let keys: HashSet<String> = table.rows.iter().map(chosen).collect();
                assert_eq!(keys.len(), table.rows.len(), "{}", table.id);
            }
            // Every embedded file is used.
            let files = paper.files.iter().map(|(name, _)| name);
            assert!(files.clone().all(|name| paper.description.contains(*name)));
        }
    }
}
