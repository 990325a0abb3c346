//! Any bytes are read or refused as a matrix of Matrix Market. `cargo fuzz run read_matrix_market`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| floatfloat_fuzz::read("input.mtx", bytes));
