//! CUDA C++: the text of whole programs, and the options to compile it.
//!
//! The text includes no files, so NVRTC compiles it without the files of a CUDA installation.

mod arithmetic;
mod definitions;
mod function;
mod library;
mod program;
pub mod shipped;
mod uints;

pub use definitions::{Definitions, members};
pub use function::component;
pub use library::{example, library};
pub use program::{elements, grid, module};

use crate::lowering::Lowering;

/// The options with which text for this lowering must be compiled, besides the architecture.
///
/// Options that give up exactness are passed as a user would pass them: fast math alone, the others
/// each with its value.
pub fn options(lowering: &Lowering) -> Vec<String> {
    let relaxed = lowering.relaxed;
    if relaxed.fast_math {
        return vec!["--use_fast_math".to_owned()];
    }
    vec![
        format!("--fmad={}", relaxed.contract),
        format!("--ftz={}", relaxed.flush),
        format!("--prec-div={}", !relaxed.division),
        format!("--prec-sqrt={}", !relaxed.root),
    ]
}
