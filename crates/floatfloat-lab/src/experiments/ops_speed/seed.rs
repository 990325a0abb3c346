//! What Da Graça & Defour measured.

use super::COLUMNS;
use crate::{
    number_type::NumberType,
    results::{Cell, Table},
    table::{old_table, row},
};

/// The seed's operations in the order of its columns: its name, ours, the type. Its Mad is a
/// product and a sum, each rounded.
const OPERATIONS: [(&str, &str, NumberType); 7] = [
    ("Add", "add", NumberType::F32),
    ("Mul", "mul", NumberType::F32),
    ("Mad", "mad", NumberType::F32),
    ("Add12", "two-sum", NumberType::Ff),
    ("Mul12", "two-prod-dekker", NumberType::Ff),
    ("Add22", "add22-branch", NumberType::Ff),
    ("Mul22", "mul22-dekker", NumberType::Ff),
];

/// Elements and times, normalised to 4096 additions.
type Rows = [(usize, [f64; 7]); 5];

const GPU: Rows = [
    (4096, [1.00, 0.97, 1.00, 1.09, 1.57, 1.55, 1.54]),
    (16384, [1.11, 1.11, 1.15, 1.20, 1.87, 1.73, 2.02]),
    (65536, [1.55, 1.58, 1.69, 1.64, 2.09, 2.87, 2.94]),
    (262_144, [3.55, 3.40, 3.44, 3.74, 3.99, 7.15, 7.47]),
    (1_048_576, [10.64, 10.74, 10.75, 10.79, 14.64, 23.92, 24.64]),
];

const PROCESSOR: Rows = [
    (4096, [1.00, 0.98, 1.35, 1.52, 2.86, 11.71, 4.12]),
    (16384, [3.88, 3.88, 3.46, 6.04, 17.86, 47.93, 17.62]),
    (65536, [17.13, 16.20, 17.67, 28.35, 49.14, 192.10, 69.33]),
    (262_144, [68.77, 66.68, 77.10, 100.10, 187.49, 760.65, 272.13]),
    (1_048_576, [269.49, 267.88, 312.45, 419.84, 1027.62, 3083.74, 1091.59]),
];

/// The seed's name of an operation.
pub(super) fn name(op: &str, number_type: NumberType) -> Option<&'static str> {
    OPERATIONS
        .iter()
        .find(|&&(_, ours, its_type)| (ours, its_type) == (op, number_type))
        .map(|&(name, _, _)| name)
}

/// The seed's name of an operation as other devices run it: without branch, Mul22 with the fused
/// multiply-add that its authors lacked, where there is one.
pub(super) fn name_on_device(op: &str, number_type: NumberType) -> Option<&'static str> {
    match (op, number_type) {
        ("add22", NumberType::Ff) => Some("Add22"),
        ("mul22", NumberType::Ff) => Some("Mul22"),
        _ => name(op, number_type),
    }
}

/// Table 3.
pub(super) fn gpu() -> Table {
    table("ops-speed-published-gpu", "GeForce 7800 GTX (Da Graça & Defour 2006)", "Table 3", &GPU)
}

/// Table 4.
pub(super) fn cpu() -> Table {
    let device = "Pentium 4 HT 3.2 GHz (Da Graça & Defour 2006)";
    table("ops-speed-published-cpu", device, "Table 4", &PROCESSOR)
}

fn table(id: &str, device: &str, name: &str, rows: &Rows) -> Table {
    let mut table = old_table(id, device, &COLUMNS)
        .paper(&format!("{name} of Da Graça & Defour 2006"))
        .note("As published: times normalised to 4096 single additions; absolute times were not given.");
    for (elements, times) in rows {
        for ((seed_name, op, number_type), time) in OPERATIONS.into_iter().zip(times) {
            table.push(row![
                device,
                op,
                number_type.name(),
                *elements,
                Cell::Empty,
                Cell::Empty,
                Cell::Empty,
                *time,
                seed_name,
                Cell::Empty,
                Cell::Empty,
            ]);
        }
    }
    table
}
