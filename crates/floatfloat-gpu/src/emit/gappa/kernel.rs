//! The script for a kernel of an elementary function: from a number in a known range, through products and sums of
//! double-words, to a number.
//!
//! Every computed number has an ideal value: the result of the same steps without rounding, for the ideal
//! parameter. For each step, the script expresses the difference of the two by the inputs of the step and its own
//! rounding errors. The algebra of a single step finds this expression.

use super::{NoScript, OPERANDS, Reciprocals, Script, exact_text, format, polynomial::Polynomial};
use crate::circuit::{Binary, Circuit, Id, Named, Node, Unary};
use floatfloat::{
    Step,
    elementary::kernels::{Error, Kernel, Parameter, Range},
};
use std::{collections::HashSet, fmt::Write};

/// The script for one case of a kernel that was recorded with [`Circuit::of_kernel`]. Gappa answers with an interval
/// of the error: absolute or relative, like the kernel's bound.
///
/// # Errors
/// If the recording has a step that the script cannot express.
pub fn kernel_script<K: Kernel>(circuit: &Circuit, case: usize) -> Result<String, NoScript> {
    let precision = circuit.word().precision();
    let format = format(circuit.word())?;
    let mut kernel = KernelScript::new(circuit);
    let mut ranges = kernel.parameters(&K::parameters(case, precision), precision);
    kernel.steps()?;
    let result = kernel.number(circuit.outputs()).ok_or(NoScript::Numbers)?;
    let approximation = K::approximation(case, precision);
    let KernelScript { mut script, .. } = kernel;
    let (value, mut meant) = (result.value, result.meant);
    if approximation.is_finite() {
        ranges.push(format!("|distance| <= {}", exact_text(approximation.exp2())));
        let _ = writeln!(script.definitions, "function = {meant} + distance;");
        let _ = writeln!(script.hints, "{value} - function -> ({value} - {meant}) - distance;");
        meant = "function".to_owned();
    }
    let Range { high: [from, to], error, .. } = K::INFO.result;
    let difference = match error {
        Error::Absolute(_) => "-",
        Error::Relative(_) => "-/",
    };
    let [high, low] = [0, 1].map(|k| script.name(circuit.outputs()[k]));
    let mut goal = format!("{value} {difference} {meant} in ? /\\ {high} in [{from}, {to}]");
    // A low word of at most half an ulp is that of Fast2Sum.
    if K::INFO.result.low > 0.5 {
        let largest = exact_text(largest_low(&K::INFO.result, precision));
        let _ = write!(goal, " /\\ |{low}| <= {largest}");
    }
    let cut = if K::PIECES > 1 { format!("$ xh in {};\n", K::PIECES) } else { String::new() };
    Ok(format!(
        "# {}: {}\n@rnd = float<{format}, ne>;\n{}{{ {} -> {goal} }}\n{}{cut}",
        K::INFO.name,
        K::INFO.what,
        script.definitions,
        ranges.join(" /\\ "),
        script.hints,
    ))
}

/// The largest low word that a number may have.
fn largest_low(range: &Range, precision: u32) -> f64 {
    let largest = range.high[0].abs().max(range.high[1].abs());
    // A power of two is the end of the binade below it.
    range.low * 0.5f64.powi(precision as i32) * largest.log2().ceil().exp2()
}

/// Words that are known to be one number.
#[derive(Clone)]
struct Number {
    words: Vec<Id>,
    /// The number.
    value: String,
    /// The name of its ideal value.
    meant: String,
    /// The number as a polynomial in its words.
    polynomial: Polynomial,
}

struct KernelScript<'a> {
    script: Script<'a>,
    numbers: Vec<Number>,
    /// The ideal values of words that stand alone.
    meant: Vec<Option<String>>,
}

impl<'a> KernelScript<'a> {
    fn new(circuit: &'a Circuit) -> Self {
        let mut script = Script::new(circuit, Reciprocals::Factors);
        script.simplifies = false;
        KernelScript { script, numbers: Vec::new(), meant: vec![None; circuit.nodes().len()] }
    }

    /// Writes the definitions of the parameters, and records what is known of them.
    fn parameters(&mut self, parameters: &[Parameter], precision: u32) -> Vec<String> {
        let mut known = Vec::new();
        let u = 0.5f64.powi(precision as i32);
        for (k, parameter) in parameters.iter().enumerate() {
            let [high, low] = [OPERANDS[2 * k], OPERANDS[2 * k + 1]];
            let (value, meant) = (&high[..1], high[..1].to_uppercase());
            let mut bounded = |what: &str, bound: f64| {
                known.push(format!("|{what}| <= {}", exact_text(bound)));
            };
            let mut is_exact = false;
            match *parameter {
                Parameter::Unused => continue,
                Parameter::Constant(words) => {
                    for (name, word) in [high, low].into_iter().zip(words) {
                        let _ = writeln!(self.script.definitions, "{name} = {};", exact_text(word));
                    }
                    is_exact = words[1] == 0.0;
                    bounded(&format!("{value} - {meant}"), u * words[1].abs());
                }
                Parameter::Range(range) => {
                    let [from, to] = range.high;
                    let largest = from.abs().max(to.abs());
                    bounded(low, largest_low(&range, precision));
                    match range.error {
                        Error::Absolute(error) => {
                            bounded(&format!("{value} - {meant}"), error * u * u);
                        }
                        Error::Relative(0.0) => is_exact = true,
                        Error::Relative(error) if from <= 0.0 => {
                            bounded(&format!("{value} - {meant}"), error * u * u * largest);
                        }
                        Error::Relative(error) => {
                            bounded(&format!("{value} -/ {meant}"), error * u * u);
                            known.push(format!("{meant} in [{}, {}]", from * 0.999, to * 1.001));
                        }
                    }
                    known.push(format!("{high} in [{from}, {to}]"));
                }
            }
            let _ = writeln!(self.script.definitions, "{value} = {high} + {low};");
            if is_exact {
                let _ = writeln!(self.script.definitions, "{meant} = {value};");
            } else {
                let _ = writeln!(self.script.hints, "{meant} -> {value} - ({value} - {meant});");
            }
            let words = [2 * k, 2 * k + 1].map(|input| self.input(input as u32));
            if let [Some(high_id), Some(low_id)] = words {
                self.give_number(vec![high_id, low_id], value.to_owned(), meant);
            }
        }
        known
    }

    fn input(&self, input: u32) -> Option<Id> {
        let nodes = self.script.circuit.nodes();
        nodes.iter().position(|&node| node == Node::Input(input)).map(|id| id as Id)
    }

    /// Records that these words are a number.
    fn give_number(&mut self, words: Vec<Id>, value: String, meant: String) {
        let mut polynomial = Polynomial::default();
        for &word in &words {
            let atom = self.script.atom(word);
            self.script.values[word as usize] = Some(atom.clone());
            polynomial = polynomial + atom;
        }
        let rest: Vec<String> = words[1..].iter().map(|&low| self.script.name(low)).collect();
        let high = self.script.name(words[0]);
        let _ = writeln!(
            self.script.hints,
            "{high} - {meant} -> ({value} - {meant}) - ({});",
            rest.join(" + ")
        );
        self.numbers.push(Number { words, value, meant, polynomial });
    }

    /// The number that consists of these words.
    fn number(&self, words: &[Id]) -> Option<Number> {
        if let Some(number) = self.numbers.iter().rev().find(|number| number.words == words) {
            return Some(number.clone());
        }
        let nodes = self.script.circuit.nodes();
        let positive: Option<Vec<Id>> = words
            .iter()
            .map(|&word| match nodes[word as usize] {
                Node::Unary(Unary::Neg, positive) => Some(positive),
                _ => None,
            })
            .collect();
        if let Some(positive) = positive {
            let Number { value, meant, polynomial, .. } = self.number(&positive)?;
            return Some(Number {
                words: words.to_vec(),
                value: format!("(-{value})"),
                meant: format!("(-{meant})"),
                polynomial: polynomial.times(-1.0),
            });
        }
        if let &[word] = words {
            return Some(Number {
                words: vec![word],
                value: self.script.name(word),
                meant: self.meaning(word)?,
                polynomial: self.script.value(word),
            });
        }
        // Constants.
        let each: Option<Vec<Number>> = words.iter().map(|&word| self.number(&[word])).collect();
        let each = each?;
        let is_constant = |&word: &Id| matches!(nodes[word as usize], Node::Constant(_));
        words.iter().all(is_constant).then(|| {
            let sum: Vec<_> = each.iter().map(|number| number.value.clone()).collect();
            let sum = format!("({})", sum.join(" + "));
            let polynomial =
                each.into_iter().fold(Polynomial::default(), |sum, number| sum + number.polynomial);
            Number { words: words.to_vec(), value: sum.clone(), meant: sum, polynomial }
        })
    }

    /// The ideal value of a word that stands alone: that of the number whose first word it is, or that of the
    /// expression from which it was computed.
    fn meaning(&self, word: Id) -> Option<String> {
        if matches!(self.script.circuit.nodes()[word as usize], Node::Constant(_)) {
            return Some(self.script.name(word));
        }
        let of_number = self.numbers.iter().rev().find(|number| number.words[0] == word);
        of_number.map(|number| number.meant.clone()).or_else(|| self.meant[word as usize].clone())
    }

    /// Goes through all nodes, and writes each step at its last node.
    fn steps(&mut self) -> Result<(), NoScript> {
        let is_rounded = |step| !matches!(step, Step::Sum | Step::Difference | Step::Product);
        let circuit = self.script.circuit;
        let steps: Vec<&Named> =
            circuit.named().iter().filter(|named| is_rounded(named.step)).collect();
        let mut inside = HashSet::new();
        for named in &steps {
            self.nodes_of(named, &mut inside);
        }
        for id in 0..circuit.nodes().len() as Id {
            if self.script.needed[id as usize]
                && !matches!(circuit.nodes()[id as usize], Node::Input(_))
            {
                self.script.define(id)?;
                if !inside.contains(&id) {
                    self.word(id)?;
                }
            }
            let ends_here = |named: &&&Named| named.results.iter().max() == Some(&id);
            for named in steps.iter().filter(ends_here) {
                self.step(named)?;
            }
        }
        Ok(())
    }

    /// The nodes of which a step consists.
    fn nodes_of(&self, named: &Named, inside: &mut HashSet<Id>) {
        let mut waiting = named.results.clone();
        while let Some(id) = waiting.pop() {
            if named.operands.contains(&id) || !inside.insert(id) {
                continue;
            }
            match self.script.errors.get(&id) {
                Some(&(_, a, b, head)) => waiting.extend([a, b, head]),
                None => waiting.extend(self.script.circuit.nodes()[id as usize].operands()),
            }
        }
    }

    /// A word outside of all steps, such as a word of Horner's scheme in words.
    fn word(&mut self, id: Id) -> Result<(), NoScript> {
        let script = &self.script;
        let node = script.circuit.nodes()[id as usize];
        let meaning = |word: Id| self.meaning(word).ok_or(NoScript::Step(node));
        let name = |word: Id| script.name(word);
        let (exact, meant) = match node {
            Node::Constant(_) | Node::Unary(Unary::Neg, _) => return Ok(()),
            Node::Fma(a, b, c) => (
                format!("{} * {} + {}", name(a), name(b), name(c)),
                format!("{} * {} + {}", meaning(a)?, meaning(b)?, meaning(c)?),
            ),
            Node::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) => {
                let sign = match op {
                    Binary::Add => "+",
                    Binary::Sub => "-",
                    _ => "*",
                };
                (
                    format!("{} {sign} {}", name(a), name(b)),
                    format!("{} {sign} {}", meaning(a)?, meaning(b)?),
                )
            }
            node => return Err(NoScript::Step(node)),
        };
        let (word, meant_name) = (name(id), format!("m{id}"));
        let script = &mut self.script;
        let _ = writeln!(script.definitions, "{meant_name} = {meant};");
        let _ = writeln!(
            script.hints,
            "{word} - {meant_name} -> ({word} - ({exact})) + (({exact}) - ({meant}));"
        );
        let atom = script.atom(id);
        script.values[id as usize] = Some(atom);
        self.meant[id as usize] = Some(meant_name);
        Ok(())
    }

    /// A product or a sum of numbers.
    fn step(&mut self, named: &Named) -> Result<(), NoScript> {
        let operands = &named.operands;
        let (factors, sign) = match named.step {
            Step::RoundedProduct => {
                let (x, y) = operands.split_at(2);
                (vec![x.to_vec(), y.to_vec()], "*")
            }
            Step::RoundedSum => (self.addends(operands), "+"),
            _ => return Err(NoScript::Numbers),
        };
        let numbers: Option<Vec<Number>> = factors.iter().map(|words| self.number(words)).collect();
        let numbers = numbers.ok_or(NoScript::Numbers)?;
        let join = |of: fn(&Number) -> &String| {
            let each: Vec<&str> = numbers.iter().map(|number| of(number).as_str()).collect();
            each.join(&format!(" {sign} "))
        };
        let (now, meant) = (join(|number| &number.value), join(|number| &number.meant));
        let exact = numbers.iter().map(|number| number.polynomial.clone());
        let exact = if sign == "*" {
            exact.reduce(|product, factor| product * factor)
        } else {
            exact.reduce(|sum, addend| sum + addend)
        };
        let results = &named.results;
        let computed = results
            .iter()
            .map(|&word| self.script.value(word))
            .fold(Polynomial::default(), |sum, word| sum + word);
        let roundings = (computed + exact.unwrap_or_default().times(-1.0)).simplified();
        let place = self.numbers.len();
        let (value_name, meant_name) = (format!("n{place}"), format!("e{place}"));
        let words: Vec<String> = results.iter().map(|&word| self.script.name(word)).collect();
        let script = &mut self.script;
        let _ = writeln!(script.definitions, "{value_name} = {};", words.join(" + "));
        let _ = writeln!(script.definitions, "{meant_name} = {meant};");
        let _ = writeln!(script.hints, "{value_name} - ({now}) -> {};", roundings.text());
        let _ = writeln!(
            script.hints,
            "{value_name} - {meant_name} -> ({value_name} - ({now})) + (({now}) - ({meant}));"
        );
        self.give_number(results.clone(), value_name, meant_name);
        Ok(())
    }

    /// The numbers that these words are, if they are known; otherwise each word by itself.
    fn addends(&self, operands: &[Id]) -> Vec<Vec<Id>> {
        let mut left = operands.to_vec();
        let mut addends = Vec::new();
        while let Some(&first) = left.first() {
            let known = self.numbers.iter().rev().find(|number| {
                number.words[0] == first && number.words.iter().all(|word| left.contains(word))
            });
            let words = known.map_or_else(|| vec![first], |number| number.words.clone());
            for word in &words {
                let place = left.iter().position(|other| other == word).expect("it is left");
                left.remove(place);
            }
            addends.push(words);
        }
        addends
    }
}
