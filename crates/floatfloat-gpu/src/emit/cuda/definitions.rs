//! Definitions of the names that skeletons use.

use super::arithmetic::Arithmetic;
use crate::{lowering::Lowering, program::Program};
use std::fmt::{Display, Write as _};

/// The definitions for a program, one after another.
pub struct Definitions {
    arithmetic: Arithmetic,
    text: String,
}

impl Definitions {
    /// No definitions yet.
    pub fn new(program: &Program) -> Self {
        // The names of number types do not depend on the lowering.
        let arithmetic = Arithmetic::new(program.word(), &Lowering::NATIVE);
        Definitions { arithmetic, text: String::new() }
    }

    /// Adds a name for the type of numbers of `words` words.
    #[must_use]
    pub fn alias(self, name: &str, words: usize) -> Self {
        let number = self.arithmetic.number(words);
        self.line(format_args!("typedef {number} {name};"))
    }

    /// The number that consists of these words.
    pub fn value(&self, words: &[String]) -> String {
        self.arithmetic.value(words)
    }

    /// Adds a macro, with its parameters if it has any.
    #[must_use]
    pub fn define(self, name: &str, value: impl Display) -> Self {
        self.line(format_args!("#define {name} {value}"))
    }

    /// Adds a line of text.
    #[must_use]
    pub fn line(mut self, line: impl Display) -> Self {
        let _ = writeln!(self.text, "{line}");
        self
    }

    /// Adds INPUTS, Operands and LOAD, which say what one element of every input is and how it is
    /// read.
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

    /// Adds State, and IDENTITY with the program's identity.
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
