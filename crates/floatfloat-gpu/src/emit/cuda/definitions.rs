//! Definitions that skeletons name.

use super::arithmetic::Arithmetic;
use crate::{lowering::Lowering, program::Program};
use std::fmt::{Display, Write as _};

/// Definitions for a program, one after another.
pub struct Definitions {
    arithmetic: Arithmetic,
    text: String,
}

impl Definitions {
    /// None yet.
    pub fn new(program: &Program) -> Self {
        // How numbers are called does not depend on the lowering.
        let arithmetic = Arithmetic::new(program.word(), &Lowering::NATIVE);
        Definitions { arithmetic, text: String::new() }
    }

    /// A name for the type of numbers of `words` words.
    #[must_use]
    pub fn alias(self, name: &str, words: usize) -> Self {
        let number = self.arithmetic.number(words);
        self.line(format_args!("typedef {number} {name};"))
    }

    /// A macro, with its parameters where it has some.
    #[must_use]
    pub fn define(self, name: &str, value: impl Display) -> Self {
        self.line(format_args!("#define {name} {value}"))
    }

    /// A line of text.
    #[must_use]
    pub fn line(mut self, line: impl Display) -> Self {
        let _ = writeln!(self.text, "{line}");
        self
    }

    /// INPUTS, Operands and LOAD: what one element of every input is, and how it is read.
    #[must_use]
    pub fn operands(self, parameters: &[usize], broadcast: &[bool]) -> Self {
        let types: Vec<String> =
            parameters.iter().map(|&words| self.arithmetic.number(words)).collect();
        let each = |write: &dyn Fn(usize, &str) -> String, separator: &str| {
            let parts: Vec<String> =
                types.iter().enumerate().map(|(input, kind)| write(input, kind)).collect();
            parts.join(separator)
        };
        let inputs = each(&|input, kind| format!("const {kind}* __restrict__ in{input}"), ", ");
        let members = each(&|input, kind| format!("{kind} x{input};"), " ");
        let place = |input: usize| if broadcast[input] { "0" } else { "place" };
        let loads = each(&|input, _| format!("in{input}[{}]", place(input)), ", ");
        self.define("INPUTS", inputs)
            .line(format_args!("struct Operands {{ {members} }};"))
            .define("LOAD(place)", format_args!("Operands{{{loads}}}"))
    }

    /// State and IDENTITY, of the program's identity.
    #[must_use]
    pub fn identity(self, identity: &[u64]) -> Self {
        let words: Vec<String> =
            identity.iter().map(|&bits| self.arithmetic.constant(f64::from_bits(bits))).collect();
        let value = self.arithmetic.value(&words);
        self.alias("State", identity.len()).define("IDENTITY", value)
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// The members of `operands`, as arguments of a function.
pub fn members(count: usize) -> String {
    let members: Vec<String> = (0..count).map(|input| format!("(operands).x{input}")).collect();
    members.join(", ")
}
