//! Ratios of measured values, which most claims are about.

use super::{ALIKE, Evidence, Finding, Must, Rows, if_so, of_composite};
use crate::table::Frame;

/// Whether a ratio is within a factor of 1, either way.
pub fn is_within(factor: f64, ratio: f64) -> bool {
    (1.0 / factor..=factor).contains(&ratio)
}

/// The middle one of some ratios, or the geometric mean of the two in the middle.
pub fn median(mut ratios: Vec<f64>) -> Option<f64> {
    ratios.sort_unstable_by(f64::total_cmp);
    let (high, low) = (ratios.len() / 2, ratios.len().checked_sub(1)? / 2);
    Some(if high == low { ratios[low] } else { (ratios[low] * ratios[high]).sqrt() })
}

/// `1.5e-3, 2.0e-3`
pub fn listed(numbers: &[f64]) -> String {
    numbers.iter().map(|number| format!("{number:.1e}")).collect::<Vec<_>>().join(", ")
}

/// A claim about each of some types: whether it holds of every one of which that was measured, and the
/// numbers for which it does.
pub fn of_each(
    types: &[&'static str],
    judge: impl Fn(&'static str) -> Option<(bool, String)>,
) -> Option<Finding> {
    let judged = types.iter().filter_map(|number| judge(number));
    let (holds, words): (Vec<bool>, Vec<String>) = judged.unzip();
    let holds = holds.into_iter().all(|holds| holds);
    (!words.is_empty()).then(|| (if_so(holds), words.join(", ")))
}

/// How one number compares with another on several systems, matrices or sizes.
pub struct Ratios(Vec<f64>);

impl Ratios {
    /// From pairs of a number and what it is divided by. Where errors are `relative` to what is right,
    /// those that are as large as it are left out.
    pub fn of(pairs: impl IntoIterator<Item = [f64; 2]>, relative: bool) -> Self {
        let meant = pairs.into_iter().filter(|both| !relative || both.iter().all(|x| *x < 1.0));
        Ratios(meant.map(|[one, two]| one / two).filter(|ratio| !ratio.is_nan()).collect())
    }

    /// Whether they are enough to tell chance from a rule.
    pub fn are_enough(&self) -> bool {
        self.0.len() >= 3
    }

    /// The middle one, which one unlucky pivot does not change.
    pub fn median(&self) -> Option<f64> {
        median(self.0.clone())
    }

    /// `1.5e0 (8.3e-1 to 3.7e0, of 7)`
    pub fn words(&self) -> Option<String> {
        let median = self.median()?;
        let least = self.0.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.0.iter().copied().fold(0.0, f64::max);
        Some(format!("{median:.1e} ({least:.1e} to {most:.1e}, of {})", self.0.len()))
    }
}

/// A type of one word, composite numbers and double-words of two such words.
pub const TRIPLES: [[&str; 3]; 2] = [["f32", "float2", "ff"], ["f64", "double2", "dd"]];

/// The claim that two words are no more accurate than one, judged by the medians of a relative error over
/// that of one word: of composite numbers, and of double-words. Within [`ALIKE`] nothing is gained.
pub fn no_gain(rows: &Frame<'_>, error: &str) -> Option<Finding> {
    let (mut gained, mut words) = ([false; 2], Vec::new());
    for [one, composite, double] in TRIPLES {
        for (k, two) in [composite, double].into_iter().enumerate() {
            let both = rows.pairs("type", [two, one]).into_iter();
            let both = both.filter_map(|[x, y]| Some([x.number(error)?, y.number(error)?]));
            let ratios = Ratios::of(both, true);
            gained[k] |= ratios.median()? * ALIKE < 1.0;
            words.push(format!("{two} over {one} {}", ratios.words()?));
        }
    }
    let verdict = of_composite(!gained[0], gained[1]);
    let alike = format!("within a factor of {ALIKE} they are alike");
    Some((verdict, format!("medians of {error}: {}; {alike}", words.join("; "))))
}

/// A number of several kinds at one size, of each the first row that has it; sizes at which all have it.
pub(super) fn table(
    evidence: &Evidence<'_>,
    of: Rows,
    value: &str,
    by: &str,
    kinds: &[&str],
    size: &str,
) -> Option<Vec<Vec<f64>>> {
    let rows = evidence.rows(of)?;
    let at = |number: f64| {
        let here = rows.at(size, number);
        kinds.iter().map(|kind| here.with(&[(by, kind)]).value(value)).collect::<Option<Vec<_>>>()
    };
    Some(rows.sizes(size).into_iter().filter_map(at).collect())
}

pub(super) fn order(
    numbers: &[Vec<f64>],
    kinds: &[&str],
    size: &str,
    at_least: usize,
) -> Option<Finding> {
    if numbers.len() < at_least {
        return None;
    }
    let ordered = numbers.iter().filter(|row| row.windows(2).all(|two| two[0] < two[1])).count();
    let step = |k: usize| {
        let ratios = Ratios::of(numbers.iter().map(|row| [row[k + 1], row[k]]), false);
        Some(format!("{} over {}: {}", kinds[k + 1], kinds[k], ratios.words()?))
    };
    let steps: Vec<String> = (0..kinds.len() - 1).filter_map(step).collect();
    let evidence = format!(
        "in that order at {ordered} of {} values of {size}; medians of ratios: {}",
        numbers.len(),
        steps.join("; ")
    );
    Some((if_so(ordered == numbers.len()), evidence))
}

pub(super) fn medians(
    evidence: &Evidence<'_>,
    of: Rows,
    (value, relative): (&str, bool),
    by: &str,
    pairs: &[[&str; 2]],
    must: Must,
) -> Option<Finding> {
    let rows = evidence.rows(of)?;
    let (mut medians, mut words) = (Vec::new(), Vec::new());
    for &[one, two] in pairs {
        let both = rows.pairs(by, [one, two]).into_iter();
        let both = both.filter_map(|pair| Some([pair[0].number(value)?, pair[1].number(value)?]));
        let ratios = Ratios::of(both, relative);
        medians.push(ratios.median().filter(|_| ratios.are_enough())?);
        words.push(format!("{value} of {one} over that of {two}, median {}", ratios.words()?));
    }
    Some((must.of_all(&medians), format!("{}; {}", words.join("; "), must.words())))
}

pub(super) fn last(
    evidence: &Evidence<'_>,
    of: Rows,
    value: &str,
    by: &str,
    pairs: &[[&str; 2]],
    along: &str,
    must: Must,
) -> Option<Finding> {
    let rows = evidence.rows(of)?;
    let (mut last, mut words) = (Vec::new(), Vec::new());
    for &[one, two] in pairs {
        let ratios = rows.ratios(value, by, [one, two]).into_iter();
        let ratios = ratios.filter_map(|(row, ratio)| Some((row.number(along)?, ratio)));
        let (size, ratio) = ratios.max_by(|a, b| a.0.total_cmp(&b.0))?;
        last.push(ratio);
        words.push(format!("{value} of {one} over that of {two}: {ratio:.2} at {along} {size}"));
    }
    Some((must.of_all(&last), words.join("; ")))
}
