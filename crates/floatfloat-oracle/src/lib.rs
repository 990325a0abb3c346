//! Data about the operations: the worst operands found so far, and the table of bounds made from them.
//! Unpublished: it reads `worst-cases/` and writes `book/`.

pub mod bounds;
pub mod coefficients;
pub mod proofs;
pub mod worst_cases;

/// The code in the README and in the book: compiled, and run where it needs no device.
#[cfg(doctest)]
mod text {
    macro_rules! code_of {
        ($($name:ident: $file:literal;)*) => {$(
            #[doc = include_str!(concat!("../../../", $file))]
            struct $name;
        )*};
    }

    code_of! {
        Readme: "README.md";
        Start: "book/start.md";
        Numbers: "book/numbers.md";
        Sums: "book/sums.md";
        Solving: "book/solving.md";
        Functions: "book/functions.md";
        Devices: "book/devices.md";
        Advise: "book/advise.md";
        BlackBoxes: "book/black-boxes.md";
        Explain: "book/explain.md";
        Slices: "book/slices.md";
        Shaders: "book/shaders.md";
        Types: "book/types.md";
        Command: "book/command.md";
        Errors: "book/errors.md";
        OneSource: "book/one-source.md";
        Proofs: "book/proofs.md";
        SimulatedMachines: "book/simulated-machines.md";
    }

    #[cfg(feature = "libraries")]
    code_of! {
        Libraries: "book/libraries.md";
    }
}
