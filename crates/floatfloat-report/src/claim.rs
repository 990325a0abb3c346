//! A claim of a paper, judged only from tables: any results that contain these tables can be judged
//! again.

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

/// A claim of a paper, in our words, and the test that decides from tables of measurements whether it
/// holds here.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The place of the claim in the paper: `section 7.2, figure 15`.
    pub place: &'static str,
    /// The claim.
    pub text: &'static str,
    /// Whose numbers decide.
    pub scope: Scope,
    /// The test.
    pub test: Test,
}

/// Whose numbers decide about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Errors. The bits are the same on every device, so the first device decides.
    Bits,
    /// The speed of a GPU. If there is none, the processor gives a hint.
    AnyDevice,
    /// The speed of a GPU, in properties that only GPUs have: launches, blocks, latency that
    /// threads hide.
    Gpus,
}

/// The test of a claim.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Numbers, or ratios of two numbers, must have a certain size: see [`Compare::test`].
    Compare(Compare),
    /// Some row must show a text: see [`Test::some_show`].
    Count(Count),
    /// All of these tests must hold.
    All(&'static [Test]),
    /// The first of these tests for which enough was measured.
    First(&'static [Test]),
    /// This test must not hold.
    Not(&'static Test),
    /// A test of composite numbers. If it holds for them but the same test does not hold for
    /// double-words, the claim holds only for composite numbers.
    Composite {
        /// The test for composite numbers.
        composite: &'static Test,
        /// The same test for double-words.
        double_words: &'static Test,
    },
    /// A function, where the other tests do not suffice. It returns none if the necessary numbers
    /// were not measured.
    With(fn(&Evidence<'_>) -> Option<Finding>),
    /// The claim cannot be tested yet; the text says why.
    NotMeasured(&'static str),
}

impl Claim {
    /// A claim at this place of a paper, without a test yet.
    pub const fn of(place: &'static str, text: &'static str) -> Self {
        let test = Test::NotMeasured("no experiment measures it");
        Claim { place, text, scope: Scope::Bits, test }
    }

    /// The same claim with this scope.
    pub const fn on(self, scope: Scope) -> Self {
        Claim { scope, ..self }
    }

    /// The same claim with this test.
    pub const fn test(self, test: Test) -> Self {
        Claim { test, ..self }
    }

    /// Decides whether the claim holds, from measurements on these devices.
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

/// The texts of several tests, without empty ones.
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
