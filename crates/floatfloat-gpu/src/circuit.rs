//! Circuits: recorded computations, step by step.

use crate::{error::Error, word_type::WordType};
use floatfloat::Step;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of a node in [`Circuit::nodes`].
pub type Id = u32;

/// One step. Its operands are earlier nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Node {
    /// The word with this index among all words of the parameters.
    Input(u32),
    /// A number of the circuit's word type, as the bits of the same number in `f64`.
    Constant(u64),
    /// An operation from one word to one word.
    Unary(Unary, Id),
    /// An operation from two words to one word.
    Binary(Binary, Id, Id),
    /// The first operand times the second plus the third, rounded once.
    Fma(Id, Id, Id),
    /// A comparison of two words; its result is a flag.
    Compare(Comparison, Id, Id),
    /// True if both flags are true.
    And(Id, Id),
    /// True if either flag is true.
    Or(Id, Id),
    /// The opposite of a flag.
    Not(Id),
    /// The second operand, a word, where the first operand, a flag, is true; otherwise the third.
    Select(Id, Id, Id),
    /// The integer with this index among the parameters of a function that is called.
    UintInput(u32),
    /// A constant integer.
    UintConstant(u32),
    /// An operation from one integer to one integer.
    UintUnary(UintUnary, Id),
    /// An operation from two integers to one integer.
    UintBinary(UintBinary, Id, Id),
    /// A comparison of two integers; its result is a flag.
    UintCompare(Comparison, Id, Id),
    /// The second operand, an integer, where the first operand, a flag, is true; otherwise the
    /// third.
    UintSelect(Id, Id, Id),
    /// The 32 bits with this index of a word. Index 0 is the lowest.
    Bits(u32, Id),
    /// The word with these bits: the low 32 bits and, if the word has 64 bits, the high 32.
    FromBits(Id, Option<Id>),
    /// Operands of a call: the first is an integer or `Operands`, the second an integer that
    /// follows it.
    Operands(Id, Id),
    /// The results of the function with this index in [`Circuit::called`], for these operands: one
    /// integer or [`Operands`](Node::Operands).
    Call(u32, Id),
    /// The integer with this index among the results of a call.
    CallResult(u32, Id),
}

/// What a node produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A word.
    Word,
    /// The result of a comparison.
    Flag,
    /// A 32-bit unsigned integer.
    Uint,
    /// Operands or results of a call. Other nodes take single integers from them.
    Several,
}

/// Operations from one word to one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unary {
    /// −a; exact, flips the sign bit.
    Neg,
    /// |a|; exact, clears the sign bit.
    Abs,
    /// √a
    Sqrt,
    /// ⌊log2 |a|⌋, [`Word::exponent`](floatfloat::Word::exponent); exact.
    Exponent,
    /// 2^a of an integer a, [`Word::power_of_two`](floatfloat::Word::power_of_two); exact unless it
    /// is out of range.
    PowerOfTwo,
}

/// Operations from two words to one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Binary {
    /// a + b
    Add,
    /// a − b
    Sub,
    /// a · b
    Mul,
    /// a / b
    Div,
}

/// Operations from one 32-bit unsigned integer to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UintUnary {
    /// Every bit inverted.
    Not,
    /// The number of zeros before the first 1; 32 for zero.
    LeadingZeros,
}

/// Operations from two 32-bit unsigned integers to one, modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UintBinary {
    /// a + b
    Add,
    /// a − b
    Sub,
    /// a · b
    Mul,
    /// The high 32 bits of a · b.
    HighProduct,
    /// The bits that are 1 in both.
    And,
    /// The bits that are 1 in at least one.
    Or,
    /// The bits that are 1 in exactly one.
    Xor,
    /// a · 2^b; 0 where b is 32 or more.
    ShiftLeft,
    /// ⌊a / 2^b⌋; 0 where b is 32 or more.
    ShiftRight,
}

/// Comparisons of two words or integers. All are false if an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// a < b
    Less,
    /// a ≤ b
    LessOrEqual,
    /// a = b
    Equal,
}

/// A recorded computation: straight-line code over words of one type, and over 32-bit unsigned integers
/// made from their bits.
///
/// Its parameters and results are numbers of one or more words each. Equal steps are recorded
/// once; nothing is reassociated, simplified or reordered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Circuit {
    pub(crate) word: WordType,
    pub(crate) parameters: Vec<usize>,
    pub(crate) results: Vec<usize>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) outputs: Vec<Id>,
    #[serde(with = "crate::program::portable::names")]
    pub(crate) functions: Vec<&'static str>,
    #[serde(skip)]
    pub(crate) named: Vec<Named>,
    #[serde(with = "crate::program::portable::shared")]
    pub(crate) called: Vec<Arc<Called>>,
    pub(crate) uncorrected: bool,
}

/// A function of integers that a circuit calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Called {
    /// The name under which it was recorded.
    pub name: &'static str,
    /// Its steps. Every parameter and result is one integer.
    pub circuit: Circuit,
}

/// Several nodes that together are a step of known meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Named {
    /// The step.
    pub step: Step,
    /// Its operands.
    pub operands: Vec<Id>,
    /// Its results. Each is the last of the nodes that compute it.
    pub results: Vec<Id>,
}

impl Node {
    /// The earlier nodes that the node uses, in the order in which they are written.
    pub fn operands(self) -> impl Iterator<Item = Id> {
        let (operands, count) = match self {
            Node::Input(_) | Node::Constant(_) | Node::UintInput(_) | Node::UintConstant(_) => {
                ([0; 3], 0)
            }
            Node::Unary(_, a)
            | Node::Not(a)
            | Node::UintUnary(_, a)
            | Node::Bits(_, a)
            | Node::FromBits(a, None)
            | Node::Call(_, a)
            | Node::CallResult(_, a) => ([a, 0, 0], 1),
            Node::Binary(_, a, b)
            | Node::Compare(_, a, b)
            | Node::And(a, b)
            | Node::Or(a, b)
            | Node::UintBinary(_, a, b)
            | Node::UintCompare(_, a, b)
            | Node::FromBits(a, Some(b))
            | Node::Operands(a, b) => ([a, b, 0], 2),
            Node::Fma(a, b, c) | Node::Select(a, b, c) | Node::UintSelect(a, b, c) => {
                ([a, b, c], 3)
            }
        };
        operands.into_iter().take(count)
    }

    /// The same node with other operands.
    pub fn map_operands(self, mut to: impl FnMut(Id) -> Id) -> Self {
        match self {
            Node::Input(_) | Node::Constant(_) | Node::UintInput(_) | Node::UintConstant(_) => self,
            Node::Unary(op, a) => Node::Unary(op, to(a)),
            Node::Not(a) => Node::Not(to(a)),
            Node::Binary(op, a, b) => Node::Binary(op, to(a), to(b)),
            Node::Compare(op, a, b) => Node::Compare(op, to(a), to(b)),
            Node::And(a, b) => Node::And(to(a), to(b)),
            Node::Or(a, b) => Node::Or(to(a), to(b)),
            Node::Fma(a, b, c) => Node::Fma(to(a), to(b), to(c)),
            Node::Select(a, b, c) => Node::Select(to(a), to(b), to(c)),
            Node::UintUnary(op, a) => Node::UintUnary(op, to(a)),
            Node::UintBinary(op, a, b) => Node::UintBinary(op, to(a), to(b)),
            Node::UintCompare(op, a, b) => Node::UintCompare(op, to(a), to(b)),
            Node::UintSelect(a, b, c) => Node::UintSelect(to(a), to(b), to(c)),
            Node::Bits(part, a) => Node::Bits(part, to(a)),
            Node::FromBits(low, high) => Node::FromBits(to(low), high.map(&mut to)),
            Node::Operands(a, b) => Node::Operands(to(a), to(b)),
            Node::Call(function, a) => Node::Call(function, to(a)),
            Node::CallResult(place, a) => Node::CallResult(place, to(a)),
        }
    }

    /// The same node. If it calls a function of `from`, it calls the same function of `to`, which is
    /// added if `to` does not have it.
    pub(crate) fn map_function(self, from: &[Arc<Called>], to: &mut Vec<Arc<Called>>) -> Self {
        let Node::Call(function, operands) = self else { return self };
        let function = &from[function as usize];
        let place = to.iter().position(|other| other == function).unwrap_or_else(|| {
            to.push(Arc::clone(function));
            to.len() - 1
        });
        Node::Call(place as u32, operands)
    }

    /// Whether the node counts as a floating-point operation.
    pub fn is_flop(self) -> bool {
        matches!(self, Node::Binary(..) | Node::Fma(..) | Node::Unary(Unary::Sqrt, _))
    }

    /// Whether the node counts as an operation of integers.
    fn is_uint_operation(self) -> bool {
        matches!(
            self,
            Node::UintUnary(..)
                | Node::UintBinary(..)
                | Node::UintCompare(..)
                | Node::UintSelect(..)
                | Node::And(..)
                | Node::Or(..)
                | Node::Not(_)
        )
    }

    /// The kind of the node's result.
    pub fn kind(self) -> Kind {
        match self {
            Node::Input(_)
            | Node::Constant(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Fma(..)
            | Node::Select(..)
            | Node::FromBits(..) => Kind::Word,
            Node::Compare(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::UintCompare(..) => Kind::Flag,
            Node::UintInput(_)
            | Node::UintConstant(_)
            | Node::UintUnary(..)
            | Node::UintBinary(..)
            | Node::UintSelect(..)
            | Node::Bits(..)
            | Node::CallResult(..) => Kind::Uint,
            Node::Operands(..) | Node::Call(..) => Kind::Several,
        }
    }
}

impl Circuit {
    /// The function that returns its one parameter, a number of `words` words.
    pub fn identity(word: WordType, words: usize) -> Self {
        let ids = 0..words as Id;
        Circuit {
            word,
            parameters: vec![words],
            results: vec![words],
            nodes: ids.clone().map(Node::Input).collect(),
            outputs: ids.collect(),
            functions: Vec::new(),
            named: Vec::new(),
            called: Vec::new(),
            uncorrected: false,
        }
    }

    /// The same steps, with the device's own quotients and roots of words under every lowering, whether they
    /// are correctly rounded or not.
    #[must_use]
    pub fn uncorrected(self) -> Self {
        Circuit { uncorrected: true, ..self }
    }

    /// The type of the circuit's words.
    pub fn word(&self) -> WordType {
        self.word
    }

    /// The number of words of each parameter. Inputs are numbered through all parameters.
    pub fn parameters(&self) -> &[usize] {
        &self.parameters
    }

    /// The number of words of each result. Outputs are numbered through all results.
    pub fn results(&self) -> &[usize] {
        &self.results
    }

    /// The nodes, each after the nodes that it uses. Inputs that are not used are left out.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The steps whose meaning is known, beyond the single operations. Empty if the circuit was
    /// changed after the recording.
    pub fn named(&self) -> &[Named] {
        &self.named
    }

    /// The nodes that are the words of the results.
    pub fn outputs(&self) -> &[Id] {
        &self.outputs
    }

    /// The names of the elementary functions and of the operations of three and four words in the circuit, each
    /// once and sorted.
    pub fn functions(&self) -> &[&'static str] {
        &self.functions
    }

    /// The functions that the circuit calls, each once.
    pub fn called(&self) -> impl Iterator<Item = &Called> {
        self.called.iter().map(|called| &**called)
    }

    /// The operands of a [`Node::Call`].
    pub(crate) fn call_operands(&self, mut operands: Id) -> Vec<Id> {
        let mut found = Vec::new();
        while let Node::Operands(before, last) = self.nodes[operands as usize] {
            found.push(last);
            operands = before;
        }
        found.push(operands);
        found.reverse();
        found
    }

    /// Checks that the circuit computes over `word`, from parameters of these numbers of words to
    /// results of `result` words in total.
    ///
    /// # Errors
    /// [`Error::Length`] or [`Error::NoWord`] if it does not.
    pub fn check_shape(
        &self,
        word: WordType,
        parameters: &[usize],
        result: usize,
    ) -> Result<(), Error> {
        let fits = |what, expected: usize, given: usize| {
            let (expected, given) = (expected as u64, given as u64);
            if expected == given { Ok(()) } else { Err(Error::Length { what, expected, given }) }
        };
        fits("parameters of a function", parameters.len(), self.parameters.len())?;
        for (&expected, &given) in parameters.iter().zip(&self.parameters) {
            fits("words of a parameter", expected, given)?;
        }
        fits("words of a result", result, self.outputs.len())?;
        if self.word != word {
            let device = format!("a function of {}", self.word);
            return Err(Error::NoWord { device, word });
        }
        Ok(())
    }

    /// The number of floating-point operations, as papers count them. A fused multiply-add counts as
    /// one, and so does a division or a root. Changes of sign, exponents, powers of two, comparisons,
    /// choices and operations of integers do not count.
    pub fn flops(&self) -> u32 {
        self.count(Node::is_flop) as u32
    }

    /// The number of operations of 32-bit integers: sums, products and their high halves, logic, shifts,
    /// leading zeros, comparisons, choices, and logic of flags. The operations of a called function count
    /// once for every call. Access to the bits of words does not count.
    pub fn uint_operations(&self) -> u64 {
        self.count(Node::is_uint_operation)
    }

    /// The number of these steps, including those of called functions.
    fn count(&self, which: fn(Node) -> bool) -> u64 {
        let of_functions: Vec<_> =
            self.called.iter().map(|called| called.circuit.count(which)).collect();
        let of_step = |&node: &Node| match node {
            Node::Call(function, _) => of_functions[function as usize],
            node => which(node).into(),
        };
        self.nodes.iter().map(of_step).sum()
    }

    /// The number of floating-point operations on the longest path from an input to a result: the
    /// operations that must wait for one another.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for &node in &self.nodes {
            let before = node.operands().map(|operand| depths[operand as usize]).max();
            let own = match node {
                Node::Call(function, _) => self.called[function as usize].circuit.depth(),
                node => node.is_flop().into(),
            };
            depths.push(before.unwrap_or(0) + own);
        }
        self.outputs.iter().map(|&output| depths[output as usize]).max().unwrap_or(0)
    }

    /// The largest number of values that are alive at one time if the steps run in the recorded order, with functions
    /// inlined. A compiler that does not reorder needs this many registers. Constants do not count.
    pub fn most_alive(&self) -> usize {
        let circuit = self.expanded();
        let is_constant = |node: Node| matches!(node, Node::Constant(_) | Node::UintConstant(_));
        let mut last_use = vec![0; circuit.nodes.len()];
        for (id, node) in circuit.nodes.iter().enumerate() {
            node.operands().for_each(|operand| last_use[operand as usize] = id);
        }
        circuit.outputs.iter().for_each(|&output| last_use[output as usize] = usize::MAX);
        let (mut alive, mut most) = (0usize, 0);
        for (id, node) in circuit.nodes.iter().enumerate() {
            let mut dead: Vec<Id> = node.operands().collect();
            dead.sort_unstable();
            dead.dedup();
            let is_dead = |&&operand: &&Id| {
                last_use[operand as usize] == id && !is_constant(circuit.nodes[operand as usize])
            };
            alive -= dead.iter().filter(is_dead).count();
            alive += usize::from(!is_constant(*node));
            most = most.max(alive);
        }
        most
    }

    /// Whether the circuit contains fused multiply-adds.
    pub fn is_fused(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node, Node::Fma(..)))
            || self.called().any(|called| called.circuit.is_fused())
    }

    /// Removes the nodes that no output needs and the functions that no step calls.
    pub(crate) fn pruned(mut self) -> Self {
        let mut needed = vec![false; self.nodes.len()];
        for &output in &self.outputs {
            needed[output as usize] = true;
        }
        for id in (0..self.nodes.len()).rev() {
            if needed[id] {
                self.nodes[id].operands().for_each(|operand| needed[operand as usize] = true);
            }
        }
        let mut renumbered = vec![0; self.nodes.len()];
        let (mut kept, mut called) = (Vec::new(), Vec::new());
        for (id, node) in self.nodes.iter().enumerate() {
            if needed[id] {
                renumbered[id] = kept.len() as Id;
                let node = node.map_operands(|operand| renumbered[operand as usize]);
                kept.push(node.map_function(&self.called, &mut called));
            }
        }
        (self.nodes, self.called) = (kept, called);
        self.named.retain(|step| {
            step.operands.iter().chain(&step.results).all(|&id| needed[id as usize])
        });
        for step in &mut self.named {
            let ids = step.operands.iter_mut().chain(&mut step.results);
            ids.for_each(|id| *id = renumbered[*id as usize]);
        }
        self.outputs.iter_mut().for_each(|output| *output = renumbered[*output as usize]);
        self
    }
}
