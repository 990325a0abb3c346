//! Conclusions of the seeds, held against what was measured here.

mod judges;

pub(super) use judges::{Judges, Subject};

use crate::{
    results::Table,
    table::{old_table, row},
};

/// Times that differ by less than this factor do not differ: repeated measurements do by as much.
pub(super) const SAME_TIME: f64 = 1.1;

/// Errors that differ by less than this factor are alike where they were found on a few systems or
/// matrices without pivoting: one small pivot changes them by as much.
pub(super) const ALIKE: f64 = 4.0;

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

/// A verdict, and the numbers for which it was given.
pub(super) type Found = (Verdict, String);

/// The verdict on what holds or does not.
pub(super) fn if_so(holds: bool) -> Verdict {
    if holds { Verdict::Confirmed } else { Verdict::NotHere }
}

/// Whether a ratio is within a factor of 1, either way.
pub(super) fn is_within(factor: f64, ratio: f64) -> bool {
    (1.0 / factor..=factor).contains(&ratio)
}

/// The verdict on the claim that a type takes at most so many times as long as another, from the
/// largest such ratio of times. A ratio that noise may have put above the limit decides nothing.
pub(super) fn at_most(limit: f64, ratio: f64) -> Verdict {
    match ratio {
        _ if ratio <= limit => Verdict::Confirmed,
        _ if ratio <= limit * SAME_TIME => Verdict::NotMeasured,
        _ => Verdict::NotHere,
    }
}

/// The middle one of some ratios, or the geometric mean of the two in the middle.
pub(super) fn median(mut ratios: Vec<f64>) -> Option<f64> {
    ratios.sort_unstable_by(f64::total_cmp);
    let (high, low) = (ratios.len() / 2, ratios.len().checked_sub(1)? / 2);
    Some(if high == low { ratios[low] } else { (ratios[low] * ratios[high]).sqrt() })
}

/// How the errors of two words compare with those of one, on several systems or matrices.
pub(super) struct Ratios {
    /// Of each the ratio.
    ratios: Vec<f64>,
}

impl Ratios {
    /// From the errors of one word and of two, both relative to what is right, and their ratio. Where
    /// an error is as large as what is right, nothing is compared.
    pub(super) fn of(errors: impl IntoIterator<Item = [f64; 2]>) -> Self {
        let meant = errors.into_iter().filter(|both| both.iter().all(|error| *error < 1.0));
        let ratios = meant.map(|[one, two]| two / one).filter(|ratio| !ratio.is_nan());
        Ratios { ratios: ratios.collect() }
    }

    /// Whether they are enough to tell chance from a rule.
    pub(super) fn are_enough(&self) -> bool {
        self.ratios.len() >= 3
    }

    /// The middle one, which one unlucky pivot does not change.
    pub(super) fn median(&self) -> Option<f64> {
        median(self.ratios.clone())
    }

    /// `1.5 (0.83 to 3.7, of 7)`
    pub(super) fn said(&self) -> Option<String> {
        let median = self.median()?;
        let least = self.ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.ratios.iter().copied().fold(0.0, f64::max);
        Some(format!("{median:.1e} ({least:.1e} to {most:.1e}, of {})", self.ratios.len()))
    }
}

/// What of the claim that two words are no more accurate than one: from the medians of composite
/// numbers and of double-words for each word. Within [`ALIKE`] nothing is gained.
pub(super) fn no_gain(medians: &[[f64; 2]]) -> Verdict {
    let gained = |k: usize| medians.iter().any(|medians| medians[k] * ALIKE < 1.0);
    match (gained(0), gained(1)) {
        (false, false) => Verdict::Confirmed,
        (false, true) => Verdict::OnlyComposite,
        (true, _) => Verdict::NotHere,
    }
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
pub(super) fn table(id: &str, device: &str, conclusions: Vec<Conclusion>) -> Table {
    let columns = [("paper", ""), ("conclusion", ""), ("verdict", ""), ("evidence", "")];
    let mut table = old_table(id, device, &columns).note(
        "What the seed concludes, in our words, and what this run's numbers say of it. On another \
         machine, or with other sizes, verdicts may differ.",
    );
    table.add_note(judges::NOTE);
    for Conclusion { seed, text, verdict, evidence } in conclusions {
        table.push(row![seed, text, verdict.name(), evidence]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{Ratios, Verdict, at_most, median, no_gain};

    #[test]
    fn a_limit_is_exceeded_beyond_noise_only() {
        assert_eq!(at_most(2.0, 1.9), Verdict::Confirmed);
        assert_eq!(at_most(2.0, 2.1), Verdict::NotMeasured);
        assert_eq!(at_most(2.0, 2.3), Verdict::NotHere);
    }

    #[test]
    fn the_median_is_the_middle_one_or_between_the_two() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![8.0, 2.0]), Some(4.0));
    }

    #[test]
    fn what_means_nothing_is_left_out() {
        let ratios = Ratios::of([[0.1, 0.2], [3.0, 0.1], [0.1, f64::INFINITY], [0.2, 0.1]]);
        assert_eq!(ratios.said().unwrap(), "1.0e0 (5.0e-1 to 2.0e0, of 2)");
        assert!(!ratios.are_enough());
    }

    #[test]
    fn a_gain_is_one_beyond_what_is_alike() {
        assert_eq!(no_gain(&[[0.5, 1e-7], [2.0, 1e-16]]), Verdict::OnlyComposite);
        assert_eq!(no_gain(&[[0.5, 0.3], [2.0, 1.0]]), Verdict::Confirmed);
        assert_eq!(no_gain(&[[0.1, 1e-7], [2.0, 1e-16]]), Verdict::NotHere);
    }
}
