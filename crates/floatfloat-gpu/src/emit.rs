//! Programs and circuits as text in a device's language.

pub mod cuda;
