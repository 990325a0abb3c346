//! Why a program is not explained.

/// Why a program is not explained.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There are no inputs.
    #[error("there are no inputs; give at least one")]
    NoInput,
    /// The tolerance is not a positive number.
    #[error("the tolerance is {tolerance}; give a positive number")]
    NoTolerance {
        /// The tolerance that was given.
        tolerance: f64,
    },
    /// An input is NaN or infinite.
    #[error("number {number} of input {input} is {value}; give finite numbers")]
    InputNotFinite {
        /// Which input, from 0.
        input: usize,
        /// Which of its numbers, from 0.
        number: usize,
        /// NaN or an infinity.
        value: f64,
    },
    /// The program gives back no numbers.
    #[error("the program gives back no number for input {input}")]
    NoOutput {
        /// Which input, from 0.
        input: usize,
    },
    /// Two runs with the same input differ.
    #[error(
        "two runs with input {input} differ in result {number}: {first} and {second}; the program must not use random numbers \
         or change what it reads"
    )]
    Random {
        /// Which input, from 0.
        input: usize,
        /// Which result, from 0.
        number: usize,
        /// The result of the first run.
        first: f64,
        /// That of the second run.
        second: f64,
    },
    /// The program does not end in time.
    #[error(
        "the program has not ended after {seconds} s and {steps} steps with input {input}; give a smaller problem or more time"
    )]
    OutOfTime {
        /// Which input, from 0.
        input: usize,
        /// The time that it had.
        seconds: f64,
        /// How many steps it has done in this time.
        steps: u64,
    },
}
