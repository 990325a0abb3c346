//! What was found about machines, as text and as tables.

use crate::{
    Answer, Effort, Evaluate, Every, Failure, Format, FunctionReport, Kind, Model, Operator,
    Options, Parse, Print, Reference, Report, Shape, TextReport, TextRow, Tree, examine,
    examine_function, examine_parser, examine_printer, functions::ulps_text, order,
    same::of_other_sizes,
};
use floatfloat_report::table::{Table, chosen, measured, note, row, verdict};
use std::fmt;

/// Most magnitudes whose order of summation is looked for.
const MOST_MAGNITUDES: usize = 128;

/// What was found about one machine.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The machine's name.
    pub name: String,
    /// With which operands, so that only like examinations are compared.
    pub asked: String,
    /// What was found.
    pub found: Found,
    /// Further faults that only the caller can see, each in one sentence.
    pub further: Vec<String>,
    /// Why its faults break no promise, if they do not.
    pub permitted: Option<&'static str>,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Found {
    /// How it adds; and its order of summation for further numbers of terms, in words.
    Sums(Box<Report>, Vec<(usize, String)>),
    /// How accurate a function is.
    Function(FunctionReport),
    /// How right a parser or a printer is.
    Text(TextReport),
    /// How right a function of integers is.
    Integers {
        /// Results compared.
        tried: usize,
        /// Results that are not the exact integer.
        wrong: usize,
        /// The first of them.
        at: Option<String>,
    },
    /// Why the examination ended early.
    Nothing(String),
}

impl Examined {
    /// Examines a machine that adds, and finds its order of summation for these further numbers of terms. `single` is the same
    /// machine on one thread.
    ///
    /// # Errors
    /// As [`examine`].
    pub fn sums(
        operator: &mut dyn Operator,
        options: &Options,
        lengths: &[usize],
        single: Option<&mut dyn Operator>,
    ) -> Result<Self, Failure> {
        let mut report = examine(operator, options)?;
        // A machine that takes no other sizes is examined all the same.
        let words = |&k: &usize| (k, words(order(operator, Shape { k, ..options.shape })));
        // That of a norm is not looked for; that of magnitudes takes n² questions.
        let has_order = |&&k: &&usize| {
            report.kind.has_signs() || report.kind == Kind::Magnitudes && k <= MOST_MAGNITUDES
        };
        let orders = lengths.iter().filter(has_order).map(words).collect();
        if report.same.again == Answer::Yes {
            of_other_sizes(&mut report.same, operator, single, options.shape, options.seed);
        }
        let name = report.name.clone();
        let Options { shape: Shape { m, k, n }, checks, seed } = *options;
        let asked = format!("{m} × {k} × {n}, {checks} fresh sums, seed {seed}");
        Ok(Examined::new(&name, asked, Found::Sums(Box::new(report), orders)))
    }

    /// Examines a function of numbers.
    ///
    /// # Errors
    /// As [`examine_function`].
    pub fn function(
        name: &str,
        reference: &Reference,
        format: Format,
        evaluate: &mut Evaluate,
        effort: Effort,
    ) -> Result<Self, Failure> {
        let report = examine_function(name, reference, format, evaluate, effort)?;
        let found = Found::Function(report);
        Ok(Examined::of(name, found, effort))
    }

    /// Examines a parser of texts.
    ///
    /// # Errors
    /// As [`examine_parser`].
    pub fn parser(
        name: &str,
        format: Format,
        parse: &mut Parse,
        effort: Effort,
    ) -> Result<Self, Failure> {
        let found = Found::Text(examine_parser(name, format, parse, effort.samples, effort.seed)?);
        Ok(Examined::of(name, found, effort))
    }

    /// Examines a printer of numbers.
    ///
    /// # Errors
    /// As [`examine_printer`].
    pub fn printer(
        name: &str,
        format: Format,
        print: &mut Print,
        effort: Effort,
    ) -> Result<Self, Failure> {
        let found = Found::Text(examine_printer(name, format, print, effort.samples, effort.seed)?);
        Ok(Examined::of(name, found, effort))
    }

    /// An examination that ended early.
    pub fn ended(name: &str, why: impl fmt::Display) -> Self {
        Examined::new(name, String::new(), Found::Nothing(why.to_string()))
    }

    /// A function of integers, compared by the caller: results, wrong ones, and the first of these.
    pub fn integers(name: &str, tried: usize, wrong: usize, at: Option<String>) -> Self {
        Examined::new(name, String::new(), Found::Integers { tried, wrong, at })
    }

    /// As it is, with faults that break no promise, and why.
    pub fn permitted(self, why: &'static str) -> Self {
        Examined { permitted: Some(why), ..self }
    }

    fn of(name: &str, found: Found, Effort { samples, seed, .. }: Effort) -> Self {
        Examined::new(name, format!("{samples} operands of each class, seed {seed}"), found)
    }

    fn new(name: &str, asked: String, found: Found) -> Self {
        let (name, further) = (name.to_owned(), Vec::new());
        Examined { name, asked, found, further, permitted: None }
    }

    /// Takes the results of a function for every number into account, or why there are none.
    pub fn add_every(&mut self, every: Result<Every, Failure>) {
        match (&mut self.found, every) {
            (Found::Function(report), Ok(every)) => report.add_every(every),
            (_, Ok(_)) => {}
            (_, Err(failure)) => {
                self.further
                    .push(format!("The comparison of every number ended early: {failure}."));
            }
        }
    }

    /// The order of summation as a drawing; empty if there is none.
    pub fn drawing(&self) -> String {
        let Found::Sums(report, _) = &self.found else { return String::new() };
        let is_compensated = matches!(report.model, Some(Model::Compensated(..)));
        let shown = |tree: &&Tree| !is_compensated || tree.terms() == 1;
        report.tree.as_ref().filter(shown).map_or(String::new(), Tree::drawing)
    }

    /// Whether the examination ended early.
    pub fn has_ended(&self) -> bool {
        matches!(self.found, Found::Nothing(_))
    }

    /// Whether its faults break no promise. An examination that ended early is a fault always.
    pub fn is_permitted(&self) -> bool {
        self.permitted.is_some() && !self.has_ended() && self.further.is_empty()
    }

    /// What programs that trust the interface do not expect, each in one sentence.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = match &self.found {
            Found::Sums(report, _) => report.faults(),
            Found::Function(report) => report.faults(),
            Found::Text(report) => report.faults(),
            Found::Integers { wrong: 0, .. } => Vec::new(),
            Found::Integers { tried, wrong, at } => {
                let at = at.as_deref().unwrap_or_default();
                vec![format!("{wrong} of {tried} integers are wrong: {at}.")]
            }
            Found::Nothing(why) => vec![format!("The examination ended early: {why}.")],
        };
        faults.extend(self.further.iter().cloned());
        faults
    }
}

fn words(found: Result<Option<Tree>, Failure>) -> String {
    match found {
        Ok(Some(tree)) => tree.words(),
        Ok(None) => "not determined: results fit no tree".to_owned(),
        Err(failure) => {
            format!("not determined: {}", failure.to_string().lines().next().unwrap_or_default())
        }
    }
}

/// The tables of machines: `black-box` has the properties of each, `black-box-functions` the errors of functions for each
/// class of operands, `black-box-texts` those of parsers and printers, and `black-box-findings` the faults.
pub fn tables(examined: &[Examined]) -> Vec<Table> {
    let columns = [chosen("box"), chosen("property"), measured("value", "")];
    let mut properties = Table::new("black-box", "", columns);
    let columns = [
        chosen("box"),
        chosen("operands"),
        measured("tried", ""),
        measured("not_nearest", ""),
        measured("error", "ulps"),
        note("at"),
    ];
    let mut functions = Table::new("black-box-functions", "", columns);
    let columns = [
        chosen("box"),
        chosen("operands"),
        measured("tried", ""),
        measured("wrong", ""),
        measured("longer", ""),
        note("at"),
    ];
    let mut texts = Table::new("black-box-texts", "", columns);
    let columns = [chosen("box"), note("finding"), verdict("expected")];
    let mut findings = Table::new("black-box-findings", "", columns);
    for one in examined {
        let name = one.name.as_str();
        match &one.found {
            Found::Sums(report, orders) => {
                for (property, value) in report.rows() {
                    properties.push(row![name, property, value]);
                }
                for (terms, order) in orders {
                    properties.push(row![name, format!("order of {terms} terms"), order.as_str()]);
                }
            }
            Found::Function(report) => {
                let error = format!("{} ulps", ulps_text(report.largest()));
                properties.push(row![name, "function", report.function]);
                properties.push(row![name, "largest error", error]);
                for class in &report.rows {
                    let at = class.at.map_or(String::new(), |at| at.to_string());
                    let (tried, not_nearest) = (class.tried as u64, class.not_nearest as u64);
                    functions.push(row![
                        name,
                        class.class.as_str(),
                        tried,
                        not_nearest,
                        class.ulps,
                        at
                    ]);
                }
            }
            Found::Text(report) => {
                let what = if report.prints { "printer" } else { "parser" };
                properties.push(row![name, "text", what]);
                for TextRow { class, tried, wrong, longer, at } in &report.rows {
                    let (tried, wrong, longer) = (*tried as u64, *wrong as u64, *longer as u64);
                    texts.push(row![
                        name,
                        *class,
                        tried,
                        wrong,
                        longer,
                        at.as_deref().unwrap_or("")
                    ]);
                }
            }
            Found::Integers { tried, wrong, .. } => {
                properties.push(row![
                    name,
                    "right integers",
                    format!("{} of {tried}", tried - wrong)
                ]);
            }
            Found::Nothing(why) => properties.push(row![name, "ended early", why.as_str()]),
        }
        if !one.asked.is_empty() {
            properties.push(row![name, "asked", one.asked.as_str()]);
        }
        for fault in one.faults() {
            findings.push(row![name, fault, one.is_permitted()]);
        }
    }
    let tables = [properties, functions, texts, findings];
    tables
        .into_iter()
        .enumerate()
        .filter(|(i, table)| *i == 0 || !table.rows.is_empty())
        .map(|(_, table)| table)
        .collect()
}

/// The report, and further faults.
impl fmt::Display for Examined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Found::Sums(report, orders) => {
                write!(f, "{report}")?;
                for (terms, order) in orders {
                    writeln!(f, "  {:<33} {order}", format!("order of {terms} terms"))?;
                }
            }
            Found::Function(report) => write!(f, "{report}")?,
            Found::Text(report) => write!(f, "{report}")?,
            Found::Integers { tried, wrong, .. } => {
                writeln!(f, "{}: {} of {tried} integers are right", self.name, tried - wrong)?;
                if *wrong > 0 {
                    self.faults().iter().try_for_each(|fault| writeln!(f, "  ! {fault}"))?;
                }
            }
            Found::Nothing(why) => {
                writeln!(f, "{}: the examination ended early: {why}", self.name)?
            }
        }
        self.further.iter().try_for_each(|fault| writeln!(f, "  ! {fault}"))?;
        match self.permitted {
            Some(why) if self.is_permitted() && !self.faults().is_empty() => {
                writeln!(f, "  This breaks no promise: {why}.")
            }
            _ => Ok(()),
        }
    }
}
