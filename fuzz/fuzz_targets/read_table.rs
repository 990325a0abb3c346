//! Any bytes are read or refused as CSV or one number a line. `cargo fuzz run read_table`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| floatfloat_fuzz::read("input.csv", bytes));
