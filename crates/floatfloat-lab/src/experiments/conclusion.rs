//! Conclusions of the seeds, held against what was measured here.

use crate::{
    results::Experiment,
    table::{Table, row},
};

/// What a measurement says of a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The same came out here.
    Confirmed,
    /// Something else came out here.
    NotHere,
    /// So it is with composite arithmetic, and not with the library's double-words.
    OnlyComposite,
    /// What would tell was not measured.
    NotMeasured,
}

/// A conclusion of a seed, in our words.
pub(super) struct Conclusion {
    /// Where the seed draws it.
    pub(super) seed: &'static str,
    /// What it says.
    pub(super) text: &'static str,
    /// Whether it holds here.
    pub(super) verdict: Verdict,
    /// Numbers of this run.
    pub(super) evidence: String,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::NotHere => "not on this machine",
            Verdict::OnlyComposite => "true only of composite arithmetic",
            Verdict::NotMeasured => "not measured",
        }
    }
}

/// The table of an experiment's conclusions; its id ends in `-conclusions`.
pub(super) fn table(id: &str, device: &str, conclusions: Vec<Conclusion>) -> Experiment {
    let columns = [("seed", ""), ("conclusion", ""), ("verdict", ""), ("evidence", "")];
    let mut table = Table::new(id, device, &columns).note(
        "What the seed concludes, in our words, and what this run's numbers say of it. On another \
         machine, or with other sizes, verdicts may differ.",
    );
    for Conclusion { seed, text, verdict, evidence } in conclusions {
        table.push(row![seed, text, verdict.name(), evidence]);
    }
    table.finish()
}
