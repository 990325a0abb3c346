//! The command `floatfloat`.
fn main() {}
