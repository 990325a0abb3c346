//! Questions and answers as lines of text, for machines that are programs in any language.
//!
//! A question is a line of numbers: `0x1.8p+1 -0x1p-3`. A sum's line has its terms. A dot product's line has the first
//! vector and then the second. The line of a product of matrices begins with the sizes m, k and n as decimal integers, then
//! come the m·k numbers of the first matrix by rows, then the k·n numbers of the second. The line of a function has its one or
//! two operands. The answer is a line with the numbers of the result, hexadecimal or decimal; `inf`, `-inf` and `nan` are
//! numbers, too.

use crate::{
    operator::{Failure, Kind, Operator, Shape},
    probe::Probe,
    term::{Rounding, Term, Value},
};
use floatfloat::DoubleDouble;
use floatfloat_paranoia::{Format, Mode};
use std::{
    fmt::Write as _,
    io::{self, BufRead, BufReader, Read, Write},
};

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A sum, a dot product or a product of matrices.
    Sums(Kind),
    /// A function of one or two numbers.
    Function {
        /// Whether it is one of two numbers.
        has_two: bool,
    },
}

/// The most of a wrong line that a message shows.
const SHOWN: usize = 60;

/// A number as text.
fn number(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    // The second word is zero.
    let words = format!("{:?}", DoubleDouble::from(x));
    words.split(' ').next().unwrap_or_default().to_lowercase()
}

/// The number of a text.
fn read(text: &str) -> Option<f64> {
    let is_hexadecimal = text.contains("0x") || text.contains("0X");
    if is_hexadecimal {
        let number = DoubleDouble::from_hex(&text.to_lowercase()).ok()?;
        return (number.lo() == 0.0 || !number.hi().is_finite()).then_some(number.hi());
    }
    text.parse().ok()
}

pub(crate) fn numbers(line: &str) -> Result<Vec<f64>, Failure> {
    let wrong = |text: &str| {
        let line: String = line.chars().take(SHOWN).collect();
        Failure::Refused(format!("{text:?} is not a number, in the line {line:?}"))
    };
    line.split_whitespace().map(|text| read(text).ok_or_else(|| wrong(text))).collect()
}

fn push(line: &mut String, x: &[f64]) {
    for &x in x {
        let _ = write!(line, "{}{}", if line.is_empty() { "" } else { " " }, number(x));
    }
}

/// Numbers as a line, without its end.
pub(crate) fn line_of(x: &[f64]) -> String {
    let mut line = String::new();
    push(&mut line, x);
    line
}

/// The line that asks for a sum, a dot product or a product of matrices.
fn line(kind: Kind, first: &[f64], second: &[f64], shape: Shape) -> String {
    let mut line = match kind {
        Kind::Matmul => format!("{} {} {}", shape.m, shape.k, shape.n),
        _ => String::new(),
    };
    push(&mut line, first);
    push(&mut line, second);
    line.push('\n');
    line
}

/// A machine that answers lines.
pub struct ByLines<A> {
    name: String,
    format: Format,
    kind: Kind,
    /// Addresses of the operands, if the machine understands them.
    shift: Option<[usize; 2]>,
    ask: A,
}

impl<A: FnMut(&str) -> Result<Vec<String>, Failure>> ByLines<A> {
    /// A machine with this format of operands and results. `ask` sends lines, and gives as many answers. Functions of numbers
    /// ignore the kind.
    pub fn new(name: &str, format: Format, kind: Kind, ask: A) -> Self {
        ByLines { name: name.to_owned(), format, kind, shift: None, ask }
    }

    /// As [`new`](ByLines::new), for a machine that is answered by [`answer`].
    pub fn of_routine(name: &str, format: Format, kind: Kind, ask: A) -> Self {
        ByLines { shift: Some([0, 0]), ..ByLines::new(name, format, kind, ask) }
    }

    /// Results of a function for arrays of operands, a line for each; `has_two` says whether it has a second operand.
    ///
    /// # Errors
    /// What the machine says, and answers that are no numbers.
    pub fn evaluate(&mut self, x: &[f64], y: &[f64], has_two: bool) -> Result<Vec<f64>, Failure> {
        let lines: String = x
            .iter()
            .zip(y)
            .map(|(&x, &y)| match has_two {
                true => format!("{} {}\n", number(x), number(y)),
                false => format!("{}\n", number(x)),
            })
            .collect();
        self.numbers(&lines)
    }

    /// The line that asks for a sum or a product where the operands are to lie.
    fn line(&self, first: &[f64], second: &[f64], shape: Shape) -> String {
        let line = line(self.kind, first, second, shape);
        match self.shift {
            Some([a, b]) if [a, b] != [0, 0] => format!("{SHIFT}{a} {b} {line}"),
            _ => line,
        }
    }

    /// A number for each line.
    fn numbers(&mut self, lines: &str) -> Result<Vec<f64>, Failure> {
        let answers = (self.ask)(lines)?;
        answers.iter().map(|answer| self.result(answer, 1).map(|result| result[0])).collect()
    }

    /// The numbers of texts, a line for each.
    ///
    /// # Errors
    /// What the machine says, and answers that are no numbers.
    pub fn parse(&mut self, texts: &[String]) -> Result<Vec<f64>, Failure> {
        self.numbers(&(texts.join("\n") + "\n"))
    }

    /// The texts of numbers, a line for each.
    ///
    /// # Errors
    /// What the machine says.
    pub fn print(&mut self, x: &[f64]) -> Result<Vec<String>, Failure> {
        let lines: String = x.iter().map(|&x| number(x) + "\n").collect();
        (self.ask)(&lines)
    }

    /// The numbers of an answer, in the format of the results.
    fn result(&self, answer: &str, expected: usize) -> Result<Vec<f64>, Failure> {
        let result = numbers(answer)?;
        if result.len() != expected {
            return Err(Failure::Length { expected, given: result.len() });
        }
        let rounding = Rounding { format: self.format, mode: Mode::NearestEven, flushes: false };
        Ok(result.into_iter().map(|x| rounded(x, &rounding)).collect())
    }
}

/// A number that a program printed in decimal is the nearest of the format.
fn rounded(x: f64, rounding: &Rounding) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    match Term::of(x).rounded(rounding) {
        Value::Finite(term) => term.to_f64(),
        Value::Special(special) => special,
    }
}

impl<A: FnMut(&str) -> Result<Vec<String>, Failure>> Operator for ByLines<A> {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn kind(&self) -> Kind {
        self.kind
    }
    fn operands(&self) -> Format {
        self.format
    }
    fn results(&self) -> Format {
        self.format
    }
    fn run(&mut self, first: &[f64], second: &[f64], shape: Shape) -> Result<Vec<f64>, Failure> {
        let asked = self.line(first, second, shape);
        let answers = (self.ask)(&asked)?;
        let answer = answers.first().ok_or(Failure::Length { expected: 1, given: 0 })?;
        self.result(answer, shape.m * shape.n)
    }
    fn run_each(&mut self, probes: &[Probe], shape: Shape) -> Result<Vec<f64>, Failure> {
        let line = |probe: &Probe| self.line(&probe.first, &probe.second, shape);
        let lines: String = probes.iter().map(line).collect();
        self.numbers(&lines)
    }
    fn shift(&mut self, elements: [usize; 2]) -> bool {
        let Some(shift) = &mut self.shift else { return false };
        *shift = elements;
        true
    }
}

/// Answers lines until there are no more. `machine` has the arguments of [`Operator::run`] and those of [`Operator::shift`]; a
/// function's operands are `first` and `second`, one number each.
///
/// # Errors
/// Those of reading and writing, and a line that is no question.
pub fn answer(
    question: Question,
    input: impl Read,
    mut output: impl Write,
    mut machine: impl FnMut(&[f64], &[f64], Shape, [usize; 2]) -> Vec<f64>,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut asked = String::new();
    let mut answers = String::new();
    while input.read_line(&mut asked)? > 0 {
        let refused = |failure: Failure| io::Error::new(io::ErrorKind::InvalidData, failure);
        let (shift, question_line) = shifted(&asked).map_err(refused)?;
        let (first, second, shape) = operands(question, question_line).map_err(refused)?;
        answers += &line_of(&machine(&first, &second, shape, shift));
        answers.push('\n');
        asked.clear();
        // All lines that have come together are answered together.
        if input.buffer().is_empty() {
            output.write_all(answers.as_bytes())?;
            output.flush()?;
            answers.clear();
        }
    }
    Ok(())
}

/// What a line begins with that says where the operands lie.
const SHIFT: &str = "@";

/// Where the operands of a line lie, and the rest of the line.
fn shifted(line: &str) -> Result<([usize; 2], &str), Failure> {
    match line.strip_prefix(SHIFT) {
        Some(rest) => sizes(rest),
        None => Ok(([0, 0], line)),
    }
}

/// The integers at the beginning of a line, and the rest of the line.
fn sizes<const N: usize>(line: &str) -> Result<([usize; N], &str), Failure> {
    let mut sizes = [0; N];
    let mut rest = line;
    for size in &mut sizes {
        let (text, after) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
        let wrong = |_| Failure::Refused(format!("{text:?} is not a size"));
        *size = text.parse().map_err(wrong)?;
        rest = after;
    }
    Ok((sizes, rest))
}

/// Both operands of a question, and the sizes.
fn operands(question: Question, line: &str) -> Result<(Vec<f64>, Vec<f64>, Shape), Failure> {
    let ([m, k, n], rest) = match question {
        Question::Sums(Kind::Matmul) => sizes(line)?,
        _ => ([1, 0, 1], line),
    };
    let mut first = numbers(rest)?;
    let given = first.len();
    let of_first = match question {
        Question::Sums(Kind::Matmul) if given == m * k + k * n => m * k,
        Question::Sums(Kind::Matmul) => {
            return Err(Failure::Length { expected: m * k + k * n, given });
        }
        Question::Sums(Kind::Dot) | Question::Function { has_two: true } => given / 2,
        Question::Sums(_) | Question::Function { has_two: false } => given,
    };
    let second = first.split_off(of_first);
    let k = if question == Question::Sums(Kind::Matmul) { k } else { of_first };
    Ok((first, second, Shape { m, k, n }))
}

#[cfg(test)]
mod tests {
    use super::{ByLines, Question, answer, number, read};
    use crate::{Failure, Format, Kind, Operator, Shape};

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let largest = f64::from_bits(0x7FEF_FFFF_FFFF_FFFF);
        for x in [0.0, -0.0, 1.5, -0.1, 5e-324, f64::MIN_POSITIVE, largest, f64::INFINITY] {
            assert_eq!(read(&number(x)).map(f64::to_bits), Some(x.to_bits()), "{}", number(x));
        }
        assert!(read(&number(f64::NAN)).is_some_and(f64::is_nan));
        assert_eq!(read("0X1.8P+1"), Some(3.0));
        assert_eq!(read("-Infinity"), Some(f64::NEG_INFINITY));
        assert_eq!(read("one"), None);
    }

    /// A program that computes a question, as a function of lines.
    fn program(
        question: Question,
        machine: impl Fn(&[f64], &[f64], Shape, [usize; 2]) -> Vec<f64>,
    ) -> impl FnMut(&str) -> Result<Vec<String>, Failure> {
        move |lines| {
            let mut output = Vec::new();
            answer(question, lines.as_bytes(), &mut output, &machine).expect("answers");
            let output = String::from_utf8(output).expect("text");
            Ok(output.lines().map(str::to_owned).collect())
        }
    }

    #[test]
    fn every_kind_of_question_reaches_the_machine_whole() {
        let shape = Shape { m: 2, k: 3, n: 2 };
        let ask = program(Question::Sums(Kind::Matmul), |a, b, shape, shift| {
            assert_eq!((shape, shift), (Shape { m: 2, k: 3, n: 2 }, [3, 5]));
            assert_eq!((a.len(), b.len()), (6, 6));
            vec![a[5], b[0], f64::NAN, -0.0]
        });
        let mut machine = ByLines::of_routine("m", Format::F32, Kind::Matmul, ask);
        assert!(machine.shift([3, 5]));
        let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.5], [-7.0, 8.0, 9.0, 10.0, 11.0, 12.0]);
        let result = machine.run(&a, &b, shape).unwrap();
        assert_eq!((result[0], result[1], result[3].to_bits()), (6.5, -7.0, (-0f64).to_bits()));
        assert!(result[2].is_nan());

        let ask = program(Question::Sums(Kind::Dot), |a, b, _, _| vec![a[1] * b[0]]);
        let mut machine = ByLines::new("d", Format::F64, Kind::Dot, ask);
        let shape = Shape { m: 1, k: 2, n: 1 };
        assert_eq!(machine.run(&[2.0, 3.0], &[5.0, 7.0], shape), Ok(vec![15.0]));

        let ask = program(Question::Function { has_two: true }, |x, y, _, _| vec![x[0] - y[0]]);
        let mut machine = ByLines::new("f", Format::F64, Kind::Sum, ask);
        assert_eq!(machine.evaluate(&[2.0, 3.0], &[5.0, 7.5], true), Ok(vec![-3.0, -4.5]));
    }

    #[test]
    fn a_wrong_answer_is_shown() {
        let answers = ["1 2", "error: no such matrix", "0x1.g"];
        let shape = Shape { m: 1, k: 1, n: 1 };
        let run = |text: &str| {
            let ask = |_: &str| Ok(vec![text.to_owned()]);
            let mut machine = ByLines::new("w", Format::F32, Kind::Sum, ask);
            machine.run(&[1.0], &[], shape).map_err(|failure| failure.to_string())
        };
        assert_eq!(run(answers[0]), Err("2 results where 1 are due".to_owned()));
        assert!(run(answers[1]).unwrap_err().contains("\"error: no such matrix\""));
        assert!(run(answers[2]).unwrap_err().contains("not a number"));
        assert_eq!(run("0.1"), Ok(vec![f64::from(0.1f32)]));
    }
}
