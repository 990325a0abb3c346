//! What Nguyen measured of Gaussian elimination.

use crate::{
    results::Table,
    table::{old_table, row},
};

const SIDES: [u32; 8] = [16, 64, 256, 512, 1024, 2048, 4096, 8192];
const TYPES: [&str; 4] = ["f32", "f64", "float2", "double2"];

/// Block of Fan2, seconds by side and type.
const TABLE_16: [(&str, [[f64; 4]; 8]); 2] = [
    (
        "4x4",
        [
            [0.00040, 0.00038, 0.00038, 0.00038],
            [0.0017, 0.0016, 0.0017, 0.0017],
            [0.0119, 0.0120, 0.0124, 0.0137],
            [0.0628, 0.0659, 0.0682, 0.0775],
            [0.4312, 0.4456, 0.4634, 0.5379],
            [3.2387, 3.4272, 3.5761, 4.2160],
            [26.4912, 28.6380, 29.7799, 36.1070],
            [226.4626, 250.3975, 257.9343, 290.4082],
        ],
    ),
    (
        "8x8",
        [
            [0.00036, 0.00036, 0.00034, 0.00035],
            [0.0017, 0.0016, 0.0016, 0.0017],
            [0.0083, 0.0088, 0.0089, 0.0111],
            [0.0284, 0.0341, 0.0395, 0.0510],
            [0.1607, 0.2017, 0.2032, 0.3209],
            [1.1214, 1.5074, 1.5323, 2.6307],
            [9.1784, 13.6071, 13.8189, 24.5510],
            [82.1154, 131.7608, 132.7769, 192.8968],
        ],
    ),
];

/// The time of one type over another's by side, in blocks of 8x8.
pub(super) fn dearer(dear: &str, cheap: &str, side: usize) -> Option<f64> {
    let (_, times) = TABLE_16[1];
    let row = times[SIDES.iter().position(|&of| of as usize == side)?];
    let time = |name: &str| TYPES.iter().position(|&of| of == name).map(|at| row[at]);
    Some(time(dear)? / time(cheap)?)
}

/// The table as published.
pub(super) fn tables() -> Vec<Table> {
    let columns = [("side", ""), ("block", ""), ("type", ""), ("seconds", "s")];
    let mut table = old_table("gauss-published", "a GPU of Nguyen, not named", &columns)
        .paper("Table 16 of Nguyen")
        .note(
            "As published: seconds of Gaussian elimination of a random system. block is that of \
             Fan2 (multiplications and subtractions); that of Fan1 (divisions) is 512 threads. \
             The text speaks of seven sizes, the table has eight.",
        )
        .note(
            "Errors are published as figures only. The text says of figure 15 (range 10^-2 to \
             10^-1 and 10 to 100): f64 is the most accurate, then double2, f32, float2; and of \
             figure 17 that f32 and float2 are almost equal in error and time, as are f64 and \
             double2.",
        )
        .note(
            "Figure 16, by the text: blocks of 8x8 are faster than blocks of 4x4 by up to 2.88 \
             (f32), 2.2 (f64, float2) and 1.67 (double2). The largest quotients of the table are \
             2.89, 2.27, 2.33 and 1.68.",
        );
    for (block, times) in TABLE_16 {
        for (side, times) in SIDES.into_iter().zip(times) {
            for (number_type, time) in TYPES.into_iter().zip(times) {
                table.push(row![side, block, number_type, time]);
            }
        }
    }
    vec![table]
}
