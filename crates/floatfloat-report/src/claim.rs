//! A claim of a paper, judged from tables alone: any results that hold them can be judged again.

mod compare;
mod count;
mod evidence;
mod points;
mod rows;
mod verdict;
mod words;

pub use compare::{At, BEST_OTHER, Compare, Texts, listed, median};
pub use count::Count;
pub use evidence::Evidence;
pub use rows::{Rows, Whose};
pub use verdict::{
    ALIKE, ALIKE_IN_CHAINS, Finding, Must, SAME_TIME, Verdict, if_so, is_within, of_composite,
};

use crate::{
    results::Device,
    row,
    table::{Column, Table, chosen, measured, note},
};
use Verdict::{Confirmed, NotHere, NotMeasured, OnlyComposite};

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
    /// Numbers, or ratios of two of them, must be so large: see [`Compare::test`].
    Compare(Compare),
    /// Some row must show something: see [`Test::some_show`].
    Count(Count),
    /// All of these hold.
    All(&'static [Test]),
    /// The first of these of which enough was measured.
    First(&'static [Test]),
    /// This does not hold.
    Not(&'static Test),
    /// This holds of composite numbers; where it does not hold of double-words, it does so of them alone.
    Composite {
        /// The test of composite numbers.
        composite: &'static Test,
        /// The same of double-words.
        double_words: &'static Test,
    },
    /// What the others cannot say; none where what would tell was not measured.
    With(fn(&Evidence<'_>) -> Option<Finding>),
    /// What cannot be measured yet, and why.
    NotMeasured(&'static str),
}

impl Claim {
    /// What a paper says at this place; still to be given a test.
    pub const fn of(place: &'static str, text: &'static str) -> Self {
        let test = Test::NotMeasured("no experiment measures it");
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
                found.unwrap_or_else(|| (NotMeasured, MISSING.into()))
            }
            Scope::AnyDevice | Scope::Gpus => {
                evidence.speed(self.scope == Scope::AnyDevice, |on| self.test.judge(on))
            }
        }
    }
}

const MISSING: &str = "some of the numbers that decide it were not measured";

impl Test {
    fn judge(&self, evidence: &Evidence<'_>) -> Option<Finding> {
        match self {
            Test::Compare(compare) => compare.judge(evidence),
            Test::Count(count) => count.judge(evidence),
            Test::All(tests) => {
                let found = tests.iter().map(|test| test.judge(evidence));
                let (verdicts, said): (Vec<_>, Vec<_>) =
                    found.collect::<Option<Vec<_>>>()?.into_iter().unzip();
                Some((Verdict::of_all(verdicts), joined(said)))
            }
            Test::First(tests) => tests.iter().find_map(|test| test.judge(evidence)),
            Test::Not(test) => {
                let (verdict, said) = test.judge(evidence)?;
                let verdict = match verdict {
                    Confirmed => NotHere,
                    NotHere => Confirmed,
                    other => other,
                };
                Some((verdict, said))
            }
            Test::Composite { composite, double_words } => {
                let (verdict, said) = composite.judge(evidence)?;
                let (of_double_words, also) = double_words.judge(evidence)?;
                let is_only = (verdict, of_double_words) == (Confirmed, NotHere);
                Some((if is_only { OnlyComposite } else { verdict }, joined([said, also])))
            }
            Test::With(judge) => judge(evidence),
            Test::NotMeasured(why) => Some((NotMeasured, (*why).into())),
        }
    }
}

/// What several tests say, without those that say nothing.
fn joined(said: impl IntoIterator<Item = String>) -> String {
    let said = said.into_iter().filter(|said| !said.is_empty());
    said.collect::<Vec<_>>().join("; ")
}

/// The columns of a table of judged claims.
pub const COLUMNS: [Column; 4] =
    [chosen("paper"), chosen("conclusion"), measured("verdict", ""), note("evidence")];

/// The claims with their verdicts, as a table whose id ends in `-conclusions`.
pub fn judge(id: &str, claims: &[Claim], tables: &[Table], devices: &[Device]) -> Table {
    let ran_on: Vec<&str> = devices.iter().map(|device| device.id.as_str()).collect();
    let mut table = Table::new(&format!("{id}-conclusions"), &ran_on.join(", "), &COLUMNS)
        .note(
            "What the paper concludes, in our words, and whether the numbers of this run confirm \
             it. On another machine, or with other sizes, verdicts may differ.",
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
