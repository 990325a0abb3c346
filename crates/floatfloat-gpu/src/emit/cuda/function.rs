//! Numbers of several words as structs, and circuits as functions of them.

use super::arithmetic::Arithmetic;
use crate::{circuit::Circuit, emit::calls::Calls, word_type::WordType};
use std::{collections::BTreeSet, fmt::Write as _};

impl Arithmetic {
    /// The name of the type of a number of `words` words: `float`, `ff`, `ff3`.
    pub(super) fn number(self, words: usize) -> String {
        let name = match self.word {
            WordType::F16 => "hh",
            WordType::Bf16 => "bb",
            WordType::F32 => "ff",
            WordType::F64 => "dd",
            WordType::U32 => "uu",
        };
        match words {
            1 => self.word().to_owned(),
            2 => name.to_owned(),
            _ => format!("{name}{words}"),
        }
    }

    /// The definition of the type of a number of `words` words. Its words lie side by side, aligned
    /// as far as their number allows. Empty for a single word.
    pub(super) fn definition(self, words: usize) -> String {
        if words == 1 {
            return String::new();
        }
        let bytes = words as u64 * self.word.bytes();
        let align = (1 << bytes.trailing_zeros()).min(16);
        let (word, number, members) = (self.word(), self.number(words), members(words).join(", "));
        format!("struct __align__({align}) {number} {{ {word} {members}; }};\n")
    }

    /// The number that consists of these words.
    pub(super) fn value(self, words: &[String]) -> String {
        match words {
            [word] => word.clone(),
            words => format!("{}{{{}}}", self.number(words.len()), words.join(", ")),
        }
    }

    /// A circuit as a function of its parameters that returns its results side by side.
    pub(super) fn function(self, name: &str, circuit: &Circuit, calls: &Calls) -> String {
        let parameters: Vec<(String, usize)> =
            (0..).map(parameter_name).zip(circuit.parameters().iter().copied()).collect();
        let inputs: Vec<String> = parameters
            .iter()
            .flat_map(|(name, words)| match words {
                1 => vec![name.clone()],
                &words => members(words).iter().map(|member| format!("{name}.{member}")).collect(),
            })
            .collect();
        let declared: Vec<String> = parameters
            .iter()
            .map(|(name, words)| format!("const {} {name}", self.number(*words)))
            .collect();
        let mut text = String::new();
        let _ = writeln!(
            text,
            "__device__ __forceinline__ {} {name}({})\n{{",
            self.number(output_words(circuit)),
            declared.join(", "),
        );
        let results = self.steps(circuit, &inputs, calls, &mut text);
        let _ = writeln!(text, "    return {};\n}}", self.value(&results));
        text
    }
}

/// The number of words of all results together.
pub(super) fn output_words(circuit: &Circuit) -> usize {
    circuit.results().iter().sum()
}

/// The sizes of all numbers that are parameters or results of these circuits.
pub(super) fn sizes<'c>(circuits: impl IntoIterator<Item = &'c Circuit>) -> BTreeSet<usize> {
    circuits
        .into_iter()
        .flat_map(|circuit| circuit.parameters().iter().copied().chain([output_words(circuit)]))
        .collect()
}

fn members(words: usize) -> Vec<String> {
    match words {
        2 => vec!["hi".to_owned(), "lo".to_owned()],
        _ => (0..words).map(|word| format!("w{word}")).collect(),
    }
}

/// What stands after the name of a number of `words` words to name this word.
pub fn component(words: usize, place: usize) -> String {
    if words == 1 { String::new() } else { format!(".{}", members(words)[place]) }
}

/// The names a, b, … z, p26, p27, …
fn parameter_name(parameter: usize) -> String {
    match u8::try_from(parameter) {
        Ok(small @ 0..26) => char::from(b'a' + small).to_string(),
        _ => format!("p{parameter}"),
    }
}
