//! MPFR as a second opinion, with `--features mpfr`.

mod functions;
mod multi_precision;
mod operations;
