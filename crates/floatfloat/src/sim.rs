//! Simulated machines.
//!
//! A [`Spec`] is a machine as data: format, rounding, guard bits, flushing, how it divides. Its
//! methods compute on carriers: `f64` values that are numbers of the format.

/// A simulated machine as data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Its name in tables.
    pub name: &'static str,
    /// Bits of the significand, the hidden one included; 2 to 53.
    pub precision: u32,
}
