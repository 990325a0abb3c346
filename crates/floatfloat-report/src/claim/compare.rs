//! Claims about the size of a table's numbers, or of ratios of two numbers.

use super::{
    Evidence, Finding, Must, Rows, Test, Verdict,
    points::{Pair, Point, ratio},
    words::fill,
};
use crate::table::{Row, distinct};

/// Numbers of a column, or ratios of two of its numbers.
#[derive(Clone, Copy, Debug)]
pub struct Compare {
    of: Rows,
    pub(super) value: &'static str,
    pub(super) by: &'static str,
    pub(super) along: &'static [&'static str],
    pub(super) at: At,
    at_least: usize,
    pub(super) prefer: (&'static str, &'static [[&'static str; 2]]),
    pairs: Texts,
    must: Must,
    words: &'static str,
}

/// The texts of a column in the rows that are compared. If there are two texts, the number of the first is
/// divided by that of the second.
pub type Texts = &'static [&'static [&'static str]];

/// Stands for the second text: the text with the smallest number, other than the first text.
pub const BEST_OTHER: &str = "the best other";

/// Which of the numbers along columns are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// All numbers at places where every pair has one.
    Every,
    /// Every number, whatever other pairs have.
    Each,
    /// The number of the largest size, for each combination of the other columns.
    Last,
    /// The first number that is not 0, from the smallest size on.
    FirstError,
    /// The median of all numbers.
    Median,
    /// The largest number of the first text divided by the largest of the second, at any place.
    Worst,
    /// The number of the largest size divided by that of the smallest.
    Growth,
    /// The share of steps from one size to the next in which the number does not grow. Steps from 0
    /// to 0 are left out.
    Falls,
}

/// The numbers of a pair of texts.
struct Judged<'a> {
    texts: &'static [&'static str],
    /// The numbers for which the test must hold.
    pairs: Vec<Pair>,
    /// All numbers along the columns.
    series: Vec<f64>,
    /// The last point.
    last: Point<'a>,
}

impl Compare {
    /// Compares the numbers of a column in some rows, by type.
    pub const fn of(of: Rows, value: &'static str) -> Self {
        let (by, along, at, at_least) = ("type", &[], At::Every, 1);
        let (prefer, pairs, must, words) = (("", &[["", ""]] as &[_]), &[], Must::BeShown, "");
        Compare { of, value, by, along, at, at_least, prefer, pairs, must, words }
    }

    /// There are numbers along these columns, of which that of sizes is the last. `at` selects
    /// those that are judged.
    pub const fn along(self, along: &'static [&'static str], at: At) -> Self {
        Compare { along, at, ..self }
    }

    /// Sets the column that distinguishes what is compared. With an empty name, columns of one row
    /// are compared.
    pub const fn by(self, by: &'static str) -> Self {
        Compare { by, ..self }
    }

    /// Sets the least number of numbers along the columns. With fewer, nothing is judged.
    pub const fn at_least(self, at_least: usize) -> Self {
        Compare { at_least, ..self }
    }

    /// Uses only rows in which a column shows the first of these texts for which there are numbers. Each
    /// text has words that say so.
    pub const fn prefer(self, column: &'static str, texts: &'static [[&'static str; 2]]) -> Self {
        Compare { prefer: (column, texts), ..self }
    }

    /// The test that `must` holds for these pairs of texts, with the words of the result. `[…|, ]` is
    /// repeated for each pair that is judged, with a comma between two.
    ///
    /// `{one}` and `{two}` are the texts of a pair, `{above}` and `{below}` its numbers, and `{ratio}` their
    /// ratio; `{ratio.0}` has no digits after the point. `{ratios}` and `{numbers}` are all those along the
    /// columns. `{spread}` is their median with the least and the greatest. `{holds}` of `{all}` fulfil the
    /// condition, `{together}` counts those of all pairs. `{preferred}` are the words of the preferred text.
    /// Any other name is the name of a column.
    pub const fn test(self, pairs: Texts, must: Must, words: &'static str) -> Test {
        Test::Compare(Compare { pairs, must, words, ..self })
    }

    pub(super) fn judge(&self, evidence: &Evidence<'_>) -> Option<Finding> {
        let judged = self.judged(&self.of.in_order(&evidence.rows(self.of)?));
        let is_there = |texts: &&[&str]| judged.iter().any(|one| one.texts == *texts);
        if judged.is_empty() || self.at != At::Each && !self.pairs.iter().all(is_there) {
            return None;
        }
        let all = judged.iter().flat_map(|one| &one.pairs);
        let verdict = Verdict::of_all(all.map(|pair| self.must.judge(*pair)));
        let is_so = |k: &usize| judged.iter().all(|one| self.must.holds(one.pairs[*k]));
        let together = || (0..judged[0].pairs.len()).filter(is_so).count().to_string();
        let value = |one: &Judged<'_>, name: &str| one.text(name, self.must);
        let of_all = |name: &str| (name == "together").then(together);
        Some((verdict, fill(self.words, &judged, value, of_all)))
    }

    /// The numbers to be judged, for each pair.
    fn judged<'a>(&self, rows: &[Row<'a>]) -> Vec<Judged<'a>> {
        let mut all: Vec<_> = self.pairs.iter().map(|texts| self.points(rows, texts)).collect();
        if self.at == At::Every {
            let places = all.concat().into_iter().map(|point| point.along);
            let is_common = |along: &Vec<String>| {
                all.iter().all(|points| points.iter().any(|point| point.along == *along))
            };
            let common: Vec<Vec<String>> = places.filter(is_common).collect();
            all.iter_mut().for_each(|points| points.retain(|point| common.contains(&point.along)));
        }
        // Rows that agree in these columns are judged together.
        let columns = match self.at {
            At::Every | At::Median | At::Worst => 0,
            At::Each => self.along.len(),
            At::FirstError | At::Last | At::Growth | At::Falls => {
                self.along.len().saturating_sub(1)
            }
        };
        let group = |point: &Point<'a>| point.along[..columns].to_vec();
        let of_group = |one: &Vec<String>| {
            let judged = self.pairs.iter().zip(&all).filter_map(|(texts, points)| {
                let points = points.iter().filter(|point| group(point) == *one).cloned();
                self.of_points(texts, points.collect())
            });
            judged.collect::<Vec<_>>()
        };
        distinct(all.iter().flatten().map(group)).iter().flat_map(of_group).collect()
    }

    /// The numbers of some points; none if there are too few points.
    fn of_points<'a>(
        &self,
        texts: &'static [&'static str],
        mut points: Vec<Point<'a>>,
    ) -> Option<Judged<'a>> {
        match self.at {
            At::Median => points.retain(|point| !ratio(&point.pair).is_nan()),
            At::FirstError => {
                points.retain(|point| point.pair != [0.0, 0.0]);
                points.truncate(1);
            }
            _ => {}
        }
        let (first, last) = (points.first()?.pair, points.last()?.clone());
        let series: Vec<f64> = points.iter().map(|point| ratio(&point.pair)).collect();
        let largest = |k: usize| points.iter().map(|point| point.pair[k]).fold(0.0, f64::max);
        let pairs = match self.at {
            At::Every | At::Each => points.iter().map(|point| point.pair).collect(),
            At::FirstError | At::Last => vec![last.pair],
            At::Median => vec![[median(series.clone())?, 1.0]],
            At::Worst => vec![[largest(0), largest(1)]],
            At::Growth => vec![[ratio(&last.pair), ratio(&first)]],
            At::Falls => {
                let falls = |two: &&[f64]| two[1] <= two[0] && *two != [0.0, 0.0];
                vec![[series.windows(2).filter(falls).count() as f64, (series.len() - 1) as f64]]
            }
        };
        (points.len() >= self.at_least).then_some(Judged { texts, pairs, series, last })
    }
}

impl Judged<'_> {
    /// The text for a name in the words.
    fn text(&self, name: &str, must: Must) -> String {
        let (name, digits) = name.split_once('.').unwrap_or((name, ""));
        let number = |number: f64, usual: &str| match if digits.is_empty() { usual } else { digits }
        {
            "e" => format!("{number:.1e}"),
            digits => format!("{number:.*}", digits.parse().unwrap_or(2)),
        };
        let pair = self.pairs[self.pairs.len() - 1];
        match name {
            "one" => self.texts[0].into(),
            "two" => self.last.two.clone(),
            "above" => number(pair[0], "e"),
            "below" => number(pair[1], "e"),
            "ratio" => number(ratio(&pair), "2"),
            "ratios" => self.series.iter().map(|x| number(*x, "2")).collect::<Vec<_>>().join(", "),
            "numbers" => listed(&self.series),
            "spread" => spread(&self.series),
            "holds" => self.pairs.iter().filter(|pair| must.holds(**pair)).count().to_string(),
            "all" => self.pairs.len().to_string(),
            "preferred" => self.last.preferred.into(),
            column => self.last.row.shown(column),
        }
    }
}

/// `1.5e-3, 2.0e-3`
pub fn listed(numbers: &[f64]) -> String {
    numbers.iter().map(|number| format!("{number:.1e}")).collect::<Vec<_>>().join(", ")
}

/// `1.5e0 (8.3e-1 to 3.7e0, of 7)`
fn spread(ratios: &[f64]) -> String {
    let ratios: Vec<f64> = ratios.iter().copied().filter(|ratio| !ratio.is_nan()).collect();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    let (count, median) = (ratios.len(), median(ratios).unwrap_or(f64::NAN));
    format!("{median:.1e} ({least:.1e} to {most:.1e}, of {count})")
}

/// The median of some ratios: the middle one, or the geometric mean of the two in the middle.
pub fn median(mut ratios: Vec<f64>) -> Option<f64> {
    ratios.sort_unstable_by(f64::total_cmp);
    let (high, low) = (ratios.len() / 2, ratios.len().checked_sub(1)? / 2);
    Some(if high == low { ratios[low] } else { (ratios[low] * ratios[high]).sqrt() })
}
