//! Any bytes are read or refused as an archive of arrays of NumPy. `cargo fuzz run read_npz`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| floatfloat_fuzz::read("input.npz", bytes));
