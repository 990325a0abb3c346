//! What an examination finds, and its text.

use crate::{
    compensated::Compensation,
    operator::{Kind, Shape},
    probe::Probe,
    same::Same,
    term::Rounding,
    tree::Tree,
    unit::{Alignment, Product, Start, Unit},
};
use floatfloat_paranoia::{Format, Mode};
use std::fmt;

/// All that an examination found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The machine's name.
    pub name: String,
    /// What it adds.
    pub kind: Kind,
    /// The sizes with which it was called.
    pub shape: Shape,
    /// The format of the operands.
    pub operands: Format,
    /// The format of the results.
    pub results: Format,
    /// Bits of the results that are used.
    pub used: u32,
    /// Bits of the operands that matter.
    pub bits: u32,
    /// The rule by which the other bits are dropped; `None` if it is none of the usual ones.
    pub reads: Option<Mode>,
    /// The order of summation, if results show one.
    pub tree: Option<Tree>,
    /// Every machine of this order that gives all results seen. What they agree on is determined.
    pub units: Vec<Unit>,
    /// The machine found.
    pub model: Option<Model>,
    /// A result that no machine of this order gives.
    pub witness: Option<Witness>,
    /// The machine found, compared with the machine itself.
    pub check: Check,
    /// What its bits do not depend on.
    pub same: Same,
    /// A sum of finite numbers, far from the ends of the range, that is infinite or NaN.
    pub not_a_number: Option<Witness>,
    /// Results of infinities and NaN that IEEE 754 does not allow.
    pub special: Vec<Witness>,
    /// Sums that the machine computed.
    pub sums: u64,
}

/// A machine that gives the results seen.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// Sums in the order of a tree.
    Tree(Tree, Unit),
    /// One term after the other, with what each addition loses.
    Compensated(Compensation, Rounding),
}

/// Operands and what came of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The operands.
    pub probe: Probe,
    /// The machine's result.
    pub seen: f64,
    /// The result expected, if one was.
    pub expected: Option<f64>,
}

/// Yes, no with a witness, or unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Yes, as far as the operands tried can tell.
    Yes,
    /// No.
    No(Witness),
    /// The question has no meaning here.
    Unknown,
}

/// A comparison with fresh operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Sums compared.
    pub tried: usize,
    /// Sums for which the machine found gives other bits, those near the ends of the range not counted.
    pub different: usize,
    /// Sums near the ends of the range of the operands for which it gives other bits.
    pub different_at_ends: usize,
    /// The first of both.
    pub witness: Option<Witness>,
    /// The largest error.
    pub error: Error,
}

/// The largest error found, as a part of the bound n·u·Σ|terms|.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Error {
    /// |result − exact| ÷ (n·u·Σ|terms|), where u = 2^−p of the format of the results.
    pub of_bound: f64,
    /// Where.
    pub at: Option<Probe>,
    /// The result there.
    pub seen: f64,
}

impl Answer {
    /// No, if it is so already or there is a witness now.
    pub(crate) fn and(self, witness: Option<Witness>) -> Answer {
        match (self, witness) {
            (Answer::Yes, Some(witness)) => Answer::No(witness),
            (answer, _) => answer,
        }
    }
}

impl Report {
    /// Whether a machine was found, and gives the bits of the machine itself for all fresh operands.
    pub fn is_explained(&self) -> bool {
        self.model.is_some() && self.check.different == 0
    }

    /// What programs that trust the interface do not expect, each in one sentence.
    pub fn faults(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.bits < self.operands.precision {
            found.push(format!(
                "Only {} of the {} bits of an operand matter{}.",
                self.bits,
                self.operands.precision,
                name_of_bits(self.bits).map_or(String::new(), |name| format!(" ({name})")),
            ));
        }
        for again in [&self.same.again, &self.same.many_again] {
            if let Answer::No(witness) = again {
                found.push(format!("The same call gives other bits a second time: {witness}."));
            }
        }
        if let Some(witness) = &self.not_a_number {
            found.push(format!("A sum of numbers is not a number: {witness}."));
        }
        if self.check.error.of_bound > 1.0 {
            found.push(format!(
                "An error is {:.3e} times the bound {} of {} in {}.",
                self.check.error.of_bound,
                self.bound(),
                if self.kind == Kind::Norm { "norms" } else { "sums" },
                self.results
            ));
        }
        for witness in &self.special {
            found.push(format!("A special value is lost: {witness}."));
        }
        found
    }

    /// The properties found, as names and values.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![("operands", self.operands_text())];
        if self.used < self.results.precision {
            let name = name_of_bits(self.used).map_or(String::new(), |name| format!(" ({name})"));
            rows.push((
                "results",
                format!("{} of {} bits{name}", self.used, self.results.precision),
            ));
        }
        let is_norm = self.kind == Kind::Norm;
        if !is_norm {
            rows.push(("order", self.order_text()));
        }
        if let Some(Model::Tree(tree, _)) = &self.model {
            if self.kind.has_products() {
                rows.push(("products", self.agreed(|unit| product_text(unit.product))));
            }
            let nodes = tree.nodes();
            let steps = nodes.iter().any(|children| Tree::takes_terms(children));
            let joins = nodes.iter().any(|children| !Tree::takes_terms(children));
            if steps {
                rows.push(("alignment", self.agreed(|unit| alignment_text(unit.steps.alignment))));
                rows.push(("accumulator", self.agreed(|unit| accumulator(&unit.steps.rounding))));
                rows.push((
                    "rounding of a step",
                    self.agreed(|unit| unit.steps.rounding.mode.to_string()),
                ));
            }
            if joins {
                rows.push((
                    "sums of sums",
                    self.agreed(|unit| {
                        let rounding = &unit.joins.rounding;
                        format!("{}, {}", accumulator(rounding), rounding.mode)
                    }),
                ));
            }
            let kept = |flushes: bool| (if flushes { "count as zero" } else { "kept" }).to_owned();
            rows.push(("subnormal operands", self.agreed(|unit| kept(unit.operands.flushes))));
            rows.push((
                "subnormal sums",
                self.agreed(|unit| kept(unit.steps.rounding.flushes || unit.result.flushes)),
            ));
            rows.push((
                "rounding of the result",
                self.agreed(|unit| {
                    if unit.steps.rounding.format.precision <= unit.result.format.precision
                        && unit.joins.rounding.format.precision <= unit.result.format.precision
                    {
                        "none: it is the accumulator".to_owned()
                    } else {
                        unit.result.mode.to_string()
                    }
                }),
            ));
        }
        let asked = self.same.rows().into_iter().filter(|(_, same)| **same != Answer::Unknown);
        rows.extend(asked.map(|(name, same)| (name, answer(same))));
        let error = self.check.error.of_bound;
        rows.push(("largest error", format!("{error:.3} {}", self.bound())));
        if !is_norm {
            rows.push(("explained", self.explained_text()));
        }
        rows
    }

    /// The error that a sum or norm in the format of the results can have.
    fn bound(&self) -> &'static str {
        if self.kind == Kind::Norm { "(n/2 + 1)·u·norm" } else { "n·u·Σ|terms|" }
    }

    fn operands_text(&self) -> String {
        let name = name_of_bits(self.bits).map_or(String::new(), |name| format!(" ({name})"));
        if self.bits == self.operands.precision {
            return format!("all {} bits", self.bits);
        }
        let rule = self.reads.map_or("by no rule tried".to_owned(), |mode| mode.to_string());
        format!(
            "{} of {} bits{name}, the others dropped: {rule}",
            self.bits, self.operands.precision
        )
    }

    fn order_text(&self) -> String {
        match (&self.model, &self.tree) {
            // Compensation loses nothing of one term.
            (_, Some(tree)) if tree.terms() == 1 => tree.words(),
            (Some(Model::Compensated(Compensation::Kahan, _)), _) => {
                "compensated (Kahan)".to_owned()
            }
            (Some(Model::Compensated(Compensation::Neumaier, _)), _) => {
                "compensated (Neumaier)".to_owned()
            }
            (_, Some(tree)) => tree.words(),
            _ => "not determined: results fit no tree".to_owned(),
        }
    }

    /// What all machines agree on, or all answers.
    fn agreed(&self, text: impl Fn(&Unit) -> String) -> String {
        let mut texts: Vec<String> = Vec::new();
        for unit in &self.units {
            let text = text(unit);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match &texts[..] {
            [] => "not determined".to_owned(),
            [one] => one.clone(),
            some => {
                let shown = some.iter().take(3).cloned().collect::<Vec<_>>().join(", or ");
                format!(
                    "not determined: {shown}{}",
                    if some.len() > 3 { ", or others" } else { "" }
                )
            }
        }
    }

    fn explained_text(&self) -> String {
        let Check { tried, different, different_at_ends, witness, .. } = &self.check;
        match (&self.model, witness, &self.witness) {
            (Some(_), Some(witness), _) if *different == 0 => format!(
                "the machine found gives the bits of all fresh sums but {different_at_ends} of {tried}, near the ends of the \
                 range: {witness}"
            ),
            (Some(_), None, _) => {
                format!("the machine found gives the bits of all {tried} fresh sums")
            }
            (Some(_), Some(witness), _) => {
                format!(
                    "no: the machine found differs for {different} of {tried} fresh sums; {witness}"
                )
            }
            (None, _, Some(witness)) => {
                format!("no: no machine tried gives this result: {witness}")
            }
            (None, ..) => "no: no machine tried gives its results".to_owned(),
        }
    }
}

/// The name of the format that has so many bits, if it is one that others are silently replaced by.
fn name_of_bits(bits: u32) -> Option<&'static str> {
    match bits {
        8 => Some("as bf16"),
        11 => Some("as TF32 or f16"),
        16 => Some("as two bf16"),
        24 => Some("as f32"),
        _ => None,
    }
}

fn product_text(product: Product) -> String {
    match product {
        Product::Exact(Start::Neither) => "exact until they are added",
        Product::Exact(_) => "exact until they are added (fused), the first of a chain rounded",
        Product::Rounded => "rounded as a sum",
    }
    .to_owned()
}

fn alignment_text(alignment: Option<Alignment>) -> String {
    let Some(Alignment { bits, mode, normalised, floor }) = alignment else {
        return "none: sums are exact until they are rounded".to_owned();
    };
    let place = if normalised { "the leading bit" } else { "the sum of exponents" };
    let least = floor.map_or(String::new(), |floor| format!(", which is at least {floor}"));
    format!("{bits} bits below {place} of the largest summand{least}, {mode}")
}

/// The name of a format, or its bits and largest exponent.
fn accumulator(rounding: &Rounding) -> String {
    format!("{} bits", rounding.format.precision)
}

fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Yes => "yes".to_owned(),
        Answer::No(witness) => format!("no: {witness}"),
        Answer::Unknown => "not asked".to_owned(),
    }
}

/// The operands that are not zero, and the results.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 8;
        let Probe { first, second } = &self.probe;
        let places: Vec<usize> =
            (0..first.len()).filter(|&i| first[i] != 0.0 && second.get(i) != Some(&0.0)).collect();
        for (n, &i) in places.iter().take(MOST).enumerate() {
            let sign = if n == 0 { "" } else { " + " };
            match second.get(i) {
                Some(b) => write!(f, "{sign}{:?}·{b:?} [{i}]", first[i])?,
                None => write!(f, "{sign}{:?} [{i}]", first[i])?,
            }
        }
        if places.len() > MOST {
            write!(f, " + {} others", places.len() - MOST)?;
        }
        if places.is_empty() {
            f.write_str("0")?;
        }
        write!(f, " gives {:?}", self.seen)?;
        match self.expected {
            Some(expected) => write!(f, ", not {expected:?}"),
            None => Ok(()),
        }
    }
}

/// A line for each property, then the faults.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Sum => "sum of",
            Kind::Dot => "dot product of",
            Kind::Matmul => "matrix product of",
            Kind::Magnitudes => "sum of magnitudes of",
            Kind::Norm => "Euclidean norm of",
        };
        let Shape { m, k, n } = self.shape;
        let size = match self.kind {
            Kind::Matmul => format!("{m} × {k} times {k} × {n}"),
            _ => format!("{k} terms"),
        };
        writeln!(f, "{}: {kind} {}, result {}, {size}", self.name, self.operands, self.results)?;
        for (name, value) in self.rows() {
            writeln!(f, "  {name:<33} {value}")?;
        }
        for fault in self.faults() {
            writeln!(f, "  ! {fault}")?;
        }
        Ok(())
    }
}
