//! What Warwick measured.

use super::{COLUMNS, TERMS};
use crate::{
    results::{Cell, Table},
    table::{old_table, row},
};

pub(super) const TABLES: &str = "Tables 3 and 4 of Warwick 2020";

/// Device, speed-up of float-float over f64 (table 3), effective slug factor of float-float and
/// slug factor of f64 (table 4).
pub(in crate::experiments) const MEASURED: [(&str, f64, f64, f64); 8] = [
    ("GeForce GT 750M (Mobile)", 0.87928, 27.295, 24.0),
    ("GeForce GTX 960M (Mobile)", 1.25012, 25.598, 32.0),
    ("GeForce GTX 1050 Ti (Mobile)", 1.02547, 31.205, 32.0),
    ("GeForce GTX 1070 (Desktop)", 0.96786, 33.063, 32.0),
    ("GeForce RTX 2060 (Mobile)", 1.12984, 28.323, 32.0),
    ("GeForce RTX 2060 (Desktop)", 1.13049, 28.306, 32.0),
    ("Tesla K20x (Linux)", 0.27422, 10.940, 3.0),
    ("Tesla P100 (Linux)", 0.24488, 8.1672, 2.0),
];

/// Ulps between float-float and f64, the same on every device (text).
const ULPS: u32 = 5;

/// Table 3.
pub(super) fn times() -> Table {
    let mut table = old_table("leibniz-published", "GPUs of Warwick 2020", &COLUMNS)
        .paper("Table 3 of Warwick 2020")
        .note("As published: the speed-up of float-float over f64; times were not given.");
    for (device, speed_up, _, _) in MEASURED {
        table.push(row![
            device,
            "ff",
            TERMS,
            Cell::Empty,
            ULPS,
            Cell::Empty,
            speed_up,
            Cell::Empty,
            Cell::Empty
        ]);
    }
    table
}

/// Table 4, our devices first: slug factors of `f64` and of float-float.
pub(super) fn slug_factors(devices: &str, measured: &[(&str, Option<f64>, Option<f64>)]) -> Table {
    let columns = [("device", ""), ("slug_f64", ""), ("slug_ff", ""), ("source", "")];
    let mut table =
        old_table("leibniz-slug", devices, &columns).paper("Table 4 of Warwick 2020").note(
            "How many times slower than f32 the series is in f64 and in float-float. In the seed \
             the factor of f64 is the specified one of the hardware and that of float-float is \
             derived from it; here both are measured in this calculation.",
        );
    for &(device, slug_f64, slug_ff) in measured {
        table.push(row![device, slug_f64, slug_ff, "measured"]);
    }
    for (device, _, slug_ff, slug_f64) in MEASURED {
        table.push(row![device, slug_f64, slug_ff, "Warwick 2020"]);
    }
    table
}
