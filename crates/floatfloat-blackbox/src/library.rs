//! Routines of libraries that are loaded at run time: the functions of a C library, and the sums of a BLAS.

mod blas;
mod libm;

pub(crate) use libm::NAMES;

use crate::{Format, Kind, Question, Shape};
use libloading::Library;
use std::{ffi::OsStr, fmt};
use thiserror::Error;

/// A routine that libraries have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    /// Its name in the library; that of a BLAS without `cblas_`.
    pub name: String,
    /// The format of its operands and its result.
    pub format: Format,
    /// What it computes.
    pub question: Question,
    /// The function that it is, by the name that [`Reference::named`](crate::Reference::named) knows.
    pub reference: Option<&'static str>,
}

/// Why a routine of a library cannot be called.
#[derive(Debug, Error)]
pub enum Missing {
    /// The system's loader refuses the library.
    #[error("{0}")]
    Library(#[from] libloading::Error),
    /// The library has no such routine.
    #[error("the library has no {0}")]
    Routine(String),
}

/// A routine that is called with the arguments of [`Operator::run`](crate::Operator::run) and
/// [`Operator::shift`](crate::Operator::shift).
pub type Call = Box<dyn FnMut(&[f64], &[f64], Shape, [usize; 2]) -> Vec<f64>>;

impl Routine {
    /// The sums and products of a BLAS: `sgemm`, `sdot`, `sasum`, `snrm2`, and those of `double`.
    pub fn of_blas() -> Vec<Routine> {
        let of = |format, name: &str, kind| Routine {
            name: name.to_owned(),
            format,
            question: Question::Sums(kind),
            reference: None,
        };
        vec![
            of(Format::F32, "sgemm", Kind::Matmul),
            of(Format::F64, "dgemm", Kind::Matmul),
            of(Format::F32, "sdot", Kind::Dot),
            of(Format::F64, "ddot", Kind::Dot),
            of(Format::F32, "sasum", Kind::Magnitudes),
            of(Format::F64, "dasum", Kind::Magnitudes),
            of(Format::F32, "snrm2", Kind::Norm),
            of(Format::F64, "dnrm2", Kind::Norm),
        ]
    }

    /// The functions of a C library, of `float` and of `double`.
    pub fn of_libm() -> Vec<Routine> {
        let of = |&(name, reference, has_two): &(&'static str, &'static str, bool)| {
            [("f", Format::F32), ("", Format::F64)].map(|(suffix, format)| Routine {
                name: format!("{name}{suffix}"),
                format,
                question: Question::Function { has_two },
                reference: Some(reference),
            })
        };
        NAMES.iter().flat_map(of).collect()
    }

    /// The routine of this name.
    pub fn named(name: &str) -> Option<Routine> {
        let mut all = Routine::of_blas().into_iter().chain(Routine::of_libm());
        all.find(|routine| routine.name == name)
    }

    /// Loads a library, by its path or by the name that the system's loader knows, and finds the routine.
    ///
    /// # Safety
    /// The library's code runs in this process, when it is loaded and when the routine is called. Its routine must have
    /// the arguments of C's standard library or of CBLAS.
    ///
    /// # Errors
    /// [`Missing`].
    pub unsafe fn load(&self, library: &OsStr) -> Result<Call, Missing> {
        // SAFETY: as the caller promises.
        let library = unsafe { Library::new(library) }?;
        // SAFETY: as the caller promises.
        let call = unsafe {
            match (self.question, self.format == Format::F32) {
                (Question::Sums(kind), true) => blas::find::<f32>(library, &self.name, kind),
                (Question::Sums(kind), false) => blas::find::<f64>(library, &self.name, kind),
                (Question::Function { has_two }, true) => {
                    libm::find::<f32>(library, &self.name, has_two)
                }
                (Question::Function { has_two }, false) => {
                    libm::find::<f64>(library, &self.name, has_two)
                }
            }
        };
        call.ok_or_else(|| Missing::Routine(self.name.clone()))
    }
}

impl fmt::Display for Routine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
