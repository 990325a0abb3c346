//! Any bytes are read or refused as an array of NumPy. `cargo fuzz run read_npy`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| floatfloat_fuzz::read("input.npy", bytes));
