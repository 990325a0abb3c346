//! Numbers with a wide range. One program, so that what the tests share is compiled once and they run side by side.

mod accuracy;
mod common;
mod conversions;
mod range;
mod text;
