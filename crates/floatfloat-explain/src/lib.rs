//! Finds the lines of a program that lose digits.
//!
//! ```
//! use floatfloat_explain::{Verdict, explain};
//! use num_traits::Float;
//!
//! /// The smaller root of x² − 2p·x + q.
//! fn smaller_root<T: Float>(p: T, q: T) -> T {
//!     let distance = (p * p - q).sqrt();
//!     p - distance
//! }
//!
//! let inputs: Vec<[f64; 2]> = (0..100).map(|k| [1.5f64.powi(k % 40), 0.1]).collect();
//! let explanation = explain(&inputs, |[p, q]| smaller_root(p, q))?;
//! println!("{explanation}");
//! assert_eq!(explanation.verdict, Verdict::LosesDigits);
//! # Ok::<(), floatfloat_explain::Error>(())
//! ```
//!
//! # How
//!
//! The program computes with [`Watched`] numbers, which do what the numbers of its format do, bit for bit. Beside each value there
//! is the exact value of the same steps, with four words of `f64` (212 bits) and an estimate of its own error. Every operator and
//! function knows the line from which it is called.
//!
//! 1. The program runs with each input. The error of a result is how far value and exact value are apart.
//! 2. It runs again exactly, with inputs changed by the factors 1 ± u. An error that is no larger than what this changes in the same
//!    result is that of the inputs, not of the program. Where the exact numbers decide otherwise than the program's, the difference
//!    counts as an error, too.
//! 3. It runs again exactly except for some lines, which round, to find the lines that cause the error by themselves. Lines that do
//!    not matter are left out by halves, so this takes about 2·log₂(lines) runs for each line that matters.
//! 4. For the ten worst lines it runs with all lines rounded but this one.
//! 5. Where steps that lose digits have a known form, such as exp(x) − 1, it runs with these steps exact, and shows the forms that
//!    make the error at least twice as small.
//!
//! The error of a set of lines is the root of the mean square of the relative errors (at most 1) of some forty inputs: the twenty
//! worst, and as many others. Errors of lines may cancel or amplify each other, so shares need not add up to 100 %.
//!
//! # What a place is
//!
//! An operator or function is at the line and column where its expression begins. So the two additions of `a + b + c` are one place,
//! and what a library does generically, such as the additions of `iter().sum()`, is at the library's line.
//!
//! # What it does not do
//!
//! Steps on other threads are computed and not seen: run the function on one thread. A value that leaves the watched numbers, say by
//! `to_f64`, and comes back counts as exact. A rounding that a program intends, such as adding and subtracting 1.5·2^52, counts as
//! an error; the elementary functions of this library over watched words use such roundings, and are not explained. In the runs of
//! steps 2 to 4 the exact numbers decide comparisons. Numbers near the ends of the range of `f64` have an exact value with fewer
//! bits. A function of several words is taken as correctly rounded in steps 3 and 4. With `panic = "abort"` a program that does not
//! end in time aborts.

mod advise;
mod again;
mod display;
mod error;
mod explain;
mod explanation;
pub mod foreign;
mod format;
mod functions;
mod html;
mod number;
mod operators;
mod place;
mod rewrites;
mod run;
mod runs;
mod sample;
mod source;
mod statistics;
mod watched;
mod word;

pub use advise::{Advice, Mixed, Uniform, WideLine, advise, advise_with};
pub use error::Error;
pub use explain::{Options, explain, explain_with};
pub use explanation::{
    Decision, Excerpt, Explanation, Line, Rewriting, Special, Step, Verdict, Worst,
};
pub use number::Number;
pub use sample::{Input, Output};
pub use watched::Watched;

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
