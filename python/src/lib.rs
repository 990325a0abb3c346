//! The compiled part of the Python package `floatfloat`: what is too slow in Python. An array of numbers
//! comes as a tuple of NumPy arrays, of first words, of second words, and so on; the package puts shapes, types and conversions right before.

mod blackbox;
mod conversions;
mod eigenvectors;
mod elementwise;
mod exceptions;
mod explain;
mod figure;
mod forks;
mod hash;
mod interruptible;
mod matrix;
mod operands;
mod real;
mod reductions;
mod remainders;
mod reproducible;
mod rows;
mod scalar;
mod spectra;
mod text;
mod word_matrix;
mod words;

#[cfg(feature = "command")]
mod command;
#[cfg(feature = "devices")]
mod devices;
#[cfg(feature = "devices")]
mod recorded;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    elementwise::register(module)?;
    words::register(module)?;
    rows::register(module)?;
    reductions::register(module)?;
    reproducible::register(module)?;
    matrix::register(module)?;
    word_matrix::register(module)?;
    scalar::register(module)?;
    conversions::register(module)?;
    forks::register(module)?;
    interruptible::register(module)?;
    figure::register(module)?;
    spectra::register(module)?;
    explain::register(module)?;
    blackbox::register(module)?;
    #[cfg(feature = "devices")]
    devices::register(module)?;
    #[cfg(feature = "command")]
    command::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
