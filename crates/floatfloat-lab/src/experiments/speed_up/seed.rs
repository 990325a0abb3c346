//! What Warwick measured.

use super::{COLUMNS, ELEMENTS, operations::OPERATIONS};
use crate::{
    experiments::{bench, leibniz},
    results::{Cell, Table},
    table::{old_table, row},
};

/// The table as published; where there is no type the speed-up is the slug factor: that of `f32` over
/// `f64`.
pub(super) fn table() -> Table {
    let mut table = old_table("speed-up-published", "GPUs of Warwick 2020", &COLUMNS)
        .paper(bench::seed::TABLE)
        .note(
            "As published: the speed-up of float-float over f64 for 1000 workgroups of 1024; times were not given. \
             The rows of f32 are the stated slug factor, how many times faster f32 is than f64.",
        );
    for ((device, speed_ups), (_, _, _, slug)) in
        bench::seed::MEASURED.into_iter().zip(leibniz::seed::MEASURED)
    {
        for (op, speed_up) in OPERATIONS.into_iter().zip(speed_ups) {
            table.push(row![
                device,
                "ff",
                op,
                ELEMENTS,
                1,
                Cell::Empty,
                speed_up,
                Cell::Empty,
                Cell::Empty,
                Cell::Empty
            ]);
        }
        table.push(row![
            device,
            "f32",
            "stated",
            Cell::Empty,
            Cell::Empty,
            Cell::Empty,
            slug,
            Cell::Empty,
            Cell::Empty,
            Cell::Empty
        ]);
    }
    table
}
