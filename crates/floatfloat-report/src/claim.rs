//! A claim of a paper, judged from tables alone: any results that hold them can be judged again.

mod evidence;
mod ratio;
mod verdict;

pub use evidence::Evidence;
pub use ratio::{Ratios, TRIPLES, is_within, listed, median, no_gain, of_each};
pub use verdict::{
    ALIKE, ALIKE_IN_CHAINS, Finding, Must, SAME_TIME, Verdict, at_most, if_so, of_composite,
};

use crate::{
    results::Device,
    row,
    table::{Column, Table, chosen, measured, note},
};

/// What a paper concludes, in our words, and how tables of measurements are asked whether it holds here.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Where the paper draws it: `section 7.2, figure 15`.
    pub place: &'static str,
    /// What it says.
    pub text: &'static str,
    /// By whose numbers it is judged.
    pub scope: Scope,
    /// How.
    pub test: Test,
}

/// By whose numbers a claim is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Errors: bits are the same on every device, so those of the first are judged.
    Bits,
    /// Speed of a GPU; where there is none, the processor's says something, too.
    AnyDevice,
    /// Speed of a GPU, by what only GPUs have: launches, blocks, latency that threads hide.
    Gpus,
}

/// How a claim is judged.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// A number grows from each of some to the next, at every size.
    Order {
        /// In which rows.
        of: Rows,
        /// Which number.
        value: &'static str,
        /// The column that tells them apart.
        by: &'static str,
        /// What that column shows, from the least number on.
        from_least: &'static [&'static str],
        /// The column of sizes.
        at_every: &'static str,
        /// How many sizes it takes.
        at_least: usize,
    },
    /// The median of a ratio over all rows that have it.
    MedianRatio {
        /// In which rows.
        of: Rows,
        /// Of which number; where it is 1 or more it means nothing, if `relative`.
        value: &'static str,
        /// Whether the number is an error relative to what is right.
        relative: bool,
        /// The column that tells them apart.
        by: &'static str,
        /// What it shows above and below the line.
        pairs: &'static [[&'static str; 2]],
        /// What must hold of each median.
        must: Must,
    },
    /// A ratio at the largest size that has it.
    LastRatio {
        /// In which rows.
        of: Rows,
        /// Of which number.
        value: &'static str,
        /// The column that tells them apart.
        by: &'static str,
        /// What it shows above and below the line.
        pairs: &'static [[&'static str; 2]],
        /// The column of sizes.
        along: &'static str,
        /// What must hold of each ratio.
        must: Must,
    },
    /// Anything else; none where what would tell was not measured.
    With(fn(&Evidence<'_>) -> Option<Finding>),
    /// What cannot be measured yet, and why.
    NotMeasured(&'static str),
}

/// Rows of a table.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Its id.
    pub table: &'static str,
    /// What columns must show: one of these; an empty text is an empty cell.
    pub with: &'static [(&'static str, &'static [&'static str])],
}

impl Rows {
    /// All rows of a table.
    pub const fn of(table: &'static str) -> Self {
        Rows { table, with: &[] }
    }
}

impl Claim {
    /// What a paper says at this place; still to be given a test.
    pub const fn of(place: &'static str, text: &'static str) -> Self {
        let test = Test::NotMeasured("nothing here measures it");
        Claim { place, text, scope: Scope::Bits, test }
    }

    /// The same, judged by these numbers.
    pub const fn on(self, scope: Scope) -> Self {
        Claim { scope, ..self }
    }

    /// The same, judged like this.
    pub const fn test(self, test: Test) -> Self {
        Claim { test, ..self }
    }

    /// Whether it holds, from what was measured on these devices.
    pub fn judge(&self, tables: &[Table], devices: &[Device]) -> Finding {
        let evidence = Evidence::new(tables, devices);
        match self.scope {
            Scope::Bits => {
                let found = self.test.judge(&evidence);
                found.unwrap_or_else(|| (Verdict::NotMeasured, MISSING.into()))
            }
            Scope::AnyDevice | Scope::Gpus => {
                evidence.speed(self.scope == Scope::AnyDevice, |on| self.test.judge(on))
            }
        }
    }
}

const MISSING: &str = "not all of what would tell was measured";

impl Test {
    fn judge(&self, evidence: &Evidence<'_>) -> Option<Finding> {
        match *self {
            Test::Order { of, value, by, from_least, at_every, at_least } => {
                let numbers = ratio::table(evidence, of, value, by, from_least, at_every)?;
                ratio::order(&numbers, from_least, at_every, at_least)
            }
            Test::MedianRatio { of, value, relative, by, pairs, must } => {
                ratio::medians(evidence, of, (value, relative), by, pairs, must)
            }
            Test::LastRatio { of, value, by, pairs, along, must } => {
                ratio::last(evidence, of, value, by, pairs, along, must)
            }
            Test::With(judge) => judge(evidence),
            Test::NotMeasured(why) => Some((Verdict::NotMeasured, why.into())),
        }
    }
}

/// The columns of a table of judged claims.
pub const COLUMNS: [Column; 4] =
    [chosen("paper"), chosen("conclusion"), measured("verdict", ""), note("evidence")];

/// The claims with their verdicts, as a table whose id ends in `-conclusions`.
pub fn judge(id: &str, claims: &[Claim], tables: &[Table], devices: &[Device]) -> Table {
    let ran_on: Vec<&str> = devices.iter().map(|device| device.id.as_str()).collect();
    let mut table = Table::new(&format!("{id}-conclusions"), &ran_on.join(", "), &COLUMNS)
        .note(
            "What the paper concludes, in our words, and what this run's numbers say of it. On another \
             machine, or with other sizes, verdicts may differ.",
        )
        .note(evidence::NOTE);
    for claim in claims {
        let (verdict, evidence) = claim.judge(tables, devices);
        table.push(row![claim.place, claim.text, verdict.name(), evidence]);
    }
    table
}

#[cfg(test)]
mod tests;
